"""What every test has: dice that fall the same way in each run of it, and an empty database.

A game that a test lays without a seed of its own takes one drawn from the test's name, so that a
failure can be had again. ``ARKHAM_TEST_SALT=word`` gives every test other dice: a way to look for
tests that only pass when the dice are kind.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from pathlib import Path

import pytest

from arkham_bbs.store import Store
from tests.store.databases import run_apart


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy from: quicker than migrating for every test."""
    path = tmp_path_factory.mktemp("empty") / "arkham.db"
    run_apart(Store.migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture(autouse=True)
def steady_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds of games from the test's name; a board in another process draws its own."""
    name = f"{os.environ.get('ARKHAM_TEST_SALT', '')}/{request.node.nodeid}"
    numbers = itertools.count()

    def seed() -> bytes:
        return hashlib.sha256(f"{name}/{next(numbers)}".encode()).digest()

    monkeypatch.setattr("arkham_bbs.lobby.floor.fresh_seed", seed)
