"""Measure a board full of callers beside the libraries it stands on, in one run.

    python scripts/bench/callers/bench.py [--callers 1000] [--seconds 20] [--storm 200]

Half the callers come by SSH with a key, half by telnet with a password; four sit at each table, and
each types a command a second. Measured: latency, processor time a command, memory a session, the
start to the first login, how fast logins go, how many ``look`` a second are answered, and a storm
of password logins beside the others. Clients and server share this machine's cores: the load and
the clients' own lateness are printed with the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

import asyncssh  # noqa: E402

from arkham_bbs.accounts.handles import fold, skeleton  # noqa: E402
from arkham_bbs.accounts.passwords import Hasher, Hashing  # noqa: E402
from arkham_bbs.accounts.ssh_keys import parse_public_key  # noqa: E402
from arkham_bbs.store import Store  # noqa: E402
from scripts.bench.callers.crowd import (  # noqa: E402
    as_fast_as_answered,
    cpu_s,
    each_second,
    figures,
    resident_kib,
)
from scripts.bench.callers.lines import Line, Lost, SshLine, TelnetLine  # noqa: E402
from scripts.hammered_server import Hammered, hammered  # noqa: E402

PASSWORD = "the marsh is deep"
AT_ONCE = 24
"""Callers who dial at the same time."""
LOOKERS = 20

Found = dict[str, Any]


def name_of(number: int) -> str:
    """Return a name that is like no other."""
    return f"Caller{number:04d}"


class Directory:
    """The names of a board's callers, and the keys of those who come by SSH."""

    def __init__(self, callers: int, storm: int) -> None:
        self.by_ssh = [name_of(n) for n in range(0, callers, 2)]
        self.by_telnet = [name_of(n) for n in range(1, callers, 2)]
        self.storm = [name_of(n) for n in range(callers, callers + storm)]
        self.keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in self.by_ssh}

    async def write(self, data: Path) -> None:
        """Make the accounts before the server starts."""
        hasher = Hasher(Hashing())
        password = await hasher.hash(PASSWORD)
        await hasher.close()
        store = await Store.open(f"sqlite:///{data / 'arkham.db'}")
        for name in (*self.by_ssh, *self.by_telnet, *self.storm):
            account = await store.accounts.create(name, fold(name), skeleton(name), password)
            if name in self.keys:
                text = self.keys[name].export_public_key("openssh").decode()
                key = parse_public_key(text)
                await store.keys.add(account.id, key.fingerprint, key.algorithm, key.text)
        await store.close()


async def many(works: Sequence[Awaitable[Any]], at_once: int = AT_ONCE) -> None:
    """Do all of them, so many at a time."""
    waiting = iter(works)

    async def work() -> None:
        for one in waiting:
            await one

    await asyncio.gather(*(work() for _ in range(at_once)))


async def by_telnet(port: int, name: str) -> TelnetLine:
    """Log in with a password."""
    line = await TelnetLine.dial(port)
    for said in (None, name, PASSWORD):
        await line.prompted(said)
    if b"Lobby>" not in line.tail:
        raise Lost(f"{name} was not let in: {line.tail[-120:]!r}")
    return line


async def by_ssh(port: int, name: str, key: asyncssh.SSHKey | None) -> SshLine:
    """Log in with a key."""
    line = await SshLine.dial(port, name, key)
    while b"Lobby>" not in line.tail:
        await line.prompted(None if not line.tail else "")
    return line


