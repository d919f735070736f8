"""A database that cannot be opened: what is wrong with it, in words, and what to do about it.

Room: sysop. Imports store. The start, the doctor and the commands on the machine say the same.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from arkham_bbs.store.engine import parse_url, sqlite_path
from arkham_bbs.store.errors import StoreError

NO_ROOM = 128 * 1024
"""With less than this free, whatever SQLite calls it, it is the disk that is full."""

BACKUPS = "backups"
"""The directory of backups, in the data directory."""

RESTORE = "arkham-bbs sysop backup restore latest"


def told_about(error: Exception, database: str) -> tuple[str, str]:
    """Return what is wrong (goes on after "database:") and what to do, for the database's URL."""
    facts = error.facts if isinstance(error, StoreError) else {}
    why = str(facts.get("why", "")) or str(error)
    code = error.code if isinstance(error, StoreError) else "lost"
    if code == "newer-schema":
        return (
            f"was made by a newer version of this program (it is at {facts.get('found')}, this "
            f"version knows {facts.get('known')})",
            "Install the newer version again, or put back a backup from before: "
            "arkham-bbs sysop backup list",
        )
    path = _file(database)
    if path is None:
        return _server(code, why)
    if code == "full" or (code == "lost" and _has_no_room(path)):
        return (
            f"cannot be written: the disk that holds {path} is full",
            "Make room there. Nothing that was kept is lost.",
        )
    if code == "locked":
        return (
            f"is held by something else ({why})",
            f"Stop what holds {path}: another server, or a program that copies it.",
        )
    if "not a database" in why or "malformed" in why:
        return (
            f"is damaged: {path} ({why})",
            f"Put a backup in its place, with the server stopped: {RESTORE}",
        )
    return (
        f"cannot be opened: {path} ({why})",
        "See that the file and its directory are there, and belong to the user of the server.",
    )


def told_of(code: str, database: str) -> tuple[str, str]:
    """Return the same for a running board whose last write was refused with this code."""
    return told_about(StoreError(code, why="the last write was refused"), database)


def sentence_about(error: Exception, database: str) -> str:
    """Return both in one, for standard error."""
    told, advice = told_about(error, database)
    return f"The database {told}. {advice.rstrip('.')}."


def no_board(data_dir: Path, database: str) -> str:
    """Say that no board was ever opened there, nor a backup put there; "" where one was.

    Only `serve` makes a board: a command in the wrong place must not answer as if it were one.
    """
    path = _file(database)
    if path is None or path.exists():
        return ""
    with suppress(OSError):
        if any((data_dir / BACKUPS).iterdir()):
            return ""
    return f"There is no board in {data_dir.absolute()}; give --data-dir DIR."


def _server(code: str, why: str) -> tuple[str, str]:
    if code == "full":
        return (
            f"cannot be written: PostgreSQL's disk is full ({why})",
            "Make room on its machine.",
        )
    if code == "locked":
        return f"does not answer in time ({why})", "See what keeps PostgreSQL so busy."
    return (
        f"cannot be reached ({why})",
        "See that PostgreSQL runs where ARKHAM_DATABASE_URL says, and lets its user in.",
    )


def _file(database: str) -> Path | None:
    try:
        return sqlite_path(parse_url(database))
    except ValueError:
        return None


def _has_no_room(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NO_ROOM
    except OSError:
        return False
