"""Dice-pool checks, a replacement for the 1987 check policy.

Room: game. Imports the standard library, msgspec, events and neighbours here.
Source: VARIANTS.md, module pool_checks (P05-1 to P05-11, P05-13, P05-14).
"""

from __future__ import annotations

from msgspec import Struct

from arkham_bbs.game.decisions import Option
from arkham_bbs.game.events import AttackRolled, ClueSpent, SkillChecked
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.policies.attack import Attack
from arkham_bbs.game.policies.checks_1987 import Checks1987
from arkham_bbs.game.policies.pool_checks_clues import ClueTokens
from arkham_bbs.game.policies.rolls import HorrorRoll
from arkham_bbs.game.state import Investigator

POOL_SKILLS: tuple[str, ...] = ("speed", "sneak", "fight", "will", "lore", "luck")
# Where each of the six stands on the 1987 card (P05-7): one value, or the mean of two.
ON_THE_CARD: dict[str, tuple[str, ...]] = {
    "speed": ("sneak", "fight"),
    "sneak": ("sneak",),
    "fight": ("fight",),
    "will": ("knowledge", "fight"),
    "lore": ("knowledge",),
    "luck": ("fast_talk",),
}
# What becomes of a 1987 roll (P05-8).
INSTEAD_OF: dict[str, str] = {
    "sneak": "sneak",
    "fight": "fight",
    "knowledge": "lore",
    "fast_talk": "luck",
    "strength": "speed",
    "sanity": "will",
}
# The skill under each special check (P05-6).
RESTS_ON: dict[str, str] = {"evade": "sneak", "horror": "will", "combat": "fight", "spell": "lore"}
STRENGTH_PER_SUCCESS = 4


class Check(Struct, frozen=True):
    """A check by name: ``Sneak (-1) [2]`` (P05-1). ``name`` is a skill or a special check."""

    name: str
    modifier: int = 0
    difficulty: int = 1

    @property
    def skill(self) -> str:
        """Return the skill it rests on."""
        return RESTS_ON.get(self.name, self.name)

    def __str__(self) -> str:
        return f"{self.name.capitalize()} ({self.modifier:+d}) [{self.difficulty}]".replace(
            "(+0)", "(0)"
        )


class PoolRoll(Struct):
    """A pool on the table: the first dice and the successes, clue dice among them."""

    dice: tuple[int, ...]
    hits: int
    difficulty: int

    @property
    def passed(self) -> bool:
        """Tell whether the successes reach the difficulty (P05-3)."""
        return self.hits >= self.difficulty


def successes(dice: tuple[int, ...], lowest: int) -> int:
    """Count the dice that show ``lowest`` or more (P05-3, P05-13)."""
    return sum(face >= lowest for face in dice)


