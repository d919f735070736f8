"""Every entry of the lobby's menu, by scripted callers. Room: session."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from arkham_bbs.game.options import Options, investigators_per_player
from arkham_bbs.lobby import TableSpec
from arkham_bbs.lobby.presence import PersonHere
from arkham_bbs.session.creating import FIELDS, how_many_each
from arkham_bbs.session.lobby_room import LOBBY
from arkham_bbs.session.table_room import TABLE
from arkham_bbs.store import HonourLine
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PASSWORD, PLAIN80, Board

VIEWS = pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)


@VIEWS
async def test_every_command_of_the_lobby_has_a_page_of_help(
    board: Board, caps: Capabilities
) -> None:
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("?", "Type help and a word", "Lobby>")
    for command in LOBBY:
        page = await ann.runs(f"? {command.name}")
        assert "Usage:" in page
        assert "Example:" in page


async def test_every_command_of_the_table_has_a_page_of_help(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    for command in TABLE:
        await ann.types(f"? {command.name}", "Usage:", "Example:", "> ")


async def test_creating_by_one_line_takes_every_option(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types(
        "create Deep Water seats=3 min=2 pace=slow clock=12h preset=printed on=LOST,HOUSE-2 "
        "watch=none chat=no end=autopilot private=yes each=1 absent=2d quiet=no",
        "Deep Water",
        "Seats: Ann, 2 free",
        "rescue",
        "Private: join",
    )
    row = board.lobby.tables()[0]
    assert (row.pace, row.decision_s, row.preset) == ("slow", 12 * 3600, "printed")
    assert set(row.switches) == {"LOST", "HOUSE-2"}
    assert (row.private, row.spectators, row.minimum) == (True, "none", 2)


async def test_games_alone_are_told_apart(board: Board) -> None:
    ann = await board.newcomer("Ann")
    for _ in range(2):
        await ann.types("solo", "will you be?")
        await ann.types("leave", "Lobby>")
    await ann.types("create", "Title")
    await ann.types("", "will you be?")
    titles = {row.title for row in board.lobby.tables()}
    assert titles == {"Ann alone", "Ann alone 2", "Ann alone 3"}
    await ann.types("leave", "Lobby>")
    await ann.types("resume ann alone 2", "Ann alone 2", "will you be?")
    await ann.types("leave", "Lobby>")
    await ann.types("resume ann alone", "Ann alone", "will you be?")


async def test_a_slip_in_the_form_of_questions_is_told_at_once_and_loses_nothing(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create", "Title")
    await ann.types("Lamplight", "Players")
    for wrong in ("0", "9"):
        await ann.types(wrong, f"seats={wrong} will not do; allowed: 1 to 8.", "Players")
    await ann.types("3", "Pace")
    await ann.types("slow", "Private")
    await ann.types("", "Anything else")
    for wrong, why in (
        ("foo=bar", 'I do not know "foo".'),
        ("watch=maybe", "allowed: open, code, none"),
        ("min=4", "min=4 will not do; allowed: 1 to 3."),
        ("each=3", "each=3 will not do"),
        ("watch=none and so on", "Write it as key=value"),
    ):
        await ann.types(wrong, why, "Anything else")
        assert board.lobby.tables() == ()
    await ann.types("watch=none", "Seats: Ann, 2 free")
    (row,) = board.lobby.tables()
    assert (row.title, row.pace, len(row.seats)) == ("Lamplight", "slow", 3)
    assert row.spectators == "none"


@VIEWS
async def test_who_has_finished_nothing_yet_is_offered_the_tutorial(
    board: Board, caps: Capabilities
) -> None:
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("", "tutorial", "games", "Lobby>")
    account = await board.store.accounts.by_folded("ann")
    assert account is not None
    line = HonourLine(
        account_id=account.id,
        name="Ann",
        investigator="joe_diamond",
        first_citizen=False,
        victory=False,
        reason="doom",
        rank=(0,),
        turns=9,
        players=1,
    )
    await board.store.honours.record("g1", [line])
    assert "tutorial" not in await ann.types("", "games", "Lobby>")
    await ann.drops()
    again = board.call(caps=caps)
    await again.logs_in("Ann")
    assert "tutorial" not in await again.sees("Lobby>")


@VIEWS
async def test_ctrl_d_where_nothing_is_typed_tells_the_way_out(
    board: Board, caps: Capabilities
) -> None:
    ann = board.call(caps=caps)
    await ann.sees("Your name")
    ann.feed(b"\x04")
    await ann.sees("Type quit to hang up.", "Your name")
    await ann.registers_after_prompt("Ann")
    ann.feed(b"\x04")
    await ann.sees("Type quit to hang up.", "Lobby>")
    ann.feed(b"who\x04")
    assert "quit" not in await ann.types("", "on the line", "Lobby>")
    await ann.types("solo", "will you be?", "> ")
    ann.feed(b"\x04")
    await ann.sees("Type leave for the lobby.")
    await ann.types("leave", "Back in the lobby", "Lobby>")
    assert not ann.terminal.closed


async def test_quit_names_every_table_that_waits(board: Board) -> None:
    ann = await board.newcomer("Ann")
    for title in ("Fog", "Marsh"):
        await ann.types(f"create {title}", "will you be?")
        await ann.types("leave", "Lobby>")
    await ann.types("quit", 'Two tables still wait for you: "', '" and "', "Good night")
    again = board.call()
    await again.logs_in("Ann")
    await again.sees("Two tables wait for you:", "Type resume.", "Lobby>")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("create X seats=nine", "no number"),
        ("create X seats=9", "seats"),
        ("create X pace=glacial", "allowed: live, slow"),
        ("create X clock=soon", "no length of time"),
        ("create X colour=blue", "I do not know"),
        ("create X on=OPT-99", "allowed"),
        ("create X private=maybe", "yes or no"),
    ],
)
async def test_a_wrong_option_says_what_is_allowed(board: Board, line: str, answer: str) -> None:
    ann = await board.newcomer("Ann")
    await ann.types(line, answer, "Lobby>")
    assert board.lobby.tables() == ()


async def test_the_form_of_questions_makes_a_table_too(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create", "Title")
    await ann.types("Lamplight", "Players")
    await ann.types("lots", "no number", "Players")
    await ann.types("3", "Pace")
    await ann.types("", "Private")
    await ann.types("y", "Anything else")
    await ann.types("?", "investigators a player runs", "ore")
    ann.feed(b"q")
    await ann.sees("Anything else")
    await ann.types("watch=none", "Lamplight", "Private: join")
    await ann.types("leave", "Lobby>")
    await ann.types("games", "Lamplight", "private", "no watching", "Lobby>")


@VIEWS
async def test_how_many_investigators_each_will_play_is_said_where_tables_are_made(
    board: Board, caps: Capabilities
) -> None:
    ann = await board.newcomer("Ann", caps=caps)

    async def said(line: str) -> str:
        text = " ".join((await ann.types(line, "Table>")).split())
        await ann.types("leave", "Lobby>")
        return text

    assert "Each player plays two investigators; each=1" in await said("create Fog seats=2")
    assert "With four players or more each plays one investigator, with fewer two" in await said(
        "create Marsh seats=5"
    )
    for line in ("create Lamp seats=2 each=1", "create Owl seats=3 on=HOUSE-1"):
        text = await said(line)
        assert "plays two investigators" not in text
        assert "each=1 makes" not in text
    await ann.types("create", "Title")
    await ann.types("Lamplight", "Players")
    text = await ann.types("3", "Pace")
    assert "plays two investigators" in " ".join(text.split())
    for _ in range(2):
        await ann.types("")
    assert "plays two investigators" not in await said("each=1")


@pytest.mark.parametrize("players", range(2, 9))
def test_what_is_said_of_investigators_is_what_the_rules_make_of_it(players: int) -> None:
    told = how_many_each(TableSpec(seats=players)).partition(";")[0]
    assert ("plays two" in told) == (investigators_per_player(Options(), players) == 2)


async def test_a_private_table_asks_for_its_code(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Cellar seats=2 code=owl", "join", "owl")
    bob = await board.newcomer("Bob", address="192.0.2.8")
    await bob.types("join cellar", "code of this table")
    await bob.types("hawk", "not the code", "Lobby>")
    await bob.types("join cellar owl", "Waiting for Ann")


async def test_an_invitation_reaches_and_seats_somebody(board: Board) -> None:
    bob = await board.newcomer("Bob", address="192.0.2.8")
    ann = await board.newcomer("Ann")
    await ann.types("create Cellar seats=2 private=yes", "Cellar")
    await ann.types("invite Bob", "Bob is asked", "may sit down here")
    await bob.types("invitations", "Cellar", "Which one?")
    await bob.types("1", "Waiting for Ann")


async def test_words_travel_between_callers(board: Board) -> None:
    ann = await board.newcomer("Ann Howe")
    bob = await board.newcomer("Bob", address="192.0.2.8")
    await ann.types("say good evening", "Ann Howe: good evening")
    await bob.sees("Ann Howe: good evening")
    await bob.types("tell ann howe come here", "You tell Ann Howe: come here")
    await ann.sees("Bob tells you: come here")
    await ann.types("page bob", "You ring for Bob")
    await bob.sees("Ann Howe pages you.")
    await ann.types("page bob come quickly", "You ring for Bob")
    await bob.sees("Ann Howe pages you: come quickly")
    await bob.types("ignore ann howe", "You hear nothing more")
    await ann.types("tell bob hello?", "You tell Bob")
    await bob.types("ignore", "You ignore: Ann Howe")
    await bob.types("ignore off ann howe", "again")
    await bob.types("chat", "good evening")
    assert "good evening" in await bob.runs("chat 5")
    said = await bob.runs("chat hello")
    assert "To speak type say and your words." in " ".join(said.split())
    assert "good evening" not in said
    await ann.types("tell nobody hello", "not on the line")
    assert "hello?" not in bob.read


async def test_a_letter_is_written_read_answered_and_thrown_away(board: Board) -> None:
    ann = await board.newcomer("Ann")
    bob = await board.newcomer("Bob", address="192.0.2.8")
    await ann.types("mail bob", "Subject:")
    await ann.types("The lighthouse", "A dot alone sends")
    await ann.types("The keeper is gone.", "2> ")
    await ann.types("So is the light.", "3> ")
    await ann.types(".", "is on its way")
    await bob.sees('A letter from Ann: "The lighthouse"')
    await bob.types("mail", "The lighthouse NEW", "Read which?")
    await bob.types("1", "The keeper is gone.", "reply, delete")
    await bob.types("r", "A dot alone sends")
    await bob.types("I know.", "2> ")
    await bob.types(".", "is on its way", "Read which?")
    await bob.types("1", "reply, delete")
    await bob.types("d", "Thrown away", "Lobby>")
    await ann.sees("Re: The lighthouse")


async def test_staff_and_oneself_cannot_be_ignored(board: Board) -> None:
    await board.accounts.create("Wilbur", role="sysop")
    ann = await board.newcomer("Ann")
    await ann.types("ignore wilbur", "Staff cannot be ignored.", "Lobby>")
    await ann.types("ignore ann", "You cannot ignore yourself.", "Lobby>")


async def test_a_guest_is_not_told_to_talk(board: Board) -> None:
    guest = board.call()
    await guest.sees("Your name")
    await guest.types("guest", "Lobby>")
    listed = (await guest.runs("?")).split()
    assert "chat" in listed
    assert not {"say", "tell"} & set(listed)
    await guest.types("say hello", "Guests may look round", "Lobby>")
    await guest.types("'hello", "Guests may look round", "Lobby>")


async def test_who_may_not_write_is_told_before_writing_and_loses_nothing(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await board.newcomer("Bob", address="192.0.2.8")
    await ann.types("mail bob", "Subject:")
    await ann.types("Fog", " 1> ")
    await ann.types("It has teeth.", " 2> ")
    found = await board.accounts.find("Ann")
    assert found is not None
    await board.accounts.set_state(found.id, "hold")
    await board.lobby.chat.remember(found.id)
    held = "New names are looked over before they may talk."
    await ann.types(".", held, "type drafts to go on", "Lobby>")
    said = await ann.runs("mail bob")
    assert held in said
    assert "Subject" not in said
    await ann.types("boards cases", "new begins a thread")
    said = await ann.runs("new")
    assert held in said
    assert "Title" not in said
    await board.accounts.set_state(found.id, "active")
    await board.lobby.chat.remember(found.id)
    await ann.types("drafts", "1. letter to Bob: Fog", "Go on with which?")
    await ann.types("1", "It has teeth.", " 2> ")
    await ann.types(".", "on its way", "Lobby>")


async def test_a_draft_outlives_a_dropped_line(board: Board) -> None:
    await board.newcomer("Bob", address="192.0.2.8")
    ann = await board.newcomer("Ann")
    await ann.types("mail bob", "Subject:")
    await ann.types("Unfinished", "1> ")
    await ann.types("There is something in the", "2> ")
    ann.feed(b"\x04")
    await ann.sees("A dot alone sends it; Ctrl-C keeps it for later.", "2> ")
    await ann.drops()
    back = board.call()
    await back.logs_in("Ann", PASSWORD)
    await back.sees("1 unfinished", "Lobby>")
    await back.types("drafts", "letter to Bob: Unfinished", "Go on with which?")
    await back.types("1", "You had begun this before", "something in the", "2> ")
    await back.cancels("kept as a draft", "Lobby>")


async def test_boards_are_read_and_written(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("boards", "The Common", "Which board?")
    await ann.types("common", "Nothing is pinned", "begins a thread")
    await ann.types("new", "Title:")
    await ann.types("Footprints", "A dot alone sends")
    await ann.types("They stop in the middle of the field.", "2> ")
    await ann.types(".", "Pinned up", "Footprints")
    await ann.types("", "Which board?")
    await ann.types("", "Lobby>")
    bob = await board.newcomer("Bob", address="192.0.2.8")
    await bob.types("boards common", "Footprints", "1 new")
    await bob.types("1", "middle of the field", "reply")
    await bob.types("reply", "A dot alone sends")
    await bob.types("Whose?", "2> ")
    await bob.types(".", "Pinned up")


async def test_what_there_is_to_read_can_be_read(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await board.store.news.add("The lamps are mended", "All but one.", "sysop")
    await ann.types("news", "The lamps are mended", "All but one", "Lobby>")
    await ann.types("oneliners The fog had teeth.", "Chalked up", "Lobby>")
    await ann.types("wall", "Ann: The fog had teeth.", "Lobby>")
    await ann.types("last", "Ann by telnet", "Lobby>")
    await ann.types("paper", "ADVERTISER", "Lobby>")
    await ann.types("profile", "Ann, caller", "Lobby>")
    await ann.types("profile nobody", "Nobody called", "Lobby>")
    await ann.types("honor", "hall is empty", "Lobby>")
    await ann.types("rules shotgun", "Two hands", "Lobby>")
    await ann.types("replay", "No game has been finished", "Lobby>")
    await ann.types("watch", "No game is being played", "Lobby>")
    await ann.types("bug the door squeaks", "The sysop knows it as", "Lobby>")
    await ann.types("sysop", "for the sysop", "Lobby>")


async def test_older_papers_are_had_by_how_many_days_old_they_are(board: Board) -> None:
    ann = await board.newcomer("Ann")
    day = board.lobby.gazette.yesterday()
    seen = await ann.types("paper", "ADVERTISER", "Lobby>")
    assert f"yesterday, {day:%d %B %Y}" in seen
    assert "paper 2 is the one before" in seen
    seen = await ann.types("paper 3", "ADVERTISER", "Lobby>")
    assert f"3 days ago, {day - timedelta(days=2):%d %B %Y}" in seen
    assert "is the one before" not in await ann.types("paper 30", "ADVERTISER", "Lobby>")
    for words in ("paper 0", "paper 31", "paper Thursday"):
        seen = await ann.types(words, "paper 30 is the oldest there is", "Lobby>")
        assert "ADVERTISER" not in seen


@VIEWS
async def test_settings_are_changed_and_kept(board: Board, caps: Capabilities) -> None:
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("settings bell off", "off", "Lobby>")
    await ann.types("settings palette safe", "safe", "Lobby>")
    await ann.types("settings", "Change which?")
    await ann.types("odds off", "off", "Change which?")
    await ann.types("nonsense", "cannot read", "Change which?")
    await ann.types("profile", "Your name")
    await ann.types("", "Where you call from")
    await ann.types("Kingsport", "A line of your own")
    await ann.types("", "Your profile is changed", "Change which?")
    await ann.types("", "Lobby>")
    await ann.types("quit", "Good night")
    back = board.call(caps=caps)
    await back.logs_in("Ann", PASSWORD)
    await back.sees("Lobby>")
    assert back.terminal.caps.palette == "safe"
    await back.types("settings bell", "on", "Lobby>")
    await back.types("profile", "Kingsport")


async def test_a_password_is_changed_without_being_shown(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("password", "Old password:")
    await ann.types("wrong password", "New password:")
    await ann.types("another sentence", "Once more:")
    await ann.types("another sentence", "not your password", "Lobby>")
    await ann.types("password", "Old password:")
    await ann.types(PASSWORD, "New password:")
    await ann.types("another sentence", "Once more:")
    await ann.types("another sentence", "is changed", "Lobby>")
    assert "another sentence" not in ann.read
    ann.feed(b"\x1b[A\x1b[A\x1b[A")
    await ann.cancels("Lobby>")
    assert "another sentence" not in ann.read


async def test_the_first_sysop_claims_the_board(board: Board) -> None:
    code = await board.accounts.first_sysop_code()
    ann = await board.newcomer("Ann")
    assert "claim" in await ann.runs("?")
    await ann.types("claim WRONG-CODE", "prints a new", "at each start", "Lobby>")
    await ann.types(f"claim {code}", "You are the sysop", "Lobby>")
    await ann.types("who", "Ann (sysop)")
    # Nobody is offered what cannot be had any more.
    bob = await board.newcomer("Bob", address="192.0.2.9")
    assert "claim" not in await bob.runs("?")
    await bob.types(f"claim {code}", "nothing to claim", "Lobby>")


async def test_text_from_callers_cannot_steer_anybodys_terminal(board: Board) -> None:
    ann = await board.newcomer("Ann")
    bob = await board.newcomer("Bob", address="192.0.2.8")
    ann.feed("say before \x9b2J\u202e after\r".encode())
    await bob.sees("Ann: before")
    assert "\x9b" not in bob.wire.sent.decode()
    assert "\u202e" not in bob.wire.sent.decode()


async def test_a_fault_of_ours_is_an_apology_and_the_visit_goes_on(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await board.newcomer("Ann")

    def broken() -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(board.lobby, "who", broken)
    await ann.types("who", "Something broke on our side", "Lobby>")
    assert "secret detail" not in ann.read
    await ann.types("games", "Lobby>")


async def test_a_page_for_somebody_away_becomes_a_letter(board: Board) -> None:
    bob = await board.newcomer("Bob", address="192.0.2.8")
    await bob.drops()
    ann = await board.newcomer("Ann")
    await ann.types("page bob it is your move", "Bob is not on the line", "left as a letter")
    await ann.types("page nobody at all", "Nobody called", "Lobby>")
    again = board.call(address="192.0.2.8")
    await again.logs_in("Bob")
    await again.sees("1 unread letter", "Lobby>")
    await again.types("mail 1", "From Ann to Bob", "Ann rang for you", "it is your move")


async def test_a_call_for_the_sysop_is_a_letter_to_each_when_nobody_is_there(
    board: Board,
) -> None:
    code = await board.accounts.first_sysop_code()
    boss = await board.newcomer("Keeper", address="192.0.2.9")
    await boss.types(f"claim {code}", "You are the sysop", "Lobby>")
    ann = await board.newcomer("Ann")
    await ann.types("page sysop the lamp is out", "You ring for the staff")
    await boss.sees("Ann pages you", "the lamp is out")
    await boss.drops()
    await ann.types("page sysop now it smokes", "Nobody of the staff", "kept for them")
    again = board.call(address="192.0.2.9")
    await again.logs_in("Keeper")
    await again.sees("1 unread letter", "Lobby>")
    await again.types("mail 1", "Ann called for the sysop", "now it smokes")


async def test_options_of_a_new_table_are_explained_one_by_one(board: Board) -> None:
    ann = await board.newcomer("Ann")
    text = " ".join((await ann.runs("create ?")).split())
    assert "on=LOST: Rescue." in text
    assert "modules=pool_checks:" in text
    assert "preset=printed: As first printed" in text


async def test_help_create_lists_every_key_with_its_values(board: Board) -> None:
    ann = await board.newcomer("Ann")
    text = " ".join((await ann.runs("help create")).split())
    assert "Usage: create [TITLE] [key=value ...]" in text
    for key, meaning in FIELDS.items():
        assert f"{key}=: {meaning}." in text


async def test_a_titled_table_for_one_tells_how_to_have_more_seats_and_is_laid_once(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Fog", "create TITLE seats=2", "will you be?")
    await ann.types("leave", "Lobby>")
    said = await ann.types("create the fog", 'called "the fog" already', "of the same name? [y/N]")
    assert "begun at once" not in said
    await ann.types("", "Lobby>")
    assert len(board.lobby.tables()) == 1
    await ann.types("create fog seats=2", "of the same name?")
    await ann.types("yes", "Table>")
    assert len(board.lobby.tables()) == 2
    # Somebody else's of that name is no matter.
    bob = await board.newcomer("Bob", address="192.0.2.9")
    await bob.types("create Fog seats=2", "Table>")


async def test_who_lists_callers_of_another_server_and_says_what_reaches_them(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    said = await ann.types("who", "One caller is on the line.")
    assert "server" not in said
    bob = await board.newcomer("Old Bob", address="192.0.2.8")
    await bob.drops()
    person = PersonHere("Old Bob", "caller", "telnet", "lobby", None, 0, 5)
    told = msgspec.json.encode((0, 1, [(99, person)])).decode()
    board.lobby.elsewhere.heard("other", told)
    await ann.types(
        "who",
        "2 callers are on the line.",
        "Old Bob: in the lobby, by telnet on another server.",
        "Talk and bells do not reach another server",
    )
    await ann.types("tell old bob hello", "Old Bob is on another server, out of earshot. Type mail")
    await ann.types(
        "page old bob your move", "Old Bob is on another server", "is left as a letter."
    )
