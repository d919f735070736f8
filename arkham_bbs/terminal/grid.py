"""A screen in memory: a grid of styled cells, and what changed between two of them.

Room: terminal. Imports msgspec, its neighbours here and the standard library.
Source: FIGURES ("live screens are painted from a grid of styled cells, by difference").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import NamedTuple, cast

from msgspec import Struct

from .clean import char_width, clean_text
from .style import Line, as_line

WIDE_TAIL = ""
"""What stands in the second cell of a double-width character."""


class Cell(Struct, frozen=True, gc=False):
    """One cell: a character (with its combining marks) and the name of its style.

    Nothing to look through for the search for garbage, and so neither is a row of them.
    """

    char: str = " "
    style: str = ""


class Run(NamedTuple):
    """Neighbouring changed cells of one row. ``row`` and ``column`` count from 0."""

    row: int
    column: int
    cells: tuple[Cell, ...]


BLANK = Cell()

MOST_CELLS = 512
"""Characters of one style whose cells are kept."""

LONGEST_KEPT = 200
"""Texts of other characters than ASCII whose width is remembered."""


class _Cells(dict[str, Cell]):
    """The cells of one style by their character: made once, the same for every grid."""

    __slots__ = ("_style",)

    def __init__(self, style: str) -> None:
        self._style = style

    def __missing__(self, char: str) -> Cell:
        cell = Cell(char, self._style)
        if len(self) < MOST_CELLS:
            self[char] = cell
        return cell


@lru_cache(maxsize=256)
def cells_of(style: str) -> _Cells:
    """Return the cells of a style; ``cells_of(style)[char]`` is quicker than a new cell.

    Grids that share their cells are also compared quickly, since equal cells are mostly one.
    """
    return _Cells(style)


@lru_cache(maxsize=1024)
def _is_plain(text: str) -> bool:
    return clean_text(text, newlines=False) == text and all(char_width(c) == 1 for c in text)


def is_plain(text: str) -> bool:
    """Say whether a text can be shown as it is and takes a column for each character."""
    if text.isascii():
        return text.isprintable()
    return len(text) <= LONGEST_KEPT and _is_plain(text)


class Grid:
    """A rectangle of styled cells. Writing outside it is cut, never an error.

    ``cursor`` is where the hardware cursor rests when no line is being typed (H9).
    """

    __slots__ = ("columns", "cursor", "is_kept", "rows", "rows_of_cells")

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.rows_of_cells: list[list[Cell]] = [[BLANK] * self.columns for _ in range(self.rows)]
        self.cursor: tuple[int, int] | None = None
        self.is_kept = False

    def put(self, row: int, column: int, text: str, style: str = "") -> int:
        """Write one row of text, cut at the right edge; returns the column after it."""
        if not 0 <= row < self.rows:
            return column
        cells = self.rows_of_cells[row]
        if column >= 0 and text and is_plain(text):
            end = min(column + len(text), self.columns)
            if column < end:
                self._free(cells, column)
                self._free(cells, end - 1)
                cells[column:end] = map(cells_of(style).__getitem__, text[: end - column])
            return end
        for char in clean_text(text, newlines=False):
            width = char_width(char)
            if width == 0:
                at = column - 1
                if 0 < at < self.columns and cells[at].char == WIDE_TAIL:
                    at -= 1
                if 0 <= at < self.columns and len(cells[at].char) < 4:
                    cells[at] = Cell(cells[at].char + char, cells[at].style)
                continue
            if column + width > self.columns:
                return self.columns
            if column >= 0:
                self._free(cells, column)
                if width == 2:
                    self._free(cells, column + 1)
                    cells[column + 1] = cells_of(style)[WIDE_TAIL]
                cells[column] = cells_of(style)[char]
            column += width
        return column

    @staticmethod
    def _free(cells: list[Cell], column: int) -> None:
        """Blank the other half of a wide character that is about to be cut in two."""
        if cells[column].char == WIDE_TAIL and column:
            cells[column - 1] = BLANK
        if column + 1 < len(cells) and cells[column + 1].char == WIDE_TAIL:
            cells[column + 1] = BLANK

    def put_line(self, row: int, column: int, line: Line | str) -> int:
        """Write a styled line; returns the column after it."""
        for span in as_line(line):
            column = self.put(row, column, span.text, span.style)
        return column

    def put_lines(self, row: int, column: int, lines: Iterable[Line | str]) -> int:
        """Write lines below each other; returns the row after the last."""
        for line in lines:
            self.put_line(row, column, line)
            row += 1
        return row

    def box(
        self, row: int, column: int, rows: int, columns: int, style: str = "", title: str = ""
    ) -> None:
        """Draw a frame of single lines with an optional title in its upper edge."""
        if rows < 2 or columns < 2:
            return
        self.put(row, column, "┌" + "─" * (columns - 2) + "┐", style)
        for at in range(row + 1, row + rows - 1):
            self.put(at, column, "│", style)
            self.put(at, column + columns - 1, "│", style)
        self.put(row + rows - 1, column, "└" + "─" * (columns - 2) + "┘", style)
        if title:
            self.put(row, column + 2, f" {title} "[: max(0, columns - 4)], style)

    def blit(self, row: int, column: int, other: Grid) -> None:
        """Copy another grid into this one."""
        for y, cells in enumerate(other.rows_of_cells):
            if not 0 <= row + y < self.rows:
                continue
            target = self.rows_of_cells[row + y]
            for x, cell in enumerate(cells):
                if 0 <= column + x < self.columns:
                    target[column + x] = cell

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a place inside the grid."""
        return self.rows_of_cells[row][column]

    def row_text(self, row: int) -> str:
        """The plain text of one row, blanks at its end included."""
        return "".join(cell.char for cell in self.rows_of_cells[row])

    def text(self) -> str:
        """The whole grid as plain text, blanks at line ends removed."""
        return "\n".join(self.row_text(row).rstrip() for row in range(self.rows))

    def lines(self) -> list[Line]:
        """The grid as styled lines, for terminals that cannot be painted on."""
        found: list[Line] = []
        for cells in self.rows_of_cells:
            line = Line()
            for style, text in _style_runs(cells):
                line.add(text, style)
            found.append(line.stripped())
        return found

    @property
    def kept_bytes(self) -> int:
        """About what the grid takes in memory: a reference a cell, for cells are shared."""
        return self.rows * (64 + 8 * self.columns)

    def kept(self, last: Grid | None = None) -> Grid:
        """The same for keeping: nobody can write on it, and it costs next to nothing to keep.

        Its rows are tuples, and those that are as in ``last``, kept before, are the very same. A
        grid that is kept already is returned as it is.
        """
        if self.is_kept:
            return self
        rows: list[tuple[Cell, ...]] = [tuple(cells) for cells in self.rows_of_cells]
        if last is not None and last.is_kept:
            then = cast(list[tuple[Cell, ...]], last.rows_of_cells)
            for number, (before, now) in enumerate(zip(then, rows, strict=False)):
                if before == now:
                    rows[number] = before
        grid = Grid(self.columns, 1)
        grid.rows, grid.cursor, grid.is_kept = self.rows, self.cursor, True
        grid.rows_of_cells = cast(list[list[Cell]], rows)
        return grid

    def copy(self) -> Grid:
        """An independent copy."""
        grid = Grid(self.columns, self.rows)
        grid.rows_of_cells = [list(cells) for cells in self.rows_of_cells]
        grid.cursor = self.cursor
        return grid


