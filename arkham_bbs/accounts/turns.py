"""One try at a time for each name: a volley of guesses must not outrun the counting.

Room: accounts. Imports the standard library and its neighbours.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arkham_bbs.accounts.errors import LoginRefused

_MOST_WAITING_FOR_ONE = 64
_BUSY_S = 5.0


class Turns:
    """A lock for each name that somebody tries at the moment, and none for the others."""

    def __init__(self) -> None:
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}

    def __len__(self) -> int:
        """How many names are being tried."""
        return len(self._turns)

    @asynccontextmanager
    async def of(self, folded: str) -> AsyncIterator[None]:
        """Hold the name while its password is tried. Raises LoginRefused "busy"."""
        lock, waiting = self._turns.get(folded, (asyncio.Lock(), 0))
        if waiting >= _MOST_WAITING_FOR_ONE:
            raise LoginRefused("busy", _BUSY_S)
        self._turns[folded] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            waiting = self._turns[folded][1] - 1
            if waiting:
                self._turns[folded] = (lock, waiting)
            else:
                del self._turns[folded]
