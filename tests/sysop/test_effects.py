"""What the acts do to people and tables, at once and for good."""

from __future__ import annotations

import asyncio
import json
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import CapturingLogger

from arkham_bbs.accounts import REGISTRATION_MODES, ROLES, LoginRefused
from arkham_bbs.config import Problem, SettingsError
from arkham_bbs.doors.ssh_commands import ExecRequest
from arkham_bbs.game.verify import verify
from arkham_bbs.lobby import TableSpec
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.ops.local_line import NAME, Request, ask
from arkham_bbs.store import Store
from arkham_bbs.sysop import COMMANDS, split_words
from arkham_bbs.sysop.closing import CLOSING_SOON, NO_CALLS, format_left
from arkham_bbs.sysop.reading import parse_network, parse_time
from arkham_bbs.sysop.refusals import SENTENCES, SysopRefused
from arkham_bbs.terminal import Capabilities
from tests.lobby.toy import Toy, ToyEngine
from tests.sysop.bureau import KEYS, Bureau, open_bureau


# -- people ---------------------------------------------------------------------------------------
async def test_a_kick_closes_the_line_with_its_reason_and_the_caller_may_return(
    bureau: Bureau,
) -> None:
    ann = await bureau.arrives("Ann")
    assert (await bureau.does("Wilbur", "kick", "ann", "Mind", "your", "manners.")).status == 0
    assert "Mind your manners." in await ann.is_over()
    assert ann.wire.is_down
    assert bureau.lobby.presences.of(bureau.people["Ann"].id) is None
    await bureau.arrives("Ann")


async def test_a_name_with_blanks_needs_no_quotes_where_somebody_has_it(bureau: Bureau) -> None:
    for handle in ("Bob O'Hara",):
        bureau.people[handle] = await bureau.accounts.create(handle)
    caller = await bureau.arrives("Bob O'Hara", address="192.0.2.9")
    done = await bureau.does("Wilbur", *["mute", "bob", "o'hara", "30m", "singing"])
    assert "Bob O'Hara cannot talk until" in "\n".join(done.lines(80))
    (kept,) = await bureau.store.audit.search(action="mute")
    assert (kept.subject, kept.why) == ("Bob O'Hara", "singing")
    for words in ("session show bob o'hara", "unmute bob o'hara", "account show bob o'hara"):
        assert (await bureau.does("Wilbur", *words.split())).status == 0, words
    done = await bureau.does("Wilbur", *["kick", "bob", "o'hara", "being", "rude"])
    assert done.status == 0
    assert "closed this line: being rude." in await caller.is_over()
    done = await bureau.does("Wilbur", *["ban", "account", "bob", "o'hara", "--for", "2h", "spite"])
    assert "account Bob O'Hara is shut out" in "\n".join(done.lines(80))
    assert (await bureau.does("Wilbur", *["unban", "bob", "o'hara"])).status == 0
    done = await bureau.does("Wilbur", *["account", "show", "bob", "carter"])
    assert "Put a name with blanks in quotes." in done.sentence


async def test_with_no_server_nobody_is_on_the_line_and_nobody_can_be_kicked(
    tmp_path: Path, empty_database: Path
) -> None:
    for words, status, told in (
        (("who",), 0, "The server is not running, so nobody is on the line."),
        (("sessions",), 0, "The server is not running, so nobody is on the line."),
        (("kick", "Ann", "why"), 1, "The server is not running"),
    ):
        async with open_bureau(tmp_path / words[0], empty_database) as bureau:
            done, lines = await bureau.stop_and_run(*words)
        assert done == status
        assert told in lines[0]


