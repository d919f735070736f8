"""Two servers on one PostgreSQL: one table, answered on both, and neither loses anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from arkham_bbs.lobby import LobbyRefused, ManualTime, Presence, TableEvents
from arkham_bbs.store import Store
from tests.store.databases import throwaway_postgresql

from .conftest import START, Hall
from .toy import Toy


@pytest.fixture
async def servers() -> AsyncIterator[tuple[Hall, Hall]]:
    with throwaway_postgresql() as url:
        if url is None:
            pytest.skip("no PostgreSQL server answers at 127.0.0.1:5432 without a password")
        time = ManualTime(START)
        halls = [await Hall(await Store.open(url, migrate=False), time).open() for _ in range(2)]
        Toy.faulty, Toy.modern = True, False
        yield halls[0], halls[1]
        for hall in halls:
            await hall.lobby.close()
            await hall.store.close()


async def hears(presence: Presence, seq: int) -> None:
    """Wait until somebody is told of an answer."""
    async with asyncio.timeout(10):
        while True:
            notice = await presence.notices.get()
            if isinstance(notice, TableEvents) and notice.seq == seq:
                return


async def test_a_table_is_answered_on_both_servers_and_races_have_one_winner(
    servers: tuple[Hall, Hall],
) -> None:
    here, there = servers
    table, (ann, bob) = await here.table("Ann", "Bob")
    await table.settled()
    there.accounts = here.accounts
    twin = await there.lobby.join(bob.caller, table.id)
    away = await there.call("Bob")
    await twin.attend(away)

    await table.answer(ann.caller, "roll", number=0)
    await hears(away, 1)
    await twin.answer(bob.caller, "roll", number=1)
    await hears(ann, 2)

    won = await asyncio.gather(
        table.answer(ann.caller, "stay", number=2),
        twin.answer(ann.caller, "roll", number=2),
        return_exceptions=True,
    )
    lost = [r for r in won if isinstance(r, LobbyRefused)]
    assert [r.code for r in lost] in (["look-again"], ["stale-decision"])
    await hears(ann, 3)
    await hears(away, 3)
    assert table.game.snapshot() == twin.game.snapshot()  # type: ignore[union-attr]
    assert await here.store.answers.last_seq(table.id) == 3
