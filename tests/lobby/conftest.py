"""A lobby on a throw-away store, with a clock that is moved by hand."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.lobby import Caller, Lobby, LobbySettings, ManualTime, Presence, Table, TableSpec
from arkham_bbs.store import Store

from .toy import Toy, ToyEngine

START = datetime(1926, 10, 31, 20, 0, tzinfo=UTC).timestamp() + 100 * 365.25 * 86400


class Hall:
    """A lobby under test, and how to restart it."""

    def __init__(self, store: Store, time: ManualTime, **options: Any) -> None:
        self.store = store
        self.time = time
        self.options = {"engine": ToyEngine(), "settings": LobbySettings()} | options
        self.lobby = Lobby(store, time=time, **self.options)
        self.accounts: dict[str, Caller] = {}

    async def open(self) -> Hall:
        await self.lobby.open()
        await self.lobby.loaded()
        return self

    async def restart(self) -> Lobby:
        """The server stops and starts on the same store."""
        await self.lobby.close()
        self.lobby = Lobby(self.store, time=self.time, **self.options)
        await self.open()
        return self.lobby

    async def caller(self, handle: str, role: str = "caller") -> Caller:
        if handle not in self.accounts:
            folded = handle.casefold()
            record = await self.store.accounts.create(
                handle, folded, folded, None, role=role, state="active", profile={}
            )
            self.accounts[handle] = Caller(record.id, handle, role)  # type: ignore[arg-type]
        return self.accounts[handle]

    async def call(self, handle: str, role: str = "caller") -> Presence:
        """Somebody logs in."""
        caller = await self.caller(handle, role)
        return await self.lobby.attach(
            caller, session_id=f"s-{handle}", door="ssh", address="127.0.0.1"
        )

    async def passes(self, seconds: float) -> None:
        """Time goes by, and whatever is due is done on the way."""
        end = self.time.now() + seconds
        while True:
            due = self.lobby.scheduler.next_due()
            if due is None or due > end:
                break
            self.time.advance(max(0.0, due - self.time.now()))
            await self.lobby.scheduler.run_due()
        self.time.advance(end - self.time.now())
        await self.lobby.scheduler.run_due()

    async def table(self, *handles: str, **spec: Any) -> tuple[Table, list[Presence]]:
        """A running game of these callers, all looking at the table."""
        presences = [await self.call(handle) for handle in handles]
        table = await self.lobby.create(presences[0].caller, TableSpec(seats=len(handles), **spec))
        for presence in presences[1:]:
            await self.lobby.join(presence.caller, table.id, table.state.code)
        for presence in presences:
            await table.attend(presence)
        await table.start(presences[0].caller)
        for presence in presences:
            presence.notices.take_now()
        return table, presences


@pytest.fixture
def moved_time() -> ManualTime:
    return ManualTime(START)


@pytest.fixture
async def store(moved_time: ManualTime, tmp_path: Path, empty_file: Path) -> AsyncIterator[Store]:
    path = tmp_path / "lobby.db"
    shutil.copy(empty_file, path)
    opened = await Store.open(
        f"sqlite:///{path}",
        clock=lambda: datetime.fromtimestamp(moved_time.now(), UTC),
        migrate=False,
    )
    yield opened
    await opened.close()


@pytest.fixture
async def hall(store: Store, moved_time: ManualTime) -> AsyncIterator[Hall]:
    opened = await Hall(store, moved_time).open()
    Toy.faulty, Toy.modern = True, False
    yield opened
    await opened.lobby.close()


@pytest.fixture
def kinds() -> Callable[[Presence], list[str]]:
    """The kinds of notices waiting for somebody; takes them."""
    return lambda presence: [type(n).__name__ for n in presence.notices.take_now()]
