"""Once more on a new connection, and what to call what went wrong all the same.

Room: store. Imports SQLAlchemy and its neighbours here.

That a connection is gone shows only when it is used. Before its commit a piece of work has done
nothing, so that a second try cannot double anything; after it nobody knows, and there is none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store.engine import is_connection_loss, unavailable_from

T = TypeVar("T")


class Committing(Exception):
    """The commit itself failed: whether it arrived is not known. The cause is chained."""


async def commit(connection: AsyncConnection) -> None:
    """Commit what was begun.

    Raises:
        Committing: it failed, and `once_more` leaves it at that.
    """
    try:
        await connection.commit()
    except Exception as error:
        raise Committing from error


def cause_of(error: Exception) -> Exception:
    """Return what went wrong, at a commit or before it."""
    cause = error.__cause__ if isinstance(error, Committing) else None
    return cause if isinstance(cause, Exception) else error


async def once_more(work: Callable[[], Awaitable[T]]) -> T:
    """Run ``work`` to its end, a second time if the first lost its connection before a commit."""
    try:
        return await work()
    except Exception as error:
        if not is_connection_loss(error):
            raise
    return await work()


@contextmanager
def trouble_named() -> Iterator[None]:
    """Let trouble of the database out as ``StoreUnavailable``, and anything else as it is."""
    try:
        yield
    except Exception as error:
        cause = cause_of(error)
        trouble = unavailable_from(cause)
        if trouble is not None and trouble is not cause:
            raise trouble from cause
        raise cause from cause.__cause__
