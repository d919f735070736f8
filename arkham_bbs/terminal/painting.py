"""The full-screen view of a caller's terminal, painted by difference above the input row.

Room: terminal. Imports its neighbours here.
"""

from __future__ import annotations

from .grid import Grid
from .style import Line
from .telling import Telling

NOTICE_SKIPPED = "[Some lines were left out because your line was too slow for them.]"


class Painting(Telling):
    """Showing, repainting and leaving a full-screen view."""

    def show(self, grid: Grid) -> None:
        """Show a full-screen view, writing only what differs from what is there.

        The last row stays with the line being typed. A terminal that cannot be painted gets
        the grid as lines. While a long text is read the view waits for its end. A line too slow
        for every frame gets the newest one later.
        """
        if self.closed:
            return
        if not self._caps.can_paint:
            self.write(grid.lines())
            return
        self._grid = grid.kept(self._grid)
        if self._paging:
            self._view_waits = True
            return
        if not self._dashboard:
            self._enter_modes()
            self._dashboard = True
            self._screen.forget()
        if self._out.congested:
            self._out.dropped += 1
            self._schedule()
            return
        self._paint()

    def _paint(self) -> None:
        if self._grid is None:
            return
        fresh = self._screen.is_unknown
        out = self._screen.paint(self._grid)
        if out:
            self._put(out + self._restore_cursor(fresh=fresh), must=True)

    def _restore_cursor(self, *, fresh: bool) -> str:
        """Back to the half-typed line, or to where the grid wants the cursor."""
        editor = self._editor
        if editor is not None:
            if fresh:
                return self._input_row()
            return self._dialect.goto(self._screen.input_row, editor.column)
        if self._grid is not None and self._grid.cursor is not None:
            return self._dialect.goto(*self._grid.cursor)
        return self._screen.to_input_row()

    def repaint(self) -> None:
        """Draw everything again: the full-screen view, or the line being typed."""
        if self._dashboard:
            self._screen.forget()
            self._paint()
        elif self._editor is not None and self._mode() == "full":
            self._put(self._editor.wipe() + self._editor.redraw())

    def hide(self) -> None:
        """Leave the full-screen view for scrolling text; what was held back is printed."""
        if self._paging:
            self._view_waits, self._grid = False, None
        if not self._dashboard:
            return
        self._dashboard = False
        self._grid = None
        self.clear()
        if self._editor is not None:
            self._put(self._editor.redraw())
            self._prompted()
        held = self._held.take()
        if held:
            self.announce(held)

    def _drained(self) -> None:
        """A slow line is free again: repaint from what is true now."""
        if self._dashboard:
            self.repaint()
        else:
            self.announce(Line.of(NOTICE_SKIPPED, "dim"))
