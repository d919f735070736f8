"""Anything may be thrown at the board: bounded runs over a real server and every parser of files.

The oracle is issue 6's: no traceback in the log, no dead session left in ``who``, other callers
served as before, tasks and descriptors back where they were. scripts/fuzz-telnet runs for longer.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arkham_bbs.config import SettingsError, load_settings
from arkham_bbs.game.scenario.casebook import parse_cases
from arkham_bbs.game.scenario.reading import Refused
from arkham_bbs.sysop import COMMANDS, split_words
from tests.doors.clients import RawClient
from tests.sysop.bureau import Bureau
from tests.sysop.served import Served, serve

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))
STREAMS = 60
LINES = 150
QUIET = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def stream(dice: random.Random) -> list[bytes]:
    """Pieces of a telnet stream: negotiation, halves of it, keys, words, noise."""
    pieces = []
    for _ in range(dice.randrange(1, 30)):
        pieces.append(
            dice.choice(
                (
                    lambda: dice.randbytes(dice.randrange(1, 40)),
                    lambda: bytes((255, dice.randrange(240, 256), dice.randrange(256))),
                    lambda: b"\xff\xfa" + dice.randbytes(dice.randrange(200)) + b"\xff\xf0",
                    lambda: b"\xff\xfa\x1f" + dice.randbytes(4) + b"\xff\xf0",
                    lambda: b"\xff" * dice.randrange(1, 9),
                    lambda: b"\x1b[" + dice.randbytes(dice.randrange(12)),
                    lambda: dice.choice((b"new", b"guest", b"who", b"?", b"*", b"!")) + b"\r\n",
                    lambda: b"x" * dice.randrange(3000) + b"\r\n",
                    lambda: dice.choice((b"\x03", b"\x04", b"\x1b", b"\r\0", b"\n\r", b"\0")),
                    lambda: "Ïä̈́̈‮​漢".encode() + b"\x9b2J\r",
                )
            )()
        )
    return pieces


async def throw(served: Served, seed: int) -> None:
    """One hostile caller: pieces with turns of the loop between, then any kind of end."""
    dice = random.Random(seed)
    client = await RawClient.connect(served.telnet_port)
    try:
        for piece in stream(dice):
            client.send(piece)
            if dice.random() < 0.3:
                await asyncio.sleep(0)
        if dice.random() < 0.4:
            await asyncio.sleep(dice.random() * 0.05)
        if dice.random() < 0.5:
            client.writer.transport.abort()
    finally:
        await client.close()


async def test_hostile_streams_leave_the_server_as_it_was(
    tmp_path: Path, empty_database: Path
) -> None:
    async with serve(tmp_path / "data", empty_database, new_per_second=10_000.0) as served:
        calm = await served.register("Zadok")
        # The first wave opens what stays open: readers of the database, modules.
        await asyncio.gather(*(throw(served, -n) for n in range(10)))
        await served.until(lambda: len(served.server.switchboard.calls) == 1)
        tasks, files = len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd"))
        for start in range(1, STREAMS, 10):
            await asyncio.gather(*(throw(served, start + n) for n in range(10)))
            calm.send(b"who\r\n")
            await calm.expect(b"Zadok")
        await served.until(lambda: len(served.server.switchboard.calls) == 1)
        await served.until(lambda: len(asyncio.all_tasks()) <= tasks + 1)
        # Four readers of the database may have opened meanwhile, each with its log.
        await served.until(lambda: len(os.listdir("/proc/self/fd")) <= files + 8)
        assert [p.handle for p in served.server.lobby.who()] == ["Zadok"]
        await served.until(lambda: served.server.switchboard.turnstile.open == 1)
        assert served.figure("arkham_faults_total") == 0
        assert "Traceback" not in served.log.getvalue()
        assert (await served.server.wrong()) == {}


WORDS = (
    *("look", "who", "tables", "create", "start", "say", "tell Ann", "mail", "boards", "news"),
    *("settings", "help", "join", "watch", "resume", "1", "2", "99", "yes", "no", "back", "keys"),
    *("invite", "profile", "rules", "oneliner", "vote", "take back", "status", "log", "map"),
    *("sheet", "page Bob", "ignore Ann", "move", "walk", "fight", "pass", "undo", "''", '"'),
)


def typed(dice: random.Random) -> str:
    """A line as people, cats and scanners type it."""
    word = dice.choice(WORDS)
    return dice.choice(
        (
            word,
            f"{word} {dice.choice(WORDS)}",
            word[: dice.randrange(len(word) + 1)],
            "".join(chr(dice.randrange(32, 0x3000)) for _ in range(dice.randrange(60))),
            f"{word} {'%s' * 20} {{0}} ${{x}} ../../etc/passwd ' OR 1=1 --",
            f"{word} {dice.randrange(-(10**12), 10**12)}",
            word * 100,
        )
    )


async def test_any_line_in_lobby_table_and_sysops_desk_gets_an_answer(bureau: Bureau) -> None:
    dice = random.Random(1926)
    callers = [await bureau.arrives(handle) for handle in ("Ann", "Bob", "Wilbur")]
    await bureau.play()
    await callers[1].types(f"resume {bureau.table.id}")
    await callers[2].types("sysop", "Sysop>")
    for number in range(LINES):
        caller = callers[number % 3]
        before = len(caller.wire.sent)
        caller.call.terminal.feed(typed(dice).encode("utf-8", "replace") + b"\r")
        for _ in range(3):
            await asyncio.sleep(0)
        if number % 10 == 9:
            caller.call.terminal.feed(b"\x03")
            async with asyncio.timeout(10):
                while len(caller.wire.sent) == before:  # noqa: ASYNC110
                    await asyncio.sleep(0.005)
    for handle, caller in zip(("Ann", "Bob", "Wilbur"), callers, strict=True):
        assert "Something broke" not in caller.read, caller.read[-600:]
        assert caller.call.task is not None
        assert caller.call.task.done() or bureau.people[handle].id in {
            p.caller.account for p in bureau.lobby.presences.all()
        }
    assert bureau.metrics.registry.get_sample_value("arkham_faults_total") == 0
    assert bureau.table.status in ("playing", "paused", "adjourned", "ended", "finished")


async def test_any_words_at_the_desk_are_answered_and_never_a_fault(bureau: Bureau) -> None:
    dice = random.Random(6)
    names = [c.name for c in COMMANDS.all() if not c.name.startswith(("shutdown", "backup"))]
    values = (
        *("Ann", "1", "-1", "7d", "on", "\x1b[2J", "x" * 5000, "", "--", "--for", "--json"),
        *("--reason", "'; DROP TABLE accounts; --", "::ffff:1.2.3.4/200", "\udcff", "٣"),
    )
    for _ in range(400):
        words = dice.choice(names).split() + [dice.choice(values) for _ in range(dice.randrange(6))]
        outcome = await bureau.does("Wilbur", *words)
        assert outcome.code != "fault", words
        assert outcome.lines(dice.randrange(20, 200), dice.random() < 0.5) is not None
        outcome.json()


@given(st.text(max_size=200))
@QUIET
def test_any_line_is_split_or_refused(line: str) -> None:
    try:
        words = split_words(line)
    except ValueError:
        assert line.count('"') % 2
    else:
        assert all(isinstance(word, str) for word in words)
        split_words(line, like_shell=True)


@pytest.fixture(scope="module")
def settings_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings") / "arkham.toml"


NAMES = st.sampled_from(
    ["ssh_port", "host", "idle_s", "registration", "unlimited_addresses", "backup_keep", "nonsense"]
)
VALUES = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=20),
    st.lists(st.text(max_size=8), max_size=3),
)


@given(st.dictionaries(NAMES, VALUES, max_size=5), st.binary(max_size=30))
@QUIET
def test_any_settings_file_is_read_or_refused_with_its_reasons(
    settings_file: Path, values: dict[str, object], noise: bytes
) -> None:
    lines = [f"{name} = {_toml(value)}" for name, value in values.items()]
    settings_file.write_bytes("\n".join(lines).encode("utf-8", "replace") + b"\n" + noise)
    problems = ["none"]
    try:
        load_settings(settings_file)
    except SettingsError as refused:
        problems = [str(problem) for problem in refused.problems]
    assert problems
    assert all(problems)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value).replace("'", '"')


@given(
    st.sampled_from(SCENARIOS),
    st.lists(st.tuples(st.integers(0, 10_000), st.text(max_size=6)), max_size=6),
)
@QUIET
def test_any_scenario_file_is_read_or_refused(
    scenario: Path, wounds: list[tuple[int, str]]
) -> None:
    text = scenario.read_text(encoding="utf-8")
    for at, put in wounds:
        at %= len(text)
        text = text[:at] + put + text[at + len(put) :]
    told = "nothing"
    try:
        parse_cases(text)
    except Refused as refused:
        told = str(refused)
    assert told
