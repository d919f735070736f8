"""Closing gates: sealing one, and what a destroyed gate takes along.

Room: game. Imports events and neighbours here.
Source: RULES.md GATTACK-5 to GATTACK-11, ITEM-ELDER-SIGN, HOUSE-3, OPEN-9, OPEN-10, OPEN-14,
OPEN-27.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import distinct, drop, has_item, take_out
from arkham_bbs.game.events import (
    CardGone,
    CardUsed,
    ElderSignLaid,
    GateDestroyed,
    MonsterGone,
    PowerLeft,
    Stranded,
)
from arkham_bbs.game.gates import move_doom
from arkham_bbs.game.monsters import repay, return_to_pile
from arkham_bbs.game.places import forget_gate
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.pools import lose_die, lower
from arkham_bbs.game.sanity import Encounter, check_each
from arkham_bbs.game.state import Investigator, Monster
from arkham_bbs.game.victory import test_win
from arkham_bbs.game.worlds import DREAMLANDS, KEY


def guardians(play: Play, place: str) -> list[Monster]:
    """Return every monster standing on a location that has a gate."""
    return play.monsters_at(place)


def lay_elder_sign(play: Play, who: Investigator, encounter: Encounter) -> Rule[None]:
    """Seal a gate known from both sides: a gate attack that always succeeds (ITEM-ELDER-SIGN).

    Raises:
        CarriedOff: the turn ends, by success or by the guardians.
    """
    play.state.notes.gate_attacked = True
    place = who.place
    yield from check_each(play, who, guardians(play, place), encounter)
    if who.sanity <= 2:
        return
    lower(play, who, "sanity", 2, "card:elder_sign", "ITEM-ELDER-SIGN-1")
    take_out(who, "items", "elder_sign")
    play.emit(CardUsed(who=who.id, card="elder_sign", target=place, rule="ITEM-ELDER-SIGN-1"))
    play.emit(
        CardGone(who=who.id, deck="items", card="elder_sign", how="laid", rule="ITEM-ELDER-SIGN-4")
    )
    play.state.elder_signs.append(place)
    play.emit(ElderSignLaid(who=who.id, place=place, rule="ITEM-ELDER-SIGN-3"))
    move_doom(play, -1, "elder_sign", "ITEM-ELDER-SIGN-2")
    yield from destroy_gate(play, who, place, "elder_sign")
    raise CarriedOff(who)


def destroy_gate(play: Play, who: Investigator, place: str, how: str) -> Rule[None]:
    """Take a gate off the board with all that follows.

    Raises:
        Finished: it was the last gate (WIN-1). CarriedOff: the destroyer fell (GATTACK-8).
    """
    state = play.state
    gate = state.gates.pop(place)
    world = gate.world
    play.emit(GateDestroyed(place=place, world=world, by=who.id, how=how, rule="GATTACK-5"))
    if repay(play, who, f"gate:{world}"):
        play.shuffle_in(state.decks.gates, world)
    else:
        who.trophies_gates.append(world)
    yield from _sweep_guardians(play, who, place, how)
    for monster in list(state.monsters):
        if (
            play.content.monsters[monster.id].world == world
            and monster.place != place
            and board.in_arkham(monster.place)
        ):
            return_to_pile(play, monster, "colour", "GATTACK-6")
    for other in play.active():
        if other.found_gate == place:
            forget_gate(play, other)
    play.checks.gate_gone(play, place)
    test_win(play)
    yield from _strand(play, who, world)


def _sweep_guardians(play: Play, who: Investigator, place: str, how: str) -> Rule[None]:
    """Take the guardians as trophies (GATTACK-5); a power may stay as a seal (HOUSE-3)."""
    state = play.state
    for monster in [m for m in state.monsters if m.place == place]:
        if (yield from _may_leave_power(play, who, monster, place)):
            continue
        state.monsters.remove(monster)
        play.emit(
            MonsterGone(monster=monster.id, place=place, how="gate", by=who.id, rule="GATTACK-5")
        )
        who.trophies_monsters.append(monster.id)


def _may_leave_power(play: Play, who: Investigator, monster: Monster, place: str) -> Rule[bool]:
    """Offer to leave a power at its gate's place for 1 item and 1 spell (HOUSE-3)."""
    if not play.has("HOUSE-3") or play.content.monsters[monster.id].cls != "power":
        return False
    if place in play.state.elder_signs or place in play.state.powers_left:
        return False
    items = distinct([card.id for card in who.items])
    spells = distinct([card.id for card in who.spells])
    keys = [f"leave:{monster.id}:{item}:{spell}" for item in items for spell in spells]
    answer = yield from play.ask_plain(
        "leave_power",
        who,
        ["no", *keys],
        rule="HOUSE-3",
        default="no",
        facts={"monster": monster.id, "place": place},
    )
    if answer == "no":
        return False
    _, _, item, spell = answer.split(":")
    drop(play, who, "items", item, "used", "HOUSE-3")
    drop(play, who, "spells", spell, "used", "HOUSE-3")
    play.state.monsters.remove(monster)
    play.state.powers_left[place] = monster.id
    play.emit(PowerLeft(who=who.id, place=place, monster=monster.id, rule="HOUSE-3"))
    return True


def _needs(play: Play, other: Investigator, world: str) -> bool:
    """Tell whether somebody in play in an Other World depends on a gate to ``world`` (WORLD-11)."""
    where = other.visit.home if other.visit else other.place
    if not board.is_box(where) or board.world_of(where) != world:
        return False
    by_key = world == DREAMLANDS and other.key_mark is not None and has_item(other, KEY)
    return not by_key


def _strand(play: Play, who: Investigator, world: str) -> Rule[None]:
    """Lose those whose way home is gone, unless another gate there is open (GATTACK-7, -8, -11)."""
    if any(gate.world == world for gate in play.state.gates.values()):
        return
    stranded = [other for other in play.active() if _needs(play, other, world)]
    for other in stranded:
        play.emit(Stranded(who=other.id, world=world, by=who.id, rule="GATTACK-7"))
        yield from play.zero.stranded(play, other)
    for other in stranded:
        if other is not who:
            yield from lose_die(play, who, "sanity", "stranding", "GATTACK-8")
