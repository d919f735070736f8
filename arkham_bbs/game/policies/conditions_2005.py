"""What may befall an investigator: delayed, arrested, lost outside time, blessed and cursed.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module conditions_2005 (C05-1, C05-6 to C05-9, C05-11, C05-13 to C05-19).
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.events import BlessingRolled, ConditionSet
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.policies.conditions_1987 import Conditions1987
from arkham_bbs.game.policies.conditions_2005_places import (
    CELL,
    OUTSIDE,
    STANDING,
    arrest,
    emerge,
    lose_the_turn,
    release,
    stand_up,
)
from arkham_bbs.game.state import Investigator

# Table results that bless or curse besides what they do in 1987 (C05-15).
TOUCHED: dict[tuple[str, int], str] = {
    ("north_church", 3): "blessed",
    ("silver_twilight_lodge", 2): "cursed",
}
OTHER: dict[str, str] = {"blessed": "cursed", "cursed": "blessed"}


def touch(play: Play, who: Investigator, card: str) -> None:
    """Give a blessing or a curse; the other card only cancels it (C05-13, C05-14)."""
    rule = "C05-14"
    if getattr(who, OTHER[card]):
        setattr(who, OTHER[card], 0)
        play.emit(ConditionSet(who=who.id, condition=OTHER[card], on=False, rule=rule))
    elif not getattr(who, card):
        setattr(who, card, max(play.state.turn, 1))
        play.emit(ConditionSet(who=who.id, condition=card, rule="C05-15"))


class Conditions2005(Conditions1987):
    """Chosen maxima and the conditions of 2005."""

    def start(self, play: Play, who: Investigator) -> None:
        """The values chosen at the start are the maxima (C05-1)."""
        who.strength_max, who.sanity_max = who.strength, who.sanity

    def adjusted(self, who: Investigator, value: int) -> int:
        """Blessed, a value is 1 higher to roll against; cursed, 1 lower, never below 1 (C05-17)."""
        if who.blessed:
            return value + 1
        if who.cursed:
            return max(1, value - 1)
        return value

    def success_from(self, who: Investigator) -> int:
        """Blessed, 4 succeeds; cursed, only 6 does (C05-17, P05-13)."""
        return 4 if who.blessed else 6 if who.cursed else 5

    def shown(self, who: Investigator) -> tuple[str, ...]:
        """Return what marks a sheet, for all to see (C05-18)."""
        found = list(super().shown(who))
        if who.arrested:
            found.append("arrested")
        if who.lost_stage:
            found.append("lost-in-time")
        found += [name for name in ("delayed", "blessed", "cursed") if getattr(who, name)]
        return tuple(found)

    def turn_begins(self, play: Play, who: Investigator) -> Rule[bool]:
        """Skip the turn after an arrest; offer the way back from outside time (C05-6, C05-8)."""
        if who.arrested:
            release(play, who)
            return True
        if who.place == OUTSIDE and who.lost_stage == STANDING:
            yield from emerge(play, who)
        return False

    def upkeep(self, play: Play, who: Investigator) -> Rule[bool]:
        """Roll for a blessing or curse, and lose a turn outside time (C05-6, C05-11, C05-16)."""
        for card in ("blessed", "cursed"):
            if getattr(who, card) and getattr(who, card) < play.state.turn:
                self._roll_for(play, who, card)
        if min(who.strength_max, who.sanity_max) <= 0:
            try:
                yield from play.zero.reached(play, who, ())
            except CarriedOff:
                return True
        if who.place == OUTSIDE:
            lose_the_turn(play, who)
            return True
        if who.delayed and board.is_box(who.place):
            # In an Other World going on to the next box is the movement (C05-7).
            stand_up(play, who, "C05-7")
            who.held = who.visit is None
        return False

    def _roll_for(self, play: Play, who: Investigator, card: str) -> None:
        """Discard the card on a 1 (C05-16)."""
        die = play.d6()
        kept = die != 1
        play.emit(BlessingRolled(who=who.id, card=card, die=die, kept=kept, rule="C05-16"))
        if not kept:
            setattr(who, card, 0)
            play.emit(ConditionSet(who=who.id, condition=card, on=False, rule="C05-16"))

    def may_move(self, play: Play, who: Investigator) -> bool:
        """A delayed investigator stands up instead of moving (C05-7)."""
        if not who.delayed:
            return True
        stand_up(play, who, "C05-7")
        return False

    def jail(self, play: Play, who: Investigator, turns: int) -> Rule[None]:
        """Arrest, whatever number of turns the table names (C05-9).

        Raises:
            CarriedOff: always.
        """
        arrest(play, who)
        raise CarriedOff(who)
        yield  # pragma: no cover

    def event_done(self, play: Play, who: Investigator, place: str, die: int) -> None:
        """Bless or curse where the table says so (C05-15)."""
        card = TOUCHED.get((place, die))
        if card is not None:
            touch(play, who, card)

    def untouchable(self, who: Investigator) -> bool:
        """Nothing attacks in the cell or outside time (C05-19)."""
        return who.place in (CELL, OUTSIDE) or super().untouchable(who)
