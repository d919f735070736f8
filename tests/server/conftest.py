"""A whole server as a process of its own, on free ports, with a data directory of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
START_S = 60.0


def free_ports(count: int) -> list[int]:
    """Ports that are free now; all are held together so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for sock in sockets:
            sock.bind(("127.0.0.1", 0))
        return [int(sock.getsockname()[1]) for sock in sockets]
    finally:
        for sock in sockets:
            sock.close()


def clean_environment(**settings: object) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARKHAM_")}
    given = {f"ARKHAM_{name.upper()}": str(value) for name, value in settings.items()}
    return kept | given


class ServerProcess:
    """`arkham-bbs serve`, as a sysop starts it."""

    def __init__(
        self,
        directory: Path,
        command: list[str],
        settings: dict[str, object],
        *,
        python_path: bool = True,
    ) -> None:
        self.python_path = {"PYTHONPATH": str(ROOT)} if python_path else {}
        self.ssh_port, self.telnet_port, self.ops_port = free_ports(3)
        self.directory = directory
        self.command = command
        self.settings: dict[str, object] = {
            "data_dir": directory / "data",
            "ssh_port": self.ssh_port,
            "telnet_port": self.telnet_port,
            "web_port": 0,
            "ops_port": self.ops_port,
            "max_per_address": 500,
            "new_per_second_per_address": 1000,
            "log_format": "json",
        } | settings
        self.process: asyncio.subprocess.Process
        self.out = ""
        self._reading: list[asyncio.Task[None]] = []
        self.log = ""

    async def start(self, *, wait: bool = True) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            cwd=self.directory,
            env=clean_environment(**self.settings) | self.python_path,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._reading = [
            asyncio.create_task(self._read(self.process.stdout, "out")),
            asyncio.create_task(self._read(self.process.stderr, "log")),
        ]
        if wait:
            async with asyncio.timeout(START_S):
                while "Ctrl-C closes the board" not in self.out:
                    assert self.process.returncode is None, self.log + self.out
                    await asyncio.sleep(0.02)

    async def _read(self, stream: asyncio.StreamReader | None, name: str) -> None:
        assert stream is not None
        while data := await stream.read(65_536):
            setattr(self, name, getattr(self, name) + data.decode("utf-8", "replace"))

    async def finish(self, number: int | None = signal.SIGTERM, within_s: float = 15.0) -> int:
        """Send a signal, wait for the end; returns the exit status."""
        if number is not None:
            self.process.send_signal(number)
        status = await asyncio.wait_for(self.process.wait(), within_s)
        await asyncio.gather(*self._reading)
        return status

    async def get(self, path: str) -> tuple[int, str]:
        def fetch() -> tuple[int, str]:
            url = f"http://127.0.0.1:{self.ops_port}{path}"
            try:
                with urllib.request.urlopen(url, timeout=10) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, error.read().decode()

        return await asyncio.to_thread(fetch)

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        await asyncio.gather(*self._reading)


StartServer = Callable[..., Awaitable[ServerProcess]]


@pytest.fixture
async def start_server(tmp_path: Path) -> AsyncIterator[StartServer]:
    """Start servers; what still runs at the end of the test is killed."""
    servers: list[ServerProcess] = []

    async def start(
        directory: Path | None = None,
        command: list[str] | None = None,
        *,
        wait: bool = True,
        python_path: bool = True,
        **settings: object,
    ) -> ServerProcess:
        server = ServerProcess(
            directory or tmp_path,
            command or [sys.executable, "-m", "arkham_bbs.cli", "serve"],
            settings,
            python_path=python_path,
        )
        servers.append(server)
        await server.start(wait=wait)
        return server

    yield start
    for server in servers:
        await server.kill()
