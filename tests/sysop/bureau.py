"""A whole board in memory with its office open: real store, accounts, lobby, switchboard, socket.

Not a test file. Callers are connected through the switchboard over a wire that goes nowhere, so
that ``sessions``, ``kick`` and bans meet what they meet on a real board.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arkham_bbs.accounts import Account, Accounts, Hashing
from arkham_bbs.config import Settings
from arkham_bbs.doors.call import Call, new_session_id
from arkham_bbs.doors.limits import Limits
from arkham_bbs.doors.ssh_commands import ExecRequest
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.wire import Wire
from arkham_bbs.lobby import Lobby, LobbySettings, ManualTime, Table, TableSpec
from arkham_bbs.lobby.engine import Engine
from arkham_bbs.office import Office, follow
from arkham_bbs.ops.local_line import NAME, Request, ask
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.session import Origin, Services, SessionSettings, run_session
from arkham_bbs.store import Store
from arkham_bbs.sysop import Outcome
from arkham_bbs.sysop.command_line import run as run_on_machine
from arkham_bbs.terminal import Capabilities, Terminal

LIMIT_S = 15.0
ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]")
WIDE = Capabilities(columns=4000, rows=4000, charset="utf-8", name="plain")
KEYS = {
    "Wilbur": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBrxPGFSLTCNPIx0mlRNR4YdJSjEy1w0FeyHdJOrqSbd w",
    "Ann": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGuxPGFSLTCNPIx0mlRNR4YdJSjEy1w0FeyHdJOrqSbd ann",
    "spare": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJoxPGFSLTCNPIx0mlRNR4YdJSjEy1w0FeyHdJOrqSbd x",
}
WAYS = ("menu", "ssh", "cli")
PEOPLE = (
    ("Wilbur", "sysop"),
    ("Armitage", "sysop"),
    ("Morgan", "moderator"),
    ("Ann", "caller"),
    ("Bob", "caller"),
)


class MemoryWire(Wire):
    """The far end of a line: keeps what is sent."""

    def __init__(self) -> None:
        super().__init__(4 * 1024 * 1024)
        self.sent = bytearray()
        self.arrived = asyncio.Event()
        self.is_down = False

    def transmit(self, data: bytes) -> None:
        self.sent += data
        self.arrived.set()

    def unsent(self) -> int:
        return 0

    def hang_up(self) -> None:
        self.is_down = True
        self.arrived.set()

    def cut(self) -> None:
        self.is_down = True
        self.arrived.set()


class Caller:
    """One connected line."""

    def __init__(self, call: Call, wire: MemoryWire) -> None:
        self.call = call
        self.wire = wire
        self.seen = 0

    @property
    def session(self) -> str:
        return self.call.origin.session_id

    @property
    def read(self) -> str:
        text = self.wire.sent.decode("utf-8", "replace")
        return ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")

    async def sees(self, wanted: str) -> str:
        """Wait for a text after what was seen before; returns all up to its end."""
        try:
            async with asyncio.timeout(LIMIT_S):
                while wanted not in self.read[self.seen :]:
                    self.wire.arrived.clear()
                    await self.wire.arrived.wait()
        except TimeoutError:
            raise AssertionError(
                f"no {wanted!r}; read {self.read[self.seen :][-2000:]!r}"
            ) from None
        start = self.seen
        self.seen = self.read.index(wanted, start) + len(wanted)
        return self.read[start : self.seen]

    async def types(self, line: str, wanted: str = "") -> str:
        self.call.terminal.feed(line.encode() + b"\r")
        return await self.sees(wanted) if wanted else ""

    async def is_over(self) -> str:
        """Wait until the session has ended; returns everything its caller read."""
        assert self.call.task is not None
        async with asyncio.timeout(LIMIT_S):
            await asyncio.wait({self.call.task})
        return self.read


class Bureau:
    """See the module."""

    def __init__(self, directory: Path, store: Store, engine: Engine | None) -> None:
        self.directory = directory
        self.store = store
        self.time = ManualTime(store.clock().timestamp())
        self.settings = Settings(data_dir=directory, database_url=f"sqlite:///{store.path}")
        self.fresh = self.settings
        self.metrics = Metrics()
        self.accounts = Accounts(store, hashing=Hashing(memory_kib=64, passes=1, lanes=1))
        self.lobby = Lobby(
            store, settings=LobbySettings(autopilot_pause_s=0.0), time=self.time, engine=engine
        )
        self.services = Services(self.lobby, self.accounts, store, SessionSettings())
        self.switchboard = Switchboard(self._session, Limits(), self.metrics)
        self.stopped: list[str] = []
        self.office = Office(
            self.settings,
            self.services,
            self.switchboard,
            self.metrics,
            read=lambda: self.fresh,
            apply=self._apply,
            stop=self.stopped.append,
        )
        self.desk = self.office.desk
        self.people: dict[str, Account] = {}
        self.table: Table

    async def _session(self, terminal: Terminal, origin: Origin) -> str:
        return await run_session(self.services, terminal, origin)

    def _apply(self, settings: Settings) -> None:
        follow(self.services, settings)

    async def open(self) -> None:
        await self.lobby.open()
        await self.lobby.loaded()
        await self.office.start()
        for handle, _ in PEOPLE:
            found = await self.accounts.find(handle)
            assert found is not None
            self.people[handle] = found
        for row in self.lobby.tables(None):
            self.table = self.lobby.table(row.table)

    async def close(self) -> None:
        await self.office.stop()
        await self.lobby.close("over")
        await self.switchboard.close("over", 2.0)
        await self.accounts.close()
        await self.store.close()

    def call(
        self,
        handle: str | None = None,
        *,
        address: str = "192.0.2.7",
        key: str | None = None,
        door: Any = "ssh",
        caps: Capabilities = WIDE,
    ) -> Caller:
        """Connect somebody; without a handle they stand at the welcome."""
        wire = MemoryWire()
        account = self.people[handle].id if handle else None
        origin = Origin(door, address, account, key, new_session_id())
        call = self.switchboard.connect(origin, Terminal(wire, caps), wire, probe=False)
        return Caller(call, wire)

    async def arrives(self, handle: str, **how: Any) -> Caller:
        caller = self.call(handle, **how)
        await caller.sees("Lobby>")
        return caller

    async def play(self) -> Table:
        """Ann and Bob begin a game; both are on the line."""
        ann = self.lobby.presences.of(self.people["Ann"].id)
        assert ann is not None
        table = await self.lobby.create(
            ann.caller, TableSpec(title="Night shift", seats=2, minimum=1, pace="slow")
        )
        bob = self.lobby.presences.of(self.people["Bob"].id)
        if bob is not None:
            await self.lobby.join(bob.caller, table.id)
        await table.start(ann.caller)
        self.table = table
        return table

    async def answer(self, table: Table, count: int = 1) -> None:
        """Answer what is asked, by the first option that is on offer."""
        for _ in range(count):
            decision = table.decision
            if decision is None:
                return
            account = table.seating.at(decision.seat).account
            caller = next(
                p.caller for p in self.lobby.presences.all() if p.caller.account == account
            )
            await table.answer(caller, decision.options[0].key, number=decision.number)

    async def does(self, role_of: str, *words: str, way: str = "menu") -> Outcome:
        """Run a command as somebody, past the clothes of the way."""
        actor = await self.desk.actor(self.people[role_of].id, way, "198.51.100.9")
        return await self.desk.run(actor, words)

    # -- the three ways ---------------------------------------------------------------------------
    async def by(self, way: str, words: Sequence[str]) -> tuple[int, dict[str, Any]]:
        """Run a command with --json by one of the ways, as Wilbur; status and the JSON."""
        if way == "ssh":
            request = ExecRequest(
                self.people["Wilbur"].id, "198.51.100.9", (*words, "--json"), "s1"
            )
            reply = await self.office.run_command(request)
            assert reply.err == ""
            return reply.status, json.loads(reply.out)
        if way == "cli":
            path = self.directory / NAME
            answer = await asyncio.to_thread(ask, path, Request([*words, "--json"]))
            assert answer is not None
            return answer.status, json.loads("\n".join(answer.lines))
        wilbur = await self.arrives("Wilbur", address="198.51.100.9")
        await wilbur.types("sysop", "Sysop>")
        quoted = " ".join(f'"{word}"' if " " in word else word for word in words)
        text = await wilbur.types(f"{quoted} --json", "\n}\n")
        found: dict[str, Any] = json.loads(text[text.index("\n{\n") :])
        return (0 if found["ok"] else 1), found

    async def stop_and_run(self, *words: str) -> tuple[int, list[str]]:
        """Close the board, then run a command on the machine."""
        await self.close()
        answer = await asyncio.to_thread(run_on_machine, list(words), self.office.site)
        return answer.status, answer.lines


async def lay_foundation(path: Path) -> None:
    """Make the database every bureau begins from: migrated, with people and two keys."""
    store = await Store.open(f"sqlite:///{path}")
    accounts = Accounts(store)
    for handle, role in PEOPLE:
        account = await accounts.create(handle, role=role)
        if handle in KEYS:
            await accounts.add_key(account.id, KEYS[handle])
    # The boards that a first start puts up.
    await Lobby(store).bulletins.set_up()
    await accounts.close()
    await store.close()


async def lay_table(directory: Path, empty: Path) -> Path:
    """Make a database in which Ann and Bob have begun a game, for those tests that need one."""
    async with open_bureau(directory, empty) as bureau:
        bureau.lobby.floor.new_seed = hashlib.sha256(b"Night shift").digest
        await bureau.arrives("Ann")
        await bureau.arrives("Bob", address="192.0.2.8")
        await bureau.play()
    return directory / "arkham.db"


@asynccontextmanager
async def open_bureau(
    directory: Path, empty: Path, engine: Engine | None = None
) -> AsyncIterator[Bureau]:
    """Open a bureau on a copy of an empty database, and close it."""
    directory.mkdir(exist_ok=True)  # noqa: ASYNC240 - a test's own directory
    shutil.copy(empty, directory / "arkham.db")
    store = await Store.open(f"sqlite:///{directory / 'arkham.db'}", migrate=False)
    bureau = Bureau(directory, store, engine)
    level = logging.getLogger().level
    await bureau.open()
    try:
        yield bureau
    finally:
        await bureau.close()
        logging.getLogger().setLevel(level)
