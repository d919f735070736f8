"""The jail cell, and Lost in Time and Space: how one comes there and away again.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module conditions_2005 (C05-5 to C05-9, C05-19).
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.events import ConditionSet, TurnSkipped
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.pools import pay
from arkham_bbs.game.state import Investigator

CELL = "jail_cell"
POLICE = "police_station"
OUTSIDE = "lost_in_time"
# How far one is with being lost: the turn to be lost is still to come, or has passed.
LYING, STANDING = 1, 2
# Where one may come back to, locations first.
ANYWHERE: tuple[str, ...] = (*board.ENTRANCES, *board.STREET)


def be_delayed(play: Play, who: Investigator, rule: str) -> None:
    """Lie down until the next turn's movement (C05-7)."""
    who.delayed = True
    play.emit(ConditionSet(who=who.id, condition="delayed", rule=rule))


def stand_up(play: Play, who: Investigator, rule: str) -> None:
    """End being delayed."""
    who.delayed = False
    play.emit(ConditionSet(who=who.id, condition="delayed", on=False, rule=rule))


def forget_waiting(who: Investigator) -> None:
    """Drop turns still to be lost where one was: the next turn is what the condition says."""
    who.lost_turns = 0
    who.then = []


# ---- outside time ----------------------------------------------------------------------------


def lose_in_time(play: Play, who: Investigator, rule: str) -> None:
    """Move ``who`` to Lost in Time and Space, delayed (C05-5, C05-19)."""
    who.visit = None
    who.held = False
    who.departed_gate = None
    who.lost_stage = LYING
    forget_waiting(who)
    relocate(play, who, OUTSIDE, "lost-in-time", rule=rule)
    play.emit(ConditionSet(who=who.id, condition="lost-in-time", rule=rule))
    be_delayed(play, who, rule)


def lose_the_turn(play: Play, who: Investigator) -> None:
    """Stand up in the turn that is lost, or let another one pass (C05-6)."""
    play.emit(TurnSkipped(who=who.id, cause="lost-in-time", rule="C05-6"))
    if who.lost_stage == LYING:
        who.lost_stage = STANDING
    if who.delayed:
        stand_up(play, who, "C05-6")


def emerge(play: Play, who: Investigator) -> Rule[None]:
    """Offer to come back to any location or street, before anything else (C05-6)."""
    answer = yield from play.ask(
        "emerge",
        who,
        lambda: plain([*(f"place:{place}" for place in ANYWHERE), "wait"], "C05-6"),
        rule="C05-6",
        default="wait",
    )
    if answer == "wait":
        return
    who.lost_stage = 0
    play.emit(ConditionSet(who=who.id, condition="lost-in-time", on=False, rule="C05-6"))
    relocate(play, who, answer.partition(":")[2], "emerged", rule="C05-6")


# ---- the cell --------------------------------------------------------------------------------


def arrest(play: Play, who: Investigator) -> None:
    """Put ``who`` in the cell for half of the money, delayed (C05-8)."""
    who.arrested = True
    forget_waiting(who)
    relocate(play, who, CELL, "jail", rule="C05-8")
    play.emit(ConditionSet(who=who.id, condition="arrested", rule="C05-8"))
    half = who.money // 2
    if half:
        pay(play, who, half, "arrested", "C05-8")
    be_delayed(play, who, "C05-8")


def release(play: Play, who: Investigator) -> None:
    """Skip the turn whole, but stand up and go out to the Police Station (C05-8, OPEN-41)."""
    play.emit(TurnSkipped(who=who.id, cause="arrested", rule="C05-8"))
    if who.delayed:
        stand_up(play, who, "C05-8")
    who.arrested = False
    play.emit(ConditionSet(who=who.id, condition="arrested", on=False, rule="C05-8"))
    relocate(play, who, POLICE, "released", rule="C05-8")
