"""Scripted callers over a line in memory, so that a test reads like a dialogue.

A ``Board`` is the real store, accounts and lobby; a ``ScriptedCaller`` is a terminal whose bytes go
nowhere but into a transcript and a screen (pyte). Waiting is by events with a generous limit.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import pyte

from arkham_bbs.accounts import Accounts, Hashing, Policy
from arkham_bbs.lobby import LobbySettings, ManualTime
from arkham_bbs.lobby.limits import Rate
from arkham_bbs.lobby.tables import Lobby
from arkham_bbs.session import Origin, Services, SessionSettings, run_session, run_tutorial
from arkham_bbs.store import Store
from arkham_bbs.terminal import Capabilities, Size, Terminal
from arkham_bbs.terminal.capabilities import PRESETS

LIMIT_S = 20.0
PASSWORD = "fog over the river"
ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]")
QUICK = {name: Rate(10_000, 0.001) for name in ("chat", "tell", "page", "mail", "post")} | {
    name: Rate(10_000, 0.001) for name in ("oneliner", "invite", "create", "answer", "vote")
}

ANSI80 = PRESETS["ansi"]
PLAIN80 = Capabilities(columns=80, rows=24, charset="utf-8", name="plain")
NARROW40 = Capabilities(columns=40, rows=24, charset="ascii", name="narrow")
LINEAR = Capabilities(linear=True, name="reader")


def _plain(data: bytes) -> str:
    text = ANSI.sub("", data.decode("utf-8", "replace"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Wire:
    """The far end of a line: keeps what is sent."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.arrived = asyncio.Event()
        self.closed = False

    def send(self, data: bytes) -> None:
        self.sent += data
        self.arrived.set()

    def close(self) -> None:
        self.closed = True
        self.arrived.set()

    def pending(self) -> int:
        return 0


