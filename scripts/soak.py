"""Many callers who type, paste, drop, come back, resize and idle, for minutes; then the figures.

Run it as scripts/soak. Ends with 1 when anything was wrong: a fault in the log, a session left
over, descriptors that did not come back, a caller who was not answered, and in a long run memory
that grows. Callers and server share the machine: what goes wrong while this process is late itself
is told but not held against the server, and how long either waited for a core is in the report.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path

import asyncssh

from scripts.hammered_server import Hammered, Sample, hammered, percentile, waited_for_a_core_s

PASSWORD = "the marsh is deep"
ANSWER_S = 30.0
HANDSHAKES = 2
"""SSH handshakes under way at once: each costs this process as much as thousands of lines."""

NOTHING_OPEN = "(?i)nothing is under way|question is still open"
"""What Ctrl-C says once there is nothing more to leave."""
TRIES_TO_LEAVE = 6
LEAVE_S = 0.5

TABLES_EACH = 2
"""Games a caller begins; without an end to it memory could not but grow."""

FLAT_MIB_PER_MINUTE = 0.5
LONG_MINUTES = 10.0
"""From so long a run on, the slope of memory counts."""

MADE_ON_DEMAND = 24
"""Descriptors that stay: connections of the database's readers, and a thread's times for each."""

STARVED_S = 1.0
"""This process's own loop was later than this: what it measured then is not the server's doing."""

POSITION_ASKED = b"\x1b[6n"
LINES = (
    *("who", "tables", "look", "status", "news", "help", "help say", "boards", "oneliners"),
    *("say the fog is thick tonight", "sheet", "map", "log", "monsters", "gates", "settings"),
    *("watch", "back", "rules gates", "profile", "mail", "1", "1", "1", "2", "yes", "no", "?"),
)
PLAY = ("1", "1", "1", "2", "1", "look", "say on we go", "1")


class Tally:
    """What all callers together have met."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.did: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.excused: Counter[str] = Counter()
        self.examples: list[str] = []
        self.slowest: list[tuple[float, str]] = []
        self.own_lag = OwnLag()
        self.handshakes = asyncio.Semaphore(HANDSHAKES)

    def answered(self, took_s: float, after: Iterable[str]) -> None:
        """Count an answer; of the slowest it is kept what their callers had done before."""
        self.latencies.append(took_s)
        self.slowest.append((round(took_s, 2), ", ".join(after)))
        self.slowest = sorted(self.slowest, reverse=True)[:8]

    def blame(self, what: str, since: float, tail: str = "") -> None:
        """Count what went wrong; not against the server when this process was starved meanwhile."""
        if self.own_lag.worst_since(since) > STARVED_S:
            self.excused[what] += 1
            return
        self.wrong[what] += 1
        self.examples.append(f"{what}: {tail[-400:]}")


class OwnLag:
    """How late this process's own event loop runs, and when it was worst."""

    TICK_S = 0.1

    def __init__(self) -> None:
        self.late: list[tuple[float, float]] = []
        self._task = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            due = time.monotonic() + self.TICK_S
            await asyncio.sleep(self.TICK_S)
            late_s = time.monotonic() - due
            if late_s > 0.02:
                self.late.append((time.monotonic(), late_s))

    def worst_since(self, moment: float) -> float:
        """Return the worst lateness in seconds since a moment."""
        return max((late for at, late in reversed(self.late) if at >= moment), default=0.0)

    def stop(self) -> float:
        """Stop; return the worst of all."""
        self._task.cancel()
        return self.worst_since(0.0)


