"""What every part of a caller's terminal stands on: its state, its line out, its end.

Room: terminal. Imports its neighbours here and asyncio. The parts are layers, each of which knows
those below: foundation, telling (lines), painting (the full screen), changing (what the terminal
is), listening (keys), and ``Terminal`` with what a session awaits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from sys import getsizeof
from typing import Any

from .capabilities import Capabilities, Size
from .charsets import Encoder
from .dialect import Dialect, dialect_of
from .editor import MAX_LINE, LineEditor, Mode
from .ends import Hangup
from .grid import Grid
from .held import HeldLines
from .keys import Key, KeyReader
from .output import STALL_S, Output, Transport
from .probe import Probe
from .screen import Screen
from .style import Line, Painter
from .typeahead import TypeAhead

MAX_HELD_LINES = 200
NOTICE_EVERY_S = 10.0
KEY_BYTES = 4
"""The most a typed character takes while it waits."""


class Foundation:
    """The state of one caller's terminal, and the way out to them."""

    def __init__(
        self,
        transport: Transport,
        caps: Capabilities | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        stall_s: float = STALL_S,
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._caps = caps if caps is not None else Capabilities()
        self._given = self._caps
        self.window: Size = self._caps.size
        """The size the door reported last, whatever width the caller has chosen."""
        self.fixed_columns: int | None = None
        self.fixed_rows: int | None = None
        self._insisted: dict[str, Any] = {}
        self.on_secret: Callable[[bool], None] | None = None
        self.on_lobby: Callable[[], None] | None = None
        self.on_prompt: Callable[[], None] | None = None
        self.out_of_band: Callable[[str, Any], None] | None = None
        self.takes_out_of_band: Callable[[], bool] | None = None
        self.on_announce: Callable[[list[Line]], None] | None = None
        self.on_offer: Callable[[list[Line]], None] | None = None
        self.on_limit: Callable[[str], None] | None = None
        self.also_kept: Callable[[], int] | None = None
        self._resize_callbacks: list[Callable[[Size], None]] = []
        self._out = Output(transport, Encoder("ascii"), clock, stall_s=stall_s)
        self._out.on_stalled = self._stalled
        self._flush_handle: asyncio.Handle | None = None
        self._flush_is_later = False
        self._key_timer: asyncio.TimerHandle | None = None
        self._resize_timer: asyncio.TimerHandle | None = None
        self._drain_waiters: list[asyncio.Future[None]] = []
        self._ahead = TypeAhead()
        self._dropped_since: float | None = None
        self._dropped_at = 0.0
        self._drop_timer: asyncio.TimerHandle | None = None
        self._line_length = MAX_LINE
        self._is_line_full = False
        self._is_cut_told = False
        self._is_taking_text = False
        self._forgiven_until = 0.0  # until when an Enter is passed over
        self._editor: LineEditor | None = None
        self._prompt: Line = Line()
        self._line_waiter: asyncio.Future[str] | None = None
        self._key_waiter: asyncio.Future[Key] | None = None
        self._probe: Probe | None = None
        self._probe_waiter: asyncio.Future[None] | None = None
        self._held = HeldLines(MAX_HELD_LINES)
        self._paging = False
        self._view_waits = False
        """A full-screen view comes back when the reading of a long text is over."""
        self._key_prompt: Line | None = None
        """The prompt on the last row that a key answers, if one is there."""
        self._secret_on = False
        self._entered = False
        self._grid: Grid | None = None
        self._dashboard = False
        self._new_size: Size | None = None
        self.hangup_reason: str | None = None
        self.answers: bool | None = None
        """Whether it answered a probe; ``None`` when it was not asked."""
        self._set_up()
        if self._caps.is_petscii:
            self._enter_modes()

    def _set_up(self) -> None:
        caps = self._caps
        self._reader = KeyReader(caps.charset)
        self._dialect: Dialect = dialect_of(caps)
        self._painter = Painter(caps)
        self._screen = Screen(caps, self._dialect, self._painter)
        frames = caps.frames == "ascii" and not caps.is_petscii and caps.charset != "atascii"
        self._out.use(Encoder(caps.charset, ascii_frames=frames))

    @property
    def caps(self) -> Capabilities:
        """What the terminal can do, as far as is known now."""
        return self._caps

    @property
    def given(self) -> Capabilities:
        """What was found out or chosen, without what the door insists on."""
        return self._given.resized(self._caps.size)

    @property
    def size(self) -> Size:
        """The terminal's size now."""
        return self._caps.size

    @property
    def dashboard_size(self) -> Size:
        """The room for a grid: the last row is for the line being typed."""
        return Size(columns=self._screen.columns, rows=self._screen.rows)

    @property
    def closed(self) -> bool:
        """Whether the line is gone."""
        return self.hangup_reason is not None

    @property
    def in_dashboard(self) -> bool:
        """Whether a full-screen view is shown."""
        return self._dashboard

    @property
    def kept_bytes(self) -> int:
        """About how much memory this caller's line takes beyond what every line does.

        Output that waits, keys not read yet, the line being typed, lines held back, the screens;
        and what the session keeps for its caller (``also_kept``). The door's buffers are its own.
        """
        kept = self._out.waiting + KEY_BYTES * self._ahead.chars
        if self._editor is not None:
            kept += getsizeof(self._editor.text)
        kept += self._held.kept_bytes
        if self._grid is not None:
            kept += self._grid.kept_bytes
        kept += self._screen.kept_bytes(self._grid)
        return kept + (self.also_kept() if self.also_kept is not None else 0)

    def hangup(self, reason: str = "closed") -> None:
        """The line is gone: every wait ends with ``Hangup``. Safe to call again."""
        if self.hangup_reason is not None:
            return
        self.hangup_reason = reason
        self._out.closed = True
        for timer in (
            self._key_timer,
            self._resize_timer,
            self._drop_timer,
            self._flush_handle,
        ):
            if timer is not None:
                timer.cancel()
        self._ahead.clear()
        waiters: list[asyncio.Future[Any] | None] = [
            self._line_waiter,
            self._key_waiter,
            self._probe_waiter,
            *self._drain_waiters,
        ]
        for waiter in waiters:
            if waiter is not None and not waiter.done():
                waiter.set_exception(Hangup(reason))
        self._resize_callbacks.clear()
        self._drain_waiters.clear()
        self._let_go()

    def _let_go(self) -> None:
        """Forget the screens, and whoever was to be told: they hold this terminal in their turn.

        So the memory of a call is free when it ends, and nobody has to search for it later.
        """
        self._out.on_drained = self._out.on_stalled = self._out.on_overrun = None
        self.on_secret = self.on_prompt = self.on_lobby = self.on_limit = None
        self.out_of_band = self.takes_out_of_band = self.on_announce = self.also_kept = None
        self._grid = None
        self._screen.forget()
        self._held.take()

    def writable(self) -> None:
        """The door's buffer ran empty: send on without waiting for the next look."""
        self._flush()

    async def drain(self) -> None:
        """Wait until everything written is on its way.

        Raises Hangup when the line is gone, or is cut because nobody reads it.
        """
        self._flush()
        self._check_open()
        if self._out.is_empty or self._out.paused:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._drain_waiters.append(waiter)
        self._schedule()
        try:
            await waiter
        finally:
            del waiter

    def _put(self, text: str, *, must: bool = False) -> None:
        if text and not self.closed:
            self._out.write(text, must=must)
            self._schedule()

    def _schedule(self) -> None:
        if self._flush_handle is not None:
            # Not asked of the handle's class: uvloop's timers are none of asyncio's.
            if not self._flush_is_later:
                return
            self._flush_handle.cancel()
            self._flush_handle = None
        loop = running_loop()
        if loop is None:
            self._flush()
        else:
            self._flush_handle = loop.call_soon(self._flush)
            self._flush_is_later = False

    def _flush(self) -> None:
        if self._flush_handle is not None:
            self._flush_handle.cancel()
            self._flush_handle = None
        if self.closed:
            return
        again_s = self._out.flush()
        if self._drain_waiters and (self._out.is_empty or self._out.paused):
            waiters, self._drain_waiters = self._drain_waiters, []
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)
        if self._drain_waiters and again_s is not None:
            again_s = min(again_s, 0.05)
        loop = running_loop()
        if again_s is not None and loop is not None and self._flush_handle is None:
            self._flush_handle = loop.call_later(again_s, self._flush)
            self._flush_is_later = True

    def _stalled(self) -> None:
        self._transport.close()
        self.hangup("stalled")

    def _check_open(self) -> None:
        if self.hangup_reason is not None:
            raise Hangup(self.hangup_reason)

    def _only_reader(self) -> None:
        if self._line_waiter is not None or self._key_waiter is not None:
            raise RuntimeError("somebody else is already reading from this terminal")

    def _mode(self) -> Mode:
        caps = self._caps
        if caps.line_mode:
            return "line"
        return "full" if caps.can_edit else "dumb"

    def _set_secret(self, secret: bool) -> None:
        if secret != self._secret_on:
            self._secret_on = secret
            if self.on_secret is not None:
                self._flush()
                self.on_secret(secret)

    def _prompted(self) -> None:
        if self.on_prompt is not None:
            self._flush()
            self.on_prompt()

    def _enter_modes(self) -> None:
        if not self._entered:
            self._entered = True
            if self._caps.can_edit or self._caps.is_petscii:
                self._put(self._dialect.enter)

    def _leave_modes(self) -> None:
        if self._entered:
            self._entered = False
            self._put(self._dialect.leave, must=True)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop, or ``None`` where there is none (a terminal used without one)."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
