"""Full-screen views: painted by difference, with a line being typed below. Room: terminal."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.terminal import PRESETS, Grid, Line, Size

from .caller import ANSI, Caller


def view(caller: Caller, text: str) -> Grid:
    size = caller.terminal.dashboard_size
    grid = Grid(size.columns, size.rows)
    grid.box(0, 0, size.rows, size.columns, "frame", "Arkham")
    grid.put(2, 2, text, "title")
    return grid


@pytest.mark.parametrize(
    ("columns", "rows"), [(80, 24), (80, 25), (132, 43), (40, 24), (40, 25), (100, 30)]
)
async def test_b19_every_size_is_filled_to_its_edges_without_scrolling(
    columns: int, rows: int
) -> None:
    caller = Caller(ANSI.resized(Size(columns=columns, rows=rows)))
    caller.ask("> ")
    await caller.turn()
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.type("look")
    assert caller.recorder.scrolled == 0
    assert caller.recorder.rows[0] == "┌─ Arkham " + "─" * (columns - 11) + "┐"
    assert caller.recorder.rows[rows - 2] == "└" + "─" * (columns - 2) + "┘"
    assert caller.recorder.rows[rows - 1] == "> look"
    assert caller.recorder.cursor == (rows - 1, 6)


async def test_a_repaint_by_difference_leaves_the_cursor_in_the_half_typed_line() -> None:
    caller = Caller()
    task = caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.type("walk x\x1b[D")
    caller.recorder.take()
    caller.terminal.show(view(caller, "Doom 4"))
    await caller.turn()
    assert len(caller.recorder.sent) < 60
    assert "Doom 4" in caller.recorder.rows[2]
    assert caller.recorder.cursor == (23, 7)
    await caller.type("y\r")
    assert await task == "walk yx"
    await caller.turn()
    assert caller.recorder.rows[23] == ""
    assert caller.recorder.scrolled == 0


async def test_many_lines_typed_in_a_view_never_scroll_it() -> None:
    caller = Caller()
    caller.terminal.show(view(caller, "Doom 3"))
    for n in range(30):
        task = caller.ask(f"{n}> ")
        await caller.type("x" * 200 + "\r")
        assert len(await task) == 200
    await caller.turn()
    assert caller.recorder.scrolled == 0
    assert "Doom 3" in caller.recorder.rows[2]


async def test_announcements_go_to_the_view_and_do_not_scroll() -> None:
    caller = Caller()
    told: list[Line] = []
    caller.terminal.on_announce = told.extend
    caller.terminal.show(view(caller, "Doom 3"))
    caller.terminal.announce("Bob arrives.")
    caller.terminal.write("A gate opens.\n")
    await caller.turn()
    assert [line.text for line in told] == ["Bob arrives.", "A gate opens."]
    assert caller.recorder.scrolled == 0
    assert "Bob" not in caller.recorder.text


@pytest.mark.parametrize("columns", [40, 60, 132])
async def test_b17_b18_a_resize_lays_out_anew_and_keeps_the_typed_text(columns: int) -> None:
    caller = Caller()
    caller.terminal.on_resize(lambda size: caller.terminal.show(view(caller, f"{size.columns}!")))
    task = caller.ask("> ")
    caller.terminal.show(view(caller, "80!"))
    await caller.type("half-typed")
    caller.recorder.resize(columns, 30)
    caller.terminal.resize(Size(columns=columns, rows=30))
    await asyncio.sleep(0.1)
    assert f"{columns}!" in caller.recorder.rows[2]
    assert caller.recorder.rows[28] == "└" + "─" * (columns - 2) + "┘"
    assert caller.recorder.rows[29] == "> half-typed"
    assert caller.recorder.cursor == (29, 12)
    await caller.type(" line\r")
    assert await task == "half-typed line"


async def test_b18_a_view_whose_session_does_not_answer_the_resize_is_cut_not_lost() -> None:
    caller = Caller()
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.turn()
    caller.recorder.resize(60, 24)
    caller.terminal.resize(Size(columns=60, rows=24))
    await asyncio.sleep(0.1)
    assert "Doom 3" in caller.recorder.rows[2]


async def test_b19_shrinking_below_40_columns_leaves_the_view() -> None:
    caller = Caller()
    task = caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.type("look")
    caller.recorder.resize(30, 24)
    caller.terminal.resize(Size(columns=30, rows=24))
    await asyncio.sleep(0.1)
    assert not caller.terminal.in_dashboard
    assert caller.recorder.rows[0] == "> look"
    await caller.type("\r")
    assert await task == "look"


async def test_a_slow_line_skips_frames_and_gets_the_newest_in_the_end() -> None:
    caller = Caller()
    caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 0"))
    await caller.turn()
    caller.recorder.held = 100_000
    for n in range(1, 500):
        caller.terminal.show(view(caller, f"Doom {n}"))
    await caller.turn()
    caller.recorder.take()
    caller.recorder.held = 0
    for _ in range(5):
        caller.terminal.writable()
        await caller.turn()
    assert "Doom 499" in caller.recorder.rows[2]
    assert len(caller.recorder.sent) < 10_000
    await caller.type("ok")
    assert caller.recorder.rows[23] == "> ok"


async def test_a9_a_pause_in_a_view_says_so_on_the_input_row() -> None:
    caller = Caller()
    caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.type(b"lo\x13")
    assert "Any key" in caller.recorder.rows[23]
    caller.terminal.show(view(caller, "Doom 4"))
    await caller.turn()
    assert "Doom 3" in caller.recorder.rows[2]
    await caller.type(b"\x11")
    assert "Doom 4" in caller.recorder.rows[2]
    assert caller.recorder.rows[23] == "> lo"


async def test_reading_a_page_puts_the_view_aside_and_brings_it_back() -> None:
    caller = Caller()
    caller.terminal.show(view(caller, "Doom 3"))
    page = asyncio.ensure_future(caller.terminal.page(["The rules are short."]))
    await caller.turn()
    assert caller.recorder.rows[0] == "The rules are short."
    assert "goes back" in caller.recorder.rows[1]
    await caller.type(" ")
    assert await page
    await caller.turn()
    assert "Doom 3" in caller.recorder.rows[2]
    assert caller.terminal.in_dashboard


async def test_ctrl_l_draws_everything_again() -> None:
    caller = Caller()
    caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.type("lo")
    caller.recorder.screen.reset()
    await caller.type(b"\x0c")
    assert "Doom 3" in caller.recorder.rows[2]
    assert caller.recorder.rows[23] == "> lo"


async def test_h9_the_cursor_rests_where_the_view_wants_it() -> None:
    caller = Caller()
    grid = view(caller, "1 Walk")
    grid.cursor = (2, 2)
    caller.terminal.show(grid)
    await caller.turn()
    assert caller.recorder.cursor == (2, 2)


async def test_leaving_the_view_gives_plain_scrolling_text_again() -> None:
    caller = Caller()
    caller.terminal.show(view(caller, "Doom 3"))
    caller.terminal.announce("Held back.")
    caller.terminal.hide()
    caller.terminal.write("Lobby\n")
    await caller.turn()
    assert caller.recorder.rows[:2] == ["Held back.", "Lobby"]


@pytest.mark.parametrize("name", ["plain", "reader"])
async def test_a_terminal_that_cannot_be_painted_gets_the_view_as_lines(name: str) -> None:
    caller = Caller(PRESETS[name])
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.turn()
    sent = bytes(caller.recorder.sent)
    assert b"Doom 3" in sent
    assert b"\x1b" not in sent
    assert sent.isascii()


async def test_b26_closing_in_a_view_leaves_a_clean_screen() -> None:
    caller = Caller()
    caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.turn()
    caller.terminal.close("Good night.")
    assert caller.recorder.text == "Good night."
    assert bytes(caller.recorder.sent).endswith(b"\x1b[?2004l\x1b[?25h\x1b[0m")


async def test_b22_a_commodore_view_is_painted_in_its_own_codes() -> None:
    caller = Caller(PRESETS["petscii"])
    caller.ask("> ")
    caller.terminal.show(view(caller, "Doom 3"))
    await caller.type(b"\x4c")
    sent = bytes(caller.recorder.sent)
    assert b"\x1b" not in sent
    assert b"\xb0\xc0" in sent
    assert caller.terminal.dashboard_size == Size(columns=39, rows=24)
