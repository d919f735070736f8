"""Paints grids on one terminal: which bytes put which cells where.

Room: terminal. Imports its neighbours here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import attrgetter

from .capabilities import Capabilities
from .clean import char_width
from .dialect import Dialect
from .grid import Cell, Grid, Run, diff
from .style import Painter

_STYLE: Callable[[Cell], str] = attrgetter("style")
_CHAR: Callable[[Cell], str] = attrgetter("char")


class Screen:
    """What one terminal shows above its input row, and how to change it.

    The last row belongs to the line being typed; its last cell is never written, so the
    terminal never scrolls. On a Commodore the last column of every row stays empty too, since
    writing there links rows and may move everything below.
    """

    def __init__(self, caps: Capabilities, dialect: Dialect, painter: Painter) -> None:
        self._dialect = dialect
        self._painter = painter
        self._painted: Grid | None = None
        self.columns = caps.columns - (1 if caps.is_petscii else 0)
        self.rows = max(1, caps.rows - 1)
        self.input_row = self.rows

    @property
    def is_unknown(self) -> bool:
        """Whether the next paint will clear and repaint everything."""
        return self._painted is None

    def kept_bytes(self, beside: Grid | None) -> int:
        """About what is kept of the painted screen, unless it is the very grid ``beside``."""
        painted = self._painted
        return 0 if painted is None or painted is beside else painted.kept_bytes

    def forget(self) -> None:
        """The terminal's contents are unknown: the next paint clears and repaints all."""
        self._painted = None

    def paint(self, grid: Grid) -> str:
        """Return what turns the screen into ``grid``; "" when it shows that already.

        The grid is kept and must not be changed after.
        """
        wanted = self._fitted(grid)
        out = ""
        if self._painted is None:
            out = self._painter.plain + self._dialect.clear
        runs = diff(self._painted, wanted)
        self._painted = wanted
        return out + "".join(self._run(run) for run in runs)

    def _fitted(self, grid: Grid) -> Grid:
        if (grid.columns, grid.rows) == (self.columns, self.rows):
            return grid
        wanted = Grid(self.columns, self.rows)
        wanted.blit(0, 0, grid)
        if grid.columns > self.columns:
            # A wide character cut by the right edge loses its other half: blank it.
            for cells in wanted.rows_of_cells:
                if char_width(cells[-1].char[:1] or "x") == 2:
                    cells[-1] = Cell(" ", cells[-1].style)
        wanted.cursor = grid.cursor
        return wanted

    def _run(self, run: Run) -> str:
        out = [self._dialect.goto(run.row, run.column)]
        for style, cells in groupby(run.cells, _STYLE):
            out.append(self._painter.span("".join(map(_CHAR, cells)), style))
        return "".join(out)

    def to_input_row(self) -> str:
        """Go to the beginning of the input row."""
        return self._dialect.goto(self.input_row, 0)

    def clear_input_row(self) -> str:
        """Go to the beginning of the input row and blank it, without scrolling."""
        start = self.to_input_row()
        if self._dialect.erase_end:
            return start + self._dialect.erase_end
        return start + " " * (self.columns - 1) + start
