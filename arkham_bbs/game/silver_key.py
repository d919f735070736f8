"""The Silver Key: a mark, and the way between it and Earth's Dreamlands.

Room: game. Imports events and neighbours here.
Source: RULES.md ITEM-KEY-1 to ITEM-KEY-5, OPEN-6, OPEN-34.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import has_item
from arkham_bbs.game.events import CardUsed, SkillChecked
from arkham_bbs.game.monsters import clear_box
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule
from arkham_bbs.game.pools import lose
from arkham_bbs.game.sanity import Encounter, check
from arkham_bbs.game.state import Investigator
from arkham_bbs.game.worlds import DREAMLANDS, KEY, roll_table


def mark_keys(play: Play, who: Investigator) -> list[str]:
    """Return where the owner may lay the card: where they stand (ITEM-KEY-1).

    The mark may be shifted at any time to any place, which is offered as a form.
    """
    return ["mark:"] if has_item(who, KEY) else []


def may_mark(place: str, play: Play) -> bool:
    """Tell whether ``place`` is a location, a space or an Other World box."""
    if board.in_arkham(place):
        return True
    world, _, box = place.partition("/")
    return world in play.content.worlds and box in ("1", "2")


def passage_keys(play: Play, who: Investigator) -> list[str]:
    """Return the passages open from where ``who`` stands, in their own turn (ITEM-KEY-2)."""
    if who.key_mark is None or not has_item(who, KEY) or play.in_mythos():
        return []
    keys = []
    if who.place == who.key_mark:
        keys.append(f"key:{DREAMLANDS}/2")
    if board.world_of(who.place) == DREAMLANDS and board.is_box(who.place):
        keys.append(f"key:{who.key_mark}")
    return list(dict.fromkeys(key for key in keys if key != f"key:{who.place}"))


def pass_through(play: Play, who: Investigator, to: str, encounter: Encounter) -> Rule[None]:
    """Check, pass, and face what the new place demands (ITEM-KEY-3, ITEM-KEY-4, OPEN-6).

    Raises:
        MovedOn: arrived in Arkham. CarriedOff: arrived in a box and rolled there, or fell.
    """
    play.emit(CardUsed(who=who.id, card=KEY, target=to, rule="ITEM-KEY-2"))
    monsters = play.monsters_at(who.place)
    for monster in monsters:
        yield from check(play, who, monster, encounter)
    if not monsters:
        roll = yield from play.checks.horror(play, who, KEY)
        if not roll.told:
            play.emit(
                SkillChecked(
                    who=who.id,
                    skill="sanity",
                    purpose=KEY,
                    dice=roll.dice,
                    value=roll.value,
                    passed=roll.passed,
                    rule="OPEN-6",
                )
            )
        if not roll.passed:
            yield from lose(play, who, "sanity", 1, f"card:{KEY}", "OPEN-6")
    leave_for(play, who, to)
    if board.in_arkham(to):
        raise MovedOn(who)
    yield from roll_table(play, who)
    raise CarriedOff(who)


def leave_for(play: Play, who: Investigator, to: str) -> None:
    """Go through by the key: no gate is known or departed from by it (OPEN-2, OPEN-6)."""
    left = who.place
    who.visit = None
    who.held = False
    who.departed_gate = None
    relocate(play, who, to, "key", rule="ITEM-KEY-2")
    if board.is_box(left):
        clear_box(play, left)
