"""A whole board in this process, and callers over WebSockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pyte
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from arkham_bbs.config import Settings, load_settings
from arkham_bbs.doors.web.pages import VENDOR, VENDOR_FILES
from arkham_bbs.server.board import Server
from tests.server.conftest import free_ports

WAIT_S = 20.0
PASSWORD = "lamps along the river"

HAS_ASSETS = all((VENDOR / name).is_file() for name in VENDOR_FILES)


@pytest.fixture(autouse=True)
def _assets() -> None:
    if not HAS_ASSETS:
        pytest.skip("xterm.js is not here: scripts/fetch-web-assets could not fetch it")


StartBoard = Callable[..., Awaitable[Server]]


@pytest.fixture
async def start_board(tmp_path: Path) -> AsyncIterator[StartBoard]:
    """Start boards on free ports; all are stopped after the test."""
    servers: list[Server] = []

    async def start(**settings: Any) -> Server:
        ssh, telnet, web, ops = free_ports(4)
        values: dict[str, Any] = {
            "data_dir": tmp_path / "data",
            "ssh_port": ssh,
            "telnet_port": telnet,
            "web_port": web,
            "ops_port": ops,
            "max_per_address": 200,
            "new_per_second": 1000,
            "new_per_second_per_address": 1000,
        }
        loaded: Settings = load_settings(Path("/dev/null"), **(values | settings))
        server = Server(loaded)
        await server.start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        await server.stop()


@pytest.fixture
async def board(start_board: StartBoard) -> Server:
    return await start_board()


class WebCaller:
    """A page without a browser: the same frames, and a screen in memory.

    Attributes:
        frames: control frames heard, oldest first. code: how the connection was closed.
    """

    def __init__(self, socket: ClientConnection, columns: int = 80, rows: int = 24) -> None:
        self.socket = socket
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.received = 0
        self.frames: list[dict[str, Any]] = []
        self.code: int | None = None
        self.news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def call(cls, board: Server, *, token: str = "", **hello: Any) -> WebCaller:
        """Open a line; the hello may say more."""
        assert board.doors is not None
        assert board.doors.web is not None
        return await cls.call_port(board.doors.web.port, token=token, **hello)

    @classmethod
    async def call_port(cls, port: int, *, token: str = "", **hello: Any) -> WebCaller:
        socket = await connect(
            f"ws://127.0.0.1:{port}/ws", origin=f"http://127.0.0.1:{port}", compression=None
        )
        caller = cls(socket, hello.get("columns", 80), hello.get("rows", 24))
        await caller.tell("hello", **({"columns": 80, "rows": 24, "token": token} | hello))
        await caller.hears("welcome")
        return caller

    async def _read(self) -> None:
        try:
            async for message in self.socket:
                if isinstance(message, bytes):
                    self.raw += message
                    self.received += len(message)
                    self._stream.feed(message)
                else:
                    frame = json.loads(message)
                    self.frames.append(frame)
                    if frame["type"] == "at":
                        self.received = frame["total"]
                self.news.set()
        except ConnectionClosed:
            pass
        self.code = self.socket.close_code
        self.news.set()

    async def until(self, check: Callable[[], bool], what: object) -> None:
        try:
            async with asyncio.timeout(WAIT_S):
                while not check():
                    if self.code is not None:
                        raise AssertionError(f"closed ({self.code}) before {what!r}:\n{self.text}")
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"no {what!r} in\n{self.text}\n{self.frames}") from None

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.screen.display).rstrip()

    @property
    def linear(self) -> str:
        """Everything that was sent, as text."""
        return self.raw.decode("utf-8", "replace")

    async def sees(self, *wanted: str) -> str:
        await self.until(lambda: all(text in self.text for text in wanted), wanted)
        return self.text

    async def reads(self, *wanted: str) -> str:
        await self.until(lambda: all(text in self.linear for text in wanted), wanted)
        return self.linear

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == kind]

    async def hears(self, kind: str, count: int = 1) -> dict[str, Any]:
        """Wait for the ``count``-th control frame of a kind."""
        await self.until(lambda: len(self.heard(kind)) >= count, kind)
        return self.heard(kind)[count - 1]

    async def tell(self, kind: str, **facts: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **facts}))

    async def keys(self, text: str) -> None:
        await self.socket.send(text.encode())

    async def types(self, text: str, *wanted: str) -> None:
        await self.keys(text + "\r")
        if wanted:
            await self.sees(*wanted)

    async def registers(self, name: str) -> None:
        await self.sees("Your name:")
        await self.types("new", "Name:")
        await self.types(name, "Password:")
        await self.types(PASSWORD, "Once more:")
        await self.types(PASSWORD, "Lobby>")

    @property
    def token(self) -> str:
        return str(self.heard("token")[-1]["token"])

    async def closes(self) -> int:
        """Wait until the other side has closed; returns the code."""
        async with asyncio.timeout(WAIT_S):
            await self._reading
        return self.code or 0

    async def drop(self) -> None:
        """Lose the line without a word, as a phone in a tunnel does."""
        self.socket.transport.abort()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)
