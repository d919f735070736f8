"""Effects of the tables on the board: what an event brings here, and where it takes people.

Room: game. Imports events and neighbours here.
Source: RULES.md ENC-2 to ENC-5, ENC-10 to ENC-15, WORLD-6 to WORLD-11, LOC-JAIL-1, OPEN-31.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.effects import Effect, Handler, Scene, run_effects
from arkham_bbs.game.effects_sheet import SHEET
from arkham_bbs.game.encounter import after_victory, roll_event
from arkham_bbs.game.events import ConditionSet, GateRolled, NothingHappened
from arkham_bbs.game.gates import lay_gate
from arkham_bbs.game.meeting import meet_here
from arkham_bbs.game.monsters import appear, point_new, sealed
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule
from arkham_bbs.game.state import Investigator, Visit
from arkham_bbs.game.vehicles import goals, ride
from arkham_bbs.game.worlds import end_visit, go_through, roll_table


def _monster(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    if appear(play, who.place, face_up=True, rule="ENC-4") is not None:
        yield from meet_newcomer(play, who)


def meet_newcomer(play: Play, who: Investigator) -> Rule[None]:
    """Meet what an event brought (ENC-4); the victor at a gate may enter it (GATE-4, OPEN-18)."""
    yield from meet_here(play, who)
    yield from after_victory(play, who)


def _gate_and_monster(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    place = who.place
    if sealed(play, place):
        play.emit(NothingHappened(cause="elder-sign", place=place, rule="OPEN-15"))
        return
    if place in play.state.gates:
        if appear(play, place, face_up=True, rule="ENC-10") is not None:
            yield from meet_newcomer(play, who)
        return
    if not lay_gate(play, place, counts=True, rule="ENC-2"):
        play.emit(NothingHappened(cause="gate-deck-empty", place=place, rule="GATE-5"))
        return
    monster = appear(play, place, face_up=False, rule="ENC-3")
    if monster is not None:
        yield from point_new(play, monster, who)
    yield from go_through(play, who, place, "event", "ENC-14")
    raise CarriedOff(who)


def _sidewalk(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from to_sidewalk(play, who)
    raise MovedOn(who)


def to_sidewalk(play: Play, who: Investigator) -> Rule[None]:
    """Move, free, to an entrance space of one's choice (ENC-12)."""
    doors = board.ENTRANCES[who.place]
    answer = yield from play.ask_plain(
        "sidewalk", who, [f"place:{door}" for door in doors], rule="ENC-12"
    )
    relocate(play, who, answer.partition(":")[2], "sidewalk", rule="ENC-12")


def _jail(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from play.conditions.jail(play, who, effect["jail"])


def _repeat_box(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    if who.visit is None:
        who.held = True
        play.emit(ConditionSet(who=who.id, condition="held", rule="WORLD-6"))
    return
    yield


def _go(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    relocate(play, who, effect["go"], "event", rule="ENC-5")
    raise MovedOn(who)
    yield


def _ride(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    wanted: tuple[str, ...]
    if effect["ride"] == "any_place":
        wanted = board.PLACES
    elif effect["ride"] == "any_location":
        wanted = tuple(board.ENTRANCES)
    else:
        wanted = (effect["ride"],)
    keys = [f"place:{place}" for place in goals(play, who.place, wanted)]
    if effect["declinable"]:
        keys.append("decline")
    if not keys:
        play.emit(NothingHappened(cause="none", who=who.id, place=scene.place, rule="MOVE-9"))
        return
    answer = yield from play.ask_plain(
        "ride", who, keys, rule="ENC-11", default="decline" if effect["declinable"] else None
    )
    if answer == "decline":
        yield from run_effects(play, who, effect["otherwise"], scene)
        return
    yield from ride(play, who, answer.partition(":")[2], "ride", rule="MOVE-21")
    raise MovedOn(who)


def _visit(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    visit = effect["visit_world"]
    if who.visit is None:
        who.visit = Visit(world=visit["world"], home=who.place)
    relocate(play, who, f"{visit['world']}/2", "event", rule="WORLD-11")
    yield from roll_table(play, who)
    if visit["back"] == "now":
        end_visit(play, who)


def _wake(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    """Lie at another location at once; the turn ends without an encounter (OPEN-31)."""
    die = play.roll("wake", who, "OPEN-31")
    relocate(play, who, effect["wake_at"][die], "event", rule="OPEN-31")
    raise CarriedOff(who)
    yield


def _reroll(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from roll_event(play, who)


def _lost(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from play.zero.lost(play, who, scene.cause)


def _thrown(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    """Appear at the location of a Gate Appearance roll; the turn ends there (WORLD-9)."""
    dice = (play.d6(), play.d6())
    place = play.content.appearance[sum(dice)]
    play.emit(GateRolled(dice=dice, place=place, purpose="thrown", rule="WORLD-9"))
    who.departed_gate = None
    relocate(play, who, place, "thrown", rule="WORLD-9")
    raise CarriedOff(who)
    yield


EFFECTS: dict[str, Handler] = {
    **SHEET,
    "monster_appears": _monster,
    "gate_and_monster": _gate_and_monster,
    "sidewalk": _sidewalk,
    "jail": _jail,
    "repeat_box": _repeat_box,
    "go": _go,
    "ride": _ride,
    "visit_world": _visit,
    "wake_at": _wake,
    "reroll": _reroll,
    "lost": _lost,
    "random_arkham": _thrown,
}
"""Every effect of the tables, by the name it has in their data."""
