"""One caller's terminal: what a session talks to, whatever the door.

Room: terminal. Imports its neighbours here and asyncio.
Source: DESIGN section 7 and issue 4. A door hands in bytes (``feed``), sizes (``resize``) and the
end of the line (``hangup``); a session awaits ``read_line``, ``read_key`` and ``page``. The layers
below are in foundation, telling, painting, changing and listening.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable

from .capabilities import Capabilities
from .clean import clean_text, text_width
from .editor import Completer, LineEditor
from .keys import Key
from .listening import Listening
from .output import STALL_S, Transport
from .pager import read_pages
from .style import Line, Span, as_line
from .telling import Text


class Terminal(Listening):
    """A caller's terminal.

    Only one of ``read_line``, ``read_key`` and ``page`` may be awaited at a time. Everything
    else may be called from anywhere in the same event loop at any time.

    Hooks a door may set: ``on_secret(bool)`` (a password begins or ends: telnet ECHO),
    ``on_prompt()`` (a prompt is out: telnet GA or EOR), ``out_of_band(name, data)`` (GMCP),
    ``takes_out_of_band()`` (whether the client wants it now; without it, always).
    ``on_lobby()`` is called when the session says that login is over.
    Hooks a session may set: ``on_announce(lines)``, which takes what would scroll while a
    full-screen view is shown, and ``on_offer(lines)``, which takes what a key brings there;
    ``also_kept()``, the bytes it keeps for its caller.
    """

    def __init__(
        self,
        transport: Transport,
        caps: Capabilities | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        stall_s: float = STALL_S,
    ) -> None:
        super().__init__(transport, caps, clock=clock, stall_s=stall_s)
        self._out.on_drained = self._drained
        self._out.on_overrun = self._overrun

    def _make_editor(
        self,
        *,
        secret: bool,
        history: list[str] | None,
        complete: Completer | None,
        initial: str,
        max_columns: int | None,
        limit: int,
        way_out: str,
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
            way_out=way_out,
        )

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
        way_out: str = "",
    ) -> str:
        """Ask for one line and return it, cleaned, without its end.

        Args:
            secret: nothing is echoed, nothing enters the history (passwords).
            history: earlier lines, oldest first; the new one is added to it.
            complete: for Tab; gets the text before the cursor, returns what it could become.
            initial: text that stands there already.
            max_columns: the most columns the visible text takes; longer lines scroll in it.
            limit: the most characters accepted (at most 1,000, or what the board allows).
            way_out: what to tell whoever types Ctrl-D on an empty line; without it, nothing.

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
            way_out=way_out,
        )
        self._is_line_full = self._is_cut_told = False
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
            # What it raised (Ctrl-C, the end of the line) holds this frame, and it holds that.
            del waiter
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
            del waiter

    async def page(self, lines: Iterable[Text]) -> bool:
        """Show lines a screenful at a time; the prompt between names the keys.

        Lines wider than the screen are broken at spaces. MUD clients and others that keep
        their own scrollback (line mode) get everything at once. Returns False when the
        caller stopped early. Raises Hangup.
        """
        self._check_open()
        rows = self._broken(lines)
        dashboard = self._view_waits = self._dashboard
        if dashboard:
            self._dashboard = False
            self.clear()
        self._paging = True
        try:
            done = await read_pages(self, rows, pause_at_end=dashboard)
        finally:
            self._paging = False
            if self._view_waits and self._caps.can_paint and not self.closed:
                self._dashboard = True
                self.repaint()
            self._view_waits = False
            held = self._held.take()
            if held:
                self.announce(held)
        return done

    def close(self, last_lines: Text | Iterable[Text] = ()) -> None:
        """Say a last word, put the terminal back as it was, and close the line.

        Lines wider than the screen are broken at spaces. Colours are reset, the cursor is shown,
        modes are off. Safe to call when the line is gone already.
        """
        if self.closed:
            return
        self._paging = False
        editor, self._editor = self._editor, None
        if self._dashboard:
            self.hide()
        elif editor is not None:
            self._put(self._dialect.newline, must=True)
        elif self._key_prompt is not None:
            self.wipe_prompt(self._key_prompt)
        lines = [last_lines] if isinstance(last_lines, str | Line | Span) else list(last_lines)
        self._put(self._rendered(self._broken(lines)), must=True)
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
