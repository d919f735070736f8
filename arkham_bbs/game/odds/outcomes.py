"""How chances are written down: exact fractions, what they lead to, and how they are mixed.

Room: game. Imports the standard library and msgspec only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

Odds = dict[str, Fraction]
Spread = dict[int, Fraction]

ONE = Fraction(1)
NONE = Fraction(0)
SIXTH = Fraction(1, 6)


class OptionOdds(Struct, frozen=True):
    """What chance makes of one option.

    Attributes:
        key: the option's key.
        outcomes: every way it can end with its exact chance; they add up to 1. Empty when it
            cannot be known, or when nothing is rolled.
        steps: chances of single rolls on the way (``cast``, ``check``), for those who ask more.
        clues: the same as ``outcomes`` if clue tokens are spent on the last roll until it
            succeeds or none is left; empty without tokens.
        losses: pool and the exact chance of each amount lost (negative: gained).
        note: a stable word: ``unknown`` (hidden from this viewer), ``table:PLACE`` (a table with
            six results), ``with:PIECES`` (the best weapons at hand, as an answer names them).
    """

    key: str
    outcomes: tuple[tuple[str, Fraction], ...] = ()
    steps: tuple[tuple[str, Fraction], ...] = ()
    clues: tuple[tuple[str, Fraction], ...] = ()
    losses: tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...] = ()
    note: str = ""

    def chance(self, *names: str) -> Fraction:
        """Return the chance that it ends in one of these ways."""
        return sum((share for name, share in self.outcomes if name in names), NONE)


def packed(odds: Mapping[str, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """Return outcomes that can happen, in the order given."""
    return tuple((name, share) for name, share in odds.items() if share)


def spread_of(spread: Spread) -> tuple[tuple[int, Fraction], ...]:
    """Return amounts that can happen, smallest first."""
    return tuple(sorted((amount, share) for amount, share in spread.items() if share))


def mixed(parts: Iterable[tuple[Fraction, Mapping[str, Fraction]]]) -> Odds:
    """Return the outcomes when one of several things happens, each with its chance."""
    total: Odds = {}
    for share, odds in parts:
        for name, chance in odds.items():
            total[name] = total.get(name, NONE) + share * chance
    return total


def either(name: str, chance: Fraction, otherwise: str) -> Odds:
    """Return two outcomes."""
    return {name: chance, otherwise: ONE - chance}