class ScriptedCaller:
    """One caller. ``read`` is all that came, as plain text; ``seen`` how far it was checked."""

    def __init__(
        self,
        board: Board,
        *,
        caps: Capabilities = PLAIN80,
        door: Literal["ssh", "telnet", "web"] = "telnet",
        address: str = "192.0.2.7",
        account_id: int | None = None,
        key: str | None = None,
        guest: bool = False,
        newcomer: bool = False,
        port: Literal["", "plain", "screen-reader"] = "",
    ) -> None:
        self.board = board
        self.wire = Wire()
        self.terminal = Terminal(self.wire, caps)
        self.secrets: list[bool] = []
        self.terminal.on_secret = self.secrets.append
        self.origin = Origin(
            door, address, account_id, key, "", guest=guest, newcomer=newcomer, port=port
        )
        self.seen = 0
        self._plain, self._plain_to = "", 0
        self.task = asyncio.create_task(run_session(board.services, self.terminal, self.origin))

    @property
    def read(self) -> str:
        # Whole lines are turned into words once; no sequence goes over the end of a line.
        end = self.wire.sent.rfind(b"\n", self._plain_to) + 1
        if end > self._plain_to:
            self._plain += _plain(bytes(self.wire.sent[self._plain_to : end]))
            self._plain_to = end
        return self._plain + _plain(bytes(self.wire.sent[self._plain_to :]))

    @property
    def unread(self) -> str:
        return self.read[self.seen :]

    def screen(self) -> list[str]:
        """What a terminal of this size shows after everything sent so far."""
        caps = self.terminal.caps
        display = pyte.Screen(caps.columns, caps.rows)
        stream = pyte.ByteStream(display)
        stream.feed(bytes(self.wire.sent))
        return [row.rstrip() for row in display.display]

    def feed(self, data: bytes) -> None:
        self.terminal.feed(data)

    async def sees(self, *wanted: str) -> str:
        """Wait until each text has come after what was seen before; returns what was read."""
        start = self.seen
        for text in wanted:
            try:
                async with asyncio.timeout(LIMIT_S):
                    while text not in self.unread:
                        if self.task.done() and text not in self.unread:
                            raise AssertionError(self._missing(text))
                        self.wire.arrived.clear()
                        waiter = asyncio.ensure_future(self.wire.arrived.wait())
                        await asyncio.wait({waiter, self.task}, return_when="FIRST_COMPLETED")
                        waiter.cancel()
            except TimeoutError:
                raise AssertionError(self._missing(text)) from None
            self.seen += self.unread.index(text) + len(text)
        return self.read[start : self.seen]

    def _missing(self, text: str) -> str:
        return f"{text!r} never came; unread is:\n{self.unread[-3000:]}"

    async def types(self, line: str, *wanted: str) -> str:
        """Type a line, then wait for what must follow."""
        self.feed(line.encode("utf-8") + b"\r")
        return await self.sees(*wanted) if wanted else ""

    async def turns_pages_to(self, wanted: str) -> str:
        """Turn every page until a text has come; returns what was read."""
        start = self.seen
        async with asyncio.timeout(LIMIT_S):
            turned = len(self.read)
            while wanted not in self.unread:
                self.wire.arrived.clear()
                if self.read[turned:].rpartition("\n")[2].startswith(("-- ", "More:")):
                    turned = len(self.read)
                    self.feed(b" ")
                waiter = asyncio.ensure_future(self.wire.arrived.wait())
                await asyncio.wait({waiter, self.task}, return_when="FIRST_COMPLETED")
                waiter.cancel()
        self.seen += self.unread.index(wanted) + len(wanted)
        return self.read[start : self.seen]

    async def runs(self, line: str) -> str:
        """Type a command, turn every page, and return the answer when the next prompt is there."""
        start = len(self.wire.sent)
        self.feed(line.encode("utf-8") + b"\r")
        async with asyncio.timeout(LIMIT_S):
            while True:
                tail = ANSI.sub("", bytes(self.wire.sent[-400:]).decode("utf-8", "replace"))
                last = tail.replace("\r", "\n").rstrip().rpartition("\n")[2]
                if last.startswith(("-- more", "More:")) or last.endswith("goes back --"):
                    self.wire.arrived.clear()
                    self.feed(b"\r")
                elif tail.endswith("> "):
                    new = ANSI.sub("", bytes(self.wire.sent[start:]).decode("utf-8", "replace"))
                    if len(new) > len(line) + 6:
                        break
                waiter = asyncio.ensure_future(self.wire.arrived.wait())
                await asyncio.wait({waiter, self.task}, return_when="FIRST_COMPLETED")
                waiter.cancel()
                self.wire.arrived.clear()
        text, self.seen = self.unread, len(self.read)
        return text

    async def cancels(self, *wanted: str) -> str:
        """Press Ctrl-C."""
        self.feed(b"\x03")
        return await self.sees(*wanted) if wanted else ""

    async def registers(self, handle: str) -> None:
        """Go from the first prompt to the lobby with a new name."""
        await self.sees("Your name")
        await self.registers_after_prompt(handle)

    async def registers_after_prompt(self, handle: str) -> None:
        """As ``registers``, with the name prompt already there."""
        await self.types("new", "Name:")
        await self.types(handle, "Password:")
        await self.types(PASSWORD, "Once more:")
        await self.types(PASSWORD, "Welcome to Arkham")
        await self.sees("Lobby>")

    async def logs_in(self, handle: str, password: str = PASSWORD) -> None:
        """Go from the first prompt through the password."""
        await self.sees("Your name")
        await self.types(handle, "Password:")
        await self.types(password)

    async def drops(self) -> None:
        """Lose the line, as the door reports it."""
        self.terminal.hangup("closed")
        await self.ends()

    async def ends(self) -> None:
        """Wait for the session to be over."""
        async with asyncio.timeout(LIMIT_S):
            await asyncio.wait({self.task})
        self.task.result()

    def resize(self, columns: int, rows: int) -> None:
        self.terminal.resize(Size(columns=columns, rows=rows))


class Board:
    """A whole board in memory, with a clock that stands still until it is moved."""

    def __init__(self, store: Store, accounts: Accounts, lobby: Lobby, time: ManualTime) -> None:
        self.store = store
        self.accounts = accounts
        self.lobby = lobby
        self.time = time
        self.services = Services(lobby, accounts, store, SessionSettings(), tutorial=run_tutorial)
        self.callers: list[ScriptedCaller] = []

    def call(self, **choices: Any) -> ScriptedCaller:
        caller = ScriptedCaller(self, **choices)
        self.callers.append(caller)
        return caller

    async def newcomer(self, handle: str, **choices: Any) -> ScriptedCaller:
        caller = self.call(**choices)
        await caller.registers(handle)
        return caller


@asynccontextmanager
async def open_board() -> AsyncIterator[Board]:
    """Open a board; every caller still on the line is hung up at the end."""
    store = await Store.open("sqlite:///:memory:")
    accounts = Accounts(store, policy=Policy(), hashing=Hashing(memory_kib=64, passes=1, lanes=1))
    time = ManualTime()
    lobby = Lobby(store, settings=LobbySettings(autopilot_pause_s=0.0), time=time, rates=QUICK)
    await lobby.open()
    board = Board(store, accounts, lobby, time)
    try:
        yield board
    finally:
        for caller in board.callers:
            caller.terminal.hangup("closed")
        for caller in board.callers:
            await asyncio.wait({caller.task}, timeout=LIMIT_S)
        await lobby.close("closing")
        await accounts.close()
        await store.close()
