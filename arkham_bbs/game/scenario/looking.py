"""Looking at what is offered between the choices of a case.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.game import Game
from arkham_bbs.game.scenario.matching import (
    SETS,
    matches,
    path_fault,
    path_of,
    set_key,
    trade_matches,
)
from arkham_bbs.game.scenario.model import Case, Look
from arkham_bbs.game.scenario.speech import Offer, asks_of, decision_offers, interjection_offers

# Things offered beside many kinds of question: looked for at every decision of the span.
EVERYWHERE: frozenset[str] = frozenset({"use", "cast", "trade"})


class Watch:
    """What a case must and must not see offered, and what it saw."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.broken: list[str] = []
        self._settled: set[str] = set()
        self._missing: dict[str, list[Any]] = {}
        self._seen: set[str] = set()

    def unseen(self, given: int) -> list[Look]:
        """Return the looks of the present span whose question has not been open yet."""
        looks = (*self.case.must_offer, *self.case.must_not_offer)
        return [look for look in looks if look.at == given and look.path not in self._seen]

    def look(self, game: Game, given: int) -> None:
        """Look at the decision that is open after ``given`` choices."""
        decision = game.decision
        if decision is None:
            return
        for look in self.case.must_offer:
            if look.at == given and look.path not in self._settled:
                self._must(game, decision, look)
        for look in self.case.must_not_offer:
            if look.at == given:
                self._must_not(game, decision, look)

    def verdict(self) -> list[str]:
        """Return what was broken, with what was never seen, once the run is over."""
        lines = list(self.broken)
        for look in self.case.must_offer:
            if look.path in self._settled:
                continue
            missing = self._missing.get(look.path)
            if missing is None:
                lines.append(f"{look.path}: {look.ask} was not asked then")
            else:
                lines.append(f"{look.path}: not on offer: {missing}")
        return lines

    def _meant(self, game: Game, decision: Decision, look: Look) -> bool:
        """Tell whether the open decision is of the kind looked for."""
        if look.ask not in asks_of(decision):
            return False
        if look.ask == "lot":
            return True  # a lot is everybody's
        if look.of is not None:
            return look.of == decision.investigator
        active = game.play.state.active
        return active is None or not decision.investigator or decision.investigator == active

    def _must(self, game: Game, decision: Decision, look: Look) -> None:
        meant = self._meant(game, decision, look)
        if not meant and look.ask not in EVERYWHERE:
            return
        missing = [wanted for wanted in look.options if not on_offer(game, decision, look, wanted)]
        if meant:
            self._seen.add(look.path)
        if not missing:
            self._settled.add(look.path)
            self._seen.add(look.path)
        elif look.ask not in EVERYWHERE:
            self._settled.add(look.path)
            self.broken.append(f"{look.path}: not on offer: {missing}")
        elif meant or look.path not in self._missing:
            self._missing[look.path] = missing

    def _must_not(self, game: Game, decision: Decision, look: Look) -> None:
        meant = self._meant(game, decision, look)
        if meant:
            self._seen.add(look.path)
        if not meant and look.ask not in EVERYWHERE:
            return
        wrong = [wanted for wanted in look.options if on_offer(game, decision, look, wanted)]
        if wrong:
            self.broken.append(f"{look.path}: on offer: {wrong}")


def on_offer(game: Game, decision: Decision, look: Look, wanted: Any) -> bool:
    """Tell whether an option of a file is on offer now."""
    actor = look.of or game.play.state.active or decision.investigator
    if look.ask == "trade":
        return any(
            offer.of == actor and trade_matches(game, wanted, offer)
            for offer in interjection_offers(game)
        )
    if look.ask == "lot":
        item = wanted.get("item") if isinstance(wanted, dict) else wanted
        return decision.kind == "bid" and decision.facts["item"] == item
    if look.ask in SETS:
        return decision.kind == look.ask and decision.offers(set_key(wanted, decision))
    if look.ask == "bid" and isinstance(wanted, dict) and wanted.get("items"):
        return _bid_on_offer(decision, wanted)
    if decision.investigator in (actor, ""):
        path = path_of(wanted) if look.ask == "move" else None
        if path is not None and (
            decision.kind != "move" or path_fault(game, decision, path) is not None
        ):
            return False
        if any(matches(look.ask, wanted, offer, decision) for offer in decision_offers(decision)):
            return True
    if look.ask not in EVERYWHERE:
        return False
    asides = [offer for offer in interjection_offers(game) if offer.of == actor]
    return any(_aside_matches(look.ask, wanted, offer) for offer in asides)


def _aside_matches(ask: str, wanted: Any, offer: Offer) -> bool:
    if isinstance(offer.value, dict) and "mark" in offer.value:
        return isinstance(wanted, dict) and "mark" in wanted
    return matches(ask, wanted, offer, None)


def _bid_on_offer(decision: Decision, wanted: dict[str, Any]) -> bool:
    """Tell whether items, with cash or without, may be bid."""
    if decision.kind != "bid":
        return False
    items = wanted["items"]
    if not all(decision.offers(f"pledge:{item}") for item in items):
        return False
    value = sum(CONTENT.items[item].cost for item in items)
    cash = wanted.get("cash", 0)
    return bool(value + cash > decision.facts["price"] and cash <= decision.facts["money"])
