"""The services on a real server: SSH with a key, the command itself, live bans, figures, limits."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import asyncssh
import pytest
from prometheus_client.parser import text_string_to_metric_families

from arkham_bbs.game.verify import verify
from arkham_bbs.lobby import Caller, TableSpec
from tests.sysop.served import PASSWORD, Served, serve

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def served(tmp_path: Path, empty_database: Path) -> AsyncIterator[Served]:
    async with serve(
        tmp_path / "data", empty_database, line_length=100, input_lines=5, negotiation_limit_kib=4
    ) as opened:
        yield opened


async def on_the_machine(served: Served, *words: str) -> tuple[int, str, str]:
    """Run `arkham-bbs sysop ...` as a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "arkham_bbs.cli", "sysop", "--data-dir", str(served.server.settings.data_dir)),
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if not k.startswith("ARKHAM_")},
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_ssh_runs_commands_for_a_registered_key_and_for_nothing_else(served: Served) -> None:
    accounts = served.server.accounts
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    wilbur, ann = await accounts.find("Wilbur"), await accounts.find("Ann")
    assert wilbur is not None
    assert ann is not None
    await accounts.add_key(wilbur.id, key.export_public_key().decode())
    await accounts.add_key(ann.id, other.export_public_key().decode())
    await accounts.set_password(wilbur.id, PASSWORD)
    port = served.server.settings.ssh_port

    def connect(user: str, **proof: object) -> object:
        return asyncssh.connect(
            "127.0.0.1", port, username=user, known_hosts=None, config=None,
            agent_path=None, **proof,
        )  # fmt: skip

    async with connect("wilbur", client_keys=[key]) as line:  # type: ignore[attr-defined]
        done = await line.run("sysop stats --json")
        assert (done.exit_status, json.loads(done.stdout)["ok"]) == (0, True)
        done = await line.run('sysop motd set "Don\'t feed the cat"')
        assert done.exit_status == 0
        done = await line.run("sysop nonsense")
        assert (done.exit_status, "I cannot read" in done.stderr) == (2, True)
        done = await line.run("sysop")
        assert "table list" in done.stdout
    async with connect("ann", client_keys=[other]) as line:  # type: ignore[attr-defined]
        done = await line.run("sysop who")
        assert (done.exit_status, "takes the role" in done.stderr) == (1, True)
    async with connect(  # type: ignore[attr-defined]
        "wilbur", password=PASSWORD, client_keys=None
    ) as line:
        done = await line.run("sysop who")
        assert (done.exit_status, "registered key" in done.stderr) == (1, True)
    async with connect("bbs") as line:  # type: ignore[attr-defined]
        assert (await line.run("sysop who")).exit_status == 1
    motd = await served.server.store.motd.get()
    assert motd is not None
    assert motd.text == "Don't feed the cat"
    kept = await served.server.store.audit.search(action="motd set")
    assert (kept[0].who, kept[0].way, kept[0].address) == ("Wilbur", "ssh", "127.0.0.1")


async def test_a_game_is_taken_home_as_a_file_over_ssh(served: Served) -> None:
    accounts, lobby = served.server.accounts, served.server.lobby
    people = [await accounts.find(name) for name in ("Ann", "Bob")]
    callers = [Caller(p.id, p.handle) for p in people if p is not None]
    await accounts.set_password(callers[0].account, PASSWORD)
    await accounts.set_password(callers[1].account, PASSWORD)
    table = await lobby.create(
        callers[0], TableSpec(title="Night Shift", seats=1, minimum=1, pace="slow", private=True)
    )
    await table.start(callers[0])
    for _ in range(4):
        decision = table.decision
        assert decision is not None
        await table.answer(callers[0], decision.options[0].key, number=decision.number)

    async def export(user: str, game: str) -> tuple[int | None, str, str]:
        async with asyncssh.connect(
            "127.0.0.1", served.server.settings.ssh_port, username=user, known_hosts=None,
            config=None, agent_path=None, client_keys=None, password=PASSWORD,
        ) as line:  # fmt: skip
            done = await line.run(f"export {game}")
        return done.exit_status, str(done.stdout), str(done.stderr)

    status, out, _ = await export("ann", '"night shift"')
    assert (status, json.loads(out)["seed"]) == (0, "")
    for part in ("Night", "shift", "the night"):
        assert (await export("ann", part))[0] == 0, part
    assert (await export("ann", "2"))[0] == 1
    await table.end(Caller(0, "Wilbur", "sysop"))
    status, out, err = await export("ann", table.id[:6])
    assert (status, err) == (0, "")
    verdict = verify(out.encode())
    assert (verdict.wrong, verdict.answers) == ([], 4)
    status, out, err = await export("bob", table.id)
    assert (status, out, "no table of that name" in err) == (1, "", True)
    assert (await export("ann", ""))[0] == 2
    assert "under your own name" in (await export("bbs", table.id))[2]


