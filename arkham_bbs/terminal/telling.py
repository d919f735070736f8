"""Lines on a caller's terminal: written, or put above the line being typed, which stays.

Room: terminal. Imports its neighbours here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .clean import clean_text, text_width
from .foundation import Foundation
from .style import Line, Span, as_line

Text = str | Span | Line


class Telling(Foundation):
    """Writing of lines, prompts and structured data."""

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
        self._key_prompt = prompt
        self._prompted()

    def wipe_prompt(self, prompt: Line) -> None:
        """Take such a prompt off its row where that can be done; else end its line."""
        self._key_prompt = None
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

    @property
    def is_paging(self) -> bool:
        """Whether a long text is being read, so that what is announced waits."""
        return self._paging

    def break_in(self, lines: Text | Iterable[Text]) -> None:
        """Show at once what cannot wait until a long text is read; otherwise ``announce``.

        The lines, broken at spaces, go above the pager's prompt, which is written again.
        """
        if not self._paging or self.closed:
            self.announce(lines)
            return
        found = [lines] if isinstance(lines, str | Line | Span) else list(lines)
        prompt = self._key_prompt
        if prompt is not None:
            self.wipe_prompt(prompt)
        self._put(self._rendered(self._broken(found)), must=True)
        if prompt is not None:
            self.write_prompt(prompt)

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

    def _input_row(self) -> str:
        """The input row as it should be: the half-typed line, or nothing."""
        editor = self._editor
        return self._screen.clear_input_row() + (editor.redraw() if editor is not None else "")

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

    def _broken(self, lines: Iterable[Text]) -> list[Line]:
        """Break what is wider than the screen at spaces."""
        width = max(20, self._caps.columns - 1)
        return [
            part
            for line in lines
            for piece in (line.split("\n") if isinstance(line, str) else (line,))
            for part in as_line(piece).wrapped(width)
        ]

    def _rendered(self, lines: Iterable[Text]) -> str:
        newline = self._dialect.newline
        line_of = self._painter.line
        return "".join(
            line_of(part) + newline
            for line in lines
            for part in (line.split("\n") if isinstance(line, str) and "\n" in line else (line,))
        )