def combat_difficulty(strength: int) -> int:
    """Return a quarter of the strength to beat, rounded up (P05-10)."""
    return -(-strength // STRENGTH_PER_SUCCESS)


class PoolChecks(ClueTokens, Checks1987):
    """As many dice as the skill; each 5 or 6 is a success, and clue tokens add dice.

    The printed values stay what they are wherever the 1987 rules compare them, as MATTACK-3 does.
    """

    def values(self, play: Play, who: Investigator) -> dict[str, int]:
        """Return the six skills with every bonus (P05-7)."""
        return {skill: self.pool_value(play, who, skill) for skill in POOL_SKILLS}

    def pool_value(self, play: Play, who: Investigator, skill: str) -> int:
        """Return one of the six skills: means are of the printed values, rounded up (P05-7)."""
        names = ON_THE_CARD[skill]
        if len(names) == 1:
            return self.skill_value(play, who, names[0])
        card = play.content.investigators[who.id]
        total: int = sum(getattr(card, name) for name in names)
        return -(-total // len(names))

    # ---- rolling -------------------------------------------------------------------------

    def _roll(self, play: Play, who: Investigator, size: int, difficulty: int) -> PoolRoll:
        """Roll the dice of a pool; with none or fewer there is nothing to roll (P05-2, P05-4)."""
        dice = tuple(play.d6() for _ in range(max(0, size)))
        hits = successes(dice, play.conditions.success_from(who))
        return PoolRoll(dice=dice, hits=hits, difficulty=difficulty)

    def _spend_clues(self, play: Play, who: Investigator, roll: PoolRoll, name: str) -> Rule[None]:
        """Let clue tokens be spent one at a time, each for one more die (P05-4, P05-5)."""

        def choices() -> list[Option]:
            return plain(["spend", "stop"] if who.clues else ["stop"], "P05-5")

        lowest = play.conditions.success_from(who)
        extra: tuple[int, ...] = ()
        while who.clues:
            answer = yield from play.ask(
                "spend_clue",
                who,
                choices,
                rule="P05-5",
                default="stop",
                facts={
                    "check": name,
                    "dice": (*roll.dice, *extra),
                    "hits": roll.hits,
                    "difficulty": roll.difficulty,
                    "clues": who.clues,
                    "success_from": lowest,
                },
            )
            if answer == "stop":
                return
            who.clues -= 1
            die = play.d6()
            extra = (*extra, die)
            roll.hits += die >= lowest
            play.emit(
                ClueSpent(
                    who=who.id,
                    die=die,
                    success=die >= lowest,
                    left=who.clues,
                    hits=roll.hits,
                    difficulty=roll.difficulty,
                    rule="P05-5",
                )
            )

    def check(
        self, play: Play, who: Investigator, check: Check, purpose: str, rule: str
    ) -> Rule[PoolRoll]:
        """Roll a check of a skill, then let clues be spent on it.

        Asks: ``spend_clue``, once for each token. Emits: SkillChecked, ClueSpent.
        """
        size = self.pool_value(play, who, check.skill) + check.modifier
        roll = self._roll(play, who, size, check.difficulty)
        play.emit(
            SkillChecked(
                who=who.id,
                skill=check.name,
                purpose=purpose,
                dice=roll.dice,
                value=size,
                passed=roll.passed,
                hits=roll.hits,
                difficulty=roll.difficulty,
                rule=rule,
            )
        )
        yield from self._spend_clues(play, who, roll, check.name)
        return roll

    # ---- what the chapters ask for -----------------------------------------------------------

    def test(self, play: Play, who: Investigator, skill: str, purpose: str) -> Rule[bool]:
        """Turn a 1987 roll into the check that stands for it (P05-8)."""
        roll = yield from self.check(play, who, Check(INSTEAD_OF[skill]), purpose, "P05-8")
        return roll.passed

    def horror(self, play: Play, who: Investigator, cause: str) -> Rule[HorrorRoll]:
        """Make a Horror check, Will (0) [1] (P05-9)."""
        roll = yield from self.check(play, who, Check("horror"), cause, "P05-9")
        return HorrorRoll(
            passed=roll.passed,
            dice=(),
            value=len(roll.dice),
            told=True,
            hits=roll.hits,
            difficulty=roll.difficulty,
        )

    def evade(self, play: Play, who: Investigator) -> Rule[bool]:
        """Make an Evade check [1] (P05-9)."""
        return (yield from self.check(play, who, Check("evade"), "sneak", "P05-9")).passed

    def cast(self, play: Play, who: Investigator, spell: str) -> Rule[bool]:
        """Make a Spell check, Lore (0) [1] (P05-11)."""
        roll = yield from self.check(play, who, Check("spell"), f"cast:{spell}", "P05-11")
        return roll.passed

    def attack(self, play: Play, attack: Attack) -> Rule[bool]:
        """Make a Combat check: a die for every point, against a quarter of the strength (P05-10).

        The parts hold Fight only where it counts, and the bonuses within the 1987 limits.
        """
        who = attack.who
        roll = self._roll(play, who, attack.bonus, combat_difficulty(attack.needed))
        play.emit(
            AttackRolled(
                who=who.id,
                target=attack.target,
                parts=attack.parts,
                dice=roll.dice,
                total=roll.hits,
                needed=attack.needed,
                success=roll.passed,
                hits=roll.hits,
                difficulty=roll.difficulty,
                rule="P05-10",
            )
        )
        yield from self._spend_clues(play, who, roll, "combat")
        return roll.passed
