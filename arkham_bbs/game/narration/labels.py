"""The label of an option.

Room: game. Imports decisions, content and its neighbours here.

Option keys are ``verb`` or ``verb:argument:argument`` (see decisions.py). A label
is short enough for a numbered list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.content.model import Item
from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.narration.names import (
    at,
    card,
    cards,
    hands,
    listed,
    money,
    numbered_monster,
    person,
    place,
    place_title,
    sentence_case,
    short_name,
    the_monster,
    thing,
)
from arkham_bbs.game.narration.words import counter, may_attack_here, sheet_of

if TYPE_CHECKING:
    from arkham_bbs.game.views import View

Args = Sequence[str]

BARE: dict[str, str] = {
    "begin": "Begin the game",
    "stay": "Stay here",
    "stop": "Stop",
    "go_on": "Go on",
    "enter": "Go through the gate",
    "event": "Look around: roll on the table",
    "attack": "Attack the gate",
    "meet": "Meet the guardians, leave the gate",
    "monograph": "Sell a monograph",
    "fight": "Fight",
    "sneak": "Sneak",
    "gate": "Towards the gate",
    "roll": "Trust the die",
    "none": "Nothing",
    "banish": "Banish it: a trophy",
    "capture": "Capture it: a weapon",
    "take": "Take the blow",
    "flesh_ward": "Cast Flesh Ward",
    "try": "Argue: Fast Talk",
    "yes": "Yes",
    "no": "No",
    "decline": "Decline",
    "leave": "Leave it: do not take the new card",
    "money": "$10",
    "items": "2 item cards",
    "spells": "1 spell card",
    "keep": "Leave it as it is",
    "strength": "Strength: the Hospital",
    "sanity": "Sanity: the Sanitarium",
    "wait": "Wait",
    "new": "Begin with somebody new",
    "pass": "Pass",
    "spend": "Spend a clue",
}

BARE_BY_KIND: dict[tuple[str, str], str] = {
    ("pass_monster", "stop"): "Stop here",
    ("spend_clue", "stop"): "Keep your clues",
    ("attack_spells", "none"): "No more, attack now",
    ("attack_items", "none"): "Bare hands",
    ("spectacles_on", "none"): "Leave them all as they are",
    ("fast_talk", "no"): "Do not argue",
    ("buy", "yes"): "Buy",
    ("buy", "no"): "Do not buy",
    ("pay", "yes"): "Pay",
    ("pay", "no"): "Do not pay",
    ("treat", "yes"): "Stay and be treated",
    ("treat", "no"): "Leave it",
    ("sell", "no"): "Sell nothing",
    ("charity", "no"): "Ask for nothing",
    ("carry", "no"): "Leave the lost one here",
    ("leave_power", "no"): "Keep it as a trophy",
    ("buy_unsold", "yes"): "Take it",
    ("buy_unsold", "no"): "Let it go",
    ("emerge", "wait"): "Wait outside time",
    ("wait_or_new", "wait"): "Wait to be rescued",
    ("encounter", "go_on"): "Something else",
    ("move", "stay"): "Stay here",
    ("move", "out_and_in"): "Walk out and in again, not to attack",
}


# What two zeros decide under the defeat of 2013 (D13-13).
TOKENS: dict[str, str] = {
    "strength": "Strength: crippled",
    "sanity": "Sanity: insane",
}


def option_label(decision: Decision, option: Option, view: View | None = None) -> str:
    """Name an option for a list: ``Walk to the Woods``, ``Knife and .38 Revolver``."""
    key = option.key
    bare = BARE_BY_KIND.get((decision.kind, key)) or BARE.get(key)
    if decision.kind == "move" and key == "stay" and may_attack_here(decision, view):
        return "Stay here, to attack the gate"
    if decision.rule == "D13-13":
        return TOKENS[key]
    if decision.form == "set":
        return bare if key == "none" and bare else _set_label(decision, key)
    if bare:
        return bare
    verb, *args = key.split(":")
    maker = LABELS.get(verb)
    return maker(decision, args, view) if maker else key


def label(key: str, decision: Decision, view: View | None = None) -> str:
    """Name the option of a key."""
    return option_label(decision, Option(key), view)


def piece(part: str, decision: Decision, view: View | None = None) -> str:
    """Name one piece of a decision whose form is a set, with what it is worth."""
    name = part.rpartition(":")[2]
    if decision.kind == "extras":
        return sentence_case("an item" if name == "item" else f"a {name}")
    item = CONTENT.items.get(name)
    copies = _copies(name, decision, view)
    more = f", {copies} held" if copies > 1 else ""
    if decision.kind == "attack_items" and item is not None and item.attack:
        worth = f"+{item.attack} magical" if item.magical else _physical(item, decision, view)
        held = f", {hands(item.hands)}" if item.hands else ""
        once = ", one use" if item.discard == "one_use" else ""
        return f"{item.name} ({worth}{held}{once}{more})"
    if copies > 1:
        return f"{card(name)} ({copies} held)"
    if name in CONTENT.monsters:
        found = sheet_of(decision, view)
        strength = dict(found.bound).get(name) if found else None
        worth = f" (+{strength})" if strength is not None else ""
        return f"{sentence_case(card(name))}{worth}"
    return card(name)


def _physical(item: Item, decision: Decision, view: View | None) -> str:
    """Say what a weapon that is not magical does to what is attacked (COUNTER-9, -11, -12)."""
    full = f"+{item.attack} physical"
    target = decision.facts.get("target")
    seen = counter(target, view) if isinstance(target, str) else None
    special = (seen.special if seen else None) or ()
    if not {"only_magic", "magic_and_silver", "weapons_do_1"}.intersection(special):
        return full
    if item.hands == 1 and _copies("alien_spectacles", decision, view):
        return f"{full}, but only through the Alien Spectacles"
    if "weapons_do_1" in special:
        return "physical, only +1 here"
    if "magic_and_silver" in special and item.gun:
        return "physical, useless here but for a Silver Bullet"
    return "physical, useless here"


def _copies(name: str, decision: Decision, view: View | None) -> int:
    """Return how many of a card the one asked holds, if the view shows it."""
    found = sheet_of(decision, view)
    held = (*found.items, *found.spells) if found else ()
    return sum(one.id == name for one in held)


def _set_label(decision: Decision, key: str) -> str:
    pieces = [piece.rpartition(":")[2] for piece in key.split("+")]
    if decision.kind == "extras":
        return sentence_case(listed("an item" if one == "item" else f"a {one}" for one in pieces))
    return cards(pieces)


def _to(decision: Decision, args: Args, view: View | None) -> str:
    return place_title(args[0])


def _walk(decision: Decision, args: Args, view: View | None) -> str:
    return f"Walk to {place(args[0])}"


def _taxi(decision: Decision, args: Args, view: View | None) -> str:
    if len(args) > 1:
        return f"Walk to {place(args[0])}, taxi to {place(args[1])}"
    return f"Taxi to {place(args[0])}"


def _whistle(decision: Decision, args: Args, view: View | None) -> str:
    if len(args) > 1:
        return f"Walk to {place(args[0])}, whistle, ride to {place(args[1])}"
    return f"Whistle a taxi to {place(args[0])}"


def _drive(decision: Decision, args: Args, view: View | None) -> str:
    return f"Drive to {place(args[0])}"


def _on(args: Args) -> str:
    if len(args) < 2:
        return ""
    target = args[1]
    return " on the gate" if target == "gate" else f" on {thing(target)}"


def _cast(decision: Decision, args: Args, view: View | None) -> str:
    return f"Cast {card(args[0])}{_on(args)}"


def _use(decision: Decision, args: Args, view: View | None) -> str:
    return f"Use {card(args[0])}{_on(args)}"


def _key(decision: Decision, args: Args, view: View | None) -> str:
    return f"Turn the Silver Key: to {place(args[0])}"


def _mark(decision: Decision, args: Args, view: View | None) -> str:
    return f"Lay the Silver Key's mark {at(args[0])}"


def _target(decision: Decision, args: Args, view: View | None) -> str:
    return numbered_monster(args[0])


def _card(decision: Decision, args: Args, view: View | None) -> str:
    return card(args[0])


def _bound(decision: Decision, args: Args, view: View | None) -> str:
    return sentence_case(card(args[0]))


def _person(decision: Decision, args: Args, view: View | None) -> str:
    return person(args[0])


def _split(decision: Decision, args: Args, view: View | None) -> str:
    return f"Strength {args[0]}, sanity {args[1]}"


def _ally(decision: Decision, args: Args, view: View | None) -> str:
    return f"{card(args[0])} takes it"


def _choice(decision: Decision, args: Args, view: View | None) -> str:
    labels = choice_labels(decision)
    index = int(args[0])
    return sentence_case(labels[index]) if index < len(labels) else f"Choice {index + 1}"


def choice_labels(decision: Decision) -> list[str]:
    """Return the labels of an event's choices, from the facts or from the table itself."""
    for name in ("labels", "choices"):
        given = decision.facts.get(name)
        if isinstance(given, tuple | list):
            return [str(label) for label in given]
    where = decision.facts.get("place")
    result = decision.facts.get("die", decision.facts.get("result"))
    if not isinstance(where, str) or not isinstance(result, int):
        return []
    world = where.partition("/")[0]
    table = CONTENT.locations[where].events if where in CONTENT.locations else None
    if table is None and world in CONTENT.worlds:
        table = CONTENT.worlds[world].events
    return _find_choices(table[result].effects) if table and result in table else []


