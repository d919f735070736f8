"""A whole server in this process, on free ports, and raw callers who dial in.

Not a test file.
"""

from __future__ import annotations

import asyncio
import io
import logging
import shutil
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arkham_bbs.config import Settings
from arkham_bbs.ops.logs import configure
from arkham_bbs.server.board import Server
from tests.doors.clients import RawClient
from tests.server.conftest import free_ports

PASSWORD = "the tide at midnight"


class Served:
    """The server, its log, and how to call it."""

    def __init__(self, server: Server, log: io.StringIO) -> None:
        self.server = server
        self.log = log
        self.clients: list[RawClient] = []

    @property
    def telnet_port(self) -> int:
        return self.server.settings.telnet_port

    async def call(self, first: bytes = b"") -> RawClient:
        client = await RawClient.connect(self.telnet_port, first)
        self.clients.append(client)
        return client

    async def register(self, name: str) -> RawClient:
        """Walk a caller from the welcome to the lobby."""
        client = await self.call()
        await client.expect(b"Your name: ")
        client.send(b"new\r\n")
        await client.expect(b"Name: ")
        client.send(name.encode() + b"\r\n")
        for _ in range(2):
            await client.expect(b": ")
            client.send(PASSWORD.encode() + b"\r\n")
        await client.expect(b"Lobby> ")
        return client

    async def metrics(self) -> str:
        url = f"http://127.0.0.1:{self.server.settings.ops_port}/metrics"

        def fetch() -> str:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return str(answer.read().decode())

        return await asyncio.to_thread(fetch)

    def figure(self, name: str, **labels: str) -> float:
        return self.server.metrics.registry.get_sample_value(name, labels) or 0.0

    async def until(self, check: Any, within_s: float = 15.0) -> None:
        async with asyncio.timeout(within_s):
            while not check():  # noqa: ASYNC110 - what is watched has no event
                await asyncio.sleep(0.02)


@asynccontextmanager
async def serve(directory: Path, empty: Path, **settings: Any) -> AsyncIterator[Served]:
    """Serve on a copy of a database; the log is kept, the loop's complaints are in it."""
    directory.mkdir(exist_ok=True)  # noqa: ASYNC240 - a test's own directory
    shutil.copy(empty, directory / "arkham.db")
    telnet, ssh, ops = free_ports(3)
    given = {
        "data_dir": directory,
        "telnet_port": telnet,
        "ssh_port": ssh,
        "ops_port": ops,
        "web_port": 0,
        "max_per_address": 500,
        "new_per_second_per_address": 1000.0,
        "shutdown_s": 0.5,
    } | settings
    log = io.StringIO()
    handlers = logging.getLogger().handlers[:]
    configure("info", "console", log)
    server = Server(Settings(**given))
    await server.start()
    served = Served(server, log)
    try:
        yield served
    finally:
        for client in served.clients:
            await client.close()
        await server.stop()
        logging.getLogger().handlers[:] = handlers
