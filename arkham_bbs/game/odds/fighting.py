"""Combat: the chance to kill, to be hit, to fall, and to go mad before the first blow.

Room: game. Imports the standard library, the views and neighbours here.
Source: RULES.md COMBAT-3, COMBAT-8, COMBAT-11, COMBAT-15, COMBAT-16, COMBAT-20, OPEN-28, OPEN-29,
GATTACK-2, GATTACK-3, GAUNT-1 to GAUNT-6, ITEM-PICCOLO-1, SPELL-5.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from arkham_bbs.game.board import is_box
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.odds.arms import (
    BULLET,
    Foe,
    best_points,
    fight_points,
    points,
    sets_of,
)
from arkham_bbs.game.odds.outcomes import NONE, ONE, SIXTH, Odds
from arkham_bbs.game.odds.rolls import Rolls, rolls_of
from arkham_bbs.game.views import InvestigatorView, MonsterView, View


class Blow(Struct, frozen=True):
    """What a miss costs: chances of ``hit`` and ``fall``, or ``carried`` off, or ``unhurt``."""

    odds: tuple[tuple[str, Fraction], ...]


class Bout(Struct, frozen=True):
    """One attack about to be made.

    ``gathered`` are points from spells already cast; ``blow`` what a miss costs, None when it
    costs nothing (a gate, or the Piccolo's shelter).
    """

    view: View
    sheet: InvestigatorView
    foe: Foe
    gathered: int = 0
    blow: Blow | None = None

    @property
    def rolls(self) -> Rolls:
        """Return the attacker's chances."""
        return rolls_of(self.view, self.sheet)

    def success(
        self, pieces: Sequence[str], *, more: int = 0, magical: str | None = "best", clues: int = 0
    ) -> Fraction:
        """Return the chance that an attack with these pieces succeeds.

        Args:
            more: points of spells still to be added.
            magical: the weapon the Spectacles make magical, None for none, ``best`` for the best.
            clues: tokens to spend on the roll.
        """
        if BULLET in pieces and self.foe.is_werewolf:
            return ONE
        if magical == "best":
            worth = best_points(self.sheet, self.foe, pieces)
        else:
            worth = points(self.sheet, self.foe, pieces, magical)
        total = worth + self.gathered + more + fight_points(self.view, self.sheet, self.foe)
        share = Fraction(1, len(self.foe.extra))
        return sum(
            (
                share * self.rolls.attack(total, self.foe.needed + extra, clues)
                for extra in self.foe.extra
            ),
            NONE,
        )

    def outcomes(self, success: Fraction) -> Odds:
        """Return how an attack ends that succeeds with a given chance."""
        won = "kill" if self.foe.is_monster else "destroy"
        odds: Odds = {won: success}
        missed = ONE - success
        if self.blow is None:
            odds["miss"] = missed
        else:
            for name, share in self.blow.odds:
                odds[name] = odds.get(name, NONE) + missed * share
        return odds

    def best_set(self, more: int = 0) -> tuple[str, ...]:
        """Return the weapons most likely to succeed; of equals the fewest that are used up."""
        best: tuple[str, ...] = ()
        best_rank: tuple[Fraction, int, int] | None = None
        for pieces in sets_of(self.sheet, self.foe):
            spent = sum(_is_spent(piece) for piece in pieces)
            rank = (self.success(pieces, more=more), -spent, -len(pieces))
            if best_rank is None or rank > best_rank:
                best, best_rank = pieces, rank
        return best


def _is_spent(piece: str) -> bool:
    card = CONTENT.items.get(piece)
    return card is None or card.discard == "one_use"


def damage_odds(strength: int) -> Odds:
    """Return what a D6 of damage does (COMBAT-11, COMBAT-13)."""
    falls = Fraction(sum(face >= strength for face in range(1, 7)), 6)
    return {"hit": ONE - falls, "fall": falls}


def blow_of(view: View, sheet: InvestigatorView, monster: MonsterView) -> Blow:
    """Return what a monster's blow does to this investigator, if nothing turns it aside."""
    if "nightgaunt" in (monster.special or ()):
        free = not view.gates and not is_box(sheet.place)
        return Blow((("unhurt" if free else "carried", ONE),))
    return Blow(tuple(damage_odds(sheet.strength).items()))


def damage_spread(strength: int) -> dict[int, Fraction]:
    """Return the chance of each loss of strength, which stops at 0."""
    spread: dict[int, Fraction] = {}
    for face in range(1, 7):
        lost = min(face, strength)
        spread[lost] = spread.get(lost, NONE) + SIXTH
    return spread
