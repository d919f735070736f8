"""What is counted as one caller's memory, and that all of it is."""

from __future__ import annotations

from arkham_bbs.session.scrollback import Scrollback
from arkham_bbs.terminal import Capabilities, Grid, Line, Terminal
from arkham_bbs.terminal.grid import cells_of


class Nowhere:
    """A transport that keeps nothing."""

    def send(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass

    def pending(self) -> int:
        return 0


def painted_terminal() -> Terminal:
    caps = Capabilities(addressing=True, charset="utf-8", columns=80, rows=24)
    return Terminal(Nowhere(), caps)


def test_a_fresh_line_keeps_next_to_nothing() -> None:
    assert painted_terminal().kept_bytes < 1024


def test_keys_that_nobody_has_read_are_counted_until_the_line_is_gone() -> None:
    terminal = painted_terminal()
    terminal.feed(b"a thousand names " * 50 + b"\r")
    assert terminal.kept_bytes >= 17 * 50
    terminal.hangup()
    assert terminal.kept_bytes < 1024


def test_the_screen_is_counted_once_though_two_parts_hold_it() -> None:
    terminal = painted_terminal()
    before = terminal.kept_bytes
    terminal.show(Grid(80, 23))
    one = Grid(80, 23).kept_bytes
    assert one <= terminal.kept_bytes - before < 2 * one


def test_lines_that_wait_behind_the_screen_are_counted() -> None:
    terminal = painted_terminal()
    terminal.show(Grid(80, 23))
    before = terminal.kept_bytes
    terminal.announce([Line.of("x" * 500) for _ in range(10)])
    assert terminal.kept_bytes - before >= 5_000


def test_what_the_session_keeps_is_added() -> None:
    terminal = painted_terminal()
    before = terminal.kept_bytes
    terminal.also_kept = lambda: 12_345
    assert terminal.kept_bytes == before + 12_345


def test_the_scrollback_counts_what_it_keeps_and_no_more() -> None:
    log = Scrollback(3)
    for number in range(3):
        log.append(Line.of(str(number) * 1_000))
    full = log.kept_bytes
    assert full >= 3_000
    log.extend([Line.of("y" * 1_000), Line.of("z" * 1_000)])
    assert log.kept_bytes == full
    assert [line.text[0] for line in log] == ["2", "y", "z"]
    assert [line.text[0] for line in log.last(2)] == ["y", "z"]
    assert log.last(0) == []


def test_cells_are_shared_so_that_a_grid_is_as_small_as_it_is_counted() -> None:
    one, two = Grid(20, 2), Grid(20, 2)
    for grid in (one, two):
        grid.put(0, 0, "the tide turns", "dim")
    assert one.cell(0, 4) is two.cell(0, 4) is cells_of("dim")["t"]
