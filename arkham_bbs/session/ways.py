"""The way to a place in words: how far, past what, and what it costs.

Room: session. Imports game (board, views). Looks only; whether a way is allowed is the game's.
"""

from __future__ import annotations

from collections import deque

from arkham_bbs.game.board import NEAR, STREET, is_location
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View


def shortest_path(start: str, goal: str, stops: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return a shortest way on foot, without its start; empty when there is none.

    ``stops`` are places a walk does not pass. No way leads through a location.
    """
    if start == goal:
        return ()
    ways: dict[str, tuple[str, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for near in NEAR.get(here, ()):
            if near in ways:
                continue
            ways[near] = (*ways[here], near)
            if near == goal:
                return ways[near]
            if near in STREET and near not in stops:
                queue.append(near)
    return ()


def monster_places(view: View) -> frozenset[str]:
    """Return where monsters stand."""
    return frozenset(monster.place for monster in view.monsters)


def landmarks(start: str, path: tuple[str, ...]) -> str:
    """Return the doors a way passes, in words; those of its start and its goal are no news."""
    ends = {start, *path[-1:]}
    passed = [
        CONTENT.locations[entrance].name
        for space in path[:-1]
        if space in CONTENT.spaces
        and (entrance := CONTENT.spaces[space].entrance_of)
        and entrance not in ends
    ]
    unique = list(dict.fromkeys(passed))
    if len(unique) > 4:
        unique = [*unique[:2], *unique[-2:]]
    return names.listed(unique)


def path_sentence(start: str, goal: str, view: View | None = None) -> str:
    """Return how to walk from one place to another, and what stands in the way."""
    if start == goal:
        return f"That is where you are: {names.place(goal)}."
    stops = monster_places(view) if view is not None else frozenset()
    path = shortest_path(start, goal, stops)
    blocked = ""
    if not path:
        path = shortest_path(start, goal)
        blocked = " Monsters stand on every way."
    if not path:
        return f"No way on foot leads from {names.place(start)} to {names.place(goal)}."
    steps = names.counted(len(path), "space")
    past = landmarks(start, path)
    by = f", past {past}" if past else ""
    return f"To {names.place(goal)}: {steps} on foot{by}.{blocked}"


def way_of(key: str, decision: Decision, view: View) -> str:
    """Return the way a move option takes, as a sentence."""
    verb, _, rest = key.partition(":")
    places = rest.split(":")
    start = view.investigator(decision.investigator).place
    goal = names.place(places[-1])
    if verb == "walk":
        path = shortest_path(start, places[-1], monster_places(view))
        past = landmarks(start, path)
        steps = names.counted(len(path), "space") if path else "on foot"
        return f"You walk to {goal}: {steps}{f', past {past}' if past else ''}."
    if verb == "taxi":
        if len(places) > 1:
            return f"You walk to {names.place(places[0])} and ride to {goal}."
        return f"You ride from here to {goal}."
    if verb == "whistle":
        after = (
            f"You walk to {names.place(places[0])}, whistle" if len(places) > 1 else "You whistle"
        )
        return f"{after} for a taxi, and ride to {goal}. The whistle is used up."
    if verb == "automobile":
        return f"You drive to {goal}."
    return f"You go to {goal}."


def near_places(start: str, most: int = 8) -> list[tuple[str, int]]:
    """Return the nearest locations with their distances on foot, the nearest first."""
    found = [
        (place, len(shortest_path(start, place))) for place in CONTENT.locations if place != start
    ]
    return sorted((pair for pair in found if pair[1]), key=lambda pair: (pair[1], pair[0]))[:most]


def exits_of(place: str) -> list[str]:
    """Return where one step leads from a place, as sentences."""
    if place not in NEAR:
        return ["No street leads out of here."]
    lines: list[str] = []
    for near in NEAR[place]:
        if is_location(near):
            lines.append(f"Door: {names.place_title(near)}.")
        else:
            mark = " Taxi stand." if CONTENT.spaces[near].taxi else ""
            lines.append(f"{direction(place, near).capitalize()}: {names.place_title(near)}.{mark}")
    return lines


def direction(start: str, goal: str) -> str:
    """Return the compass direction from one place to another on the town plan."""
    a = CONTENT.spaces.get(start) or CONTENT.locations.get(start)
    b = CONTENT.spaces.get(goal) or CONTENT.locations.get(goal)
    if a is None or b is None:
        return "away"
    dx, dy = b.x - a.x, b.y - a.y
    north_south = "north" if dy < 0 else "south"
    east_west = "west" if dx < 0 else "east"
    if abs(dx) > 2.5 * abs(dy):
        return east_west
    if abs(dy) > 2.5 * abs(dx):
        return north_south
    return north_south + east_west
