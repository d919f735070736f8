"""The autopilot: a legal, cautious answer to any decision, for a caller who is away.

Room: players. Imports game (decisions, views, content).

It never gambles with what belongs to an absent caller. The rules, in the order of a turn:

- set-up: the first investigator on offer, strength and sanity as even as they can be;
- moving: the hospital or the sanitarium when strength or sanity is 2 or less and it can be walked
  to; otherwise an empty street, staying there when standing on one; never into a monster, never
  into a gate, no fares, no cards;
- at a place: the safe service, else the event; never enters or attacks a gate; accepts treatment
  when hurt; buys, bids, bets, sells and trades nothing;
- monsters: sneaks when outmatched or when the strength is not known, otherwise fights the weakest
  with all that need not be thrown away; casts nothing;
- losses: what is worth least; a hired hand or Flesh Ward takes a blow that could be the last;
- anything else: the option that leaves things alone, and failing that the first.

Nothing is random: the same view and decision always give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.views import InvestigatorView, MonsterView, View

WEAK = 2
"""Strength or sanity at which the autopilot looks for help."""
HURT = 4
"""Strength or sanity up to which treatment is accepted."""
CARE = {"strength": "hospital", "sanity": "sanitarium"}
LOOKED_AT = 4096
"""Combinations of weapons looked at, at most."""

HARMLESS = (
    "no",
    "none",
    "go_on",
    "stay",
    "pass",
    "decline",
    "keep",
    "stop",
    "wait",
    "leave",
    "roll",
    "take",
    "event",
    "meet",
)


def cautious_answer(view: View, decision: Decision) -> str:
    """Return the key of the option a careful stand-in would choose."""
    choose = _RULES.get(decision.kind)
    if choose is not None:
        key = choose(view, decision)
        if key is not None and decision.offers(key):
            return key
    return _harmless(decision)


def _keys(decision: Decision) -> tuple[str, ...]:
    return tuple(option.key for option in islice(decision.options, LOOKED_AT))


def _harmless(decision: Decision) -> str:
    if decision.default is not None and decision.offers(decision.default):
        return decision.default
    for key in HARMLESS:
        if decision.offers(key):
            return key
    return decision.options[0].key


def _sheet(view: View, decision: Decision) -> InvestigatorView | None:
    for sheet in view.investigators:
        if sheet.id == decision.investigator:
            return sheet
    return None


def _monsters_at(view: View, place: str) -> list[MonsterView]:
    return [m for m in view.monsters if m.place == place]


def _is_safe_street(view: View, place: str) -> bool:
    return place in CONTENT.spaces and not _monsters_at(view, place)


def _place_of(key: str) -> str:
    return key.rpartition(":")[2]


# -- set-up -----------------------------------------------------------------------------------
def _split(view: View, decision: Decision) -> str | None:
    def unevenness(key: str) -> int:
        _, strength, sanity = key.split(":")
        return abs(int(strength) - int(sanity))

    return min((k for k in _keys(decision) if k.count(":") == 2), key=unevenness, default=None)


# -- moving -----------------------------------------------------------------------------------
def _move(view: View, decision: Decision) -> str | None:
    sheet = _sheet(view, decision)
    if sheet is None:
        return None
    keys = _keys(decision)
    for value, care in ((sheet.strength, CARE["strength"]), (sheet.sanity, CARE["sanity"])):
        if value <= WEAK:
            if sheet.place == care and "stay" in keys:
                return "stay"
            if f"walk:{care}" in keys and not _monsters_at(view, care):
                return f"walk:{care}"
    if "stay" in keys and _is_safe_street(view, sheet.place):
        return "stay"
    for key in keys:
        if key.startswith("walk:") and _is_safe_street(view, _place_of(key)):
            return key
    return "stay"


def _first_safe_place(view: View, decision: Decision) -> str | None:
    keys = [k for k in _keys(decision) if k.startswith("place:")]
    for key in keys:
        if _is_safe_street(view, _place_of(key)):
            return key
    for key in keys:
        if not _monsters_at(view, _place_of(key)):
            return key
    return keys[0] if keys else None


def _halt(view: View, decision: Decision) -> str | None:
    return _first_safe_place(view, decision)


def _aim(view: View, decision: Decision) -> str | None:
    found = _first_safe_place(view, decision)
    if found is not None:
        return found
    keys = [k for k in _keys(decision) if not k.startswith("cast:")]
    return keys[0] if keys else None


# -- places -----------------------------------------------------------------------------------
def _gate(view: View, decision: Decision) -> str | None:
    return next((k for k in ("event", "meet", "attack", "enter") if decision.offers(k)), None)


def _treat(view: View, decision: Decision) -> str | None:
    sheet = _sheet(view, decision)
    if sheet is None:
        return None
    place = sheet.place
    value = sheet.sanity if place == CARE["sanity"] else sheet.strength
    return "yes" if value <= HURT else "no"


# -- monsters ---------------------------------------------------------------------------------
def _weapon_sum(keys: Iterable[str]) -> int:
    total = 0
    for key in keys:
        card = CONTENT.items.get(key)
        if card is not None:
            total += int(card.attack or 0)
    return total


def _two_handed_total(sheet: InvestigatorView) -> int:
    """What the best two hands add, with nothing that is used up."""
    one: list[int] = []
    two = 0
    for held in sheet.items:
        card = CONTENT.items.get(held.id)
        if card is None or not card.attack or card.discard != "never":
            continue
        if card.hands == 2:
            two = max(two, card.attack)
        elif card.hands == 1:
            one.append(card.attack)
    return max(two, sum(sorted(one)[-2:]))


def _is_outmatched(view: View, sheet: InvestigatorView) -> bool:
    """A middling roll would not kill the strongest here, or its strength is not known."""
    total = 3 + sheet.skills.get("fight", 0) + _two_handed_total(sheet)
    strengths = [m.strength for m in _monsters_at(view, sheet.place)]
    return any(s is None or s > total for s in strengths) or sheet.strength <= WEAK


def _meet(view: View, decision: Decision) -> str | None:
    sheet = _sheet(view, decision)
    if sheet is not None and decision.offers("sneak") and _is_outmatched(view, sheet):
        return "sneak"
    return "fight"


def _target(view: View, decision: Decision) -> str | None:
    strengths = {m.id: m.strength for m in view.monsters}

    def strength(key: str) -> int:
        known = strengths.get(_place_of(key))
        return 99 if known is None else known

    keys = [k for k in _keys(decision) if k.startswith("target:")]
    return min(keys, key=strength, default=None)


def _attack_items(view: View, decision: Decision) -> str | None:
    """The greatest printed total among the combinations that use nothing up."""

    def kept(key: str) -> bool:
        cards = (CONTENT.items.get(piece) for piece in key.split("+"))
        return all(card is None or card.discard == "never" for card in cards)

    def total(key: str) -> int:
        return 0 if key == "none" else _weapon_sum(key.split("+"))

    keys = [k for k in _keys(decision) if kept(k)]
    return max(keys, key=total, default=None)


def _hit(view: View, decision: Decision) -> str | None:
    sheet = _sheet(view, decision)
    if sheet is not None and sheet.strength <= 6:
        for key in _keys(decision):
            if key.startswith("ally:") and sheet.strength <= HURT:
                return key
    if decision.offers("flesh_ward") and sheet is not None and sheet.strength <= HURT:
        return "flesh_ward"
    return "take"


# -- losses -----------------------------------------------------------------------------------
def _cost(key: str) -> int:
    card = CONTENT.items.get(_place_of(key))
    return int(card.cost) if card is not None else 100


def _lose_cheapest(view: View, decision: Decision) -> str | None:
    keys = [k for k in _keys(decision) if k.startswith("item:")]
    return min(keys, key=_cost, default=None)


def _lose_cheapest_half(view: View, decision: Decision) -> str | None:
    """Give up what is worth least, of a thing held twice both before something dear."""
    sheet = _sheet(view, decision)
    if sheet is None:
        return None
    held = [card.id for card in (*sheet.items, *sheet.spells)]
    held += ["automobile"] if sheet.automobile else []
    return "+".join(sorted(held, key=_cost)[: decision.facts["count"]])


def _spend_clue(view: View, decision: Decision) -> str | None:
    return "stop"


def _no(view: View, decision: Decision) -> str | None:
    return "no"


_RULES: dict[str, Callable[[View, Decision], str | None]] = {
    "split": _split,
    "move": _move,
    "halt": _halt,
    "aim": _aim,
    "sidewalk": _first_safe_place,
    "gate": _gate,
    "treat": _treat,
    "meet": _meet,
    "target": _target,
    "attack_items": _attack_items,
    "hit": _hit,
    "lose_item": _lose_cheapest,
    "discard_item": _lose_cheapest,
    "drop": _lose_cheapest,
    "discard_half": _lose_cheapest_half,
    "spend_clue": _spend_clue,
    "fast_talk": _no,
    "buy": _no,
    "buy_unsold": _no,
    "sell": _no,
    "charity": _no,
    "carry": _no,
    "leave_power": _no,
}
