"""What was told at a table, the newest lines of it, and how much memory they take.

Room: session. Imports terminal (lines).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from arkham_bbs.terminal import Line, line_bytes


class Scrollback:
    """At most ``most`` lines, oldest first; what is beyond is forgotten."""

    __slots__ = ("_lines", "_most", "kept_bytes", "total")

    def __init__(self, most: int) -> None:
        self._lines: deque[Line] = deque()
        self._most = most
        self.kept_bytes = 0
        """About what the lines take, in bytes."""
        self.total = 0
        """Lines ever added."""

    def append(self, line: Line) -> None:
        """Add the newest line."""
        self._lines.append(line)
        self.total += 1
        self.kept_bytes += line_bytes(line)
        if len(self._lines) > self._most:
            self.kept_bytes -= line_bytes(self._lines.popleft())

    def extend(self, lines: Iterable[Line]) -> None:
        """Add lines, the newest last."""
        for line in lines:
            self.append(line)

    def last(self, most: int) -> list[Line]:
        """Return the newest lines, oldest first."""
        return list(self._lines)[-most:] if most > 0 else []

    def __iter__(self) -> Iterator[Line]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)
