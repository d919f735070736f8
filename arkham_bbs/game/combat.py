"""Rounds of combat: target, check, attack, and what a miss costs.

Room: game. Imports events and neighbours here.
Source: RULES.md COMBAT-1, COMBAT-2, COMBAT-8 to COMBAT-12, COMBAT-20, COMBAT-21, HOUND-3,
GAUNT-1 to GAUNT-7, SPELL-WARD-1, LOC-HIRE-3.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.assault import arm, prepare, strike_monster
from arkham_bbs.game.bind import after_kill
from arkham_bbs.game.events import CharacterSpent, DieRolled, HitTaken, NothingHappened
from arkham_bbs.game.monsters import defeat, return_to_pile
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.pools import lower
from arkham_bbs.game.sanity import Encounter, check_once
from arkham_bbs.game.spells import WARD, cast, castable
from arkham_bbs.game.state import Investigator, Monster
from arkham_bbs.game.worlds import arrive_home, go_through


def fight(
    play: Play, who: Investigator, monsters: list[Monster], encounter: Encounter
) -> Rule[None]:
    """Choose a target and fight one round with it (COMBAT-1)."""
    answer = yield from play.ask_plain(
        "target",
        who,
        [f"target:{m.id}" for m in monsters],
        rule="COMBAT-1",
        facts=encounter.facts(),
    )
    name = answer.partition(":")[2]
    target = next(m for m in monsters if m.id == name)
    yield from fight_round(play, who, target, encounter)


def fight_round(play: Play, who: Investigator, target: Monster, encounter: Encounter) -> Rule[None]:
    """Make the check if combat with this monster begins, then attack once.

    Raises:
        CarriedOff: the fighter fell or was carried away.
    """
    opening = target.id not in encounter.opened
    if opening:
        yield from check_once(play, who, target, encounter)
        encounter.opened.append(target.id)
    encounter.fought = True
    assault = yield from prepare(play, who, target, encounter, opening)
    if assault is None:
        return
    yield from arm(play, who, target, encounter, assault)
    if (yield from strike_monster(play, who, target, encounter, assault)):
        yield from defeat(play, who, target, "killed", "COMBAT-8")
        yield from after_kill(play, who, assault.bound)
    elif assault.sheltered:
        play.emit(
            HitTaken(who=who.id, monster=target.id, by="piccolo_of_leng", rule="ITEM-PICCOLO-1")
        )
    else:
        yield from take_hit(play, who, target)


def take_hit(play: Play, who: Investigator, monster: Monster) -> Rule[None]:
    """Bear a monster's blow, unless a ward or a hired character takes it (COMBAT-20, -21)."""
    while True:
        keys = ["take"]
        if castable(play, who, WARD):
            keys.append("flesh_ward")
        keys += [f"ally:{name}" for name in who.allies]
        answer = yield from play.ask_plain(
            "hit", who, keys, rule="COMBAT-20", default="take", facts={"monster": monster.id}
        )
        if answer == "flesh_ward":
            if (yield from cast(play, who, WARD, monster.id)):
                play.emit(HitTaken(who=who.id, monster=monster.id, by=WARD, rule="SPELL-WARD-1"))
                return
            continue
        break
    if answer != "take":
        name = answer.partition(":")[2]
        who.allies.remove(name)
        play.state.decks.allies.append(name)
        play.emit(HitTaken(who=who.id, monster=monster.id, by=name, rule="LOC-HIRE-3"))
        play.emit(CharacterSpent(who=who.id, character=name, rule="LOC-HIRE-3"))
        return
    play.emit(HitTaken(who=who.id, monster=monster.id, by="self", rule="COMBAT-11"))
    special = play.content.monsters[monster.id].special
    if "nightgaunt" in special:
        yield from carry_off(play, who, monster)
        return
    die = play.d6()
    play.emit(DieRolled(purpose="damage", dice=(die,), who=who.id, rule="COMBAT-11"))
    lower(play, who, "strength", die, f"monster:{monster.id}", "COMBAT-11")
    if "tindalos" in special:
        return_to_pile(play, monster, "hound", "HOUND-3")
    if who.strength <= 0:
        yield from play.zero.reached(play, who, ("strength",))


def carry_off(play: Play, who: Investigator, monster: Monster) -> Rule[None]:
    """A Nightgaunt's hit: through the nearest gate, or home from an Other World (GAUNT-2, -4).

    Raises:
        CarriedOff: unless no gate is on the board (GAUNT-6).
    """
    if board.is_box(who.place):
        return_to_pile(play, monster, "pile", "GAUNT-7")
        yield from arrive_home(play, who, "carried", "GAUNT-4")
        raise CarriedOff(who)
    gates = list(play.state.gates)
    if not gates:
        play.emit(NothingHappened(cause="no-gate", who=who.id, rule="GAUNT-6"))
        return
    nearest = min(board.distance(who.place, gate) for gate in gates)
    near = [gate for gate in gates if board.distance(who.place, gate) == nearest]
    answer = yield from play.ask_plain(
        "carry_gate",
        who,
        [f"place:{gate}" for gate in near],
        rule="OPEN-1",
        facts={"monster": monster.id},
    )
    yield from go_through(play, who, answer.partition(":")[2], "carried", "GAUNT-2")
    raise CarriedOff(who)
