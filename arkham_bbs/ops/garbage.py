"""Python's search for garbage, in pieces too short to keep anybody waiting.

Room: ops. Imports the standard library, and the log beside it.

Only what points back at itself needs the search; all else goes when the last one lets go of it.
A search holds the loop for as long as there is much to look at, so Python chooses the time only
for the young. What is older is searched here every few seconds, while it is little; what has been
there for longer is set aside (``gc.freeze``) and looked at again when nobody is on the line, or
when memory has grown beyond all measure. What is set aside still goes when it is let go of, and
what callers leave behind is (tests/server/test_leavings.py).
"""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Callable

from arkham_bbs.ops.logs import log

YOUNG, MIDDLE = 2_000, 2
"""New objects before the youngest are searched, and such searches before those that outlived one
are. Some hundred callers' lines live long enough to be among the latter: often means short."""
_NOT_BY_ITSELF = 2**31 - 1

LOOK_S = 5.0
SHORT_S = 0.030
"""The longest a search may be expected to take while somebody is on the line."""
ENOUGH_S = 0.010
"""What takes longer to look at, and was found to be in use, is set aside."""
QUIET_S = 600.0
"""All is searched when nobody is on the line, but no more often than this, and only when something
was set aside since."""
GROWN = 512 * 1024 * 1024
"""Bytes of memory more than after the last search of all at which all is searched, whoever is on
the line. Nothing known brings a board there."""
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
    """

    def __init__(
        self,
        is_anyone_here: Callable[[], bool],
        *,
        clock: Callable[[], float] = time.monotonic,
        memory: Callable[[], int] | None = None,
    ) -> None:
        self._is_anyone_here = is_anyone_here
        self._clock = clock
        self._memory = memory or resident_bytes
        self._s_each = _S_EACH
        self._log = log("garbage")
        gc.freeze()
        self._is_more_aside = False
        self._all_at = clock()
        self._memory_then = self._memory()

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
        gc.freeze()
        self._is_more_aside = False
        self._all_at = self._clock()
        self._memory_then = self._memory()
        self._log.info("all_searched", found=found, took_ms=round(took_s * 1000))

    async def look_now_and_then(self) -> None:
        """Look every few seconds, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()

    def _is_all_due(self) -> bool:
        # How many objects are set aside would say it better, but to count them takes as long.
        if self._memory() > self._memory_then + GROWN:
            return True
        is_quiet = self._is_more_aside and not self._is_anyone_here()
        return is_quiet and self._clock() >= self._all_at + QUIET_S

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
        self._is_more_aside = True


def resident_bytes() -> int:
    """Return the memory that this process takes of the machine's, in bytes; 0 where unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
