"""The one row a typed line is shown on: what does not fit scrolls sideways.

Room: terminal. Imports its neighbours here.
"""

from __future__ import annotations

from .clean import char_width, text_width
from .dialect import Dialect


class TypedRow:
    """What of a line can be seen behind its prompt, and where the hardware cursor stands.

    Columns are counted from the end of the prompt. Methods return what to write.
    """

    __slots__ = ("_dialect", "_first", "_shown", "at", "room")

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._first = 0  # index of the first character shown
        self._shown = ""
        self.at = 0
        """The column of the hardware cursor."""
        self.room = 0
        """How many columns there are."""

    def forget(self) -> None:
        """Nothing is shown any more; what is shown next is the same part of the line."""
        self._shown, self.at = "", 0

    @property
    def width(self) -> int:
        """How many columns are in use."""
        return text_width(self._shown)

    def append(self, text: str) -> bool:
        """Take note of letters typed at the end; False when they need an ``update``."""
        if self.at + len(text) > self.room or self._first:
            return False
        self._shown += text
        self.at += len(text)
        return True

    def to_end(self) -> str:
        """Go to the end of what is shown."""
        return self._move(self.width)

    def update(self, text: str, cursor: int) -> str:
        """Bring the row from what it shows to what it should show, as cheaply as may be."""
        room = self.room
        if cursor < self._first:
            self._first = max(0, cursor - room // 3)
        if self._first and text_width(text) <= room:
            self._first = 0
        step = max(1, room // 3)
        while self._first and text_width(text[max(0, self._first - step) :]) <= room:
            # The line has grown shorter: a row half empty would hide what fits.
            self._first = max(0, self._first - step)
        while text_width(text[self._first : cursor]) > room:
            self._first = min(cursor, self._first + step)
        while self._first and self._first < cursor and char_width(text[self._first]) == 0:
            self._first += 1
        new = _fitting(text[self._first :], room)
        old = self._shown
        same = 0
        for a, b in zip(old, new, strict=False):
            if a != b:
                break
            same += 1
        # Never begin to write at a combining mark: its base must be written with it.
        while same and (
            (same < len(new) and char_width(new[same]) == 0)
            or (same < len(old) and char_width(old[same]) == 0)
        ):
            same -= 1
        out = ""
        if same < len(new) or same < len(old):
            out = self._move(text_width(new[:same])) + new[same:]
            self.at = text_width(new)
            gap = text_width(old) - self.at
            if gap > 0:
                if self._dialect.erase_end:
                    out += self._dialect.erase_end
                else:
                    out += " " * gap + self._dialect.left(gap)
            self._shown = new
        return out + self._move(text_width(text[self._first : cursor]))

    def _move(self, column: int) -> str:
        at, self.at = self.at, column
        if column < at:
            return self._dialect.left(at - column)
        return self._dialect.right(column - at) if column > at else ""


def _fitting(text: str, room: int) -> str:
    if text.isascii():
        return text[:room]
    used = 0
    for at, char in enumerate(text):
        used += char_width(char)
        if used > room:
            return text[:at]
    return text
