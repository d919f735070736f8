"""A wire: the sending side of one call, whatever protocol is below it.

Room: doors. Imports the standard library.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

CLOSE_S = 5.0
"""How long the last words may take to leave before the line is cut."""


class Wire(ABC):
    """The sending side of one call; what the terminal knows as its transport.

    Everything written in one turn of the event loop leaves as one piece: an SSH packet costs
    as much for one letter as for a screen.
    """

    def __init__(self, output_limit: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._is_flush_due = False
        self._output_limit = output_limit
        self.accepted_bytes = 0
        self.is_closed = False
        self.on_overflow: Callable[[], None] | None = None

    def send(self, data: bytes) -> None:
        """Queue bytes. After `close` they go nowhere."""
        if self.is_closed or not data:
            return
        self._waiting.append(data)
        self._waiting_bytes += len(data)
        self.accepted_bytes += len(data)
        if not self._is_flush_due:
            self._is_flush_due = True
            self._loop.call_soon(self._flush)
        if self._waiting_bytes > self._output_limit and self.pending() > self._output_limit:
            self._overflow()

    def pending(self) -> int:
        """Count the bytes the caller has not taken yet."""
        return self._waiting_bytes + (0 if self.is_closed else self.unsent())

    def close(self) -> None:
        """Send what is queued and hang up."""
        if self.is_closed:
            return
        self._flush()
        self.is_closed = True
        self.hang_up()
        # A caller who reads nothing would keep the line, and what waits for it, for ever.
        self._loop.call_later(CLOSE_S, self.cut)

    def abort(self) -> None:
        """Hang up now; what is queued is lost."""
        self.is_closed = True
        self._waiting.clear()
        self._waiting_bytes = 0
        self.cut()

    def _flush(self) -> None:
        self._is_flush_due = False
        if not self._waiting or self.is_closed:
            return
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._waiting_bytes = 0
        self.transmit(data)
        if self.unsent() > self._output_limit:
            self._overflow()

    def _overflow(self) -> None:
        if self.on_overflow is not None:
            self.on_overflow()

    @abstractmethod
    def transmit(self, data: bytes) -> None:
        """Give bytes to the protocol below."""

    @abstractmethod
    def unsent(self) -> int:
        """Count what the protocol below has not got rid of."""

    @abstractmethod
    def hang_up(self) -> None:
        """Close after what was transmitted has left."""

    @abstractmethod
    def cut(self) -> None:
        """Close at once."""
