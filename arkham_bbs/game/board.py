"""The street plan as a graph: neighbours, distances, walks, rides and patrols.

Room: game. Imports the standard library and the content.

Everything here only looks; nothing knows whose turn it is. Source: MOVE, MMOVE, board data.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from functools import cache, lru_cache

from arkham_bbs.game.content import CONTENT


def _adjacency() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {space: [] for space in CONTENT.spaces}
    for one, other in CONTENT.streets:
        found[one].append(other)
        found[other].append(one)
    for crossing, around in CONTENT.intersections.items():
        found[crossing] = list(around)
    return {space: tuple(near) for space, near in found.items()}


STREET: dict[str, tuple[str, ...]] = _adjacency()
ENTRANCES: dict[str, tuple[str, ...]] = {
    name: tuple(place.entrances) for name, place in CONTENT.locations.items()
}
DOORS: dict[str, tuple[str, ...]] = {
    space: tuple(name for name, doors in ENTRANCES.items() if space in doors)
    for space in CONTENT.spaces
}
TAXIS: tuple[str, ...] = tuple(space.id for space in CONTENT.spaces.values() if space.taxi)
PLACES: tuple[str, ...] = (*CONTENT.spaces, *CONTENT.locations)
# Street and locations in one graph, for everything that walks.
NEAR: dict[str, tuple[str, ...]] = {
    **{space: (*STREET[space], *DOORS[space]) for space in CONTENT.spaces},
    **ENTRANCES,
}


def is_space(place: str) -> bool:
    """Tell whether ``place`` is a street square."""
    return place in STREET


def is_location(place: str) -> bool:
    """Tell whether ``place`` is one of the 26 named places."""
    return place in ENTRANCES


def is_box(place: str) -> bool:
    """Tell whether ``place`` is an Other World box."""
    return "/" in place


def in_arkham(place: str) -> bool:
    """Tell whether ``place`` is a street square or a location."""
    return place in NEAR


def world_of(place: str) -> str:
    """Return the Other World of a box."""
    return place.partition("/")[0]


def is_building(place: str) -> bool:
    """Tell whether Hounds can be met here (HOUND-1, HOUND-9)."""
    if "/" in place:
        return not CONTENT.worlds[world_of(place)].tindalos_safe
    location = CONTENT.locations.get(place)
    return location is not None and location.building


def _street_distances(start: str) -> dict[str, int]:
    reached = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for near in STREET[here]:
            if near not in reached:
                reached[near] = reached[here] + 1
                queue.append(near)
    return reached


_STREETS: dict[str, dict[str, int]] = {space: _street_distances(space) for space in STREET}


def _distance(start: str, goal: str) -> int:
    if start == goal:
        return 0
    starts, goals = ENTRANCES.get(start, (start,)), ENTRANCES.get(goal, (goal,))
    doors = (start in ENTRANCES) + (goal in ENTRANCES)
    return doors + min(_STREETS[one][other] for one in starts for other in goals)


_ORDER: dict[str, int] = {place: number for number, place in enumerate(PLACES)}
_DISTANCE: dict[str, dict[str, int]] = {
    start: {goal: _distance(start, goal) for goal in PLACES} for start in PLACES
}


def distance(start: str, goal: str) -> int:
    """Return the fewest street steps between two places, a door counting 1 (MMOVE-15)."""
    return _DISTANCE[start][goal]


@cache
def next_steps(here: str, goal: str) -> tuple[str, ...]:
    """Return the neighbours of ``here`` that lie on a shortest way to ``goal``."""
    if goal in ENTRANCES and here in ENTRANCES[goal]:
        return (goal,)
    left = distance(here, goal) - 1
    nears = ENTRANCES[here] if here in ENTRANCES else STREET[here]
    return tuple(near for near in nears if distance(near, goal) == left)


def walk(
    start: str, budget: int, stops: Collection[str], closed: Collection[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Return where a walk of at most ``budget`` spaces may end, with a shortest way to each.

    ``stops`` are places that end a walk (MOVE-7); ``closed`` may not be entered at all. The way
    leaves out the start. Going into a location costs 1 and ends the walk (MOVE-5, MOVE-17). The
    dict is shared and must not be changed.
    """
    within = _within(start, budget)
    return _walk(start, budget, within.intersection(stops), within.intersection(closed))


