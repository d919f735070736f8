"""What stops a start, and what the start says, in words that name what is really wrong."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.config import Settings
from arkham_bbs.server.board import Server
from arkham_bbs.server.start_failed import StartFailed
from arkham_bbs.store.errors import StoreUnavailable

ELSEWHERE = "192.0.2.1"


def closed(directory: Path, **others: Any) -> Settings:
    """Settings of a board with every door closed."""
    doors = {f"{name}_port": 0 for name in ("ssh", "telnet", "web", "ops")}
    return Settings(data_dir=directory / "data", **{**doors, **others})


async def refusal(settings: Settings) -> str:
    with pytest.raises(StartFailed) as caught:
        await Server(settings).start()
    return str(caught.value)


async def test_a_full_disk_stops_the_start_before_the_lock_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("arkham_bbs.ops.data_lock.os.pwrite", no_room)
    told = await refusal(closed(tmp_path))
    assert "is full" in told
    assert str(tmp_path / "data") in told
    monkeypatch.undo()
    # Nothing is held by the start that failed.
    server = Server(closed(tmp_path))
    await server.start()
    await server.stop()


async def test_a_file_system_without_locks_is_no_reason_to_stay_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("arkham_bbs.ops.data_lock.fcntl.flock", unknown)
    server = Server(closed(tmp_path))
    await server.start()
    await server.stop()


async def test_a_database_in_a_directory_that_is_new_is_locked_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'arkham.db'}"
    server = Server(closed(tmp_path, database_url=url))
    await server.start()
    assert (tmp_path / "new" / "arkham.db.lock").read_text().startswith(f"process {os.getpid()}")
    await server.stop()


async def test_a_new_data_directory_is_nobody_elses_to_read(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        server = Server(closed(tmp_path))
        await server.start()
        await server.stop()
    finally:
        os.umask(before)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("door", ["ssh_port", "telnet_port"])
async def test_an_address_of_another_machine_is_blamed_on_the_host(
    tmp_path: Path, door: str
) -> None:
    told = await refusal(closed(tmp_path, host=ELSEWHERE, **{door: 39_217}))
    assert f"host {ELSEWHERE}" in told
    assert "ARKHAM_HOST" in told
    assert "PORT" not in told


async def test_a_board_with_every_door_closed_asks_nobody_to_register(tmp_path: Path) -> None:
    server = Server(closed(tmp_path))
    await server.start()
    said = server.notice()
    await server.stop()
    assert "Nobody can call" in said
    assert "ARKHAM_SSH_PORT" in said
    assert "Register" not in said
    assert "Only this machine" not in said


async def test_ready_is_no_while_writes_are_refused_and_yes_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(closed(tmp_path))
    await server.start()
    try:
        assert await server.wrong() == {}

        async def no_room(_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as disk:
            disk.setattr(server.store._database.writer, "_attempt", no_room)
            # Nobody has tried to write yet, and reading goes on.
            assert await server.wrong() == {}
            with pytest.raises(StoreUnavailable):
                await server.store.chat.add("lobby", None, "Ann", "hello")
            assert await server.wrong() == {"store": "full: database or disk is full"}
        # Nobody else writes: the question itself finds out.
        assert await server.wrong() == {}
        assert server.store.refusing is None
    finally:
        await server.stop()
