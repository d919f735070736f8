"""Whether an offer is what a file's answer or option means.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from arkham_bbs.game import board
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import AnswerRefused, Decision
from arkham_bbs.game.game import Game
from arkham_bbs.game.movement import ROUND
from arkham_bbs.game.scenario.speech import Offer, Value

# Fields of an answer whose place or target may be wrapped: {target: {monster: gug_1}}.
WRAPPED: tuple[str, ...] = (
    "monster",
    "investigator",
    "gate",
    "place",
    "to",
    "space",
    "card",
    "id",
    "world",
)
SIGN = "elder_sign"
SPECTACLES = "alien_spectacles"
ARRIVALS: frozenset[str] = frozenset(f"{world}/2" for world in CONTENT.worlds)
ANY_ORDER: frozenset[str] = frozenset({"extras"})
# Questions with so many answers that an answer is looked up, not looked for.
SETS: frozenset[str] = frozenset({"attack_items", "discard_half"})
PLACE_ASKS: frozenset[str] = frozenset(
    {"ride", "halt", "sidewalk", "emerge", "carry_gate", "return_gate", "free_bound", "aim"}
)


def set_key(wanted: Value, decision: Decision) -> str:
    """Return the engine's key for a list of pieces, or one piece."""
    pieces = wanted if isinstance(wanted, list) else [wanted]
    if decision.kind == "attack_items":
        # Whether they are worn is asked next (`spectacles_on`), so they may be named here or not.
        pieces = [piece for piece in pieces if piece != SPECTACLES]
    return "+".join(str(piece) for piece in pieces) or "none"


def unwrapped(value: Value) -> Value:
    """Return the id inside ``{monster: ID}`` and the like; other values as they are."""
    if isinstance(value, dict) and len(value) == 1:
        name, inner = next(iter(value.items()))
        if name == "gate":
            return "gate"
        if name in WRAPPED:
            return inner
    return value


def matches(ask: str, wanted: Value, offer: Offer, decision: Decision | None) -> bool:
    """Tell whether an offer is what ``wanted`` means, or is covered by it."""
    if offer.ask != ask and not (ask in ("cast", "halt", "ride") and _same_thing(ask, offer)):
        return False
    value = offer.value
    if ask == "cast" and offer.ask == "attack_spells":
        value = {"spell": value}
    if ask == "attack_spells" and isinstance(wanted, dict):
        wanted = wanted.get("spell")
    if ask == "attack_spells" and wanted == []:
        wanted = "none"
    if ask in ("cast", "use") and isinstance(wanted, str) and isinstance(value, dict):
        wanted = {"spell" if ask == "cast" else "item": wanted}
    if ask in ANY_ORDER:
        return isinstance(wanted, list) and Counter(wanted) == Counter(value)
    if ask == "move":
        return _move_matches(wanted, value, decision)
    if ask in PLACE_ASKS or not isinstance(value, dict):
        return bool(_one(unwrapped(wanted)) == _one(value))
    if not isinstance(wanted, dict):
        return False
    target = decision.facts.get("target") if decision is not None else None
    return all(_entry_matches(name, entry, value, target) for name, entry in wanted.items())


def _same_thing(ask: str, offer: Offer) -> bool:
    if ask == "cast":
        return offer.ask == "attack_spells"
    return offer.ask in ("halt", "ride")


