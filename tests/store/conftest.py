"""Every test here that asks for ``store`` runs on a file and on PostgreSQL.

``test_answers`` runs in memory as well.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.store import Limits, Store
from arkham_bbs.store.records import AccountRecord, GameRecord
from tests.store.databases import Clock, empty_postgresql, run_apart, throwaway_postgresql

LIMITS = Limits(lock_wait_s=0.15, connect_s=3.0)


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    with throwaway_postgresql() as url:
        if url is None:
            pytest.skip("no PostgreSQL server answers at 127.0.0.1:5432 without a password")
        yield url


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["file", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, empty_file: Path) -> str:
    if request.param == "file":
        shutil.copy(empty_file, tmp_path / "arkham.db")
        return f"sqlite:///{tmp_path / 'arkham.db'}"
    if request.param == "memory":
        return "sqlite:///:memory:"
    found: str = request.getfixturevalue("postgresql_url")
    run_apart(empty_postgresql(found))
    return found


@pytest.fixture
async def store(url: str, clock: Clock) -> AsyncIterator[Store]:
    store = await Store.open(url, clock=clock, limits=LIMITS)
    yield store
    await store.close()


@pytest.fixture
async def file_store(tmp_path: Path, empty_file: Path, clock: Clock) -> AsyncIterator[Store]:
    shutil.copy(empty_file, tmp_path / "arkham.db")
    store = await Store.open(f"sqlite:///{tmp_path / 'arkham.db'}", clock=clock, limits=LIMITS)
    yield store
    await store.close()


async def add_account(store: Store, handle: str, **fields: Any) -> AccountRecord:
    folded = handle.casefold()
    return await store.accounts.create(handle, folded, folded, "hash", **fields)


async def add_game(store: Store, title: str = "The Witch House", **fields: Any) -> GameRecord:
    values: dict[str, Any] = {
        "setup": {"seats": ["Ann"]},
        "options": {},
        "pace": {"kind": "live"},
        "table": {"least": 1},
        "rules_version": "1",
        "seed": b"\x00seed",
        "commitment": "c0ffee",
        "host_id": None,
    }
    return await store.games.create(title=title, **{**values, **fields})
