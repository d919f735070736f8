"""Facing monsters: fight or sneak, until they are gone or one has got away.

Room: game. Imports events and neighbours here.
Source: RULES.md MEET-1, SNEAK-1 to SNEAK-15, COMBAT-9, COMBAT-12, HOUND-2, HOUND-10, OPEN-4,
ITEM-BANISH-3, ITEM-KEY-2.
"""

from __future__ import annotations

from arkham_bbs.game import board, silver_key, uses
from arkham_bbs.game.combat import fight
from arkham_bbs.game.events import MonsterMet, SneakTried
from arkham_bbs.game.monsters import clear_box, survivors_settle
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule, plain
from arkham_bbs.game.pools import lose_die
from arkham_bbs.game.sanity import Encounter, check_each, check_worst
from arkham_bbs.game.spells import MISTS, cast, castable
from arkham_bbs.game.state import Investigator, Monster
from arkham_bbs.game.worlds import go_through


def turn_up_here(play: Play, who: Investigator, encounter: Encounter) -> list[Monster]:
    """Return the monsters to face, turned face up and remembered as met (MATTACK-1)."""
    here = play.monsters_at(who.place)
    new = [monster for monster in here if monster not in encounter.met]
    if new:
        for monster in new:
            monster.face_up = True
            encounter.met.append(monster)
        play.emit(
            MonsterMet(
                who=who.id,
                monsters=tuple(m.id for m in new),
                place=who.place,
                rule="MEET-1",
            )
        )
    return here


def aims(play: Play, who: Investigator) -> list[str]:
    """Return where a Sneak may lead: free neighbours, and the gate itself (SNEAK-7, -8, -13)."""
    if board.is_box(who.place):
        return ["box"]
    occupied = play.occupied()
    closed = play.state.notes.barred if who.id == play.state.active else None
    keys = [
        f"place:{near}" for near in board.NEAR[who.place] if near not in occupied and near != closed
    ]
    if who.place in play.state.gates:
        keys.append("gate")
    return keys


def may_sneak(play: Play, who: Investigator, here: list[Monster], encounter: Encounter) -> bool:
    """Tell whether a Sneak may be tried (SNEAK-1 to SNEAK-3, HOUND-2)."""
    if any("tindalos" in play.content.monsters[m.id].special for m in here):
        return False
    if play.in_mythos() and not encounter.fought:
        return False
    return bool(aims(play, who))


def _meet_keys(play: Play, who: Investigator, encounter: Encounter) -> list[str]:
    keys = ["fight"]
    if may_sneak(play, who, play.monsters_at(who.place), encounter):
        keys.append("sneak")
        if castable(play, who, MISTS) and not who.mists:
            keys.append(f"cast:{MISTS}")
    if not play.in_mythos():
        keys += uses.banishing_keys(play, who)
        keys += silver_key.passage_keys(play, who)
    return keys


def face(play: Play, who: Investigator, encounter: Encounter) -> Rule[bool]:
    """Face the monsters where ``who`` stands until it is over (MEET-1).

    Returns: True when none is left; False when ``who`` sneaked away to another place, or the
    monster of a box is gone.

    Raises:
        CarriedOff: the investigator fell, was carried away or slipped through a gate.
    """
    while True:
        here = turn_up_here(play, who, encounter)
        if not here:
            return True
        answer = yield from play.ask(
            "meet",
            who,
            lambda: plain(_meet_keys(play, who, encounter), "MEET-1"),
            rule="MEET-1",
            facts={
                "monsters": tuple(m.id for m in here),
                "place": who.place,
                **encounter.facts(),
            },
            always=True,
        )
        if answer.startswith("cast:"):
            who.mists = yield from cast(play, who, MISTS)
            continue
        if answer.startswith("use:"):
            yield from uses.use(play, who, answer, encounter)
            continue
        if answer.startswith("key:"):
            yield from silver_key.pass_through(play, who, answer.partition(":")[2], encounter)
        if answer == "sneak":
            outcome = yield from sneak(play, who, here, encounter)
            if outcome == "away":
                return False
            if outcome == "hurt":
                continue
            here = play.monsters_at(who.place)
        if here:
            yield from fight(play, who, here, encounter)


def meet_here(play: Play, who: Investigator, encounter: Encounter | None = None) -> Rule[None]:
    """Face the monsters here; survivors are turned down and pointed afterwards (MATTACK-2).

    Returns when no monster is left here.

    Raises:
        MovedOn: sneaked to a location in one's own turn (SNEAK-12).
        CarriedOff: sneaked elsewhere, or taken away.
    """
    meeting = encounter or Encounter()
    try:
        cleared = yield from face(play, who, meeting)
    except (CarriedOff, MovedOn):
        yield from survivors_settle(play, meeting.met, who)
        raise
    yield from survivors_settle(play, meeting.met, who)
    if not cleared and board.in_arkham(who.place):
        if board.is_location(who.place) and not play.in_mythos():
            raise MovedOn(who)
        raise CarriedOff(who)


def sneak(play: Play, who: Investigator, here: list[Monster], encounter: Encounter) -> Rule[str]:
    """Try to get past the monsters.

    Returns: ``away``, ``caught`` (combat follows, SNEAK-11) or ``hurt`` (SNEAK-10).

    Raises:
        CarriedOff: through the gate, or fallen.
    """
    aim = yield from _choose_aim(play, who, encounter)
    automatic = who.mists
    if not automatic and castable(play, who, MISTS):
        answer = yield from play.ask_plain(
            "sneak_spell",
            who,
            [f"cast:{MISTS}", "roll"],
            rule="SPELL-MISTS-1",
            default="roll",
            facts={"aim": aim, **encounter.facts()},
        )
        if answer != "roll":
            automatic = yield from cast(play, who, MISTS)
    who.mists = False
    passed = True if automatic else (yield from play.checks.evade(play, who))
    told = aim.partition(":")[2] or aim
    play.emit(SneakTried(who=who.id, aim=told, passed=passed, automatic=automatic, rule="SNEAK-4"))
    if not passed:
        if aim == "gate":
            yield from lose_die(play, who, "strength", "sneak", "SNEAK-10")
            return "hurt"
        return "caught"
    if aim == "gate":
        yield from check_each(play, who, here, encounter)
        yield from go_through(play, who, who.place, "gate", "SNEAK-8")
        raise CarriedOff(who)
    yield from check_worst(play, who, here, encounter)
    if aim == "box":
        clear_box(play, who.place)
    else:
        relocate(play, who, told, "sneak", rule="SNEAK-7")
    return "away"


def _aim_keys(play: Play, who: Investigator) -> list[str]:
    keys = aims(play, who)
    if len(keys) > 1 and castable(play, who, MISTS) and not who.mists:
        keys.append(f"cast:{MISTS}")
    return keys


def _choose_aim(play: Play, who: Investigator, encounter: Encounter) -> Rule[str]:
    """Name the aim before the roll (SNEAK-15); Mists may be cast while choosing."""
    while True:
        answer = yield from play.ask(
            "aim",
            who,
            lambda: plain(_aim_keys(play, who), "SNEAK-15"),
            rule="SNEAK-15",
            facts={"place": who.place, **encounter.facts()},
        )
        if not answer.startswith("cast:"):
            return answer
        who.mists = yield from cast(play, who, MISTS)
