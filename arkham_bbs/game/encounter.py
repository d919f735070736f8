"""The encounter step: uses, gates, monsters, services and events, where an investigator ended.

Room: game. Imports events and neighbours here.
Source: RULES.md phase order 1e and 1f, MOVE-12 to MOVE-15, ENC-1, ENC-5, ENC-13, GATE-3, GATE-4,
GATTACK-9, GATTACK-13, COMBAT-10, LOC-UNIV-1, OPEN-18, OPEN-32.
"""

from __future__ import annotations

from arkham_bbs.game import board, silver_key, uses
from arkham_bbs.game.care import MISSION, WARDS, offer_charity, offer_treatment
from arkham_bbs.game.economy import sell_monograph
from arkham_bbs.game.effects import Scene, run_effects
from arkham_bbs.game.events import EventRolled, GateAttackWon
from arkham_bbs.game.gate_attack import attack_gate
from arkham_bbs.game.meeting import meet_here
from arkham_bbs.game.monsters import clear_box
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule, plain
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.state import Investigator
from arkham_bbs.game.worlds import go_through

UNIVERSITY = "miskatonic_university"


def encounter_step(play: Play) -> Rule[str]:
    """Step 1e with 1f: have encounters until the turn's encounter is over."""
    who = play.investigator(play.state.active or "")
    had_bonus = who.sneak_bonus
    has_one = board.is_location(who.place) or bool(play.monsters_at(who.place))
    yield from encounters(play, who)
    if had_bonus and has_one:
        who.sneak_bonus = 0
    return "aftermath"


def monsters_step(play: Play) -> Rule[str]:
    """Step 1f by itself, where a position begins with it: face the monsters here."""
    who = play.investigator(play.state.active or "")
    place = who.place
    try:
        if play.monsters_at(place):
            yield from meet_here(play, who)
            yield from after_victory(play, who)
    except MovedOn:
        yield from encounters(play, who)
    except CarriedOff:
        pass
    if board.is_box(place):
        clear_box(play, place)
    who.sneak_bonus = 0
    return "aftermath"


def encounters(play: Play, who: Investigator) -> Rule[None]:
    """Face what is here; when an event moves ``who``, face what is there too (ENC-5)."""
    while True:
        try:
            yield from encounter_here(play, who)
            return
        except MovedOn:
            continue
        except CarriedOff:
            return


def encounter_here(play: Play, who: Investigator) -> Rule[None]:
    """Have the encounter of the place where ``who`` stands."""
    encounter = Encounter()
    occupied = bool(play.monsters_at(who.place))
    if not occupied:
        play.checks.place_cleared(play, who)
    yield from use_things(play, who, encounter)
    place = who.place
    notes = play.state.notes
    if occupied and not play.monsters_at(place):
        # Banished to the last one, which counts as killing (ITEM-BANISH-3, COMBAT-10).
        yield from after_victory(play, who)
        return
    if not play.monsters_at(place) and (yield from play.zero.encounter_choice(play, who)):
        return
    if who.found_gate == place and place in play.state.gates and not notes.gate_attacked:
        choice = yield from _gate_choice(play, who)
        if choice == "attack":
            yield from _attack(play, who, encounter)
            return
        if choice != "meet":
            yield from _enter_or_event(play, who, choice)
            return
    if play.monsters_at(place):
        yield from meet_here(play, who, encounter)
        yield from after_victory(play, who)
        return
    if place in play.state.gates:
        if notes.gate_attacked:
            return
        choice = yield from _gate_choice(play, who)
        yield from _enter_or_event(play, who, choice)
    elif board.is_location(place):
        yield from plain_location(play, who)


def use_things(play: Play, who: Investigator, encounter: Encounter) -> Rule[None]:
    """Offer what may be used in one's own encounter step (OPEN-32, ITEM-BANISH-3, ITEM-KEY-2)."""
    if not who.items and not who.spells:
        return
    while True:
        answer = yield from play.ask(
            "use",
            who,
            lambda: plain(
                [
                    *uses.encounter_keys(play, who),
                    *silver_key.passage_keys(play, who),
                    "go_on",
                ],
                "OPEN-32",
            ),
            rule="OPEN-32",
            default="go_on",
        )
        if answer == "go_on":
            return
        if answer.startswith("key:"):
            yield from silver_key.pass_through(play, who, answer.partition(":")[2], encounter)
        else:
            yield from uses.use(play, who, answer, encounter)


def _gate_choice(play: Play, who: Investigator) -> Rule[str]:
    """Ask what to do at a gate (MOVE-14, MOVE-15, GATTACK-1)."""
    keys = []
    if who.found_gate == who.place and not play.state.notes.gate_attacked:
        keys.append("attack")
    if play.monsters_at(who.place):
        keys.append("meet")
    else:
        keys += ["enter", "event"]
    return (yield from play.ask_plain("gate", who, keys, rule="MOVE-15"))


def _enter_or_event(play: Play, who: Investigator, choice: str) -> Rule[None]:
    if choice == "enter":
        yield from go_through(play, who, who.place, "gate", "GATE-3")
    else:
        yield from plain_location(play, who)


def _attack(play: Play, who: Investigator, encounter: Encounter) -> Rule[None]:
    """Attack the gate; after a failure its guardians must be met (GATTACK-9, GATTACK-13)."""
    place = who.place
    if (yield from attack_gate(play, who, encounter)):
        play.emit(GateAttackWon(who=who.id, place=place, rule="GATTACK-13"))
        return
    if play.monsters_at(place):
        yield from meet_here(play, who, encounter)


def after_victory(play: Play, who: Investigator) -> Rule[None]:
    """With the monsters gone the turn is over, but a gate may be entered (GATE-4, OPEN-18)."""
    play.checks.place_cleared(play, who)
    if who.place not in play.state.gates or play.state.notes.gate_attacked:
        return
    answer = yield from play.ask_plain(
        "gate", who, ["enter", "stay"], rule="OPEN-18", default="stay"
    )
    if answer == "enter":
        yield from go_through(play, who, who.place, "gate", "GATE-4")


def plain_location(play: Play, who: Investigator) -> Rule[None]:
    """Have a location's service or event (MOVE-13, ENC-1, ENC-13)."""
    place = who.place
    if place in WARDS:
        yield from offer_treatment(play, who)
    elif place == MISSION:
        yield from offer_charity(play, who)
    else:
        if place == UNIVERSITY and not who.retainer:
            answer = yield from play.ask_plain(
                "service", who, ["monograph", "event"], rule="LOC-UNIV-1"
            )
            if answer == "monograph":
                sell_monograph(play, who)
                return
        yield from roll_event(play, who)
        if who.place == place:
            play.state.notes.survived_event = place


def roll_event(play: Play, who: Investigator) -> Rule[None]:
    """Roll a D6 on the location's table and apply the result (ENC-1)."""
    place = who.place
    events = play.content.locations[place].events
    assert events is not None
    die = play.d6()
    play.emit(EventRolled(who=who.id, place=place, die=die, rule="ENC-1"))
    yield from run_effects(play, who, events[die].effects, Scene(place, die))
    play.conditions.event_done(play, who, place, die)
