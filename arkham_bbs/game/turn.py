"""The order of play: which step follows which.

Room: game. Imports events and neighbours here.
Source: RULES.md phase order, TURN-1 to TURN-7, WORLD-1, WORLD-2, WORLD-6, WORLD-7, COMBAT-18,
LOC-CARE-4, LOC-JAIL-1, ITEM-COLLAR-1, ITEM-KEY-4, SPELL-FIND-2, OPEN-24.

A step is a rule that returns the name of the step to follow. Between steps no rule is
suspended, so the state there is a complete checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable

from arkham_bbs.game import board, silver_key
from arkham_bbs.game.attacks import monsters_attack_step
from arkham_bbs.game.care import WARDS, treat
from arkham_bbs.game.economy import sell_here
from arkham_bbs.game.effects import Scene, run_effects
from arkham_bbs.game.encounter import encounter_step, encounters, monsters_step
from arkham_bbs.game.events import InvestigatorTurnBegan, TurnBegan, TurnSkipped
from arkham_bbs.game.lost import bring_along, choose_to_carry, here_to_carry
from arkham_bbs.game.movement import movement_step
from arkham_bbs.game.mythos import gate_roll_step, vampire_step
from arkham_bbs.game.patrol import monsters_move_step
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule, plain
from arkham_bbs.game.pools import gain
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.setup import extras_step, setup_step
from arkham_bbs.game.spells import FIND_GATE, castable, turn_up
from arkham_bbs.game.state import Investigator, TurnNotes
from arkham_bbs.game.victory import test_standing_limit, test_win
from arkham_bbs.game.worlds import arrive_home, end_visit, find_gate, roll_table

COLLAR = "brass_collar"


def _active(play: Play) -> Investigator:
    return play.investigator(play.state.active or "")


def turn_start_step(play: Play) -> Rule[str]:
    """Step 0: a new game turn; checks are forgotten and an empty board of gates wins."""
    state = play.state
    state.turn += 1
    state.notes = TurnNotes()
    play.emit(TurnBegan(turn=state.turn, rule="TURN-2"))
    for who in state.investigators.values():
        who.checked = []
    test_win(play)
    yield from play.zero.turn_starts(play)
    seats = len(state.seats)
    first = state.first_seat
    state.seats_left = [(first + seat) % seats for seat in range(seats)]
    state.waiting = []
    return "next"


def next_step(play: Play) -> Rule[str]:
    """Choose who acts next: seats clockwise, a seat's investigators in either order (TURN-7)."""
    state = play.state
    state.active = None
    while not state.waiting:
        if not state.seats_left:
            return "vampire"
        seat = state.seats_left.pop(0)
        state.waiting = [
            who.id
            for who in state.investigators.values()
            if who.seat == seat and who.status in ("active", "waiting")
        ]
    first = play.zero.may_begin(play, state.waiting)[0]
    answer = yield from play.ask(
        "order",
        first,
        lambda: plain(
            [f"first:{name}" for name in play.zero.may_begin(play, state.waiting)], "TURN-7"
        ),
        rule="TURN-7",
        default=f"first:{first}",
    )
    name = answer.partition(":")[2]
    state.waiting.remove(name)
    state.active = name
    state.notes = TurnNotes()
    play.emit(InvestigatorTurnBegan(who=name, turn=state.turn, rule="TURN-1"))
    return "upkeep"


def upkeep_step(play: Play) -> Rule[str]:
    """Step 1a: retainer, Brass Collar, own spells (TURN-4); the waiting have no upkeep (LOST-9)."""
    who = _active(play)
    if who.status != "active":
        play.emit(TurnSkipped(who=who.id, cause="waiting", rule="LOST-9"))
        return "next"
    if (yield from play.conditions.turn_begins(play, who)):
        return "aftermath"
    if who.retainer:
        gain(
            play,
            who,
            "money",
            play.content.misc["retainers"]["pay_per_turn"],
            "retainer",
            "LOC-RETAINER-2",
        )
    ward = WARDS.get(who.place)
    play.state.notes.patient = ward is not None and getattr(who, ward) <= 0
    for card in who.items:
        if card.id == COLLAR:
            gain(play, who, "strength", 1, f"card:{COLLAR}", "ITEM-COLLAR-1")
    turn_up(play, who)
    if (yield from play.conditions.upkeep(play, who)):
        return "aftermath"
    return "absence"


