"""How fast one caller may talk, page, write and invite.

Room: lobby. Imports the clock's time source and the refusals.
"""

from __future__ import annotations

import math
from collections import OrderedDict

import msgspec

from arkham_bbs.lobby.clocks import TimeSource
from arkham_bbs.lobby.refusals import LobbyRefused


class Rate(msgspec.Struct, frozen=True):
    """``burst`` at once, then one every ``every_s`` seconds."""

    burst: int
    every_s: float


RATES: dict[str, Rate] = {
    "chat": Rate(6, 2.0),
    "tell": Rate(6, 3.0),
    "page": Rate(2, 60.0),
    "mail": Rate(5, 60.0),
    "post": Rate(4, 60.0),
    "oneliner": Rate(1, 600.0),
    "invite": Rate(5, 30.0),
    "create": Rate(4, 30.0),
    "answer": Rate(60, 0.05),
    "vote": Rate(10, 2.0),
}

REMEMBERED = 10_000
"""Buckets kept; the one longest untouched is forgotten first, which only ever helps its owner."""


class RateLimits:
    """A token bucket for each account and each kind of thing."""

    def __init__(self, time: TimeSource, rates: dict[str, Rate] | None = None) -> None:
        self._time = time
        self._rates = RATES | (rates or {})
        self._buckets: OrderedDict[tuple[str, int], tuple[float, float]] = OrderedDict()

    def take(self, what: str, account: int) -> None:
        """Use one of ``account``'s allowance.

        Raises:
            LobbyRefused: ``too-fast`` with ``what`` and ``wait_s``, whole seconds to wait.
        """
        rate = self._rates[what]
        now = self._time.now()
        tokens, at = self._buckets.pop((what, account), (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + max(0.0, now - at) / rate.every_s)
        if tokens < 1:
            self._buckets[what, account] = (tokens, now)
            raise LobbyRefused("too-fast", what=what, wait_s=math.ceil((1 - tokens) * rate.every_s))
        self._buckets[what, account] = (tokens - 1, now)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
