"""How long one piece of work held the loop, as far as looks from another thread can tell.

Room: ops. Imports the standard library.

A loop that comes round late was held by one call, or had many short ones to make: the first is a
fault of ours, the second is a full house. Every look notes which call the loop has begun.
"""

from __future__ import annotations

from types import FrameType

_LOOP = ("runners.py", "base_events.py", "events.py")
"""Where the loop's own frames are: what stands on them is a call it has made."""


def root_of(frame: FrameType | None) -> FrameType | None:
    """Return the frame that the loop called, given where its thread is; None between two calls."""
    found: FrameType | None = None
    while frame is not None and not frame.f_code.co_filename.endswith(_LOOP):
        found, frame = frame, frame.f_back
    return found


class Pieces:
    """The looks at a loop since its last tick. Times are those of one clock, in seconds."""

    def __init__(self) -> None:
        self._ticked = 0.0
        self._root: FrameType | None = None
        """Kept, so that no later call's frame can be taken for it."""
        self._since = 0.0
        self._looked = 0.0
        self._longest_s = 0.0

    def look(
        self, ticked: float, now: float, root: FrameType | None, waited_s: float = 0.0
    ) -> None:
        """Note what the loop is at.

        Args:
            ticked: the time of its last tick.
            waited_s: how long whoever looks has waited for a core since the look before.
        """
        if ticked != self._ticked:
            self._ticked, self._root, self._longest_s = ticked, None, 0.0
            self._since = self._looked = ticked
        # Nobody could look meanwhile: whoever was at work kept the interpreter to itself.
        self._longest_s = max(self._longest_s, now - self._looked - waited_s)
        if root is None or root is not self._root:
            self._root, self._since = root, now
        else:
            self._longest_s = max(self._longest_s, now - self._since)
        self._looked = now

    def forget(self) -> None:
        """Let go of the call that was seen last: the loop comes round in time."""
        self._root = None

    def longest_s(self, ticked: float, now: float) -> float:
        """Return the longest that one piece was seen at, or that nobody could look, until now."""
        if ticked != self._ticked:
            return now - ticked
        return max(self._longest_s, now - self._looked)
