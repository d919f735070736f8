"""What was told at a table, the newest lines of it, and how much memory they take.

Room: session. Imports terminal (lines) and screens.

A full board keeps tens of thousands of these lines. They are kept as plain tuples of text, which
the search for garbage passes by, and made lines again for whoever reads them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from sys import getsizeof

from arkham_bbs.session.screens.newest import Reply, Told, weight_of
from arkham_bbs.terminal import Line, Span

_Kept = tuple[str | int, ...]
"""Its weight, or ``_REPLY``; then text and style of each span in turn."""
_REPLY = -1


def _kept(line: Line) -> _Kept:
    weight = _REPLY if isinstance(line, Reply) else weight_of(line)
    return (weight, *(part for span in line.spans for part in (span.text, span.style)))


def _line(kept: _Kept) -> Line:
    spans = [Span(kept[at], kept[at + 1]) for at in range(1, len(kept), 2)]  # type: ignore[arg-type]
    if kept[0] == _REPLY:
        return Reply(*spans)
    return Told(*spans, weight=int(kept[0])) if kept[0] else Line(*spans)


def _bytes(kept: _Kept) -> int:
    """Return about what is taken in memory; the names of styles are everybody's."""
    return getsizeof(kept) + sum(getsizeof(text) for text in kept[1::2])


class Scrollback:
    """At most ``most`` lines, oldest first; what is beyond is forgotten."""

    __slots__ = ("_answers", "_lines", "_most", "added", "kept_bytes", "total")

    def __init__(self, most: int) -> None:
        self._lines: deque[_Kept] = deque()
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
        kept = _kept(line)
        self._lines.append(kept)
        self.added += 1
        self.total += kept[0] != _REPLY
        self.kept_bytes += _bytes(kept)
        if len(self._lines) > self._most:
            self.kept_bytes -= _bytes(self._lines.popleft())
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
        return answer, [_line(kept) for kept in lines if kept[0] != _REPLY]

    def last(self, most: int) -> list[Line]:
        """Return the newest lines, oldest first."""
        newest = list(islice(reversed(self._lines), max(0, most)))
        return [_line(kept) for kept in reversed(newest)]

    def happened(self, most: int) -> list[Line]:
        """Return the newest lines that tell what happened, oldest first."""
        told = (kept for kept in reversed(self._lines) if kept[0] != _REPLY)
        newest = list(islice(told, max(0, most)))
        return [_line(kept) for kept in reversed(newest)]

    def __iter__(self) -> Iterator[Line]:
        return map(_line, self._lines)

    def __len__(self) -> int:
        return len(self._lines)
