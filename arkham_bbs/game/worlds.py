"""Other Worlds: going through gates, the two boxes, visits, and coming home.

Room: game. Imports events and neighbours here.
Source: RULES.md GATE-2 to GATE-4, WORLD-1 to WORLD-11, SPELL-FIND, GAUNT-4, GAUNT-7, OPEN-2,
ITEM-KEY-5, LOST-3.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import has_item
from arkham_bbs.game.effects import Scene, run_effects
from arkham_bbs.game.events import CardUsed, EventRolled, GateKnown
from arkham_bbs.game.gates import turn_up_gate
from arkham_bbs.game.monsters import clear_box
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule
from arkham_bbs.game.spells import FIND_GATE, cast
from arkham_bbs.game.state import Investigator

KEY = "silver_key"
DREAMLANDS = "earths_dreamlands"


def go_through(play: Play, who: Investigator, place: str, how: str, rule: str) -> Rule[None]:
    """Pass the gate at ``place`` into box 2 and roll on its table (GATE-3).

    Raises:
        CarriedOff: something there took ``who`` away again.
    """
    turn_up_gate(play, place, "GATE-2")
    who.departed_gate = place
    who.visit = None
    who.held = False
    relocate(play, who, f"{play.state.gates[place].world}/2", how, rule=rule)
    yield from roll_table(play, who)


def roll_table(play: Play, who: Investigator) -> Rule[None]:
    """Roll a D6 on the gate table of the box where ``who`` is, and apply it.

    Raises:
        CarriedOff: the event took ``who`` out of the box.
    """
    place = who.place
    world = play.content.worlds[board.world_of(place)]
    die = play.d6()
    play.emit(EventRolled(who=who.id, place=place, die=die, rule="GATE-3"))
    try:
        yield from run_effects(play, who, world.events[die].effects, Scene(place, die))
    except (CarriedOff, MovedOn):
        clear_box(play, place)
        raise
    clear_box(play, place)


def home_gates(play: Play, who: Investigator) -> list[str]:
    """Return the gates by which ``who`` may come home, gate of departure first (WORLD-4, -10)."""
    world = board.world_of(who.place)
    to_world = [place for place, gate in play.state.gates.items() if gate.world == world]
    offered = [
        place for place in to_world if play.state.gates[place].face_up or place == who.departed_gate
    ]
    offered.sort(key=lambda place: place != who.departed_gate)
    return offered or to_world


def arrive_home(play: Play, who: Investigator, how: str, rule: str) -> Rule[None]:
    """Come back to Arkham, or from a visit to the place left behind (WORLD-2, WORLD-11).

    The right to attack the gate comes with it (GATTACK-1, OPEN-2). Without a gate a key user
    returns to the mark (ITEM-KEY-5), in a box to roll there (OPEN-34). A visitor from another box
    rolls there again (WORLD-8).
    """
    if who.visit is not None:
        home = who.visit.home
        who.visit = None
        relocate(play, who, home, how, rule="WORLD-11")
        who.held = board.is_box(home)
        return
    gates = home_gates(play, who)
    who.held = False
    if not gates:
        if has_item(who, KEY) and who.key_mark and board.world_of(who.place) == DREAMLANDS:
            play.emit(CardUsed(who=who.id, card=KEY, target=who.key_mark, rule="ITEM-KEY-5"))
            who.departed_gate = None
            relocate(play, who, who.key_mark, "key", rule="ITEM-KEY-5")
            who.held = board.is_box(who.key_mark)
            return
        yield from play.zero.stranded(play, who)
        raise CarriedOff(who)
    answer = yield from play.ask_plain(
        "return_gate", who, [f"place:{place}" for place in gates], rule="WORLD-4"
    )
    place = answer.partition(":")[2]
    turn_up_gate(play, place, "WORLD-10")
    who.departed_gate = None
    relocate(play, who, place, how, rule=rule)
    who.found_gate = place
    play.emit(GateKnown(who=who.id, place=place, rule="GATTACK-1"))


def find_gate(play: Play, who: Investigator, *, in_combat: bool) -> Rule[bool]:
    """Cast Find Gate (SPELL-FIND-1 to -3).

    Returns: True when it worked at the start of movement; the turn goes on at the gate.

    Raises:
        CarriedOff: it worked in combat; the turn ends there with no encounter.
    """
    if not (yield from cast(play, who, FIND_GATE)):
        return False
    place = who.place
    yield from arrive_home(play, who, "find-gate", "SPELL-FIND-1")
    clear_box(play, place)
    if in_combat:
        raise CarriedOff(who)
    return True


def end_visit(play: Play, who: Investigator) -> None:
    """Put a visitor back where the visit began (WORLD-8, WORLD-11)."""
    if who.visit is not None:
        home = who.visit.home
        who.visit = None
        relocate(play, who, home, "event", rule="WORLD-11")
