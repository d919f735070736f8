"""A dropped line at every kind of question: the seat is kept, and the question waits.

Issue 5 ("drop and return at every kind of decision"), USER_ASKS D1, D6, D7.
"""

from __future__ import annotations

import pytest

from arkham_bbs.game.game import Game
from arkham_bbs.lobby.live import Table
from arkham_bbs.players import cautious_answer
from arkham_bbs.session.told import question_of
from tests.session.asked import all_kinds, standing_at
from tests.session.harness import LINEAR, NARROW40, PLAIN80, Board
from tests.session.test_play import answer, settle, two_at_a_table, until

VIEWS = (PLAIN80, LINEAR, NARROW40)


async def plant(table: Table, snapshot: bytes) -> None:
    """Put a running table at another position, in memory and in its store."""
    async with table.lock:
        game = Game.restore(snapshot)
        await table.ledger.checkpoint(table.seq, snapshot)
        table.game = game
        table.turn = table.floor.engine.turn(game)
        table.asking.is_anew(game, None, False)
        table.asking.changed()


@pytest.mark.parametrize("kind", all_kinds())
async def test_the_question_waits_for_a_caller_who_drops(board: Board, kind: str) -> None:
    snapshot = standing_at(kind)
    ann, bob, table = await two_at_a_table(board)
    await plant(table, snapshot)
    await settle()
    decision = table.decision
    assert decision is not None
    assert decision.kind == kind
    callers, handles = {0: ann, 1: bob}, {0: "Ann", 1: "Bob"}
    seat = decision.seat
    other = callers[1 - seat]
    await callers[seat].drops()
    await other.sees(f"{handles[seat]}'s line has dropped; the seat is kept")
    assert handles[seat] not in [person.handle for person in board.lobby.who()]
    caps = VIEWS[all_kinds().index(kind) % len(VIEWS)]
    back = board.call(door="ssh", address="192.0.2.99", caps=caps)
    await back.logs_in(handles[seat])
    await back.sees("for you", "Lobby>")
    await back.types("resume", "Fog")
    await other.sees(f"{handles[seat]} is at the table")
    assert table.decision == decision
    view = table.view(board.lobby.presences.by_handle(handles[seat]).caller)  # type: ignore[union-attr]
    asked = "".join(question_of(decision, view).split())
    await until(lambda: asked in "".join(back.read.split()))
    await settle()
    if len(decision.options) < 2_000:
        await answer(back, table, cautious_answer(view, decision))
    assert "Something broke" not in back.read + other.read
    await back.types("?", "Asked: " if table.decision and table.decision.seat == seat else "> ")
    assert max(map(len, back.read.split("\n"))) <= caps.columns


async def test_bug_who_left_for_the_lobby_and_hangs_up_is_told_of_once(board: Board) -> None:
    ann, bob, _ = await two_at_a_table(board)
    seen = len(bob.read)
    await ann.types("leave", "Lobby>")
    await ann.types("quit")
    await ann.types("y")
    await ann.ends()
    await bob.sees("Ann has left for the lobby; the seat is kept.")
    await settle()
    assert "line has dropped" not in bob.read[seen:]
    assert "hung up" not in bob.read[seen:]


async def test_bug_whose_line_drops_has_not_left_for_the_lobby(board: Board) -> None:
    ann, bob, _ = await two_at_a_table(board)
    seen = len(bob.read)
    await ann.drops()
    await bob.sees("Ann's line has dropped; the seat is kept.")
    assert "for the lobby" not in bob.read[seen:]
    again = board.call(address="192.0.2.9")
    await again.logs_in("Ann")
    await again.sees("Lobby>")
    await again.types("resume", "Fog")
    await bob.sees("Ann is at the table.")


async def test_who_hangs_up_at_the_table_is_said_to_have_done_so(board: Board) -> None:
    ann, bob, _ = await two_at_a_table(board)
    seen = len(bob.read)
    ann.terminal.hangup("hung-up")  # the button of the page
    await bob.sees("Ann has hung up; the seat is kept.")
    await settle()
    assert "line has dropped" not in bob.read[seen:]
    assert "for the lobby" not in bob.read[seen:]
