"""Two servers on one PostgreSQL: one table, answered on both, and neither loses anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from arkham_bbs.lobby import (
    LobbyRefused,
    ManualTime,
    Notice,
    Presence,
    SeatChanged,
    StatusChanged,
    TableEvents,
    TableSpec,
    VoteChanged,
    VoteClosed,
)
from arkham_bbs.lobby.live import Table
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


async def is_told(presence: Presence, sort: type[Notice], /, **wanted: object) -> None:
    """Wait until somebody is told something of this sort, with these facts."""
    async with asyncio.timeout(20):
        while True:
            notice = await presence.notices.get()
            if isinstance(notice, sort) and all(
                getattr(notice, name) == value for name, value in wanted.items()
            ):
                return


async def hears(presence: Presence, seq: int) -> None:
    """Wait until somebody is told of an answer."""
    await is_told(presence, TableEvents, seq=seq)


async def on_both(here: Hall, there: Hall) -> tuple[Table, Presence, Table, Presence]:
    """A running table: Ann sits at it on one server, Bob on the other."""
    table, (ann, bob) = await here.table("Ann", "Bob")
    await table.settled()
    there.accounts = here.accounts
    twin = await there.lobby.join(bob.caller, table.id)
    away = await there.call("Bob")
    await twin.attend(away)
    await here.lobby.detach(bob)
    return table, ann, twin, away


async def test_a_table_is_answered_on_both_servers_and_races_have_one_winner(
    servers: tuple[Hall, Hall],
) -> None:
    here, _ = servers
    table, ann, twin, away = await on_both(*servers)
    await table.answer(ann.caller, "roll", number=0)
    await hears(away, 1)
    await twin.answer(away.caller, "roll", number=1)
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


async def test_a_vote_is_opened_on_one_server_and_carried_on_the_other(
    servers: tuple[Hall, Hall],
) -> None:
    table, ann, twin, bob = await on_both(*servers)
    vote = await table.voting.propose(ann.caller, "end")
    assert vote is not None
    await is_told(bob, VoteChanged, vote=vote.vote, kind="end")
    await twin.voting.cast(bob.caller, vote.vote, "yes")
    await is_told(ann, VoteClosed, vote=vote.vote, outcome="yes", by="votes")
    await is_told(ann, StatusChanged, status="ended", why="consent")
    assert table.is_over
    assert twin.is_over
    assert table.floor.seated == {}


async def test_a_vote_that_fails_on_one_server_is_over_on_the_other(
    servers: tuple[Hall, Hall],
) -> None:
    table, ann, twin, bob = await on_both(*servers)
    await table.answer(ann.caller, "roll", number=0)
    await hears(bob, 1)
    vote = await table.voting.propose(ann.caller, "takeback")
    assert vote is not None
    await is_told(bob, VoteChanged, vote=vote.vote)
    await twin.voting.cast(bob.caller, vote.vote, "no")
    await is_told(ann, VoteClosed, vote=vote.vote, outcome="no")
    assert table.voting.votes == []
    assert not table.is_over


async def test_a_pause_here_is_a_pause_there_and_so_is_its_end(
    servers: tuple[Hall, Hall],
) -> None:
    table, ann, twin, bob = await on_both(*servers)
    await table.voting.propose(ann.caller, "pause")
    await is_told(bob, StatusChanged, status="paused")
    with pytest.raises(LobbyRefused, match="paused"):
        await twin.answer(bob.caller, "stay", number=0)
    await twin.resume(bob.caller)
    await is_told(ann, StatusChanged, status="playing")
    await table.answer(ann.caller, "stay", number=0)
    await hears(bob, 1)


async def test_a_seat_given_up_there_is_taken_here(servers: tuple[Hall, Hall]) -> None:
    here, there = servers
    table, ann, twin, bob = await on_both(*servers)
    dora = await there.call("Dora")
    await twin.watch(dora)
    await twin.seating.give_up(bob.caller)
    await is_told(ann, SeatChanged, seat=1, handle=None, leaver="Bob")
    cat = await here.call("Cat")
    await here.lobby.join(cat.caller, table.id)
    await is_told(dora, SeatChanged, seat=1, handle="Cat", what="sat")
    assert table.seat_of(bob.caller) is None


async def test_a_table_found_from_two_sides_at_once_is_one_table(
    servers: tuple[Hall, Hall],
) -> None:
    here, there = servers
    ann = await here.call("Ann")
    table = await here.lobby.create(ann.caller, TableSpec(seats=3, minimum=2))
    await table.settled()
    found = await asyncio.gather(*(there.lobby.adopt(table.id) for _ in range(4)))
    twin = there.lobby.table(table.id)
    assert all(one is twin for one in found)


async def test_a_game_begun_here_has_begun_there(servers: tuple[Hall, Hall]) -> None:
    here, there = servers
    ann, bob = await here.call("Ann"), await here.caller("Bob")
    there.accounts = here.accounts
    table = await here.lobby.create(ann.caller, TableSpec(seats=3, minimum=2))
    await table.attend(ann)
    await table.settled()
    twin = await there.lobby.join(bob, table.id)
    away = await there.call("Bob")
    await twin.attend(away)
    await is_told(ann, SeatChanged, seat=1, handle="Bob", what="sat")
    await table.start(ann.caller)
    await is_told(away, StatusChanged, status="playing", why="started")
    assert len(twin.seating.seats) == 2
    await table.answer(ann.caller, "stay", number=0)
    await hears(away, 1)


async def test_a_game_that_ends_here_is_told_to_its_end_there(servers: tuple[Hall, Hall]) -> None:
    table, ann, twin, bob = await on_both(*servers)
    await table.answer(ann.caller, "end", number=0)
    await is_told(bob, TableEvents, seq=1, key="end")
    await is_told(bob, StatusChanged, status="finished", why="over")
    assert twin.is_over
    assert twin.view(bob.caller).result is not None