def _find_choices(effects: Any) -> list[str]:
    if isinstance(effects, list | tuple):
        for effect in effects:
            found = _find_choices(effect)
            if found:
                return found
    if isinstance(effects, dict):
        if "choose" in effects:
            return [str(one["label"]) for one in effects["choose"]]
        for inner in effects.values():
            found = _find_choices(inner)
            if found:
                return found
    return []


def _head(decision: Decision, args: Args, view: View | None) -> str:
    if len(args) > 1:
        return f"Out by {place(args[0])}, then {place(args[1])}"
    return f"Towards {place(args[0])}"


def _carry(decision: Decision, args: Args, view: View | None) -> str:
    return f"Take {person(args[0])} along"


def _leave(decision: Decision, args: Args, view: View | None) -> str:
    return f"Leave {the_monster(args[0])}, for {card(args[1])} and {card(args[2])}"


def _pledge(decision: Decision, args: Args, view: View | None) -> str:
    item = CONTENT.items.get(args[0])
    return f"Pledge {card(args[0])}{f' ({money(item.cost)})' if item else ''}"


def _cash(decision: Decision, args: Args, view: View | None) -> str:
    pledged = decision.facts.get("pledged") or ()
    if pledged:
        return f"Bid {cards(pledged)} and {money(int(args[0]))}"
    return f"Bid {money(int(args[0]))}"


