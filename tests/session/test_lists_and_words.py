"""Words that are no answer to a list, slips of the finger, and values of create. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.narration import piece
from arkham_bbs.game.views import CardView
from arkham_bbs.lobby import Caller
from arkham_bbs.session.asked import lay_out
from arkham_bbs.session.board_words import monster_sentences, whereabouts
from arkham_bbs.session.help_now import help_at_this_moment
from arkham_bbs.session.lobby_room import LOBBY
from arkham_bbs.session.option_list import answer_hint, listed_choices
from arkham_bbs.session.rules_pages import about_option
from arkham_bbs.session.screens import sheet_lines
from arkham_bbs.session.table_room import TABLE
from arkham_bbs.terminal import Capabilities
from tests.game.positions import counter, person, stored_at
from tests.game.positions import position as facing
from tests.screens.sample import position, sheet
from tests.session.asked import asked_at_a_table
from tests.session.harness import LINEAR, PLAIN80, Board
from tests.session.test_drop_and_return import plant
from tests.session.test_play import settle, two_at_a_table, until
from tests.session.test_table_commands import VIEWS, play_until, solo_at


# -- commands at a list ---------------------------------------------------------------------------
async def test_a_list_lets_a_command_through(board: Board) -> None:
    ann, _, _ = await two_at_a_table(board)
    await ann.types("leave", "Lobby>")
    await ann.types("create Cellar seats=2", "Table>")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("join", "Join which?")
    await cat.types("?", "number or a title", "Join which?")
    await cat.types("who", "Cat: in the lobby", "Lobby>")
    await cat.types("join", "Join which?")
    await cat.types("watch fog", "Waiting for")
    await cat.types("leave", "Lobby>")
    await cat.types("settings", "Change which?")
    await cat.types("?", "number or a name from the list", "Change which?")
    await cat.types("who", "Cat: in the lobby", "Lobby>")
    await ann.types("invite cat", "Cat is asked")
    await cat.types("invitations", "Which one?")
    await cat.types("watch fog", "Waiting for")


async def test_join_alone_lists_what_can_be_joined(board: Board) -> None:
    ann, _, _ = await two_at_a_table(board)
    dan = await board.newcomer("Dan", address="192.0.2.8")
    await dan.types("solo", "will you be?")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("join", "No table has a seat free for you. games lists all;", "Lobby>")
    await ann.types("leave", "Lobby>")
    await ann.types("create Cellar seats=2", "Table>")
    await cat.types("join")
    listed = await cat.sees("These have a free seat; games lists all.", "Join which?")
    assert "Cellar" in listed
    assert "Fog" not in listed
    assert "Dan alone" not in listed
    await cat.types("1", "Seats: Ann, Cat")


@pytest.mark.parametrize("line", ["boards common", "rules", "mail"])
async def test_every_list_of_the_lobby_does(board: Board, line: str) -> None:
    await board.newcomer("Bob", address="192.0.2.8")
    ann = await board.newcomer("Ann")
    account = await board.store.accounts.by_folded("ann")
    sender = await board.store.accounts.by_folded("bob")
    assert account is not None
    assert sender is not None
    await board.lobby.letters.send(Caller(sender.id, "Bob", "caller"), "Ann", "Fog", "It rises.")
    await ann.sees("A letter from Bob")
    await ann.types(line)
    await ann.turns_pages_to("Enter: ")
    await ann.types("profile", "Ann, caller, here since", "Lobby>")


async def test_the_question_of_a_trade_lets_commands_through(board: Board) -> None:
    ann, _, table = await two_at_a_table(board)
    await play_until(board, table, "move")
    await ann.types("players", "Seat 1: Ann", "> ")
    await ann.types("trade", "Trade with whom")
    await ann.types("players", "Seat 1: Ann", "> ")


async def test_a_table_called_like_a_command_is_still_a_table(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create", "Title")
    await ann.types("Who goes there", "Players")
    for _ in range(3):
        await ann.types("", "[")
    await ann.types("", "1 more needed")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("join", "Join which?")
    await cat.types("who", "Waiting for Ann")


# -- slips ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("word", ["99", "grr", "A very long title", "x y z"])
def test_nothing_far_off_is_suggested(word: str) -> None:
    for table in (LOBBY, TABLE):
        found = table.read(None, word)  # type: ignore[arg-type]
        assert "Did you mean" not in getattr(found, "sentence", "Did you mean")


def test_pass_is_no_pause() -> None:
    assert "Did you mean" not in getattr(TABLE.find("pass"), "sentence", "Did you mean")


@pytest.mark.parametrize(("word", "meant"), [("setings", "settings"), ("gmaes", "games")])
def test_a_slip_is_still_understood(word: str, meant: str) -> None:
    found = LOBBY.find(word)
    assert meant in getattr(found, "sentence", "")


async def test_words_of_another_place_say_where_they_work(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("leave", "You are in the lobby.", "Lobby>")
    await ann.types("odds", "works at a table", "Lobby>")
    await ann.types("rules 99", "No page tells of", "Lobby>")
    assert "Short memory" not in ann.read
    await ann.types("solo", "will you be?")
    await ann.types("help watch", "works in the lobby; leave goes there.")
    assert TABLE.get("watch") is None


# -- making a table -------------------------------------------------------------------------------
async def test_help_at_the_title_comes_back_to_the_question(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create", "Title of the table:")
    await ann.types("?", "create TITLE key=value", "ore")
    ann.feed(b"q")
    await ann.sees("Title of the table:")
    await ann.types("A very long title for a table", "Players")
    await ann.cancels("Lobby>")
    await ann.types("A very long title for a table", "I cannot read", "Lobby>")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("create X seats=2 each=4", "each=4 will not do; allowed: 1 to 3"),
        ("create X clock=1s", "clock=1s will not do"),
        ("create X seats=2 min=5", "min=5 will not do; allowed: 1 to 2"),
        ("create X absent=1s", "absent=1s will not do"),
        ("create X on=HOUSE-99", '"HOUSE-99" will not do'),
        ("create X pace=GLACIAL", '"GLACIAL" will not do; allowed: live, slow'),
        ("create X seats=4 each=3", "each=3 will not do"),
        ("create X on=HOUSE-5", "HOUSE-5 goes only with HOUSE-4"),
    ],
)
async def test_a_refused_choice_is_told_as_it_was_typed(
    board: Board, line: str, answer: str
) -> None:
    ann = await board.newcomer("Ann")
    said = " ".join((await ann.types(line, "Lobby>")).split())
    assert answer in said
    assert board.lobby.tables() == ()


async def test_case_does_not_matter_in_what_is_chosen(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create X SEATS=2 Pace=LIVE each=AUTO private=ON on=house-2", "1 more needed")
    row = board.lobby.tables()[0]
    assert (row.pace, row.private, set(row.switches)) == ("live", True, {"HOUSE-2"})


# -- at a question --------------------------------------------------------------------------------
async def test_ready_to_begin_says_what_enter_does_and_how_to_trade(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    await play_until(board, table, "begin")
    await ann.sees("Ready to begin?", "1 Begin the game (Enter)", "trade NAME give THINGS")
    said = await ann.types("?", "There is one answer", "> ")
    assert "trade NAME give THINGS" in said
    assert "Enter alone: Begin the game" in said
    decision = table.decision
    await ann.types("", "> ")
    await until(lambda: table.decision != decision)


def test_an_auction_tells_of_the_lot_and_of_pledging() -> None:
    room = asked_at_a_table("bid")
    asked, decision = room.asked, room.decision
    assert asked is not None
    assert decision is not None
    said = help_at_this_moment(room)
    assert about_option(str(decision.facts["item"])) in said
    pledged = [choice.key for choice in asked.choices if choice.key.startswith("pledge:")]
    assert pledged
    assert "pledge and the name of an item" in answer_hint(asked)
    assert not {about_option(key) for key in pledged} & set(said)


@VIEWS
async def test_control_c_at_a_question_says_that_it_stays(board: Board, caps: Capabilities) -> None:
    ann, table = await solo_at(board, caps, "move")
    decision = table.decision
    await ann.cancels("The question is still open.")
    assert table.decision == decision


async def test_an_offer_comes_with_its_answers(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await play_until(board, table, "move")
    await ann.types("players", "Seat 1: Ann", "> ")
    view = table.view(None)
    partner = next(sheet.name for sheet in view.investigators if sheet.seat == 1)
    await ann.types(f"trade {partner} give $1", "would give")
    await bob.sees("would give", "Type accept 1 or decline 1.")
    assert "Type accept 1" not in ann.read
    await ann.types("trade", "Type withdraw 1.", "Trade with whom")


def test_who_must_step_into_the_street_reads_that_alone() -> None:
    street = Decision(1, "move", 0, "joe_diamond", (Option("walk:s47"),))
    asked = lay_out(street, {})
    assert [choice.key for choice in listed_choices(asked, few=True)] == ["walk:s47"]
    assert "stay" not in answer_hint(asked)
    free = lay_out(Decision(1, "move", 0, "joe_diamond", (Option("stay"), Option("walk:s47"))), {})
    assert [choice.key for choice in listed_choices(free, few=True)] == ["stay"]
    assert "stay ends the walk here" in answer_hint(free)


# -- what stands on the board, in words -----------------------------------------------------------
def test_where_a_monster_is_says_what_its_number_and_its_code_mean() -> None:
    view = position()
    found = whereabouts(view, "deep one")
    assert len(found) == 2
    assert found[0].startswith("Deep One 1 of 4: ")
    assert found[0].endswith(", turns left at crossings, 5 spaces a turn (L-5).")
    assert "Cthulhu: " in "".join(whereabouts(view, "cthulhu")), "there is only one"
    assert "Ghoul 2 of 3: " in monster_sentences(view, "ghoul 2")[0]
    assert "Moves: turns left at crossings, " in monster_sentences(view, "deep one 1")[0]
    assert "Moves: flies, " in monster_sentences(view, "nightgaunt")[0]


@pytest.mark.parametrize("caps", [PLAIN80, LINEAR], ids=lambda c: c.name)
def test_a_weapon_is_called_the_same_on_the_sheet_and_among_the_options(caps: Capabilities) -> None:
    held = (CardView("shotgun"), CardView("enchanted_knife"), CardView("holy_water"))
    view = position(investigators=(sheet("joe_diamond", 0, "s34", items=held),))
    text = " ".join(line.text.strip() for line in sheet_lines(view, "joe_diamond", caps))
    attack = Decision(1, "attack_items", 0, "joe_diamond", (), form="set")
    assert piece("shotgun", attack) in text
    assert piece("enchanted_knife", attack) in text
    assert "Power Drain (+6 magical, costs 1)" in text


async def test_on_ones_own_turn_nothing_is_called_out_of_turn(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await play_until(board, table, "move", seat=0)
    await ann.types("use", "There is nothing you can use now.")
    await ann.types("cast", "There is nothing you can cast now.")
    await bob.types("use", "There is nothing you can use out of turn now")


async def test_bug_cast_alone_lists_and_casts_nothing(board: Board) -> None:
    ann, _, table = await two_at_a_table(board)
    people = [person("joe_diamond", "s62", spells=["mists_of_rlyeh"])]
    people.append(person("gloria_goldberg", "s1", seat=1))
    here = [counter("ghoul_1", "s62")]
    state = facing(people, step="encounter", active="joe_diamond", monsters=here)
    await plant(table, stored_at(state).snapshot())
    await ann.sees("3 Cast Mists")
    asked = table.decision
    await ann.types("cast", "You can: 3 Cast Mists of R'lyeh", "Type 3 to take it.")
    await settle()
    assert table.decision == asked
    await ann.types("cast mists", "Mists of R'lyeh")
    await until(lambda: table.decision != asked)