async def test_the_command_reaches_the_running_server_at_once(served: Served) -> None:
    zadok = await served.register("Zadok")
    status, out, _ = await on_the_machine(served, "who", "--json")
    assert status == 0
    assert [p["handle"] for p in json.loads(out)["result"]] == ["Zadok"]
    status, out, _ = await on_the_machine(served, "kick", "Zadok", "The", "tide", "is", "in.")
    assert status == 0
    assert b"The tide is in." in await zadok.rest()
    status, _, err = await on_the_machine(served, "kick", "Zadok", "again")
    assert (status, "No line here" in err) == (1, True)
    status, _, err = await on_the_machine(served, "kick")
    assert status == 2


async def test_a_ban_of_a_live_caller_ends_the_line_and_keeps_the_door_shut(
    served: Served,
) -> None:
    obed = await served.register("Obed")
    desk = served.server.office.desk
    wilbur = await served.server.accounts.find("Wilbur")
    assert wilbur is not None
    actor = await desk.actor(wilbur.id, "ssh", "198.51.100.9")
    outcome = await desk.run(actor, ("ban", "account", "Obed", "--for", "7d", "Old sins."))
    assert outcome.status == 0
    assert b"closed to you" in await obed.rest()
    again = await served.call()
    await again.expect(b"Your name: ")
    again.send(b"Obed\r\n")
    await again.expect(b"assword: ")
    again.send(PASSWORD.encode() + b"\r\n")
    assert b"Old sins." in await again.rest()
    outcome = await desk.run(actor, ("ban", "network", "127.0.0.1", "--force", "a", "test"))
    assert outcome.status == 0
    refused = await served.call()
    assert b"does not take calls from your address" in await refused.rest()
    assert served.figure("arkham_refused_total", door="telnet", reason="banned") == 1
    assert served.figure("arkham_dropped_total", door="telnet", reason="banned") >= 1
    assert served.figure("arkham_bans_made_total") == 2


async def test_the_figures_are_read_by_prometheus_own_parser(served: Served) -> None:
    await served.register("Zadok")
    desk = served.server.office.desk
    wilbur = await served.server.accounts.find("Wilbur")
    assert wilbur is not None
    await desk.run(await desk.actor(wilbur.id, "ssh", ""), ("backup", "now"))
    families = {f.name: f for f in text_string_to_metric_families(await served.metrics())}
    wanted = {
        *("arkham_sessions", "arkham_connections", "arkham_refused", "arkham_dropped"),
        *("arkham_logins", "arkham_login_failures", "arkham_faults", "arkham_tables"),
        *("arkham_decision_seconds", "arkham_loop_lag_seconds", "arkham_loop_blocked"),
        *("arkham_output_queue_bytes", "arkham_commits", "arkham_answers", "arkham_people"),
        *("arkham_store_failures", "arkham_bans_made", "arkham_sysop_acts", "arkham_backups"),
        *("arkham_tables_frozen", "arkham_limits_met", "process_resident_memory_bytes"),
        *("process_open_fds", "arkham_passwords_waiting"),
    }
    assert wanted <= set(families)
    sessions = {s.labels["door"]: s.value for s in families["arkham_sessions"].samples}
    assert sessions["telnet"] == 1
    assert families["arkham_sysop_acts"].samples[0].value == 1


