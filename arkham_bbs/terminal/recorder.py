"""A screen that exists only in memory, for tests.

Room: terminal. Imports its neighbours here; pyte only when a screen is asked for.
"""

from __future__ import annotations

from typing import Any

from .charsets import Decoder


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
