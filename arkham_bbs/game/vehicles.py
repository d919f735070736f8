"""Taxis, whistles, the automobile and free rides: where they go and where they halt.

Room: game. Imports events and neighbours here.
Source: RULES.md MOVE-3, MOVE-4, MOVE-9, MOVE-10, MOVE-18 to MOVE-27, ITEM-WHISTLE-2,
OPEN-16, OPEN-35.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arkham_bbs.game import board
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Investigator


def goals(play: Play, start: str, wanted: Sequence[str] = board.PLACES) -> list[str]:
    """Return which of ``wanted`` a rider at ``start`` may name, in board order.

    An open goal is reached; a closed one is named all the same and the ride halts before it
    (MOVE-24). Nobody rides to where the ride begins (MOVE-27) or to a barred place (OPEN-35).
    """
    barred = play.state.notes.barred
    return [place for place in _goals(start, play.road_blocks(), tuple(wanted)) if place != barred]


@lru_cache(maxsize=4096)
def _goals(start: str, blocks: board.RoadBlocks, wanted: tuple[str, ...]) -> tuple[str, ...]:
    if not blocks.own:
        return tuple(place for place in wanted if place != start)
    reach = board.ride_reach(start, blocks)
    return tuple(
        place
        for place in wanted
        if place != start and (place in reach or board.ride_halts(start, place, blocks))
    )


def ride(
    play: Play,
    who: Investigator,
    goal: str,
    how: str,
    *,
    rule: str,
    path: tuple[str, ...] = (),
    fare: int = 0,
) -> Rule[None]:
    """Ride from where ``who`` stands; a ride that cannot get through halts (MOVE-10, MOVE-24)."""
    blocks = play.road_blocks()
    to = goal
    if blocks.own and goal not in board.ride_reach(who.place, blocks):
        halts = board.ride_halts(who.place, goal, blocks)
        answer = yield from play.ask_plain(
            "halt",
            who,
            [f"place:{place}" for place in halts],
            rule="MOVE-24",
            facts={"goal": goal},
        )
        to = answer.partition(":")[2]
    relocate(
        play,
        who,
        to,
        how,
        rule=rule,
        path=path,
        fare=fare,
        wanted=goal if to != goal else None,
    )
