"""What the log holds of refused connections: the first at once, of a flood only a sum.

Room: doors. Imports ops and the store's addresses. The metrics count each by themselves.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from arkham_bbs.ops.logs import log
from arkham_bbs.store.addresses import place_of

SUM_S = 5.0
"""How often what has been refused since is summed up."""

SINGLE = 20
"""Lines of their own between two sums: a flood may come from many addresses."""

ADDRESSES = 10_000
"""How many are told apart between two sums."""


class _Kind(NamedTuple):
    event: str
    door: str
    reason: str


class RefusalLog:
    """Writes the first refusal of a kind and address, and then a sum every few seconds."""

    def __init__(self) -> None:
        self._log = log("doors")
        self._known: set[tuple[_Kind, str]] = set()
        """Written, or counted, since the last sum or in the time before it."""
        self._counts: dict[_Kind, int] = {}
        self._sources: dict[_Kind, set[str]] = {}
        self._singles = 0
        self._timer: asyncio.TimerHandle | None = None

    def note(self, event: str, *, door: str, address: str, reason: str) -> None:
        """Take note of one refusal."""
        kind, source = _Kind(event, door, reason), place_of(address)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SUM_S, self._sum_up)
        if (kind, source) not in self._known and self._singles < SINGLE:
            self._singles += 1
            self._known.add((kind, source))
            self._log.info(event, door=door, address=address, reason=reason)
            return
        self._counts[kind] = self._counts.get(kind, 0) + 1
        sources = self._sources.setdefault(kind, set())
        if len(sources) < ADDRESSES:
            sources.add(source)

    def _sum_up(self) -> None:
        self._timer = None
        counts, sources = self._counts, self._sources
        self.close()
        # Who goes on is no news: those who were counted are not written singly next time.
        self._known = {(kind, source) for kind, found in sources.items() for source in found}
        if counts:
            self._timer = asyncio.get_running_loop().call_later(SUM_S, self._sum_up)

    def close(self) -> None:
        """Write the sums that are left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for kind, count in self._counts.items():
            sources = self._sources[kind]
            facts: dict[str, Any] = {"door": kind.door, "reason": kind.reason, "count": count}
            if len(sources) == 1:
                facts["address"] = next(iter(sources))
            else:
                facts["addresses"] = len(sources)
            self._log.info(f"{kind.event}_more", **facts)
        self._counts, self._sources, self._singles = {}, {}, 0
