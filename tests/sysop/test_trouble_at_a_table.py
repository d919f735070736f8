"""Database trouble met by a game in progress: refused, nothing half done, and it goes on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest

from arkham_bbs.lobby import Caller, Lobby, LobbyRefused, ManualTime, Table, TableSpec
from arkham_bbs.lobby.limits import Rate
from arkham_bbs.store import Limits, Store
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.backup import verify_store
from tests.store.databases import run_on_postgresql, throwaway_postgresql

QUICK = {name: Rate(100_000, 0.001) for name in ("answer", "create")}
LONG_GAME = bytes(31) + b"\x05"
"""A seed under which the first option, taken again and again, does not soon end the game."""
LIMITS = Limits(lock_wait_s=0.2, connect_s=3.0)


@asynccontextmanager
async def a_game(url: str) -> AsyncIterator[tuple[Store, Table, Caller]]:
    """Somebody alone at a table of the real game, three answers in."""
    store = await Store.open(url, limits=LIMITS)
    lobby = Lobby(
        store, time=ManualTime(store.clock().timestamp()), rates=QUICK, new_seed=lambda: LONG_GAME
    )
    await lobby.open()
    record = await store.accounts.create("Zoe", "zoe", "zoe", None)
    caller = Caller(record.id, "Zoe")
    presence = await lobby.attach(caller, session_id="s", door="ssh", address="127.0.0.1")
    table = await lobby.create(caller, TableSpec(title="Trouble", pace="slow"))
    await table.attend(presence)
    await table.start(caller)
    for _ in range(3):
        await answer(table, caller)
    await table.settled()
    try:
        yield store, table, caller
    finally:
        await lobby.close()
        await store.close()


async def answer(table: Table, caller: Caller) -> None:
    decision = table.decision
    assert decision is not None
    await table.answer(caller, decision.options[0].key, number=decision.number)


async def refused(table: Table, caller: Caller) -> str:
    """Answer, be refused, and see that nothing at all has changed."""
    before = (table.seq, table.decision, table.view(caller))
    with pytest.raises(LobbyRefused) as caught:
        await answer(table, caller)
    assert caught.value.code == "store-unavailable"
    assert (table.seq, table.decision, table.view(caller)) == before
    assert table.status == "playing"
    return str(caught.value.facts["reason"])


async def goes_on(store: Store, table: Table, caller: Caller) -> None:
    """The same answer is taken now, and the next unless the game is over with it; all is stored."""
    given = table.seq
    for _ in range(2):
        if table.decision is not None:
            await answer(table, caller)
            given += 1
    await table.settled()
    assert await store.answers.last_seq(table.id) == table.seq == given
    found = await verify_store(store)
    assert found.problems == ()


@pytest.fixture
def file_url(tmp_path: Path, empty_database: Path) -> str:
    shutil.copy(empty_database, tmp_path / "arkham.db")
    return f"sqlite:///{tmp_path / 'arkham.db'}"


async def test_a_lock_of_another_process_refuses_the_answer_and_lets_it_be_given_again(
    file_url: str, tmp_path: Path
) -> None:
    async with a_game(file_url) as (store, table, caller):
        with closing(sqlite3.connect(tmp_path / "arkham.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await refused(table, caller) == "locked"
            assert await refused(table, caller) == "locked"
            other.execute("ROLLBACK")
        await goes_on(store, table, caller)


async def test_a_full_disk_refuses_the_answer_until_there_is_room(file_url: str) -> None:
    async with a_game(file_url) as (store, table, caller):
        await _fill(store)
        # There may be room left in the last page of the answers; then there is none.
        with pytest.raises(LobbyRefused) as caught:
            await _play_on(table, caller)
        assert caught.value.facts["reason"] == "full"
        assert await refused(table, caller) == "full"
        assert await store.answers.last_seq(table.id) == table.seq
        await _limit_pages(store, 1_000_000)
        await goes_on(store, table, caller)


async def _fill(store: Store) -> None:
    """Let the file grow no more, and leave no page of it free."""
    await _limit_pages(store, await store.size() // 4096)

    async def work(connection: object) -> None:
        await connection.exec_driver_sql(  # type: ignore[attr-defined]
            "CREATE TABLE IF NOT EXISTS filler AS SELECT zeroblob(1) AS x"
        )
        await connection.exec_driver_sql("INSERT INTO filler VALUES (zeroblob(3000))")  # type: ignore[attr-defined]

    with suppress(StoreError):
        while True:
            await store._database.write(work)  # type: ignore[arg-type]


async def _play_on(table: Table, caller: Caller) -> None:
    while table.decision is not None:
        await answer(table, caller)


async def _limit_pages(store: Store, pages: int) -> None:
    async def work(connection: object) -> None:
        await connection.exec_driver_sql(  # type: ignore[attr-defined]
            f"PRAGMA max_page_count={pages}"
        )

    await store._database.write(work)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with throwaway_postgresql() as url:
        if url is None:
            pytest.skip("no PostgreSQL server answers at 127.0.0.1:5432 without a password")
        yield url


async def test_postgresql_that_loses_every_connection_in_mid_game_is_found_again(
    postgresql: str,
) -> None:
    name = postgresql.rpartition("/")[2]
    server = f"{postgresql.rpartition('/')[0]}/postgres"
    kill = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        f"WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    )
    async with a_game(postgresql) as (store, table, caller):
        for _ in range(3):
            killed = (await run_on_postgresql(server, kill))[0]
            assert int(str(killed)) >= 1
            await _until_taken(table, caller)
        await goes_on(store, table, caller)


async def test_postgresql_that_takes_no_connections_for_a_while_loses_nothing(
    postgresql: str,
) -> None:
    name = postgresql.rpartition("/")[2]
    server = f"{postgresql.rpartition('/')[0]}/postgres"
    close = f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'
    reopen = f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'
    kill = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'"
    async with a_game_on_used(postgresql) as (store, table, caller):
        await run_on_postgresql(server, close, kill)
        try:
            assert await refused(table, caller) == "lost"
            assert await refused(table, caller) == "lost"
        finally:
            await run_on_postgresql(server, reopen)
        await _until_taken(table, caller)
        await goes_on(store, table, caller)


@asynccontextmanager
async def a_game_on_used(url: str) -> AsyncIterator[tuple[Store, Table, Caller]]:
    store = await Store.open(url, limits=LIMITS)
    found = await store.accounts.by_folded("zoe")
    if found is not None:
        await store.accounts.delete(found.id)
    await store.close()
    async with a_game(url) as game:
        yield game


async def _until_taken(table: Table, caller: Caller, tries: int = 60) -> None:
    """Give the same answer again until the database is back, as a caller would."""
    for _ in range(tries):
        seq = table.seq
        try:
            await answer(table, caller)
        except LobbyRefused as caught:
            if caught.code not in ("store-unavailable", "look-again"):
                raise
            if table.seq == seq:
                await asyncio.sleep(0.05)
                continue
        return
    raise AssertionError("the database never came back")
