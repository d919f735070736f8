"""Which answers to a question are worth a line, and how the others may be given.

Room: session. Imports game words and answering.
Source: issue 2 ("what the player sees").
"""

from __future__ import annotations

from arkham_bbs.game.board import is_location
from arkham_bbs.game.narration import names
from arkham_bbs.session.asked import HAILED, Asked, Choice

TRADE_WORDS = "To trade: trade NAME give THINGS for THINGS"

FEW = 12
"""Options shown at once; more are listed by ``options``."""


def listed_choices(asked: Asked, *, few: bool = False) -> list[Choice]:
    """Return the choices worth a line each.

    Amounts of money are summed up by a hint; of a move, ``few`` leaves streets and rides to
    ``move_summary``, and otherwise rides are listed once for each location.
    """
    if asked.decision.kind == "bid":
        return [choice for choice in asked.choices if not choice.key.startswith("cash:")]
    if asked.decision.kind == "move" and few:
        near = [
            choice
            for choice in asked.choices
            if not choice.way or (choice.way == "walk" and is_location(choice.to))
        ]
        # Whoever must step out of a door may have nothing but the street before it.
        return near or _moves_worth_a_line(asked)
    if asked.decision.kind == "move":
        return _moves_worth_a_line(asked)
    return list(asked.choices)


def _moves_worth_a_line(asked: Asked) -> list[Choice]:
    """Return all on foot, and of each kind of ride the plainest to each location."""
    shown: list[Choice] = []
    told: set[tuple[str, str]] = set()
    for choice in sorted(asked.choices, key=lambda one: (one.key.count(":"), one.number)):
        if choice.way in ("", "walk"):
            shown.append(choice)
        elif is_location(choice.to) and (choice.way, choice.to) not in told:
            told.add((choice.way, choice.to))
            shown.append(choice)
    return sorted(shown, key=lambda one: one.number)


def rides_hint(asked: Asked) -> str:
    """Return how the rides are taken that have no line of their own."""
    ways = [
        way for way in ("taxi", "whistle", "automobile") if any(c.way == way for c in asked.choices)
    ]
    if not ways:
        return ""
    verbs = names.listed(ways, "or")
    said = f"A ride goes to street squares as well: type {verbs} and one, such as s20."
    if len(asked.decision.options) > len(asked.choices):
        way = next(way for way in ways if way in HAILED)
        said += f" From elsewhere than the nearest: {way} from s20 to woods."
    return said


def move_summary(asked: Asked) -> str:
    """Return how many streets can be walked to and what rides there are, in one line."""
    parts: list[str] = []
    streets = sum(1 for c in asked.choices if c.way == "walk" and not is_location(c.to))
    if streets:
        parts.append(f"{names.counted(streets, 'street square')} on foot")
    for way, words in (
        ("taxi", "a taxi to {} for $1"),
        ("whistle", "the whistle, {} for $1"),
        ("automobile", "your automobile, {}"),
    ):
        goals = {choice.to for choice in asked.choices if choice.way == way}
        if goals:
            parts.append(words.format("anywhere" if len(goals) > 60 else f"{len(goals)} places"))
    return f"Also {names.listed(parts)}: type options, or a name." if parts else ""


def bid_hint(asked: Asked) -> str:
    """Return how to bid; nothing where one cannot."""
    amounts = [int(c.key[5:]) for c in asked.choices if c.key.startswith("cash:")]
    may_pledge = any(c.key.startswith("pledge:") for c in asked.choices)
    bids: list[str] = []
    if amounts:
        least, most = min(amounts), max(amounts)
        some = f"an amount from ${least} to ${most}"
        bids.append(some if least < most else f"{least} for ${least}")
    if may_pledge:
        bids.append("pledge and the name of an item")
    return f"To bid type {names.listed(bids, 'or')}." if bids else ""


def enter_key(asked: Asked) -> str | None:
    """Return the answer that Enter alone gives, if it gives one: the harmless or the only one."""
    if asked.decision.kind == "move":
        return None
    only = asked.choices[0].key if len(asked.choices) == 1 else None
    return asked.decision.default or only


def enter_number(asked: Asked) -> int:
    """Return the number of the option that Enter alone takes, 0 if there is none."""
    key = enter_key(asked)
    return next((choice.number for choice in asked.choices if choice.key == key), 0)


def enter_hint(asked: Asked) -> str:
    """Return what Enter alone does, if it answers."""
    key = enter_key(asked)
    labels = [choice.label for choice in asked.choices if choice.key == key]
    return f"Enter alone: {labels[0]}" if labels else ""


def answer_hint(asked: Asked, *, may_trade: bool = False) -> str:
    """Return how the pending question may be answered, beyond a number and Enter."""
    if asked.is_set:
        if asked.decision.offers("none"):
            return "Choose one or several, as 1 3 or by name; none for none."
        return "Choose as 1 3, or by name."
    if asked.decision.kind == "bid":
        return bid_hint(asked)
    if asked.decision.kind == "move":
        stay = " stay ends the walk here." if asked.decision.offers("stay") else ""
        return f"Type a place, a number or a mark on the map.{stay}"
    return TRADE_WORDS if may_trade else ""
