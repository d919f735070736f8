"""Grids, their differences, and painting them. Room: terminal."""

from __future__ import annotations

import gc
import random

import pytest

from arkham_bbs.terminal.capabilities import PRESETS, Capabilities
from arkham_bbs.terminal.charsets import Encoder
from arkham_bbs.terminal.dialect import dialect_of
from arkham_bbs.terminal.grid import Grid, cells_of, diff
from arkham_bbs.terminal.recorder import Recorder
from arkham_bbs.terminal.screen import Screen
from arkham_bbs.terminal.style import Line, Painter, Span

ANSI = PRESETS["ansi"]


def painted(caps: Capabilities, *grids: Grid) -> tuple[Recorder, Screen]:
    recorder = Recorder(caps.columns, caps.rows)
    screen = Screen(caps, dialect_of(caps), Painter(caps))
    encoder = Encoder(caps.charset)
    for grid in grids:
        recorder.send(encoder.encode(screen.paint(grid)))
    return recorder, screen


def random_grid(rng: random.Random, columns: int, rows: int) -> Grid:
    grid = Grid(columns, rows)
    for _ in range(60):
        grid.put(
            rng.randrange(-1, rows + 1),
            rng.randrange(-3, columns + 2),
            "".join(rng.choice("abc 漢e\u0301│") for _ in range(rng.randrange(12))),
            rng.choice(["", "gate", "doom", "you", "bar"]),
        )
    return grid


def test_writing_outside_is_cut() -> None:
    grid = Grid(5, 2)
    grid.put(-1, 0, "x")
    grid.put(7, 0, "x")
    grid.put(0, -2, "abcdefghij")
    assert grid.row_text(0) == "cdefg"
    assert grid.put(1, 3, "漢字") == 5
    assert grid.row_text(1) == "   漢"


def test_half_of_a_wide_character_never_stays() -> None:
    grid = Grid(6, 1)
    grid.put(0, 0, "漢字")
    grid.put(0, 1, "x")
    assert grid.row_text(0) == " x字  "
    grid.put(0, 2, "y")
    assert grid.row_text(0) == " xy   "


def test_control_characters_cannot_enter_a_grid() -> None:
    grid = Grid(20, 1)
    grid.put(0, 0, "a\x1b[2Jb\nc\u202ed")
    assert grid.text() == "ab cd"


@pytest.mark.parametrize("seed", range(12))
def test_a_screen_painted_by_differences_shows_the_last_grid(seed: int) -> None:
    rng = random.Random(seed)
    grids = [random_grid(rng, 80, 23) for _ in range(5)]
    recorder, _ = painted(ANSI, *grids)
    fresh, _ = painted(ANSI, grids[-1])
    assert recorder.rows == fresh.rows
    assert recorder.scrolled == 0
    for row in range(23):
        for column in range(80):
            was, now = fresh.screen.buffer[row][column], recorder.screen.buffer[row][column]
            if now.data != " ":
                assert was == now


def test_equal_grids_need_no_writing_and_one_cell_needs_little() -> None:
    old = random_grid(random.Random(1), 80, 23)
    new = old.copy()
    assert diff(old, new) == []
    new.put(10, 40, "@", "you")
    _, screen = painted(ANSI, old)
    out = screen.paint(new)
    assert len(out) < 40
    assert screen.paint(new) == ""


def test_b19_a_full_grid_never_scrolls_and_leaves_the_last_row_alone() -> None:
    grid = Grid(80, 24)
    for row in range(24):
        grid.put(row, 0, "#" * 80)
    recorder, _ = painted(ANSI, grid)
    assert recorder.scrolled == 0
    assert recorder.rows[22] == "#" * 80
    assert recorder.rows[23] == ""


def test_b22_a_commodore_never_gets_escape_codes_or_its_last_column() -> None:
    caps = PRESETS["petscii"]
    grid = Grid(40, 24)
    for row in range(24):
        grid.put(row, 0, "x" * 40, "gate")
    screen = Screen(caps, dialect_of(caps), Painter(caps))
    out = Encoder("petscii40").encode(screen.paint(grid))
    assert b"\x1b" not in out
    assert out.count(b"\x58") == 39 * 24
    assert out.startswith(b"\x92\x9b\x93")


def test_a_wide_character_cut_by_a_narrower_screen_becomes_a_blank() -> None:
    caps = ANSI.override({"columns": 40})
    grid = Grid(41, 23)
    grid.put(0, 39, "漢")
    recorder, _ = painted(caps, grid)
    assert recorder.rows[0] == ""


def test_a_grid_gives_lines_and_boxes() -> None:
    grid = Grid(12, 3)
    grid.box(0, 0, 3, 12, "frame", "Map")
    grid.put_line(1, 2, Line("to ", Span("R'lyeh", "rlyeh")))
    assert grid.text().split("\n") == ["┌─ Map ────┐", "│ to R'lyeh│", "└──────────┘"]
    assert Span("R'lyeh", "rlyeh") in grid.lines()[1].spans


def test_a_grid_that_is_kept_cannot_be_written_on_and_shares_what_did_not_change() -> None:
    grid = Grid(20, 3)
    grid.put(0, 0, "Doom 3", "doom")
    grid.put(2, 0, "Ann waits")
    grid.cursor = (1, 4)
    first = grid.kept()
    grid.put(0, 0, "Doom 4", "doom")
    second = grid.kept(first)
    assert first.text() == "Doom 3\n\nAnn waits"
    assert second.text() == "Doom 4\n\nAnn waits"
    assert second.cursor == (1, 4)
    assert second.kept(first) is second
    same = [a is b for a, b in zip(first.rows_of_cells, second.rows_of_cells, strict=True)]
    assert same == [False, True, True]
    assert [run.cells for run in diff(first, second)] == [(cells_of("doom")["4"],)]
    with pytest.raises(TypeError):
        second.put(0, 0, "x")
    third = second.copy()
    third.put(0, 0, "Doom 5", "doom")
    assert (second.row_text(0)[:6], third.row_text(0)[:6]) == ("Doom 4", "Doom 5")
    assert grid.kept(Grid(20, 5).kept()).text() == second.text()


def test_the_search_for_garbage_does_not_look_through_the_rows_that_are_kept() -> None:
    grid = Grid(20, 3)
    grid.put(0, 0, "Doom 3", "doom")
    kept = grid.kept()
    gc.collect()
    assert not any(gc.is_tracked(row) for row in kept.rows_of_cells)
