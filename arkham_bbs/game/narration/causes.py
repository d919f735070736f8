"""Words for the short stable causes and purposes that events carry.

Room: game. Imports its neighbour names.

A cause that has no words of its own is shown with its hyphens opened, so that
a new one is readable from the day it is used.
"""

from __future__ import annotations

from arkham_bbs.game.narration.names import card, place, the_monster, thing

_CAUSES = {
    "location-event": "the event",
    "event": "the event",
    "gate-table": "the gate table",
    "fare": "fare",
    "taxi": "taxi fare",
    "treatment": "treatment",
    "trade": "a trade",
    "charity": "charity",
    "purchase": "a purchase",
    "sale": "a sale",
    "retainer": "retainer pay",
    "monograph": "a monograph",
    "counterattack": "the monster strikes back",
    "failed-sneak": "caught sneaking to the gate",
    "stranding": "a companion left behind",
    "gamble": "the wager",
    "auction": "the auction",
    "elder-sign": "the Elder Sign",
    "knocked-out": "carried off",
    "gate": "a gate opened",
    "gate-placed": "a gate opened",
    "defeat": "an investigator fell",
    "recovery": "the fallen were helped",
}


def cause(word: str) -> str:
    """Say a cause in a few words, without a full stop."""
    if word in _CAUSES:
        return _CAUSES[word]
    kind, _, what = word.partition(":")
    if what:
        if kind == "monster":
            return the_monster(what)
        if kind in ("card", "item", "spell"):
            return card(what)
        if kind == "place":
            return place(what)
        return f"{kind.replace('-', ' ').replace('_', ' ')}: {thing(what)}"
    return word.replace("-", " ").replace("_", " ")
