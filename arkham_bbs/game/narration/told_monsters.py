"""Sentences for monsters, fights and sneaking.

Room: game. Imports events and its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game import events as ev
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration.names import (
    a_monster,
    at,
    counted,
    dice,
    monsters,
    person,
    place,
    sentence_case,
    skill,
    the_monster,
    thing,
)
from arkham_bbs.game.narration.telling import Names, tells
from arkham_bbs.game.narration.told_people import starred


@tells(ev.MonsterAppeared)
def _appeared(event: ev.MonsterAppeared, names: Names) -> str:
    # The kind is on the front of the counter; what lies face down are its numbers (COUNTER-15).
    how = "" if event.face_up else ", its strength hidden"
    return f"{sentence_case(a_monster(event.monster))} appears {at(event.place)}{how}."


@tells(ev.MonsterMet)
def _met(event: ev.MonsterMet, names: Names) -> str:
    return f"{person(event.who)} meets {monsters(event.monsters)} {at(event.place)}."


@tells(ev.MonsterMoved)
def _moved(event: ev.MonsterMoved, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    if not event.path:
        return f"{what} stays {at(event.start)}."
    after = f", after {person(event.target)}" if event.target else ""
    return f"{what} moves {counted(len(event.path), 'space')} to {place(event.path[-1])}{after}."


@tells(ev.MonsterTurned)
def _turned(event: ev.MonsterTurned, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    hidden = "" if event.face_up else ", its strength hidden,"
    if event.heading:
        return f"{what}{hidden} will head for {place(event.heading[-1])}."
    return f"{what} {'shows' if event.face_up else 'hides'} its strength."


@tells(ev.MonsterGone)
def _gone(event: ev.MonsterGone, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    by = f" by {person(event.by)}" if event.by else ""
    return {
        "killed": f"{what} is killed{by} {at(event.place)}.",
        "banished": f"{what} is banished{by} from {place(event.place)}.",
        "bound": f"{what} is bound{by} and will be carried as a weapon.",
        "pile": f"{what} goes back to the pile.",
        "colour": f"{what} fades from {place(event.place)} with the gate of its colour.",
        "hound": f"{what} has fed and goes back to the pile.",
        "sneaked": f"{what} is left behind and goes back to the pile.",
        "repaid": f"{what} goes to the Order of Dagon, for charity received.",
        "gate": f"{what} is swept away with the gate {at(event.place)}.",
        "freed": f"{what} tears loose.",
    }.get(event.how, f"{what} leaves {place(event.place)} ({event.how.replace('-', ' ')}).")


@tells(ev.MonsterFreed)
def _freed(event: ev.MonsterFreed, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    return f"{what} is free of {person(event.by)}'s binding and stands {at(event.place)}."


@tells(ev.VampireGrew)
def _vampire(event: ev.VampireGrew, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    if event.strength is None:
        return f"{what} has fed tonight, and is 1 stronger."
    return f"{what} has fed tonight: strength {event.strength}."


@tells(ev.ExtraStrengthRolled)
def _extra(event: ev.ExtraStrengthRolled, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    return f"{what} swells by {dice((event.die,))}: strength {event.strength} for this fight."


def attack_part(source: str, points: int) -> str:
    """Name one part of an attack total: ``Fight 5``, ``Shotgun 6``."""
    if source in ("fight", "fight_skill"):
        return f"Fight {points}"
    named = thing(source)
    if named == source:
        named = skill(source).replace("-", " ")
    return f"{named} {points}"


@tells(ev.AttackRolled)
def _attack(event: ev.AttackRolled, names: Names) -> str:
    who = person(event.who)
    is_monster = event.target in CONTENT.monsters
    target = the_monster(event.target) if is_monster else _gate(event.target)
    if event.success:
        end = "a kill" if is_monster else "the gate breaks"
    else:
        end = "not enough"
    parts = [attack_part(source, points) for source, points in event.parts]
    if event.difficulty is not None:
        sources = f" ({', '.join(parts)})" if parts else ""
        hits = counted(event.hits or 0, "success", "successes")
        return (
            f"{who} attacks {target}{sources}: {starred(event.dice, event.hits)},"
            f" {hits} of {event.difficulty} needed, {end}."
        )
    if not event.dice and not parts:
        return f"{who} attacks {target}: {end}."
    total = " + ".join([dice(event.dice), *parts] if event.dice else parts)
    return f"{who} attacks {target}: {total} = {event.total} against {event.needed}, {end}."


def _gate(target: str) -> str:
    location = target.removeprefix("gate:")
    return f"the gate {at(location)}" if location in CONTENT.locations else thing(target)


@tells(ev.MonsterAttacks)
def _attacks(event: ev.MonsterAttacks, names: Names) -> str:
    what = sentence_case(the_monster(event.monster))
    return f"{what} attacks {person(event.who)} {at(event.place)}."


@tells(ev.HitTaken)
def _hit(event: ev.HitTaken, names: Names) -> str:
    who, what = person(event.who), the_monster(event.monster)
    if event.by == "self":
        return f"{sentence_case(what)} strikes back, and {who} takes the blow."
    if event.by == "flesh_ward":
        return f"{sentence_case(what)} strikes back and breaks a claw on {who}'s Flesh Ward."
    if event.by == "piccolo_of_leng":
        return f"The Piccolo of Leng holds {what} still: no blow falls on {who}."
    return f"{sentence_case(what)} strikes back, and {thing(event.by)} takes the blow for {who}."


@tells(ev.SneakTried)
def _sneak(event: ev.SneakTried, names: Names) -> str:
    aim = {"gate": "the gate", "box": "a quiet corner"}.get(event.aim) or place(event.aim)
    who = person(event.who)
    if event.automatic:
        return f"{who} drifts towards {aim} in the Mists of R'lyeh: no roll is needed."
    end = "unnoticed" if event.passed else "and is noticed"
    return f"{who} sneaks towards {aim}, {end}.".replace(", and", " and")
