"""How tables are listed: their pace as it is kept. Room: session."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from arkham_bbs.session.listing import STATUS, options_text, pace_text, table_lines
from tests.session.harness import Board
from tests.session.test_play import two_at_a_table


async def test_a_game_played_alone_is_listed_without_a_clock(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    clock = table.clock()
    assert clock is not None
    assert clock.stopped == "alone"
    await ann.types("leave", "Lobby>")
    text = await ann.runs("games")
    assert "played alone, in your own time" in text
    assert "a decision" not in text
    bob = await board.newcomer("Bob", address="192.0.2.8")
    assert "played alone, without a clock" in await bob.runs("games")


async def test_who_is_left_alone_at_a_larger_table_reads_that_no_clock_runs(board: Board) -> None:
    _, _, table = await two_at_a_table(board)
    row = table.row(None)
    assert pace_text(row) == "live, 5 minutes a decision"
    ann, bob = row.seats
    left = (ann, replace(bob, account=None, handle=None, control="nobody"))
    assert "no clock while one is alone" in pace_text(replace(row, seats=left, turn=3))
    assert "alone" not in pace_text(replace(row, seats=left, turn=0)), "others may still come"


async def test_how_many_investigators_each_plays_is_listed_where_it_was_chosen(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Fog seats=2 each=1 on=HOUSE-2", "Rules: sensible rules, 1 investigator")
    await ann.types("leave", "Lobby>")
    bob = await board.newcomer("Bob", address="192.0.2.8")
    assert "sensible rules, 1 investigator each, " in " ".join((await bob.runs("games")).split())
    row = board.lobby.tables()[0]
    assert "investigator" not in options_text(replace(row, investigators_each=0))
    assert "2 investigators each" in options_text(replace(row, investigators_each=2))


async def test_clock_says_that_whoever_plays_alone_has_time(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    said = " ".join((await ann.runs("clock")).split())
    assert "No clock runs: whoever plays alone" in said
    assert "Left:" not in said


@pytest.mark.parametrize("columns", [39, 40, 60, 80])
async def test_what_a_table_is_doing_is_never_cut(board: Board, columns: int) -> None:
    _, _, table = await two_at_a_table(board)
    row = replace(table.row(None), title="The Thing in the Miskatonic Fog", turn=12)
    for status, word in STATUS.items():
        shown = table_lines([replace(row, status=status)], columns, "Ann", linear=False)
        assert f" {word} t12" in shown[0].text
        assert all(line.width < columns for line in shown)
