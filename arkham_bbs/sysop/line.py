"""The line from the machine to the running server: a Unix socket in the data directory.

Room: sysop. Imports msgspec, ops (the line's other end) and its neighbours here.

Only the file's owner (and root) can open it: mode 0600 inside the data directory. Whoever can is
a sysop, as they could change the database itself. One request a connection: a line of JSON out,
one line of JSON back.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog

from arkham_bbs.ops.local_line import (
    NAME,
    REQUEST_S,
    WORK_S,
    Answer,
    Request,
    ShortPath,
    is_answered,
)
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reply import Outcome

log = structlog.get_logger("arkham.sysop", room="sysop")

MOST_BYTES = 256 * 1024
AT_ONCE = 8


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
                with ShortPath(self._path) as address:
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
            if not line.endswith(b"\n"):
                return  # somebody only looked whether a server listens, or was interrupted
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
