"""Which offer of a game a choice of a case means.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.game import Game
from arkham_bbs.game.scenario.matching import SETS, matches, path_fault, path_of, set_key
from arkham_bbs.game.scenario.model import Choice
from arkham_bbs.game.scenario.speech import Offer, asks_of, decision_offers, interjection_offers


class CaseFailed(Exception):
    """The run cannot go on; the message says why."""


def is_asked(game: Game, decision: Decision, choice: Choice) -> bool:
    """Tell whether the choice belongs to this decision."""
    if choice.ask not in asks_of(decision):
        return False
    if choice.of is not None:
        return choice.of == decision.investigator
    active = game.play.state.active
    return active is None or not decision.investigator or decision.investigator == active


def actor_of(game: Game, decision: Decision, choice: Choice) -> str:
    """Return who makes the choice: the one named, or whose turn it is."""
    return choice.of or game.play.state.active or decision.investigator


def check_path(game: Game, decision: Decision, choice: Choice) -> None:
    """Take a walk step by step.

    Raises:
        CaseFailed: a step cannot be taken.
    """
    path = path_of(choice.answer)
    fault = path_fault(game, decision, path) if path is not None else None
    if fault is not None:
        raise CaseFailed(f"{choice.path}.answer: {fault}")


def is_other_arrow(decision: Decision, choice: Choice) -> bool:
    """Tell whether an arrow is asked that is not the one the choice points."""
    return (
        decision.kind == "arrow"
        and isinstance(choice.answer, dict)
        and choice.answer.get("monster") != decision.facts["monster"]
    )


def find_offer(game: Game, decision: Decision, choice: Choice, actor: str) -> Offer | None:
    """Return the offer the choice means."""
    answer = choice.answer
    if is_asked(game, decision, choice) or choice.ask in ("use", "cast"):
        if choice.ask in SETS:
            key = set_key(answer, decision)
            return Offer(choice.ask, actor, answer, key) if decision.offers(key) else None
        if choice.ask == "move" or decision.investigator in (actor, ""):
            offers = [o for o in decision_offers(decision) if _means(choice, o, decision)]
            if offers:
                return _pick(offers, choice, actor)
    if choice.ask not in ("use", "cast"):
        return None
    asides = [o for o in interjection_offers(game) if o.of == actor]
    marks = [o for o in asides if isinstance(o.value, dict) and "mark" in o.value]
    asides = [o for o in asides if o not in marks and _means(choice, o, decision)]
    if asides:
        return _pick(asides, choice, actor)
    return _mark(marks, answer)


def _means(choice: Choice, offer: Offer, decision: Decision) -> bool:
    wanted = choice.answer
    rides = choice.ask == "move" and isinstance(wanted, dict) and "ride" in wanted
    if rides and (
        not isinstance(offer.value, dict) or bool(wanted.get("walk")) != ("walk" in offer.value)
    ):
        return False
    return matches(choice.ask, wanted, offer, decision)


def _pick(offers: list[Offer], choice: Choice, actor: str) -> Offer:
    """Return the one offer meant; one's own person goes before others."""
    if len(offers) > 1:
        own = [o for o in offers if isinstance(o.value, dict) and o.value.get("target") == actor]
        offers = own or offers
    if len({offer.key for offer in offers}) > 1:
        raise CaseFailed(f"{choice.path}.answer: {choice.answer} may mean several things")
    return offers[0]


def _mark(marks: list[Offer], answer: Any) -> Offer | None:
    """Read ``{item: silver_key, mark: PLACE}``, also written with ``target``."""
    if not marks or not isinstance(answer, dict) or answer.get("item") != "silver_key":
        return None
    place = answer.get("mark", answer.get("target"))
    if isinstance(place, dict):
        place = next(iter(place.values()))
    if place is None:
        return None
    offer = marks[0]
    return Offer(offer.ask, offer.of, offer.value, f"{offer.key}{place}", offer.seat)
