"""What a caller on a first visit stumbled over, each put right. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.session.help_now import help_at_this_moment
from arkham_bbs.terminal import Capabilities
from tests.session.asked import asked_at_a_table
from tests.session.harness import ANSI80, LINEAR, NARROW40, PASSWORD, PLAIN80, Board
from tests.session.test_play import settle, two_at_a_table, until

EVERY = pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)


# -- leaving --------------------------------------------------------------------------------------
async def test_one_letter_hangs_up_only_after_a_question(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("q", "Hang up? [y/N]")
    await ann.types("", "Lobby>")
    await ann.types("q", "Hang up? [y/N]")
    await ann.types("y", "Good night, Ann")
    await ann.ends()
    bob = await board.newcomer("Bob")
    await bob.types("bye", "Good night, Bob")
    await bob.ends()


async def test_a_command_typed_at_a_page_is_whole(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    ann.resize(80, 8)
    await until(lambda: ann.terminal.caps.rows == 8)
    await ann.types("rules gates", "-- more")
    for letter in "who":
        ann.feed(letter.encode())
        await settle()
    await ann.types("", "Ann: in the lobby")


async def test_a_forming_table_is_not_left_by_a_letter_and_the_others_hear_of_it(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Fog seats=3", "Table>")
    bob = await board.newcomer("Bob")
    await bob.types("join fog", "Table>")
    await ann.sees("Bob takes seat 2")
    await bob.types("q", "Your seat is kept. [y/N]")
    await bob.types("", "Table>")
    await bob.types("q", "[y/N]")
    await bob.types("y", "Back in the lobby")
    await ann.sees("Bob has left for the lobby; the seat is kept.")
    await bob.types("resume", "Table>")
    await ann.sees("Bob is at the table.")
    await bob.types("giveup", "[y/N]")
    await bob.types("y", "Back in the lobby")
    await ann.sees("Bob has left the table. Seat 2 is free.")


# -- names and codes ------------------------------------------------------------------------------
async def test_refusals_say_what_is_wrong_in_words(board: Board) -> None:
    await board.accounts.first_sysop_code()
    ann = board.call()
    await ann.sees("Your name")
    await ann.types("new", "Name:")
    said = await ann.types("Ann\U0001f600", "Name:")
    assert "[" not in said
    assert "grinning face" in said
    for word in ("new", "guest", "bbs"):
        assert "staff" not in await ann.types(word, "a word the board itself uses", "Name:")
    await ann.types("admin", "staff of the board", "Name:")
    await ann.types("Ann", "Password:")
    await ann.types(PASSWORD, "Once more:")
    await ann.types(PASSWORD, "Lobby>")
    said = await ann.types("claim WRONG-CODE", "Lobby>")
    assert "not the code" in said
    assert "password" not in said


async def test_a_name_taken_meanwhile_is_asked_for_again(board: Board) -> None:
    ann = board.call()
    await ann.sees("Your name")
    await ann.types("new", "Name:")
    await ann.types("Ann", "Password:")
    await board.newcomer("ann", address="192.0.2.9")
    await ann.types(PASSWORD, "Once more:")
    await ann.types(PASSWORD, "Please take another.", "Name:")
    await ann.types("Annie", "Welcome to Arkham, Annie", "Lobby>")


@EVERY
async def test_the_welcome_offers_a_screen_reader_only_what_it_has_not(
    board: Board, caps: Capabilities
) -> None:
    ann = board.call(caps=caps)
    said = " ".join((await ann.sees("Your name")).split())
    assert ("Screen reader? Type !" in said) == (not caps.linear)


async def test_the_greeting_suits_every_hour(board: Board) -> None:
    ann = await board.newcomer("Ann")
    assert "Arkham greets you, Ann." in ann.read
    await ann.types("tutorial", "your guide")
    assert "evening" not in ann.read


# -- tables ---------------------------------------------------------------------------------------
async def test_the_host_is_told_when_the_last_seat_is_taken(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Fog seats=2", "1 more needed")
    bob = await board.newcomer("Bob")
    await bob.types("join fog", "Table>")
    await ann.sees("Bob takes seat 2", "Every seat is taken. Type start to begin.")
    assert "Every seat is taken" not in bob.read
    await ann.types("leave", "Lobby>")
    said = await ann.types("resume", "Type start to begin.")
    assert "wait for others" not in said


async def test_a_key_is_not_guessed_from_a_letter_or_two(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create a=b", 'I do not know "a"', "Lobby>")
    await ann.types("create ab=7d", 'I do not know "ab"', "Lobby>")
    await ann.types("create Fog SEA=3", "2 free", "1 more needed")  # at least two play


async def test_solo_takes_rules_and_refuses_those_there_are_not(board: Board) -> None:
    ann = await board.newcomer("Ann")
    said = await ann.types("solo on=HOUSE-99", "Lobby>")
    assert "will not do; allowed:" in said
    assert "HOUSE-1" in said
    await ann.types("solo seats=3", "for one", "Lobby>")
    said = await ann.types("solo on=HOUSE-1", "will you be?")
    assert "two investigators" not in said
    assert board.lobby.tables()[0].title == "Ann alone"


@EVERY
async def test_who_plays_two_investigators_is_told_so_at_the_choice(
    board: Board, caps: Capabilities
) -> None:
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("solo", "will you be?", "choose the")
    assert "You play two investigators; choose the first." in " ".join(ann.read.split())
    await ann.types("joe", "beside Joe Diamond", "second.")
    if not caps.addressing:
        assert "You play two investigators; choose the second." in " ".join(ann.read.split())


async def test_who_takes_the_tutorial_is_said_to(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("tutorial", "your guide")
    bob = await board.newcomer("Bob")
    await bob.types("who", "Ann: taking the tutorial")


async def test_a_question_of_somebody_else_names_them_once(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    assert table.decision is not None
    other = bob if table.decision.seat == 0 else ann
    name = "Ann" if table.decision.seat == 0 else "Bob"
    for word in ("?", "options"):
        said = await other.types(word, "ill you be?")
        assert f"{name}: {name}:" not in said
        assert f"{name} is asked: {name}:" not in said


def test_an_auction_speaks_of_amounts_only() -> None:
    said = " ".join(help_at_this_moment(asked_at_a_table("bid")))
    assert "Answer with a number" not in said
    assert "To bid type an amount from $" in said


@EVERY
async def test_ssh_as_guest_lands_in_the_look_round(board: Board, caps: Capabilities) -> None:
    guest = board.call(door="ssh", guest=True, caps=caps)
    said = await guest.sees("Guest 1", "Lobby>")
    assert "Your name" not in said
    await guest.types("register", "Name:")
    await guest.types("Carl", "Password:")
