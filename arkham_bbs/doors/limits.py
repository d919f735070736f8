"""How many callers, from where and how fast: the turnstile before every door.

Room: doors. Imports the store's addresses. Source: issue 6 "Standing firm", USER_ASKS G1, G7.

A door asks `Turnstile.admit` before it reads a byte. A refusal has a stable reason and a
sentence; the door sends the sentence, and the reason goes to the metrics and the log.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from arkham_bbs.store.addresses import is_within, parse_networks, place_of

_REMEMBERED = 50_000


@dataclass(frozen=True)
class Limits:
    """The numbers a sysop can set. Times in seconds."""

    max_connections: int = 1_500
    max_per_address: int = 20
    new_per_second: float = 100.0
    new_per_second_per_address: float = 10.0
    unlimited: tuple[str, ...] = ()
    begin_s: float = 60.0
    login_s: float = 180.0
    output_stall_s: float = 60.0
    output_limit: int = 512 * 1024
    offered_keys: int = 20
    line_length: int = 1_000
    input_lines: int = 20
    negotiation_bytes: int = 64 * 1024
    session_bytes: int = 4096 * 1024


REFUSALS = {
    "full": "Every line into Arkham is taken just now. Please ring again in a few minutes.",
    "address-full": "Too many lines are open from your address. Close one, then ring again.",
    "too-fast": "You are ringing faster than the exchange can answer. Wait a minute and try again.",
    "banned": "This exchange does not take calls from your address.",
    "closing": "The board is closing for the night and takes no new calls. Come back soon.",
}
"""Why a call is not put through, in words. The keys are the `reason` of the metrics."""


class Bucket:
    """A token bucket: `rate` a second, and a burst of twice as many (at least 5)."""

    __slots__ = ("_at", "_most", "_rate", "_tokens")

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._most = max(5.0, 2.0 * rate)
        self._tokens = self._most
        self._at = now

    def take(self, now: float) -> bool:
        """Take one token if there is one."""
        self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class Ticket:
    """The right to one connection. `release` may be called more than once."""

    __slots__ = ("_source", "_turnstile")

    def __init__(self, turnstile: Turnstile, source: str) -> None:
        self._turnstile: Turnstile | None = turnstile
        self._source = source

    def release(self) -> None:
        """Give the place back."""
        if self._turnstile is not None:
            self._turnstile._leave(self._source)
            self._turnstile = None


class Turnstile:
    """Counts connections. Not a door: it neither reads nor writes.

    Args:
        limits: may be replaced while running (`settings reload`).
        clock: seconds that only grow; tests pass their own.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._by_source: dict[str, int] = {}
        self._rates: OrderedDict[str, Bucket] = OrderedDict()
        self.open = 0
        self.is_draining = False
        """Callers are let in as far as saying who they are: staff may pass (the session asks)."""
        self.is_closed = False
        """The server stops: nobody is let in any more."""
        self.set_limits(limits)

    def set_limits(self, limits: Limits) -> None:
        """Use other numbers from now on. Those who are inside stay."""
        self.limits = limits
        self._unlimited = parse_networks(limits.unlimited)
        self._all = Bucket(limits.new_per_second, self._clock())
        self._rates.clear()

    def admit(self, address: str) -> Ticket | str:
        """Return a ticket, or the reason why not (a key of REFUSALS)."""
        source = place_of(address)
        if self.is_closed:
            return "closing"
        exempt = is_within(address, self._unlimited)
        now = self._clock()
        if not exempt and not self._rate_of(source, now).take(now):
            return "too-fast"
        if not self._all.take(now):
            return "too-fast"
        if self.open >= self.limits.max_connections:
            return "full"
        if not exempt and self._by_source.get(source, 0) >= self.limits.max_per_address:
            return "address-full"
        self.open += 1
        self._by_source[source] = self._by_source.get(source, 0) + 1
        return Ticket(self, source)

    def _rate_of(self, source: str, now: float) -> Bucket:
        bucket = self._rates.get(source)
        if bucket is None:
            bucket = self._rates[source] = Bucket(self.limits.new_per_second_per_address, now)
            if len(self._rates) > _REMEMBERED:
                self._rates.popitem(last=False)
        else:
            self._rates.move_to_end(source)
        return bucket

    def _leave(self, source: str) -> None:
        self.open -= 1
        left = self._by_source.get(source, 0) - 1
        if left > 0:
            self._by_source[source] = left
        else:
            self._by_source.pop(source, None)
