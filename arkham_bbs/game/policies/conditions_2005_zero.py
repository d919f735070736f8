"""What a 0 means in 2005: insane, unconscious, lost in time and space, or devoured.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module conditions_2005 (C05-2 to C05-5, C05-10 to C05-12, C05-19).
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.events import InvestigatorLost, KnockedOut, ReplacementDue
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.policies.conditions_2005_half import discard_half
from arkham_bbs.game.policies.conditions_2005_places import forget_waiting, lose_in_time
from arkham_bbs.game.policies.leaving import empty_hands
from arkham_bbs.game.policies.zero_1987 import Zero1987
from arkham_bbs.game.pools import gain, lose_die
from arkham_bbs.game.setup import enter, equip
from arkham_bbs.game.state import Investigator

POOLS: tuple[str, ...] = ("strength", "sanity")
BED: dict[str, str] = {"strength": "hospital", "sanity": "sanitarium"}
RULES: dict[str, str] = {"strength": "C05-3", "sanity": "C05-2"}


def out_of(who: Investigator) -> tuple[str, ...]:
    """Return the values that stand at 0."""
    return tuple(pool for pool in POOLS if getattr(who, pool) <= 0)


def beyond_help(who: Investigator) -> bool:
    """Tell whether a maximum is at 0 (C05-11)."""
    return min(who.strength_max, who.sanity_max) <= 0


class Zero2005(Zero1987):
    """Half of everything is gone, but nobody stays at 0; some are devoured."""

    def reached(self, play: Play, who: Investigator, pools: tuple[str, ...]) -> Rule[None]:
        """Carry ``who`` off to a bed or out of time, or devour them.

        Raises:
            CarriedOff: always.
        """
        empty = out_of(who)
        if beyond_help(who) or len(empty) > 1:
            if empty:
                told = "both" if len(empty) > 1 else empty[0]
                play.emit(KnockedOut(who=who.id, pool=told, where=who.place, rule="C05-11"))
            self.devour(play, who, "C05-11")
            raise CarriedOff(who)
        pool = empty[0]
        outside = not board.in_arkham(who.place)
        rule = "C05-5" if outside else RULES[pool]
        play.emit(KnockedOut(who=who.id, pool=pool, where=who.place, rule=rule))
        yield from discard_half(play, who)
        if outside:
            lose_in_time(play, who, rule)
        else:
            forget_waiting(who)
            relocate(play, who, BED[pool], "knocked-out", rule=rule)
        gain(play, who, pool, 1, "restored", rule)
        raise CarriedOff(who)

    def also_hurt(
        self, play: Play, who: Investigator, pool: str, cause: str, rule: str
    ) -> Rule[None]:
        """Take D6 more, and bear the consequence too: nobody stays at 0."""
        try:
            yield from lose_die(play, who, pool, cause, rule)
        except CarriedOff:
            pass

    def devour(self, play: Play, who: Investigator, rule: str) -> None:
        """Discard everything but trophies; the card may be drawn again (C05-10)."""
        play.emit(InvestigatorLost(who=who.id, where=who.place, cause="devoured", rule=rule))
        empty_hands(play, who)
        who.status = "lost"
        play.state.pool.append(who.id)
        play.state.replacements.append(who.seat)
        play.emit(ReplacementDue(seat=who.seat, lost=who.id, rule="C05-10"))

    def lost(self, play: Play, who: Investigator, cause: str) -> Rule[None]:
        """Results that lose an investigator devour (C05-12).

        Raises:
            CarriedOff: always.
        """
        self.devour(play, who, "C05-12")
        raise CarriedOff(who)
        yield  # pragma: no cover

    def stranded(self, play: Play, who: Investigator) -> Rule[None]:
        """One without a way home is lost in time and space (C05-19)."""
        lose_in_time(play, who, "C05-19")
        return
        yield  # pragma: no cover

    def turn_starts(self, play: Play) -> Rule[None]:
        """Draw new investigators at random, who get the trophies kept, and set them up (C05-10)."""
        state = play.state
        due, state.replacements = state.replacements, []
        kept = [
            (who.seat, who.trophies_monsters, who.trophies_gates)
            for who in state.investigators.values()
            if who.status == "lost"
        ]
        for who in state.investigators.values():
            if who.status == "lost":
                who.trophies_monsters, who.trophies_gates = [], []
        newcomers = []
        for seat in due:
            pool = state.pool
            name = pool[play.dice.pick(pool)] if len(pool) > 1 else pool[0]
            newcomer = enter(play, seat, name)
            for _, monsters, gates in (one for one in kept if one[0] == seat):
                newcomer.trophies_monsters += monsters
                newcomer.trophies_gates += gates
            kept = [one for one in kept if one[0] != seat]
            newcomers.append(newcomer)
        for newcomer in newcomers:
            yield from equip(play, newcomer)