def _defeated(decision: Decision, args: Args, view: View | None) -> str:
    return f"Go to {person(args[0])}"


LABELS: dict[str, Callable[[Decision, Args, View | None], str]] = {
    "place": _to,
    "walk": _walk,
    "taxi": _taxi,
    "whistle": _whistle,
    "automobile": _drive,
    "cast": _cast,
    "use": _use,
    "key": _key,
    "mark": _mark,
    "target": _target,
    "item": _card,
    "spell": _card,
    "weapon": _card,
    "bound": _bound,
    "pick": _person,
    "first": _person,
    "lead": _person,
    "split": _split,
    "ally": _ally,
    "choice": _choice,
    "head": _head,
    "carry": _carry,
    "leave": _leave,
    "pledge": _pledge,
    "cash": _cash,
    "defeated": _defeated,
}


def interjection_label(key: str, view: View | None = None) -> str:
    """Name something that may be done out of turn: a spell, a stone, a mark, a trade."""
    who, _, rest = key.rpartition("/")
    verb, *args = rest.split(":")
    prefix = f"{short_name(who)}: " if who else ""
    if verb == "cast":
        target = f" on {person(args[1])}" if len(args) > 1 else ""
        return f"{prefix}Cast {card(args[0])}{target}"
    if verb == "use":
        target = f" on {person(args[1])}" if len(args) > 1 else ""
        return f"{prefix}Use {card(args[0])}{target}"
    if verb == "mark" and not args[0]:
        return f"{prefix}Shift the Silver Key's mark"
    if verb == "mark":
        return f"{prefix}Lay the Silver Key's mark {at(args[0])}"
    if verb == "trade":
        return f"{prefix}Offer {person(args[1])} a trade from {person(args[0])}"
    if verb in ("accept", "decline", "withdraw"):
        return f"{prefix}{verb.capitalize()} offer {args[0]}"
    return f"{prefix}{rest}"
