"""What a caller on a first visit stumbled over, each put right. Room: session."""

from __future__ import annotations

import pytest

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
