"""The movement step: the roll, walking, riding and staying.

Room: game. Imports events and neighbours here.
Source: RULES.md MOVE-1 to MOVE-27, ITEM-RUBY-1, ITEM-WHISTLE, SPELL-MISTS, OPEN-4,
GATTACK-10, OPEN-30, OPEN-35.
"""

from __future__ import annotations

from arkham_bbs.game import board, silver_key
from arkham_bbs.game.cards import drop, has_item
from arkham_bbs.game.decisions import LazyOptions, Option, option
from arkham_bbs.game.events import CardUsed, MovementRolled, Stayed
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule
from arkham_bbs.game.pools import pay
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.spells import MISTS, cast, castable
from arkham_bbs.game.state import Investigator
from arkham_bbs.game.vehicles import goals, ride

RUBY = "ruby_of_rlyeh"
WHISTLE = "taxi_whistle"
# Out of a gated location and in again; anywhere else that is the same as staying.
ROUND = "out_and_in"


class MoveOptions(LazyOptions):
    """All destinations of a move; rides are listed only when somebody looks at them.

    ``walks`` are the keys on foot; ``rides`` pairs a key prefix with the goals behind it.
    """

    def __init__(self, walks: list[str], rides: list[tuple[str, list[str], str]]) -> None:
        self.walks = walks
        self.rides = rides
        self.size = len(walks) + sum(len(places) for _, places, _ in rides)

    def __len__(self) -> int:
        return self.size

    def made(self, index: int) -> Option:
        """Return one option."""
        if index < len(self.walks):
            key = self.walks[index]
            return option(key, "GATTACK-10" if key == ROUND else "MOVE-2")
        index -= len(self.walks)
        for prefix, places, rule in self.rides:
            if index < len(places):
                return option(f"{prefix}:{places[index]}", rule)
            index -= len(places)
        raise IndexError(index)

    def keys(self) -> tuple[str, ...]:
        """Return all keys in order; there may be thousands of rides."""
        rides = (f"{prefix}:{goal}" for prefix, places, _ in self.rides for goal in places)
        return (*self.walks, *rides)

    def offers(self, key: str) -> bool:
        """Tell whether ``key`` is on offer."""
        if key in self.walks:
            return True
        prefix, _, goal = key.rpartition(":")
        return any(prefix == start and goal in places for start, places, _ in self.rides)


def roll_movement(play: Play, who: Investigator) -> int:
    """Roll the dice for movement with every modifier (MOVE-1, ITEM-RUBY-1)."""
    dice = tuple(play.d6() for _ in range(who.next_dice))
    bonus = who.next_add + 3 * sum(card.id == RUBY for card in who.items)
    who.next_dice = 2
    who.next_add = 0
    total = sum(dice) + bonus
    play.emit(MovementRolled(who=who.id, dice=dice, bonus=bonus, total=total, rule="MOVE-1"))
    return total


def movement_step(play: Play) -> Rule[str]:
    """Step 1d: move, ride or stay."""
    who = play.investigator(play.state.active or "")
    if not play.conditions.may_move(play, who):
        return "encounter"
    budget = roll_movement(play, who)
    if who.must_leave and who.place in ("hospital", "sanitarium"):
        play.state.notes.barred = who.place
    who.must_leave = False
    try:
        yield from move(play, who, budget)
    except CarriedOff:
        return "aftermath"
    except MovedOn:
        pass
    return "encounter"


def walks_from(
    play: Play, who: Investigator, budget: int, mists: bool
) -> dict[str, tuple[str, ...]]:
    """Return where ``who`` may walk, with the way to each place."""
    stops = frozenset() if mists else play.occupied()
    barred = play.state.notes.barred
    return board.walk(who.place, budget, stops, (barred,) if barred else ())


def _door_out(who: Investigator, budget: int, stops: frozenset[str]) -> str | None:
    """Return a door to leave and come back by, where that gives up a right (GATTACK-10)."""
    if who.found_gate != who.place or budget < 2:
        return None
    return next((door for door in board.ENTRANCES[who.place] if door not in stops), None)


