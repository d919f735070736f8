"""Banned networks, remembered between connections."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from arkham_bbs.accounts.shut_out import FRESH_S, ShutOut
from arkham_bbs.store import Store, StoreUnavailable


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_the_list_is_read_once_for_many_and_again_when_it_is_old(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, reads = Clock(), 0
    shut_out = ShutOut(store, clock)
    active = store.bans.active

    async def counted() -> object:
        nonlocal reads
        reads += 1
        return await active()

    monkeypatch.setattr(store.bans, "active", counted)
    assert set(await asyncio.gather(*(shut_out.holds("192.0.2.7") for _ in range(50)))) == {False}
    await store.bans.add("network", "192.0.2.0/24", "noise", "Wilbur")
    assert not await shut_out.holds("192.0.2.7")
    clock.now += FRESH_S
    assert await shut_out.holds("192.0.2.7")
    assert await shut_out.holds("::ffff:192.0.2.9")
    assert not await shut_out.holds("192.0.3.7")
    assert not await shut_out.holds("nonsense")
    assert reads == 2
    shut_out.forget()
    await shut_out.holds("192.0.2.7")
    assert reads == 3


async def test_a_ban_ends_by_itself_and_the_longest_of_two_counts(store: Store) -> None:
    clock = Clock()
    shut_out = ShutOut(store, clock)
    now = store.clock()
    await store.bans.add("network", "192.0.2.7", "a", "W", now + timedelta(hours=1))
    await store.bans.add("network", "192.0.2.7", "b", "W", now + timedelta(milliseconds=1))
    await store.bans.add("network", "192.0.2.8", "c", "W", now + timedelta(milliseconds=1))
    assert await shut_out.holds("192.0.2.7")
    await asyncio.sleep(0.005)
    assert await shut_out.holds("192.0.2.7")


async def test_a_database_in_trouble_leaves_the_last_list_in_force(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    shut_out = ShutOut(store, clock)
    await store.bans.add("network", "192.0.2.7", "a", "W")
    assert await shut_out.holds("192.0.2.7")

    async def broken() -> object:
        raise StoreUnavailable("lost")

    monkeypatch.setattr(store.bans, "active", broken)
    clock.now += 10 * FRESH_S
    assert await shut_out.holds("192.0.2.7")
