"""Database trouble: refused with a code, nothing half done, and it goes on by itself."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from arkham_bbs.store import SequenceTaken, Store, StoreUnavailable
from tests.store.conftest import LIMITS, add_game
from tests.store.databases import run_on_postgresql

_HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


async def test_a_lock_held_by_another_process_refuses_and_then_lets_go(
    file_store: Store,
) -> None:
    game = await add_game(file_store)
    holder = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _HOLDER,
        str(file_store.path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        assert (await holder.stdout.readline()).strip() == b"held"
        outcomes = await asyncio.gather(
            file_store.answers.append(game.id, 1, 0, "x"),
            file_store.answers.append(game.id, 2, 0, "y"),
            file_store.chat.add("lobby", None, "Ann", "hello"),
            return_exceptions=True,
        )
        assert [getattr(outcome, "code", outcome) for outcome in outcomes] == ["locked"] * 3
        # Readers are not held up.
        assert await file_store.answers.last_seq(game.id) == 0
    finally:
        holder.stdin.write(b"\n")
        await holder.communicate()
    await file_store.answers.append(game.id, 1, 0, "x")
    assert [answer.key for answer in await file_store.answers.since(game.id)] == ["x"]
    assert file_store.statistics().failures == 1


async def test_a_full_disk_refuses_keeps_what_was_and_goes_on_with_room(
    file_store: Store,
) -> None:
    game = await add_game(file_store)
    await file_store.answers.append(game.id, 1, 0, "before")
    database = file_store._database

    async def limit_pages(extra: int) -> None:
        pages = await file_store.size() // 4096

        async def work(connection: object) -> None:
            await connection.exec_driver_sql(  # type: ignore[attr-defined]
                f"PRAGMA max_page_count={pages + extra}"
            )

        await database.write(work)

    await limit_pages(2)
    with pytest.raises(StoreUnavailable) as caught:
        await file_store.checkpoints.save(game.id, 1, b"x" * 100_000)
    assert caught.value.code == "full"
    outcomes = await asyncio.gather(
        *(file_store.answers.append(game.id, seq, 0, "long" * 2_000) for seq in range(2, 12)),
        return_exceptions=True,
    )
    assert {getattr(outcome, "code", None) for outcome in outcomes} == {"full"}
    assert await file_store.answers.last_seq(game.id) == 1
    assert await file_store.integrity() == []
    await limit_pages(10_000)
    await file_store.checkpoints.save(game.id, 1, b"x" * 100_000)
    await file_store.answers.append(game.id, 2, 0, "long" * 2_000)
    assert await file_store.answers.last_seq(game.id) == 2


async def test_a_page_limit_can_be_set_when_opening(tmp_path: Path) -> None:
    from dataclasses import replace

    url = f"sqlite:///{tmp_path / 'small.db'}"
    await Store.migrate(url)
    small = await Store.open(url, limits=replace(LIMITS, max_pages=140))
    game = await add_game(small)
    with pytest.raises(StoreUnavailable) as caught:
        await small.checkpoints.save(game.id, 0, b"x" * 1_000_000)
    assert caught.value.code == "full"
    await small.close()


async def test_a_file_that_is_no_database_is_refused_by_code(tmp_path: Path) -> None:
    path = tmp_path / "arkham.db"
    path.write_bytes(b"this is a shopping list\n" * 500)
    with pytest.raises(StoreUnavailable) as caught:
        await Store.open(f"sqlite:///{path}")
    assert caught.value.code == "lost"


async def test_a_directory_that_cannot_be_made_is_refused_by_code(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnavailable) as caught:
        await Store.open(f"sqlite:///{tmp_path / 'file' / 'arkham.db'}")
    assert caught.value.code == "lost"


async def test_a_server_that_is_not_there_is_refused_by_code() -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await Store.open("postgresql://nobody@127.0.0.1:1/nothing", limits=LIMITS)
    assert caught.value.code == "lost"


@pytest.mark.parametrize("url", ["mysql://host/db", "nonsense", "", "sqlite+pysqlite:///x"])
async def test_a_url_of_another_kind_is_named(url: str) -> None:
    with pytest.raises(ValueError, match="database"):
        await Store.open(url)


async def test_closing_while_the_queue_is_full_leaves_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arkham_bbs.store.writer._MOST_WAITING", 2)
    store = await Store.open(f"sqlite:///{tmp_path / 'arkham.db'}")
    game = await add_game(store)
    tasks = [
        asyncio.create_task(store.answers.append(game.id, seq, 0, "x")) for seq in range(1, 60)
    ]
    await asyncio.sleep(0)
    await store.close()
    async with asyncio.timeout(10):
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    refused = [outcome for outcome in outcomes if outcome is not None]
    assert {getattr(outcome, "code", None) for outcome in refused} <= {"lost"}
    again = await Store.open(f"sqlite:///{tmp_path / 'arkham.db'}")
    assert len(await again.answers.since(game.id)) == 59 - len(refused)
    await again.close()


async def _kill_connections(url: str, but: str = "") -> None:
    await run_on_postgresql(
        url,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()" + but,
    )


async def test_killed_idle_connections_are_replaced_unnoticed(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url, limits=LIMITS)
    game = await add_game(store)
    for seq in range(1, 4):
        await _kill_connections(postgresql_url)
        await store.answers.append(game.id, seq, 0, "x")
        await _kill_connections(postgresql_url)
        assert await store.answers.last_seq(game.id) == seq
        await _kill_connections(postgresql_url)
        await store.chat.add("lobby", None, "Ann", "hello")
    await store.close()


async def test_connections_killed_under_way_lose_no_acknowledged_answer(
    postgresql_url: str,
) -> None:
    store = await Store.open(postgresql_url, limits=LIMITS)
    games = [await add_game(store) for _ in range(4)]
    acknowledged: dict[str, int] = {game.id: 0 for game in games}
    troubles: list[str] = []
    going = True

    async def play(game_id: str) -> None:
        while going:
            seq = acknowledged[game_id] + 1
            try:
                await store.answers.append(game_id, seq, 0, "x")
            except StoreUnavailable as error:
                troubles.append(error.code)
                continue
            except SequenceTaken:
                # It had arrived although the line was lost: catch up, as a table does.
                assert await store.answers.last_seq(game_id) == seq
            acknowledged[game_id] = seq

    players = [asyncio.create_task(play(game.id)) for game in games]
    for _ in range(15):
        await asyncio.sleep(0.02)
        await _kill_connections(postgresql_url)
    going = False
    await asyncio.gather(*players)
    assert set(troubles) <= {"lost"}
    for game_id, seq in acknowledged.items():
        assert await store.answers.last_seq(game_id) == seq > 0
    assert await store.integrity() == []
    await store.close()


class _Wire:
    """A TCP relay to PostgreSQL that can be cut and mended."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self._target)
        self._writers |= {writer, far_writer}
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._pump(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            sink.transport.abort()


@asynccontextmanager
async def _wired(postgresql_url: str) -> AsyncIterator[tuple[_Wire, str]]:
    url = make_url(postgresql_url)
    wire = _Wire(url.host or "127.0.0.1", url.port or 5432)
    await wire.mend()
    yield wire, url.set(port=wire.port, host="127.0.0.1").render_as_string(hide_password=False)
    await wire.cut()


async def test_a_server_that_is_away_for_a_while_is_lost_and_found(postgresql_url: str) -> None:
    async with _wired(postgresql_url) as (wire, url):
        store = await Store.open(url, limits=LIMITS)
        game = await add_game(store)
        await store.answers.append(game.id, 1, 0, "before")
        await wire.cut()
        for _ in range(3):
            outcomes = await asyncio.gather(
                store.answers.append(game.id, 2, 0, "meanwhile"),
                store.answers.last_seq(game.id),
                store.chat.add("lobby", None, "Ann", "hello"),
                return_exceptions=True,
            )
            assert [getattr(outcome, "code", outcome) for outcome in outcomes] == ["lost"] * 3
        await wire.mend()
        await store.answers.append(game.id, 2, 0, "after")
        keys = [answer.key for answer in await store.answers.since(game.id)]
        assert keys == ["before", "after"]
        await store.close()


async def test_a_row_lock_held_too_long_is_locked(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url, limits=LIMITS)
    game = await add_game(store)
    other = await Store.open(postgresql_url, limits=LIMITS)
    async with other._database.writing.connect() as connection:
        await connection.begin()
        await connection.execute(text("LOCK TABLE answers IN EXCLUSIVE MODE"))
        with pytest.raises(StoreUnavailable) as caught:
            await store.answers.append(game.id, 1, 0, "x")
        assert caught.value.code == "locked"
    await store.answers.append(game.id, 1, 0, "x")
    await other.close()
    await store.close()


async def test_readers_that_hold_the_whole_pool_hold_up_no_answer(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url, limits=LIMITS)
    game = await add_game(store)
    release = asyncio.Event()

    async def slow(_connection: object) -> None:
        await release.wait()

    readers = [asyncio.create_task(store._database.read(slow)) for _ in range(20)]
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await store.answers.append(game.id, 1, 0, "x")
    release.set()
    await asyncio.gather(*readers)
    await store.close()


async def test_two_servers_race_for_each_number_and_hear_of_each_other(
    postgresql_url: str,
) -> None:
    one = await Store.open(postgresql_url, limits=LIMITS)
    two = await Store.open(postgresql_url, limits=LIMITS)
    game = await add_game(one)
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    own: list[tuple[str, int]] = []
    await two.listen(lambda game_id, seq: heard.put_nowait((game_id, seq)))
    await one.listen(lambda game_id, seq: own.append((game_id, seq)))
    await one.answers.append(game.id, 1, 0, "by-one")
    assert await asyncio.wait_for(heard.get(), 5) == (game.id, 1)
    with pytest.raises(SequenceTaken):
        await two.answers.append(game.id, 1, 0, "by-two")
    # What was refused is not told; and nobody hears of his own answers.
    await one.answers.append(game.id, 2, 0, "by-one")
    assert await asyncio.wait_for(heard.get(), 5) == (game.id, 2)
    assert own == []
    won = 0
    for seq in range(3, 23):
        outcomes = await asyncio.gather(
            one.answers.append(game.id, seq, 0, "one"),
            two.answers.append(game.id, seq, 1, "two"),
            return_exceptions=True,
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == [
            "NoneType",
            "SequenceTaken",
        ]
        won += 1
    assert won == 20
    assert await one.integrity() == []
    await two.close()
    await one.close()


async def test_a_listener_that_lost_its_line_says_that_something_may_be_missing(
    postgresql_url: str,
) -> None:
    async with _wired(postgresql_url) as (wire, url):
        store = await Store.open(url, limits=LIMITS)
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        await store.listen(lambda game_id, seq: heard.put_nowait((game_id, seq)))
        await wire.cut()
        await wire.mend()
        assert await asyncio.wait_for(heard.get(), 5) == ("", 0)
        other = await Store.open(postgresql_url, limits=LIMITS)
        game = await add_game(other)
        await other.answers.append(game.id, 1, 0, "x")
        assert await asyncio.wait_for(heard.get(), 5) == (game.id, 1)
        await other.close()
        await store.close()


_WRITER = """
import asyncio, sys
from arkham_bbs.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    async def play(game_id):
        seq = await store.answers.last_seq(game_id)
        while True:
            seq += 1
            await store.answers.append(game_id, seq, 0, "x" * 50)
            print(game_id, seq, flush=True)
    await asyncio.gather(*(play(game_id) for game_id in sys.argv[2:]))

asyncio.run(main())
"""


async def test_what_was_acknowledged_survives_a_kill(file_store: Store) -> None:
    games = [(await add_game(file_store)).id for _ in range(3)]
    told = dict.fromkeys(games, 0)
    for round_number in range(3):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _WRITER,
            f"sqlite:///{file_store.path}",
            *games,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert process.stdout is not None
        for _ in range(40 + 37 * round_number):
            line = (await process.stdout.readline()).split()
            told[line[0].decode()] = int(line[1])
        process.send_signal(signal.SIGKILL)
        rest, _ = await process.communicate()
        for whole in rest.decode().splitlines(keepends=True):
            if whole.endswith("\n"):
                game_id, told_seq = whole.split()
                told[game_id] = int(told_seq)
        for game_id, seq in told.items():
            # One more may have arrived without being told.
            assert await file_store.answers.last_seq(game_id) in (seq, seq + 1)
            told[game_id] = await file_store.answers.last_seq(game_id)
    assert await file_store.integrity() == []


async def test_full_sync_write_ahead_log_and_foreign_keys_are_on(file_store: Store) -> None:
    async def work(connection: object) -> list[object]:
        return [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()  # type: ignore[attr-defined]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert await file_store._database.write(work) == ["wal", 2, 1]
    assert file_store.path is not None
    with closing(sqlite3.connect(file_store.path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
