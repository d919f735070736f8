"""Python's search for garbage, in pieces too short to keep anybody waiting.

Room: ops. Imports the standard library, and the log and the figures beside it.

Only what points back at itself needs the search; all else goes when the last one lets go of it.
The young are searched often and in small numbers. A search of everything holds the loop for as
long as there is much to look at, so Python does not choose its time: it is made here, when it is
short or nobody is on the line, and otherwise only when very much has come together.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import Metrics

YOUNG, MIDDLE = 2_000, 2
"""New objects before the youngest are searched, and such searches before those that outlived one
are. Some hundred callers' lines live long enough to be among the latter: often means short."""
_NOT_BY_ITSELF = 2**31 - 1

LOOK_S = 60.0
SHORT_S = 0.020
"""A whole search that is expected to take no longer may come at any time."""
HEAP = 400_000
"""Objects more than the last whole search left, about 80 MiB, that are searched whatever it takes.
What callers leave behind is not among them (tests/server/test_leavings.py)."""
_S_EACH = 1e-6
"""What looking at one object takes, until it was measured: more than on any machine seen."""


def spare_what_stays() -> None:
    """Leave out of every later search what is there now, and search the rest as said above.

    Called once, when the board is open: the code, the box and the rules are there for good, and
    to look at them takes a tenth of a second.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, _NOT_BY_ITSELF)


class WholeSearch:
    """Decides when everything is searched, and does it.

    Args:
        is_anyone_here: whether somebody is on the line, who would have to wait.
        metrics: show how many objects there were to look at, when they were last counted.
    """

    def __init__(self, is_anyone_here: Callable[[], bool], metrics: Metrics) -> None:
        self._is_anyone_here = is_anyone_here
        self._s_each = _S_EACH
        self._left = self._counted = 0
        self._log = log("garbage")
        metrics.watch_gauge(
            "arkham_old_objects",
            "Objects that only a search of everything would look at, counted once a minute",
            lambda: self._counted,
        )

    def is_due(self, objects: int) -> bool:
        """Say whether to search now, with so many objects that outlived the other searches."""
        return (
            objects * self._s_each <= SHORT_S
            or objects > self._left + HEAP
            or not self._is_anyone_here()
        )

    def search(self) -> int:
        """Search everything; returns how many objects were garbage."""
        objects = old_objects()
        began = time.perf_counter()
        found = gc.collect()
        took_s = time.perf_counter() - began
        if objects:
            self._s_each = took_s / objects
        self._left = self._counted = old_objects()
        self._log.debug(
            "garbage_searched", objects=objects, found=found, took_ms=round(took_s * 1000)
        )
        return found

    async def look_now_and_then(self) -> None:
        """Search whenever it is due, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            self._counted = old_objects()
            if self.is_due(self._counted):
                self.search()


def old_objects() -> int:
    """Count the objects that only a whole search would look at."""
    return len(gc.get_objects(generation=2))