def absence_step(play: Play) -> Rule[str]:
    """Step 1b: jail, lost turns, and patients with a value of 0 (COMBAT-18, LOC-CARE-4)."""
    who = _active(play)
    pool = WARDS.get(who.place)
    if pool is not None and (play.state.notes.patient or min(who.strength, who.sanity) <= 0):
        treat(play, who)
        who.lost_turns = max(0, who.lost_turns - 1)
        return "aftermath"
    if who.jail:
        who.jail -= 1
        play.emit(TurnSkipped(who=who.id, cause="jail", left=who.jail, rule="LOC-JAIL-1"))
        return "aftermath"
    if who.lost_turns:
        who.lost_turns -= 1
        play.emit(TurnSkipped(who=who.id, cause="lost-turn", left=who.lost_turns, rule="TURN-5"))
        if not who.lost_turns and who.then:
            then, who.then = who.then, []
            try:
                yield from run_effects(play, who, then, Scene(who.place, 0))
            except MovedOn:
                yield from encounters(play, who)
            except CarriedOff:
                pass
        return "aftermath"
    return "other_world"


def other_world_step(play: Play) -> Rule[str]:
    """Step 1c: box 2 to box 1, box 1 home, visitors back (WORLD-1, -2, -6, -8, -11)."""
    who = _active(play)
    if not board.is_box(who.place):
        return "movement"
    try:
        if (yield from _leave_early(play, who)):
            return "movement"
        return (yield from _next_box(play, who))
    except CarriedOff:
        return "aftermath"
    except MovedOn:
        return "encounter"


def _early_keys(play: Play, who: Investigator) -> list[str]:
    keys = ["go_on"]
    if castable(play, who, FIND_GATE):
        keys.append(f"cast:{FIND_GATE}")
    return [*keys, *silver_key.passage_keys(play, who)]


def _leave_early(play: Play, who: Investigator) -> Rule[bool]:
    """Offer Find Gate and the Silver Key at the start of movement; True when back in Arkham."""
    while True:
        answer = yield from play.ask(
            "use",
            who,
            lambda: plain(_early_keys(play, who), "SPELL-FIND-2"),
            rule="SPELL-FIND-2",
            default="go_on",
        )
        if answer == "go_on":
            return False
        if answer.startswith("key:"):
            yield from silver_key.pass_through(play, who, answer.partition(":")[2], Encounter())
        elif (yield from find_gate(play, who, in_combat=False)) and board.in_arkham(who.place):
            return True


def _next_box(play: Play, who: Investigator) -> Rule[str]:
    if who.visit is not None:
        end_visit(play, who)
        if board.in_arkham(who.place):
            return "movement"
        yield from roll_table(play, who)
        return "aftermath"
    if who.held:
        who.held = False
        yield from roll_table(play, who)
        return "aftermath"
    lost = None
    if here_to_carry(play, who):
        lost = yield from choose_to_carry(play, who)
    world, _, box = who.place.partition("/")
    if box == "2":
        relocate(play, who, f"{world}/1", "box", rule="WORLD-1")
        if lost is not None:
            yield from bring_along(play, who, lost)
        yield from roll_table(play, who)
        return "aftermath"
    yield from arrive_home(play, who, "return", "WORLD-2")
    if lost is not None:
        yield from bring_along(play, who, lost)
    if board.is_box(who.place):
        who.held = False
        yield from roll_table(play, who)
        return "aftermath"
    return "movement"


def aftermath_step(play: Play) -> Rule[str]:
    """Step 1g: sales at the two shops, trades; what lasts one turn ends (LOC-SELL-1, TRADE-1)."""
    who = _active(play)
    place = play.state.notes.survived_event
    shops = play.content.misc["selling"]["locations"]
    if place in shops and who.place == place and who.status == "active":
        yield from sell_here(play, who)
    if who.status == "active":
        # Asked only where everything is: a moment for what is done beside any question.
        yield from play.ask_plain("use", who, ["go_on"], rule="TRADE-1")
    who.mists = False
    return "next"


def turn_end_step(play: Play) -> Rule[str]:
    """Step 3: the end of the game turn (OPT-5 looks at the gates here)."""
    test_standing_limit(play)
    return "turn_start"
    yield  # pragma: no cover


Step = Callable[[Play], Rule[str]]

STEPS: dict[str, Step] = {
    "setup": setup_step,
    "extras": extras_step,
    "turn_start": turn_start_step,
    "next": next_step,
    "upkeep": upkeep_step,
    "absence": absence_step,
    "other_world": other_world_step,
    "movement": movement_step,
    "encounter": encounter_step,
    "monsters": monsters_step,
    "aftermath": aftermath_step,
    "vampire": vampire_step,
    "gate_roll": gate_roll_step,
    "monsters_move": monsters_move_step,
    "monsters_attack": monsters_attack_step,
    "turn_end": turn_end_step,
}

CHECKPOINT_STEPS: frozenset[str] = frozenset(
    {"turn_start", "next", "vampire", "gate_roll", "monsters_attack"}
)