def _style_runs(cells: Iterable[Cell]) -> Iterator[tuple[str, str]]:
    style = ""
    text = ""
    for cell in cells:
        if cell.style != style:
            if text:
                yield style, text
            style, text = cell.style, ""
        text += cell.char
    if text:
        yield style, text


GAP = 4
"""Unchanged cells shorter than this between two changes are sent again: cheaper than moving."""


def diff(old: Grid | None, new: Grid) -> list[Run]:
    """List what must be written to turn ``old`` into ``new``, top to bottom, left to right.

    With no ``old``, or one of another size, everything that is not blank is listed (the
    caller clears the screen first). A run never begins in the middle of a wide character.
    """
    if old is None or (old.columns, old.rows) != (new.columns, new.rows):
        old = Grid(new.columns, new.rows)
    runs: list[Run] = []
    every = range(new.columns)
    for row, (before, after) in enumerate(zip(old.rows_of_cells, new.rows_of_cells, strict=True)):
        if before == after:
            continue
        start = end = -1
        # Equal cells are nearly always one and the same.
        for column in compress(every, map(is_not, before, after)):
            if before[column] == after[column]:
                continue
            if start >= 0 and column - end > GAP:
                runs.append(_run(row, start, end, after))
                start = -1
            if start < 0:
                start = column
            end = column + 1
        if start >= 0:
            runs.append(_run(row, start, end, after))
    return runs


def _run(row: int, start: int, end: int, cells: list[Cell]) -> Run:
    while start > 0 and cells[start].char == WIDE_TAIL:
        start -= 1
    while end < len(cells) and cells[end].char == WIDE_TAIL:
        end += 1
    return Run(row, start, tuple(cells[start:end]))
