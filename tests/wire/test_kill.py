"""The server is killed at random moments while two callers play: no answer is lost or doubled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.killing import Tally, endure


def _is_whole(tally: Tally, kills: int) -> None:
    assert tally.is_clean, str(tally)
    assert not tally.problems
    assert tally.kills == kills
    assert tally.answers > kills


async def test_five_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    tally = await endure(tmp_path, 5, 1926, print)
    _is_whole(tally, 5)


@pytest.mark.nightly
async def test_two_hundred_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    tally = await endure(tmp_path, 200, 1987, print)
    _is_whole(tally, 200)
    assert 0 < tally.in_flight_kept < tally.in_flight
    assert tally.verified >= tally.finished > 0
