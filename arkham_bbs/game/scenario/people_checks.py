"""Investigators that cannot be: values, conditions and places that contradict the rules in force.

Room: game. Imports neighbours here. Source: docs/scenarios.md, COMBAT-13, SANITY-6, LOST-9,
C05-13, D13-5, P05-12.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.options import Options
from arkham_bbs.game.scenario.reading import Node
from arkham_bbs.game.state import Investigator

# Which modules bring a condition; any one of them is enough.
BROUGHT_BY: dict[str, tuple[str, ...]] = {
    "blessed": ("conditions_2005",),
    "cursed": ("conditions_2005",),
    "arrested": ("conditions_2005",),
    "delayed": ("conditions_2005", "defeat_2013"),
    # Two other modules say what becomes of the tokens one holds (C05-2, D13-6).
    "clues": ("pool_checks", "conditions_2005", "defeat_2013"),
}
WARDS: tuple[str, ...] = ("hospital", "sanitarium")


def check_person(node: Node, who: Investigator, options: Options) -> None:
    """Refuse an investigator who cannot be as described.

    Raises:
        Refused: with the path of the field.
    """
    for name, modules in BROUGHT_BY.items():
        if getattr(who, name) and not set(modules) & set(options.modules):
            raise node.at(name).refuse(f"this belongs to the module {' or '.join(modules)}")
    if who.blessed and who.cursed:
        raise node.at("cursed").refuse("nobody is blessed and cursed at once")
    if who.status == "waiting":
        if not options.has("LOST"):
            raise node.at("status").refuse("nobody waits for rescue without the option LOST")
        if not board.is_box(who.place):
            raise node.at("place").refuse("the lost wait in an Other World")
    if who.status == "defeated" and "defeat_2013" not in options.modules:
        raise node.at("status").refuse("this belongs to the module defeat_2013")
    if who.status == "active" and not options.modules:
        _check_zero(node, who)


def _check_zero(node: Node, who: Investigator) -> None:
    """Refuse a 0 outside a bed: it would have been carried there, or be lost."""
    for pool in ("strength", "sanity"):
        if getattr(who, pool) <= 0 and who.place not in WARDS:
            raise node.at(pool).refuse(f"nobody is at {who.place!r} with a value of 0")
