"""Python's search for garbage, in pieces too short to keep anybody waiting.

Room: ops. Imports the standard library, and the log and the figures beside it.

Only what points back at itself needs the search; all else goes when the last one lets go of it.
A search holds the loop for as long as there is much to look at, so Python chooses the time only
for the young. What is older is searched here every few seconds, while it is little; what has been
there for longer is set aside (``gc.freeze``) and looked at again when nobody is on the line, or
when very much has come together. Setting aside keeps nobody's memory: it still goes when it is let
go of, and what callers leave behind is (tests/server/test_leavings.py).
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

LOOK_S = 5.0
SHORT_S = 0.030
"""The longest a search may be expected to take while somebody is on the line."""
ENOUGH_S = 0.010
"""What takes longer to look at, and was found to be in use, is set aside."""
QUIET_HEAP, HEAP = 100_000, 1_000_000
"""Objects set aside, more than were left by the last search of all, before all are searched: when
nobody is on the line, and whoever is. A full board's callers and tables are about 100,000."""
_S_EACH = 1e-6
"""What looking at one object takes, until it was measured: more than on any machine seen."""


def search_the_young() -> None:
    """Let Python search by itself among the young only; the rest is `Search`'s."""
    gc.set_threshold(YOUNG, MIDDLE, _NOT_BY_ITSELF)


class Search:
    """Decides what is searched for garbage and when, and does it.

    What is there when it is made is set aside: the code, the box and the rules are there for good,
    and to look at them takes a tenth of a second.

    Args:
        is_anyone_here: whether somebody is on the line, who would have to wait.
        metrics: show how many objects are set aside, and how many times all were searched.
    """

    def __init__(self, is_anyone_here: Callable[[], bool], metrics: Metrics) -> None:
        self._is_anyone_here = is_anyone_here
        self._s_each = _S_EACH
        self._log = log("garbage")
        gc.freeze()
        self._aside = self._aside_at_first = gc.get_freeze_count()
        metrics.watch_gauge(
            "arkham_objects_set_aside",
            "Objects that the search for garbage passes by, more than at the start",
            lambda: self._aside - self._aside_at_first,
        )

    def look(self) -> None:
        """Search what has grown old since the last time, and set aside what has stayed."""
        if self._is_all_due():
            self.search_all()
            return
        if self._expected_s() > SHORT_S and self._is_anyone_here():
            # Many came at once: most of this is theirs, and they are here to stay for a while.
            self._set_aside()
            return
        self._collect()
        if self._expected_s() > ENOUGH_S:
            self._set_aside()

    def search_all(self) -> None:
        """Search everything, whatever it takes."""
        gc.unfreeze()
        found, took_s = self._collect()
        self._set_aside()
        self._aside_at_first = self._aside
        self._log.info("all_searched", found=found, took_ms=round(took_s * 1000))

    async def look_now_and_then(self) -> None:
        """Look every few seconds, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()

    def _is_all_due(self) -> bool:
        most = HEAP if self._is_anyone_here() else QUIET_HEAP
        if self._aside - self._aside_at_first <= most:
            return False
        # Much of it may have gone by itself since it was counted, and a count takes a while.
        self._aside = gc.get_freeze_count()
        return self._aside - self._aside_at_first > most

    def _expected_s(self) -> float:
        return len(gc.get_objects(generation=2)) * self._s_each

    def _collect(self) -> tuple[int, float]:
        """Search what is not set aside; returns how many objects were garbage, and the seconds."""
        objects = len(gc.get_objects())
        began = time.perf_counter()
        found = gc.collect()
        took_s = time.perf_counter() - began
        self._s_each = took_s / max(1, objects)
        return found, took_s

    def _set_aside(self) -> None:
        gc.freeze()
        self._aside = gc.get_freeze_count()
