"""``skip`` and ``ask`` at a table: words of callers, the log, and coming back. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.lobby.standing import OPTIONAL
from arkham_bbs.session.parsing import Found, choose
from arkham_bbs.session.table_standing import skip_candidates
from tests.session.harness import PLAIN80, Board
from tests.session.test_play import answer, settle, two_at_a_table, until
from tests.session.test_table_commands import play_until


async def test_a_skipped_question_is_answered_and_told_to_both(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await ann.types("skip", "You are asked about everything", "arrows")
    await ann.types("skip arrows and sales", "You are not asked about arrows or sales")
    await bob.types("skip all", "nothing optional")
    await bob.types("ask everything", "asked about everything")
    await ann.types("skip the moon", "cannot read", "One of:")
    await ann.types("ask", "not asked about arrows or sales")
    for _ in range(40):
        await play_until(board, table, "move", seat=1)
        await settle()
        if "(Standing answer of Ann: no arrows.)" in bob.read:
            break
        await answer(bob, table, "stay")
    assert "(Standing answer of Ann: no arrows.)" in ann.read
    assert "(Standing answer of Ann: no arrows.)" in bob.read
    await ann.drops()
    back = board.call()
    await back.logs_in("Ann")
    await back.sees("Lobby>")
    await back.types("resume", "Fog")
    await back.types("ask", "not asked about arrows or sales")
    text = await back.runs("log 200")
    assert "(Standing answer of Ann: no arrows.)" in " ".join(text.split())


async def test_this_skips_what_is_asked_now(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=PLAIN80)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    await ann.types("skip this", "not optional")
    decision = await play_until(board, table, "arrow")
    await ann.types("skip this", "not asked about arrows")
    await until(lambda: table.decision is None or table.decision.number != decision.number)
    await ann.sees("(Standing answer of Ann: no arrows.)")


@pytest.mark.parametrize("kind", OPTIONAL)
def test_every_optional_kind_can_be_named_by_the_word_that_is_shown(kind: str) -> None:
    assert choose(OPTIONAL[kind], skip_candidates()) == Found(kind)
