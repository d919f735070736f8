"""The machine's end of the sysop's line: ask a running server through its Unix socket.

Room: ops. Imports msgspec and the standard library only: `arkham-bbs sysop` must answer before
the rooms of a server could have been loaded. The server's end is sysop/line.py.
"""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import stat
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

NAME = "sysop.sock"
REQUEST_S = 10.0
WORK_S = 900.0
"""A backup of a big board takes its time; nothing else does."""
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


USAGE = """Usage: arkham-bbs sysop [--config FILE] [--data-dir DIR] COMMAND [ARGUMENTS] [--json]

Runs the board from this machine, whether the server runs or not.
`arkham-bbs sysop help` lists the commands; `arkham-bbs sysop help ban` explains one."""


def request_of(words: list[str]) -> Request:
    """Return what to ask, with who asks and how wide their terminal is."""
    user = ""
    with suppress(OSError, KeyError, ImportError):
        user = getpass.getuser()
    return Request(words, user, shutil.get_terminal_size((100, 24)).columns)


def show(answer: Answer, words: list[str]) -> int:
    """Print an answer; returns the exit status. JSON goes to standard output always."""
    stream = sys.stdout if answer.status == 0 or "--json" in words else sys.stderr
    for line in answer.lines:
        print(line, file=stream)
    return answer.status


class ShortPath:
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
        with ShortPath(path) as address:
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
