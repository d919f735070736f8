"""The search for garbage: short and often, and of what has been set aside at its own times."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from arkham_bbs.ops import garbage
from arkham_bbs.ops.garbage import GROWN, QUIET_S, Search, resident_bytes, search_the_young


class Board:
    """Somebody on the line or nobody, the time, the memory, and the search."""

    def __init__(self) -> None:
        self.is_anyone_here = True
        self.now = 0.0
        self.memory = 100 * 2**20
        self.search = Search(
            lambda: self.is_anyone_here, clock=lambda: self.now, memory=lambda: self.memory
        )


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


def test_what_stays_is_set_aside_when_to_look_at_it_takes_long(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "ENOUGH_S", 0.0)
    knots = grown_old(1_000)
    board.search.look()
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


def set_aside(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a thousand knots be set aside and dropped."""
    monkeypatch.setattr(garbage, "SHORT_S", 0.0)
    grown_old(1_000)
    board.search.look()
    monkeypatch.setattr(garbage, "SHORT_S", 1.0)
    board.search.look()
    assert Knot.alive == 1_000


def test_all_is_searched_when_nobody_waits_for_it_but_not_all_the_time(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_aside(board, monkeypatch)
    board.now += QUIET_S
    board.search.look()
    assert Knot.alive == 1_000, "somebody would have to wait"
    board.is_anyone_here = False
    board.search.look()
    assert Knot.alive == 0
    board.is_anyone_here = True
    set_aside(board, monkeypatch)
    board.is_anyone_here = False
    board.now += QUIET_S - 1
    board.search.look()
    assert Knot.alive == 1_000, "it was done a moment ago"
    board.now += 1
    board.search.look()
    assert Knot.alive == 0


def test_nothing_set_aside_is_nothing_to_search(board: Board) -> None:
    board.is_anyone_here = False
    board.now += QUIET_S
    frozen = gc.get_freeze_count()
    board.search.look()
    assert abs(gc.get_freeze_count() - frozen) < 100


def test_all_is_searched_when_memory_has_grown_beyond_measure(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_aside(board, monkeypatch)
    board.memory += GROWN
    board.search.look()
    assert Knot.alive == 1_000
    board.memory += 1
    board.search.look()
    assert Knot.alive == 0


def test_the_memory_of_the_process_is_known_where_the_kernel_tells() -> None:
    known = resident_bytes()
    if not known:
        pytest.skip("this kernel does not tell")
    assert 2**23 < known < 2**35


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
