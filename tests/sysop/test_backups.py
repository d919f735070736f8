"""Backups of a busy board: complete, checked by replaying, rotated, and put back."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from arkham_bbs.lobby import Lobby, ManualTime
from arkham_bbs.store import Store
from arkham_bbs.sysop.backup import list_backups, rotate, verify_file, verify_url
from tests.store.databases import run_apart, throwaway_postgresql
from tests.sysop.bureau import Bureau, open_bureau


async def keep_playing(bureau: Bureau, stop: asyncio.Event) -> int:
    """Answer without a pause; tables and chat too."""
    answered = 0
    while not stop.is_set() and bureau.table.decision is not None:
        await bureau.answer(bureau.table)
        answered += 1
        await bureau.store.chat.add("lobby", None, "Ann", f"word {answered}")
    return answered


async def test_a_busy_board_is_saved_checked_and_put_back(
    tmp_path: Path, empty_database: Path
) -> None:
    async with open_bureau(tmp_path / "data", empty_database) as bureau:
        for handle in ("Ann", "Bob"):
            await bureau.arrives(handle)
        table = await bureau.play()
        await bureau.answer(table, 10)
        stop = asyncio.Event()
        playing = asyncio.create_task(keep_playing(bureau, stop))
        await asyncio.sleep(0)
        outcome = await bureau.does("Wilbur", "backup", "now")
        assert outcome.status == 0, outcome.sentence
        found = outcome.plain()["result"]
        assert not found["verified"]["problems"]
        assert found["verified"]["games"] == 1
        saved = tmp_path / "data" / "backups" / found["backup"]["name"]
        assert stat.S_IMODE(saved.stat().st_mode) == 0o600
        with closing(sqlite3.connect(saved)) as copy:
            saved_seq = copy.execute("SELECT MAX(seq) FROM answers").fetchone()[0]
        while await bureau.store.answers.last_seq(table.id) <= saved_seq:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        stop.set()
        await playing
        assert saved_seq >= 10
        await bureau.does("Wilbur", "motd", "set", "after the backup")

    status, lines = await bureau.stop_and_run("backup", "restore", "latest", "a", "test")
    assert status == 0, lines
    old = list((tmp_path / "data").glob("arkham.db.before-*"))
    assert len(old) == 1
    store = await Store.open(f"sqlite:///{tmp_path / 'data' / 'arkham.db'}")
    assert await store.answers.last_seq(table.id) == saved_seq
    assert await store.motd.get() is None
    assert (await store.audit.search(action="backup restore"))[0].why == "a test"
    lobby = Lobby(store, time=ManualTime(store.clock().timestamp()))
    await lobby.open()
    await lobby.loaded()
    again = lobby.table(table.id)
    assert again.decision is not None
    assert again.seq == saved_seq
    await lobby.close()
    await store.close()


async def test_a_backup_whose_game_does_not_go_on_is_not_trusted(
    tmp_path: Path, empty_database: Path
) -> None:
    async with open_bureau(tmp_path / "data", empty_database) as bureau:
        await bureau.arrives("Ann")
        table = await bureau.play()
        await bureau.answer(table, 2)
        await bureau.does("Wilbur", "backup", "now")
        name = list_backups(bureau.desk.site.backups)[0].name
        path = bureau.desk.site.backups / name
        with closing(sqlite3.connect(path)) as copy:
            copy.execute("UPDATE checkpoints SET blob = X'00'")
            copy.commit()
        outcome = await bureau.does("Wilbur", "backup", "verify", name)
        assert outcome.code == "backup-damaged"
        assert table.id in outcome.sentence
    status, lines = await bureau.stop_and_run("backup", "restore", name)
    assert (status, "cannot be trusted" in lines[0]) == (1, True)
    assert list((tmp_path / "data").glob("*.before-*")) == []


async def test_a_file_that_is_no_database_and_one_with_holes_are_found_out(
    bureau: Bureau, tmp_path: Path
) -> None:
    directory = bureau.desk.site.backups
    directory.mkdir()
    (directory / "arkham-20260101-000000.db").write_bytes(b"not a database at all" * 500)
    outcome = await bureau.does("Wilbur", "backup", "verify", "arkham-20260101-000000")
    assert outcome.code == "backup-damaged"
    await bureau.arrives("Ann")
    table = await bureau.play()
    await bureau.answer(table, 3)
    await bureau.does("Wilbur", "backup", "now")
    newest = directory / list_backups(directory)[0].name
    with closing(sqlite3.connect(newest)) as copy:
        copy.execute("DELETE FROM answers WHERE seq = 2")
        copy.commit()
    found = await verify_file(newest)
    assert any("answers of game" in problem for problem in found.problems)
    assert sorted(p.name for p in directory.iterdir() if p.name.startswith(".")) == []


async def test_names_that_lead_elsewhere_are_no_backups(bureau: Bureau) -> None:
    for name in ("../arkham.db", "/etc/passwd", "arkham.db", "", "latest"):
        outcome = await bureau.does("Wilbur", "backup", "verify", name)
        assert outcome.code == "no-such-backup", name
    outcome = await bureau.does("Wilbur", "backup", "verify", "sqlite:////etc/passwd")
    assert outcome.code == "machine-only"


async def test_old_backups_are_let_go_and_the_newest_kept(bureau: Bureau) -> None:
    for _ in range(3):
        await bureau.does("Wilbur", "backup", "now")
    directory = bureau.desk.site.backups
    before = list_backups(directory)
    assert len(before) == 3
    assert rotate(directory, 0) == []
    assert len(rotate(directory, 2)) == 1
    assert list_backups(directory) == before[:2]


async def test_the_board_saves_itself_when_it_is_time_and_sweeps_up(bureau: Bureau) -> None:
    caretaker = bureau.office.caretaker
    await caretaker.look()
    assert (caretaker.backups, caretaker.backups_failed) == (1, 0)
    await caretaker.look()
    assert caretaker.backups == 1
    kept = await bureau.store.audit.search(action="backup now")
    assert (kept[0].way, kept[0].result) == ("system", "ok")
    assert 'arkham_backups_total{outcome="good"} 1.0' in bureau.metrics.page().decode()


async def test_a_backup_that_cannot_be_made_is_told_and_tried_again_later(bureau: Bureau) -> None:
    bureau.desk.site.backups.write_text("a file where the directory should be")
    caretaker = bureau.office.caretaker
    await caretaker.look()
    assert (caretaker.backups, caretaker.backups_failed) == (0, 1)
    kept = await bureau.store.audit.search(action="backup now")
    assert kept[0].result == "backup-damaged"
    bureau.desk.site.backups.unlink()
    await caretaker.look()
    assert caretaker.backups == 0
    bureau.time.advance(2 * 3600)
    await caretaker.look()
    assert caretaker.backups == 1


def test_postgresql_is_checked_by_its_url_with_the_same_replay() -> None:
    with throwaway_postgresql() as url:
        if url is None:
            pytest.skip("no PostgreSQL server answers at 127.0.0.1:5432 without a password")
        found = run_apart(verify_url(url))
    assert found.problems == ()
