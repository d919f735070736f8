"""The sending side of a web call, which outlives its connections.

Room: doors. Imports its neighbours here. A connection (`Link`) may go and another come; the wire
keeps the last of what was sent, so that a page that comes back misses nothing (USER_ASKS D4, D6).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from arkham_bbs.doors.web.frames import format_frame
from arkham_bbs.doors.wire import Wire

TAIL = 24 * 1024
"""Bytes kept for a page that comes back: three full screens, or some minutes of scrolling text."""

OVER = 4000
"""The session is over: the page does not call again by itself."""

ELSEWHERE = 4001
"""The call goes on over a newer connection."""

POLICY = 1008
SERVICE_RESTART = 1012
TRY_LATER = 1013


class Link:
    """One WebSocket: a queue and the task that empties it.

    Args:
        abort: closes the connection without waiting for anybody.
        buffered: bytes the connection below has not got rid of.
    """

    def __init__(
        self, websocket: WebSocket, abort: Callable[[], None], buffered: Callable[[], int]
    ) -> None:
        self._websocket = websocket
        self._abort = abort
        self._buffered = buffered
        self._queue: deque[bytes | str] = deque()
        self._queued = 0
        self._wake = asyncio.Event()
        self._ending: tuple[int, str] | None = None
        self.on_drained: Callable[[], None] | None = None

    def waiting(self) -> int:
        """Count the bytes that are not on their way yet."""
        return self._queued + self._buffered()

    def put(self, frame: bytes | str) -> None:
        """Queue a frame; the wire sees to it that the queue stays within bounds."""
        if self._ending is None:
            self._queue.append(frame)
            self._queued += len(frame)
            self._wake.set()

    def finish(self, code: int, reason: str) -> None:
        """Close after everything queued has been sent."""
        if self._ending is None:
            self._ending = (code, reason)
            self._wake.set()

    def cut(self) -> None:
        """Close now; what is queued is lost."""
        self._queue.clear()
        self._queued = 0
        if self._ending is None:
            self._ending = (OVER, "")
        self._wake.set()
        self._abort()

    async def send_all(self) -> None:
        """Send what is queued as it comes, till the link is finished or gone."""
        try:
            while True:
                while self._queue:
                    frame = self._queue.popleft()
                    if isinstance(frame, bytes):
                        await self._websocket.send_bytes(frame)
                    else:
                        await self._websocket.send_text(frame)
                    self._queued = max(0, self._queued - len(frame))
                if self._ending is not None:
                    if self._websocket.application_state is WebSocketState.CONNECTED:
                        await self._websocket.close(*self._ending)
                    return
                if self.on_drained is not None:
                    self.on_drained()
                self._wake.clear()
                if not self._queue and self._ending is None:
                    await self._wake.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            # The other side went away; the receiving half finds the same and tells.
            self._queue.clear()
            self._queued = 0


class WebWire(Wire):
    """Bytes to one caller in a browser, over whichever connection there is.

    Attributes:
        total: bytes sent since the call began; a page counts the same.
        is_prompt_out, is_secret: what a page that comes back must know about the line.
        wants_prompts: the page shows text, and wants to be told what is a prompt.
    """

    def __init__(self, output_limit: int) -> None:
        super().__init__(output_limit)
        self.link: Link | None = None
        self.total = 0
        self.is_prompt_out = False
        self.is_secret = False
        self.wants_prompts = False
        self.closing: Callable[[], tuple[int, str]] = lambda: (OVER, "over")
        self._tail = bytearray()
        self._told: dict[str, str] = {}

    def send(self, data: bytes) -> None:
        """Send output of the terminal."""
        if data:
            self.is_prompt_out = False
        super().send(data)

    def transmit(self, data: bytes) -> None:
        """Keep the end of it, and send it if there is a connection."""
        self.total += len(data)
        self._tail += data
        if len(self._tail) > TAIL:
            del self._tail[: len(self._tail) - TAIL]
        if self.link is not None:
            self.link.put(data)

    def tell(self, kind: str, **facts: Any) -> None:
        """Send a control frame, in its place among the output."""
        if self.is_closed:
            return
        self._flush()
        if self.link is not None:
            self.link.put(format_frame(kind, **facts))

    def prompt_is_out(self) -> None:
        """Mark what was sent last as a prompt, for pages that show text."""
        if self.wants_prompts:
            self.tell("prompt")
        self.is_prompt_out = True

    def secret(self, on: bool) -> None:
        """Have the page hide what is typed into its input field, or show it again."""
        self.is_secret = on
        self.tell("secret", on=on)

    def out_of_band(self, name: str, data: object) -> None:
        """Send structured data; the last of each name is kept for a page that comes back."""
        frame = format_frame("gmcp", name=name, data=data)
        self._told[name] = frame
        if not self.is_closed and self.link is not None:
            self._flush()
            self.link.put(frame)

    # -- connections ----------------------------------------------------------------------------
    def attach(
        self, link: Link, *, received: int, is_painted: bool, prefix: bytes, **facts: Any
    ) -> bool:
        """Go on over ``link``: a welcome, what the page has missed, and how things stand.

        Args:
            received: bytes the page has of this call's output; -1 when it has lost them.
            is_painted: a full-screen view is shown; then the caller of this method paints it.
            prefix: puts a page without a screen into the modes the terminal is in.

        Returns True when the page is whole again; False when it was given the end of the
        scrolling text, or nothing but a clean screen to paint on.
        """
        self._flush()
        missed = self.total - received
        is_whole = received >= 0 and 0 <= missed <= len(self._tail)
        self.link = link
        link.put(format_frame("welcome", reset=not is_whole, **facts))
        if is_whole:
            if missed:
                link.put(bytes(self._tail[-missed:]))
        elif self.total:
            tail = b"" if is_painted else bytes(self._tail)
            start = _good_start(tail, is_all=self.total <= len(tail))
            link.put(prefix + tail[start:])
        link.put(format_frame("at", total=self.total))
        if self.is_secret:
            link.put(format_frame("secret", on=True))
        if self.is_prompt_out and self.wants_prompts:
            link.put(format_frame("prompt"))
        for frame in self._told.values():
            link.put(frame)
        return is_whole

    def detach(self, link: Link) -> bool:
        """The connection is gone. False when another has taken its place already."""
        if self.link is not link:
            return False
        self.link = None
        return True

    # -- for the switchboard --------------------------------------------------------------------
    def unsent(self) -> int:
        """Count what the connection has not sent; nobody waits without one."""
        return self.link.waiting() if self.link is not None else 0

    def hang_up(self) -> None:
        """Close the connection after what was sent."""
        if self.link is not None:
            self.link.put(format_frame("over"))
            self.link.finish(*self.closing())

    def cut(self) -> None:
        """Close the connection at once."""
        if self.link is not None:
            self.link.cut()


def _good_start(tail: bytes, *, is_all: bool) -> int:
    """Where to begin a replay: after the last cleared screen, or at the start of a line."""
    cleared = tail.rfind(b"\x1b[2J\x1b[H")
    if cleared >= 0:
        return cleared
    return 0 if is_all else tail.find(b"\n") + 1
