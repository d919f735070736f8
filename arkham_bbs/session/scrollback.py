"""What was told at a table, the newest lines of it, and how much memory they take.

Room: session. Imports terminal (lines) and screens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from arkham_bbs.session.screens.newest import Reply
from arkham_bbs.terminal import Line, line_bytes


class Scrollback:
    """At most ``most`` lines, oldest first; what is beyond is forgotten."""

    __slots__ = ("_answers", "_lines", "_most", "added", "kept_bytes", "total")

    def __init__(self, most: int) -> None:
        self._lines: deque[Line] = deque()
        self._answers: deque[tuple[int, int]] = deque()
        """Where the lines of an answer begin, counted like ``added``, and its number."""
        self._most = most
        self.kept_bytes = 0
        """About what the lines take, in bytes."""
        self.total = 0
        """Lines ever added that tell what happened."""
        self.added = 0
        """Lines ever added, answers to what was typed among them."""

    def append(self, line: Line) -> None:
        """Add the newest line."""
        self._lines.append(line)
        self.added += 1
        self.total += not isinstance(line, Reply)
        self.kept_bytes += line_bytes(line)
        if len(self._lines) > self._most:
            self.kept_bytes -= line_bytes(self._lines.popleft())
            while self._answers and self._answers[0][0] < self.added - len(self._lines):
                self._answers.popleft()

    def extend(self, lines: Iterable[Line]) -> None:
        """Add lines, the newest last."""
        for line in lines:
            self.append(line)

    def begin(self, answer: int) -> None:
        """Note that what is added from here on was brought by answer ``answer`` or a later one."""
        if not self._answers or self._answers[-1][1] < answer:
            self._answers.append((self.added, answer))

    def break_off(self) -> None:
        """Note that lines are missing here: what is kept is whole only from the next answer on."""
        self._answers.clear()

    def whole_since(self) -> tuple[int, list[Line]] | None:
        """Return the first answer from which on nothing is missing, and what happened since."""
        if not self._answers:
            return None
        start, answer = self._answers[0]
        lines = list(self._lines)[start - (self.added - len(self._lines)) :]
        return answer, [line for line in lines if not isinstance(line, Reply)]

    def last(self, most: int) -> list[Line]:
        """Return the newest lines, oldest first."""
        return list(self._lines)[-most:] if most > 0 else []

    def happened(self, most: int) -> list[Line]:
        """Return the newest lines that tell what happened, oldest first."""
        told = [line for line in self._lines if not isinstance(line, Reply)]
        return told[-most:] if most > 0 else []

    def __iter__(self) -> Iterator[Line]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)
