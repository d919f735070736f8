"""A database that cannot be opened: the doctor still speaks, and a backup can be put back."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.sysop import opening
from arkham_bbs.sysop.opening import sentence_about
from tests.sysop.bureau import Bureau, open_bureau

ROOT = Path(__file__).parents[2]
DAMAGE = b"this is a shopping list\n" * 500


def spoil(data: Path) -> None:
    """Write over the database of a stopped board."""
    for end in ("-wal", "-shm"):
        (data / f"arkham.db{end}").unlink(missing_ok=True)
    (data / "arkham.db").write_bytes(DAMAGE)


async def saved_and_spoilt(bureau: Bureau) -> None:
    assert (await bureau.does("Wilbur", "backup", "now")).status == 0
    await bureau.close()
    spoil(bureau.directory)


async def test_the_doctor_names_a_damaged_database_and_restore_mends_it(
    tmp_path: Path, empty_database: Path
) -> None:
    data = tmp_path / "data"
    async with open_bureau(data, empty_database) as bureau:
        await saved_and_spoilt(bureau)
        status, lines = await bureau.stop_and_run("doctor")
        told = "\n".join(lines)
        assert status == 0
        assert "BAD database: is damaged" in told
        assert "backup restore latest" in told
        # What can be looked at without it, is.
        for subject in ("disk:", "content:", "backups:"):
            assert subject in told
        assert "lost" not in told
        assert "why=" not in told
        # Whatever needs the database says so, in the same words; nothing is made up.
        for words in (("backup", "now"), ("bans",), ("stats",), ("backup", "verify", "current")):
            status, lines = await bureau.stop_and_run(*words)
            assert status == 1, words
            assert "is damaged" in "\n".join(lines), words
        assert (data / "arkham.db").read_bytes() == DAMAGE
        status, lines = await bureau.stop_and_run("backup", "restore", "latest", "it", "was", "mad")
        assert status == 0, lines
        status, lines = await bureau.stop_and_run("account", "show", "Ann")
        assert status == 0, lines
    store = await Store.open(f"sqlite:///{data / 'arkham.db'}")
    assert (await store.audit.search(action="backup restore"))[0].why == "it was mad"
    await store.close()


@pytest.mark.parametrize(
    ("code", "why", "told"),
    [
        ("full", "database or disk is full", "is full"),
        ("locked", "database is locked", "is held by something else"),
        ("lost", "file is not a database", "backup restore latest"),
        ("lost", "unable to open database file", "belong to the user"),
    ],
)
def test_each_trouble_of_a_file_has_its_advice(
    tmp_path: Path, code: str, why: str, told: str
) -> None:
    said = sentence_about(StoreUnavailable(code, why=why), f"sqlite:///{tmp_path / 'arkham.db'}")
    assert told in said
    assert "why=" not in said
    assert said.count(".") >= 2


def test_an_odd_error_on_a_disk_without_room_is_called_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = StoreUnavailable("lost", why="disk I/O error")
    url = f"sqlite:///{tmp_path / 'arkham.db'}"
    assert "is full" not in sentence_about(error, url)
    monkeypatch.setattr(opening, "NO_ROOM", 1 << 62)
    assert "is full" in sentence_about(error, url)


def test_a_server_that_is_not_there_is_named_with_its_setting() -> None:
    error = StoreUnavailable("lost", why="[Errno 111] Connect call failed ('127.0.0.1', 5432)")
    said = sentence_about(error, "postgresql://arkham@127.0.0.1/arkham")
    assert "cannot be reached" in said
    assert "ARKHAM_DATABASE_URL" in said


async def test_a_restore_tells_which_bans_it_turns_back(
    tmp_path: Path, empty_database: Path
) -> None:
    async with open_bureau(tmp_path / "data", empty_database) as bureau:
        await bureau.does("Wilbur", "ban", "network", "203.0.113.7", "noise")
        await bureau.does("Wilbur", "ban", "account", "Bob", "shouting")
        assert (await bureau.does("Wilbur", "backup", "now")).status == 0
        assert (await bureau.does("Wilbur", "unban", "203.0.113.7")).status == 0
        await bureau.does("Wilbur", "ban", "network", "203.0.113.99", "later")
        status, lines = await bureau.stop_and_run("backup", "restore", "latest")
        told = "\n".join(lines)
        assert status == 0, told
        assert "In force again, though lifted since: network 203.0.113.7/32 (noise)." in told
        assert "made since: network 203.0.113.99/32 (later)." in told
        assert "Bob" not in told


def on_the_machine(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `arkham-bbs` in a directory, as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "arkham_bbs.cli", *words],
        cwd=place,
        env={k: v for k, v in os.environ.items() if not k.startswith("ARKHAM_")}
        | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", ["sysop who", "sysop backup now", "sysop doctor", "fingerprints"])
def test_where_there_is_no_board_a_command_says_so_and_makes_nothing(
    tmp_path: Path, words: str
) -> None:
    ended = on_the_machine(tmp_path, *words.split())
    assert ended.returncode == 2
    wanted = f"There is no board in {tmp_path / 'data'}; give --data-dir DIR."
    assert wanted in ended.stderr
    assert list(tmp_path.iterdir()) == []
    assert on_the_machine(tmp_path, "sysop", "help").returncode == 0
    assert list(tmp_path.iterdir()) == []


async def test_the_data_directory_is_given_before_or_behind_the_word_sysop(
    tmp_path: Path, empty_database: Path
) -> None:
    data = tmp_path / "board"
    async with open_bureau(data, empty_database) as bureau:
        await bureau.close()
        for words in (
            ("--data-dir", str(data), "sysop", "account", "list"),
            ("sysop", f"--data-dir={data}", "account", "list"),
        ):
            ended = await asyncio.to_thread(on_the_machine, tmp_path, *words)
            assert ended.returncode == 0, ended.stderr
            assert "Wilbur" in ended.stdout
