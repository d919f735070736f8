"""What a caller's terminal is, while it is in use: another size, charset, colour, another guess.

Room: terminal. Imports its neighbours here and asyncio. Typed text is kept through every change.
Source: issue 4 ("Knowing the terminal"), USER_ASKS B4, B17, B18, B20.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from .capabilities import Capabilities, Size
from .foundation import running_loop
from .painting import Painting
from .probe import Probe
from .screen import Screen
from .style import Painter

RESIZE_S = 0.05


class Changing(Painting):
    """Taking what is found out, chosen, or reported by a window."""

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
            self._rebuild_editor(old)
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

    def _rebuild_editor(self, before: Capabilities) -> None:
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
        if before.override({"line_mode": False}) == self._caps and self._mode() == "dumb":
            # It only turned out that the echo is ours: the prompt stands there, the text not yet.
            self._put(self._editor.redraw().removeprefix(self._editor.prompt))
        elif not self._dashboard:
            self._put(self._dialect.newline + self._editor.redraw())
            self._prompted()

    def resize(self, size: Size) -> None:
        """Take a new size. Doors call this for NAWS, window-change and the web alike."""
        if self.closed:
            return
        self.window = size = Size.reported(size.columns, size.rows)
        size = Size(self.fixed_columns or size.columns, self.fixed_rows or size.rows)
        if size == self._caps.size and self._new_size is None:
            return
        self._new_size = size
        loop = running_loop()
        if loop is None:
            self._apply_size()
        elif self._resize_timer is None:
            self._resize_timer = loop.call_later(RESIZE_S, self._apply_size)

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
        self.answers = probe.answered
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
