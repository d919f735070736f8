"""The line from the machine to the running server: a Unix socket in the data directory.

Room: sysop. Imports msgspec and its neighbours here.

Only the file's owner (and root) can open it: mode 0600 inside the data directory. Whoever can is
a sysop, as they could change the database itself. One request a connection: a line of JSON out,
one line of JSON back.
"""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import struct
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog

from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reply import Outcome

log = structlog.get_logger("arkham.sysop", room="sysop")

NAME = "sysop.sock"
REQUEST_S = 10.0
WORK_S = 900.0
"""A backup of a big board takes its time; nothing else does."""
MOST_BYTES = 256 * 1024
AT_ONCE = 8
_PATH_BYTES = 100


class Request(msgspec.Struct):
    """What the command line asks for."""

    words: list[str]
    user: str = ""
    columns: int = 100


class Answer(msgspec.Struct):
    """What it prints: ``lines`` are ready, ``status`` is how it ends."""

    status: int
    lines: list[str]


def machine_actor(user: str) -> Actor:
    """Return who acts from the machine itself."""
    name = "".join(ch for ch in user if ch.isalnum() or ch in "._-")[:32] or "somebody"
    return Actor(f"{name}@machine", role="sysop", way="cli", address="local")


def answer_of(outcome: Outcome, columns: int) -> Answer:
    """Return what a terminal of that width is shown."""
    return Answer(outcome.status, outcome.lines(max(40, min(columns, 400))))


class LineServer:
    """The server's end. A second server on the same directory finds it taken and has none."""

    def __init__(self, desk: Desk, data_dir: Path) -> None:
        self._desk = desk
        self._path = data_dir / NAME
        self._server: asyncio.Server | None = None
        self._open = 0

    async def start(self) -> bool:
        """Listen; False when another server holds the place or the platform has no such sockets."""
        if not hasattr(socket, "AF_UNIX"):
            return False
        if await asyncio.to_thread(is_answered, self._path):
            log.warning("sysop_line_taken", path=str(self._path))
            return False
        try:
            self._path.unlink(missing_ok=True)
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            sock.setblocking(False)
            # The mode must be right before anybody can connect.
            before = os.umask(0o177)
            try:
                with _short(self._path) as address:
                    sock.bind(address)
            finally:
                os.umask(before)
            self._server = await asyncio.start_unix_server(self._serve, sock=sock, limit=MOST_BYTES)
        except OSError as error:
            log.warning("sysop_line_not_open", path=str(self._path), error=str(error))
            return False
        return True

    async def stop(self) -> None:
        """Stop listening; the file goes too."""
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open > AT_ONCE:
                return
            async with asyncio.timeout(REQUEST_S):
                line = await reader.readline()
            request = msgspec.json.decode(line, type=Request)
            actor = machine_actor(_peer_name(writer) or request.user)
            async with asyncio.timeout(WORK_S):
                outcome = await self._desk.run(actor, request.words)
            writer.write(msgspec.json.encode(answer_of(outcome, request.columns)) + b"\n")
            async with asyncio.timeout(REQUEST_S):
                await writer.drain()
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            log.info("sysop_line_dropped", error=repr(error))
        finally:
            self._open -= 1
            writer.close()


def _peer_name(writer: asyncio.StreamWriter) -> str:
    """Return the user name the kernel vouches for, where it does."""
    sock = writer.get_extra_info("socket")
    if sock is None or not hasattr(socket, "SO_PEERCRED"):
        return ""
    try:
        import pwd

        data = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return pwd.getpwuid(struct.unpack("3i", data)[1]).pw_name
    except (OSError, KeyError, ImportError):
        return ""


class _short:
    """A path short enough for a socket's address: by way of an open directory when it is not."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._directory: int | None = None

    def __enter__(self) -> str:
        if len(os.fsencode(self._path)) <= _PATH_BYTES:
            return str(self._path)
        self._directory = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        return f"/proc/self/fd/{self._directory}/{self._path.name}"

    def __exit__(self, *_: object) -> None:
        if self._directory is not None:
            os.close(self._directory)


def connect(path: Path, timeout_s: float) -> socket.socket | None:
    """Connect to a running server; None when there is none.

    Raises:
        PermissionError: the server belongs to another user.
    """
    if not hasattr(socket, "AF_UNIX"):
        return None
    try:
        if not stat.S_ISSOCK(path.stat().st_mode):
            return None
    except FileNotFoundError:
        return None
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.settimeout(timeout_s)
    try:
        with _short(path) as address:
            sock.connect(address)
    except PermissionError:
        sock.close()
        raise
    except OSError:
        # Left over by a server that was killed.
        sock.close()
        return None
    return sock


def is_answered(path: Path) -> bool:
    """Say whether a server listens there."""
    try:
        sock = connect(path, 2.0)
    except PermissionError:
        return True
    if sock is None:
        return False
    sock.close()
    return True


def ask(path: Path, request: Request) -> Answer | None:
    """Send a request to the running server and wait for its answer; None when none runs.

    Raises:
        OSError: the server belongs to another user, or went away half-way.
    """
    sock = connect(path, REQUEST_S)
    if sock is None:
        return None
    with sock:
        sock.sendall(msgspec.json.encode(request) + b"\n")
        sock.settimeout(WORK_S + REQUEST_S)
        data = bytearray()
        while not data.endswith(b"\n"):
            part = sock.recv(65_536)
            if not part:
                raise OSError("the server closed the line without an answer")
            data += part
    return msgspec.json.decode(bytes(data), type=Answer)
