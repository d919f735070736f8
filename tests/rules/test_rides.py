"""Where a vehicle comes to past blockers, against ways traced street by street in another manner.

The engine searches; here every way is spelled out: first the zone a ride starts in, then all open
places joined to it, and for the halts every shortest street route from end to end.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arkham_bbs.game import board

# Blockers on the street, in houses with one door and with two, and several that cut a part off.
BLOCKED: tuple[tuple[str, ...], ...] = (
    ("s33",),
    ("graveyard",),
    ("miskatonic_university",),
    ("s63",),
    ("s40", "library"),
    ("s6", "s17"),
    ("s44", "boarding_house", "s65"),
    ("s20", "s33", "s48"),
)
STARTS: tuple[str, ...] = (
    *("s20", "s66", "s56", "s59", "s40", "s34", "s24", "s5"),
    *("library", "graveyard", "boarding_house", "shunned_house"),
)


def closed_by(blockers: tuple[str, ...]) -> set[str]:
    """Name what blockers close: their places, the street beside them, the doors around them."""
    beside = [near for place in blockers for near in doors_or_street(place)]
    return {*blockers, *beside}


def doors_or_street(place: str) -> tuple[str, ...]:
    return board.ENTRANCES.get(place) or board.STREET[place]


def spread(start: set[str], allowed: set[str]) -> set[str]:
    """Name everything next to ``start``, and next to that, as far as ``allowed`` goes."""
    found = set(start)
    edge = [place for place in start if place in board.STREET]
    while edge:
        for near in board.NEAR[edge.pop()]:
            if near in allowed and near not in found:
                found.add(near)
                if near in board.STREET:
                    edge.append(near)
    return found


def reach(start: str, blockers: tuple[str, ...]) -> set[str]:
    """Name what a ride comes to: it leaves the zone it starts in and enters no other (OPEN-16)."""
    closed = closed_by(blockers)
    everything = set(board.NEAR)
    # A rider in a house is at its doors, as far as these may be used.
    inside = start in board.ENTRANCES
    doors = set(board.ENTRANCES.get(start, (start,))) - set(blockers)
    if start not in closed:
        starts = doors - closed
        zone = starts
    else:
        starts = doors if inside else {start}
        zone = spread({place for place in starts if place in closed}, closed - set(blockers))
        zone |= starts - closed
    return (spread(zone, everything - closed) - closed) - {start}


def routes(start: str, goal: str) -> Iterator[list[str]]:
    """Spell out every shortest way by street, the start left out."""
    if start == goal:
        yield []
        return
    left = board.distance(start, goal) - 1
    for near in doors_or_street(start) if start in board.ENTRANCES else board.NEAR[start]:
        if near == goal or (near in board.STREET and board.distance(near, goal) == left):
            for rest in routes(near, goal):
                yield [near, *rest]


def halt_on(route: list[str], start: str, goal: str, blockers: tuple[str, ...]) -> str | None:
    """Drive one way until something is closed, and name the last open place before it."""
    closed = closed_by(blockers)
    leaving = start in closed
    last = None
    for near in route:
        if near in blockers or (near in closed and (not leaving or near == goal)):
            return last
        if near not in closed:
            leaving = False
            last = near
    return last


@pytest.mark.rule("MOVE-9", "MOVE-19", "MOVE-25", "OPEN-16")
@pytest.mark.parametrize("blockers", BLOCKED, ids="+".join)
def test_move_9_a_ride_comes_to_what_can_be_traced_past_the_blockers(
    blockers: tuple[str, ...],
) -> None:
    blocks = board.road_blocks(frozenset(blockers))
    assert blocks.own == frozenset(blockers)
    assert blocks.closed == closed_by(blockers)
    for start in STARTS:
        assert board.ride_reach(start, blocks) == reach(start, blockers), start


@pytest.mark.rule("MOVE-10", "MOVE-24")
@pytest.mark.parametrize("blockers", BLOCKED, ids="+".join)
def test_move_24_a_ride_halts_on_the_last_open_space_of_a_shortest_way(
    blockers: tuple[str, ...],
) -> None:
    blocks = board.road_blocks(frozenset(blockers))
    for start in STARTS:
        for goal in set(board.PLACES) - reach(start, blockers) - {start}:
            halts = {halt_on(way, start, goal, blockers) for way in routes(start, goal)}
            expected = sorted(halts - {None}, key=lambda place: board.PLACES.index(str(place)))
            assert list(board.ride_halts(start, goal, blocks)) == expected, (start, goal)


@pytest.mark.rule("MOVE-19", "OPEN-16")
def test_open_16_a_ride_that_starts_outside_a_closed_zone_does_not_pass_through_it() -> None:
    blocks = board.road_blocks(frozenset({"s63"}))
    assert "s59" in blocks.closed
    assert "library" not in board.ride_reach("s56", blocks)
    assert board.ride_halts("s56", "library", blocks) == ()
    assert board.ride_halts("s48", "library", blocks) == ("s56",)
