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

    ``overfull`` is set when something was refused, and stays until all is read.
    """

    __slots__ = ("_chars", "_keys", "_lines", "line_length", "most_lines", "overfull")

    def __init__(self) -> None:
        self._keys: deque[Key] = deque()
        self._lines = 0
        self._chars = 0
        self.overfull = False
        self.most_lines = MAX_QUEUED_LINES
        self.line_length = MAX_LINE

    def __bool__(self) -> bool:
        return bool(self._keys)

    def put(self, key: Key) -> bool:
        """Queue a key; False when there is no room."""
        text = key.text[: self.line_length + 1]
        most = self.most_lines * (self.line_length + 1)
        if self._lines >= self.most_lines or self._chars + len(text) >= most:
            self.overfull = True
            return False
        self._keys.append(key if text == key.text else Key(key.name, text))
        self._chars += len(text) + 1
        self._lines += key.name == "enter"
        return True

    def take(self) -> Key:
        """The oldest key, or run of characters."""
        key = self._keys.popleft()
        self._chars -= len(key.text) + 1
        self._lines -= key.name == "enter"
        if not self._keys:
            self.overfull = False
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
        self.clear()
        for key in kept:
            self.put_last(key)
        return dropped

    def put_last(self, key: Key) -> None:
        """Queue a key that had its place here already."""
        self._keys.append(key)
        self._chars += len(key.text) + 1
        self._lines += key.name == "enter"

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
        self._lines = self._chars = 0
        self.overfull = False
