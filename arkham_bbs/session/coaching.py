"""What the guide of the tutorial says before each decision: what, why, and one way to go.

Room: session. Imports game (views, words) and players. The caller may always do otherwise: where
the guide has no words of its own it uses the help of the moment and the careful stand-in's choice.
Source: issue 5 (first steps); the rules in game/content/rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration import label, names, piece
from arkham_bbs.game.narration.help import helps
from arkham_bbs.game.odds import odds_of, rolls_hang_on
from arkham_bbs.game.views import InvestigatorView, View
from arkham_bbs.players import cautious_answer

FIRST_FRIEND = "joe_diamond"
"""Whom a newcomer is advised to play: strong in a fight and fair at arguing."""
FIRST_ERRAND = "harney_jones_shack"
"""Where the fixed dice of the lesson have most to show."""

KILLED = ("kill", "destroy")
"""Outcomes of a fight that are wished for."""
LOOKED_AT = 64
"""Sets of weapons compared, at most."""

OPENING = (
    "Welcome. I am your guide for one turn; it takes two minutes and nothing here counts.",
    "Gates to other worlds are opening in Arkham. Close them all, before the Doom track is full or "
    "too many stand open, and the town is saved.",
    "Answer with the number before a choice, or its name. ? explains the question of the moment, "
    "hint says my advice again, leave ends the walk.",
)

CLOSING = (
    "That was a whole turn: you moved, met what the place had for you, and then the Mythos had "
    "its turn: a gate, a monster, a step of Doom, and creatures on the move.",
    "In the turns to come, go into a gate with strength and sanity to spare, come back out of it, "
    "and attack it: that is how gates are closed.",
)


def next_steps(*, guest: bool) -> tuple[str, ...]:
    """Return what to do after the lesson."""
    play_on = "You may play on here as long as you like; hint helps."
    if guest:
        return (
            play_on,
            "Or type leave, and then register for a name of your own; solo begins a real game.",
        )
    return (play_on, "Or type leave, and then solo for a real game, or games for company.")


def suggestion(view: View, decision: Decision) -> str:
    """Return the key of the option the guide would take; always one on offer."""
    wish = _WISHES.get(decision.kind)
    key = wish(view, decision) if wish is not None else None
    return key if key is not None and decision.offers(key) else cautious_answer(view, decision)


def coach(view: View, decision: Decision, numbers: Mapping[str, int] | None = None) -> list[str]:
    """Return the guide's words: what is asked and why, then a suggestion with what to type.

    Args:
        numbers: what to type for each option, or piece of a set, by key.
    """
    key = suggestion(view, decision)
    words = _BY_THE_GAME.get(decision.kind)
    told = words(view, decision, key) if words is not None else _usual(decision)
    pieces = key.split("+") if decision.form == "set" else [key]
    typed = " ".join(str((numbers or {}).get(one, "")) for one in pieces).strip()
    said = spoken(key, view, decision)
    return [told, f"My advice: {f'type {typed}, ' if typed else ''}{said}."]


def spoken(key: str, view: View, decision: Decision) -> str:
    """Return an answer as it can be typed, with its label when that says more."""
    if decision.form == "set":
        if key == "none":
            return label(key, decision, view)
        return names.listed([piece(part, decision, view) for part in key.split("+")])
    return label(key, decision, view)


def _usual(decision: Decision) -> str:
    """Return what the lesson says of this kind of question, or else the help of the moment."""
    if decision.kind in _FIXED:
        return _FIXED[decision.kind]
    words = helps().get(decision.kind)
    return f"{words.asks} {words.means}" if words is not None else "Choose one of these."


# -- wishes ---------------------------------------------------------------------------------------
def _own(view: View, decision: Decision) -> InvestigatorView | None:
    return next((s for s in view.investigators if s.id == decision.investigator), None)


def _where_to(view: View, decision: Decision) -> str | None:
    """Return the errand of the lesson, or else the nearest place with a door and no monster."""
    beset = {monster.place for monster in view.monsters}
    gates = {gate.place for gate in view.gates}
    goals = [FIRST_ERRAND, *CONTENT.locations]
    for place in goals:
        if place not in beset and place not in gates and decision.offers(f"walk:{place}"):
            return f"walk:{place}"
    return None


def _hold_on(view: View, decision: Decision) -> str | None:
    """Argue when the skill is good enough."""
    sheet = _own(view, decision)
    return "try" if sheet is not None and sheet.skills.get("fast_talk", 0) >= 3 else "no"


def _if_cheap(view: View, decision: Decision) -> str | None:
    """Buy what leaves money for a taxi home."""
    sheet = _own(view, decision)
    price = int(decision.facts.get("price", decision.facts.get("cost", 0)) or 0)
    return "yes" if sheet is not None and sheet.money - price >= 3 else "no"


def _weapons_that_kill(view: View, decision: Decision) -> str | None:
    """Take the careful choice, unless other weapons on offer kill more surely."""
    best = cautious_answer(view, decision)
    if not rolls_hang_on(decision):
        return best
    most = odds_of(view, decision, best).chance(*KILLED)
    for option in islice(decision.options, LOOKED_AT):
        chance = odds_of(view, decision, option.key).chance(*KILLED)
        if chance > most:
            best, most = option.key, chance
    return best


_WISHES: dict[str, Callable[[View, Decision], str | None]] = {
    "choose_investigator": lambda view, decision: f"pick:{FIRST_FRIEND}",
    "move": _where_to,
    "fast_talk": _hold_on,
    "buy": _if_cheap,
    "arrow": lambda view, decision: "keep",
    "attack_items": _weapons_that_kill,
}


# -- words ----------------------------------------------------------------------------------------
_FIXED: dict[str, str] = {
    "choose_investigator": (
        "First, who will you be? Everybody has four skills, 1 to 5; a die of your skill or less "
        "succeeds. Joe Diamond hits hard and can argue a price down."
    ),
    "split": (
        "Ten points make a life here: strength for the body, sanity for the mind. Blows take the "
        "one, sights the other; at 0 of either you are carried off to be mended. Even is careful."
    ),
    "buy": (
        "Money buys weapons, spells and friends, and a taxi for $1. Spend it while you live, but "
        "keep a few dollars for the hospital."
    ),
    "meet": (
        "Something stands before you. To fight, a die and your Fight and weapons must reach its "
        "strength; a miss costs a die of strength. To sneak, roll your Sneak or less. Type odds "
        "for the chances."
    ),
    "attack_spells": (
        "Before blows come words: a spell is a Knowledge roll and costs sanity. If your fists and "
        "a middling die will do, keep your wits; odds tells the chances."
    ),
    "attack_items": (
        "Choose what to hit it with: two hands, so one big weapon or two small ones; what is "
        "thrown is gone. Your Fight and a die are added. odds tells whether bare hands will do."
    ),
}
"""What is said of a kind of question, however the game stands."""


def _arrow(view: View, decision: Decision, key: str) -> str:
    sheet = _own(view, decision)
    if sheet is not None and decision.facts.get("place") == sheet.place:
        return (
            "It has come out right beside you, and will strike before it walks. You may still say "
            "which way it would go afterwards; that is all you can do to it just now."
        )
    return (
        "That creature is too far away to hurt you now, but it will walk the way it points. You "
        "may turn it; send it away from people, and above all from yourself."
    )


def _move(view: View, decision: Decision, key: str) -> str:
    place = key.partition(":")[2]
    lines = [
        "Your dice say how far you may walk. Streets are quiet; places with a door always have "
        "something for you, good or bad. A monster on the way stops you."
    ]
    if place in CONTENT.locations:
        lines.append(
            f"{names.place_title(place)} is in reach and free of monsters. (Before you go: map or "
            "look shows the town; it costs nothing.)"
        )
    return " ".join(lines)


def _fast_talk(view: View, decision: Decision, key: str) -> str:
    sheet = _own(view, decision)
    skill = sheet.skills.get("fast_talk", 0) if sheet is not None else 0
    return (
        f"Prices can be argued over: a die of your Fast Talk or less ({skill}) takes $1 off, more "
        "puts $1 on. You may still say no afterwards."
    )


_BY_THE_GAME: dict[str, Callable[[View, Decision, str], str]] = {
    "arrow": _arrow,
    "move": _move,
    "fast_talk": _fast_talk,
}
"""What is said of a kind of question by how the game stands."""
