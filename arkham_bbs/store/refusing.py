"""Whether the database refuses writes just now, and telling the log so without flooding it.

Room: store. Imports structlog and its neighbours here.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from arkham_bbs.store.errors import StoreUnavailable

LOG = structlog.get_logger("arkham.store", room="store")

SAY_AGAIN_S = 60.0
"""However many writes are refused, the log hears of it once in this time."""


class Refusing:
    """What became of the last write: every writer of a database tells it, and it remembers.

    Attributes:
        code: why the last write was refused ("full", "locked", "lost"); None when it was taken.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.code: str | None = None
        self._said_at: float | None = None
        self._count = 0

    def refused(self, error: StoreUnavailable, writes: int = 1) -> None:
        """A transaction with so many writes was refused; one WARNING a minute at the most."""
        self.code = error.code
        self._count += writes
        now = self._now()
        if self._said_at is not None and now - self._said_at < SAY_AGAIN_S:
            return
        self._said_at = now
        LOG.warning("writes_refused", code=error.code, refused=self._count, **error.facts)

    def taken(self) -> None:
        """A transaction arrived: the trouble, if there was one, is over."""
        if self.code is None:
            return
        LOG.info("writes_taken_again", refused=self._count, was=self.code)
        self.code, self._count = None, 0
