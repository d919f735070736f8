"""Time for decisions: where time comes from, one scheduler for all tables, quiet hours.

Room: lobby. Imports asyncio and msgspec.

All times are seconds since 1970 (UTC). Nothing here sleeps in a test: a ``ManualTime`` stands
still until it is moved, and ``Scheduler.run_due`` does at once what is due.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import re
import time as system_time
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import structlog

from arkham_bbs.lobby.refusals import LobbyRefused

log = structlog.get_logger("lobby.clocks")

DAY_S = 86400
_FIRST_WARNING = 0.5
_SECOND_WARNING = 0.9


class TimeSource(Protocol):
    """Where the lobby's time comes from."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...


class SystemTime:
    """The machine's clock."""

    def now(self) -> float:
        return system_time.time()


class ManualTime:
    """A clock that is moved by hand."""

    def __init__(self, start: float = 1_000_000_000.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds


class Timer:
    """Something to be done at a time; ``cancel`` may be called at any moment."""

    __slots__ = ("action", "cancelled")

    def __init__(self, action: Callable[[], Awaitable[None]]) -> None:
        self.action = action
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Scheduler:
    """All timers of all tables in one heap, looked after by one task.

    A timer's action runs as a task of its own, so that a table which is slow to answer delays no
    other. A failing action is logged under its name and costs nothing else.
    """

    LONGEST_NAP_S = 30.0
    """The machine's clock may be set; look again at least this often."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._heap: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[None]] = set()

    def at(self, when: float, action: Callable[[], Awaitable[None]]) -> Timer:
        timer = Timer(action)
        heapq.heappush(self._heap, (when, next(self._count), timer))
        self._changed.set()
        return timer

    def _start_due(self) -> None:
        now = self._time.now()
        while self._heap and (self._heap[0][2].cancelled or self._heap[0][0] <= now):
            timer = heapq.heappop(self._heap)[2]
            if not timer.cancelled:
                task = asyncio.create_task(self._do(timer))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    async def _do(self, timer: Timer) -> None:
        try:
            await timer.action()
        except Exception:
            log.exception("timer_failed", action=repr(timer.action))

    def next_due(self) -> float | None:
        """When the next timer goes off."""
        while self._heap and self._heap[0][2].cancelled:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def run_due(self) -> None:
        """Do all that is due now and wait for it; what that makes due is done too."""
        self._start_due()
        while self._running:
            await asyncio.gather(*self._running)
            self._start_due()

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="lobby-clocks")

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            self._start_due()
            nap = self.LONGEST_NAP_S
            if self._heap:
                nap = min(nap, max(0.0, self._heap[0][0] - self._time.now()))
            try:
                await asyncio.wait_for(self._changed.wait(), nap)
            except TimeoutError:
                continue

    async def stop(self) -> None:
        tasks = [t for t in (self._task, *self._running) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._task = None


class QuietHours(msgspec.Struct, frozen=True):
    """A caller's night: local minutes of the day from ``start`` to ``end``, and the zone."""

    start: int
    end: int
    utc_offset: int = 0
    """Minutes east of Greenwich."""

    @property
    def length_s(self) -> int:
        return (self.end - self.start) % 1440 * 60

    def _since_start(self, at: float) -> float:
        return (at + self.utc_offset * 60 - self.start * 60) % DAY_S

    def holds(self, at: float) -> bool:
        """It is night at ``at``."""
        return self._since_start(at) < self.length_s

    def waking(self, start: float, end: float) -> float:
        """Seconds between two times that are not night."""
        if end <= start:
            return 0.0
        days, rest = divmod(end - start, DAY_S)
        quiet = days * self.length_s
        offset = self._since_start(start)
        for lap in (0.0, float(DAY_S)):
            quiet += max(0.0, min(offset + rest, lap + self.length_s) - max(offset, lap))
        return end - start - quiet

    def deadline(self, start: float, budget_s: float) -> float:
        """When ``budget_s`` waking seconds from ``start`` are over."""
        days, rest = divmod(budget_s, DAY_S - self.length_s)
        at = start + days * DAY_S
        offset = self._since_start(at)
        if offset < self.length_s:
            at += self.length_s - offset
            offset = float(self.length_s)
        if rest > DAY_S - offset:
            rest += self.length_s
        return at + rest


NO_QUIET = QuietHours(0, 0)

_QUIET = re.compile(
    r"(\d{1,2})(?::(\d\d))?\s*-\s*(\d{1,2})(?::(\d\d))?"
    r"(?:\s+(?:UTC)?\s*([+-])(\d{1,2})(?::?(\d\d))?)?",
    re.IGNORECASE,
)


def parse_quiet_hours(text: str) -> QuietHours:
    """Read ``22-8``, ``22:30-07:00 +1`` or ``23-7 UTC-05:00``; empty or ``off`` means none.

    Raises:
        LobbyRefused: ``bad-quiet-hours``; sixteen hours a day at most may be quiet.
    """
    text = text.strip()
    if text.lower() in ("", "off", "none"):
        return NO_QUIET
    match = _QUIET.fullmatch(text)
    if match is not None:
        h1, m1, h2, m2, sign, zh, zm = match.groups()
        start, end = int(h1) * 60 + int(m1 or 0), int(h2) * 60 + int(m2 or 0)
        offset = (int(zh) * 60 + int(zm or 0)) * (-1 if sign == "-" else 1) if zh else 0
        quiet = QuietHours(start % 1440, end % 1440, offset)
        in_range = start <= 1440 and end <= 1440 and abs(offset) <= 14 * 60
        if in_range and quiet.length_s <= 16 * 3600:
            return quiet
    raise LobbyRefused("bad-quiet-hours", allowed="22-8, 22:30-07:00 +1, off")


def format_quiet_hours(quiet: QuietHours) -> str:
    """The text ``parse_quiet_hours`` reads."""
    if not quiet.length_s:
        return "off"

    def clock(minute: int) -> str:
        return f"{minute // 60:02}:{minute % 60:02}"

    zone = abs(quiet.utc_offset)
    sign = "-" if quiet.utc_offset < 0 else "+"
    return f"{clock(quiet.start)}-{clock(quiet.end)} {sign}{clock(zone)}"


class DecisionClock(msgspec.Struct):
    """The clock of one decision. It only counts; the table decides what its end means.

    ``spent_s`` was used up before ``running_since``; waking time only.
    """

    number: int
    seat: int
    budget_s: float
    started_at: float
    quiet: QuietHours = NO_QUIET
    spent_s: float = 0.0
    running_since: float | None = None
    stopped: str = ""
    warned: int = 0
    rounds: int = 0
    """How often the others chose to wait on."""

    def used(self, now: float) -> float:
        running = 0.0
        if self.running_since is not None:
            running = self.quiet.waking(self.running_since, now)
        return self.spent_s + running

    def left(self, now: float) -> float:
        return max(0.0, self.budget_s - self.used(now))

    def run(self, now: float) -> None:
        if self.running_since is None:
            self.running_since = now
        self.stopped = ""

    def stop(self, now: float, why: str) -> None:
        self.spent_s = self.used(now)
        self.running_since = None
        self.stopped = why

    def again(self, now: float) -> None:
        """A full measure more."""
        self.spent_s = 0.0
        self.running_since = now
        self.stopped = ""
        self.warned = 0
        self.rounds += 1

    def ends_at(self) -> float | None:
        if self.running_since is None:
            return None
        return self.quiet.deadline(self.running_since, self.budget_s - self.spent_s)

    def next_mark(self, now: float) -> tuple[float, int] | None:
        """When something happens next and what: warning 1, warning 2 or the end (3)."""
        if self.running_since is None:
            return None
        share = (_FIRST_WARNING, _SECOND_WARNING, 1.0)[self.warned]
        wanted = max(0.0, self.budget_s * share - self.spent_s)
        return max(now, self.quiet.deadline(self.running_since, wanted)), self.warned + 1
