"""Sanity checks: how likely each loss is, for one monster or for several in turn.

Room: game. Imports the views and neighbours here.
Source: RULES.md SANITY-1 to SANITY-9, SNEAK-5, SNEAK-6, SNEAK-14, OPEN-26.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arkham_bbs.game.odds.outcomes import NONE, ONE, SIXTH, Spread
from arkham_bbs.game.odds.rolls import Rolls
from arkham_bbs.game.views import InvestigatorView, MonsterView

GREATEST_LOSS = 7


def loss_at(rolls: Rolls, monster: MonsterView, sanity: int) -> Spread:
    """Return the chance of each loss that the rule asks for (SANITY-5, SANITY-8)."""
    assert monster.sanity is not None
    passed_loss, failed_loss = int(monster.sanity[0]), monster.sanity[1]
    if passed_loss == 0 and failed_loss == "0":
        return {0: ONE}
    passed = rolls.horror(sanity)
    spread: Spread = {passed_loss: passed}
    if failed_loss.isdigit():
        worst = int(failed_loss)
        spread[worst] = spread.get(worst, NONE) + ONE - passed
    else:
        for face in range(1, 7):
            spread[face + 1] = spread.get(face + 1, NONE) + (ONE - passed) * SIXTH
    return spread


def after_checks(rolls: Rolls, monsters: Sequence[MonsterView], sanity: int) -> Spread:
    """Return the chance of each sanity left after a check for each; 0 is mad and ends them."""
    standing: Spread = {sanity: ONE}
    for monster in monsters:
        following: Spread = {}
        for now, share in standing.items():
            if now <= 0:
                following[0] = following.get(0, NONE) + share
                continue
            for loss, chance in loss_at(rolls, monster, now).items():
                left = max(0, now - loss)
                following[left] = following.get(left, NONE) + share * chance
        standing = following
    return standing


def lost_by(standing: Spread, sanity: int) -> Spread:
    """Turn chances of what is left into chances of what was lost."""
    return {sanity - left: share for left, share in standing.items()}


def known(monsters: Sequence[MonsterView]) -> bool:
    """Tell whether the viewer has seen the backs of all these counters (COUNTER-15)."""
    return all(monster.sanity is not None for monster in monsters)


def due_in_fight(
    sheet: InvestigatorView, monster: MonsterView, species: Sequence[str]
) -> list[MonsterView]:
    """Return the check due as combat begins, if any (SANITY-1, SANITY-3)."""
    if monster.id in sheet.checked or monster.species in species:
        return []
    return [monster]


def due_at_gate(sheet: InvestigatorView, monsters: Sequence[MonsterView]) -> list[MonsterView]:
    """Return the checks due on the way to a gate (SNEAK-6, GATTACK-2, SANITY-9)."""
    return [monster for monster in monsters if monster.id not in sheet.checked]


def due_in_passing(
    sheet: InvestigatorView, monsters: Sequence[MonsterView], species: Sequence[str]
) -> list[MonsterView]:
    """Return the check due after a Sneak: the worst species once (SNEAK-5, SNEAK-14, OPEN-26)."""
    if not monsters:
        return []
    worst = max(_worst(monster) for monster in monsters)
    kind = next(monster.species for monster in monsters if _worst(monster) == worst)
    if kind in species:
        return []
    fresh = [m for m in monsters if m.species == kind and m.id not in sheet.checked]
    return fresh[:1]


def _worst(monster: MonsterView) -> tuple[int, int]:
    assert monster.sanity is not None
    failed = monster.sanity[1]
    return (int(failed) if failed.isdigit() else GREATEST_LOSS), int(monster.sanity[0])


def mad(standing: Spread) -> Fraction:
    """Return the chance that no sanity is left."""
    return standing.get(0, NONE)
