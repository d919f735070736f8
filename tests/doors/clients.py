"""Clients for the tests of the doors: raw sockets, and real programs under a pty."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import termios
import time
from collections.abc import Sequence

WAIT_S = 20.0


class RawClient:
    """A socket that says only what it is told to say."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.seen = b""

    @classmethod
    async def connect(cls, port: int, first: bytes = b"") -> RawClient:
        client = cls(*await asyncio.open_connection("127.0.0.1", port))
        if first:
            client.send(first)
        return client

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def expect(self, wanted: bytes, within_s: float = WAIT_S) -> bytes:
        """Read until `wanted` is seen after what earlier calls have taken; returns that part."""
        try:
            async with asyncio.timeout(within_s):
                while (at := self.seen.find(wanted)) < 0:
                    data = await self.reader.read(65_536)
                    if not data:
                        raise AssertionError(f"closed before {wanted!r}; seen {self.seen!r}")
                    self.seen += data
        except TimeoutError:
            raise AssertionError(f"no {wanted!r} in time; seen {self.seen!r}") from None
        taken, self.seen = self.seen[: at + len(wanted)], self.seen[at + len(wanted) :]
        return taken

    async def rest(self, within_s: float = WAIT_S) -> bytes:
        """Read until the other side closes."""
        async with asyncio.timeout(within_s):
            try:
                self.seen += await self.reader.read()
            except ConnectionResetError:
                pass
        return self.seen

    async def close(self) -> None:
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError:
            pass


class PtyClient:
    """A program under a pseudo-terminal, as a person would run it."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        term: str = "xterm-256color",
        env: dict[str, str] | None = None,
    ) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = term
            os.environ.update(env or {})
            os.execvp(argv[0], list(argv))
        self.resize(columns, rows)
        os.set_blocking(self.fd, False)
        self.seen = ""
        self.status: int | None = None

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def _read(self) -> bool:
        """Take what is there; False at the end."""
        try:
            data = os.read(self.fd, 65_536)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    async def expect(self, pattern: str, within_s: float = WAIT_S) -> str:
        until = time.monotonic() + within_s
        while True:
            alive = self._read()
            if found := re.search(pattern, self.seen, re.DOTALL):
                taken, self.seen = self.seen[: found.end()], self.seen[found.end() :]
                return taken
            if not alive or time.monotonic() > until:
                raise AssertionError(f"no {pattern!r}; seen {self.seen!r}")
            await asyncio.sleep(0.02)

    async def finish(self, within_s: float = WAIT_S) -> int:
        """Wait for the program to end; returns its exit status."""
        until = time.monotonic() + within_s
        while self.status is None:
            self._read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)  # noqa: ASYNC222 - returns at once
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                self._read()
                os.close(self.fd)
                break
            if time.monotonic() > until:
                raise AssertionError(f"still running; seen {self.seen!r}")
            await asyncio.sleep(0.02)
        return self.status

    def kill(self) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.fd)
            self.status = -9


def plain(text: str) -> str:
    """Take terminal control sequences out of text."""
    return re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]", "", text)
