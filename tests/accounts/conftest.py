"""Accounts on a migrated file copy, with cheap hashing and a clock that obeys."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arkham_bbs.accounts import Accounts, Hashing, Policy
from arkham_bbs.store import Store
from tests.store.databases import Clock

CHEAP = Hashing(memory_kib=8, passes=1, lanes=1)
GOOD = "fog over the river"
HERE = "203.0.113.7"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, empty_file: Path, clock: Clock) -> AsyncIterator[Store]:
    shutil.copy(empty_file, tmp_path / "arkham.db")
    store = await Store.open(f"sqlite:///{tmp_path / 'arkham.db'}", clock=clock)
    yield store
    await store.close()


@pytest.fixture
async def accounts(store: Store) -> AsyncIterator[Accounts]:
    accounts = Accounts(store, policy=Policy(), hashing=CHEAP)
    yield accounts
    await accounts.close()
