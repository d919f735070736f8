"""The conditions of the 1987 rules: a limit of 7, lost turns and jail.

Room: game. Imports neighbours here. Source: RULES.md TURN-5, TURN-6, COMBAT-18, LOC-JAIL-1.
"""

from __future__ import annotations

from arkham_bbs.game.events import ConditionSet
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.state import Investigator

JAIL = "police_station"


class Conditions1987:
    """Nobody is delayed, blessed or cursed here."""

    def start(self, play: Play, who: Investigator) -> None:
        """The common limit of 7 needs no note (TURN-6)."""

    def limit(self, who: Investigator, pool: str) -> int:
        """Return 7 for strength and sanity (TURN-6)."""
        return who.strength_max if pool == "strength" else who.sanity_max

    def adjusted(self, who: Investigator, value: int) -> int:
        """Return the value a roll is made against, after conditions."""
        return value

    def success_from(self, who: Investigator) -> int:
        """Return the lowest face that is a success in a pool of dice."""
        return 5

    def shown(self, who: Investigator) -> tuple[str, ...]:
        """Return what marks a sheet."""
        found = []
        if who.jail:
            found.append("jailed")
        if who.lost_turns:
            found.append("losing-turns")
        if who.must_leave:
            found.append("must-leave")
        return tuple(found)

    def turn_begins(self, play: Play, who: Investigator) -> Rule[bool]:
        """Nothing comes before the upkeep; no turn is skipped whole."""
        return False
        yield  # pragma: no cover

    def upkeep(self, play: Play, who: Investigator) -> Rule[bool]:
        """Nothing beyond TURN-4 opens a turn; no turn is lost to a condition."""
        return False
        yield  # pragma: no cover

    def may_move(self, play: Play, who: Investigator) -> bool:
        """Everybody who has a turn may move."""
        return True

    def jail(self, play: Play, who: Investigator, turns: int) -> Rule[None]:
        """Go to the Police Station without entering it, for whole turns (LOC-JAIL-1)."""
        who.jail += turns
        relocate(play, who, JAIL, "jail", rule="LOC-JAIL-1")
        play.emit(ConditionSet(who=who.id, condition="jailed", amount=turns, rule="LOC-JAIL-1"))
        raise CarriedOff(who)
        yield  # pragma: no cover

    def event_done(self, play: Play, who: Investigator, place: str, die: int) -> None:
        """A table result has no further consequence."""

    def untouchable(self, who: Investigator) -> bool:
        """Nobody with a value of 0 is met or attacked (COMBAT-18)."""
        return who.strength <= 0 or who.sanity <= 0
