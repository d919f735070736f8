"""The question a vote puts: what stands beside it, what it takes, and when it goes away."""

from __future__ import annotations

import pytest

from arkham_bbs.session.notices import how_to_vote
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board
from tests.session.test_play import settle, two_at_a_table, until
from tests.session.test_seats_and_votes import asked_and_other, passes

EVERY = pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)


@EVERY
async def test_the_choices_stand_beside_the_prompt_and_vote_no_is_one(
    board: Board, caps: Capabilities
) -> None:
    ann, bob, table = await two_at_a_table(board, caps, caps)
    decision = table.decision
    await bob.types("pause", "It is proposed")
    await ann.sees("Vote on a pause")
    said = await ann.types("vote", "1 yes, 2 no (Enter: none yet)")
    assert "goes back" not in said
    await ann.types("vote no", "Your voice: no.")
    await until(lambda: table.voting.votes == [])
    assert table.decision == decision


async def test_on_the_full_screen_the_vote_stands_in_the_place_of_the_game(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board, ANSI80, PLAIN80)
    assert table.decision is not None
    question = "will you be?" if table.decision.seat == 0 else "Waiting for Bob"
    await bob.types("pause")
    await ann.sees("Vote on a pause")
    await ann.types("vote", "none yet)")
    await settle()
    shown = "\n".join(ann.screen())
    assert "1 yes" in shown
    assert "2 no" in shown
    assert question not in shown
    await ann.types("", "> ")
    await settle()
    assert question in "\n".join(ann.screen())


@EVERY
async def test_the_prompt_closes_when_the_vote_does(board: Board, caps: Capabilities) -> None:
    ann, bob, table = await two_at_a_table(board, caps, caps)
    late, other, _, _ = asked_and_other(table, ann, bob)
    await other.types("pause", "It is proposed")
    await late.sees("Vote on a pause")
    await late.types("vote", "(Enter: none yet)")
    late.feed(b"no, rather w")
    while table.voting.votes:
        due = board.lobby.scheduler.next_due()
        assert due is not None
        await passes(board, max(1.0, due - board.time.now()))
    await late.sees("That vote is closed.")
    number = table.decision.number if table.decision else -1
    await late.types("1", "> ")
    await until(lambda: table.decision is not None and table.decision.number > number)
    assert "cannot read" not in late.read


async def test_a_command_is_done_instead_of_voting(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await bob.types("adjourn", "It is proposed")
    await ann.sees("Vote on adjourning")
    await ann.types("vote", "(Enter: none yet)")
    await ann.types("players", "Seat 1: Ann", "> ")
    assert len(table.voting.votes) == 1
    await ann.types("vote", "(Enter: none yet)")
    await ann.types("?", "number or a name from the list", "(Enter: none yet)")
    await ann.types("vote yes", "Your voice: yes")
    await until(lambda: table.status == "adjourned")


def test_how_to_vote_is_said_word_for_word() -> None:
    assert how_to_vote(("yes", "no")) == "Type vote yes or vote no."
    assert how_to_vote(("wait", "answer", "offer")) == (
        "Type vote wait, vote answer or vote offer; vote alone says what they mean."
    )
