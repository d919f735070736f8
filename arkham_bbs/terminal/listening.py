"""What a caller types: keys on their way to whoever waits for them, pauses and interrupts.

Room: terminal. Imports its neighbours here and asyncio.
Source: USER_ASKS A7 to A13, B25.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .changing import Changing
from .editor import LineEditor, pasted_lines
from .ends import Cancelled
from .foundation import NOTICE_EVERY_S, running_loop
from .keys import ENTER, MAX_PASTE, Key
from .style import Line

FEED_BYTES = 4096
FORGIVEN_S = 1.0
"""How long an Enter behind a key may be a part of it for who is used to lines."""
BURST_OVER_S = 0.4
"""Nothing was dropped for so long: what came at once is over, and the caller is told."""

NOTICE_DROPPED = "Too much came at once: what was beyond {lines} lines has been dropped."
NOTICE_TEXT_DROPPED = (
    "Too much came at once: what was beyond {lines} lines or {chars} characters has been dropped."
)
NOTICE_CUT = "A line holds {limit} characters: the rest of this one has been left out."
NOTICE_PAUSED = "[Paused by Ctrl-S. Any key goes on.]"
NOTICE_RESUMED = "[The pause was ended: too much was waiting.]"


class Listening(Changing):
    """Bytes from the door to keys, and keys to the line, the question or the queue."""

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
            if self._ahead.overfull:
                piece = self._passed_over(piece)
            if piece:
                self._take(self._reader.feed(piece))
        self._watch_keys()

    def _passed_over(self, piece: bytes) -> bytes:
        """Drop lines unread; return what has to be read of them, to know where a line begins."""
        rest = self._reader.after_lines(piece)
        if rest is not piece:
            self._ahead.is_cut = True
            self._dropped()
        return rest

    def _watch_keys(self) -> None:
        wait_s = self._reader.wait_s
        loop = running_loop()
        if wait_s is not None and loop is not None and not self.closed:
            self._key_timer = loop.call_later(wait_s, self.flush_keys)

    def flush_keys(self) -> None:
        """No more of an unfinished key sequence came in time."""
        self._key_timer = None
        keys = self._reader.flush()
        self._take(keys)
        if any(len(key.text) > MAX_PASTE for key in keys):
            # A paste stood still, and what still comes of it goes on inside a dropped line.
            self._ahead.is_cut = True
        self._watch_keys()

    def interrupt(self) -> None:
        """Ctrl-C, however it arrived (telnet IP and BRK, an SSH break or signal)."""
        if self._out.paused:
            self._resume()
        self._take([Key("ctrl-c")])

    def _take(self, keys: list[Key]) -> None:
        if self._is_taking_text and any(key.name == "paste" for key in keys):
            keys = [part for key in keys for part in self._as_lines(key)]
        for key in keys:
            name = key.name
            if name == "report":
                self._report(key.text)
                continue
            forgiven_until, self._forgiven_until = self._forgiven_until, 0.0
            if name == "enter" and self._clock() < forgiven_until:
                continue
            if name == "ctrl-c":
                self._interrupted()
            elif name == "ctrl-s":
                self._pause()
            elif name == "ctrl-q":
                continue
            elif name == "ctrl-l":
                self.repaint()
            elif self._ahead.skips(key):
                self._dropped()
            elif self._editor is not None and not self._ahead:
                self._edit(key)
            else:
                self._enqueue(key)
        if self._key_waiter is not None and self._ahead:
            self._pump()

    def _as_lines(self, key: Key) -> Iterator[Key]:
        """A paste line by line, as if it had been typed; other keys as they are."""
        if key.name != "paste":
            yield key
            return
        lines = pasted_lines(key.text)
        if len(key.text) > MAX_PASTE:
            # What was beyond has been dropped, with the rest of the line it began in.
            lines[-1] = ""
            self._dropped()
        for number, line in enumerate(lines):
            if number:
                yield ENTER
            if line:
                yield Key("paste", line)

    @contextmanager
    def taking_text(self, *, lines: int, chars: int) -> Iterator[None]:
        """Take a text of many lines: that many may wait, and pasted line ends are line ends."""
        ahead = self._ahead
        before = ahead.most_lines, ahead.most_chars
        ahead.most_lines, ahead.most_chars = max(lines, ahead.most_lines), chars
        self._is_taking_text = True
        try:
            yield
        finally:
            self._is_taking_text = False
            ahead.most_lines, ahead.most_chars = before

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

    def _overrun(self) -> None:
        loop = running_loop()
        if loop is not None:
            loop.call_soon(self.announce, Line.of(NOTICE_RESUMED, "dim"))

    def limit_input(self, *, line_length: int, lines: int) -> None:
        """Take longer or shorter lines, and more or fewer of them before they are read."""
        self._line_length = self._ahead.line_length = line_length
        self._ahead.most_lines = lines

    def _limit_met(self, limit: str) -> None:
        if self.on_limit is not None:
            self.on_limit(limit)

    def _enqueue(self, key: Key) -> None:
        if not self._ahead.put(key):
            self._dropped()

    def _dropped(self) -> None:
        """Something is being dropped: tell it when nothing more comes, or after a while."""
        loop = running_loop()
        now = 0.0 if loop is None else loop.time()
        if self._dropped_since is None:
            self._dropped_since = now
            self._limit_met("input-lines")
            if loop is not None:
                self._drop_timer = loop.call_later(BURST_OVER_S, self._is_burst_over)
        self._dropped_at = now

    def _is_burst_over(self) -> None:
        # One timer for a burst, set again when it was too early: there may be a million keys.
        self._drop_timer = None
        loop, since = running_loop(), self._dropped_since
        if loop is None or since is None:
            return
        wait_s = self._dropped_at + BURST_OVER_S - loop.time()
        if wait_s > 0.01 and loop.time() - since < NOTICE_EVERY_S:
            self._drop_timer = loop.call_later(wait_s, self._is_burst_over)
        else:
            self._tell_dropped()

    def _tell_dropped(self) -> None:
        self._dropped_since = None
        ahead = self._ahead
        told = (
            NOTICE_DROPPED.format(lines=ahead.most_lines)
            if ahead.most_chars is None
            else NOTICE_TEXT_DROPPED.format(lines=ahead.most_lines, chars=ahead.most_chars)
        )
        self.announce(Line.of(told, "warn"))

    def drop_ahead(self, unwanted: Callable[[str], bool]) -> int:
        """Forget lines typed before anybody asked for them, if ``unwanted`` says so of each.

        Returns how many; a line that is being typed is not touched.
        """
        return self._ahead.drop_lines(unwanted) if self._ahead else 0

    def unread(self, key: Key) -> None:
        """Give a key back: it is the next to be read."""
        self._ahead.put_back(key)

    def has_more_text(self) -> bool:
        """Say whether more letters came together with the one just read."""
        return self._ahead.begins_with_text

    def forgive_enter(self) -> None:
        """Pass over an Enter that comes right behind the key just read.

        Who stops a page with Q and ends that like a line must not answer with Enter what is asked
        behind the page.
        """
        if not self._ahead:
            self._forgiven_until = self._clock() + FORGIVEN_S
            return
        key = self._ahead.take()
        if key.name != "enter":
            self._ahead.put_back(key)

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
        if editor.is_cut and not self._is_cut_told:
            self._is_cut_told = True
            if not editor.secret:
                self.announce(Line.of(NOTICE_CUT.format(limit=editor.limit), "warn"))
        if editor.offer:
            offer, editor.offer = editor.offer, []
            self._list_offer(offer)
        if editor.done:
            self._finish_line(editor)

    def _list_offer(self, offer: list[str]) -> None:
        room = max(20, self._caps.columns - 1)
        text = "  ".join(offer[:60]) + ("  ..." if len(offer) > 60 else "")
        lines = Line.of(text, "dim").wrapped(room)
        if self._dashboard and self.on_offer is not None:
            self.on_offer(lines)
        else:
            self.announce(lines)

    def _finish_line(self, editor: LineEditor) -> None:
        self._editor = None
        if self._dashboard:
            self._put(self._screen.clear_input_row())
        elif self._mode() != "line" or editor.secret:
            self._put(self._dialect.newline)
        waiter = self._line_waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(editor.text)
