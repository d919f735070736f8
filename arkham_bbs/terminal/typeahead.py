"""What was typed before anybody asked for it: a bounded queue of keys.

Room: terminal. Imports its neighbours here and the standard library.
Source: issue 4 "Limits"; USER_ASKS A11-A13.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .editor import MAX_LINE
from .keys import Key

MAX_QUEUED_LINES = 20


class TypeAhead:
    """Keys waiting to be read: at most 20 lines of at most 1,000 characters, unless set otherwise.

    Whole lines are refused, never a part of one: what is left of a line would be read as a line.

    Attributes:
        overfull: something was refused; nothing more is taken until all is read.
        is_cut: a part of the line that comes in was dropped, so the rest of it must be too.
        most_chars: the most characters in all; by itself, as many as the lines can have.
    """

    __slots__ = (
        "_chars",
        "_keys",
        "_line_chars",
        "_lines",
        "is_cut",
        "line_length",
        "most_chars",
        "most_lines",
        "overfull",
    )

    def __init__(self) -> None:
        self._keys: deque[Key] = deque()
        self._lines = 0
        self._chars = 0
        self._line_chars = 0  # of the line that comes in
        self.overfull = False
        self.is_cut = False
        self.most_chars: int | None = None
        self.most_lines = MAX_QUEUED_LINES
        self.line_length = MAX_LINE

    def __bool__(self) -> bool:
        return bool(self._keys)

    def put(self, key: Key) -> bool:
        """Queue a key; False when there is no room, and then none for the rest of its line."""
        # One more than a line holds, so that its reader sees that it was longer.
        text = key.text[: max(0, self.line_length + 1 - self._line_chars)]
        if key.text and not text:
            return True
        most = self.most_chars
        if most is None:
            most = self.most_lines * (self.line_length + 1)
        if self.overfull or self._lines >= self.most_lines or self._chars + len(text) >= most:
            self._refuse(key)
            return False
        self._keys.append(key if text == key.text else Key(key.name, text))
        self._chars += len(text) + 1
        self._lines += key.name == "enter"
        # A key that edits may make room in the line.
        self._line_chars = self._line_chars + len(text) if text else 0
        return True

    def _refuse(self, key: Key) -> None:
        """Drop the line that a key belongs to, with what waits of it already."""
        while self._keys and self._keys[-1].name != "enter":
            self._chars -= len(self._keys.pop().text) + 1
        self._line_chars = 0
        self.overfull = bool(self._keys)
        self.is_cut = key.name != "enter"

    def skips(self, key: Key) -> bool:
        """Say whether a key is the rest of a line that was cut; its Enter is the last of it."""
        was_cut = self.is_cut
        if key.name == "enter":
            self.is_cut = False
        return was_cut

    def take(self) -> Key:
        """The oldest key, or run of characters."""
        key = self._keys.popleft()
        self._chars -= len(key.text) + 1
        self._lines -= key.name == "enter"
        if not self._keys:
            self.overfull = False
            self._line_chars = 0
        return key

    def take_single(self) -> Key:
        """The oldest key; of a run of characters only the first."""
        key = self.take()
        if key.name != "text" or len(key.text) < 2:
            return key
        self.put_back(Key("text", key.text[1:]))
        return Key("text", key.text[0])

    def put_back(self, key: Key) -> None:
        """Make a key that was taken the oldest again."""
        self._keys.appendleft(key)
        self._chars += len(key.text) + 1
        self._lines += key.name == "enter"

    def drop_lines(self, unwanted: Callable[[str], bool]) -> int:
        """Forget the whole lines that are unwanted, and return how many they were.

        What is not ended yet stays, and so does a line with other keys than characters in it.
        """
        kept: deque[Key] = deque()
        line: list[Key] = []
        dropped = 0
        for key in self._keys:
            line.append(key)
            if key.name != "enter":
                continue
            plain = all(one.name == "text" for one in line[:-1])
            if plain and unwanted("".join(one.text for one in line[:-1]).strip()):
                dropped += 1
            else:
                kept.extend(line)
            line = []
        kept.extend(line)
        is_cut = self.is_cut
        self.clear()
        self.is_cut = is_cut
        for key in kept:
            self.put_last(key)
        return dropped

    def put_last(self, key: Key) -> None:
        """Queue a key that had its place here already."""
        self._keys.append(key)
        self._chars += len(key.text) + 1
        self._lines += key.name == "enter"
        self._line_chars = self._line_chars + len(key.text) if key.text else 0

    @property
    def chars(self) -> int:
        """Count the characters that wait, a key being at least one."""
        return self._chars

    @property
    def begins_with_text(self) -> bool:
        """Say whether the oldest key is a character, or a run of them."""
        return bool(self._keys) and self._keys[0].name == "text"

    def clear(self) -> None:
        """Forget everything."""
        self._keys.clear()
        self._lines = self._chars = self._line_chars = 0
        self.overfull = self.is_cut = False
