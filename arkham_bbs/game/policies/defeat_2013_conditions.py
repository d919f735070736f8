"""Chosen maxima and being delayed, where only `defeat_2013` is on.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module defeat_2013 (D13-1, D13-2, D13-16).
"""

from __future__ import annotations

from arkham_bbs.game.events import ConditionSet
from arkham_bbs.game.play import Play
from arkham_bbs.game.policies.conditions_1987 import Conditions1987
from arkham_bbs.game.state import Investigator


def stand_up(play: Play, who: Investigator, rule: str) -> None:
    """End being delayed."""
    who.delayed = False
    play.emit(ConditionSet(who=who.id, condition="delayed", on=False, rule=rule))


class Conditions2013(Conditions1987):
    """The 1987 conditions under chosen maxima."""

    def start(self, play: Play, who: Investigator) -> None:
        """Current values begin at the maxima and never rise above them (D13-2)."""
        who.strength_max, who.sanity_max = who.strength, who.sanity

    def shown(self, who: Investigator) -> tuple[str, ...]:
        """Return what marks a sheet."""
        return (*super().shown(who), *(("delayed",) if who.delayed else ()))

    def may_move(self, play: Play, who: Investigator) -> bool:
        """A delayed investigator stands up instead of acting (D13-1, D13-16)."""
        if not who.delayed:
            return True
        stand_up(play, who, "D13-1")
        return False
