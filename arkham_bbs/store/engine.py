"""Connections: which database, how it is set up, and what its errors mean.

Room: store. Imports SQLAlchemy, sqlite3 and asyncpg (through SQLAlchemy) and its neighbours.
"""

from __future__ import annotations

import errno
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool, StaticPool

from arkham_bbs.store.errors import Duplicate, Missing, StoreError, StoreUnavailable

_DRIVERS = {
    "sqlite": "sqlite",
    # As this board was once configured.
    "sqlite+aiosqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long and how much. ``max_pages`` bounds an SQLite file (4 KiB pages), None: the disk."""

    lock_wait_s: float = 3.0
    command_s: float = 15.0
    connect_s: float = 5.0
    readers: int = 4
    max_pages: int | None = None


def parse_url(url: str) -> URL:
    """Return the URL with the driver the store uses.

    Raises:
        ValueError: the scheme is neither SQLite nor PostgreSQL, or the URL cannot be read.
    """
    try:
        parsed = make_url(url)
    except Exception as error:
        raise ValueError(f"not a database URL: {url!r}") from error
    if parsed.drivername not in _DRIVERS:
        raise ValueError(
            f"not a database this board can use: {parsed.drivername!r}; "
            "allowed are sqlite:///FILE and postgresql://USER@HOST/NAME"
        )
    return parsed.set(drivername=_DRIVERS[parsed.drivername])


def sqlite_path(url: URL) -> Path | None:
    """Return the database file of an SQLite URL, None for one in memory and for PostgreSQL."""
    if not url.drivername.startswith("sqlite"):
        return None
    if url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def open_pool(url: URL, limits: Limits) -> AsyncEngine:
    """Return a small pool of connections to PostgreSQL."""
    return create_async_engine(
        url,
        pool_size=limits.readers + 2,
        max_overflow=0,
        pool_timeout=limits.command_s,
        connect_args={
            "timeout": limits.connect_s,
            "command_timeout": limits.command_s,
            "server_settings": {
                "application_name": "arkham-bbs",
                "timezone": "UTC",
                # Never weaker than this, whatever the server's default: an answer is a promise.
                "synchronous_commit": "on",
                "lock_timeout": str(int(limits.lock_wait_s * 1000)),
                "idle_in_transaction_session_timeout": "60000",
            },
        },
    )


def open_file(url: URL, limits: Limits, *, reading: bool) -> Engine:
    """Return the engine of an SQLite file, or of a database in memory, for threads of ours.

    ``reading``: connections that cannot write, ``limits.readers`` at most; otherwise there is one.
    """
    pool: dict[str, Any] = (
        {"poolclass": StaticPool}
        if sqlite_path(url) is None
        else {
            "poolclass": QueuePool,
            "pool_size": limits.readers if reading else 1,
            "max_overflow": 0,
            "pool_timeout": limits.command_s,
        }
    )
    engine = create_engine(
        url,
        connect_args={"timeout": limits.lock_wait_s, "check_same_thread": False},
        # A connection that is given back has no transaction left: each ends where it began.
        pool_reset_on_return=None,
        **pool,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        # The driver's own transaction control begins too late; ours is in begin() below.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(limits.lock_wait_s * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA temp_store=MEMORY")
        if reading:
            cursor.execute("PRAGMA query_only=ON")
        elif limits.max_pages is not None:
            cursor.execute(f"PRAGMA max_page_count={limits.max_pages}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        driver: Any = connection.connection.dbapi_connection
        driver.execute("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


_UNIQUE_SQLITE = re.compile(r"(?:UNIQUE|PRIMARY KEY) constraint failed: (.*)")


def is_connection_loss(error: BaseException) -> bool:
    """Say whether the connection is gone, so that trying again on a new one may help."""
    unavailable = unavailable_from(error)
    return unavailable is not None and unavailable.code == "lost"


def unavailable_from(error: BaseException) -> StoreUnavailable | None:
    """Return the error as database trouble, None when it is anything else."""
    if isinstance(error, StoreUnavailable):
        return error
    if isinstance(error, IntegrityError):
        return None
    if isinstance(error, PoolTimeout):
        return StoreUnavailable("locked", why="no connection became free in time")
    if isinstance(error, DBAPIError):
        state = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None)
        if state:
            return _from_sqlstate(str(state), error)
        return _from_message(error)
    if isinstance(error, sqlite3.Error):
        return _from_message(error)
    if isinstance(error, TimeoutError):
        return StoreUnavailable("locked", why="the database did not answer in time")
    if isinstance(error, OSError):
        code = "full" if error.errno in NO_ROOM else "lost"
        return StoreUnavailable(code, why=str(error))
    if type(error).__module__.startswith("asyncpg"):
        state = getattr(error, "sqlstate", None)
        if state:
            return _from_sqlstate(str(state), error)
        return StoreUnavailable("lost", why=str(error))
    return None


NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the system says when a disk, or a share of it, is full."""

_CLOSED = frozenset({"3D000", "28000", "28P01", "25006", "55000"})
"""The database is away, being restored or closed to us: a sysop can change that meanwhile."""


def _from_sqlstate(state: str, error: BaseException) -> StoreUnavailable | None:
    if state in ("53100", "54000"):
        return StoreUnavailable("full", why=_first_line(error))
    if state in ("55P03", "57014", "40001", "40P01", "25P03"):
        return StoreUnavailable("locked", why=_first_line(error))
    if state[:2] in ("08", "53", "57", "58", "XX") or state in _CLOSED:
        return StoreUnavailable("lost", why=_first_line(error))
    return None


def _from_message(error: BaseException) -> StoreUnavailable | None:
    text = _first_line(error)
    if "is locked" in text or "is busy" in text:
        return StoreUnavailable("locked", why=text)
    if "is full" in text or "No space left" in text:
        return StoreUnavailable("full", why=text)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return StoreUnavailable("lost", why=text)
    lost = (
        "disk I/O error",
        "unable to open",
        "readonly database",
        "malformed",
        "not a database",
        "onnection",
        "closed",
        "no active connection",
    )
    if isinstance(error, DatabaseError | InterfaceError | sqlite3.Error) and any(
        part in text for part in lost
    ):
        return StoreUnavailable("lost", why=text)
    return None


def _first_line(error: BaseException) -> str:
    origin = getattr(error, "orig", None) or error
    return (str(origin).splitlines() or [type(origin).__name__])[0]


def conflict_from(error: IntegrityError) -> StoreError:
    """Return a broken constraint as ``Duplicate`` or ``Missing``; ``what`` names the columns."""
    text = str(error.orig)
    state = str(getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None) or "")
    unique = _UNIQUE_SQLITE.search(text)
    if unique:
        return Duplicate("exists", what=unique.group(1))
    if state == "23505":
        named = re.search(r'constraint "([^"]+)"', text)
        return Duplicate("exists", what=named.group(1) if named else "")
    if state == "23503" or "FOREIGN KEY" in text:
        return Missing("missing")
    return StoreError("refused", why=_first_line(error))
