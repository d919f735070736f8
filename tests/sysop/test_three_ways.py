"""Every command by the menu, by SSH and on the machine: the same answer, and one record each."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.sysop import COMMANDS, Site
from arkham_bbs.sysop.command_line import run as run_on_machine
from tests.sysop.bureau import KEYS, WAYS, Bureau, open_bureau

Setup = Callable[[Bureau], Awaitable[Any]]


async def nothing(bureau: Bureau) -> None:
    return None


async def with_news(bureau: Bureau) -> None:
    await bureau.store.news.add("Old", "News", "Wilbur")


async def with_invite(bureau: Bureau) -> None:
    await bureau.accounts.create_invite(None)


async def with_ban(bureau: Bureau) -> None:
    await bureau.store.bans.add("network", "203.0.113.0/24", "noise", "Wilbur")


async def with_post(bureau: Bureau) -> None:
    board = (await bureau.store.boards.list())[0]
    await bureau.store.boards.begin_thread(board.id, bureau.people["Ann"].id, "Ann", "T", "words")


async def with_line(bureau: Bureau) -> None:
    await bureau.store.oneliners.add(bureau.people["Ann"].id, "Ann", "a line")


async def with_archived(bureau: Bureau) -> None:
    (board,) = [one for one in await bureau.store.boards.list() if one.name == "cases"]
    await bureau.store.boards.update(board.id, archived=True)


async def with_report(bureau: Bureau) -> str:
    return (await bureau.store.reports.add("bug", "odd", {})).ref


async def with_answers(bureau: Bureau) -> None:
    await bureau.answer(bureau.table, 3)


async def with_pause(bureau: Bureau) -> None:
    presence = await bureau.desk.actor(bureau.people["Wilbur"].id, "menu", "")
    await bureau.table.pause(presence.as_caller())


async def with_shutdown(bureau: Bureau) -> None:
    assert bureau.desk.closing is not None
    bureau.desk.closing.begin(3600, "Wilbur", "")


async def with_backup(bureau: Bureau) -> None:
    assert (await bureau.does("Wilbur", "backup", "now")).status == 0


@dataclass(frozen=True)
class Case:
    """``words`` may hold TABLE and SETUP, which stand for ids that are known only then."""

    words: tuple[str, ...]
    setup: Setup = nothing
    error: str = ""


def case(line: str, setup: Setup = nothing, error: str = "") -> Case:
    return Case(tuple(line.split()), setup, error)


CASES = {
    "who": case("who"),
    "sessions": case("sessions"),
    "session show": case("session show Ann"),
    "kick": case("kick Ann shouting"),
    "mute": case("mute Ann 30m shouting"),
    "unmute": case("unmute Ann"),
    "broadcast": case("broadcast The kettle is on"),
    "ban": case("ban account Ann --for 7d spite"),
    "bans": case("bans --all", with_ban),
    "unban": case("unban 203.0.113.0/24 forgiven", with_ban),
    "account list": case("account list"),
    "account show": case("account show Ann"),
    "account create": case("account create Zebulon --role moderator"),
    "account disable": case("account disable Ann asked"),
    "account enable": case("account enable Ann"),
    "account hold": case("account hold Ann"),
    "account rename": case("account rename Ann Annabel"),
    "account role": case("account role Ann moderator"),
    "account reset-password": case("account reset-password Ann"),
    "account export": case("account export Ann"),
    "account delete": case("account delete Ann asked"),
    "grant": case("grant Ann"),
    "unlock": case("unlock Ann"),
    "keys list": case("keys list Ann"),
    "keys add": case(f"keys add Bob {KEYS['spare']}"),
    "keys remove": case("keys remove Ann 1"),
    "registration show": case("registration show"),
    "registration set": case("registration set hold"),
    "invite create": case("invite create chess --uses 3"),
    "invite list": case("invite list", with_invite),
    "invite remove": case("invite remove 1", with_invite),
    "news list": case("news list", with_news),
    "news add": case("news add Rooms The gallery is open."),
    "news edit": case("news edit 1 Other words --title New", with_news),
    "news remove": case("news remove 1", with_news),
    "motd show": case("motd show"),
    "motd set": case("motd set Quiet tonight."),
    "motd clear": case("motd clear"),
    "board list": case("board list"),
    "board add": case("board add hunt Hunt Where to find what"),
    "board archive": case("board archive cases"),
    "board restore": case("board restore cases", with_archived),
    "thread set": case("thread set 1 locked", with_post),
    "post hide": case("post hide 1 spoils", with_post),
    "post show": case("post show 1", with_post),
    "oneliner remove": case("oneliner remove 1", with_line),
    "report list": case("report list", with_report),
    "report show": case("report show SETUP", with_report),
    "report close": case("report close SETUP mended", with_report),
    "table list": case("table list --all"),
    "table inspect": case("table inspect TABLE"),
    "table pause": case("table pause TABLE the power goes"),
    "table resume": case("table resume TABLE", with_pause),
    "table end": case("table end TABLE they asked"),
    "table hand-over": case("table hand-over TABLE 2 Armitage"),
    "table autopilot": case("table autopilot TABLE 2 on"),
    "table take-back": case("table take-back TABLE 1", error="nothing-to-take-back"),
    "table undo": case("table undo TABLE misread", with_answers),
    "table export": case("table export TABLE --file"),
    "settings show": case("settings show max"),
    "settings reload": case("settings reload"),
    "log-level": case("log-level warning"),
    "drain": case("drain on"),
    "shutdown in": case("shutdown in 10m a new version"),
    "shutdown now": case("shutdown now smoke"),
    "shutdown cancel": case("shutdown cancel", with_shutdown),
    "shutdown show": case("shutdown show", with_shutdown),
    "stats": case("stats"),
    "audit search": case("audit search --who Wilbur"),
    "clean now": case("clean now"),
    "doctor": case("doctor"),
    "backup now": case("backup now"),
    "backup list": case("backup list", with_backup),
    "backup verify": case("backup verify latest", with_backup),
    "backup restore": case("backup restore latest", with_backup, "server-runs"),
    "help": case("help ban"),
}

VARIES = {
    *("code", "session", "id", "table", "commitment", "seed", "handle_by", "bytes", "pid", "up_s"),
    *("memory_mib", "descriptors", "idle_s", "here_s", "made_at", "directory", "file", "lines"),
    *("waiting_s", "waiting_bytes", "process", "store", "attending", "told", "by", "data_dir"),
    *("clock", "decision", "name", "names", "removed", "sentence", "which", "heard", "database"),
    *("calls", "calls_day", "calls_week", "last_seen_at", "last_calls", "lines_ended", "left_s"),
    *("ref", "location", "advice", "game_id", "began_at", "ended_at"),
}
"""What differs from board to board, from second to second, or by how many menus are open."""


def alike(value: Any) -> Any:
    """Return a JSON value without what may differ between two boards."""
    if isinstance(value, dict):
        return {k: alike(v) for k, v in value.items() if k not in VARIES}
    if isinstance(value, list):
        return [alike(v) for v in value]
    if isinstance(value, str):
        return re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|/[\w/.-]+", "*", value)
    return value


def test_every_command_has_a_case_here() -> None:
    assert {c.name for c in COMMANDS.all()} == set(CASES)


LIVE_GROUPS = {
    *("who", "sessions", "session", "kick", "mute", "ban", "broadcast", "table", "shutdown"),
    *("drain", "account", "stats"),
}
"""Commands for which Ann and Bob are on the line and at a table."""


REPEATABLE = {
    *("mute", "unmute", "broadcast", "account enable", "account hold", "account reset-password"),
    *("unlock", "news add", "news edit", "motd set", "motd clear", "board archive", "thread set"),
    *("post hide", "post show", "settings reload", "clean now", "backup now", "backup verify"),
    *("backup restore", "drain", "shutdown in", "invite create"),
}
"""Acts that say the same when they are done again: one board serves all three ways."""


async def prepare(bureau: Bureau, case: Case) -> list[str]:
    """Bring a board into the state a case needs; return the words with their ids."""
    if case.words[0] in LIVE_GROUPS:
        await bureau.arrives("Ann", key=KEYS["Ann"])
        await bureau.arrives("Bob", address="192.0.2.8")
    found = await case.setup(bureau)
    table = bureau.table.id if hasattr(bureau, "table") else ""
    return [w.replace("TABLE", table).replace("SETUP", str(found)) for w in case.words]


async def run_by(bureau: Bureau, way: str, words: list[str], case: Case) -> Any:
    """Run a case by one way, see that exactly the right record was kept, return what is alike."""
    command = next(c for c in COMMANDS.all() if case.words[: len(c.words)] == c.words)
    before = len(await bureau.store.audit.search(limit=1000))
    status, answer = await bureau.by(way, words)
    acts = (await bureau.store.audit.search(limit=1000))[::-1][before:]
    assert answer["ok"] is (case.error == ""), answer
    assert answer.get("error", "") == case.error
    assert status == (1 if case.error else 0)
    assert [a.action for a in acts] == ([command.name] if command.is_audited else [])
    for act in acts:
        assert act.way == way
        assert act.who == "Wilbur" if way != "cli" else act.who.endswith("@machine")
        assert act.address == ("local" if way == "cli" else "198.51.100.9")
        assert act.result == (case.error or "ok")
        reason = "reason" in {a.name for a in command.arguments if a.is_needed}
        assert bool(act.why) >= reason
    return alike(answer)


@pytest.mark.parametrize("name", sorted(CASES))
async def test_the_three_ways_say_the_same_and_leave_one_record(
    name: str, tmp_path: Path, empty_database: Path, played_database: Path
) -> None:
    case, answers = CASES[name], []
    database = played_database if case.words[0] in LIVE_GROUPS else empty_database
    command = next(c for c in COMMANDS.all() if c.name == name)
    if command.is_act and name not in REPEATABLE:
        for way in WAYS:
            async with open_bureau(tmp_path / way, database) as bureau:
                answers.append(await run_by(bureau, way, await prepare(bureau, case), case))
    else:
        async with open_bureau(tmp_path / "data", database) as bureau:
            words = await prepare(bureau, case)
            answers = [await run_by(bureau, way, words, case) for way in WAYS]
    if name in ("audit search", "sessions", "who", "stats", "account list"):
        # These show the menu's own session, or the acts before.
        assert {type(a["result"]) for a in answers} == {type(answers[0]["result"])}
    else:
        assert answers[0] == answers[1] == answers[2]


NEEDS_CALLERS = {
    *("session show", "kick", "broadcast", "settings reload", "log-level", "drain"),
    *("shutdown in", "shutdown now", "shutdown cancel", "shutdown show"),
}


async def test_on_a_stopped_board_each_is_done_or_it_is_said_why_not(
    tmp_path: Path, played_database: Path
) -> None:
    async with open_bureau(tmp_path / "data", played_database) as bureau:
        await prepare(bureau, CASES["table undo"])
        for setup in (with_news, with_invite, with_ban, with_post, with_line, with_archived):
            await setup(bureau)
        report = await with_report(bureau)
        await with_backup(bureau)
    for name, case in sorted(CASES.items()):
        site = tmp_path / name.replace(" ", "-")
        shutil.copytree(tmp_path / "data", site)
        words = [w.replace("TABLE", bureau.table.id).replace("SETUP", report) for w in case.words]
        if name == "table resume":
            words[0:2] = ["table", "pause"]
        place = Site(site, f"sqlite:///{site / 'arkham.db'}")
        answer = await asyncio.to_thread(run_on_machine, words, place)
        if name in NEEDS_CALLERS:
            assert (answer.status, "not running" in answer.lines[0]) == (1, True), name
        else:
            refused = case.error not in ("", "server-runs") and name != "table take-back"
            assert answer.status == int(refused), (name, answer.lines)
