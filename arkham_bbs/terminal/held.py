"""Lines that wait until a caller can be shown them: the newest, and how much memory they take.

Room: terminal. Imports its neighbours here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from .style import Line, line_bytes


class HeldLines:
    """At most ``most`` lines; what is older is forgotten.

    Attributes:
        kept_bytes: about what they take. Counted as they come, for it is asked for all callers at
            once.
    """

    __slots__ = ("_lines", "_most", "kept_bytes")

    def __init__(self, most: int) -> None:
        self._lines: deque[Line] = deque()
        self._most = most
        self.kept_bytes = 0

    def extend(self, lines: Iterable[Line]) -> None:
        """Add lines, the newest last."""
        for line in lines:
            self._lines.append(line)
            self.kept_bytes += line_bytes(line)
            if len(self._lines) > self._most:
                self.kept_bytes -= line_bytes(self._lines.popleft())

    def take(self) -> list[Line]:
        """Return all of them, oldest first, and hold none."""
        lines, self._lines, self.kept_bytes = list(self._lines), deque(), 0
        return lines
