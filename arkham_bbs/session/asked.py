"""A question laid out for its caller: the options numbered, and all that may be typed for each.

Room: session. Imports game (decisions, names) and parsing.
Source: DESIGN.md section 8.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from arkham_bbs.game.board import is_location
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration import names
from arkham_bbs.session.parsing import Candidate

RIDES = ("walk", "automobile", "taxi", "whistle")
"""Ways to a place, the cheapest first: a bare name of a place means the first that gets there."""

_VERBS: dict[str, tuple[str, ...]] = {
    "stay": ("stay", "stay here", "wait", "remain"),
    "out_and_in": ("out and in", "walk out and in again", "go round"),
    "go_on": ("go on", "continue", "done", "nothing", "no"),
    "fight": ("fight", "attack", "combat"),
    "sneak": ("sneak", "sneak away", "evade", "slip past"),
    "enter": ("enter", "enter the gate", "go through", "gate"),
    "event": ("event", "location", "look around", "encounter"),
    "attack": ("attack the gate", "attack"),
    "meet": ("meet the guardians", "meet", "fight"),
    "yes": ("yes", "buy", "pay", "accept", "y"),
    "no": ("no", "decline", "n"),
    "none": ("none", "nothing", "bare hands", "no"),
    "stop": ("stop", "no"),
    "try": ("try", "fast talk", "bargain", "yes"),
    "take": ("take the hit", "take", "take it"),
    "roll": ("roll", "roll the die"),
    "pass": ("pass", "no bid", "no"),
    "decline": ("decline", "refuse", "no"),
    "wait": ("wait", "wait here"),
    "new": ("new", "new investigator"),
    "keep": ("keep", "leave it", "no"),
    "gate": ("gate", "the gate", "through the gate"),
    "banish": ("banish",),
    "capture": ("capture", "bind", "catch"),
    "spend": ("spend", "spend a clue", "yes"),
    "strength": ("strength", "hospital"),
    "sanity": ("sanity", "sanitarium"),
    "money": ("money", "cash", "dollars"),
    "items": ("items", "item"),
    "spells": ("spells", "spell"),
    "monograph": ("monograph", "write a monograph"),
    "leave": ("leave", "leave it", "no"),
}

_ALIKE: dict[str, tuple[str, ...]] = {
    "attend": ("stay", "remain", "yes"),
    "decline": ("refuse", "walk out", "no"),
    "refuse": ("decline", "no"),
    "no encounter": ("neither", "nothing"),
    "accept the wager": ("yes",),
    "accept the bet": ("yes",),
    "accept the retainer": ("yes",),
    "ask for backing": ("try", "fast talk", "yes"),
    "join and pay $3": ("yes",),
}
"""What else may be typed for a choice of an event: what its text, or anybody, would call it."""

ACTIONS = {
    "walk": ("walk", "go", "move"),
    "taxi": ("taxi", "ride", "cab"),
    "whistle": ("whistle", "taxi whistle"),
    "automobile": ("automobile", "drive", "car", "auto"),
    "cast": ("cast", "spell"),
    "use": ("use",),
    "key": ("key", "silver key"),
    "place": ("go", "place"),
    "item": ("item",),
    "bound": ("bound", "monster"),
    "spell": ("spell",),
    "target": ("attack", "target", "fight"),
    "ally": ("ally", "let"),
    "pick": ("pick", "take", "choose"),
    "first": ("first",),
    "head": ("point", "head", "toward"),
    "weapon": ("weapon", "wear on"),
    "carry": ("carry",),
    "lead": ("lead",),
    "defeated": ("meet", "help"),
    "pledge": ("pledge",),
    "cash": ("bid", "cash", "pay"),
    "leave": ("leave",),
}


HAILED = frozenset({"taxi", "whistle"})
"""Rides that come to where they are called: their names do not say from where."""


_DETAILS = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)|\s+for \$\d+\b")
"""Chances, prices and the like in a label: nobody means an option by these."""


@dataclass(frozen=True)
class Choice:
    """One option as a caller sees it.

    Attributes:
        key: the option's key. number: its place in the list, from 1.
        label: what it says. names: what may be typed for it.
        to: the place it leads to, or "". cost: dollars it costs for certain.
    """

    key: str
    number: int
    label: str
    names: tuple[str, ...]
    to: str = ""
    cost: int = 0
    way: str = ""

    @cached_property
    def candidate(self) -> Candidate:
        """Return what the parser compares with."""
        bare = _DETAILS.sub("", self.label).strip() or self.label
        return Candidate(self.key, (bare, *self.names), label=self.label)


@dataclass
class Asked:
    """A decision laid out for reading answers.

    Attributes:
        choices: every option in the order it is numbered; for a ``set`` the pieces.
        marks: letters on the map, each with the place it stands for.
    """

    decision: Decision
    choices: tuple[Choice, ...]
    marks: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_set(self) -> bool:
        """Say whether several pieces are chosen at once."""
        return self.decision.form == "set"


def thing_names(thing: str) -> tuple[str, ...]:
    """Return every name a caller may use for a place, card, monster or person."""
    if thing in CONTENT.locations:
        return (names.place_title(thing), thing)
    if thing in CONTENT.spaces:
        space = CONTENT.spaces[thing]
        titles = [names.place_title(thing), thing, thing.removeprefix("s")]
        if space.entrance_of:
            titles.append(f"sidewalk {CONTENT.locations[space.entrance_of].name}")
        return tuple(titles)
    if thing in CONTENT.monsters:
        return (names.numbered_monster(thing), thing.replace("_", " "), names.species(thing))
    if thing in CONTENT.investigators:
        return (names.person(thing), thing)
    if thing.startswith(("cash-", "cash:")):
        return (f"${thing[5:]}",)
    return (names.card(thing), names.thing(thing), thing.replace("_", " "))


def choice_names(key: str) -> tuple[tuple[str, ...], str]:
    """Return what may be typed for an option and the place it leads to."""
    verb, _, rest = key.partition(":")
    if verb in HAILED:
        # From wherever: there are some thousand rides to some hundred places.
        key = f"{verb}:{rest.rpartition(':')[2]}"
    return _names_of(key)


@lru_cache(maxsize=2048)
def _names_of(key: str) -> tuple[tuple[str, ...], str]:
    bare = key.partition("/")[2] if "/" in key.partition(":")[0] else key
    verb, _, rest = bare.partition(":")
    if not rest:
        return (*_VERBS.get(verb, ()), verb.replace("_", " "), *thing_names(verb)), ""
    parts = rest.split(":")
    last = parts[-1]
    called = list(thing_names(last))
    if verb in ("split",):
        strength, sanity = parts
        return (
            f"{strength} {sanity}",
            f"{strength}/{sanity}",
            f"strength {strength}",
            f"sanity {sanity}",
        ), ""
    if verb == "choice":
        return (), ""
    if verb in ("cash", "bid"):
        return (f"${last}", f"bid {last}", f"bid ${last}"), ""
    if len(parts) > 1 and verb not in HAILED:
        first = thing_names(parts[0])
        called = [f"{one} {two}" for one in first[:2] for two in called[:2]] + [
            f"{one} on {two}" for one in first[:1] for two in called[:1]
        ]
        if verb in ("use", "cast"):
            called.extend(first[:1])
    actions = ACTIONS.get(verb, (verb,))
    spelled = [f"{action} {name}" for action in actions for name in called[:3]]
    to = last if last in CONTENT.spaces or last in CONTENT.locations else ""
    return (*called, *spelled), to


def lay_out(
    decision: Decision,
    labels: Mapping[str, str],
    *,
    fare: int = 1,
    marks: Mapping[str, str] | None = None,
) -> Asked:
    """Number the options of a decision and collect what may be typed for each.

    Args:
        labels: what each option (or piece of a set) says, by key.
        fare: dollars a taxi costs.
        marks: letters on the map by the place they stand for.
    """
    choices = tuple(
        choice_of(key, number=number, label=labels.get(key, ""), fare=fare)
        for number, key in enumerate(numbered_keys(decision), 1)
    )
    return Asked(decision, choices, dict(marks or {}))


def choice_of(key: str, *, number: int = 0, label: str = "", fare: int = 1) -> Choice:
    """Return one option as a caller sees it; one that has no number has 0."""
    called, to = choice_names(key)
    verb = key.partition(":")[0]
    if verb == "choice":
        called = _ALIKE.get(_DETAILS.sub("", label).strip().casefold(), ())
    way = verb if verb in RIDES else ""
    return Choice(
        key=key,
        number=number,
        label=label or (called[0] if called else key),
        names=called,
        to=to,
        cost=fare if way in HAILED else 0,
        way=way,
    )


def numbered_keys(decision: Decision) -> list[str]:
    """Return the keys of what has a number: of a set its pieces, else options."""
    if decision.form != "set":
        return ordered_keys(decision)
    return [*decision.parts, "none"] if decision.offers("none") else [*decision.parts]


def ordered_keys(decision: Decision) -> list[str]:
    """Return the keys in the order they are numbered.

    For a move: staying, casting and the like, then locations on foot, streets on foot, then
    rides; so that the short numbers are what is wanted most. Of the rides of one kind to one place
    the plainest has a number; who wants another says from where. In a long list of places what is
    no place comes first, and locations before streets. Elsewhere the game's own order.
    """
    if decision.kind != "move":
        return _locations_first(decision.keys())

    def rank(key: str) -> tuple[int, int]:
        verb, _, rest = key.partition(":")
        to = rest.rpartition(":")[2]
        if verb not in RIDES:
            return (1 if verb == "stay" else 3), 0
        return (0 if is_location(to) else 2) if verb == "walk" else 4 + RIDES.index(verb), 0

    return sorted(_plainest(decision.keys()), key=rank)


def _plainest(keys: Sequence[str]) -> list[str]:
    """Leave out rides that begin elsewhere and end where a nearer one of their kind does."""
    best: dict[tuple[str, str], str] = {}
    for key in keys:
        verb, _, rest = key.partition(":")
        ride = (verb, rest.rpartition(":")[2]) if verb in HAILED else (key, "")
        if ride not in best or key.count(":") < best[ride].count(":"):
            best[ride] = key
    return list(best.values())


LONG = 12
"""Options of which a list is seldom shown whole."""


def _locations_first(keys: Sequence[str]) -> list[str]:
    if len(keys) <= LONG:
        return list(keys)

    def rank(key: str) -> int:
        verb, _, to = key.partition(":")
        return 0 if verb != "place" else 1 if is_location(to) else 2

    return sorted(keys, key=rank)
