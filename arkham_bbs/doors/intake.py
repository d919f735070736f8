"""Intake: the pace at which one caller's bytes are read.

Room: doors. Imports the standard library.
"""

from __future__ import annotations

import time


class Intake:
    """How fast one caller may send: a budget in bytes, refilled all the time.

    Pasting is never refused, only slowed down: above the budget the door stops reading for a
    moment and the caller's own machine keeps the rest.
    """

    __slots__ = ("_at", "_budget", "_most", "_rate")

    def __init__(self, rate: float = 32_768.0, most: float = 65_536.0) -> None:
        self._rate = rate
        self._most = most
        self._budget = most
        self._at = time.monotonic()

    def take(self, count: int) -> float:
        """Account for bytes read; returns the seconds to stop reading for, usually 0."""
        now = time.monotonic()
        self._budget = min(self._most, self._budget + (now - self._at) * self._rate) - count
        self._at = now
        return 0.0 if self._budget >= 0 else min(2.0, -self._budget / self._rate + 0.05)
