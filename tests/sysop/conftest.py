"""A board with its office for each test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.sysop.bureau import Bureau, lay_foundation, lay_table, open_bureau


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the people of the tests, made once; each test gets a copy."""
    path = tmp_path_factory.mktemp("sysop") / "empty.db"
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, lay_foundation(path)).result()
    path.chmod(0o600)
    return path


@pytest.fixture(scope="session")
def played_database(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Path:
    """The same, and Ann and Bob have begun a game: made once, because a game's start costs most."""
    directory = tmp_path_factory.mktemp("sysop-played")
    with ThreadPoolExecutor(1) as pool:
        path = pool.submit(asyncio.run, lay_table(directory, empty_database)).result()
    path.chmod(0o600)
    return path


@pytest.fixture
async def bureau(tmp_path: Path, empty_database: Path) -> AsyncIterator[Bureau]:
    async with open_bureau(tmp_path / "data", empty_database) as opened:
        yield opened
