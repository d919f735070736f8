"""Watch the event loop: nothing may hold it longer than 50 ms, and what does is named.

Room: ops. Imports the standard library and the log and figures beside it.

The loop ticks; a thread looks at the time of the last tick. When it is too old, the thread
takes the stack of the loop's thread while the culprit is still on it. How long it was in all is
known, and told, at the next tick.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
import traceback
from types import FrameType

from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import Metrics

TICK_S = 0.025
LIMIT_S = 0.050

# The innermost frame of a loop that only waits: such a lateness is the machine's, not ours.
_WAITING = ("selectors.py", "runners.py", "base_events.py", "threading.py")


class Watchdog:
    """Start with `start()` inside the loop; `stop()` ends the thread."""

    def __init__(self, metrics: Metrics, limit_s: float = LIMIT_S) -> None:
        self._metrics = metrics
        self._limit_s = limit_s
        self._log = log("watchdog")
        self._ticked = time.monotonic()
        self._stopping = threading.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._loop_thread = 0
        self._reported = 0.0
        """The tick behind which the loop was found held."""
        self.blocks = 0
        self.blocked_s = 0.0
        self.last_stack = ""

    def start(self) -> None:
        """Begin to tick and to watch."""
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._ticked = time.monotonic()
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

    def _tick(self) -> None:
        now = time.monotonic()
        late_s = max(0.0, now - self._ticked - TICK_S)
        self._metrics.loop_lag_s.observe(late_s)
        if self._ticked == self._reported:
            self.blocked_s += late_s
            self._metrics.loop_blocked_s.inc(late_s)
            self._log.warning("loop_free_again", blocked_ms=round(late_s * 1000))
        self._ticked = now
        assert self._loop is not None
        self._timer = self._loop.call_later(TICK_S, self._tick)

    def _watch(self) -> None:
        while not self._stopping.wait(TICK_S):
            ticked = self._ticked
            late_s = time.monotonic() - ticked - TICK_S
            if late_s < self._limit_s or ticked == self._reported:
                continue
            frame = sys._current_frames().get(self._loop_thread)
            if frame is None or frame.f_code.co_filename.endswith(_WAITING):
                continue
            self._reported = ticked
            self._report(late_s, frame)

    def _report(self, late_s: float, frame: FrameType) -> None:
        self.blocks += 1
        self._metrics.loop_blocks.inc()
        stack = traceback.extract_stack(frame)
        self.last_stack = "".join(traceback.format_list(stack))
        where = [f"{entry.filename}:{entry.lineno}:{entry.name}" for entry in stack[-6:]]
        self._log.warning("loop_blocked", so_far_ms=round(late_s * 1000), where=where[::-1])