# -- limits that can be set, tripped over a real socket --------------------------------------------
async def test_a_line_longer_than_the_setting_is_cut_and_counted(served: Served) -> None:
    caller = await served.register("Zadok")
    caller.send(b"say " + b"x" * 300 + b"\r\n")
    await caller.expect(b"A line holds 100 characters")
    await caller.expect(b"xxx")
    await caller.expect(b"Lobby> ")
    said = (await served.server.store.chat.scrollback("lobby", 5))[-1]
    assert len(said.text) == 96
    assert served.figure("arkham_limits_met_total", limit="line-length") == 1


async def test_more_lines_at_once_than_the_setting_are_dropped_with_a_word(
    served: Served,
) -> None:
    caller = await served.register("Zadok")
    caller.send(b"".join(b"say line %d\r\n" % n for n in range(60)))
    await caller.expect(b"beyond 5 lines has been dropped")
    assert served.figure("arkham_limits_met_total", limit="input-lines") >= 1
    assert len(await served.server.store.chat.scrollback("lobby", 100)) < 60


async def test_a_client_that_negotiates_without_end_is_told_and_dropped(served: Served) -> None:
    caller = await served.call()
    await caller.expect(b"Your name: ")
    caller.send(b"\xff\xfb\x01\xff\xfc\x01" * 3000)
    assert b"negotiates without end" in await caller.rest()
    assert served.figure("arkham_dropped_total", door="telnet", reason="negotiation") == 1


async def test_a_line_that_keeps_more_than_one_caller_may_is_told_and_closed(
    tmp_path: Path, empty_database: Path
) -> None:
    async with serve(tmp_path / "data", empty_database, session_memory_kib=256) as served:
        board = served.server.switchboard
        assert board.limits.session_bytes == 256 * 1024
        # Less than may be set, so that few lines will do.
        board.turnstile.set_limits(replace(board.limits, session_bytes=24 * 1024))
        calm, hoarder = await served.register("Zadok"), await served.register("Obed")
        # Each is another line, so that each goes into the history of typed lines.
        hoarder.send(b"".join(b"%d" % number + b"x" * 900 + b"\r\n" for number in range(18)))
        await hoarder.expect(b'I cannot read "17x')
        hoarder.send(b"".join(b"%d" % number + b"y" * 900 + b"\r\n" for number in range(18)))
        await hoarder.expect(b"keeps more than one caller may have of the exchange's memory")
        await hoarder.rest()
        await served.until(
            lambda: served.figure("arkham_dropped_total", door="telnet", reason="session-memory")
        )
        await calm.expect(b"Obed has left the board.")
        calm.send(b"who\r\n")
        await calm.expect(b"One caller is on the line.")
        assert 'arkham_session_memory_bytes{kind="most"}' in await served.metrics()


async def test_settings_reload_moves_a_limit_while_callers_are_on(
    served: Served, tmp_path: Path
) -> None:
    caller = await served.register("Zadok")
    office = served.server.office
    fresh = served.server.settings.model_copy(update={"max_connections": 1})
    office._read = lambda: fresh
    wilbur = await served.server.accounts.find("Wilbur")
    assert wilbur is not None
    actor = await office.desk.actor(wilbur.id, "ssh", "")
    assert (await office.desk.run(actor, ("settings", "reload"))).status == 0
    refused = await served.call()
    assert b"Every line into Arkham is taken" in await refused.rest()
    caller.send(b"who\r\n")
    await caller.expect(b"Zadok")
    assert served.figure("arkham_refused_total", door="telnet", reason="full") == 1


async def test_the_shutdown_command_closes_the_server_cleanly(served: Served) -> None:
    caller = await served.register("Zadok")
    stranger = await served.call()
    await stranger.expect(b"Your name: ")
    status, _, _ = await on_the_machine(served, "shutdown", "now", "The lamps are low")
    assert status == 0
    async with asyncio.timeout(10):
        await served.server.wait()
    await served.server.stop()
    for line in (caller, stranger):
        said = b" ".join((await line.rest()).split())
        assert b"closing" in said
        assert b"The lamps are low." in said
    assert served.server.reason == "sysop: The lamps are low"
    assert "Traceback" not in served.log.getvalue()
