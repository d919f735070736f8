"""Who is connected to the other server: two servers on one PostgreSQL, and what they tell."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from arkham_bbs.lobby import Channels, ManualTime
from arkham_bbs.lobby.elsewhere import EVERY_S, FORGOTTEN_S, SOON_S, TOGETHER
from arkham_bbs.store import Store
from tests.store.databases import throwaway_postgresql

from .conftest import START, Hall
from .sinks import HttpSink, listening
from .toy import Toy


class Server(Hall):
    """A hall that knows when something was heard from another."""

    def __init__(self, store: Store, time: ManualTime) -> None:
        super().__init__(store, time)
        elsewhere = self.lobby.elsewhere
        self.elsewhere = elsewhere
        self.came = asyncio.Event()
        take = elsewhere.heard

        def heard(server: str, word: str) -> None:
            take(server, word)
            self.came.set()

        elsewhere.heard = heard  # type: ignore[method-assign]

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until what was heard makes it so."""
        async with asyncio.timeout(20):
            while not is_so():
                self.came.clear()
                await self.came.wait()

    def who(self) -> list[tuple[str, str, str | None]]:
        return [(p.handle, p.place, p.table) for p in self.elsewhere.who()]


Begin = Callable[[], Awaitable[Server]]


@pytest.fixture
async def begin() -> AsyncIterator[Begin]:
    """Begins one more server on the database, under the same clock."""
    with throwaway_postgresql() as url:
        if url is None:
            pytest.skip("no PostgreSQL server answers at 127.0.0.1:5432 without a password")
        time = ManualTime(START)
        begun: list[Server] = []

        async def begin() -> Server:
            server = Server(await Store.open(url, migrate=False), time)
            begun.append(server)
            await server.open()
            return server

        Toy.faulty, Toy.modern = True, False
        yield begin
        for server in begun:
            await server.lobby.close()
            await server.store.close()


@pytest.fixture
async def servers(begin: Begin) -> tuple[Server, Server]:
    return await begin(), await begin()


async def test_each_server_knows_who_is_on_the_other_and_where(
    servers: tuple[Server, Server],
) -> None:
    here, there = servers
    table, (ann, bob) = await here.table("Ann", "Bob")
    cat = await there.call("Cat")
    await here.passes(SOON_S)
    await there.passes(SOON_S)
    await there.until(lambda: len(there.elsewhere.who()) == 2)
    await here.until(lambda: here.who() == [("Cat", "lobby", None)])
    assert there.who() == [("Ann", "table", table.id), ("Bob", "table", table.id)]
    assert all(person.elsewhere for person in there.elsewhere.who())
    assert [person.handle for person in there.lobby.who()] == ["Cat"]
    assert there.elsewhere.has(bob.caller.account)
    assert not there.elsewhere.has(cat.caller.account)
    assert (await there.lobby.people.profile("Bob")).here

    await here.lobby.detach(bob)
    table.part(ann)
    await here.passes(SOON_S)
    await there.until(lambda: there.who() == [("Ann", "lobby", None)])
    assert not there.elsewhere.has(bob.caller.account)
    assert not (await there.lobby.people.profile("Bob")).here

    # Who is on both is here.
    there.accounts = here.accounts
    await there.call("Ann")
    assert there.who() == []

    await here.lobby.close()
    await there.until(lambda: not there.elsewhere.has(ann.caller.account))


async def test_a_server_that_begins_is_told_who_was_there_before(
    begin: Begin,
) -> None:
    here = await begin()
    await here.call("Ann")
    await here.passes(SOON_S)
    there = await begin()
    await here.came.wait()
    await here.passes(SOON_S)
    await there.until(lambda: there.who() == [("Ann", "lobby", None)])


async def test_who_says_nothing_for_a_minute_is_forgotten_and_who_does_is_not(
    servers: tuple[Server, Server],
) -> None:
    here, there = servers
    ann = await here.call("Ann")
    await here.passes(SOON_S)
    await there.until(lambda: len(there.who()) == 1)
    for _ in range(5):
        there.came.clear()
        await here.passes(EVERY_S)
        await asyncio.wait_for(there.came.wait(), 20)
        assert there.who() == [("Ann", "lobby", None)]
    # The server is killed: time goes by, and nothing comes from it. Its last word was heard
    # when it was told, or a second later.
    here.time.advance(FORGOTTEN_S - 1)
    (person,) = there.elsewhere.who()
    passed_s = here.time.now() - START
    assert passed_s - 1 <= person.idle_s == person.here_s <= passed_s
    here.time.advance(2)
    assert there.who() == []
    assert not there.elsewhere.has(ann.caller.account)


async def test_a_crowd_is_told_in_parts(servers: tuple[Server, Server]) -> None:
    here, there = servers
    crowd = [await here.call(f"Caller {number:02d} \u00e9") for number in range(2 * TOGETHER + 1)]
    await here.passes(SOON_S)
    await there.until(lambda: len(there.who()) == len(crowd))
    assert [handle for handle, _, _ in there.who()] == [one.caller.handle for one in crowd]
    for one in crowd[TOGETHER:]:
        await here.lobby.detach(one)
    await here.passes(SOON_S)
    await there.until(lambda: len(there.who()) == TOGETHER)


async def test_who_plays_on_another_server_is_not_written_to_as_absent(
    servers: tuple[Server, Server],
) -> None:
    here, there = servers
    sink = HttpSink()
    async with listening(sink):
        here.lobby.notifier.channels = Channels(private_webhooks=True)
        table, (ann, bob) = await here.table("Ann", "Bob", pace="slow")
        hook = f"http://127.0.0.1:{sink.port}/bob"
        await here.lobby.notifier.set_ways(bob.caller, webhook=hook)
        await here.lobby.detach(bob)
        there.accounts = here.accounts
        away = await there.call("Bob")
        await there.passes(SOON_S)
        await here.until(lambda: here.elsewhere.has(bob.caller.account))
        await table.answer(ann.caller, "roll", number=0)
        await there.passes(EVERY_S)
        await here.passes(61)
        assert sink.posts == []

        await there.lobby.detach(away)
        await there.passes(SOON_S)
        await here.until(lambda: not here.elsewhere.has(bob.caller.account))
        number = table.question
        table.floor.decision_waits(table, number, bob.caller.account)
        await here.passes(61)
        await asyncio.wait_for(here.lobby.notifier.idle(), 10)
        assert [post["decision"] for _, post in sink.posts] == [number]


async def test_what_cannot_be_read_is_passed_over(hall: Hall) -> None:
    elsewhere = hall.lobby.elsewhere
    for word in ("", "{}", "[0]", "[0,1,[[1,{}]]]"):
        elsewhere.heard("other", word)
    assert elsewhere.who() == ()


async def test_on_sqlite_nothing_is_told(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(hall.store, "tell_servers", told.append)
    ann = await hall.call("Ann")
    await hall.passes(EVERY_S)
    await hall.lobby.detach(ann)
    await hall.passes(EVERY_S)
    assert told == []
