"""One visit to a thread for a whole piece of work on an SQLite file.

Room: store. Imports SQLAlchemy, the standard library and its neighbours.

The asynchronous driver visits its thread some five times for each small transaction and once more
for every statement, and each visit waits for a turn of the loop. Here the whole coroutine runs in
the writer's thread: its statements are run at once by the plain driver, so it never waits for
anything, and a piece of work is written the same way for both kinds of database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast

from sqlalchemy import Executable
from sqlalchemy.engine import Connection as PlainConnection
from sqlalchemy.engine import CursorResult, Dialect, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")


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

    async def begin(self) -> None:
        self._plain.begin()

    async def commit(self) -> None:
        self._plain.commit()

    @asynccontextmanager
    async def begin_nested(self) -> AsyncIterator[None]:
        with self._plain.begin_nested():
            yield


class Visits:
    """The thread of a writer and its one connection to the file."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Give the connection to work that runs in ``whole``; what is not committed is undone."""
        with self._engine.connect() as connection:
            yield cast(AsyncConnection, _Visited(connection))

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine that waits for nothing but the database, in one visit.

        The thread finishes what it has begun even when whoever waits is cancelled.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, _drive, work)

    async def close(self) -> None:
        """Wait for the visit under way and close the file."""
        await asyncio.to_thread(self._thread.shutdown)
        self._engine.dispose()


def _drive(work: Coroutine[Any, Any, T]) -> T:
    try:
        work.send(None)
    except StopIteration as result:
        return cast(T, result.value)
    finally:
        work.close()
    raise RuntimeError("work on the database waited for something else")