@cache
def _within(start: str, budget: int) -> frozenset[str]:
    """Return everything within reach of a walk that nothing stops; only this can stop one."""
    return frozenset(_walk(start, budget, frozenset(), frozenset()))


@lru_cache(maxsize=4096)
def _walk(
    start: str, budget: int, stops: frozenset[str], closed: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    ways: dict[str, tuple[str, ...]] = {start: ()}
    edge = [start]
    for _ in range(budget):
        following = []
        for here in edge:
            way = ways[here]
            for near in NEAR[here]:
                if near in ways or near in closed:
                    continue
                ways[near] = (*way, near)
                if near not in ENTRANCES and near not in stops:
                    following.append(near)
        edge = following
    del ways[start]
    return ways


class RoadBlocks:
    """What blockers close to vehicles (MOVE-19, MOVE-25). ``own`` are the blockers' own places."""

    def __init__(self, places: frozenset[str]) -> None:
        self.own = places
        closed: set[str] = set(self.own)
        for place in self.own:
            if place in ENTRANCES:
                closed.update(ENTRANCES[place])
            else:
                closed.update(STREET[place])
        self.closed = frozenset(closed)


@lru_cache(maxsize=512)
def road_blocks(places: frozenset[str]) -> RoadBlocks:
    """Return what blockers in these places close; remembered, since they stand for long."""
    return RoadBlocks(places)


@lru_cache(maxsize=2048)
def ride_reach(start: str, blocks: RoadBlocks) -> frozenset[str]:
    """Return every place a vehicle from ``start`` can come to (MOVE-9).

    A vehicle that starts inside a closed zone may leave it, but never passes a blocker's own
    place (OPEN-16); one that starts outside enters none.
    """
    first: list[tuple[str, bool]] = [(start, start in blocks.closed)]
    seen: set[tuple[str, bool]] = set(first)
    reached: set[str] = set()
    while first:
        here, leaving = first.pop()
        nears = ENTRANCES[here] if here in ENTRANCES else NEAR[here]
        for near in nears:
            if near in blocks.own:
                continue
            shut = near in blocks.closed
            if shut and not leaving:
                continue
            if not shut:
                reached.add(near)
            if near in ENTRANCES:
                continue
            state = (near, leaving and shut)
            if state not in seen:
                seen.add(state)
                first.append(state)
    reached.discard(start)
    return frozenset(reached)


@lru_cache(maxsize=8192)
def ride_halts(start: str, goal: str, blocks: RoadBlocks) -> tuple[str, ...]:
    """Return where a ride to a goal that cannot be reached may halt (MOVE-10, MOVE-24).

    One entry for each last open space before the closed zone along some shortest street route,
    in board order; empty when the vehicle cannot even set out.
    """
    halts: set[str] = set()
    todo: list[tuple[str, bool, str | None]] = [(start, start in blocks.closed, None)]
    while todo:
        here, leaving, last_open = todo.pop()
        for near in next_steps(here, goal):
            shut = near in blocks.closed
            if near in blocks.own or (shut and not leaving) or (near == goal and shut):
                if last_open:
                    halts.add(last_open)
                continue
            todo.append((near, leaving and shut, last_open if shut else near))
    return tuple(sorted(halts, key=_ORDER.__getitem__))


def onward(space: str, came_from: str, hand: str) -> str:
    """Return the next space of a patrol standing on ``space`` (MMOVE-3, MMOVE-10).

    At an intersection an L monster takes the branch after the one it came from, clockwise, an
    R monster the one before; elsewhere it goes straight on, and turns back at a dead end.
    """
    around = CONTENT.intersections.get(space)
    if around is None:
        for near in STREET[space]:
            if near != came_from:
                return near
        return came_from
    if came_from not in around:
        return around[0]
    at = around.index(came_from)
    return around[(at + 1) % len(around)] if hand == "L" else around[(at - 1) % len(around)]


def headings(place: str) -> tuple[tuple[str, ...], ...]:
    """Return every way an arrow may point at ``place`` (MMOVE-14)."""
    if place in ENTRANCES:
        return tuple((door, near) for door in ENTRANCES[place] for near in STREET[door])
    if place in STREET:
        return tuple((near,) for near in STREET[place])
    return ()
