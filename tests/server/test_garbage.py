"""The search for garbage: short and often, and of what has been set aside at its own times."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from arkham_bbs.ops import garbage
from arkham_bbs.ops.garbage import Search, search_the_young
from arkham_bbs.ops.metrics import Metrics


class Board:
    """Somebody on the line or nobody, and the search."""

    def __init__(self) -> None:
        self.is_anyone_here = True
        self.metrics = Metrics()
        self.search = Search(lambda: self.is_anyone_here, self.metrics)

    @property
    def set_aside(self) -> int:
        """What the figures say is passed by."""
        return int(self.metrics.registry.get_sample_value("arkham_objects_set_aside") or 0)


@pytest.fixture
def board() -> Iterator[Board]:
    thresholds = gc.get_threshold()
    gc.collect()
    search_the_young()
    yield Board()
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.collect()


class Knot:
    """Something that points back at itself."""

    alive = 0

    def __init__(self) -> None:
        self.other = self
        Knot.alive += 1

    def __del__(self) -> None:
        Knot.alive -= 1


@pytest.fixture(autouse=True)
def no_knots() -> None:
    Knot.alive = 0


def grown_old(count: int) -> list[Knot]:
    """Make knots that only a search of everything would look at."""
    knots = [Knot() for _ in range(count)]
    gc.collect(1)
    return knots


def test_what_is_there_at_first_is_passed_by_and_python_searches_the_young_alone(
    board: Board,
) -> None:
    assert gc.get_freeze_count() > 10_000
    assert board.set_aside == 0
    young, middle, old = gc.get_threshold()
    assert young * (middle + 1) <= 10_000, "a search is short"
    assert old > 1_000_000_000, "Python does not choose when everything is searched"


def test_a_look_finds_what_grew_old_and_was_left(board: Board) -> None:
    knots = grown_old(1_000)
    board.search.look()
    assert Knot.alive == 1_000
    del knots
    board.search.look()
    assert Knot.alive == 0
    assert board.set_aside == 0


def test_what_stays_is_set_aside_when_to_look_at_it_takes_long(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "ENOUGH_S", 0.0)
    knots = grown_old(1_000)
    board.search.look()
    assert board.set_aside >= 1_000
    assert len(gc.get_objects(generation=2)) < 1_000
    del knots
    monkeypatch.setattr(garbage, "ENOUGH_S", 1.0)
    board.search.look()
    assert Knot.alive == 1_000, "until all is searched"


def test_where_many_came_at_once_they_are_set_aside_unless_nobody_waits(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "SHORT_S", 0.0)
    grown_old(1_000)
    board.is_anyone_here = False
    board.search.look()
    assert Knot.alive == 0
    board.is_anyone_here = True
    grown_old(1_000)
    board.search.look()
    assert Knot.alive == 1_000
    assert board.set_aside >= 1_000


@pytest.mark.parametrize("limit", ["QUIET_HEAP", "HEAP"])
def test_all_is_searched_when_nobody_waits_or_very_much_has_come_together(
    board: Board, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(garbage, "SHORT_S", 0.0)
    grown_old(1_000)
    board.search.look()
    assert board.set_aside >= 1_000
    monkeypatch.setattr(garbage, limit, 500)
    if limit == "QUIET_HEAP":
        board.search.look()
        assert Knot.alive == 1_000, "somebody would have to wait"
        board.is_anyone_here = False
    board.search.look()
    assert Knot.alive == 0
    assert board.set_aside == 0


def test_what_was_set_aside_and_went_by_itself_is_no_reason_to_search_all(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "SHORT_S", 0.0)
    plain = [[one] for one in range(1_000)]
    gc.collect(1)
    knots = grown_old(400)
    board.search.look()
    assert board.set_aside >= 1_400
    monkeypatch.setattr(garbage, "QUIET_HEAP", 1_200)
    board.is_anyone_here = False
    del plain, knots
    board.search.look()
    assert Knot.alive == 400
    assert 400 <= board.set_aside < 1_200


async def test_the_board_looks_now_and_then(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK_S", 0.01)
    grown_old(1_000)
    looking = asyncio.create_task(board.search.look_now_and_then())
    try:
        async with asyncio.timeout(20):
            while Knot.alive:  # noqa: ASYNC110 - a count has no event
                await asyncio.sleep(0.01)
    finally:
        looking.cancel()
