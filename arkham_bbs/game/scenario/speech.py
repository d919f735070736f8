"""What the engine offers, in the words of the scenario files.

Room: game. Imports neighbours here. Source: docs/scenarios.md, decisions.py.

An `Offer` is one thing that may be answered or done now: what is asked, of whom, the answer as
a file writes it, and the engine's key for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.game import Game
from arkham_bbs.game.movement import ROUND
from arkham_bbs.game.scenario.model import ASKS

Value = Any


class Offer(Struct, frozen=True):
    """``seat`` is None for an answer to the pending decision, a seat for an interjection."""

    ask: str
    of: str
    value: Value
    key: str
    seat: int | None = None


def asks_of(decision: Decision) -> tuple[str, ...]:
    """Return the words under which a file may mean this decision."""
    kind = decision.kind
    if kind == "halt":
        return ("halt", "ride")
    if kind == "use":
        return ("use", "cast")
    if kind == "bid":
        return ("bid", "lot")
    return (kind, ASKS[kind]) if kind in ASKS else (kind,)


def say(decision: Decision, key: str) -> tuple[str, Value]:
    """Return (ask, answer) for one key of a decision."""
    kind = decision.kind
    verb, _, rest = key.partition(":")
    if verb == "cast":
        return ("attack_spells", rest) if kind == "attack_spells" else ("cast", {"spell": rest})
    if verb == "use":
        return "use", _use(rest)
    if verb == "key":
        return "use", {"item": "silver_key", "target": rest}
    teller = _TELLERS.get(kind)
    if teller is not None:
        return teller(decision, key)
    return ASKS.get(kind, kind), rest or key


def _use(rest: str) -> dict[str, str]:
    item, _, target = rest.partition(":")
    return {"item": item, "target": target} if target else {"item": item}


def _move(decision: Decision, key: str) -> tuple[str, Value]:
    verb, _, rest = key.partition(":")
    if verb in ("stay", ROUND):
        return "move", verb
    if verb == "walk":
        return "move", rest
    start, _, goal = rest.rpartition(":")
    ride = {"ride": verb, "to": goal}
    return "move", {"walk": start, **ride} if start else ride


def _plain_none(decision: Decision, key: str) -> tuple[str, Value]:
    kind = decision.kind
    if kind in ("pass_monster", "sneak_spell"):
        return "cast", "none"
    return kind, "none"


def _set(decision: Decision, key: str) -> tuple[str, Value]:
    return decision.kind, [] if key == "none" else key.split("+")


def _choose(decision: Decision, key: str) -> tuple[str, Value]:
    return "choose", decision.facts["labels"][int(key.partition(":")[2])]


def _drop(decision: Decision, key: str) -> tuple[str, Value]:
    return "drop", decision.facts.get("card", "leave") if key == "leave" else key.partition(":")[2]


def _arrow(decision: Decision, key: str) -> tuple[str, Value]:
    way = list(decision.facts["heading"]) if key == "keep" else key.split(":")[1:]
    return "arrow", {"monster": decision.facts["monster"], "heading": way}


def _split(decision: Decision, key: str) -> tuple[str, Value]:
    _, strength, sanity = key.split(":")
    return "split", {"strength": int(strength), "sanity": int(sanity)}


def _power(decision: Decision, key: str) -> tuple[str, Value]:
    if key == "no":
        return "leave_power", "no"
    _, power, item, spell = key.split(":")
    return "leave_power", {"power": power, "pay": [item, spell]}


def _bid(decision: Decision, key: str) -> tuple[str, Value]:
    verb, _, rest = key.partition(":")
    pledged = list(decision.facts.get("pledged", ()))
    if verb == "cash":
        return "bid", {"cash": int(rest), **({"items": pledged} if pledged else {})}
    if verb == "pledge":
        return "bid", {"pledge": rest}
    return "bid", "pass"


def _clue(decision: Decision, key: str) -> tuple[str, Value]:
    return "spend_clue", "yes" if key == "spend" else "no"


def _encounter(decision: Decision, key: str) -> tuple[str, Value]:
    verb, _, rest = key.partition(":")
    return "encounter", {"defeated": rest} if verb == "defeated" else "none"


_TELLERS: dict[str, Callable[[Decision, str], tuple[str, Value]]] = {
    "move": _move,
    "pass_monster": _plain_none,
    "sneak_spell": _plain_none,
    "use": _plain_none,
    "attack_items": _set,
    "discard_half": _set,
    "extras": _set,
    "choose": _choose,
    "drop": _drop,
    "arrow": _arrow,
    "split": _split,
    "leave_power": _power,
    "bid": _bid,
    "spend_clue": _clue,
    "encounter": _encounter,
}


def decision_offers(decision: Decision) -> Iterator[Offer]:
    """Walk what the pending decision offers."""
    for choice in decision.options:
        ask, value = say(decision, choice.key)
        yield Offer(ask, decision.investigator, value, choice.key)


def interjection_offers(game: Game) -> Iterator[Offer]:
    """Walk what anybody may do out of turn now."""
    for seat in range(len(game.play.state.seats)):
        for choice in game.interjections(seat):
            who, _, key = choice.key.partition("/")
            ask, value = say_aside(game, key)
            yield Offer(ask, who, value, choice.key, seat)


def say_aside(game: Game, key: str) -> tuple[str, Value]:
    """Return (ask, answer) for an interjection's key, its actor left out."""
    verb, _, rest = key.partition(":")
    if verb == "cast":
        spell, _, target = rest.partition(":")
        return "cast", {"spell": spell, "target": target}
    if verb == "use":
        return "use", _use(rest)
    if verb == "mark":
        return "use", {"item": "silver_key", "mark": rest}
    if verb == "trade":
        parts = rest.split(":")
        value: dict[str, Value] = {"with": parts[1]}
        if len(parts) == 4:
            value["give"] = [piece for piece in parts[2].split("+") if piece]
            value["take"] = [piece for piece in parts[3].split("+") if piece]
        return "trade", value
    for offer in game.play.state.offers:
        if str(offer.number) == rest:
            return verb, {"of": offer.who, "with": offer.partner}
    return verb, rest
