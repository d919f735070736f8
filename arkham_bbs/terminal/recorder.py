"""A screen that exists only in memory: for tests and for the gallery of pictures.

Room: terminal. Imports its neighbours here; pyte only when a screen is asked for.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from .charsets import Decoder
from .clean import char_width
from .grid import Grid
from .style import PALETTE_LOOKS


class Recorder:
    """A transport that keeps what it is sent and shows it on a pyte screen.

    ``held`` plays a client that does not read: it is what ``pending`` answers.
    """

    def __init__(self, columns: int = 80, rows: int = 24, charset: str = "utf-8") -> None:
        import pyte

        self.sent = bytearray()
        self.chunks: list[bytes] = []
        self.closed = False
        self.held = 0
        self.screen: Any = pyte.HistoryScreen(columns, rows, history=2000)
        self._stream: Any = pyte.Stream(self.screen)
        self._decoder = Decoder(charset)

    def send(self, data: bytes) -> None:
        """Keep and show bytes."""
        self.sent += data
        self.chunks.append(data)
        self._stream.feed(self._decoder.feed(data))

    def close(self) -> None:
        """Note that the line was closed."""
        self.closed = True

    def pending(self) -> int:
        """What the imaginary client has not read."""
        return self.held

    def take(self) -> bytes:
        """What was sent since the last time."""
        data = bytes(self.sent)
        self.sent.clear()
        return data

    def resize(self, columns: int, rows: int) -> None:
        """Give the screen another size, as a window would."""
        self.screen.resize(rows, columns)

    @property
    def rows(self) -> list[str]:
        """What the screen shows, blanks at line ends removed."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """What the screen shows, without empty rows at its end."""
        return "\n".join(self.rows).rstrip("\n")

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, from 0."""
        return self.screen.cursor.y, self.screen.cursor.x

    @property
    def scrolled(self) -> int:
        """How many rows have scrolled off the top."""
        return len(self.screen.history.top)


def grid_to_text(grid: Grid) -> str:
    """A grid as plain text."""
    return grid.text()


BACKGROUND = "#101418"
FOREGROUND = "#d0d0d0"
CELL_WIDTH = 9
CELL_HEIGHT = 18


def grid_to_svg(grid: Grid, *, palette: str = "default", colour: str = "true") -> str:
    """A grid as an SVG picture in a fixed-width font."""
    looks = PALETTE_LOOKS[palette]
    width, height = grid.columns * CELL_WIDTH, grid.rows * CELL_HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans Mono, Menlo, Consolas, '
        f'monospace" font-size="15" xml:space="preserve">',
        f'<rect width="100%" height="100%" fill="{BACKGROUND}"/>',
    ]
    for row, cells in enumerate(grid.rows_of_cells):
        for column, cell in enumerate(cells):
            if not cell.char:
                continue
            look = looks.get(cell.style) if colour != "none" else None
            fill = f"#{look.rgb:06x}" if look is not None and look.rgb >= 0 else FOREGROUND
            x, y = column * CELL_WIDTH, row * CELL_HEIGHT
            if look is not None and look.reverse:
                span = CELL_WIDTH * max(1, char_width(cell.char[0]))
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{span}" height="{CELL_HEIGHT}" fill="{fill}"/>'
                )
                fill = BACKGROUND
            if cell.char == " ":
                continue
            extra = ""
            if look is not None and look.bold:
                extra += ' font-weight="bold"'
            if look is not None and look.underline:
                extra += ' text-decoration="underline"'
            parts.append(
                f'<text x="{x}" y="{y + 14}" fill="{fill}"{extra}>{escape(cell.char)}</text>'
            )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
