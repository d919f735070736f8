"""A server of its own for scripts that hammer one: started, sampled, stopped, its log read.

Used by soak.py and fuzz_telnet.py; not run by itself.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
START_S = 60.0


@dataclass(frozen=True)
class Sample:
    """What one look at the server showed."""

    at_s: float
    resident_mib: float
    descriptors: int
    sessions: float


@dataclass
class Hammered:
    """The running process."""

    process: asyncio.subprocess.Process
    telnet_port: int
    ssh_port: int
    ops_port: int
    data: Path
    log: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    spawned: float = 0.0
    """When the process was started; ``began`` is when its doors were open."""

    def figures(self) -> dict[str, float]:
        """Read /metrics; labels are part of the name."""
        url = f"http://127.0.0.1:{self.ops_port}/metrics"
        with urllib.request.urlopen(url, timeout=20) as answer:
            text = answer.read().decode()
        found = {}
        for line in text.splitlines():
            if line and not line.startswith("#"):
                name, _, value = line.rpartition(" ")
                found[name] = float(value)
        return found

    async def sample(self) -> Sample:
        """Look at the process from outside, and at its own figures."""
        proc = Path(f"/proc/{self.process.pid}")
        resident = 0.0
        for line in (proc / "status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                resident = int(line.split()[1]) / 1024
        figures = await asyncio.to_thread(self.figures)
        sessions = sum(v for k, v in figures.items() if k.startswith("arkham_sessions{"))
        seen = Sample(
            round(time.monotonic() - self.began, 1),
            round(resident, 2),
            len(os.listdir(proc / "fd")),
            sessions,
        )
        self.samples.append(seen)
        return seen

    async def watch(self, every_s: float, tell: Callable[[Sample], str] | None = None) -> None:
        """Sample until cancelled; ``tell`` makes of each sample a line that shows how it goes."""
        while True:
            seen = await self.sample()
            if tell is not None:
                print(
                    f"{seen.at_s:7.0f} s  {seen.resident_mib:7.1f} MiB  {seen.sessions:4.0f} on"
                    f" the line  {tell(seen)}",
                    file=sys.stderr,
                    flush=True,
                )
            await asyncio.sleep(every_s)

    def waited_for_a_core_s(self) -> float:
        """How long the server was ready to run and no core was free, in seconds, in all."""
        return waited_for_a_core_s(self.process.pid)

    def slope_mib_per_minute(self, skip: float = 0.34) -> float:
        """Least squares over the samples, without the warm-up at the beginning."""
        kept = self.samples[int(len(self.samples) * skip) :]
        if len(kept) < 3:
            return 0.0
        xs, ys = [s.at_s / 60 for s in kept], [s.resident_mib for s in kept]
        middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
        below = sum((x - middle_x) ** 2 for x in xs)
        above = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
        return above / below if below else 0.0

    @property
    def tracebacks(self) -> int:
        """Count faults in the log."""
        return sum("Traceback" in line for line in self.log)

    def blocked_by(self, most: int = 8) -> dict[str, int]:
        """Count what held the event loop, by the innermost place of ours."""
        places: Counter[str] = Counter()
        for line in self.log:
            if "loop_blocked" not in line:
                continue
            ours = re.findall(r"arkham_bbs/([\w/]+\.py):(\d+):(\w+)", line)
            places[":".join(ours[0]) if ours else "elsewhere"] += 1
        return dict(places.most_common(most))

    async def settle(self, within_s: float = 20.0) -> Sample:
        """Wait until nobody is left, or the time is over."""
        until = time.monotonic() + within_s
        while True:
            seen = await self.sample()
            if seen.sessions == 0 or time.monotonic() > until:
                return seen
            await asyncio.sleep(0.5)


def waited_for_a_core_s(pid: int) -> float:
    """How long a process's threads were ready to run and no core was free, in seconds.

    What is late because of that is the machine's doing. 0 where the kernel does not tell.
    """
    waited = 0
    for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            waited += int(file.read_text().split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return round(waited / 1e9, 1)


def free_ports(count: int) -> list[int]:
    """Ports that are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for sock in sockets:
        sock.bind(("127.0.0.1", 0))
    ports = [int(sock.getsockname()[1]) for sock in sockets]
    for sock in sockets:
        sock.close()
    return ports


@asynccontextmanager
async def hammered(
    *, prepare: Callable[[Path], Awaitable[None]] | None = None, **settings: object
) -> AsyncIterator[Hammered]:
    """Start a server with its own data directory; stop it at the end, whatever happened.

    ``prepare`` may fill the directory before the start.
    """
    telnet, ssh, ops = free_ports(3)
    with tempfile.TemporaryDirectory(prefix="arkham-") as directory:
        given = {
            "data_dir": directory,
            "telnet_port": telnet,
            "ssh_port": ssh,
            "ops_port": ops,
            "web_port": 0,
            "max_per_address": 100_000,
            "new_per_second": 100_000,
            "new_per_second_per_address": 100_000,
            "max_connections": 100_000,
            "unlimited_addresses": "127.0.0.1",
            "log_level": "warning",
        } | settings
        if prepare is not None:
            await prepare(Path(directory))
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ARKHAM_")}
        spawned = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "arkham_bbs.cli", "serve"),
            cwd=directory,
            env=kept
            | {"PYTHONPATH": str(ROOT)}
            | {f"ARKHAM_{name.upper()}": str(value) for name, value in given.items()},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        board = Hammered(process, telnet, ssh, ops, Path(directory), spawned=spawned)
        opened = asyncio.Event()
        reading = [
            asyncio.create_task(_read(process.stdout, board.log, opened)),
            asyncio.create_task(_read(process.stderr, board.log, opened)),
        ]
        try:
            async with asyncio.timeout(START_S):
                await opened.wait()
            board.began = time.monotonic()
            yield board
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                try:
                    await asyncio.wait_for(process.wait(), 20)
                except TimeoutError:
                    process.kill()
                    await process.wait()
            await asyncio.gather(*reading)


async def _read(stream: asyncio.StreamReader | None, log: list[str], opened: asyncio.Event) -> None:
    assert stream is not None
    async for line in stream:
        text = re.sub(r"\s+", " ", line.decode("utf-8", "replace")).strip()
        log.append(text)
        if "Ctrl-C closes the board" in text:
            opened.set()
    opened.set()


def percentile(values: list[float], share: float) -> float:
    """Return the value below which that share lies; 0 when there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
