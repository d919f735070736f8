"""Reading and writing: what every repository is given.

Room: store. Imports SQLAlchemy, the standard library and its neighbours.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store.engine import Limits, conflict_from, sqlite_path
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.refusing import Refusing
from arkham_bbs.store.retrying import commit, once_more, trouble_named
from arkham_bbs.store.ways import Way, open_way
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
        self.writing = open_way(url, limits)
        # On PostgreSQL answers have connections of their own: a crowd of readers that holds the
        # pool must not hold up a game.
        self._answering = (
            self.writing if self.is_sqlite else open_way(url, replace(limits, readers=0))
        )
        # In memory there is one connection, and the writer holds it.
        self._reading: Way | None = None
        if not self.is_sqlite:
            self._reading = self.writing
        elif sqlite_path(url) is not None:
            self._reading = open_way(url, limits, reading=True)
        self.refusing = Refusing()
        self.writer = Writer(self._answering, node=self.node, refusing=self.refusing)

    async def close(self) -> None:
        await self.writer.close()
        for way in {self._reading, self._answering, self.writing}:
            if way is not None:
                await way.close()

    def insert(self, table: Table) -> Any:
        """Return the dialect's INSERT, which knows ``on_conflict_do_update`` and its sister."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def fetch(self, statement: Executable) -> Sequence[Row[Any]]:
        """Run one statement that only reads and return its rows.

        Raises:
            StoreUnavailable: the database cannot now.
        """

        async def work(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(statement)).all()

        return await self.read(work)

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run ``work`` on one consistent view of the database.

        Raises:
            StoreUnavailable: the database cannot now.
        """
        way = self._reading
        if way is None:
            return await self.writer.run(work)

        async def once() -> T:
            async with way.connect() as connection:
                return await work(connection)

        with trouble_named():
            return await way.whole(lambda: once_more(once))

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run ``work`` in a transaction and return its result after the commit.

        ``work`` may be run twice, and must not catch a broken constraint.

        Raises:
            Duplicate, Missing: a constraint refused it.
            StoreUnavailable: the database cannot now; nothing was saved.
        """
        if self.is_sqlite:
            return await self.writer.run(work)
        return await self.writing.whole(lambda: self._write(work))

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async def once() -> T:
            async with self.writing.connect() as connection:
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
