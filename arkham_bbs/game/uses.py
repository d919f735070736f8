"""Using items outside the attack total: Flute, Watcher, Eye, Brazen Head, Elder Sign, Stone.

Room: game. Imports events and neighbours here.
Source: RULES.md ITEM-WATCHER, ITEM-EYE, ITEM-HEAD, ITEM-ELDER-SIGN, ITEM-FLUTE, ITEM-STONE,
ITEM-BANISH, OPEN-17, OPEN-24, OPEN-27, OPEN-32, OPEN-40.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import drop, has_item
from arkham_bbs.game.drawing import draw_for
from arkham_bbs.game.events import CardUsed, DieRolled
from arkham_bbs.game.gate_closing import destroy_gate, lay_elder_sign
from arkham_bbs.game.monsters import appear, defeat
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.pools import gain, lose_die
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.state import Investigator, Monster

FLUTE = "flute_of_the_outer_gods"
STONES: tuple[str, ...] = ("blue_watcher_of_the_pyramid", "dragons_eye")
HEAD = "brazen_head"
SIGN = "elder_sign"
HEALING = "healing_stone"
SIGN_COST = 2


def fresh(who: Investigator, item: str) -> bool:
    """Tell whether a once-per-turn item is held and unused (OPEN-24)."""
    return any(card.id == item and not card.used for card in who.items)


def mark_used(play: Play, who: Investigator, item: str) -> None:
    """Note that a once-per-turn item was used this game turn."""
    next(c for c in who.items if c.id == item and not c.used).used = max(play.state.turn, 1)


def _flute_works(play: Play, monster: Monster) -> bool:
    effect = play.content.items[FLUTE].effect["banish"]
    card = play.content.monsters[monster.id]
    return card.cls in effect["classes"] or card.species in effect["species"]


def banishing_keys(play: Play, who: Investigator) -> list[str]:
    """Return the uses of Flute, Watcher and Eye where ``who`` stands (ITEM-BANISH-2, -3)."""
    keys: list[str] = []
    here = [m for m in play.state.monsters if m.place == who.place]
    if has_item(who, FLUTE):
        keys += [f"use:{FLUTE}:{m.id}" for m in here if _flute_works(play, m)]
    if board.in_arkham(who.place):
        for stone in STONES:
            if has_item(who, stone):
                keys += [f"use:{stone}:{m.id}" for m in here]
                if who.place in play.state.gates:
                    keys.append(f"use:{stone}:gate")
    return keys


def encounter_keys(play: Play, who: Investigator) -> list[str]:
    """Return what may be used in one's own encounter step."""
    keys = banishing_keys(play, who)
    if has_item(who, HEAD):
        keys.append(f"use:{HEAD}")
    if may_seal(play, who):
        keys.append(f"use:{SIGN}")
    return keys


def may_seal(play: Play, who: Investigator) -> bool:
    """Tell whether an Elder Sign may be laid (ITEM-ELDER-SIGN-1, -5, GATTACK-1)."""
    return (
        has_item(who, SIGN)
        and who.found_gate == who.place
        and who.place in play.state.gates
        and who.sanity > SIGN_COST
        and not play.state.notes.gate_attacked
    )


def use(play: Play, who: Investigator, key: str, encounter: Encounter) -> Rule[None]:
    """Carry out ``use:ITEM`` or ``use:ITEM:TARGET``.

    Raises:
        CarriedOff: the user fell, or destroyed the gate (which ends the turn).
    """
    _, item, *rest = key.split(":")
    target = rest[0] if rest else None
    if item == SIGN:
        yield from lay_elder_sign(play, who, encounter)
        return
    play.emit(CardUsed(who=who.id, card=item, target=target, rule=_rule(item)))
    drop(play, who, "items", item, "used", _rule(item))
    if item == HEAD:
        yield from _ask_the_head(play, who)
    elif target == "gate":
        yield from _close_gate(play, who, item)
    else:
        monster = next(m for m in play.state.monsters if m.id == target)
        yield from defeat(play, who, monster, "banished", "ITEM-BANISH-1")
        if item in STONES:
            yield from lose_die(play, who, "strength", f"card:{item}", "ITEM-WATCHER-2")


def _close_gate(play: Play, who: Investigator, item: str) -> Rule[None]:
    """Close the gate here, then suffer the concussion (OPEN-40); the turn ends (GATTACK-13).

    Raises:
        CarriedOff: always.
    """
    try:
        yield from destroy_gate(play, who, who.place, item)
    except CarriedOff:
        # GATTACK-8 took the last sanity. The concussion comes all the same.
        if who.status == "active":
            yield from play.zero.also_hurt(play, who, "strength", f"card:{item}", "ITEM-WATCHER-2")
        raise
    yield from lose_die(play, who, "strength", f"card:{item}", "ITEM-WATCHER-2")
    raise CarriedOff(who)


def _rule(item: str) -> str:
    return {
        FLUTE: "ITEM-FLUTE-1",
        HEAD: "ITEM-HEAD-1",
        "dragons_eye": "ITEM-EYE-1",
    }.get(item, "ITEM-WATCHER-1")


def _ask_the_head(play: Play, who: Investigator) -> Rule[None]:
    """Roll both dice first, then draw and place; monsters are met together (ITEM-HEAD-2)."""
    dice = (play.d6(), play.d6())
    play.emit(DieRolled(purpose=HEAD, dice=dice, who=who.id, rule="ITEM-HEAD-1"))
    for die in dice:
        if die < 6:
            yield from draw_for(play, who, "spells", "ITEM-HEAD-1")
        else:
            appear(play, who.place, face_up=True, rule="ITEM-HEAD-1")


def stone_keys(play: Play, who: Investigator) -> list[str]:
    """Return the uses of the Healing Stone now (ITEM-STONE-1)."""
    if not fresh(who, HEALING):
        return []
    return [f"use:{HEALING}:{other.id}" for other in patients(play, who, "strength")]


def patients(play: Play, who: Investigator, pool: str) -> list[Investigator]:
    """Return those in the same place whose value could rise (SPELL-8, LOST-4)."""
    found = []
    for other in play.state.investigators.values():
        if other.place != who.place or other.status not in ("active", "waiting"):
            continue
        if getattr(other, pool) < play.conditions.limit(other, pool):
            found.append(other)
    return found


def heal_with_stone(
    play: Play, who: Investigator, target: Investigator, roller: Investigator
) -> Rule[bool]:
    """Let the target pass a strength roll to gain D6 (ITEM-STONE-1); True when it passed.

    ``roller`` is the target, but in a rescue the rescuer (LOST-10).
    """
    mark_used(play, who, HEALING)
    play.emit(CardUsed(who=who.id, card=HEALING, target=target.id, rule="ITEM-STONE-1"))
    passed = yield from play.checks.test(play, roller, "strength", "healing_stone")
    if passed:
        die = play.roll("healing_stone", target, "ITEM-STONE-1")
        gain(play, target, "strength", die, f"card:{HEALING}", "ITEM-STONE-1")
    return passed
