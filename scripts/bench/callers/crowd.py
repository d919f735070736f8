"""A crowd at work: a line each a second, or as fast as answers come; and what it cost the server.

Used by bench.py.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.bench.callers.lines import Line, Lost
from scripts.hammered_server import percentile

TICKS = os.sysconf("SC_CLK_TCK")
COMMANDS = (
    *("look",) * 5, *("status",) * 3, *("say the fog is thick tonight",) * 3, *("1",) * 3,
    *("sheet", "gates", "monsters", "log 5", "where", "players"),
)  # fmt: skip
"""What is typed at a table; a 1 is an answer, of the one who is asked."""


def cpu_s(pid: int) -> float:
    """Return the processor seconds a process has used, all threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_kib(pid: int) -> float:
    """Return what a process holds in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0


class Lag:
    """How late this process's own loop is: what it adds to every figure."""

    def __init__(self) -> None:
        self.late_s: list[float] = []
        self._task = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.late_s.append(time.perf_counter() - due)

    def stop(self) -> float:
        """Stop; return the 99th percentile in milliseconds."""
        self._task.cancel()
        return round(percentile(self.late_s, 0.99) * 1000, 1)


def figures(seconds: Sequence[float]) -> dict[str, float]:
    """Return what is told of many latencies."""
    kept = list(seconds)
    return {
        "p50_ms": round(percentile(kept, 0.5) * 1000, 1),
        "p99_ms": round(percentile(kept, 0.99) * 1000, 1),
        "worst_ms": round(percentile(kept, 1.0) * 1000, 1),
    }


async def each_second(
    lines: Sequence[Line], pid: int, seconds: float, commands: Sequence[str] = COMMANDS
) -> dict[str, Any]:
    """Let each caller type one command a second; return latencies and the server's cost."""
    latencies: list[float] = []
    by_command: dict[str, list[float]] = {}
    lost: Counter[str] = Counter()
    late = 0
    began, cpu_before = time.perf_counter(), cpu_s(pid)
    until = began + seconds

    async def live(line: Line, dice: random.Random) -> None:
        nonlocal late
        due = began + dice.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            late += time.perf_counter() - due > 1.0
            try:
                command = dice.choice(commands)
                took_s = await line.prompted(command)
                latencies.append(took_s)
                by_command.setdefault(command.split()[0], []).append(took_s)
            except Lost as error:
                lost[str(error)[:60]] += 1
                return
            due += 1.0

    lag = Lag()
    dice = random.Random(1)
    await asyncio.gather(*(live(line, random.Random(dice.random())) for line in lines))
    took = time.perf_counter() - began
    used = cpu_s(pid) - cpu_before
    found: dict[str, Any] = {
        "callers": float(len(lines)),
        "commands": float(len(latencies)),
        "per_second": round(len(latencies) / took, 1),
        **figures(latencies),
        "cpu_ms_a_command": round(used * 1000 / max(1, len(latencies)), 3),
        "cpu_share": round(used / took, 2),
        "lost": float(sum(lost.values())),
        "late_by_a_second": float(late),
        "clients_own_lag_p99_ms": lag.stop(),
        "p99_ms_by_command": {
            command: round(percentile(took_s, 0.99) * 1000, 1)
            for command, took_s in sorted(by_command.items())
        },
    }
    if lost:
        print("lost:", dict(lost.most_common(5)), flush=True)
    return found


async def as_fast_as_answered(
    lines: Sequence[Line], pid: int, seconds: float, command: str = "look"
) -> dict[str, float]:
    """Let callers ask again as soon as they are answered; return the rate."""
    latencies: list[float] = []
    began, cpu_before = time.perf_counter(), cpu_s(pid)

    async def live(line: Line) -> None:
        while time.perf_counter() < began + seconds:
            latencies.append(await line.prompted(command))

    lag = Lag()
    await asyncio.gather(*(live(line) for line in lines))
    took = time.perf_counter() - began
    used = cpu_s(pid) - cpu_before
    return {
        "callers": float(len(lines)),
        "per_second": round(len(latencies) / took),
        "per_server_cpu_s": round(len(latencies) / max(used, 0.01)),
        **figures(latencies),
        "clients_own_lag_p99_ms": lag.stop(),
    }
