"""What must be true of every position when the later rule modules are on, or off.

Room: game. Imports the content and neighbours here. Source: VARIANTS.md.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Investigator

GATE_TABLE = frozenset(CONTENT.appearance.values())
POINTS = CONTENT.misc["setup"]["points_to_split"]
OUTSIDE = ("jail_cell", "lost_in_time")


def module_violations(play: Play) -> list[str]:
    """Return what is wrong with clues, conditions, the fallen and the lead."""
    wrong = _clues(play)
    for who in play.state.investigators.values():
        wrong += [f"{who.id}: {text}" for text in (*_conditions(play, who), *_fallen(who))]
    return wrong + _lead(play)


def _clues(play: Play) -> list[str]:
    state = play.state
    wrong = [
        f"{count} clues at {place}"
        for place, count in state.clues.items()
        if count < 1 or place not in GATE_TABLE or place in state.gates
    ]
    wrong += [
        f"{who.id}: {who.clues} clues" for who in state.investigators.values() if who.clues < 0
    ]
    found = bool(state.clues) or any(who.clues for who in state.investigators.values())
    if found and "pool_checks" not in play.options.modules:
        wrong.append("clue tokens without pool checks")
    return wrong


def _conditions(play: Play, who: Investigator) -> list[str]:
    modules = play.options.modules
    wrong = []
    if who.blessed and who.cursed:
        wrong.append("blessed and cursed at once")
    if "conditions_2005" not in modules:
        if who.blessed or who.cursed or who.arrested or who.lost_stage or who.place in OUTSIDE:
            wrong.append("a condition of 2005 without the module")
        if who.delayed and "defeat_2013" not in modules:
            wrong.append("delayed in 1987")
    elif who.jail or who.status == "waiting":
        wrong.append("jailed or waiting as in 1987")
    if who.arrested != (who.place == "jail_cell"):
        wrong.append(f"arrested {who.arrested} at {who.place}")
    if bool(who.lost_stage) != (who.place == "lost_in_time"):
        wrong.append(f"lost stage {who.lost_stage} at {who.place}")
    if "conditions_2005" in modules or "defeat_2013" in modules:
        if who.strength_max + who.sanity_max not in (POINTS, 14):
            wrong.append(f"maxima {who.strength_max} and {who.sanity_max}")
    elif (who.strength_max, who.sanity_max) != (7, 7):
        wrong.append("maxima changed in 1987")
    if who.status == "active" and not (
        board.in_arkham(who.place) or board.is_box(who.place) or who.place in OUTSIDE
    ):
        wrong.append(f"in play at {who.place}")
    return wrong


def _fallen(who: Investigator) -> list[str]:
    """Look at those no longer in play: where they lie and what they still hold."""
    wrong = []
    if (who.status == "defeated") != (who.token is not None):
        wrong.append(f"{who.status} with the token {who.token}")
    if who.status == "defeated":
        if not board.is_location(who.place):
            wrong.append(f"lies at {who.place}")
        if who.skills or who.charity or who.retainer or who.found_gate:
            wrong.append("fallen with what should be discarded")
        if who.blessed or who.cursed or who.delayed or who.held or who.lost_turns or who.jail:
            wrong.append("fallen with conditions")
    elif who.status in ("lost", "out"):
        held = (who.items, who.spells, who.skills, who.allies, who.bound, who.charity)
        if any(held) or who.money or who.clues or who.automobile or who.retainer:
            wrong.append(f"{who.status} with full hands")
        if who.place != "lost":
            wrong.append(f"{who.status} at {who.place}")
    return wrong


def _lead(play: Play) -> list[str]:
    state = play.state
    lead = play.zero.lead(play)
    if "defeat_2013" not in play.options.modules:
        return [] if lead is None else ["somebody leads in 1987"]
    active = [who.id for who in play.active()]
    if lead is None:
        return ["nobody leads"] if active and state.turn else []
    if lead not in active:
        return [f"{lead} leads and is not in play"]
    if state.turn and state.result is None and state.lead != lead and not _passing(play):
        return [f"{lead} leads, {state.lead} is written down"]
    return []


def _passing(play: Play) -> bool:
    """Tell whether the lead is being passed just now: its holder is out and somebody is asked."""
    holder = play.state.investigators.get(play.state.lead or "")
    return holder is not None and holder.status in ("defeated", "out")
