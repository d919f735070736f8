"""Step 2d: monsters attack those who share their place.

Room: game. Imports events and neighbours here.
Source: RULES.md MATTACK-1 to MATTACK-7, OPEN-22, OPEN-23, SNEAK-3, SNEAK-15, COMBAT-17,
COMBAT-18; VARIANTS.md C05-2, C05-3.
"""

from __future__ import annotations

from arkham_bbs.game.combat import fight_round
from arkham_bbs.game.events import MonsterAttacks
from arkham_bbs.game.meeting import meet_here
from arkham_bbs.game.monsters import strength_of, survivors_settle
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.state import Investigator, Monster


def monsters_attack_step(play: Play) -> Rule[str]:
    """Settle the places in the turn order of the investigators in them (MATTACK-7)."""
    places = dict.fromkeys(play.investigator(name).place for name in play.turn_order())
    carried: set[str] = set()
    for place in places:
        if play.monsters_at(place):
            yield from attack_at(play, place, carried)
    yield from play.zero.mythos_ends(play)
    return "turn_end"


def victims(play: Play, place: str, carried: set[str]) -> list[Investigator]:
    """Return who can be attacked at a place, in turn order (COMBAT-17, COMBAT-18, C05-2, C05-3)."""
    people = [who for who in play.at(place) if who.id not in carried]
    return [who for who in people if not play.conditions.untouchable(who)]


def attack_at(play: Play, place: str, carried: set[str]) -> Rule[None]:
    """Let each monster attack once, strongest first (OPEN-22); then MEET-1 applies (OPEN-23).

    ``carried`` names whom this step has brought to a bed; they are left in peace, and it grows.
    """
    left = sorted(play.monsters_at(place), key=lambda m: -strength_of(play, m))
    attacked: list[tuple[Investigator, Encounter]] = []
    while left:
        people = victims(play, place, carried)
        if not people:
            break
        victim = yield from _strongest_fighter(play, people)
        encounter = Encounter()
        attacked.append((victim, encounter))
        yield from _all_attack(play, victim, left, encounter, carried)
    for victim, encounter in attacked:
        had_bonus = victim.sneak_bonus
        if victim in victims(play, place, carried) and play.monsters_at(place):
            try:
                yield from meet_here(play, victim, encounter)
            except CarriedOff:
                carried.add(victim.id)
            except MovedOn:
                pass
        if had_bonus:
            victim.sneak_bonus = 0


def _strongest_fighter(play: Play, people: list[Investigator]) -> Rule[Investigator]:
    """Return the highest Fight; a coin settles equality (MATTACK-3)."""
    best = max(play.checks.skill_value(play, who, "fight") for who in people)
    rivals = [who.id for who in people if play.checks.skill_value(play, who, "fight") == best]
    name = yield from play.zero.pick(play, rivals, "attacked", "MATTACK-3")
    return play.investigator(name)


def _all_attack(
    play: Play, victim: Investigator, left: list[Monster], encounter: Encounter, carried: set[str]
) -> Rule[None]:
    """Give every monster still to act its round with ``victim``, while that one is there."""
    place = victim.place
    while left and victim in victims(play, place, carried):
        monster = left.pop(0)
        if monster not in play.state.monsters or monster.place != place:
            continue
        monster.face_up = True
        encounter.met.append(monster)
        play.emit(MonsterAttacks(monster=monster.id, who=victim.id, place=place, rule="MATTACK-7"))
        try:
            yield from fight_round(play, victim, monster, encounter)
        except (CarriedOff, MovedOn) as moved:
            if isinstance(moved, CarriedOff):
                carried.add(victim.id)
            yield from survivors_settle(play, encounter.met, victim)
            return
