"""Words for the short stable causes and purposes that events carry.

Room: game. Imports its neighbour names.

A cause that has no words of its own is shown with its hyphens opened, so that
a new one is readable from the day it is used.
"""

from __future__ import annotations

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration.names import at, card, place, skill, the_monster, thing

_CAUSES = {
    "location-event": "the event",
    "event": "the event",
    "stranded": "stranded",
    "gate-table": "the gate table",
    "fare": "taxi fare",
    "taxi": "taxi fare",
    "treatment": "treatment",
    "trade": "a trade",
    "charity": "charity",
    "retainer": "retainer pay",
    "monograph": "a monograph",
    "sneak": "caught sneaking to the gate",
    "stranding": "a companion left behind",
    "auction": "the auction",
    "auctioneer": "the auctioneer's half",
    "gate": "a gate opened",
    "gate-placed": "a gate opened",
    "defeat": "an investigator fell",
    "rescue": "the fallen were helped",
    "recovery": "the fallen were helped",
    "belongings": "left by the fallen",
    "wager": "the wager",
    "arrested": "taken in at the desk",
    "restored": "coming to",
}

_AIMS = {
    "": "",
    "event": "for the amount",
    "damage": "for the blow",
    "lose-strength": "for the strength lost",
    "lose-sanity": "for the sanity lost",
    "wager": "for the wager",
    "wake": "for the place of waking",
    "treatment": "for the treatment",
    "monograph": "for the monograph",
    "bargain": "to bargain",
    "fast_talk": "to bargain",
    "attacked": "for who is attacked",
    "carry": "to carry the lost one along",
    "fallen": "to help the fallen",
    "blessed": "for the blessing",
    "cursed": "for the curse",
}


def cause(word: str) -> str:
    """Say a cause in a few words, without a full stop."""
    if word in _CAUSES:
        return _CAUSES[word]
    kind, _, what = word.partition(":")
    if not what:
        named = card(word)
        return named if named != word else _opened(word)
    if kind == "event":
        return f"the event {at(what.partition(':')[0])}"
    if kind == "monster":
        return the_monster(what)
    if kind in ("card", "item", "spell", "cast"):
        return card(what)
    if kind == "bought":
        return f"paid for {sold_thing(what)}"
    if kind == "sold":
        return f"for {card(what)}"
    if kind == "place":
        return place(what)
    return f"{_opened(kind)}: {thing(what)}"


def aim(word: str, skill_rolled: str = "") -> str:
    """Say what a roll is for, with a leading space; "" when the skill says it already."""
    if word in _AIMS:
        return f" {_AIMS[word]}" if word else ""
    if word == skill_rolled or skill(word) == skill(skill_rolled):
        return ""
    if (word, skill_rolled) == ("sneak", "evade"):
        return ""
    kind, _, what = word.partition(":")
    if kind == "hunt":
        return f" for whom {the_monster(what)} hunts"
    if kind == "route":
        return f" for the way {the_monster(what)} takes"
    if kind == "cast" and what:
        return f" to cast {card(what)}"
    return f" for {cause(word)}"


def event_of(word: object) -> tuple[str, int] | None:
    """Read ``event:PLACE:DIE`` into the place and the result, if it is that."""
    if not isinstance(word, str) or not word.startswith("event:"):
        return None
    where, _, die = word.removeprefix("event:").rpartition(":")
    return (where, int(die)) if die.isdigit() else None


def event_text(place_id: str, result: int) -> str:
    """Return the words of one result of a location's table or of a gate table."""
    world = place_id.partition("/")[0]
    table = CONTENT.locations[place_id].events if place_id in CONTENT.locations else None
    if table is None and world in CONTENT.worlds:
        table = CONTENT.worlds[world].events
    return table[result].text if table and result in table else ""


_DRAWN = {"items": "an item", "spells": "a spell"}
"""What is bought unseen, by the deck it is drawn from: one card."""


def sold_thing(what: str) -> str:
    """Name what a purchase brings: a card, a hired man, or what an event offers."""
    event = event_of(what)
    if event is not None:
        return f"what is offered {at(event[0])}"
    if what in _DRAWN:
        return _DRAWN[what]
    named = card(what)
    return named if named != what else _opened(what)


def _opened(word: str) -> str:
    return word.replace("-", " ").replace("_", " ")