def _one(value: Value) -> Value:
    """Return the only member of a list, so that ``[knife]`` and ``knife`` are the same card."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _entry_matches(name: str, entry: Value, value: dict[str, Value], target: Value) -> bool:
    """Tell whether one entry of a mapping fits; ``target`` is what is attacked just now."""
    if name == "target" and name not in value:
        # What is aimed at by its nature need not be named: the sign's gate, the foe at hand.
        entry = unwrapped(entry)
        return _target_matches(entry, "gate" if value.get("item") == SIGN else target)
    if name not in value:
        return False
    found = value[name]
    if name == "target":
        return _target_matches(unwrapped(entry), found)
    if name in ("heading", "pay", "items"):
        if isinstance(entry, dict):
            entry = list(entry.values())
        entries = entry if isinstance(entry, list) else [entry]
        if name == "heading":
            return bool(entries == found)
        return Counter(entries) == Counter(found)
    return bool(entry == found)


def _target_matches(entry: Value, found: Value) -> bool:
    """Tell whether a target is meant: a gate by its location too, a world without its box."""
    if found == "gate":
        return entry == "gate" or (isinstance(entry, str) and entry in CONTENT.locations)
    return bool(entry == found or (found in ARRIVALS and found == f"{entry}/2"))


def _move_matches(wanted: Value, value: Value, decision: Decision | None) -> bool:
    if isinstance(wanted, str):
        return bool(wanted == value)
    if isinstance(wanted, list):
        if decision is not None and wanted[-1:] == [decision.facts.get("from")]:
            return bool(value == (ROUND if decision.offers(ROUND) else "stay"))
        return bool(wanted) and bool(wanted[-1] == value)
    if not isinstance(wanted, dict):
        return False
    if not isinstance(value, dict):
        walk = wanted.get("walk")
        return set(wanted) == {"walk"} and isinstance(walk, list) and walk[-1:] == [value]
    for name, entry in wanted.items():
        found = value.get(name)
        if name == "walk" and isinstance(entry, list):
            entry = entry[-1] if entry else None
        if name == "to":
            entry = unwrapped(entry)
        if name not in ("walk", "ride", "to") or entry != found:
            return False
    return True


def path_of(answer: Value) -> list[str] | None:
    """Return the spaces a move answer walks over, None when it says none."""
    if isinstance(answer, list):
        return [str(step) for step in answer]
    if isinstance(answer, dict) and isinstance(answer.get("walk"), list):
        return [str(step) for step in answer["walk"]]
    return None


def path_fault(game: Game, decision: Decision, path: list[str]) -> str | None:
    """Return what is wrong with a walk taken step by step, or None."""
    here = str(decision.facts["from"])
    if len(path) > int(decision.facts["budget"]):
        return f"{len(path)} spaces are more than the {decision.facts['budget']} rolled"
    stops = frozenset() if decision.facts.get("mists") else game.play.occupied()
    barred = game.play.state.notes.barred
    for number, step in enumerate(path, start=1):
        if step not in board.NEAR.get(here, ()):
            return f"{step!r} is not next to {here!r}"
        if step == barred:
            return f"{step!r} may not be entered this turn"
        if number < len(path) and board.is_location(step):
            return f"the walk ends in {step!r}"
        if number < len(path) and step in stops:
            return f"a monster at {step!r} ends the walk"
        here = step
    return None


def pieces(given: Value) -> list[str]:
    """Return one side of a trade as the engine writes it (trade.py).

    A side is a list of ids with ``{cash: N}`` among them, or a mapping by kind.
    """
    found: list[str] = []
    if given in (None, "none", []):
        return found
    if isinstance(given, dict):
        for kind, value in given.items():
            if kind in ("cash", "money"):
                found += [f"cash-{value}"] if value else []
            elif kind == "automobile":
                found += ["automobile"] if value not in (False, "no") else []
            else:
                names = value if isinstance(value, list) else [value]
                found += [f"{kind}.{name}" for name in names]
        return found
    for entry in given if isinstance(given, list) else [given]:
        if isinstance(entry, dict):
            found += pieces(entry)
        elif isinstance(entry, int):
            found.append(f"cash-{entry}")
        else:
            found.append(_piece(str(entry)))
    return found


def _piece(name: str) -> str:
    if name == "automobile" or name.startswith("cash-") or "." in name:
        return name
    if name in CONTENT.items:
        return f"items.{name}"
    if name in CONTENT.spells:
        return f"spells.{name}"
    if name in CONTENT.skills:
        return f"skills.{name}"
    if name in ("charity", "repay"):
        return f"charity.{name}"
    return f"allies.{name}"


def trade_key(offer: Offer, wanted: dict[str, Any]) -> str:
    """Return the whole key of a trade whose form is on offer."""
    give = "+".join(pieces(wanted.get("give")))
    take = "+".join(pieces(wanted.get("take")))
    return f"{offer.key}:{give}:{take}"


def trade_matches(game: Game, wanted: Value, offer: Offer) -> bool:
    """Tell whether a trade is possible now as wanted; what is not said is not looked at."""
    if offer.ask != "trade" or not isinstance(wanted, dict) or offer.seat is None:
        return False
    if wanted.get("with", offer.value["with"]) != offer.value["with"]:
        return False
    if "give" not in wanted and "take" not in wanted:
        return True
    try:
        game.check_interjection(offer.seat, trade_key(offer, wanted))
    except AnswerRefused:
        return False
    return True
