"""The watchdog of the event loop: what held it, how long, and whether the machine was to blame."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import threading
import time
from types import FrameType

import pytest
from structlog.testing import CapturingLogger

from arkham_bbs.ops import cores
from arkham_bbs.ops.cores import OtherThreads, Spent, ThreadTimes
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.ops.pieces import Pieces, root_of
from arkham_bbs.ops.watchdog import LIMIT_S, TICK_S, Late, Watchdog, lateness


def culprit(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(100))


class Played(ThreadTimes):
    """Times as a test has them: each reading lies a step further on; ``over`` after the last."""

    def __init__(self, *steps: Spent) -> None:
        super().__init__()
        self._left = list(steps)
        self._now = Spent(time.monotonic(), 7.0, 3.0)
        self.over = asyncio.Event()

    def read(self) -> Spent:
        if self._left:
            self._now = Spent(*map(sum, zip(self._now, self._left.pop(0), strict=True)))
        else:
            self.over.set()
        return self._now


def figure(metrics: Metrics, name: str) -> float | None:
    return metrics.registry.get_sample_value(name)


async def judged(tick: Spent) -> tuple[Metrics, CapturingLogger]:
    """Let a watchdog judge one tick; return its figures and what it logged."""
    metrics, heard = Metrics(), CapturingLogger()
    played = Played(Spent(0.0, 0.0, 0.0), tick)
    dog = Watchdog(metrics, times=lambda: played)
    dog._log = heard
    dog.start()
    try:
        await played.over.wait()
    finally:
        dog.stop()
    return metrics, heard


def watched() -> tuple[Watchdog, Metrics, CapturingLogger]:
    """A watchdog that has begun, its figures, and what it logs."""
    metrics, heard = Metrics(), CapturingLogger()
    dog = Watchdog(metrics)
    dog._log = heard
    dog.start()
    return dog, metrics, heard


async def test_the_watchdog_names_what_held_the_loop() -> None:
    dog, metrics, heard = watched()
    where: list[str] = []
    try:
        for _ in range(10):
            # On a busy machine the watching thread itself may come late once.
            culprit(0.4)
            await asyncio.sleep(0.05)
            where = heard.calls[-1].kwargs["where"] if heard.calls else []
            if "culprit" in str(where):
                break
        assert (figure(metrics, "arkham_loop_blocked_total") or 0) >= 1
        assert where[0].endswith(":culprit")
        assert any("test_watchdog.py" in place for place in where)
    finally:
        dog.stop()


async def test_a_call_that_sleeps_holds_the_loop_as_one_that_works_does() -> None:
    dog, metrics, heard = watched()
    try:
        for _ in range(10):
            time.sleep(0.3)  # noqa: ASYNC251 - the culprit
            await asyncio.sleep(0.05)
            if figure(metrics, "arkham_loop_blocked_total"):
                break
        assert any("test_a_call_that_sleeps" in place for place in heard.calls[-1].kwargs["where"])
    finally:
        dog.stop()


async def test_the_watchdog_tells_how_long_the_loop_was_held_and_on_what_that_went() -> None:
    metrics, heard = await judged(Spent(TICK_S + 0.5, 0.3, 0.125))
    (call,) = heard.calls
    assert call.args == ("loop_blocked",)
    assert call.kwargs.pop("piece_ms") >= 375
    assert {k: v for k, v in call.kwargs.items() if k.endswith("_ms")} == {
        "held_ms": 375,
        "cpu_ms": 300,
        "starved_ms": 125,
        "garbage_ms": 0,
    }
    assert figure(metrics, "arkham_loop_blocked_total") == 1
    assert figure(metrics, "arkham_loop_blocked_seconds_total") == pytest.approx(0.375)
    assert figure(metrics, "arkham_loop_starved_total") == 0
    assert figure(metrics, "arkham_loop_starved_seconds_total") == pytest.approx(0.125)


async def test_many_short_calls_are_a_crowd_and_block_nothing() -> None:
    dog, metrics, _ = watched()
    loop = asyncio.get_running_loop()
    try:
        for _ in range(10):
            done = asyncio.Event()
            for _ in range(100):
                loop.call_soon(culprit, 0.003)
            loop.call_soon(done.set)
            await done.wait()
            await asyncio.sleep(0.05)
            if figure(metrics, "arkham_loop_crowded_total"):
                break
    finally:
        dog.stop()
    assert (figure(metrics, "arkham_loop_crowded_total") or 0) >= 1
    assert (figure(metrics, "arkham_loop_crowded_seconds_total") or 0.0) >= LIMIT_S


def _frame() -> FrameType:
    return sys._getframe()


def test_a_piece_lasts_from_the_first_look_at_it_to_the_last() -> None:
    one, other = _frame(), _frame()
    pieces = Pieces()
    for now, root in ((1.01, one), (1.02, one), (1.03, other), (1.05, other), (1.06, None)):
        pieces.look(1.0, now, root)
    assert pieces.longest_s(1.0, 1.07) == pytest.approx(0.02)
    pieces.look(2.0, 2.01, one)
    assert pieces.longest_s(2.0, 2.02) == pytest.approx(0.01)
    pieces.look(2.0, 2.02, None)
    pieces.look(2.0, 2.03, one)
    assert pieces.longest_s(2.0, 2.04) == pytest.approx(0.01)


def test_a_time_in_which_nobody_could_look_is_a_piece_but_not_the_wait_for_a_core() -> None:
    one, other = _frame(), _frame()
    pieces = Pieces()
    pieces.look(1.0, 1.01, one)
    pieces.look(1.0, 1.09, other, waited_s=0.07)
    assert pieces.longest_s(1.0, 1.1) == pytest.approx(0.01)
    pieces.look(1.0, 1.2, one)
    assert pieces.longest_s(1.0, 1.21) == pytest.approx(0.11)
    assert pieces.longest_s(3.0, 3.3) == pytest.approx(0.3)


def test_the_piece_of_a_stack_is_what_the_loop_called() -> None:
    inner = _frame()
    assert inner.f_back is not None
    root = root_of(inner)
    assert root is not None
    assert root is not inner
    assert root_of(None) is None


async def test_waiting_for_a_core_is_no_blocking_and_has_figures_of_its_own() -> None:
    metrics, heard = await judged(Spent(TICK_S + 0.5, 0.03, 0.47))
    assert not heard.calls
    assert figure(metrics, "arkham_loop_blocked_total") == 0
    assert figure(metrics, "arkham_loop_blocked_seconds_total") == 0
    assert figure(metrics, "arkham_loop_starved_total") == 1
    assert figure(metrics, "arkham_loop_starved_seconds_total") == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("spent", "was_seen", "others_s", "verdict"),
    [
        (Spent(TICK_S + LIMIT_S - 0.001, 0.059, 0.0), True, 0.0, None),
        (Spent(TICK_S + 0.2, 0.2, 0.0), False, 0.3, (0.2, 0.0)),
        (Spent(TICK_S + 0.2, 0.0, 0.0), True, 0.0, (0.2, 0.0)),
        (Spent(TICK_S + 0.2, 0.0, 0.0), True, 0.19, (0.0, 0.2)),
        (Spent(TICK_S + 0.2, 0.06, 0.04), True, 0.3, (0.06, 0.14)),
        (Spent(TICK_S + 0.2, 0.0, 0.0), False, 0.0, (0.0, 0.2)),
        (Spent(TICK_S + 0.2, 0.1, 0.1), False, 0.0, (0.1, 0.1)),
        (Spent(TICK_S + 0.2, 0.04, 0.16), True, 0.0, (0.0, 0.2)),
        (Spent(TICK_S + 0.2, 0.0, 0.3), True, 0.0, (0.0, 0.2)),
    ],
    ids=[
        "not late",
        "worked all the time, unseen",
        "slept in a call of ours",
        "waited for a thread of ours that had no core",
        "worked, waited, and waited for another",
        "stopped from outside",
        "half of each, and what is ours is too long",
        "what is ours would have been in time",
        "waited before the tick was due, too",
    ],
)
def test_a_late_tick_is_ours_only_without_the_waiting(
    spent: Spent, was_seen: bool, others_s: float, verdict: tuple[float, float] | None
) -> None:
    found = lateness(spent, was_seen=was_seen, others_waited_s=others_s)
    assert found == (None if verdict is None else pytest.approx(Late(*verdict)))


def test_where_the_kernel_tells_nothing_of_waiting_everything_counts_as_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuses(*_args: object) -> int:
        raise FileNotFoundError("/proc")

    monkeypatch.setattr(cores.os, "open", refuses)
    times = ThreadTimes()
    before = times.read()
    culprit(0.01)
    spent = times.read().since(before)
    assert spent.waited_s == 0.0
    assert spent.cpu_s >= 0.01


@pytest.mark.skipif(
    not os.path.exists("/proc/self/schedstat"), reason="the kernel keeps no such figures"
)
def test_two_threads_on_one_core_are_seen_to_wait_for_it() -> None:
    cores_then = os.sched_getaffinity(0)
    rival_stops = threading.Event()

    def rival() -> None:
        os.sched_setaffinity(0, {min(cores_then)})
        while not rival_stops.is_set():
            # Without the interpreter's lock, or it would be that which is waited for.
            hashlib.pbkdf2_hmac("sha256", b"marsh", b"fog", 20_000)

    threads = [threading.Thread(target=rival) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        os.sched_setaffinity(0, {min(cores_then)})
        times = ThreadTimes()
        others = OtherThreads()
        others.note(but=[threading.get_native_id()])
        while not others.waited_s():
            hashlib.pbkdf2_hmac("sha256", b"marsh", b"fog", 20_000)
        others.note(but=[threading.get_native_id(), *(t.native_id for t in threads)])
        assert others.waited_s() == 0.0
        others.close()
        while not times.read().waited_s:
            hashlib.pbkdf2_hmac("sha256", b"marsh", b"fog", 20_000)
        times.close()
        assert times.read().waited_s == 0.0
    finally:
        rival_stops.set()
        os.sched_setaffinity(0, cores_then)
        for thread in threads:
            thread.join()
