"""The one small line editor: it is fed keys and returns what to write.

Room: terminal. Imports its neighbours here and the standard library. No clock, no socket.
Source: FIGURES ("one small line editor of our own"); USER_ASKS A3-A6 and A10.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from .clean import char_width, clean_text, text_width
from .dialect import Dialect
from .keys import Key
from .row import TypedRow

MAX_LINE = 1000
MAX_HISTORY = 100

Mode = Literal["full", "dumb", "line"]
"""full: moves the cursor; dumb: echo and rubout only; line: the client echoes."""

Completer = Callable[[str], Sequence[str]]
"""Given the text before the cursor, returns what that text could become, best first."""


class LineEditor:
    """Edits one line. ``done`` or ``cancelled`` is set when the caller is through.

    In full mode the line stays on one row (see row.py). ``offer`` holds what is to be shown
    because of a key: completions after a second Tab, ``way_out`` after Ctrl-D on an empty line;
    whoever feeds the editor shows and clears it. ``is_cut`` is set when the line was full and
    characters were left out.
    """

    __slots__ = (
        "_back",
        "_complete",
        "_dialect",
        "_draft",
        "_erase_key",
        "_history",
        "_mode",
        "_row",
        "_silent",
        "_tabs",
        "_way_out",
        "cancelled",
        "cursor",
        "done",
        "is_cut",
        "limit",
        "offer",
        "prompt",
        "prompt_width",
        "secret",
        "text",
    )

    def __init__(
        self,
        dialect: Dialect,
        *,
        prompt: str = "",
        prompt_width: int = 0,
        mode: Mode = "full",
        columns: int = 80,
        secret: bool = False,
        echo: bool = True,
        history: list[str] | None = None,
        complete: Completer | None = None,
        initial: str = "",
        erase_key: str = "both",
        limit: int = MAX_LINE,
        way_out: str = "",
    ) -> None:
        self._dialect = dialect
        self.prompt = prompt
        self.prompt_width = prompt_width
        self._mode: Mode = mode
        self.secret = secret
        self._silent = secret or mode == "line" or not echo
        self._history = history if not secret else None
        self._complete = complete if not secret else None
        self._erase_key = erase_key
        self.limit = limit
        self._way_out = way_out
        self.text = clean_text(initial, newlines=False)[:limit] if mode != "line" else ""
        self.cursor = len(self.text)
        self.done = False
        self.is_cut = False
        self.cancelled = False
        self.offer: list[str] = []
        self._tabs = 0
        self._back = 0  # how far back in the history; 0 is the line being typed
        self._draft = ""
        self._row = TypedRow(dialect)
        self.resize(columns)

    def resize(self, columns: int) -> None:
        """Take note of a new width; ``redraw`` afterwards."""
        self._row.room = max(2, columns - self.prompt_width - 1)

    def reprompt(self, prompt: str, width: int, columns: int) -> None:
        """Stand behind another prompt from the next ``redraw`` on; ``wipe`` comes first."""
        self.prompt, self.prompt_width = prompt, width
        self.resize(columns)

    def moved_to(
        self,
        dialect: Dialect,
        *,
        prompt: str,
        mode: Mode,
        columns: int,
        erase_key: str,
        echo: bool,
    ) -> LineEditor:
        """The same half-typed line on a terminal that turned out to be another."""
        editor = LineEditor(
            dialect,
            prompt=prompt,
            prompt_width=self.prompt_width,
            mode=mode,
            columns=columns,
            secret=self.secret,
            echo=echo,
            history=self._history,
            complete=self._complete,
            erase_key=erase_key,
            limit=self.limit,
            way_out=self._way_out,
        )
        editor.text, editor.cursor = self.text, self.cursor
        return editor

    @property
    def column(self) -> int:
        """The column of the hardware cursor on its row."""
        return self.prompt_width + self._row.at

    def _update(self) -> str:
        return self._row.update(self.text, self.cursor)

    # What to write -------------------------------------------------------------------

    def start(self) -> str:
        """The prompt and the text so far."""
        self._row.forget()
        if self._silent or not self.text:
            return self.prompt
        if self._mode == "dumb":
            return self.prompt + self.text
        return self.prompt + self._update()

    redraw = start

    def wipe(self) -> str:
        """Take the whole line off its row and leave the cursor at the row's beginning."""
        if self._mode != "full":
            return ""
        dialect = self._dialect
        column = self.column
        if dialect.erase_end:
            return dialect.row_start(column) + dialect.erase_end
        width = self.prompt_width + self._row.width
        return dialect.row_start(column) + " " * width + dialect.row_start(width)

    def finish(self) -> str:
        """Go to the end of what is shown, ready for a line end."""
        if self._silent or self._mode != "full":
            return ""
        return self._row.to_end()

    # Keys ----------------------------------------------------------------------------

    def feed(self, key: Key) -> str:
        """Take one key; return what to write because of it."""
        name, text = key
        if name == "text":
            size = len(text)
            if (
                self.cursor == len(self.text)
                and text.isascii()
                and self.cursor + size <= self.limit
            ):
                # The usual case: typing at the end of a line that is not full.
                self.text += text
                self.cursor += size
                self._tabs = 0
                if self._silent:
                    return ""
                if self._mode == "dumb":
                    return text
                return text if self._row.append(text) else self._update()
            return self._insert(text)
        if name != "tab":
            self._tabs = 0
        action = _ACTIONS.get(name)
        return action(self, key) if action is not None else ""

    def insert(self, text: str) -> str:
        """Put text in at the cursor as if it had been typed (used by clickable choices)."""
        return self._insert(text)

    def _insert(self, text: str) -> str:
        text = clean_text(text, newlines=False).replace("\xa0", " ").replace("\ufffd", "?")
        self._tabs = 0
        room = self.limit - len(self.text)
        self.is_cut = self.is_cut or len(text) > room
        bell = self._dialect.bell if len(text) > room and not self._silent else ""
        text = text[: max(0, room)]
        if not text:
            return bell
        at_end = self.cursor == len(self.text)
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)
        if self._silent:
            return ""
        if self._mode == "dumb":
            return (text if at_end else "") + bell
        return self._update() + bell

    def _paste(self, key: Key) -> str:
        text = "\n".join(pasted_lines(key.text)).strip("\n")
        return self._insert(text.replace("\n", " ").replace("\t", " "))

    def _enter(self, key: Key) -> str:
        self.done = True
        history = self._history
        if history is not None and self.text.strip():
            if not history or history[-1] != self.text:
                history.append(self.text)
            del history[:-MAX_HISTORY]
        return self.finish()

    def _interrupt(self, key: Key) -> str:
        self.cancelled = True
        return self.finish()

    def _previous(self, at: int) -> int:
        at -= 1
        while at > 0 and char_width(self.text[at]) == 0:
            at -= 1
        return max(0, at)

    def _next(self, at: int) -> int:
        at += 1
        while at < len(self.text) and char_width(self.text[at]) == 0:
            at += 1
        return min(at, len(self.text))

    def _cut(self, start: int, end: int) -> str:
        """Remove a piece of the text."""
        if start >= end:
            return ""
        gone = self.text[start:end]
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start
        if self._silent:
            return ""
        if self._mode == "dumb":
            return self._dialect.rubout * text_width(gone)
        return self._update()

    def _erase_left(self, key: Key) -> str:
        return self._cut(self._previous(self.cursor), self.cursor)

    def _erase_right(self, key: Key) -> str:
        if self.cursor == len(self.text):
            return self._erase_left(key)
        return self._cut(self.cursor, self._next(self.cursor))

    def _erase_here(self, key: Key) -> str:
        if not self.text and self._way_out:
            # Elsewhere this ends a session; here a slip must not, so it tells what does.
            self.offer = [self._way_out]
            return ""
        return self._cut(self.cursor, self._next(self.cursor))

    def _key_08(self, key: Key) -> str:
        return self._erase_right(key) if self._erase_key == "delete" else self._erase_left(key)

    def _key_7f(self, key: Key) -> str:
        return self._erase_right(key) if self._erase_key == "backspace" else self._erase_left(key)

    def _erase_word(self, key: Key) -> str:
        head = self.text[: self.cursor].rstrip()
        return self._cut(len(head) - len(head.split(" ")[-1]), self.cursor)

    def _kill_line(self, key: Key) -> str:
        if self._mode == "full" and not self._silent:
            self.text, self.cursor = "", 0
            return self._update()
        return self._cut(0, len(self.text))

    def _kill_end(self, key: Key) -> str:
        return self._cut(self.cursor, len(self.text))

    def _go(self, cursor: int) -> str:
        if self._mode != "full" or self._silent:
            return ""
        self.cursor = cursor
        return self._update()

    def _left(self, key: Key) -> str:
        return self._go(self._previous(self.cursor))

    def _right(self, key: Key) -> str:
        return self._go(self._next(self.cursor))

    def _home(self, key: Key) -> str:
        return self._go(0)

    def _end(self, key: Key) -> str:
        return self._go(len(self.text))

    def _replace(self, text: str) -> str:
        old = self.text
        self.text = text[: self.limit]
        self.cursor = len(self.text)
        if self._silent:
            return ""
        if self._mode == "dumb":
            return self._dialect.rubout * text_width(old) + self.text
        return self._update()

    def _older(self, key: Key) -> str:
        history = self._history
        if not history or self._back >= len(history):
            return ""
        if self._back == 0:
            self._draft = self.text
        self._back += 1
        return self._replace(history[-self._back])

    def _newer(self, key: Key) -> str:
        if self._history is None or self._back == 0:
            return ""
        self._back -= 1
        return self._replace(self._history[-self._back] if self._back else self._draft)

    def _tab(self, key: Key) -> str:
        if self._complete is None:
            return ""
        head = self.text[: self.cursor]
        found = list(dict.fromkeys(self._complete(head)))
        if not found:
            return self._dialect.bell if not self._silent else ""
        common = _common_start(found)
        if len(found) == 1:
            common += "" if common.endswith(" ") else " "
        self._tabs += 1
        if len(common) > len(head) or (len(found) == 1 and common != head):
            tail = self.text[self.cursor :]
            text = (common + tail.lstrip() if len(found) == 1 else common + tail)[: self.limit]
            if self._mode == "full" or not tail:
                out = self._replace(text)
                return out + (self._go(min(len(common), len(text))) if tail else "")
        elif self._tabs > 1:
            self.offer = found
        return ""


