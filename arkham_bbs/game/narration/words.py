"""Values of a decision as words: what a question or label may put between its own.

Room: game. Imports decisions and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration.names import (
    at,
    card,
    money,
    monsters,
    person,
    place,
    skill,
    the_monster,
    thing,
)

if TYPE_CHECKING:
    from arkham_bbs.game.views import InvestigatorView, MonsterView, View


def sheet_of(decision: Decision, view: View | None) -> InvestigatorView | None:
    """Return the sheet of the investigator asked, if the view shows it."""
    return sheet(decision.investigator, view)


def sheet(who: str, view: View | None) -> InvestigatorView | None:
    """Return the sheet of an investigator, if the view shows it."""
    if view is None:
        return None
    return next((one for one in view.investigators if one.id == who), None)


def may_attack_here(decision: Decision, view: View | None) -> bool:
    """Say whether the one asked stands at a gate known from both sides (GATTACK-1, GATTACK-10)."""
    found = sheet_of(decision, view)
    return found is not None and found.found_gate is not None and found.found_gate == found.place


def counter(monster: str, view: View | None) -> MonsterView | None:
    """Return a counter on the board, if the view shows it."""
    if view is None:
        return None
    return next((one for one in view.monsters if one.id == monster), None)


class Words(Mapping[str, str]):
    """The facts of a decision, each turned into words on demand.

    A fact that is absent gives a general word, so that a question reads well
    with few facts and better with more.
    """

    GENERAL: ClassVar[dict[str, str]] = {
        "monster": "the monster",
        "target": "it",
        "place": "this place",
        "card": "this",
        "price": "the price",
        "amount": "the sum",
        "limit": "the limit",
        "world": "this world",
        "goal": "the goal",
        "service": "what this place offers",
        "skill": "the check",
    }

    def __init__(self, decision: Decision, view: View | None) -> None:
        self._facts = decision.facts
        self._who = decision.investigator
        self._view = view

    def __getitem__(self, name: str) -> str:
        if name == "who":
            return person(self._who)
        value = self._facts.get(name)
        if name in ("here", "at"):
            value = self._facts.get("place", self._facts.get("from"))
            if value is None:
                found = sheet(self._who, self._view)
                value = found.place if found else None
            if name == "at":
                return at(value) if value else "here"
            return place(value) if value else "this place"
        if value is None:
            return self.GENERAL.get(name, "")
        return fact(name, value)

    def __iter__(self) -> Any:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)


def fact(name: str, value: Any) -> str:
    """Say one fact of a decision in words."""
    if name in ("price", "amount", "cash", "fee", "stake", "value", "high", "worth"):
        return money(value) if isinstance(value, int) else str(value)
    if name == "monsters" and isinstance(value, Sequence):
        return monsters(value)
    if name == "monster":
        return the_monster(value)
    if name in ("place", "to", "start", "goal"):
        return place(value)
    if name in ("card", "item", "spell", "what"):
        return card(value)
    if name == "skill":
        return skill(value)
    if name == "target":
        if value in CONTENT.locations or value in CONTENT.spaces or "/" in str(value):
            return f"the gate {at(value)}"
        return thing(value)
    return thing(value) if isinstance(value, str) else str(value)
