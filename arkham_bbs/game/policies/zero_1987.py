"""What a 0 means in the 1987 rules: Hospital, Sanitarium, or lost in an Other World.

Room: game. Imports events and neighbours here.
Source: RULES.md COMBAT-13, COMBAT-14, COMBAT-17, COMBAT-19, SANITY-6, SANITY-7, LOST-5, LOST-10,
GATTACK-7.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import distinct, drop, give_up, item_keys
from arkham_bbs.game.events import KnockedOut
from arkham_bbs.game.lost import lose_investigator
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.pools import lower
from arkham_bbs.game.setup import replace_step
from arkham_bbs.game.state import Investigator

# Which value an event in an Other World takes, under LOST-5 (LOST-10).
EVENT_POOL: dict[str, str] = {
    "abyss": "strength",
    "earths_dreamlands": "sanity",
    "great_hall_of_celeano": "sanity",
}


class Zero1987:
    """Carried to a bed in Arkham; lost anywhere else."""

    def reached(self, play: Play, who: Investigator, pools: tuple[str, ...]) -> Rule[None]:
        """Carry ``who`` to the Hospital or Sanitarium, or lose them.

        Raises:
            CarriedOff: always.
        """
        where = who.place
        pool = pools[0]
        if len(pools) > 1:
            pool = yield from play.ask_plain("zero", who, list(pools), rule="COMBAT-19")
        play.emit(
            KnockedOut(
                who=who.id,
                pool=pool,
                where=where,
                rule="COMBAT-13" if pool == "strength" else "SANITY-6",
            )
        )
        if board.is_box(where):
            yield from lose_investigator(play, who, "zero")
            raise CarriedOff(who)
        yield from self.to_bed(play, who, pool)
        raise CarriedOff(who)

    def to_bed(self, play: Play, who: Investigator, pool: str) -> Rule[None]:
        """Go to the Hospital with one item less, or to the Sanitarium with one spell less.

        Whoever lies there is in jail no more, and what an event had in store lapses (ENC-15).
        """
        who.jail = 0
        who.then = []
        if pool == "strength":
            relocate(play, who, "hospital", "knocked-out", rule="COMBAT-13")
            keys = item_keys(who, bound=True)
            if keys:
                answer = yield from play.ask_plain("lose_item", who, keys, rule="COMBAT-13")
                give_up(play, who, answer, "lost", "COMBAT-13")
            return
        relocate(play, who, "sanitarium", "knocked-out", rule="SANITY-6")
        if who.spells:
            names = distinct([card.id for card in who.spells])
            answer = yield from play.ask_plain(
                "lose_spell", who, [f"spell:{name}" for name in names], rule="SANITY-6"
            )
            drop(play, who, "spells", answer.partition(":")[2], "lost", "SANITY-6")

    def also_hurt(
        self, play: Play, who: Investigator, pool: str, cause: str, rule: str
    ) -> Rule[None]:
        """Take D6 more; the first value to reach 0 has decided the place (COMBAT-19)."""
        die = play.roll(f"lose-{pool}", who, rule)
        lower(play, who, pool, die, cause, rule)
        return
        yield  # pragma: no cover

    def lost(self, play: Play, who: Investigator, cause: str) -> Rule[None]:
        """Lose ``who`` by an event; with rescues on, a value goes to 0 (LOST-5).

        Raises:
            CarriedOff: always.
        """
        if play.has("LOST"):
            pool = EVENT_POOL[board.world_of(who.place)]
            lower(play, who, pool, getattr(who, pool), cause, "LOST-5")
        yield from lose_investigator(play, who, "event")
        raise CarriedOff(who)

    def stranded(self, play: Play, who: Investigator) -> Rule[None]:
        """Lose one whose gate home was destroyed (GATTACK-7)."""
        if play.has("LOST"):
            lower(play, who, "strength", who.strength, "stranded", "LOST-10")
        yield from lose_investigator(play, who, "stranded")

    def turn_starts(self, play: Play) -> Rule[None]:
        """Bring in new investigators for those lost (LOST-8, LOST-9)."""
        if play.state.replacements:
            yield from replace_step(play)

    def mythos_ends(self, play: Play) -> Rule[None]:
        """Nothing is due; replacements come with the next game turn (LOST-8)."""
        return
        yield  # pragma: no cover

    def encounter_choice(self, play: Play, who: Investigator) -> Rule[bool]:
        """Nobody lies about to be gone to."""
        return False
        yield  # pragma: no cover

    def lead(self, play: Play) -> str | None:
        """Nobody leads."""
        return None

    def may_begin(self, play: Play, names: list[str]) -> list[str]:
        """Any of a player's investigators may be the next to act (TURN-7)."""
        return names

    def pick(self, play: Play, names: list[str], purpose: str, rule: str) -> Rule[str]:
        """Let a coin settle it."""
        return play.pick(names, purpose, rule)
        yield  # pragma: no cover