class Line(ABC):
    """One telnet or SSH line; keeps the last few KB of what came."""

    def __init__(self) -> None:
        self.tail = ""
        self.matched = ""
        self.came = asyncio.Event()
        self.is_over = False

    def heard(self, data: bytes) -> None:
        if POSITION_ASKED in data:
            self.send(b"\x1b[1;2R")
        self.tail = (self.tail + data.decode("utf-8", "replace"))[-60_000:]
        self.came.set()

    def gone(self) -> None:
        self.is_over = True
        self.came.set()

    async def sees(self, pattern: str, within_s: float = ANSWER_S) -> bool:
        """Wait for a pattern; what was read up to it is forgotten."""
        until = time.monotonic() + within_s
        while True:
            if found := re.search(pattern, self.tail):
                self.matched = self.tail[: found.end()]
                self.tail = self.tail[found.end() :]
                return True
            if self.is_over or time.monotonic() > until:
                return False
            self.came.clear()
            try:
                await asyncio.wait_for(self.came.wait(), until - time.monotonic())
            except TimeoutError:
                return False

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send bytes."""

    @abstractmethod
    def resize(self, columns: int, rows: int) -> None:
        """Tell the size of the screen."""

    @abstractmethod
    def drop(self) -> None:
        """Hang up without a word."""


class TelnetLine(Line):
    """A raw socket that agrees to send its size and to nothing else."""

    @classmethod
    async def dial(cls, port: int) -> TelnetLine:
        line = cls()
        reader, line.writer = await asyncio.open_connection("127.0.0.1", port)
        line.reading = asyncio.create_task(line._read(reader))
        line.send(b"\xff\xfb\x1f")
        line.resize(80, 24)
        return line

    writer: asyncio.StreamWriter
    reading: asyncio.Task[None]

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while data := await reader.read(65_536):
                self.heard(data)
        except OSError:
            pass
        self.gone()

    def send(self, data: bytes) -> None:
        if not self.is_over:
            self.writer.write(data)

    def resize(self, columns: int, rows: int) -> None:
        size = columns.to_bytes(2, "big") + rows.to_bytes(2, "big")
        self.send(b"\xff\xfa\x1f" + size.replace(b"\xff", b"\xff\xff") + b"\xff\xf0")

    def drop(self) -> None:
        self.writer.transport.abort()
        self.gone()


class SshLine(Line):
    """An SSH session of the open name ``bbs``."""

    connection: asyncssh.SSHClientConnection
    process: asyncssh.SSHClientProcess[bytes]
    reading: asyncio.Task[None]

    @classmethod
    async def dial(cls, port: int) -> SshLine:
        line = cls()
        line.connection = await asyncssh.connect(
            "127.0.0.1", port, username="bbs", known_hosts=None, config=None, agent_path=None,
            client_keys=None,
        )  # fmt: skip
        line.process = await line.connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        line.reading = asyncio.create_task(line._read())
        return line

    async def _read(self) -> None:
        try:
            while data := await self.process.stdout.read(65_536):
                self.heard(data)
        except (OSError, asyncssh.Error):
            pass
        self.gone()

    def send(self, data: bytes) -> None:
        if not self.is_over:
            try:
                self.process.stdin.write(data)
            except (OSError, asyncssh.Error):
                self.gone()

    def resize(self, columns: int, rows: int) -> None:
        try:
            self.process.change_terminal_size(columns, rows)
        except (OSError, asyncssh.Error):
            self.gone()

    def drop(self) -> None:
        self.connection.abort()
        self.gone()


class SoakCaller:
    """One caller from beginning to end, over as many lines as it takes."""

    def __init__(
        self, board: Hammered, tally: Tally, number: int, dice: random.Random, by_ssh: bool
    ) -> None:
        self.board = board
        self.tally = tally
        self.name = f"Soaker{number:03d}"
        self.dice = dice
        self.by_ssh = by_ssh
        self.has_account = False
        self.tables = 0
        self.lately: deque[str] = deque(maxlen=6)
        self.line: Line | None = None
        self.asked = 0

    async def live(self, until: float) -> None:
        """Do something random again and again."""
        await asyncio.sleep(self.dice.random() * 5)
        while time.monotonic() < until:
            if self.line is None or self.line.is_over:
                await self.arrive()
                continue
            await self.act(self.line)
            await asyncio.sleep(self.dice.expovariate(1.0))
        if self.line is not None:
            self.line.send(b"\x03")
            self.line.drop()

    async def arrive(self) -> None:
        """Dial in, by name when there is one."""
        began = time.monotonic()
        line: Line
        try:
            if self.by_ssh:
                async with self.tally.handshakes:
                    began = time.monotonic()
                    line = await SshLine.dial(self.board.ssh_port)
            else:
                line = await TelnetLine.dial(self.board.telnet_port)
        except (OSError, asyncssh.Error) as error:
            self.tally.blame("not connected", began, repr(error))
            await asyncio.sleep(1)
            return
        self.line = line
        self.tally.did["arrive"] += 1
        self.lately.append("arrive")
        if not await line.sees("Your name: "):
            self.tally.blame("no welcome", began, line.tail)
            line.drop()
            return
        if self.has_account:
            words: tuple[str, ...] = (self.name, PASSWORD)
        elif self.dice.random() < 0.15:
            words = ("guest",)
        else:
            words = ("new", self.name, PASSWORD, PASSWORD)
        for word in words:
            began = time.monotonic()
            line.send(word.encode() + b"\r")
            if not await line.sees(r"(Name|assword|Once more): |Lobby> |taken|> "):
                self.tally.blame("login unanswered", began, line.tail)
                line.drop()
                return
        self.has_account = self.has_account or len(words) == 4

    async def act(self, line: Line) -> None:
        what = self.dice.choices(
            ("type", "ask", "paste", "play", "resize", "idle", "drop", "half"),
            (28, 30, 4, 18, 6, 8, 4, 2),
        )[0]
        self.tally.did[what] += 1
        if what == "type":
            typed = self.dice.choice(LINES)
            line.send(typed.encode() + b"\r")
            what = f"type {typed}"
        elif what == "ask":
            await self.ask(line)
        elif what == "paste":
            line.send(b"".join(b"say pasted line %d\r" % n for n in range(12)))
        elif what == "play":
            if self.tables < TABLES_EACH and self.dice.random() < 0.1:
                self.tables += 1
                line.send(b"create\r\r\r\r\r")
                line.send(b"start\r")
            for _ in range(4):
                typed = self.dice.choice(PLAY)
                self.lately.append(f"play {typed}")
                line.send(typed.encode() + b"\r")
                await asyncio.sleep(self.dice.random() * 0.5)
        elif what == "resize":
            line.resize(self.dice.choice((40, 80, 100, 132)), self.dice.choice((20, 24, 30, 43)))
        elif what == "idle":
            await asyncio.sleep(self.dice.random() * 10)
        elif what == "half":
            line.send(b"say half a li\x1b[")
        else:
            line.drop()
        self.lately.append(what)

    async def ask(self, line: Line) -> None:
        """Measure how long an answer takes that only this question can have."""
        # Out of any pager, question or half-typed line first: a question left open would take what
        # is asked as its answer, and on a line without echo nothing would show it.
        for _ in range(TRIES_TO_LEAVE):
            line.send(b"\x03")
            if await line.sees(NOTHING_OPEN, LEAVE_S):
                break
        line.tail = ""
        self.asked += 1
        mark = f"zz{self.asked}q"
        began = time.monotonic()
        line.send(f"help {mark}\r".encode())
        # The echo comes first; after it the sentence, or at least the next prompt: a pager's, too,
        # for Ctrl-C leaves nothing that has not been asked yet. A Commodore swaps upper and lower.
        if await line.sees(f'(?i)"{mark}"|{mark}[\\s\\S]*?(?:[>:)?] |-- )'):
            self.tally.answered(time.monotonic() - began, [*self.lately, repr(line.matched[:600])])
        elif not line.is_over:
            self.tally.blame("unanswered", began, line.tail)
            line.drop()


async def soak(options: argparse.Namespace) -> dict[str, object]:
    """Run it and return the report."""
    tally, dice = Tally(), random.Random(options.seed)
    async with hammered() as board:
        first = await board.sample()
        cpu_before = board.figures().get("process_cpu_seconds_total", 0.0)

        def tell(_seen: Sample) -> str:
            p99_ms = percentile(tally.latencies[-1000:], 0.99) * 1000
            return f"{len(tally.latencies)} asked, p99 {p99_ms:.0f} ms, wrong {dict(tally.wrong)}"

        watching = asyncio.create_task(board.watch(max(1.0, options.minutes), tell))
        until = time.monotonic() + options.minutes * 60
        callers = [
            SoakCaller(
                board, tally, number, random.Random(dice.random()),
                number < options.callers * options.ssh_share,
            )
            for number in range(options.callers)
        ]  # fmt: skip
        await asyncio.gather(*(caller.live(until) for caller in callers))
        figures = await asyncio.to_thread(board.figures)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        last = await board.settle()
        faults = figures.get("arkham_faults_total", 0.0)
        slope = board.slope_mib_per_minute()
        report: dict[str, object] = {
            "callers": options.callers,
            "minutes": options.minutes,
            "seed": options.seed,
            "did": dict(tally.did),
            "latency_ms": {
                name: round(percentile(tally.latencies, share) * 1000, 1)
                for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
            },
            "asked": len(tally.latencies),
            "slowest_s_and_what_came_before": tally.slowest,
            "wrong": dict(tally.wrong),
            "wrong_examples": tally.examples[:5],
            "excused_because_this_process_was_late": dict(tally.excused),
            "own_lag_worst_ms": round(tally.own_lag.stop() * 1000),
            "waited_for_a_core_s": {
                "server": board.waited_for_a_core_s(),
                "callers": waited_for_a_core_s(os.getpid()),
            },
            "faults": faults,
            "tracebacks": board.tracebacks,
            "loop_blocked": figures.get("arkham_loop_blocked_total", 0.0),
            "loop_blocked_s": round(figures.get("arkham_loop_blocked_seconds_total", 0.0), 2),
            "loop_blocked_by": board.blocked_by(),
            "loop_crowded": figures.get("arkham_loop_crowded_total", 0.0),
            "loop_crowded_s": round(figures.get("arkham_loop_crowded_seconds_total", 0.0), 2),
            "loop_starved": figures.get("arkham_loop_starved_total", 0.0),
            "loop_starved_s": round(figures.get("arkham_loop_starved_seconds_total", 0.0), 2),
            "server_cpu_share": round(
                (figures.get("process_cpu_seconds_total", 0.0) - cpu_before)
                / (options.minutes * 60),
                2,
            ),
            "machine_load": [round(load, 1) for load in os.getloadavg()],
            "answers": figures.get("arkham_answers_total", 0.0),
            "tables": {k: v for k, v in figures.items() if k.startswith("arkham_tables{")},
            "commits": figures.get("arkham_commits_total", 0.0),
            "memory_mib": {
                "first": first.resident_mib,
                "most": max(s.resident_mib for s in board.samples),
                "last": last.resident_mib,
                "slope_per_minute": round(slope, 3),
            },
            "descriptors": {
                "first": first.descriptors,
                "most": max(s.descriptors for s in board.samples),
                "last": last.descriptors,
            },
            "sessions_left": last.sessions,
        }
    report["exit_status"] = board.process.returncode
    report["blocked_log"] = [x for x in board.log if "loop_blocked" in x][-40:]
    report["log_tail"] = [x for x in board.log if "ERROR" in x or "Traceback" in x][-20:]
    return report


def is_good(report: dict[str, object]) -> bool:
    """Say whether the oracle is content."""
    descriptors = report["descriptors"]
    memory, minutes = report["memory_mib"], report["minutes"]
    assert isinstance(descriptors, dict)
    assert isinstance(memory, dict)
    assert isinstance(minutes, float)
    return not (
        report["faults"]
        or report["tracebacks"]
        or report["sessions_left"]
        or report["wrong"]
        or report["exit_status"]
        or (minutes >= LONG_MINUTES and memory["slope_per_minute"] > FLAT_MIB_PER_MINUTE)
        or descriptors["last"] > descriptors["first"] + MADE_ON_DEMAND
    )


def main() -> int:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    parser.add_argument("--callers", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--ssh-share", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the report there too")
    options = parser.parse_args()
    report = asyncio.run(soak(options))
    text = json.dumps(report, indent=2)
    print(text)
    if options.json is not None:
        options.json.write_text(text + "\n", encoding="utf-8")
    print("GOOD" if is_good(report) else "NOT GOOD", file=sys.stderr)
    return 0 if is_good(report) else 1


if __name__ == "__main__":
    sys.exit(main())
