"""Writing behind: what a table keeps besides its answers, in order, tried again until it is kept.

Room: lobby. Imports store's errors and its neighbours here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from arkham_bbs.lobby.floor import Floor
from arkham_bbs.store.errors import Missing, StoreUnavailable

log = structlog.get_logger("lobby.behind")

RETRY_S = 2.0


class Behind:
    """One table's queue. It cannot grow without end: nothing is answered without a store."""

    def __init__(self, floor: Floor, name: str) -> None:
        self._floor = floor
        self._name = name
        self._queue: deque[Callable[[], Awaitable[None]]] = deque()
        self._task: asyncio.Task[None] | None = None

    def write(self, work: Callable[[], Awaitable[None]], *, once: bool = False) -> None:
        """Do ``work`` after what waits already; ``once``: not if the same is waiting."""
        if once and work in self._queue:
            return
        self._queue.append(work)
        self._go_on()

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = self._floor.spawn(self._all(), f"write:{self._name}")

    async def _all(self) -> None:
        while self._queue:
            work = self._queue.popleft()
            try:
                await work()
            except Missing:
                log.warning("write_behind_of_nothing", table=self._name)
            except StoreUnavailable as error:
                log.warning("write_behind_failed", table=self._name, code=error.code)
                self._queue.appendleft(work)
                self._floor.scheduler.at(self._floor.time.now() + RETRY_S, self._again)
                return

    async def _again(self) -> None:
        self._go_on()

    @property
    def waits(self) -> bool:
        """Whether something is still to be written."""
        return bool(self._queue) or (self._task is not None and not self._task.done())

    async def settled(self) -> None:
        """Wait until everything has been written, or the store will not have it now."""
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)
