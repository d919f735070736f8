"""A switchboard with a tiny session: it asks for a name and greets, and breaks when told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from arkham_bbs.doors.limits import Limits
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.telnet import TelnetDoor
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.session.services import Origin
from arkham_bbs.terminal import Cancelled, Terminal


@dataclass
class TinySession:
    """What the tests of the doors use in place of the game's own session."""

    origins: list[Origin] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    terminals: list[Terminal] = field(default_factory=list)
    sizes: list[tuple[int, int]] = field(default_factory=list)
    ended: int = 0
    banned: set[str] = field(default_factory=set)

    async def run(self, terminal: Terminal, origin: Origin) -> None:
        self.origins.append(origin)
        self.terminals.append(terminal)
        terminal.on_resize(lambda size: self.sizes.append((size.columns, size.rows)))
        try:
            terminal.write("Welcome to the test board.\n")
            while True:
                try:
                    line = await terminal.read_line("Name: ")
                except Cancelled:
                    terminal.write("Cancelled.\n")
                    continue
                self.lines.append(line)
                if line == "crash":
                    raise RuntimeError("a fault on purpose")
                if line == "secret":
                    word = await terminal.read_line("Password: ", secret=True)
                    self.lines.append(word)
                    terminal.write("Noted.\n")
                    continue
                if line.startswith("flood"):
                    terminal.write_raw("x" * int(line.split()[1]))
                    await terminal.drain()
                    continue
                if line == "bye":
                    terminal.close(["Good night."])
                    return
                terminal.write(f"Hello <{line}>\n")
        finally:
            self.ended += 1

    async def is_banned(self, address: str) -> bool:
        return address in self.banned


@dataclass
class Board:
    session: TinySession
    switchboard: Switchboard
    metrics: Metrics
    telnet: Callable[..., Awaitable[TelnetDoor]]

    def metric(self, name: str, **labels: str) -> float:
        return self.metrics.registry.get_sample_value(name, labels) or 0.0

    async def until(self, check: Callable[[], bool], within_s: float = 15.0) -> None:
        async with asyncio.timeout(within_s):
            while not check():  # noqa: ASYNC110 - what is watched has no event
                await asyncio.sleep(0.01)


@pytest.fixture
def limits() -> Limits:
    """Tests that need others override this fixture."""
    return Limits(max_per_address=500, new_per_second_per_address=1_000, new_per_second=1_000)


@pytest.fixture
async def board(limits: Limits) -> AsyncIterator[Board]:
    session = TinySession()
    metrics = Metrics()
    switchboard = Switchboard(session.run, limits, metrics, is_banned=session.is_banned)
    switchboard.start()
    doors: list[TelnetDoor] = []

    async def telnet(**options: object) -> TelnetDoor:
        door = TelnetDoor(switchboard, **options)  # type: ignore[arg-type]
        await door.start("127.0.0.1", 0)
        doors.append(door)
        return door

    yield Board(session, switchboard, metrics, telnet)
    for door in doors:
        await door.stop()
    await switchboard.close("The test is over.", 1.0)