async def test_a_report_says_who_made_it(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await ann.types("bug the clock is wrong", "The sysop knows it as")
    guest = bureau.call(door="telnet", address="192.0.2.9")
    await guest.sees("Your name:")
    await guest.types("guest", "Lobby>")
    await guest.types("bug no lamp burns", "The sysop knows it as")
    await bureau.store.reports.add("table-fault", "odd", {})
    found = (await bureau.does("Wilbur", "report", "list")).plain()["result"]
    assert [report["by"] for report in found] == ["the board", "Guest 1", "Ann"]
    listed = "\n".join((await bureau.does("Wilbur", "report", "list")).lines(120))
    assert "Guest 1" in listed
    shown = await bureau.does("Wilbur", "report", "show", found[2]["ref"])
    assert "bug, by Ann, " in shown.lines(80)[0]


async def test_a_line_without_a_name_is_kicked_by_its_session(bureau: Bureau) -> None:
    stranger = bureau.call(door="telnet")
    await stranger.sees("Your name")
    assert (await bureau.does("Wilbur", "kick", stranger.session[:5], "Go", "on.")).status == 0
    assert "Go on." in await stranger.is_over()
    assert bureau.desk.lines() == ()


async def test_a_ban_of_an_account_ends_its_line_and_its_tokens_at_once(bureau: Bureau) -> None:
    ann_id = bureau.people["Ann"].id
    ann = await bureau.arrives("Ann")
    token = await bureau.accounts.resume_token(ann_id, "s", "192.0.2.7")
    outcome = await bureau.does("Morgan", "ban", "account", "Ann", "--for", "2h", "Spite.")
    assert outcome.status == 0
    read = await ann.is_over()
    assert "closed to you" in read
    assert "Spite." in read
    with pytest.raises(LoginRefused):
        await bureau.accounts.resume(token, "192.0.2.7")
    with pytest.raises(LoginRefused) as refused:
        await bureau.accounts.login_key("Ann", KEYS["Ann"], "192.0.2.7")
    assert refused.value.code == "banned"
    assert (await bureau.does("Morgan", "unban", "Ann")).status == 0
    await bureau.accounts.login_key("Ann", KEYS["Ann"], "192.0.2.7")


@pytest.mark.parametrize(
    ("wish", "told"), [(("--for", "2h"), "until {at.day} {at:%B %Y, %H:%M} UTC"), ((), "for good")]
)
async def test_who_is_banned_reads_until_when(
    bureau: Bureau, wish: tuple[str, ...], told: str
) -> None:
    await bureau.accounts.set_password(bureau.people["Ann"].id, "the tide at midnight")
    ann = await bureau.arrives("Ann")
    await bureau.does("Morgan", "ban", "account", "Ann", *wish, "spite")
    (ban,) = await bureau.store.bans.active()
    told = told.format(at=ban.expires_at)
    read = " ".join((await ann.is_over()).split())
    assert f"This board is closed to you: spite. That holds {told}." in read
    again = bureau.call(door="telnet")
    await again.sees("Your name:")
    await again.types("Ann", "Password:")
    await again.types("the tide at midnight")
    read = " ".join((await again.is_over()).split())
    assert f"closed to you {told}: spite." in read
    assert read.count("closed to you") == 1


async def test_a_ban_of_a_network_ends_every_line_from_there_and_nobody_elses(
    bureau: Bureau,
) -> None:
    ann = await bureau.arrives("Ann", address="203.0.113.9")
    stranger = bureau.call(address="::ffff:203.0.113.77", door="telnet")
    bob = await bureau.arrives("Bob", address="203.0.114.9")
    token = await bureau.accounts.resume_token(bureau.people["Ann"].id, "s", "203.0.113.9")
    bobs = await bureau.accounts.resume_token(bureau.people["Bob"].id, "s", "203.0.114.9")
    outcome = await bureau.does("Wilbur", "ban", "network", "203.0.113.0/24", "noise")
    assert outcome.status == 0
    assert outcome.plain()["result"]["lines_ended"] == 2
    assert outcome.plain()["result"]["tokens_ended"] == 1
    for line in (ann, stranger):
        await line.is_over()
    await bob.types("who", "Bob")
    with pytest.raises(LoginRefused):
        await bureau.accounts.resume(token, "198.51.100.1")
    await bureau.accounts.resume(bobs, "203.0.114.9")
    assert await bureau.accounts.check_ban(address="203.0.113.200") is not None


async def test_a_ban_of_a_key_ends_the_line_it_opened(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann", key=KEYS["Ann"])
    assert (await bureau.does("Wilbur", "ban", "key", KEYS["Ann"], "stolen")).status == 0
    await ann.is_over()
    with pytest.raises(LoginRefused):
        await bureau.accounts.login_key("Ann", KEYS["Ann"], "192.0.2.7")


async def test_a_ban_is_over_when_its_time_is(bureau: Bureau) -> None:
    await bureau.does("Wilbur", "ban", "network", "203.0.113.9", "--for", "1s", "noise")
    found = (await bureau.store.bans.active())[0]
    assert found.expires_at is not None
    assert found.expires_at - found.created_at <= timedelta(seconds=1)


async def test_who_comes_in_is_told_whose_word_it_is_and_of_which_day_the_paper(
    bureau: Bureau,
) -> None:
    await bureau.does("Wilbur", "motd", "set", "The", "river", "is", "quiet.")
    yesterday = bureau.lobby.gazette.yesterday()
    ann = await bureau.arrives("Ann")
    assert "A word from the sysop: The river is quiet." in ann.read
    assert f"THE ARKHAM ADVERTISER: yesterday, {yesterday:%d %B %Y}" in ann.read


async def test_a_muted_caller_hears_and_cannot_talk(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await bureau.does("Morgan", "mute", "Ann", "forever", "shouting")
    presence = bureau.lobby.presences.of(bureau.people["Ann"].id)
    assert presence is not None
    with pytest.raises(LobbyRefused) as refused:
        await bureau.lobby.chat.say(presence.caller, "but")
    assert refused.value.code == "muted"
    await bureau.does("Morgan", "broadcast", "Tea", "is", "served")
    await ann.sees("Tea is served")
    await bureau.does("Morgan", "unmute", "Ann")
    await bureau.lobby.chat.say(presence.caller, "thank you")


async def test_a_broadcast_reaches_the_lobby_a_table_and_the_welcome(bureau: Bureau) -> None:
    ann, bob = await bureau.arrives("Ann"), await bureau.arrives("Bob")
    stranger = bureau.call(door="telnet")
    await stranger.sees("Your name")
    await bureau.play()
    await bob.types(f"resume {bureau.table.id}")
    await bureau.does("Wilbur", "broadcast", "The", "kettle", "is", "on")
    for line in (ann, bob, stranger):
        await line.sees("The kettle is on")


async def test_who_has_not_said_a_name_reads_whole_words_in_a_narrow_terminal(
    bureau: Bureau,
) -> None:
    stranger = bureau.call(door="telnet", caps=Capabilities(columns=40, rows=25, name="plain"))
    await stranger.sees("Your name")
    await bureau.does("Wilbur", "broadcast", *("The kettle is on. " * 8).split())
    await stranger.sees("is on.")
    await bureau.does("Wilbur", "kick", stranger.session[:5], *("Mind your manners. " * 8).split())
    read = await stranger.is_over()
    assert "manners." in read
    assert max(len(row) for row in read.split("\n")) < 40


async def test_a_new_name_is_at_the_table_and_on_the_line_at_once(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await bureau.play()
    assert (await bureau.does("Morgan", "account", "rename", "Ann", "Annabel")).status == 0
    assert bureau.table.seating.handle(0) == "Annabel"
    await ann.types("say hello", "Annabel")


async def test_a_new_account_is_entered_by_its_one_time_code_and_the_code_is_kept_nowhere(
    bureau: Bureau,
) -> None:
    outcome = await bureau.does("Wilbur", "account", "create", "Zebulon")
    code = outcome.plain()["result"]["code"]
    kept = await bureau.store.audit.search(action="account create")
    assert code not in repr(kept)
    entered = await bureau.accounts.login_reset("Zebulon", code, "a quiet river", "192.0.2.1")
    assert entered.handle == "Zebulon"
    with pytest.raises(LoginRefused):
        await bureau.accounts.login_reset("Zebulon", code, "another river", "192.0.2.1")
    again = await bureau.does("Wilbur", "account", "reset-password", "Zebulon")
    code = again.plain()["result"]["code"]
    await bureau.accounts.login_reset("Zebulon", code, "a third river", "192.0.2.1")


async def test_a_deleted_account_leaves_its_seat_free_and_the_game_whole(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await bureau.arrives("Bob")
    table = await bureau.play()
    assert (await bureau.does("Wilbur", "account", "delete", "Ann", "asked")).status == 0
    assert "gone" in await ann.is_over()
    assert table.seating.at(0).account is None
    assert table.decision is not None
    assert await bureau.accounts.find("Ann") is None


async def test_a_closed_account_is_told_and_cannot_return(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await bureau.does("Wilbur", "account", "disable", "Ann", "A pause was asked for.")
    assert "A pause was asked for." in await ann.is_over()
    with pytest.raises(LoginRefused) as refused:
        await bureau.accounts.login_key("Ann", KEYS["Ann"], "192.0.2.7")
    assert refused.value.code == "disabled"


# -- tables ---------------------------------------------------------------------------------------
async def test_a_paused_table_takes_no_answer_until_it_is_taken_up(bureau: Bureau) -> None:
    await bureau.arrives("Ann")
    table = await bureau.play()
    await bureau.does("Morgan", "table", "pause", table.id[:4])
    with pytest.raises(LobbyRefused) as refused:
        await bureau.answer(table)
    assert refused.value.code == "paused"
    await bureau.does("Morgan", "table", "resume", table.id)
    await bureau.answer(table)


async def test_a_pause_by_staff_says_why_and_is_theirs_to_lift(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    table = await bureau.play()
    await ann.types("resume", "who will you be?")
    why = "The staff have paused this table: Dispute going on."
    await bureau.does("Morgan", "table", "pause", table.id, "Dispute", "going", "on.")
    await ann.sees(f"{why} Clocks stand still.")
    for line in ("unpause", "pause", "resume", "1"):
        await ann.types(line, f"{why} Only they let it go on.")
    assert table.status == "paused"
    await ann.types("leave", "Lobby>")
    await ann.types("resume", f"{why} Only they let it go on. When it goes on, you are asked.")
    await bureau.does("Morgan", "table", "resume", table.id)
    await ann.sees("Play goes on.")
    await bureau.does("Morgan", "table", "pause", table.id)
    await ann.sees("The staff have paused this table. Clocks stand still.")
    assert table.lifetime.status_told().reason == ""


async def test_a_table_goes_by_its_title_as_well(bureau: Bureau) -> None:
    await bureau.arrives("Ann")
    table = await bureau.play()
    for name in ("Night shift", "NIGHT SHIFT", "shift", "nig sh", table.id, table.id[:6]):
        outcome = await bureau.does("Morgan", "table", "inspect", name)
        assert outcome.status == 0, name
        assert outcome.plain()["result"]["table"] == table.id
        assert outcome.plain()["result"]["rules"] == bureau.lobby.floor.engine.rules_version
    # One that is over stands back for the one that is played.
    assert (await bureau.does("Wilbur", "table", "end", table.id, "why")).status == 0
    second = await bureau.play()
    assert second.title == table.title
    outcome = await bureau.does("Morgan", "table", "inspect", "Night shift")
    assert outcome.plain()["result"]["table"] == second.id
    assert (await bureau.does("Morgan", "table", "inspect", " ")).code == "no-such-table"


async def test_staff_hand_seats_over_and_set_the_autopilot(bureau: Bureau) -> None:
    for handle in ("Ann", "Bob"):
        await bureau.arrives(handle)
    table = await bureau.play()
    assert (await bureau.does("Morgan", "table", "hand-over", table.id, "2", "Morgan")).status == 0
    assert table.seating.handle(1) == "Morgan"
    assert (await bureau.does("Morgan", "table", "autopilot", table.id, "1", "on")).status == 0
    assert table.seating.at(0).control == "autopilot"
    assert (await bureau.does("Morgan", "table", "autopilot", table.id, "1", "off")).status == 0
    assert table.seating.at(0).control == "caller"
    assert (await bureau.does("Morgan", "table", "hand-over", table.id, "9", "Ann")).status == 2


async def test_one_of_a_thing_is_not_told_as_several(bureau: Bureau) -> None:
    assert (await bureau.does("Wilbur", "backup", "now")).status == 0
    assert (await bureau.does("Wilbur", "backup", "list")).lines()[0].startswith("1 backup in ")
    bureau.fresh = bureau.settings.model_copy(update={"max_connections": 7})
    told = (await bureau.does("Wilbur", "settings", "reload")).lines()
    assert told[0] == "1 setting changed at once."


async def test_the_doctor_tells_of_sysops_and_reports_when_all_is_well_too(
    bureau: Bureau,
) -> None:
    told = (await bureau.does("Wilbur", "doctor")).lines()
    assert "OK sysops: the board has 2." in told
    assert "OK reports: none is open." in told


async def test_inspecting_a_table_tells_who_of_it_is_on_the_line(bureau: Bureau) -> None:
    await bureau.arrives("Ann")
    bob = await bureau.arrives("Bob")
    table = await bureau.play()
    await bob.types("quit", "Good night")
    await bob.is_over()
    told = (await bureau.does("Morgan", "table", "inspect", table.id)).lines()
    heading = next(line for line in told if line.startswith("SEAT"))
    # Above the heading is the table's id, and that may begin with a digit.
    seats = told[told.index(heading) + 1 :]
    at, rows = heading.index("ON-THE-LINE"), [row for row in seats if row[:1].isdigit()]
    assert [(row.split()[1], row[at:].split()[0]) for row in rows] == [
        ("Ann", "yes"),
        ("Bob", "no"),
    ]


async def test_undo_goes_back_to_the_checkpoint_and_keeps_the_answers_on_record(
    bureau: Bureau,
) -> None:
    await bureau.arrives("Ann")
    table = await bureau.play()
    await bureau.answer(table, 4)
    outcome = await bureau.does("Wilbur", "table", "undo", table.id, "a", "slip")
    assert outcome.status == 0
    assert await bureau.store.answers.last_seq(table.id) == 4
    export = await bureau.does("Wilbur", "table", "export", table.id)
    data = export.plain()["result"]
    assert [a["seq"] for a in data["answers"]] == [1, 2, 3, 4]
    assert json.loads("\n".join(export.lines()))["format"] == data["format"]
    as_json = await bureau.does("Wilbur", "table", "export", table.id, "--json")
    for shown in (export, as_json):
        verdict = verify("\n".join(shown.lines()).encode())
        assert verdict.wrong == []


async def test_a_table_s_export_at_the_desk_is_copied_without_pauses_and_checked(
    bureau: Bureau,
) -> None:
    await bureau.arrives("Ann")
    table = await bureau.play()
    await bureau.answer(table, 4)
    wilbur = await bureau.arrives("Wilbur", caps=Capabilities(columns=80, rows=24, name="plain"))
    await wilbur.types("sysop", "Sysop>")
    shown = await wilbur.types(f"table export {table.id}", '"seats_now"')
    shown += await wilbur.sees("Sysop>")
    assert "-- more" not in shown
    assert max(len(line) for line in shown.splitlines()) <= 70
    verdict = verify(shown.encode())
    assert (verdict.wrong, verdict.answers) == ([], 4)


async def test_a_stopped_board_lists_tables_as_they_stand(
    tmp_path: Path, empty_database: Path
) -> None:
    async with open_bureau(tmp_path / "data", empty_database) as bureau:
        for name in ("Ann", "Bob"):
            await bureau.arrives(name)
        callers = [bureau.lobby.presences.of(bureau.people[n].id) for n in ("Ann", "Bob")]
        ann, bob = (presence.caller for presence in callers if presence is not None)
        table = await bureau.lobby.create(ann, TableSpec(title="Live", seats=2, pace="live"))
        await bureau.lobby.join(bob, table.id)
        await table.start(ann)
        await table.settled()
        while table.turn < 2 or table.row(None).waiting_for != "Bob":
            await bureau.answer(table)
        facts = (table.turn, "Bob")
        status, lines = await bureau.stop_and_run("table", "list", "--json")
        assert status == 0
        row = json.loads("\n".join(lines))["result"][0]
        assert (row["turn"], row["waiting_for"]) == facts
        status, lines = await bureau.stop_and_run("table", "list")
        assert lines[0] == "1 table."
        record = await Store.open(bureau.office.site.database, migrate=False)
        try:
            kept = await record.games.get(table.id)
            assert kept is not None
            assert kept.table["turn"] == facts[0]
        finally:
            await record.close()


async def test_what_is_counted_has_its_singular_and_what_is_refused_its_subject(
    bureau: Bureau,
) -> None:
    await bureau.arrives("Ann")
    banned = await bureau.does("Wilbur", "ban", "account", "Ann", "old", "sins")
    assert "Ended at once: 1 line, 0 tokens." in banned.lines()[0]
    assert (await bureau.does("Wilbur", "bans")).lines()[0] == "1 ban."
    refused = await bureau.does("Morgan", "ban", "account", "Wilbur", "a", "coup")
    assert refused.code
    kept = (await bureau.store.audit.search(action="ban", limit=1))[0]
    assert (kept.who, kept.subject, kept.result) == ("Morgan", "Wilbur", refused.code)


async def test_help_at_eighty_columns_keeps_its_two_columns(bureau: Bureau) -> None:
    lines = (await bureau.does("Wilbur", "help")).lines(79)
    start = lines[0].index("ABOUT")
    table = lines[: -1 if lines[-1].startswith("help and") else None]
    assert all(len(line) <= 79 for line in table)
    assert [line for line in table if line[start - 1 : start] not in ("", " ")] == []
    assert any(line.startswith(" " * start) for line in table)
    narrow = (await bureau.does("Wilbur", "help")).lines(30)
    assert narrow[0].startswith("COMMAND ")


async def test_a_glance_at_the_socket_is_no_news_in_the_log(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = CapturingLogger()
    monkeypatch.setattr("arkham_bbs.sysop.line.log", heard)
    for sent in (b"", b'{"words":["who"'):
        _, writer = await asyncio.open_unix_connection(str(bureau.directory / NAME))
        writer.write(sent)
        writer.close()
        await writer.wait_closed()
    assert (await bureau.by("cli", ("who",)))[0] == 0
    assert heard.calls == []


async def test_a_fault_freezes_one_table_keeps_an_export_and_resume_tries_again(
    tmp_path: Path, empty_database: Path
) -> None:
    Toy.faulty = True
    async with open_bureau(tmp_path / "data", empty_database, ToyEngine()) as bureau:
        ann, wilbur = await bureau.arrives("Ann"), await bureau.arrives("Wilbur")
        table = await bureau.play()
        presence = bureau.lobby.presences.of(bureau.people["Ann"].id)
        assert presence is not None
        await bureau.answer(table, 2)
        with pytest.raises(LobbyRefused) as refused:
            await table.answer(presence.caller, "boom", number=2)
        reference = refused.value.facts["reference"]
        assert table.status == "frozen"
        await wilbur.sees(reference)
        await bureau.office.caretaker.stop()
        await table.settled()
        exports = list((tmp_path / "data" / "exports").glob("*.json"))
        assert len(exports) == 1
        assert stat.S_IMODE(exports[0].stat().st_mode) == 0o600
        kept = json.loads(exports[0].read_text())
        assert kept["fault"]["reference"] == reference
        assert [a["key"] for a in kept["answers"]] == ["stay", "stay", "boom"]
        page = bureau.metrics.page().decode()
        assert "arkham_tables_frozen_total 1.0" in page
        doctor = (await bureau.does("Wilbur", "doctor")).plain()["result"]
        found = {f["subject"]: f["state"] for f in doctor["findings"]}
        assert (found["tables"], found["sysops"], found["reports"]) == ("bad", "ok", "look")
        assert (await bureau.does("Morgan", "table", "resume", table.id)).code == "frozen"
        Toy.faulty = False
        assert (await bureau.does("Morgan", "table", "resume", table.id)).status == 0
        assert table.status == "playing"
        await ann.types("who", "Ann")


async def test_a_frozen_table_can_go_back_to_its_last_safe_point(
    tmp_path: Path, empty_database: Path
) -> None:
    Toy.faulty = True
    async with open_bureau(tmp_path / "data", empty_database, ToyEngine()) as bureau:
        await bureau.arrives("Ann")
        table = await bureau.play()
        presence = bureau.lobby.presences.of(bureau.people["Ann"].id)
        assert presence is not None
        with pytest.raises(LobbyRefused):
            await table.answer(presence.caller, "boom", number=0)
        outcome = await bureau.does("Morgan", "table", "resume", table.id, "--from-checkpoint")
        assert outcome.status == 0
        await bureau.answer(table, 2)


# -- closing --------------------------------------------------------------------------------------
async def pass_time(bureau: Bureau, seconds: float) -> None:
    end = bureau.time.now() + seconds
    while (due := bureau.lobby.scheduler.next_due()) is not None and due <= end:
        bureau.time.advance(max(0.0, due - bureau.time.now()))
        await bureau.lobby.scheduler.run_due()
    bureau.time.advance(end - bureau.time.now())


async def test_a_shutdown_is_counted_down_everywhere_and_then_happens(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    stranger = bureau.call(door="telnet")
    await stranger.sees("Your name")
    await bureau.does("Wilbur", "shutdown", "in", "10m", "a", "new", "version")
    for line in (ann, stranger):
        await line.sees("closes in 10 min; every game is kept. A new version.")
    for left, gap in (("5 min", 300), ("2 min", 180), ("1 min", 60)):
        await pass_time(bureau, gap)
        for line in (ann, stranger):
            await line.sees(f"closes in {left}")
    assert bureau.switchboard.turnstile.is_draining
    assert bureau.stopped == []
    await pass_time(bureau, 60)
    assert bureau.stopped == ["sysop: a new version"]


async def test_callers_never_read_the_name_somebody_has_on_the_machine(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    stranger = bureau.call(door="telnet")
    await stranger.sees("Your name")
    for words in (["broadcast", "The kettle is on."], ["shutdown", "in", "90s"]):
        answer = await asyncio.to_thread(ask, bureau.directory / NAME, Request(words))
        assert answer is not None
        assert answer.status == 0
    for line in (ann, stranger):
        await line.sees("The board: The kettle is on.")
        await line.sees("The board closes in 1 min 30 s;")
        assert "machine" not in line.read
    (kept,) = await bureau.store.audit.search(action="broadcast")
    assert kept.who.endswith("@machine")


async def test_the_sysop_reads_the_same_time_left_as_the_callers(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    told = "\n".join((await bureau.does("Wilbur", "shutdown", "in", "90s")).lines(80))
    assert "The board closes in 1 min 30 s." in told
    await ann.sees("The board closes in 1 min 30 s;")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (120.0, "2 min"),
        (119.996, "2 min"),
        (119.0, "1 min 59 s"),
        (45.2, "46 s"),
        (3600.0, "1 h"),
        (7500.0, "2 h 5 min"),
    ],
)
def test_how_long_there_is_is_never_told_too_short(seconds: float, told: str) -> None:
    assert format_left(seconds) == told


async def test_a_shutdown_that_is_called_off_does_not_happen(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await bureau.does("Wilbur", "shutdown", "in", "30s")
    assert bureau.switchboard.turnstile.is_draining
    await bureau.does("Wilbur", "shutdown", "cancel")
    await ann.sees("stays open after all")
    assert not bureau.switchboard.turnstile.is_draining
    await pass_time(bureau, 600)
    assert bureau.stopped == []
    assert (await bureau.does("Wilbur", "shutdown", "cancel")).code == "no-shutdown"


async def test_draining_refuses_new_calls_and_keeps_those_inside(bureau: Bureau) -> None:
    ann = await bureau.arrives("Ann")
    await bureau.does("Wilbur", "drain", "on")
    await ann.types("who", "Ann")
    assert NO_CALLS in await bureau.call("Bob").is_over()
    stranger = bureau.call(door="telnet")
    await stranger.sees(NO_CALLS)
    await stranger.sees("Your name:")
    await stranger.types("new")
    assert "closing for the night" not in await stranger.is_over()
    await bureau.does("Wilbur", "drain", "off")
    await bureau.arrives("Bob")


async def test_staff_come_in_by_key_and_by_password_while_new_calls_are_refused(
    bureau: Bureau,
) -> None:
    for who in ("Morgan", "Bob"):
        await bureau.accounts.set_password(bureau.people[who].id, "the tide at midnight")
    await bureau.does("Wilbur", "shutdown", "in", "30s")
    assert CLOSING_SOON in await bureau.call("Bob").is_over()
    await bureau.arrives("Armitage")
    for who, wanted in (("Bob", CLOSING_SOON), ("Morgan", "Lobby>")):
        line = bureau.call(door="telnet")
        await line.sees(CLOSING_SOON)
        await line.types(who, "Password:")
        await line.types("the tide at midnight", wanted)
    key = {"address": "192.0.2.9", "session_id": "x"}
    wilbur, bob = (bureau.people[who].id for who in ("Wilbur", "Bob"))
    exported = await bureau.office.run_command(
        ExecRequest(bob, words=("Night",), command="export", **key)
    )
    assert (exported.status, exported.err) == (1, CLOSING_SOON)
    done = await bureau.office.run_command(ExecRequest(wilbur, words=("drain", "off"), **key))
    assert done.status == 0
    assert not bureau.switchboard.turnstile.is_draining


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("drain", "Type drain on or drain off."),
        (
            "thread set 12",
            "Type thread set 12 locked, thread set 12 unlocked, thread set 12 pinned or thread "
            "set 12 unpinned.",
        ),
        ("log-level loud", '"loud" will not do for log-level: debug, info, warning, error.'),
    ],
)
async def test_what_has_a_few_words_to_choose_from_names_them(
    bureau: Bureau, typed: str, told: str
) -> None:
    outcome = await bureau.does("Wilbur", *typed.split())
    assert outcome.status == 2
    assert "\n".join(outcome.lines(200)).startswith(told)


def test_the_words_to_choose_from_are_those_that_are_known() -> None:
    choices = {
        command.name: argument.choices
        for command in COMMANDS.all()
        for argument in command.arguments
        if argument.choices
    }
    assert choices["registration set"] == REGISTRATION_MODES
    assert choices["account role"] == ROLES


# -- settings, log, first sysop -------------------------------------------------------------------
async def test_reload_changes_what_can_change_and_names_what_waits(bureau: Bureau) -> None:
    bureau.fresh = bureau.settings.model_copy(
        update={"idle_s": 7200.0, "registration": "hold", "ssh_port": 2244, "backup_keep": 3}
    )
    outcome = await bureau.does("Wilbur", "settings", "reload")
    assert outcome.plain()["result"] == {
        "changed": {"idle_s": "7200.0", "registration": "hold", "backup_keep": "3"},
        "waiting": {"ssh_port": "2244"},
    }
    assert bureau.services.settings.idle_s == 7200.0
    assert await bureau.accounts.registration() == "hold"
    assert bureau.desk.site.upkeep.backup_keep == 3
    again = await bureau.does("Wilbur", "settings", "reload")
    assert again.plain()["result"]["changed"] == {}


async def test_a_wrong_settings_file_changes_nothing(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise SettingsError([Problem("idle_s", "soon", "a number of seconds", "in the file")])

    monkeypatch.setattr(bureau.office, "_read", broken)
    outcome = await bureau.does("Wilbur", "settings", "reload")
    assert outcome.code == "settings"
    assert "idle_s = 'soon'" in outcome.sentence


async def test_no_password_is_shown_among_the_settings(bureau: Bureau) -> None:
    bureau.fresh = bureau.settings.model_copy(
        update={"database_url": "postgresql://a:hunter2@h/d", "smtp_password": "hunter2"}
    )
    bureau.office._settings = bureau.fresh
    text = (await bureau.does("Wilbur", "settings", "show")).json()
    assert b"hunter2" not in text
    assert b"***" in text


async def test_the_socket_is_private_and_gone_with_the_server(bureau: Bureau) -> None:
    path = bureau.directory / NAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await bureau.office.stop()
    assert not path.exists()


async def test_the_machine_makes_the_first_sysop(tmp_path: Path, empty_database: Path) -> None:
    async with open_bureau(tmp_path / "data", empty_database) as bureau:
        status, lines = await bureau.stop_and_run("grant", "Bob")
    assert (status, "Bob is sysop now" in lines[0]) == (0, True)


# -- reading --------------------------------------------------------------------------------------
def test_times_networks_and_words_are_read() -> None:
    assert parse_time("90s") == 90
    assert parse_time("1h30m") == 5400
    assert parse_time("10") == 600
    for wrong in ("", "0", "-5m", "5x", "9999999d", "١٠m"):
        with pytest.raises(SysopRefused):
            parse_time(wrong)
    assert str(parse_network("::ffff:192.0.2.7")) == "192.0.2.7/32"
    assert str(parse_network("192.0.2.7/24")) == "192.0.2.0/24"
    assert split_words('news add "Two words" don\'t') == ("news", "add", "Two words", "don't")
    assert split_words("kick Ann 'too loud'", like_shell=True) == ("kick", "Ann", "too loud")
    with pytest.raises(ValueError, match="quotation"):
        split_words('say "half')


def test_commands_may_be_shortened_and_are_guessed_when_misspelt() -> None:
    assert COMMANDS.find(["tab", "insp", "x"])[0].name == "table inspect"
    assert COMMANDS.find(["ban", "account"])[0].name == "ban"
    with pytest.raises(SysopRefused) as refused:
        COMMANDS.find(["acount", "show"])
    assert "account show" in refused.value.facts["hint"]
    with pytest.raises(SysopRefused) as refused:
        COMMANDS.find(["s"])
    assert refused.value.code in ("which-command", "unknown-command")


async def test_a_reason_is_asked_for_where_somebody_is_harmed(bureau: Bureau) -> None:
    for words in (("kick", "Ann"), ("ban", "account", "Ann"), ("account", "delete", "Ann")):
        assert (await bureau.does("Wilbur", *words)).code == "needs-reason"
    outcome = await bureau.does("Wilbur", "account", "enable", "Ann", "--reason", "he asked")
    assert outcome.status == 0
    assert (await bureau.store.audit.search(action="account enable"))[0].why == "he asked"


async def test_bug_a_reason_of_several_words_needs_no_quotes(bureau: Bureau) -> None:
    words = ("ban", "network", "192.0.2.7", "--reason", "the", "pipes", "burst")
    assert (await bureau.does("Wilbur", *words)).status == 0
    assert (await bureau.store.audit.search(action="ban", limit=1))[0].why == "the pipes burst"


def test_every_sentence_can_be_filled_in() -> None:
    for template in SENTENCES.values():
        template.format_map(dict.fromkeys("abc", "x") | dict.fromkeys(_fields(template), "x"))


def _fields(template: str) -> list[str]:
    import string

    return [name for _, name, _, _ in string.Formatter().parse(template) if name]


async def test_what_callers_typed_cannot_reach_the_sysops_terminal(bureau: Bureau) -> None:
    await bureau.store.reports.add("bug", "a\x1b[2Jb\x9bc\u202ed", {})
    outcome = await bureau.does("Wilbur", "report", "list")
    text = "\n".join(outcome.lines())
    assert "\x1b" not in text
    assert "\x9b" not in text
    assert "\u202e" not in text
    assert outcome.json().isascii()


async def test_acts_at_once_leave_each_a_record(bureau: Bureau) -> None:
    await asyncio.gather(*(bureau.does("Wilbur", "motd", "set", f"number {n}") for n in range(20)))
    assert len(await bureau.store.audit.search(action="motd set")) == 20
