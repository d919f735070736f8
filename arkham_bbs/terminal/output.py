"""What goes to one caller: joined, paced, bounded, and cut off when nobody reads it.

Room: terminal. Imports its neighbours here. No clock of its own: the time is passed in.
Source: DESIGN section 7 ("a slow or dead reader never delays anyone else"); USER_ASKS A9.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .charsets import Encoder

PENDING_LIMIT = 256 * 1024
PAUSE_LIMIT = 64 * 1024
LOW_WATER = 32 * 1024
STALL_S = 60.0
POLL_S = 0.05


class Transport(Protocol):
    """What a door gives a terminal. All calls return at once."""

    def send(self, data: bytes) -> None:
        """Take bytes to send; the door buffers them and does any escaping it needs."""

    def close(self) -> None:
        """Close the line after what was sent is out, or a short time has passed."""

    def pending(self) -> int:
        """How many bytes the door still holds because the client does not take them."""


class Output:
    """The writer of one caller.

    ``write`` refuses (returns False) when too much is pending; the owner then repaints from
    its state, or says how much was left out, when ``on_drained`` is called.
    """

    def __init__(
        self,
        transport: Transport,
        encoder: Encoder,
        clock: Callable[[], float],
        *,
        limit: int = PENDING_LIMIT,
        stall_s: float = STALL_S,
    ) -> None:
        self._transport = transport
        self._encoder = encoder
        self._clock = clock
        self._limit = limit
        self._stall_s = stall_s
        self._chunks: list[str] = []
        self._size = 0
        self._bytes = bytearray()
        self._least = 0
        self._moved_at = clock()
        self.paused = False
        self.dropped = 0
        self.closed = False
        self.on_drained: Callable[[], None] | None = None
        self.on_stalled: Callable[[], None] | None = None
        self.on_overrun: Callable[[], None] | None = None

    @property
    def waiting(self) -> int:
        """Bytes (about) that were written and not yet taken by the door."""
        return self._size + len(self._bytes)

    @property
    def congested(self) -> bool:
        """Whether a frame painted now would only pile up."""
        return self.paused or self.waiting + self._transport.pending() > self._limit // 4

    @property
    def is_empty(self) -> bool:
        """Whether everything written has left for the network."""
        return not self.waiting and self._transport.pending() == 0

    def use(self, encoder: Encoder) -> None:
        """Change the charset; what was written before keeps the old one."""
        self._encode()
        self._encoder = encoder

    def write(self, text: str, *, must: bool = False) -> bool:
        """Queue text; False when it was dropped because the caller does not read.

        ``must`` is for the few bytes that a screen needs to stay whole (a reset, a prompt).
        """
        if self.closed:
            return False
        if self.paused and self.waiting > PAUSE_LIMIT:
            self.paused = False
            if self.on_overrun is not None:
                self.on_overrun()
        limit = self._limit + 8192 if must else self._limit
        if self.dropped and not must:
            self.dropped += 1
            return False
        if self.waiting + len(text) + self._transport.pending() > limit:
            self.dropped += 1
            return False
        self._chunks.append(text)
        self._size += len(text)
        return True

    def _encode(self) -> None:
        if self._chunks:
            self._bytes += self._encoder.encode("".join(self._chunks))
            self._chunks.clear()
            self._size = 0

    def flush(self) -> float | None:
        """Send what may be sent now, in one piece.

        Returns after how many seconds to call again, or ``None`` when nothing waits.
        """
        if self.closed:
            return None
        self._encode()
        held = self._transport.pending()
        if self._bytes and not self.paused and held < LOW_WATER:
            if held == 0:
                piece = bytes(self._bytes)
                self._bytes.clear()
            else:
                piece = bytes(self._bytes[:LOW_WATER])
                del self._bytes[: len(piece)]
            self._transport.send(piece)
            held_now = self._transport.pending()
            if held == 0:
                self._least, self._moved_at = held_now, self._clock()
            held = held_now
        return self._watch(held)

    def _watch(self, held: int) -> float | None:
        """Notice progress, drained queues and readers that do not read."""
        now = self._clock()
        if held == 0:
            self._least, self._moved_at = 0, now
        elif held < self._least:
            self._least, self._moved_at = held, now
        elif held > self._least:
            self._least = held
        if held and now - self._moved_at >= self._stall_s:
            self.closed = True
            if self.on_stalled is not None:
                self.on_stalled()
            return None
        if self.waiting + held <= LOW_WATER and self.dropped and not self.paused:
            self.dropped, dropped = 0, self.dropped
            if dropped and self.on_drained is not None:
                self.on_drained()
        if self.waiting and not self.paused:
            return POLL_S
        return 1.0 if held else None

    def flush_all(self) -> None:
        """Hand everything to the door, paced or not: the line is about to be closed."""
        self.paused = False
        self._encode()
        if self._bytes and not self.closed:
            self._transport.send(bytes(self._bytes))
        self._bytes.clear()
        self.closed = True