def pasted_lines(text: str) -> list[str]:
    """Take pasted text apart, whatever its line ends are."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _common_start(words: Sequence[str]) -> str:
    """The longest beginning that all share, whatever the case of its letters."""
    first = words[0]
    for at, char in enumerate(first):
        if any(at >= len(word) or word[at].lower() != char.lower() for word in words[1:]):
            return first[:at]
    return first


_ACTIONS: dict[str, Callable[[LineEditor, Key], str]] = {
    "enter": LineEditor._enter,
    "paste": LineEditor._paste,
    "erase": LineEditor._key_7f,
    "backspace": LineEditor._key_08,
    "delete": LineEditor._erase_right,
    "ctrl-d": LineEditor._erase_here,
    "ctrl-t": LineEditor._erase_left,  # DEL of a Commodore that has not been told from others yet
    "ctrl-w": LineEditor._erase_word,
    "ctrl-u": LineEditor._kill_line,
    "ctrl-x": LineEditor._kill_line,
    "clear": LineEditor._kill_line,
    "ctrl-k": LineEditor._kill_end,
    "left": LineEditor._left,
    "ctrl-b": LineEditor._left,
    "right": LineEditor._right,
    "ctrl-f": LineEditor._right,
    "home": LineEditor._home,
    "ctrl-a": LineEditor._home,
    "end": LineEditor._end,
    "ctrl-e": LineEditor._end,
    "up": LineEditor._older,
    "ctrl-p": LineEditor._older,
    "down": LineEditor._newer,
    "ctrl-n": LineEditor._newer,
    "tab": LineEditor._tab,
    "ctrl-c": LineEditor._interrupt,
}
