"""A Commodore's screen in memory: what a PETSCII terminal shows after some bytes.

Source: Commodore 64 Programmer's Reference Guide, appendix on screen editing. Room: tests.
"""

from __future__ import annotations

from arkham_bbs.terminal.charsets import decode_bytes

CLEAR, HOME, RETURN, DELETE = 0x93, 0x13, 0x0D, 0x14
DOWN, UP, RIGHT, LEFT = 0x11, 0x91, 0x1D, 0x9D


class Commodore:
    """40 or 80 columns, 25 rows; counts how often it had to scroll since it was cleared."""

    def __init__(self, columns: int = 40, rows: int = 25) -> None:
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.scrolled_since_clear = 0

    @property
    def text(self) -> str:
        return "\n".join("".join(cells).rstrip() for cells in self.cells)

    def feed(self, data: bytes) -> None:
        """Show some bytes."""
        for byte in data:
            self._byte(byte)

    def _byte(self, byte: int) -> None:
        if byte == CLEAR:
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
            self.row = self.column = self.scrolled_since_clear = 0
        elif byte == HOME:
            self.row = self.column = 0
        elif byte == RETURN:
            self.column = 0
            self._down()
        elif byte == DOWN:
            self._down()
        elif byte == UP:
            self.row = max(0, self.row - 1)
        elif byte == RIGHT:
            self._right()
        elif byte == LEFT:
            self._left()
        elif byte == DELETE:
            self._left()
            cells = self.cells[self.row]
            del cells[self.column]
            cells.append(" ")
        elif 0x20 <= byte < 0x80 or byte >= 0xA0:
            self.cells[self.row][self.column] = decode_bytes(bytes([byte]), "petscii40")
            self._right()

    def _right(self) -> None:
        self.column += 1
        if self.column == self.columns:
            self.column = 0
            self._down()

    def _left(self) -> None:
        if self.column or self.row:
            place = self.row * self.columns + self.column - 1
            self.row, self.column = divmod(place, self.columns)

    def _down(self) -> None:
        self.row += 1
        if self.row == self.rows:
            self.row -= 1
            self.cells.append([" "] * self.columns)
            del self.cells[0]
            self.scrolled_since_clear += 1
