"""A board for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.session.harness import Board, open_board


@pytest_asyncio.fixture
async def board() -> AsyncIterator[Board]:
    """Return a fresh board in memory."""
    async with open_board() as opened:
        yield opened
