"""Banned networks, remembered: asked for every connection, before a byte is read.

Room: accounts. Imports store. A flood of connections must not become a flood of questions to the
database, behind which everybody else's wait.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime

from arkham_bbs.store import Store
from arkham_bbs.store.addresses import networks_of
from arkham_bbs.store.errors import StoreUnavailable

FRESH_S = 5.0
"""How long the list is believed; a ban by this server is known at once, another's within this."""


class ShutOut:
    """The list of banned networks of one server."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._until: dict[str, datetime | None] = {}
        self._read_at: float | None = None
        self._reading = asyncio.Lock()

    def forget(self) -> None:
        """A ban was made or lifted: read the list before the next answer."""
        self._read_at = None

    async def holds(self, address: str) -> bool:
        """Say whether a ban in force meets the address.

        While the database is in trouble the last list counts; with none at all nobody is banned
        here, and the login, which asks the database itself, lets nobody in.
        """
        if not self._is_fresh():
            async with self._reading:
                if not self._is_fresh():
                    await self._read()
        if not self._until:
            return False
        now = self._store.clock()
        for network in networks_of(address):
            if network in self._until:
                until = self._until[network]
                if until is None or until > now:
                    return True
        return False

    def _is_fresh(self) -> bool:
        return self._read_at is not None and self._clock() - self._read_at < FRESH_S

    async def _read(self) -> None:
        # Before the wait: what is forgotten meanwhile is read again.
        self._read_at = self._clock()
        try:
            active = await self._store.bans.active()
        except StoreUnavailable:
            return
        except BaseException:
            # Whoever asked has gone; the next one reads.
            self._read_at = None
            raise
        found: dict[str, datetime | None] = {}
        for ban in active:
            if ban.kind == "network":
                known = found.get(ban.subject, ban.expires_at)
                ends = (known, ban.expires_at)
                found[ban.subject] = None if None in ends else max(e for e in ends if e)
        self._until = found
