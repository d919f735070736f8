"""One rule of trying again for reads, writes and answers; and what runs in a thread of its own."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.exc import IntegrityError, OperationalError

from arkham_bbs.store import Store, StoreUnavailable, schema
from arkham_bbs.store.retrying import Committing, commit, once_more, trouble_named
from arkham_bbs.store.ways import Visits
from tests.store.conftest import LIMITS


class Line:
    """A connection whose commit fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def commit(self) -> None:
        raise self.error


def lost() -> Exception:
    return OperationalError("", {}, Exception("the connection was closed"))


async def test_a_lost_connection_is_tried_once_more_and_no_oftener() -> None:
    tries: list[int] = []

    async def work(fails: int) -> str:
        tries.append(fails)
        if len(tries) <= fails:
            raise lost()
        return "done"

    assert await once_more(lambda: work(1)) == "done"
    assert len(tries) == 2
    tries.clear()
    with pytest.raises(StoreUnavailable, match="lost"), trouble_named():
        await once_more(lambda: work(5))
    assert len(tries) == 2


async def test_what_is_no_loss_is_not_tried_again_and_keeps_its_name() -> None:
    tries: list[int] = []

    async def work() -> None:
        tries.append(1)
        raise KeyError("what")

    with pytest.raises(KeyError), trouble_named():
        await once_more(work)
    assert len(tries) == 1


async def test_a_commit_that_may_have_arrived_is_not_tried_again() -> None:
    tries: list[int] = []

    async def work(error: Exception) -> None:
        tries.append(1)
        await commit(Line(error))  # type: ignore[arg-type]

    with pytest.raises(Committing):
        await once_more(lambda: work(lost()))
    assert len(tries) == 1
    with pytest.raises(StoreUnavailable, match="lost"), trouble_named():
        await once_more(lambda: work(lost()))
    broken = IntegrityError("", {}, Exception("FOREIGN KEY constraint failed"))
    with pytest.raises(IntegrityError), trouble_named():
        await once_more(lambda: work(broken))
    assert len(tries) == 3


async def test_a_statement_read_in_a_thread_is_tried_once_more(file_store: Store) -> None:
    database = file_store._database
    reading = database._reading
    assert isinstance(reading, Visits)
    tries: list[int] = []

    @event.listens_for(reading._engine, "before_cursor_execute")
    def fail_once(*_: object) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise lost()

    assert await database.fetch(select(schema.games.c.id)) == []
    assert len(tries) == 2


@pytest.mark.filterwarnings(
    "error::RuntimeWarning", "error::pytest.PytestUnraisableExceptionWarning"
)
async def test_a_read_that_is_given_up_while_it_waits_for_a_thread_is_never_begun(
    file_store: Store,
) -> None:
    reading = file_store._database._reading
    assert isinstance(reading, Visits)
    begun: list[int] = []
    holding, going = threading.Event(), threading.Event()

    def hold() -> None:
        holding.set()
        going.wait(20)

    for _ in range(LIMITS.readers):
        reading._threads.submit(hold)
    holding.wait(20)

    async def work(_connection: object) -> None:
        begun.append(1)

    waiting = asyncio.create_task(file_store._database.read(work))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    going.set()
    await file_store.ping()
    gc.collect()
    assert begun == []


async def test_work_that_waits_for_something_else_is_refused(file_store: Store) -> None:
    async def work(_connection: object) -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waited for something else"):
        await file_store._database.read(work)


async def test_a_view_stays_as_it_was_while_others_write(file_store: Store) -> None:
    database = file_store._database
    count = select(func.count()).select_from(schema.oneliners)
    loop = asyncio.get_running_loop()

    async def work(connection: Any) -> tuple[int, int]:
        before = (await connection.execute(count)).scalar_one()
        adding = file_store.oneliners.add(None, "Ann", "meanwhile")
        asyncio.run_coroutine_threadsafe(adding, loop).result(20)
        return before, (await connection.execute(count)).scalar_one()

    assert await database.read(work) == (0, 0)
    assert len(await file_store.oneliners.latest(5)) == 1
