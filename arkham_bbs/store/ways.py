"""The two ways to a database: a pool of the asynchronous driver's, or visits to a thread.

Room: store. Imports SQLAlchemy, the standard library and its neighbours.

An asynchronous driver for SQLite visits its thread some five times for each small transaction and
once more for every statement, and each visit waits for a turn of the loop. Here a whole piece of
work runs in one visit: its statements are run at once by the plain driver, so it never waits for
anything, and it is written the same way for both kinds of database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Executable
from sqlalchemy.engine import URL, CursorResult, Dialect, Engine
from sqlalchemy.engine import Connection as PlainConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from arkham_bbs.store.engine import Limits, open_file, open_pool

T = TypeVar("T")
Make = Callable[[], Coroutine[Any, Any, T]]


class Way(Protocol):
    """How work reaches a database: it runs inside ``whole`` and connects there."""

    is_postgresql: bool

    def connect(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Give a connection; what is not committed at the end is undone."""

    async def whole(self, make: Make[T]) -> T:
        """Make a coroutine and run it to its end, even when whoever waits is cancelled.

        A connection that is given back half-way is inside a transaction, or never comes back;
        callers hang up at any moment. The coroutine must wait for nothing but the database.
        """

    async def close(self) -> None:
        """Wait for what is under way, and disconnect."""


def open_way(url: URL, limits: Limits, *, reading: bool = False) -> Way:
    """Return the way to a database. ``reading``: on SQLite it cannot write, and several may."""
    if not url.drivername.startswith("sqlite"):
        return Pool(open_pool(url, limits))
    engine = open_file(url, limits, reading=reading)
    return Visits(engine, limits.readers, "store-reader") if reading else Visits(engine)


class Pool:
    """Connections of PostgreSQL's asynchronous driver."""

    is_postgresql = True

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._working: set[asyncio.Task[Any]] = set()

    def connect(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._engine.connect()

    async def whole(self, make: Make[T]) -> T:
        task = asyncio.create_task(make())
        self._working.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            # Looked at here too: nobody may be left to do it.
            task.exception()

    async def close(self) -> None:
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._engine.dispose()


class Visits:
    """Threads with a connection to an SQLite file each: one to write, or some to read."""

    is_postgresql = False

    def __init__(self, engine: Engine, threads: int = 1, name: str = "store-writer") -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        with self._engine.connect() as connection:
            yield cast(AsyncConnection, _Visited(connection))

    async def whole(self, make: Make[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _drive, make)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


class _Visited:
    """What work may use of an ``AsyncConnection``, done at once by the plain one."""

    def __init__(self, connection: PlainConnection) -> None:
        self._plain = connection

    @property
    def dialect(self) -> Dialect:
        return self._plain.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return self._plain.execute(statement, parameters)

    async def exec_driver_sql(self, statement: str, parameters: Any = None) -> CursorResult[Any]:
        return self._plain.exec_driver_sql(statement, parameters)

    async def run_sync(self, work: Callable[[PlainConnection], T]) -> T:
        return work(self._plain)

    async def begin(self) -> None:
        self._plain.begin()

    async def commit(self) -> None:
        self._plain.commit()

    @asynccontextmanager
    async def begin_nested(self) -> AsyncIterator[None]:
        with self._plain.begin_nested():
            yield


def _drive(make: Make[T]) -> T:
    work = make()
    try:
        work.send(None)
    except StopIteration as result:
        return cast(T, result.value)
    finally:
        work.close()
    raise RuntimeError("work on the database waited for something else")
