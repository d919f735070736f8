"""One rule of trying again for reads, writes and answers: once, and never after a commit."""

from __future__ import annotations

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import IntegrityError, OperationalError

from arkham_bbs.store import Store, StoreUnavailable, schema
from arkham_bbs.store.retrying import Committing, commit, once_more, trouble_named


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
    assert database._fetcher is not None
    tries: list[int] = []

    @event.listens_for(database._fetcher, "before_cursor_execute")
    def fail_once(*_: object) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise lost()

    assert await database.fetch(select(schema.games.c.id)) == []
    assert len(tries) == 2
