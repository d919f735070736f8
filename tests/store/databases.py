"""Databases for tests: a file, one in memory, and a throw-away one on PostgreSQL.

Not a test file. ``ARKHAM_TEST_POSTGRESQL`` names another server (a URL of its maintenance
database); without one that answers, tests on PostgreSQL are skipped and say so.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg

from arkham_bbs.store import Store

_SERVERS = (
    os.environ.get("ARKHAM_TEST_POSTGRESQL", ""),
    "postgresql://postgres@127.0.0.1:5432/postgres",
    "postgresql://root@127.0.0.1:5432/postgres",
)
_TABLES = (
    "SELECT string_agg('DELETE FROM ' || quote_ident(tablename), '; ') FROM pg_tables "
    "WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
)


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(1926, 10, 31, 21, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_time(self, **parts: float) -> None:
        self.now += timedelta(**parts)


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine on a loop and thread of its own: fixtures may be asked for anywhere."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def run_on_postgresql(server: str, *statements: str) -> list[object]:
    """Run statements outside the store, each by itself; return the first value of each."""
    connection = await asyncpg.connect(server, timeout=3)
    try:
        return [await connection.fetchval(statement) for statement in statements]
    finally:
        await connection.close()


@contextmanager
def throwaway_postgresql() -> Iterator[str | None]:
    """Make an empty migrated database, yield its URL, drop it. None: no server answers."""
    for server in filter(None, _SERVERS):
        name = f"arkham_test_{secrets.token_hex(6)}"
        try:
            run_apart(run_on_postgresql(server, f'CREATE DATABASE "{name}"'))
        except (OSError, TimeoutError, asyncpg.PostgresError):
            continue
        url = f"{server.rpartition('/')[0]}/{name}"
        try:
            run_apart(Store.migrate(url))
            yield url
        finally:
            run_apart(run_on_postgresql(server, f'DROP DATABASE "{name}" WITH (FORCE)'))
        return
    yield None


async def empty_postgresql(url: str) -> None:
    """Empty every table. Not TRUNCATE, which makes forty files anew and waits for the disk."""
    connection = await asyncpg.connect(url, timeout=3)
    try:
        await connection.execute(await connection.fetchval(_TABLES))
    finally:
        await connection.close()
