"""One server for one database file: two on the same SQLite file would play against each other.

Room: ops. Imports the standard library.

The lock is the system's, on an open file, so it goes when the process goes, however that happens;
the file stays and says who holds it. Several servers on one PostgreSQL database have a directory
each, and so a lock each.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Mapping
from pathlib import Path

NAME = "server.lock"
MOST = 1_000
NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL})
"""What a file system says that knows no locks."""


class Held(Exception):
    """Another server has the directory. ``holder`` says which, as far as it has written it."""

    def __init__(self, path: Path, holder: str) -> None:
        self.path = path
        self.holder = holder
        super().__init__(f"{path} is held: {holder}")


class DataLock:
    """The lock of one SQLite file, or of one directory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def take(self) -> None:
        """Take it, and write down who has it.

        Raises:
            Held: another process has it. OSError: the file cannot be opened or written, or locks
                are unknown to this file system (``NO_LOCKS``).
        """
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, MOST, 0).decode("utf-8", "replace").strip()
            os.close(descriptor)
            raise Held(self._path, holder or "a process that is just starting") from None
        except OSError:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        try:
            self.say({})
        except OSError:
            self.release()
            raise

    def say(self, ports: Mapping[str, int]) -> None:
        """Write down how the server that holds the lock can be recognised."""
        if self._descriptor is None:
            return
        since = time.strftime("%Y-%m-%d %H:%M")
        parts = [f"process {os.getpid()}", f"since {since}"]
        parts += [f"{door} port {port}" for door, port in ports.items()]
        text = (", ".join(parts) + "\n").encode()
        # Written over what was there before: on a full disk a page that is kept can be used.
        os.pwrite(self._descriptor, text, 0)
        os.ftruncate(self._descriptor, len(text))

    def release(self) -> None:
        """Let it go. Safe to call twice."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.ftruncate(descriptor, 0)
            os.close(descriptor)
