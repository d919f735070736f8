"""Migrations, backups, sizes, addresses: the whole of a database."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import Store, StoreError, StoreUnavailable
from arkham_bbs.store.engine import Limits, parse_url
from arkham_bbs.store.records import HistoryRecord
from arkham_bbs.store.schema import REVISION, metadata
from arkham_bbs.store.upgrade import migrations_path
from arkham_bbs.store.ways import open_way
from tests.store.conftest import LIMITS, add_account, add_game


async def test_answers_checkpoints_and_history_join_one_transaction(file_store: Store) -> None:
    store = file_store
    game = await add_game(store)
    entry = HistoryRecord(
        game_id=game.id, seq=0, part=0, turn=1, kind="Told", data="{}", text="Night falls."
    )
    before = store.statistics().commits
    await asyncio.gather(
        store.answers.append(game.id, 1, 0, "x"),
        store.checkpoints.save(game.id, 0, b"zero"),
        store.history.append(game.id, [entry]),
    )
    assert store.statistics().commits - before <= 2


async def test_the_migrations_make_the_schema_the_code_expects(url: str) -> None:
    store = await Store.open(url, limits=LIMITS)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async def work(connection: AsyncConnection) -> list[object]:
        return await connection.run_sync(differences)

    assert await store._database.read(work) == []
    await store.close()


def test_the_head_of_the_migrations_is_the_one_the_code_names() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations_path()))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


async def test_migrating_is_done_once_and_says_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'arkham.db'}"
    assert await Store.revision(url) == (None, REVISION)
    assert await Store.migrate(url) is True
    assert await Store.migrate(url) is False
    assert await Store.revision(url) == (REVISION, REVISION)


async def test_a_url_of_an_older_configuration_still_opens_the_file(tmp_path: Path) -> None:
    await Store.migrate(f"sqlite:///{tmp_path / 'arkham.db'}")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'arkham.db'}", migrate=False)
    assert store.path == tmp_path / "arkham.db"
    await store.close()


async def test_a_new_database_is_read_by_its_owner_only(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'new' / 'arkham.db'}")
    await add_account(store, "Ann")
    modes = {
        name: stat.S_IMODE(os.stat(tmp_path / "new" / name).st_mode)
        for name in os.listdir(tmp_path / "new")
    }
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(os.stat(tmp_path / "new").st_mode) == 0o700
    await store.close()


async def test_two_servers_starting_at_once_migrate_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'arkham.db'}"
    patient = Limits(lock_wait_s=60.0)
    outcomes = await asyncio.gather(*(Store.migrate(url, limits=patient) for _ in range(3)))
    assert sorted(outcomes) == [False, False, True]


async def test_migrations_go_down_and_up_again(url: str) -> None:
    await Store.migrate(url, limits=LIMITS)
    way = open_way(parse_url(url), LIMITS)

    def down_and_up(connection: Connection) -> list[str]:
        from alembic import command

        config = Config()
        config.set_main_option("script_location", str(migrations_path()))
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        left = connection.dialect.get_table_names(connection)
        command.upgrade(config, "head")
        return [name for name in left if name != "alembic_version"]

    async def work() -> list[str]:
        async with way.connect() as connection:
            await connection.begin()
            left = await connection.run_sync(down_and_up)
            await connection.commit()
            return left

    assert await way.whole(work) == []
    await way.close()
    store = await Store.open(url, limits=LIMITS)
    await add_account(store, "Ann")
    await store.close()


async def test_a_database_of_a_newer_program_is_refused_and_not_touched(url: str) -> None:
    store = await Store.open(url, limits=LIMITS)

    async def become(revision: str) -> None:
        statement = text("UPDATE alembic_version SET version_num = :revision")

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(statement, {"revision": revision})

        await store._database.write(work)

    await become("9999")
    with pytest.raises(StoreError) as caught:
        await Store.open(url, limits=LIMITS)
    assert caught.value.code == "newer-schema"
    await become(REVISION)
    await store.close()


async def test_a_start_with_nothing_due_does_not_load_alembic(file_store: Store) -> None:
    script = (
        "import asyncio, sys\n"
        "from arkham_bbs.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules, 'asyncpg' in sys.modules)\n"
    )
    done = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        f"sqlite:///{file_store.path}",
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    output, _ = await done.communicate()
    assert output.split() == [b"False", b"False"]


async def test_a_wheel_carries_the_migrations_and_migrates_alone(tmp_path: Path) -> None:
    """As the build lays them: inside the package, with nothing of the checkout beside it."""
    site = tmp_path / "site"
    shutil.copytree(
        migrations_path().parent / "arkham_bbs",
        site / "arkham_bbs",
        ignore=shutil.ignore_patterns("__pycache__", "migrations"),
    )
    shutil.copytree(migrations_path(), site / "arkham_bbs" / "migrations")
    script = (
        "import asyncio, sys, arkham_bbs\n"
        "from arkham_bbs.store import Store\n"
        "from arkham_bbs.store.upgrade import migrations_path\n"
        "print(migrations_path())\n"
        "print(asyncio.run(Store.migrate(sys.argv[1])))\n"
    )
    outside = [path for path in sys.path if "site-packages" in path]
    done = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        f"sqlite:///{tmp_path / 'arkham.db'}",
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *outside])},
    )
    output, _ = await done.communicate()
    assert output.decode().splitlines() == [str(site / "arkham_bbs" / "migrations"), "True"]


async def test_a_backup_of_a_busy_board_is_whole_and_private(
    file_store: Store, tmp_path: Path
) -> None:
    game = await add_game(file_store)
    going = True

    async def play() -> None:
        seq = 0
        while going:
            seq += 1
            await file_store.answers.append(game.id, seq, 0, "x" * 200)

    player = asyncio.create_task(play())
    while await file_store.answers.last_seq(game.id) < 50:
        pass
    target = tmp_path / "backups" / "one.db"
    size = await file_store.backup_to(target)
    going = False
    await player
    assert size == target.stat().st_size > 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [path.name for path in target.parent.iterdir()] == ["one.db"]
    copy = await Store.open(f"sqlite:///{target}")
    assert await copy.integrity() == []
    assert 50 <= await copy.answers.last_seq(game.id) <= await file_store.answers.last_seq(game.id)
    await copy.close()
    with pytest.raises(StoreError) as caught:
        await file_store.backup_to(target)
    assert caught.value.code == "exists"


async def test_a_backup_that_cannot_be_written_leaves_nothing(
    file_store: Store, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnavailable):
        await file_store.backup_to(tmp_path / "file" / "one.db")
    assert not any("partial" in name for name in os.listdir(tmp_path))


async def test_what_has_no_file_has_no_file_backup(tmp_path: Path) -> None:
    store = await Store.open("sqlite:///:memory:")
    with pytest.raises(StoreError) as caught:
        await store.backup_to(tmp_path / "one.db")
    assert caught.value.code == "not-sqlite"
    assert not (tmp_path / "one.db").exists()
    await store.close()


async def test_damage_is_found(file_store: Store) -> None:
    for number in range(50):
        await add_account(file_store, f"Caller {number}")
    path = file_store.path
    assert path is not None
    await file_store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("DELETE FROM sqlite_schema WHERE name = 'ix_accounts_role'")
        connection.commit()
    damaged = await Store.open(f"sqlite:///{path}")
    assert await damaged.integrity() != []
    await damaged.close()


async def test_it_tells_its_size_and_answers_when_asked(store: Store) -> None:
    assert await store.size() > 50_000
    await store.ping()


def test_a_password_is_not_shown() -> None:
    url = parse_url("postgresql://arkham:s3cret@db/arkham")
    assert "s3cret" not in url.render_as_string(hide_password=True)
    assert "s3cret" not in repr(url)
    assert Limits().lock_wait_s > 0
