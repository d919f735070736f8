"""The data directory at a start: made, locked against a second server, its host keys read.

Room: composition. Imports config, doors (host keys), ops (the lock) and store.
"""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh

from arkham_bbs.config import Problem, Settings, SettingsError
from arkham_bbs.doors.host_keys import load_host_key, load_rsa_host_key
from arkham_bbs.ops.data_lock import NAME as LOCK_NAME
from arkham_bbs.ops.data_lock import NO_LOCKS, DataLock, Held
from arkham_bbs.ops.logs import log
from arkham_bbs.server.start_failed import AlreadyOpen, StartFailed
from arkham_bbs.store.engine import NO_ROOM, parse_url, sqlite_path


def prepare_data_dir(path: Path) -> None:
    """Make the data directory where it is missing.

    Raises:
        SettingsError: the server may not write to it.
    """
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(13, "not writable")
    except OSError as error:
        allowed = "a directory the server may write to"
        raise SettingsError(
            [Problem("data_dir", str(path), allowed, error.strerror or "unusable")]
        ) from None


def lock_data(settings: Settings) -> DataLock | None:
    """See that no other server has this SQLite file, or this directory beside PostgreSQL.

    None where the file system knows no locks.

    Raises:
        AlreadyOpen, StartFailed
    """
    file = sqlite_path(parse_url(settings.database))
    path = settings.data_dir / LOCK_NAME
    if file is not None:
        file = file.resolve()
        path = file.with_name(f"{file.name}.lock")
    lock = DataLock(path)
    try:
        # A new board's directory is made here, so that it is locked from the first start on.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock.take()
    except Held as held:
        raise AlreadyOpen(
            f"Another one is open on {file or path.parent} already ({held.holder}). Stop that "
            "one first, or give this one a directory of its own with --data-dir."
        ) from None
    except OSError as error:
        if error.errno in NO_ROOM:
            raise StartFailed(
                f"The disk that holds {path.parent} is full. Make room there, then start "
                "again; every game is kept."
            ) from None
        if error.errno not in NO_LOCKS:
            raise StartFailed(
                f"The database cannot be locked: {path} cannot be written ({error.strerror}). "
                "See that its directory is there, and whose it is."
            ) from None
        # Some network drives know no locks; that is no reason to stay closed.
        log("server").warning("data_not_locked", path=str(path), error=str(error))
        return None
    return lock


def load_host_keys(data_dir: Path) -> tuple[asyncssh.SSHKey, asyncssh.SSHKey]:
    """Read the board's two host keys, and make those that are missing; the usual one first.

    Raises:
        StartFailed: one of them cannot be used.
    """
    try:
        return load_host_key(data_dir), load_rsa_host_key(data_dir)
    except (OSError, ValueError) as error:
        raise StartFailed(f"The SSH host key in {data_dir} cannot be used: {error}.") from error
