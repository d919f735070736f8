"""One letter or two for everything that can stand on the map, and the words for them.

Room: session. Imports game content. Capitals in pairs are investigators, single small letters are
monsters, single capitals are the five powers, a capital in brackets is a gate. Nothing is told by
colour alone.
"""

from __future__ import annotations

from functools import lru_cache

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.views import GateView, MonsterView

SPECIES_LETTERS: dict[str, str] = {
    "Cthulhu": "C",
    "Yog-Sothoth": "Y",
    "Ithaqua": "I",
    "Ghatanothoa": "G",
    "Shub-Niggurath": "S",
    "Werewolf": "w",
    "Ghost": "o",
    "Vampire": "v",
    "Maniac": "m",
    "Zombie": "z",
    "Shoggoth": "s",
    "Formless Spawn": "f",
    "Ghoul": "g",
    "Elder Thing": "e",
    "Nightgaunt": "n",
    "Gug": "u",
    "Byakhee": "b",
    "Star Spawn": "t",
    "Deep One": "d",
    "Hound of Tindalos": "h",
    "Dimensional Shambler": "a",
    "Flying Polyp": "p",
    "Migo": "i",
    "Dhole": "l",
}
"""The letter of each kind of monster; a letter of its name where the first is taken."""

SEAL = "[*]"
CLUE = "!"
KEY_MARK = "k"


def monster_letter(monster: MonsterView) -> str:
    """Return the letter of a counter."""
    return SPECIES_LETTERS.get(monster.species, "x")


def monster_style(monster: MonsterView) -> str:
    """Return the role of a counter: its world's colour, or plain monster."""
    return monster.world or "monster"


def gate_mark(gate: GateView) -> str:
    """Return ``(A)`` for a known world, ``(?)`` for a gate lying face down."""
    return f"({CONTENT.worlds[gate.world].letter})" if gate.world else "(?)"


def gate_style(gate: GateView) -> str:
    """Return the role of a gate: its world's colour once known."""
    return gate.world or "gate"


@lru_cache(maxsize=1)
def _initials() -> dict[str, str]:
    found: dict[str, str] = {}
    for card in CONTENT.investigators.values():
        first, last = card.name.split()[0], card.name.split()[-1]
        tries = (first[0] + last[0], first[:2].upper(), last[:2].upper())
        found[card.id] = next(text for text in tries if text not in found.values())
    return found


def initials(who: str) -> str:
    """Return the two capitals of an investigator, unlike those of any other."""
    return _initials().get(who) or who[:2].upper()


def legend() -> tuple[tuple[str, str, str], ...]:
    """Return every mark with its role and its words, for the legend."""
    rows = [
        ("@JD", "you", "your investigator (initials)"),
        ("JD", "investigator", "another investigator"),
        ("g>L6", "monster", "monster, heading, hand, speed"),
        ("nF6", "monster", "flyer and its speed"),
        ("gez", "monster", "several monsters, a letter each"),
        ("+", "monster", "more stands here: look tells"),
        ("3+", "monster", "so many things stand here: look"),
        ("(A)", "gate", "gate to the world of that letter"),
        ("(?)", "gate", "gate to a world not yet known"),
        (SEAL, "seal", "Elder Sign: nothing appears here"),
        (CLUE, "item", "clues lie here"),
        (KEY_MARK, "spell", "mark of the Silver Key"),
        ("T", "taxi", "taxi stand"),
        ("12", "reach", "you can go there: type the number"),
        ("#12", "taxi", "there by a paid ride: type 12"),
        ("12g", "reach", "monster there; no room for its way"),
        ("St5", "strength", "beside a name: strength"),
        ("Sa5", "sanity", "beside a name: sanity"),
    ]
    return tuple(rows)