async def floor(kind: str, callers: int, seconds: float) -> Found:
    """Measure a bare server."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(Path(__file__).with_name("floors.py")), kind,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        port = int(await process.stdout.readline())
        base = resident_kib(process.pid)
        lines: list[Line] = []

        async def come() -> None:
            line: Line = await (
                TelnetLine.dial(port) if kind == "telnet" else SshLine.dial(port, "bare", None)
            )
            await line.prompted()
            lines.append(line)

        began = time.perf_counter()
        await many([come() for _ in range(callers)])
        found: Found = {"logins_per_s": round(callers / (time.perf_counter() - began))}
        found["kib_a_session"] = round((resident_kib(process.pid) - base) / callers, 1)
        found["each_second"] = await each_second(lines, process.pid, seconds)
        found["look"] = await as_fast_as_answered(lines[:LOOKERS], process.pid, seconds / 2)
        for line in lines:
            line.drop()
        return found
    finally:
        process.kill()
        await process.wait()


class Board:
    """The board under test and everybody on it."""

    def __init__(self, board: Hammered, directory: Directory) -> None:
        self.board = board
        self.directory = directory
        self.pid = board.process.pid
        self.lines: dict[str, Line] = {}

    async def _come(self, name: str) -> None:
        key = self.directory.keys.get(name)
        if key is not None:
            self.lines[name] = await by_ssh(self.board.ssh_port, name, key)
        else:
            self.lines[name] = await by_telnet(self.board.telnet_port, name)

    async def first_login(self) -> Found:
        """From the start of the process to a caller in the lobby."""
        await self._come(self.directory.by_ssh[0])
        return {
            "start_to_first_login_s": round(time.monotonic() - self.board.spawned, 2),
            "base_mib": round(resident_kib(self.pid) / 1024, 1),
        }

    async def gather(self) -> Found:
        """Let everybody in; see what that costs."""
        # Whatever the first ones make the server load belongs to its base.
        for name in (*self.directory.by_ssh[1:4], *self.directory.by_telnet[:4]):
            await self._come(name)
        base, found = resident_kib(self.pid), Found()
        found["base_after_eight_mib"] = round(base / 1024, 1)
        already = len(self.lines)
        for kind, names in (
            ("key", self.directory.by_ssh), ("password", self.directory.by_telnet)
        ):  # fmt: skip
            waiting = [name for name in names if name not in self.lines]
            began, cpu_before = time.perf_counter(), cpu_s(self.pid)
            await many([self._come(name) for name in waiting])
            took = time.perf_counter() - began
            found[f"{kind}_logins_per_s"] = round(len(waiting) / took, 1)
            found[f"{kind}_login_cpu_ms"] = round(
                (cpu_s(self.pid) - cpu_before) * 1000 / max(1, len(waiting)), 1
            )
        grown = resident_kib(self.pid) - base
        found["kib_a_session_in_the_lobby"] = round(grown / (len(self.lines) - already), 1)
        return found

    async def sit_down(self) -> Found:
        """Four at each table, and the games begin."""
        base = resident_kib(self.pid)
        names = iter(sorted(self.lines))
        tables = iter(lambda: tuple(islice(names, 4)), ())
        began = time.perf_counter()
        await many([self._table(seats) for seats in tables], at_once=4)
        grown = resident_kib(self.pid) - base
        return {
            "tables_per_s": round(len(self.lines) / 4 / (time.perf_counter() - began), 1),
            "kib_a_seat": round(grown / len(self.lines), 1),
        }

    async def _table(self, names: tuple[str, ...]) -> None:
        host, *guests = names
        await self.lines[host].prompted(f"create Fog at {host} seats={len(names)} min={len(names)}")
        for guest in guests:
            await self.lines[guest].prompted(f"join {host}")
        await self.lines[host].prompted("start")

    async def storm(self, seconds: float) -> Found:
        """Many passwords at once, while everybody else goes on."""
        took: list[float] = []
        visitors: list[TelnetLine] = []
        failed: list[str] = []

        async def come(name: str) -> None:
            line = await TelnetLine.dial(self.board.telnet_port)
            await line.prompted()
            visitors.append(line)
            await ready.wait()
            began = time.perf_counter()
            try:
                await line.prompted(name)
                await line.prompted(PASSWORD)
            except Lost as error:
                failed.append(str(error))
                return
            if b"Lobby>" not in line.tail:
                failed.append(line.tail.decode("utf-8", "replace"))
            took.append(time.perf_counter() - began)

        ready = asyncio.Event()
        coming = [asyncio.create_task(come(name)) for name in self.directory.storm]
        while len(visitors) < len(coming):  # noqa: ASYNC110 - what is counted has no event
            await asyncio.sleep(0.05)
        others = asyncio.create_task(each_second(list(self.lines.values()), self.pid, seconds))
        began = time.perf_counter()
        ready.set()
        await asyncio.gather(*coming)
        served = time.perf_counter() - began
        calm = await others
        for line in visitors:
            line.drop()
        return {
            "logins": len(took),
            "failed": len(failed),
            "why": failed[:3],
            "all_served_s": round(served, 2),
            "a_login": figures(took),
            "others": calm,
        }


async def measure(options: argparse.Namespace) -> Found:
    """Run everything, telling each part as it is known."""
    found: Found = {"cores": os.cpu_count(), "load_before": os.getloadavg()[0]}

    async def part(name: str, work: Callable[[], Awaitable[Found]]) -> None:
        found[name] = await work()
        print(f"{name}: {json.dumps(found[name])}", file=sys.stderr, flush=True)

    half = options.callers // 2
    for kind in () if options.no_floors else ("ssh", "telnet"):
        await part(f"floor_{kind}", lambda k=kind: floor(k, half, options.seconds / 2))  # type: ignore[misc]
    directory = Directory(options.callers, options.storm)
    async with hammered(prepare=directory.write) as running:
        board = Board(running, directory)
        await part("start", board.first_login)
        await part("arriving", board.gather)
        await part("sitting_down", board.sit_down)
        lines = list(board.lines.values())
        await part("each_second", lambda: each_second(lines, board.pid, options.seconds))
        ssh = [board.lines[name] for name in directory.by_ssh[:LOOKERS]]
        for line in ssh:
            await line.prompted("settings view scroll")
        telnet = [board.lines[name] for name in directory.by_telnet[:LOOKERS]]
        fast = options.seconds / 2
        await part("look_by_ssh", lambda: as_fast_as_answered(ssh, board.pid, fast))
        await part("look_by_telnet", lambda: as_fast_as_answered(telnet, board.pid, fast))
        if options.storm:
            await part("storm", lambda: board.storm(options.seconds))
        found["server_mib_at_the_end"] = round(resident_kib(board.pid) / 1024, 1)
        found["figures"] = {
            name: value
            for name, value in (await asyncio.to_thread(running.figures)).items()
            if name.startswith(("arkham_loop_blocked", "arkham_faults", "arkham_answers"))
        }
        found["blocked_by"] = running.blocked_by()
    found["load_after"] = os.getloadavg()[0]
    return found


def main() -> int:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--callers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--storm", type=int, default=200, help="password logins at once")
    parser.add_argument("--no-floors", action="store_true", help="leave the bare servers out")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16_384)), hard))
    found = asyncio.run(measure(options))
    text = json.dumps(found, indent=2)
    print(text)
    if options.json is not None:
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
