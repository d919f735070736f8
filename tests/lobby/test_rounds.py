"""Many readers told at once are let in a few at a time; nothing is lost, nothing overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from arkham_bbs.lobby import ChatHeard, Notice
from arkham_bbs.lobby.feeds import Feed
from arkham_bbs.lobby.rounds import AT_ONCE, Rounds

from .conftest import Hall

CROWD = 5 * AT_ONCE + 3


class Turns:
    """Counts the turns of the loop by a callback that comes again in each."""

    def __init__(self) -> None:
        self.count = 0
        self._loop = asyncio.get_running_loop()
        self._handle = self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        self.count += 1
        self._handle = self._loop.call_soon(self._turn)

    def stop(self) -> None:
        self._handle.cancel()


async def turns_until(done: Callable[[], object]) -> None:
    for _ in range(10_000):
        if done():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never happened")


async def hear(feed: Feed, heard: list[tuple[int, Sequence[Notice]]], turns: Turns) -> None:
    while (first := await feed.get()) is not None:
        heard.append((turns.count, (first, *feed.take_now())))


async def test_a_crowd_is_told_a_few_in_each_turn_and_others_get_theirs_between(hall: Hall) -> None:
    people = [await hall.call(f"Caller{n}") for n in range(CROWD)]
    for presence in people:
        presence.notices.take_now()
    turns = Turns()
    heard: list[tuple[int, Sequence[Notice]]] = []
    tasks = [asyncio.create_task(hear(p.notices, heard, turns)) for p in people]
    await asyncio.sleep(0)  # everybody listens
    await hall.lobby.chat.say(people[0].caller, "the fog is thick tonight")
    await turns_until(lambda: len(heard) == CROWD)
    turns.stop()
    for task in tasks:
        task.cancel()
    assert all([type(n) for n in notices] == [ChatHeard] for _, notices in heard)
    in_turn = [sum(turn == at for at, _ in heard) for turn in {at for at, _ in heard}]
    assert max(in_turn) <= AT_ONCE
    assert len(in_turn) >= CROWD // AT_ONCE


async def test_each_reader_hears_in_order_what_came_while_it_waited_for_its_turn() -> None:
    rounds = Rounds(most=2)
    feeds = [Feed(rounds=rounds) for _ in range(9)]
    turns = Turns()
    heard: list[list[tuple[int, Sequence[Notice]]]] = [[] for _ in feeds]
    tasks = [asyncio.create_task(hear(f, h, turns)) for f, h in zip(feeds, heard, strict=True)]
    await asyncio.sleep(0)
    said = [ChatHeard("lobby", None, "Ann", f"line {n}", float(n)) for n in range(6)]
    for line in said:
        for feed in feeds:
            feed.put(line)
        await asyncio.sleep(0)
    for feed in feeds:
        feed.end()
    await asyncio.gather(*tasks)
    turns.stop()
    for batches in heard:
        assert [notice for _, batch in batches for notice in batch] == said


async def test_whoever_leaves_while_waiting_for_a_turn_keeps_nobody_from_theirs() -> None:
    rounds = Rounds(most=1)
    feeds = [Feed(rounds=rounds) for _ in range(6)]
    turns = Turns()
    heard: list[list[tuple[int, Sequence[Notice]]]] = [[] for _ in feeds]
    tasks = [asyncio.create_task(hear(f, h, turns)) for f, h in zip(feeds, heard, strict=True)]
    await asyncio.sleep(0)
    line = ChatHeard("lobby", None, "Ann", "good night", 0.0)
    for feed in feeds:
        feed.put(line)
    tasks[3].cancel()
    feeds[4].end()  # it hears what waits for it, and then its end
    assert feeds[5].take_now() == (line,)  # it came by itself, at its prompt
    for at in (0, 1, 2, 4):
        await turns_until(lambda at=at: heard[at])  # type: ignore[misc]
        assert [batch for _, batch in heard[at]] == [(line,)]
    feeds[5].put(line)
    await turns_until(lambda: heard[5])
    turns.stop()
    assert [batch for _, batch in heard[5]] == [(line,)]
    assert tasks[4].done()
    for task in tasks:
        task.cancel()


async def test_one_word_to_one_reader_waits_for_no_turn() -> None:
    rounds = Rounds(most=1)
    let_in: list[int] = []
    for number in range(3):
        rounds.ask(lambda number=number: let_in.append(number))  # type: ignore[misc]
    assert let_in == [0]
    await asyncio.sleep(0)
    assert let_in == [0, 1]
    await asyncio.sleep(0)
    assert let_in == [0, 1, 2]
    await asyncio.sleep(0)
    rounds.ask(lambda: let_in.append(3))
    assert let_in[-1] == 3


def test_where_no_loop_runs_nobody_waits() -> None:
    feed = Feed(rounds=Rounds(most=0))
    feed.put(ChatHeard("lobby", None, "Ann", "hello", 0.0))
    assert len(feed.take_now()) == 1