def move_options(
    play: Play, who: Investigator, budget: int, first: bool, mists: bool
) -> MoveOptions:
    """Return everything a mover may do (MOVE-2 to MOVE-5, MOVE-22, MOVE-26)."""
    stops: frozenset[str] = frozenset() if mists else play.occupied()
    here = who.place
    shut = play.state.notes.barred
    ways = board.walk(here, budget, stops, (shut,) if shut else ())
    keys = [] if here == shut else ["stay"]
    if _door_out(who, budget, stops):
        keys.append(ROUND)
    keys += [f"walk:{place}" for place in ways]
    if first and not mists and castable(play, who, MISTS):
        keys.append(f"cast:{MISTS}")
    if first:
        keys += silver_key.passage_keys(play, who)
    rides: list[tuple[str, list[str], str]] = []
    fare = play.content.misc["fees"]["taxi"]
    whistle = who.money >= fare and has_item(who, WHISTLE)
    if who.money >= fare:
        if here in board.TAXIS:
            rides.append(("taxi", goals(play, here), "MOVE-3"))
        for stand in board.TAXIS:
            if stand in ways and stand not in stops:
                rides.append((f"taxi:{stand}", goals(play, stand), "MOVE-3"))
    if whistle:
        rides.append(("whistle", goals(play, here), "MOVE-4"))
        rides += [
            (f"whistle:{place}", goals(play, place), "MOVE-26")
            for place in ways
            if board.is_space(place) and place not in stops
        ]
    if first and who.automobile:
        rides.append(("automobile", goals(play, here), "MOVE-22"))
    return MoveOptions(keys, rides)


def move(play: Play, who: Investigator, budget: int) -> Rule[None]:
    """Let ``who`` use up to ``budget`` spaces of movement.

    Raises:
        MovedOn, CarriedOff: passed by the Silver Key.
    """
    mists = False
    first = True
    while True:
        answer = yield from play.ask(
            "move",
            who,
            lambda: move_options(play, who, budget, first, mists),  # noqa: B023
            rule="MOVE-2",
            default="stay" if who.place != play.state.notes.barred else None,
            facts={"budget": budget, "from": who.place, "mists": mists},
            always=True,
        )
        if answer == "stay":
            play.emit(Stayed(who=who.id, place=who.place, rule="MOVE-2"))
            return
        if answer == ROUND:
            _go_round(play, who, budget, mists)
            return
        verb, _, rest = answer.partition(":")
        if verb == "cast":
            mists = yield from cast(play, who, MISTS)
            continue
        if verb == "key":
            yield from silver_key.pass_through(play, who, rest, Encounter())
            return
        if verb != "walk":
            yield from _ride(play, who, verb, rest, walks_from(play, who, budget, mists))
            return
        way = walks_from(play, who, budget, mists)[rest]
        relocate(play, who, rest, "walk", rule="MOVE-5", path=way)
        play.state.notes.moved = True
        budget -= len(way)
        if mists or board.is_location(rest) or not play.monsters_at(rest):
            return
        if budget <= 0 or not castable(play, who, MISTS):
            return
        answer = yield from play.ask_plain(
            "pass_monster", who, [f"cast:{MISTS}", "stop"], rule="OPEN-4", default="stop"
        )
        if answer == "stop":
            return
        mists = yield from cast(play, who, MISTS)
        if not mists:
            return
        first = False


def _go_round(play: Play, who: Investigator, budget: int, mists: bool) -> None:
    """Walk out and in again; the right to attack the gate stays behind (GATTACK-10)."""
    place = who.place
    door = _door_out(who, budget, frozenset() if mists else play.occupied())
    assert door is not None
    for step in (door, place):
        relocate(play, who, step, "walk", rule="MOVE-5", path=(step,))
    play.state.notes.moved = True


def _ride(
    play: Play, who: Investigator, verb: str, rest: str, ways: dict[str, tuple[str, ...]]
) -> Rule[None]:
    """Walk to where the ride begins, pay, and ride."""
    start, _, goal = rest.rpartition(":")
    path: tuple[str, ...] = ()
    if start:
        path = ways[start]
        relocate(play, who, start, "walk", rule="MOVE-2", path=path)
    fare = 0
    if verb != "automobile":
        fare = play.content.misc["fees"]["taxi"]
        if verb == "whistle":
            play.emit(CardUsed(who=who.id, card=WHISTLE, rule="ITEM-WHISTLE-1"))
            drop(play, who, "items", WHISTLE, "used", "ITEM-WHISTLE-1")
        pay(play, who, fare, "fare", "MOVE-3")
    rule = {"taxi": "MOVE-3", "whistle": "MOVE-4", "automobile": "MOVE-22"}[verb]
    yield from ride(play, who, goal, verb, rule=rule, fare=fare)
