"""One caller's terminal: what a session talks to, whatever the door.

Room: terminal. Imports its neighbours here and asyncio.
Source: DESIGN section 7 and issue 4. A door hands in bytes (``feed``), sizes (``resize``) and the
end of the line (``hangup``); a session awaits ``read_line``, ``read_key`` and ``page``.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from .capabilities import Capabilities, Size
from .charsets import Encoder
from .clean import clean_text, text_width
from .dialect import Dialect, dialect_of
from .editor import MAX_LINE, Completer, LineEditor, Mode
from .ends import Cancelled, Hangup
from .grid import Grid
from .keys import Key, KeyReader
from .output import STALL_S, Output, Transport
from .pager import read_pages
from .probe import Probe
from .screen import Screen
from .style import Line, Painter, Span, as_line
from .typeahead import TypeAhead

MAX_HELD_LINES = 200
RESIZE_S = 0.05
NOTICE_EVERY_S = 10.0
FEED_BYTES = 4096

Text = str | Span | Line

NOTICE_DROPPED = "Too much came at once: what was beyond {lines} lines has been dropped."
NOTICE_PAUSED = "[Paused by Ctrl-S. Any key goes on.]"
NOTICE_RESUMED = "[The pause was ended: too much was waiting.]"
NOTICE_SKIPPED = "[Some lines were left out because your line was too slow for them.]"


class Terminal:
    """A caller's terminal.

    Only one of ``read_line``, ``read_key`` and ``page`` may be awaited at a time. Everything
    else may be called from anywhere in the same event loop at any time.

    Hooks a door may set: ``on_secret(bool)`` (a password begins or ends: telnet ECHO),
    ``on_prompt()`` (a prompt is out: telnet GA or EOR), ``out_of_band(name, data)`` (GMCP),
    ``takes_out_of_band()`` (whether the client wants it now; without it, always).
    ``on_lobby()`` is called when the session says that login is over.
    Hook a session may set: ``on_announce(lines)``, which takes what would scroll while a
    full-screen view is shown.
    """

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
        self._insisted: dict[str, Any] = {}
        self.on_secret: Callable[[bool], None] | None = None
        self.on_lobby: Callable[[], None] | None = None
        self.on_prompt: Callable[[], None] | None = None
        self.out_of_band: Callable[[str, Any], None] | None = None
        self.takes_out_of_band: Callable[[], bool] | None = None
        self.on_announce: Callable[[list[Line]], None] | None = None
        self.on_limit: Callable[[str], None] | None = None
        self._resize_callbacks: list[Callable[[Size], None]] = []
        self._out = Output(transport, Encoder("ascii"), clock, stall_s=stall_s)
        self._out.on_drained = self._drained
        self._out.on_stalled = self._stalled
        self._out.on_overrun = self._overrun
        self._flush_handle: asyncio.Handle | None = None
        self._flush_is_later = False
        self._key_timer: asyncio.TimerHandle | None = None
        self._resize_timer: asyncio.TimerHandle | None = None
        self._drain_waiters: list[asyncio.Future[None]] = []
        self._ahead = TypeAhead()
        self._told_dropped_at = -NOTICE_EVERY_S
        self._line_length = MAX_LINE
        self._is_line_full = False
        self._editor: LineEditor | None = None
        self._prompt: Line = Line()
        self._line_waiter: asyncio.Future[str] | None = None
        self._key_waiter: asyncio.Future[Key] | None = None
        self._probe: Probe | None = None
        self._probe_waiter: asyncio.Future[None] | None = None
        self._held: deque[Line] = deque(maxlen=MAX_HELD_LINES)
        self._paging = False
        self._secret_on = False
        self._entered = False
        self._grid: Grid | None = None
        self._dashboard = False
        self._stale = False
        self._new_size: Size | None = None
        self.hangup_reason: str | None = None
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

    # What it is ----------------------------------------------------------------------

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

    def set_capabilities(self, caps: Capabilities) -> None:
        """Change what is known of the terminal (negotiation, probe, profile, settings).

        Typed text is kept; a full-screen view is painted anew, or left if it cannot be shown.
        """
        self._given = caps
        caps = caps.override(self._insisted)
        if caps == self._caps or self.closed:
            return
        old = self._caps
        if old.charset != caps.charset or old.addressing != caps.addressing:
            self._leave_modes()
        self._caps = caps
        self._set_up_keeping_keys(old)
        if caps.is_petscii or self._editor is not None:
            self._enter_modes()
        if self._editor is not None:
            self._rebuild_editor()
        if self._dashboard and not caps.can_paint:
            self.hide()
        if old.size != caps.size or old.can_paint != caps.can_paint:
            self._tell_size()
        if self._dashboard and self._screen.is_unknown:
            self.repaint()

    def insist(self, changes: dict[str, Any]) -> None:
        """Lay what the door knows for certain over whatever anybody else finds or chooses.

        A page that shows text instead of a terminal, for example. Replaces what was insisted on
        before; sizes cannot be.
        """
        self._insisted = dict(changes)
        self.set_capabilities(self.given)

    def _set_up_keeping_keys(self, old: Capabilities) -> None:
        reader = self._reader
        self._set_up()
        if old.charset == self._caps.charset:
            self._reader = reader

    # From the door -------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Take bytes the client sent (telnet commands already removed)."""
        if self.closed or not data:
            return
        if self._out.paused:
            self._resume()
            data = data.lstrip(b"\x11\x13")
        if self._key_timer is not None:
            self._key_timer.cancel()
            self._key_timer = None
        # In pieces, so that a flood is dropped unread once the queue is full; Ctrl-C is not.
        for at in range(0, len(data), FEED_BYTES):
            piece = data[at : at + FEED_BYTES]
            if not self._ahead.overfull or b"\x03" in piece:
                self._take(self._reader.feed(piece))
        self._watch_keys()

    def _watch_keys(self) -> None:
        wait_s = self._reader.wait_s
        loop = _running_loop()
        if wait_s is not None and loop is not None and not self.closed:
            self._key_timer = loop.call_later(wait_s, self.flush_keys)

    def flush_keys(self) -> None:
        """No more of an unfinished key sequence came in time."""
        self._key_timer = None
        self._take(self._reader.flush())
        self._watch_keys()

    def interrupt(self) -> None:
        """Ctrl-C, however it arrived (telnet IP and BRK, an SSH break or signal)."""
        if self._out.paused:
            self._resume()
        self._take([Key("ctrl-c")])

    def resize(self, size: Size) -> None:
        """Take a new size. Doors call this for NAWS, window-change and the web alike."""
        size = Size.reported(size.columns, size.rows)
        if self.closed or (size == self._caps.size and self._new_size is None):
            return
        self._new_size = size
        loop = _running_loop()
        if loop is None:
            self._apply_size()
        elif self._resize_timer is None:
            self._resize_timer = loop.call_later(RESIZE_S, self._apply_size)

    def hangup(self, reason: str = "closed") -> None:
        """The line is gone: every wait ends with ``Hangup``. Safe to call again."""
        if self.hangup_reason is not None:
            return
        self.hangup_reason = reason
        self._out.closed = True
        for timer in (self._key_timer, self._resize_timer, self._flush_handle):
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

    def writable(self) -> None:
        """The door's buffer ran empty: send on without waiting for the next look."""
        self._flush()

    # Writing -------------------------------------------------------------------------

    def write(self, text: Text | Iterable[Text]) -> None:
        """Write cleaned text.

        A str is written as it is: newlines in it become line ends, none is added. A Line or
        Span, and each item of a list, is a whole line and gets a line end. While a line is
        being typed or a full-screen view is shown, this is ``announce``.
        """
        if isinstance(text, str):
            if self._editor is not None or self._dashboard:
                self.announce(text.removesuffix("\n").split("\n"))
                return
            self._put(clean_text(text).replace("\n", self._dialect.newline))
            return
        lines = [text] if isinstance(text, Line | Span) else list(text)
        if self._editor is not None or self._dashboard:
            self.announce(lines)
        else:
            self._put(self._rendered(lines))

    def write_prompt(self, prompt: Line) -> None:
        """Write a prompt that is answered by a key: no line end, and marked for telnet."""
        self._put(self._painter.line(prompt), must=True)
        self._prompted()

    def wipe_prompt(self, prompt: Line) -> None:
        """Take such a prompt off its row where that can be done; else end its line."""
        if self._caps.can_edit and self._dialect.erase_end:
            self._put(self._dialect.row_start(prompt.width) + self._dialect.erase_end)
        else:
            self._put(self._dialect.newline)

    def write_raw(self, text: str) -> None:
        """Write text as it is, control sequences and all. Never for text from callers."""
        self._put(text)

    def announce(self, lines: Text | Iterable[Text]) -> None:
        """Show lines above the line being typed, which stays intact.

        In a full-screen view the lines go to ``on_announce`` instead; during ``page`` they
        wait until the reading is over.
        """
        found = (
            [as_line(lines)]
            if isinstance(lines, str | Line | Span)
            else [as_line(line) for line in lines]
        )
        if not found or self.closed:
            return
        if self._paging:
            self._held.extend(found)
        elif self._dashboard:
            if self.on_announce is not None:
                self.on_announce(found)
            else:
                self._held.extend(found)
        elif self._editor is None:
            self._put(self._rendered(found))
        else:
            editor = self._editor
            mode = self._mode()
            before = editor.wipe() if mode == "full" else self._dialect.newline
            self._put(before + self._rendered(found) + editor.redraw())
            self._prompted()

    def set_prompt(self, prompt: Line) -> None:
        """Put another prompt before the line being typed, which stays intact.

        On a terminal whose row cannot be redrawn it shows with the next announcement.
        """
        editor = self._editor
        if editor is None or editor.secret or prompt == self._prompt or self.closed:
            return
        self._prompt = prompt
        columns = self._caps.columns - (1 if self._caps.is_petscii else 0)
        cut = prompt.cut(max(1, columns - 12)) if self._caps.can_edit else prompt
        redrawn = self._dashboard or self._mode() == "full"
        before = editor.wipe() if redrawn and not self._dashboard else ""
        editor.reprompt(
            self._painter.line(cut), text_width(clean_text(cut.text, newlines=False)), columns
        )
        if redrawn:
            self._put(self._input_row() if self._dashboard else before + editor.redraw())

    def bell(self) -> None:
        """Ring, where that is possible and not a nuisance."""
        if self._dialect.bell:
            self._put(self._dialect.bell)

    def clear(self) -> None:
        """Clear the screen where that can be done; elsewhere, a blank line."""
        self._put(self._painter.plain + (self._dialect.clear or self._dialect.newline))

    @property
    def has_gmcp(self) -> bool:
        """Whether structured data would reach anybody."""
        wanted = self.takes_out_of_band
        return self.out_of_band is not None and not self.closed and (wanted is None or wanted())

    def send_gmcp(self, name: str, data: Any) -> None:
        """Send structured data beside the text, if the door can and the client wants it."""
        if self.out_of_band is not None and not self.closed:
            self.out_of_band(name, data)

    def entered_lobby(self) -> None:
        """Login or registration is over (telnet's ECHO may change freely from now on)."""
        self._set_secret(False)
        if self.on_lobby is not None:
            self.on_lobby()

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
        await waiter

    def _rendered(self, lines: Iterable[Text]) -> str:
        newline = self._dialect.newline
        line_of = self._painter.line
        return "".join(
            line_of(part) + newline
            for line in lines
            for part in (line.split("\n") if isinstance(line, str) and "\n" in line else (line,))
        )

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
        loop = _running_loop()
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
        loop = _running_loop()
        if again_s is not None and loop is not None and self._flush_handle is None:
            self._flush_handle = loop.call_later(again_s, self._flush)
            self._flush_is_later = True

    def _drained(self) -> None:
        """A slow line is free again: repaint from what is true now."""
        if self._dashboard:
            self.repaint()
        else:
            self.announce(Line.of(NOTICE_SKIPPED, "dim"))
            if self._editor is None:
                return
        self._stale = False

    def _stalled(self) -> None:
        self._transport.close()
        self.hangup("stalled")

    def _overrun(self) -> None:
        loop = _running_loop()
        if loop is not None:
            loop.call_soon(self.announce, Line.of(NOTICE_RESUMED, "dim"))

    def _pause(self) -> None:
        if self._out.paused:
            return
        notice = Line.of(NOTICE_PAUSED, "dim")
        if self._dashboard:
            self._put(self._screen.clear_input_row() + self._painter.line(notice))
        else:
            self.announce(notice)
        self._flush()
        self._out.paused = True

    def _resume(self) -> None:
        self._out.paused = False
        if self._dashboard:
            self._put(self._input_row(), must=True)
        self._schedule()

    # Reading -------------------------------------------------------------------------

    def _take(self, keys: list[Key]) -> None:
        for key in keys:
            name = key.name
            if name == "report":
                self._report(key.text)
            elif name == "ctrl-c":
                self._interrupted()
            elif name == "ctrl-s":
                self._pause()
            elif name == "ctrl-q":
                continue
            elif name == "ctrl-l":
                self.repaint()
            elif self._editor is not None and not self._ahead:
                self._edit(key)
            else:
                self._enqueue(key)
        if self._key_waiter is not None and self._ahead:
            self._pump()

    def limit_input(self, *, line_length: int, lines: int) -> None:
        """Take longer or shorter lines, and more or fewer of them before they are read."""
        self._line_length = self._ahead.line_length = line_length
        self._ahead.most_lines = lines

    def _limit_met(self, limit: str) -> None:
        if self.on_limit is not None:
            self.on_limit(limit)

    def _enqueue(self, key: Key) -> None:
        was = self._ahead.overfull
        if self._ahead.put(key) or was:
            return
        now = self._clock()
        if now - self._told_dropped_at >= NOTICE_EVERY_S:
            self._told_dropped_at = now
            self._limit_met("input-lines")
            told = NOTICE_DROPPED.format(lines=self._ahead.most_lines)
            self.announce(Line.of(told, "warn"))

    def _pump(self) -> None:
        """Give queued keys to whoever waits for them."""
        while self._ahead:
            waiter = self._key_waiter
            if self._editor is not None:
                self._edit(self._ahead.take())
            elif waiter is not None and not waiter.done():
                waiter.set_result(self._ahead.take_single())
                return
            else:
                return

    def _edit(self, key: Key) -> None:
        editor = self._editor
        if editor is None:
            return
        self._put(editor.feed(key))
        if key.name == "text" and not self._is_line_full and len(editor.text) >= self._line_length:
            self._is_line_full = True
            self._limit_met("line-length")
        if editor.offer:
            offer, editor.offer = editor.offer, []
            self._list_offer(offer)
        if editor.done:
            self._finish_line(editor)

    def _list_offer(self, offer: list[str]) -> None:
        room = max(20, self._caps.columns - 1)
        text = "  ".join(offer[:60]) + ("  ..." if len(offer) > 60 else "")
        self.announce(Line.of(text, "dim").wrapped(room))

    def _finish_line(self, editor: LineEditor) -> None:
        self._editor = None
        if self._dashboard:
            self._put(self._screen.clear_input_row())
        elif self._mode() != "line" or editor.secret:
            self._put(self._dialect.newline)
        waiter = self._line_waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(editor.text)

    def _interrupted(self) -> None:
        self._ahead.clear()
        editor = self._editor
        if editor is not None:
            self._put(editor.feed(Key("ctrl-c")))
            self._editor = None
            if self._dashboard:
                self._put(self._screen.clear_input_row())
            else:
                self._put(self._dialect.newline)
            if self._line_waiter is not None and not self._line_waiter.done():
                self._line_waiter.set_exception(Cancelled())
        elif self._key_waiter is not None and not self._key_waiter.done():
            self._key_waiter.set_exception(Cancelled())

    def _mode(self) -> Mode:
        caps = self._caps
        if caps.line_mode:
            return "line"
        return "full" if caps.can_edit else "dumb"

    def _make_editor(
        self,
        *,
        secret: bool,
        history: list[str] | None,
        complete: Completer | None,
        initial: str,
        max_columns: int | None,
        limit: int,
    ) -> LineEditor:
        columns = self._caps.columns - (1 if self._caps.is_petscii else 0)
        prompt = self._prompt.cut(max(1, columns - 12)) if self._caps.can_edit else self._prompt
        if max_columns is not None:
            columns = min(columns, prompt.width + max_columns + 1)
        return LineEditor(
            self._dialect,
            prompt=self._painter.line(prompt),
            prompt_width=text_width(clean_text(prompt.text, newlines=False)),
            mode=self._mode(),
            columns=columns,
            secret=secret,
            echo=self._caps.echo,
            history=history,
            complete=complete,
            initial=initial,
            erase_key=self._caps.erase_key,
            limit=min(limit, self._line_length),
        )

    def _rebuild_editor(self) -> None:
        """The terminal changed under a half-typed line: same text, new ways."""
        old = self._editor
        if old is None:
            return
        self._editor = old.moved_to(
            self._dialect,
            prompt=self._painter.line(self._prompt),
            mode=self._mode(),
            columns=self._caps.columns - (1 if self._caps.is_petscii else 0),
            erase_key=self._caps.erase_key,
            echo=self._caps.echo,
        )
        if not self._dashboard:
            self._put(self._dialect.newline + self._editor.redraw())
            self._prompted()

    async def read_line(
        self,
        prompt: Text = "",
        *,
        secret: bool = False,
        history: list[str] | None = None,
        complete: Completer | None = None,
        initial: str = "",
        max_columns: int | None = None,
        limit: int | None = None,
    ) -> str:
        """Ask for one line and return it, cleaned, without its end.

        Args:
            secret: nothing is echoed, nothing enters the history (passwords).
            history: earlier lines, oldest first; the new one is added to it.
            complete: for Tab; gets the text before the cursor, returns what it could become.
            initial: text that stands there already.
            max_columns: the most columns the visible text takes; longer lines scroll in it.
            limit: the most characters accepted (at most 1,000, or what the board allows).

        Raises: Hangup, Cancelled (Ctrl-C).
        """
        self._check_open()
        self._only_reader()
        head, last = _split_prompt(prompt)
        if head and not self._dashboard:
            self._put(self._rendered(head))
        self._prompt = last
        self._enter_modes()
        self._set_secret(secret)
        editor = self._make_editor(
            secret=secret,
            history=history,
            complete=complete,
            initial=initial,
            max_columns=max_columns,
            limit=self._line_length if limit is None else limit,
        )
        self._is_line_full = False
        waiter: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._editor, self._line_waiter = editor, waiter
        try:
            where = self._screen.clear_input_row() if self._dashboard else ""
            self._put(where + editor.start(), must=True)
            self._prompted()
            self._pump()
            return clean_text(await waiter, newlines=False)
        finally:
            self._line_waiter = None
            if self._editor is not None:
                self._editor = None
                if not self.closed and not self._dashboard:
                    self._put(self._dialect.newline)

    async def read_key(self) -> Key:
        """Wait for one key; typed characters come one by one.

        A client that sends whole lines gives its letters and an "enter". Raises: Hangup,
        Cancelled (Ctrl-C).
        """
        self._check_open()
        self._only_reader()
        self._enter_modes()
        self._set_secret(False)
        waiter: asyncio.Future[Key] = asyncio.get_running_loop().create_future()
        self._key_waiter = waiter
        try:
            self._pump()
            return await waiter
        finally:
            self._key_waiter = None

    async def page(self, lines: Iterable[Text]) -> bool:
        """Show lines a screenful at a time; the prompt between names the keys.

        Lines wider than the screen are broken at spaces. MUD clients and others that keep
        their own scrollback (line mode) get everything at once. Returns False when the
        caller stopped early. Raises Hangup.
        """
        self._check_open()
        rows: list[Line] = []
        for line in lines:
            pieces = line.split("\n") if isinstance(line, str) else [line]
            for piece in pieces:
                rows.extend(as_line(piece).wrapped(max(20, self._caps.columns - 1)))
        dashboard = self._dashboard
        if dashboard:
            self._dashboard = False
            self.clear()
        self._paging = True
        try:
            done = await read_pages(self, rows, pause_at_end=dashboard)
        finally:
            self._paging = False
            if dashboard and not self.closed:
                self._dashboard = True
                self.repaint()
            held, self._held = list(self._held), deque(maxlen=MAX_HELD_LINES)
            if held:
                self.announce(held)
        return done

    def _only_reader(self) -> None:
        if self._line_waiter is not None or self._key_waiter is not None:
            raise RuntimeError("somebody else is already reading from this terminal")

    def _check_open(self) -> None:
        if self.hangup_reason is not None:
            raise Hangup(self.hangup_reason)

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

    # The full screen -----------------------------------------------------------------

    def show(self, grid: Grid) -> None:
        """Show a full-screen view, writing only what differs from what is there.

        The last row stays with the line being typed. A terminal that cannot be painted gets
        the grid as lines. A line too slow for every frame gets the newest one later.
        """
        if self.closed:
            return
        if not self._caps.can_paint:
            self.write(grid.lines())
            return
        self._grid = grid.copy()
        if not self._dashboard:
            self._enter_modes()
            self._dashboard = True
            self._screen.forget()
        if self._out.congested:
            self._stale = True
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

    def _input_row(self) -> str:
        """The input row as it should be: the half-typed line, or nothing."""
        editor = self._editor
        return self._screen.clear_input_row() + (editor.redraw() if editor is not None else "")

    def repaint(self) -> None:
        """Draw everything again: the full-screen view, or the line being typed."""
        if self._dashboard:
            self._stale = False
            self._screen.forget()
            self._paint()
        elif self._editor is not None and self._mode() == "full":
            self._put(self._editor.wipe() + self._editor.redraw())

    def hide(self) -> None:
        """Leave the full-screen view for scrolling text; what was held back is printed."""
        if not self._dashboard:
            return
        self._dashboard = False
        self._grid = None
        self.clear()
        if self._editor is not None:
            self._put(self._editor.redraw())
            self._prompted()
        held, self._held = list(self._held), deque(maxlen=MAX_HELD_LINES)
        if held:
            self.announce(held)

    def on_resize(self, callback: Callable[[Size], None]) -> Callable[[], None]:
        """Have ``callback(size)`` called after each change of size; returns a way to stop it.

        A session lays out its screen again there and calls ``show``.
        """
        self._resize_callbacks.append(callback)

        def forget() -> None:
            if callback in self._resize_callbacks:
                self._resize_callbacks.remove(callback)

        return forget

    def _apply_size(self) -> None:
        self._resize_timer = None
        size, self._new_size = self._new_size, None
        if size is None or self.closed or size == self._caps.size:
            return
        self._caps = self._caps.resized(size)
        self._painter = Painter(self._caps)
        self._screen = Screen(self._caps, self._dialect, self._painter)
        editor = self._editor
        if editor is not None:
            wipe = editor.wipe() if self._mode() == "full" and not self._dashboard else ""
            editor.resize(self._caps.columns - (1 if self._caps.is_petscii else 0))
            if wipe:
                self._put(wipe + editor.redraw())
        if self._dashboard and not self._caps.can_paint:
            self.hide()
        self._tell_size()
        # A session lays out anew in its callback; one that did not gets its old grid cut.
        if self._dashboard and self._screen.is_unknown:
            self.repaint()

    def _tell_size(self) -> None:
        for callback in list(self._resize_callbacks):
            callback(self._caps.size)

    # Beginning and end ---------------------------------------------------------------

    async def probe(self) -> bool:
        """Find out by cursor reports whether the terminal answers and is UTF-8.

        Takes at most 4 seconds; what is typed meanwhile is kept. Returns whether it answered;
        if it did, ``caps`` knows more now. Raises Hangup.
        """
        self._check_open()
        probe = Probe(self._caps)
        loop = asyncio.get_running_loop()
        self._probe = probe
        self._flush()
        self._transport.send(probe.start(self._clock()))
        try:
            while not probe.done:
                waiter: asyncio.Future[None] = loop.create_future()
                self._probe_waiter = waiter
                wait_s = max(0.0, probe.deadline() - self._clock())
                try:
                    async with asyncio.timeout(wait_s):
                        await waiter
                except TimeoutError:
                    self._transport.send(probe.tick(self._clock()) or b"")
        finally:
            self._probe = self._probe_waiter = None
        self._check_open()
        self.set_capabilities(probe.result())
        return probe.answered

    def _report(self, text: str) -> None:
        """A terminal's answer: for the probe if one is under way, else for nobody."""
        if self._probe is None:
            return
        more = self._probe.report(text, self._clock())
        if more:
            self._transport.send(more)
        if self._probe_waiter is not None and not self._probe_waiter.done():
            self._probe_waiter.set_result(None)

    def _enter_modes(self) -> None:
        if not self._entered:
            self._entered = True
            if self._caps.can_edit or self._caps.is_petscii:
                self._put(self._dialect.enter)

    def _leave_modes(self) -> None:
        if self._entered:
            self._entered = False
            self._put(self._dialect.leave, must=True)

    def close(self, last_lines: Text | Iterable[Text] = ()) -> None:
        """Say a last word, put the terminal back as it was, and close the line.

        Colours are reset, the cursor is shown, modes are off. Safe to call when the line is
        gone already.
        """
        if self.closed:
            return
        self._paging = False
        editor, self._editor = self._editor, None
        if self._dashboard:
            self.hide()
        elif editor is not None:
            self._put(self._dialect.newline, must=True)
        lines = [last_lines] if isinstance(last_lines, str | Line | Span) else list(last_lines)
        self._put(self._rendered(lines), must=True)
        self._put(self._dialect.leave or self._painter.plain, must=True)
        self._set_secret(False)
        self._out.flush_all()
        self._transport.close()
        self.hangup("closed-by-server")


def _split_prompt(prompt: Text) -> tuple[list[Line], Line]:
    """Lines before the last, and the last, of a prompt that may hold newlines."""
    if isinstance(prompt, str):
        *head, last = prompt.split("\n")
        return [Line(part) for part in head], Line.of(last, "prompt") if last else Line()
    return [], as_line(prompt)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
