"""Watch the event loop: nothing may hold it longer than 50 ms, and what does is named.

Room: ops. Imports the standard library, and the log, the figures and the thread's times beside it.

The loop ticks; a thread looks at the time of the last tick, and when that is getting old, it notes
where the loop's thread is while the culprit is still on it. What it came to is known at the next
tick: a loop that waited for a core was starved by the machine, and only what is left of the
lateness without that was its own doing. It was blocked if one call held it so long, and crowded if
it had many short ones to make (pieces.py).
"""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NamedTuple

from arkham_bbs.ops.cores import OtherThreads, Spent, ThreadTimes
from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.ops.pieces import Pieces, root_of

TICK_S = 0.010
"""A wait for a core within a tick is taken off a lateness that began after it, so ticks are short.
"""
LIMIT_S = 0.050
LOOK_S = 0.010
STUCK_S = 1.0
"""A loop that is not back by then is told of before anybody knows how long it will take."""
FRAMES = 6
NOTE_TICKS = 8
"""Ticks after which the waiting of other threads is counted anew."""

# The innermost frame of a loop that only waits: nothing of ours is on it.
_WAITING = ("selectors.py", "runners.py", "base_events.py")


class Watchdog:
    """Start with `start()` inside the loop; `stop()` ends the thread.

    What it finds is in the metrics `arkham_loop_*`, and in the log where something was blocked.
    """

    def __init__(
        self,
        metrics: Metrics,
        limit_s: float = LIMIT_S,
        times: Callable[[], ThreadTimes] = ThreadTimes,
    ) -> None:
        self._metrics = metrics
        self._limit_s = limit_s
        self._log = log("watchdog")
        self._stopping = threading.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._loop_thread = 0
        self._make_times = times
        self._times: ThreadTimes | None = None
        self._others = OtherThreads()
        self._ticks = 0
        self._last = Spent(0.0, 0.0, 0.0)
        self._seen: tuple[float, float, list[str]] = (0.0, 0.0, [])
        """The tick behind which the loop was late, how late it was, and where it was."""
        self._told_stuck = 0.0
        self._collecting_since = 0.0
        self._collected_s = 0.0
        self._pieces = Pieces()

    def start(self) -> None:
        """Begin to tick and to watch."""
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._times = self._make_times()
        self._last = self._times.read()
        gc.callbacks.append(self._collecting)
        self._timer = self._loop.call_later(TICK_S, self._tick)
        self._thread = threading.Thread(target=self._watch, name="loop-watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop both; returns when the thread has ended."""
        self._stopping.set()
        if self._timer is not None:
            self._timer.cancel()
        if self._thread is not None:
            self._thread.join(timeout=1)
        if self._collecting in gc.callbacks:
            gc.callbacks.remove(self._collecting)
        if self._times is not None:
            self._times.close()
        self._others.close()

    # -- the loop's side ------------------------------------------------------------------------
    def _tick(self) -> None:
        assert self._loop is not None
        assert self._times is not None
        now = self._times.read()
        self._judge(now.since(self._last))
        self._collected_s = 0.0
        self._ticks += 1
        if self._ticks % NOTE_TICKS == 1:
            own = threading.get_native_id()
            self._others.note((own, self._thread.native_id if self._thread else None))
            now = self._times.read()
        self._last = now
        self._timer = self._loop.call_later(TICK_S, self._tick)

    def _judge(self, spent: Spent) -> None:
        """Count a tick that came too late, and say what was the matter if that was our doing."""
        self._metrics.loop_lag_s.observe(max(0.0, spent.wall_s - TICK_S))
        tick, _, where = self._seen
        if tick != self._last.wall_s:
            where = []
        if spent.wall_s - TICK_S < self._limit_s:
            return
        others_s = self._others.waited_s()
        late = lateness(
            spent, was_seen=bool(where), others_waited_s=others_s, limit_s=self._limit_s
        )
        if late is None:
            return
        self._metrics.loop_starved_s.inc(late.starved_s)
        if not late.held_s:
            self._metrics.loop_starved.inc()
            return
        piece_s = self._pieces.longest_s(self._last.wall_s, self._last.wall_s + spent.wall_s)
        # A piece is seen from the first look at it to the last, and began a little before.
        if piece_s + LOOK_S < self._limit_s:
            self._metrics.loop_crowds.inc()
            self._metrics.loop_crowded_s.inc(late.held_s)
            return
        self._metrics.loop_blocks.inc()
        self._metrics.loop_blocked_s.inc(late.held_s)
        self._log.warning(
            "loop_blocked",
            held_ms=round(late.held_s * 1000),
            piece_ms=round(piece_s * 1000),
            cpu_ms=round(spent.cpu_s * 1000),
            starved_ms=round(late.starved_s * 1000),
            garbage_ms=round(self._collected_s * 1000),
            where=where,
        )

    def _collecting(self, phase: str, _facts: dict[str, int]) -> None:
        """Note how long searches for garbage took: nothing can be seen of the loop meanwhile."""
        if threading.get_ident() != self._loop_thread:
            return
        now = time.monotonic()
        if phase == "start":
            self._collecting_since = now
        else:
            self._collected_s += now - self._collecting_since

    # -- the thread's side ----------------------------------------------------------------------
    def _watch(self) -> None:
        own = ThreadTimes()
        try:
            self._look_on(own)
        finally:
            own.close()

    def _look_on(self, own: ThreadTimes) -> None:
        before = own.read()
        while not self._stopping.wait(LOOK_S):
            ticked = self._last.wall_s
            since = own.read()
            waited_s, before = since.since(before).waited_s, since
            now = time.monotonic()
            late_s = now - ticked - TICK_S
            if late_s < 0:
                self._pieces.forget()
                continue
            frame = sys._current_frames().get(self._loop_thread)
            self._pieces.look(ticked, now, root_of(frame), waited_s)
            tick, seen_late_s, where = self._seen
            # What is there when the limit is passed is the culprit; before that, the latest.
            if late_s >= self._limit_s / 2 and (
                tick != ticked or seen_late_s < self._limit_s or not where
            ):
                where = places(frame)
                self._seen = (ticked, late_s, where)
            del frame
            if late_s >= STUCK_S and self._told_stuck != ticked:
                self._told_stuck = ticked
                self._log.warning("loop_stuck", so_far_ms=round(late_s * 1000), where=where)


class Late(NamedTuple):
    """A tick that came too late: how long we held the loop, and how long the machine did."""

    held_s: float
    starved_s: float


def lateness(
    spent: Spent, *, was_seen: bool, others_waited_s: float = 0.0, limit_s: float = LIMIT_S
) -> Late | None:
    """Judge the time between two ticks; None when the second was not too late.

    Nothing counts as ours unless we held the loop for ``limit_s`` without the waiting for a core.

    Args:
        was_seen: the loop was seen in a call of ours meanwhile. Who neither worked that long nor
            was seen anywhere was stopped from outside.
        others_waited_s: the longest that another thread of ours waited for a core meanwhile. Where
            the loop did not run either, that thread had the interpreter.
    """
    late_s = spent.wall_s - TICK_S
    if late_s < limit_s:
        return None
    starved_s = min(late_s, spent.waited_s)
    starved_s += min(max(0.0, late_s - starved_s - spent.cpu_s), others_waited_s)
    held_s = late_s - starved_s
    if held_s < limit_s or not (was_seen or spent.cpu_s >= limit_s):
        return Late(0.0, late_s)
    return Late(held_s, starved_s)


def places(frame: FrameType | None) -> list[str]:
    """Return the innermost places of a thread, the innermost first; none when it only waits."""
    if frame is None or frame.f_code.co_filename.endswith(_WAITING):
        return []
    found: list[str] = []
    at: FrameType | None = frame
    while at is not None and len(found) < FRAMES:
        found.append(f"{at.f_code.co_filename}:{at.f_lineno}:{at.f_code.co_name}")
        at = at.f_back
    return found
