"""How likely a roll succeeds: a die against a value (1987), or a pool of dice with clue tokens.

Room: game. Imports the standard library, the views and neighbours here.
Source: RULES.md TURN-3, SANITY-4, COMBAT-3, COMBAT-8; VARIANTS.md P05-2 to P05-11, P05-13, C05-17.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Protocol

from arkham_bbs.game.odds.outcomes import NONE
from arkham_bbs.game.policies.pool_checks import INSTEAD_OF, combat_difficulty
from arkham_bbs.game.views import InvestigatorView, View


@lru_cache(maxsize=4096)
def pool_chance(dice: int, wanted: int, lowest: int) -> Fraction:
    """Return the chance of ``wanted`` successes or more among some dice.

    A die succeeds on ``lowest`` or more. A pool of 0 or fewer dice has no success (P05-4).
    """
    if wanted <= 0:
        return Fraction(1)
    dice = max(0, dice)
    hit = Fraction(7 - lowest, 6)
    return sum(
        (comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(wanted, dice + 1)), NONE
    )


def at_most(value: int) -> Fraction:
    """Return the chance that a die shows ``value`` or less."""
    return Fraction(max(0, min(6, value)), 6)


def at_least(value: int) -> Fraction:
    """Return the chance that a die shows ``value`` or more."""
    return Fraction(max(0, min(6, 7 - value)), 6)


class Rolls(Protocol):
    """The chances of one investigator. ``clues`` are tokens to spend on that very roll."""

    def test(self, skill: str, clues: int = 0) -> Fraction:
        """Return the chance to pass a roll of a printed skill, strength or sanity."""

    def horror(self, sanity: int, clues: int = 0) -> Fraction:
        """Return the chance to pass a sanity check at a given sanity."""

    def attack(self, points: int, needed: int, clues: int = 0) -> Fraction:
        """Return the chance that an attack worth ``points`` beats a strength of ``needed``."""


class PlainRolls:
    """The 1987 rolls: a D6 of the value or less; a D6 added to an attack."""

    def __init__(self, sheet: InvestigatorView) -> None:
        self.sheet = sheet

    def _adjusted(self, value: int) -> int:
        """Return a value after blessing or curse (C05-17)."""
        if "blessed" in self.sheet.conditions:
            return value + 1
        if "cursed" in self.sheet.conditions:
            return max(1, value - 1)
        return value

    def test(self, skill: str, clues: int = 0) -> Fraction:
        """Return the chance of a D6 within the value (TURN-3)."""
        if skill in ("strength", "sanity"):
            value: int = getattr(self.sheet, skill)
        else:
            value = self.sheet.skills[skill]
        return at_most(self._adjusted(value))

    def horror(self, sanity: int, clues: int = 0) -> Fraction:
        """Return the chance of a D6 within sanity (SANITY-4)."""
        return at_most(self._adjusted(sanity))

    def attack(self, points: int, needed: int, clues: int = 0) -> Fraction:
        """Return the chance of a die that makes up what the points lack (COMBAT-8)."""
        return at_least(needed - points)


class PoolRolls:
    """Dice pools: successes against a difficulty, clue tokens adding dice (P05-2 to P05-5)."""

    def __init__(self, sheet: InvestigatorView) -> None:
        self.sheet = sheet
        blessed, cursed = ("blessed" in sheet.conditions, "cursed" in sheet.conditions)
        self.lowest = 4 if blessed else 6 if cursed else 5

    def pool(self, dice: int, difficulty: int, clues: int) -> Fraction:
        """Return the chance of a pool; a token gives its whole die below 0 too (P05-5)."""
        return pool_chance(max(0, dice) + clues, difficulty, self.lowest)

    def test(self, skill: str, clues: int = 0) -> Fraction:
        """Return the chance of the check that stands for a 1987 roll (P05-8)."""
        return self.pool(self.sheet.skills[INSTEAD_OF[skill]], 1, clues)

    def horror(self, sanity: int, clues: int = 0) -> Fraction:
        """Return the chance of a Horror check, whatever the sanity (P05-9)."""
        return self.pool(self.sheet.skills["will"], 1, clues)

    def attack(self, points: int, needed: int, clues: int = 0) -> Fraction:
        """Return the chance of a Combat check (P05-10)."""
        return self.pool(points, combat_difficulty(needed), clues)


def uses_pools(view: View) -> bool:
    """Tell whether this table rolls pools of dice."""
    return "pool_checks" in view.options


def rolls_of(view: View, sheet: InvestigatorView) -> Rolls:
    """Return the chances of an investigator at this table."""
    return PoolRolls(sheet) if uses_pools(view) else PlainRolls(sheet)
