"""Cheap callers: one telnet or SSH line each, which types a line and times the next prompt.

Used by bench.py. A telnet caller negotiates nothing and sends whole lines, so the game scrolls; an
SSH caller has an 80x24 xterm and the full-screen view. What others say redraws the prompt of a
scrolling caller too: one answer in some hundreds is timed by the wrong prompt, and too short.
"""

from __future__ import annotations

import asyncio
import re
import time
from abc import ABC, abstractmethod

import asyncssh

PROMPT = re.compile(rb"(?:[>:\])?] |--)(?:\x1b\[[0-9;]*[mK])*(?:\xff[\xef\xf9])?$")
ANSWER_S = 60.0
ASKED_POSITION = b"\x1b[6n"
TAIL = 6_000
REPAINTED = re.compile(rb"[>:\])?] \x1b\[0m.*\x1b\[\d+;\d+H$", re.DOTALL)
"""A prompt, and a screen painted behind it that puts the cursor back: both came as one piece."""


def has_prompt(tail: bytes) -> bool:
    """Say whether what came last leaves its reader before a prompt."""
    if tail.endswith(b"H"):
        return REPAINTED.search(tail) is not None
    return PROMPT.search(tail[-80:]) is not None


class Lost(Exception):
    """The line is gone, or no prompt came in time."""


class Line(ABC):
    """What both kinds share: the end of what came, and who waits for a prompt."""

    def __init__(self) -> None:
        self.tail = b""
        self.heard_bytes = 0
        self.is_over = False
        self._waiter: asyncio.Future[float] | None = None

    def heard(self, data: bytes) -> None:
        """Take what the server sent; say where the cursor is when that is asked, as xterms do."""
        self.heard_bytes += len(data)
        if ASKED_POSITION in data:
            self.write(b"\x1b[1;2R")
        self.tail = (self.tail + data)[-TAIL:]
        waiter = self._waiter
        if waiter is not None and not waiter.done() and has_prompt(self.tail):
            waiter.set_result(time.perf_counter())

    def gone(self) -> None:
        """The other side has closed."""
        self.is_over = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(Lost(self.tail[-120:].decode("utf-8", "replace")))

    async def prompted(self, text: str | None = None) -> float:
        """Type a line, if one is given; return the seconds until a prompt stands there.

        Raises:
            Lost: the line is gone, or stays silent for a minute.
        """
        if self.is_over:
            raise Lost("closed")
        if text is None and has_prompt(self.tail):
            return 0.0
        self._waiter = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        if text is not None:
            self.tail = b""
            self.write(text.encode() + b"\r\n"[: self.ends])
        try:
            return await asyncio.wait_for(self._waiter, ANSWER_S) - began
        except TimeoutError:
            raise Lost(f"no answer; {self.tail[-120:]!r}") from None
        finally:
            self._waiter = None

    ends = 1
    """Bytes of CR LF that end a line."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Send bytes."""

    @abstractmethod
    def drop(self) -> None:
        """Hang up without a word."""


class TelnetLine(Line, asyncio.Protocol):
    """A raw socket that sends whole lines."""

    ends = 2
    _transport: asyncio.Transport

    @classmethod
    async def dial(cls, port: int) -> TelnetLine:
        """Connect to a port of this machine."""
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(cls, "127.0.0.1", port))[1]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self.heard(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone()

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def drop(self) -> None:
        self._transport.abort()


class _Ears(asyncssh.SSHClientSession[bytes]):
    def __init__(self, line: SshLine) -> None:
        self._line = line

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._line.heard(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._line.gone()


class SshLine(Line):
    """An SSH session on an 80x24 xterm."""

    _connection: asyncssh.SSHClientConnection
    _channel: asyncssh.SSHClientChannel[bytes]

    @classmethod
    async def dial(cls, port: int, name: str, key: asyncssh.SSHKey | None) -> SshLine:
        """Connect to a port of this machine, with a key or as an open name."""
        line = cls()
        line._connection = await asyncssh.connect(
            "127.0.0.1", port, username=name, known_hosts=None, config=None, agent_path=None,
            client_keys=None if key is None else [key], login_timeout=ANSWER_S,
        )  # fmt: skip
        line._channel, _ = await line._connection.create_session(
            lambda: _Ears(line), term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        return line

    def write(self, data: bytes) -> None:
        self._channel.write(data)

    def drop(self) -> None:
        self._connection.abort()
