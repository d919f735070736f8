"""The search for garbage: short and often among the young, and of everything at its own times."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from arkham_bbs.ops import garbage
from arkham_bbs.ops.garbage import HEAP, SHORT_S, WholeSearch, old_objects, spare_what_stays
from arkham_bbs.ops.metrics import Metrics


@pytest.fixture
def as_served() -> Iterator[None]:
    """Python's search as the server has it, and as it was again afterwards."""
    thresholds = gc.get_threshold()
    spare_what_stays()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("as_served")
def test_what_is_there_when_the_board_opens_is_left_out() -> None:
    assert gc.get_freeze_count() > 10_000
    young, middle, old = gc.get_threshold()
    assert young * (middle + 1) <= 10_000, "a search in between is short"
    assert old > 1_000_000_000, "Python does not choose when everything is searched"


def test_everything_is_searched_while_it_is_short_or_nobody_waits_or_very_much_has_come() -> None:
    here = True
    search = WholeSearch(lambda: here, Metrics())
    many = round(2 * SHORT_S / garbage._S_EACH)
    assert search.is_due(many // 4)
    assert not search.is_due(many)
    assert search.is_due(HEAP + 1)
    here = False
    assert search.is_due(many)


class Knot:
    """Something that points back at itself."""

    def __init__(self) -> None:
        self.other = self


@pytest.mark.usefixtures("as_served")
def test_a_search_finds_knots_and_measures_itself() -> None:
    search = WholeSearch(lambda: True, Metrics())
    search.search()
    search._s_each = 1.0
    knots = [Knot() for _ in range(1_000)]
    gc.collect(1)
    del knots
    assert search.search() >= 1_000
    assert 0 < search._s_each < 0.001
    assert not search.is_due(search._left + HEAP)
    assert search.is_due(search._left + HEAP + 1)


@pytest.mark.usefixtures("as_served")
async def test_the_board_looks_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK_S", 0.01)
    metrics = Metrics()
    search = WholeSearch(lambda: False, metrics)
    knots = [Knot() for _ in range(1_000)]
    gc.collect(1)
    before = old_objects()
    looking = asyncio.create_task(search.look_now_and_then())
    del knots
    try:
        async with asyncio.timeout(20):
            while old_objects() > before - 500:  # noqa: ASYNC110 - a count has no event
                await asyncio.sleep(0.01)
    finally:
        looking.cancel()
    assert metrics.registry.get_sample_value("arkham_old_objects") == search._counted
