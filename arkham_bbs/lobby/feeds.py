"""The bounded stream of notices between the lobby and one session.

Room: lobby. Imports asyncio, the notices and the rounds.

Putting never waits and never fails, so a caller who stops reading delays nobody; and where many
streams get something at once, their readers are let in a few at a time (rounds.py).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from arkham_bbs.lobby.notices import Broadcast, MailArrived, Notice, Repaint, SessionEnded, Told
from arkham_bbs.lobby.rounds import Rounds

FEED_LIMIT = 256
_PERSONAL = (Told, Broadcast, MailArrived)
"""Not to be had again from any state: kept (the last few) when a backlog is dropped."""
_PERSONAL_KEPT = 32


class Feed:
    """One reader, any number of writers, ``limit`` notices waiting at most.

    When it is full, what waits is dropped: one ``Repaint`` and the last personal words stay.
    Its reader is let in by ``rounds``, which all streams of a board share.
    """

    def __init__(self, limit: int = FEED_LIMIT, rounds: Rounds | None = None) -> None:
        self._limit = limit
        self._rounds = rounds if rounds is not None else Rounds()
        self._is_asking = False
        self._waiting: deque[Notice] = deque()
        self._ready = asyncio.Event()
        self._ended = False

    def put(self, notice: Notice) -> None:
        if self._ended:
            return
        if len(self._waiting) >= self._limit:
            self._drop()
        self._waiting.append(notice)
        if not self._is_asking and not self._ready.is_set():
            self._is_asking = True
            self._rounds.ask(self._let_in)

    def _let_in(self) -> None:
        self._is_asking = False
        # The reader may have come by itself meanwhile, and taken everything.
        if self._waiting:
            self._ready.set()

    def _drop(self) -> None:
        lost = sum(n.lost if isinstance(n, Repaint) else 1 for n in self._waiting)
        personal = [n for n in self._waiting if isinstance(n, _PERSONAL)][-_PERSONAL_KEPT:]
        self._waiting.clear()
        self._waiting.append(Repaint(lost - len(personal)))
        self._waiting.extend(personal)

    def end(self, last: SessionEnded | None = None) -> None:
        """Close the stream; ``last`` is delivered after what still waits."""
        if self._ended:
            return
        if last is not None:
            self._waiting.append(last)
        self._ended = True
        self._ready.set()

    @property
    def ended(self) -> bool:
        return self._ended

    def __len__(self) -> int:
        return len(self._waiting)

    def take_now(self, most: int | None = None) -> tuple[Notice, ...]:
        """What waits, without waiting: all of it, or the oldest ``most``."""
        count = len(self._waiting) if most is None else min(most, len(self._waiting))
        taken = tuple(self._waiting.popleft() for _ in range(count))
        if not self._ended and not self._waiting:
            self._ready.clear()
        return taken

    async def get(self) -> Notice | None:
        """The next notice; None once the stream has ended and is empty."""
        while not self._waiting:
            if self._ended:
                return None
            self._ready.clear()
            await self._ready.wait()
        return self._waiting.popleft()

    async def __aiter__(self) -> AsyncIterator[Notice]:
        while (notice := await self.get()) is not None:
            yield notice
