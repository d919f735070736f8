"""Exact odds of what is asked, from what the viewer may know; nothing is simulated.

Room: game. Imports decisions, views and neighbours here.

Everything is computed from a `View`, which hides what its viewer may not see: where a chance
hangs on a counter or gate lying face down the answer is the note ``unknown``.
Source: RULES.md and VARIANTS.md as named in the modules here.
"""

from __future__ import annotations

from collections.abc import Callable

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.odds import doing, meeting
from arkham_bbs.game.odds.meeting import plans
from arkham_bbs.game.odds.outcomes import OptionOdds
from arkham_bbs.game.views import InvestigatorView, View

_Teller = Callable[[View, InvestigatorView, Decision, str], OptionOdds]


def _gate(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    if key == "attack":
        return meeting.gate(view, sheet, decision, key)
    return doing.table(view, sheet, decision, key)


def _meet(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    if key.startswith("key:"):
        return doing.key_passage(view, sheet, key)
    if key.startswith("use:"):
        return doing.use_item(view, sheet, key)
    return meeting.meet(view, sheet, decision, key)


def _attack_spells(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    if key.startswith("key:"):
        return doing.key_passage(view, sheet, key)
    if key.startswith("use:") and key != f"use:{meeting.PICCOLO}":
        return doing.use_item(view, sheet, key)
    return meeting.attack_spells(view, sheet, decision, key)


# Kinds not named here ask nothing that a roll settles.
_TELLERS: dict[str, _Teller] = {
    "meet": _meet,
    "target": meeting.target,
    "aim": meeting.aim,
    "sneak_spell": meeting.sneak_spell,
    "attack_spells": _attack_spells,
    "attack_items": meeting.attack_items,
    "spectacles_on": meeting.spectacles,
    "hit": meeting.hit,
    "gate": _gate,
    "service": doing.table,
    "use": doing.use,
    "move": doing.use,
    "pass_monster": doing.use,
    "fast_talk": doing.fast_talk,
    "treat": doing.treat,
    "choose": doing.choose,
    "carry": doing.carry,
    "encounter": doing.encounter,
    "spend_clue": doing.spend_clue,
}
MANY = 64


def odds_of(view: View, decision: Decision, key: str) -> OptionOdds:
    """Return the odds of one option; without outcomes when no roll hangs on it.

    Args:
        view: what the viewer may know. decision: the question. key: an option on offer.
    """
    teller = _TELLERS.get(decision.kind)
    sheet = next((i for i in view.investigators if i.id == decision.investigator), None)
    if teller is None or sheet is None:
        return OptionOdds(key)
    return teller(view, sheet, decision, key)


def rolls_hang_on(decision: Decision) -> bool:
    """Tell whether a question of this kind can have an option that is rolled for."""
    return decision.kind in _TELLERS


def odds_for(view: View, decision: Decision, limit: int = MANY) -> tuple[OptionOdds, ...]:
    """Return the odds of every option that a roll settles, in the order of the options.

    ``limit`` bounds how many options are looked at: an attack with a full hand offers thousands
    of sets. Options on which no roll hangs are left out; those whose odds are hidden are not.
    """
    if not rolls_hang_on(decision):
        return ()
    found = []
    rolled = ("cast:", "key:", "use:")
    for place, choice in enumerate(decision.options):
        if place >= limit and decision.kind != "move":
            break
        if decision.kind == "move" and not choice.key.startswith(rolled):
            if choice.key.startswith(("taxi:", "whistle:", "automobile:")):
                break
            continue
        odds = odds_of(view, decision, choice.key)
        if odds.outcomes or odds.note:
            found.append(odds)
    return tuple(found)


def odds_aside(view: View, key: str) -> OptionOdds:
    """Return the odds of an interjection: ``WHO/cast:heal:OTHER`` and the like."""
    name, _, deed = key.partition("/")
    sheet = next((i for i in view.investigators if i.id == name), None)
    if sheet is None or not deed.startswith(("cast:", "use:")):
        return OptionOdds(key)
    found = doing.aid(view, sheet, deed)
    return OptionOdds(key, found.outcomes, found.steps, found.clues, found.losses, found.note)


def plans_for(view: View, decision: Decision) -> tuple[OptionOdds, ...]:
    """Return the odds of every choice of attack spells with the best weapons, best first."""
    if decision.kind != "attack_spells":
        return ()
    sheet = view.investigator(decision.investigator)
    found = plans(view, sheet, decision)
    found.sort(key=lambda plan: (-plan.chance("kill", "destroy"), len(plan.key)))
    return tuple(found)


__all__ = [
    "OptionOdds",
    "odds_aside",
    "odds_for",
    "odds_of",
    "plans_for",
    "rolls_hang_on",
]
