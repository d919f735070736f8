"""Whoever hangs up in the middle of a read leaves a sound connection to the others."""

from __future__ import annotations

import asyncio
import random

from arkham_bbs.store import Store


async def test_cancelled_reads_spoil_nothing_for_those_who_come_after(store: Store) -> None:
    dice = random.Random(1)
    account = await store.accounts.create("Ann", "ann", "ann", None)
    for _ in range(40):
        readers = [
            asyncio.create_task(store.bans.match(address="127.0.0.1", account_id=account.id))
            for _ in range(10)
        ]
        for _ in range(dice.randrange(60)):
            await asyncio.sleep(0)
        for reader in readers:
            reader.cancel()
        outcomes = await asyncio.gather(*readers, return_exceptions=True)
        assert {type(o) for o in outcomes} <= {asyncio.CancelledError, type(None)}
        writer = asyncio.create_task(store.accounts.touch(account.id))
        for _ in range(dice.randrange(30)):
            await asyncio.sleep(0)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)
    found = await asyncio.gather(*(store.accounts.get(account.id) for _ in range(20)))
    assert {record.handle for record in found if record is not None} == {"Ann"}
