"""Reading and writing: what every repository is given.

Room: store. Imports SQLAlchemy, the standard library and its neighbours.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Engine, Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store.engine import (
    Limits,
    conflict_from,
    open_fetcher,
    open_reader,
    open_visited,
    open_writer,
)
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.refusing import Refusing
from arkham_bbs.store.retrying import commit, once_more, trouble_named
from arkham_bbs.store.visiting import Visits
from arkham_bbs.store.writer import Writer

T = TypeVar("T")
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time of the machine's clock, aware, in UTC."""
    return datetime.now(UTC)


class Database:
    """One database, its connections and its writer."""

    def __init__(self, url: URL, *, clock: Clock, limits: Limits) -> None:
        self.url = url
        self.clock = clock
        self.limits = limits
        self.node = secrets.token_hex(8)
        self.is_sqlite = url.drivername.startswith("sqlite")
        self.engine = open_writer(url, limits)
        self._reader = open_reader(url, limits)
        self._fetcher = open_fetcher(url, limits)
        self._fetching = ThreadPoolExecutor(limits.readers, thread_name_prefix="store-reader")
        # On PostgreSQL answers have connections of their own: a crowd of readers that holds the
        # pool must not hold up a game.
        self._answering = (
            self.engine if self.is_sqlite else open_writer(url, replace(limits, readers=0))
        )
        self.refusing = Refusing()
        visited = open_visited(url, limits)
        self._visits = None if visited is None else Visits(visited)
        self.writer = Writer(
            self._answering, node=self.node, refusing=self.refusing, visits=self._visits
        )
        self._working: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        await self.writer.close()
        await asyncio.gather(*self._working, return_exceptions=True)
        if self._visits is not None:
            await self._visits.close()
        await asyncio.to_thread(self._fetching.shutdown)
        if self._fetcher is not None:
            self._fetcher.dispose()
        if self._reader is not None:
            await self._reader.dispose()
        if self._answering is not self.engine:
            await self._answering.dispose()
        await self.engine.dispose()

    def insert(self, table: Table) -> Any:
        """Return the dialect's INSERT, which knows ``on_conflict_do_update`` and its sister."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def _uncut(self, work: Coroutine[Any, Any, T]) -> T:
        """Run to the end even when whoever asked is cancelled.

        A connection that is given back half-way is inside a transaction, or never comes back;
        callers hang up at any moment.
        """
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            # Looked at here too: nobody may be left to do it.
            task.exception()

    async def fetch(self, statement: Executable) -> Sequence[Row[Any]]:
        """Run one statement that only reads and return its rows.

        Raises:
            StoreUnavailable: the database cannot now.
        """
        engine = self._fetcher
        if engine is None:

            async def work(connection: AsyncConnection) -> Sequence[Row[Any]]:
                return (await connection.execute(statement)).all()

            return await self.read(work)
        loop = asyncio.get_running_loop()
        with trouble_named():
            # Whoever asked may be cancelled: the thread finishes and gives its connection back.
            return await once_more(
                lambda: loop.run_in_executor(self._fetching, _fetch, engine, statement)
            )

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run ``work`` on one consistent view of the database.

        Raises:
            StoreUnavailable: the database cannot now.
        """
        if self.is_sqlite and self._reader is None:
            # In memory there is one connection, and the writer holds it.
            return await self.writer.run(work)
        return await self._uncut(self._read(work))

    async def _read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        engine = self._reader or self.engine

        async def once() -> T:
            async with engine.connect() as connection:
                return await work(connection)

        with trouble_named():
            return await once_more(once)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run ``work`` in a transaction and return its result after the commit.

        ``work`` may be run twice, and must not catch a broken constraint.

        Raises:
            Duplicate, Missing: a constraint refused it.
            StoreUnavailable: the database cannot now; nothing was saved.
        """
        if self.is_sqlite:
            return await self.writer.run(work)
        return await self._uncut(self._write(work))

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async def once() -> T:
            async with self.engine.connect() as connection:
                await connection.begin()
                result = await work(connection)
                await commit(connection)
            return result

        try:
            with trouble_named():
                result = await once_more(once)
        except StoreUnavailable as trouble:
            self.refusing.refused(trouble)
            raise
        except IntegrityError as error:
            raise conflict_from(error) from error
        self.refusing.taken()
        return result


def _fetch(engine: Engine, statement: Executable) -> Sequence[Row[Any]]:
    with engine.connect() as connection:
        return connection.execute(statement).all()
