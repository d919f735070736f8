"""How chance decides in the 1987 rules: one die against a value, or added to a total.

Room: game. Imports the standard library, events and neighbours here.
Source: RULES.md TURN-3, SANITY-4, SNEAK-4, COMBAT-3, COMBAT-8, COMBAT-15, SPELL-5.
"""

from __future__ import annotations

from arkham_bbs.game.events import AttackRolled, SkillChecked
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.policies.attack import Attack
from arkham_bbs.game.policies.rolls import HorrorRoll
from arkham_bbs.game.state import Investigator

PRINTED_SKILLS: tuple[str, ...] = ("fast_talk", "fight", "knowledge", "sneak")


class Checks1987:
    """A D6 of the value or less succeeds; an attack adds a D6 to its bonuses."""

    def values(self, play: Play, who: Investigator) -> dict[str, int]:
        """Return the four printed skills with every bonus."""
        return {skill: self.skill_value(play, who, skill) for skill in PRINTED_SKILLS}

    def skill_value(self, play: Play, who: Investigator, skill: str) -> int:
        """Return one printed skill with cards, hired characters (LOC-HIRE-2) and bonuses."""
        value: int = getattr(play.content.investigators[who.id], skill)
        for card in who.skills:
            bonus = play.content.skills[card]
            if bonus.skill == skill:
                value += bonus.bonus
        if skill == "fight":
            value += 2 * len(who.allies)
        elif skill == "sneak":
            value += who.sneak_bonus
        return value

    def target(self, play: Play, who: Investigator, skill: str) -> int:
        """Return the value a roll is made against."""
        if skill in ("strength", "sanity"):
            value: int = getattr(who, skill)
            return play.conditions.adjusted(who, value)
        return play.conditions.adjusted(who, self.skill_value(play, who, skill))

    def _check(self, play: Play, who: Investigator, skill: str, purpose: str, rule: str) -> bool:
        value = self.target(play, who, skill)
        die = play.d6()
        passed = die <= value
        play.emit(
            SkillChecked(
                who=who.id,
                skill=skill,
                purpose=purpose,
                dice=(die,),
                value=value,
                passed=passed,
                rule=rule,
            )
        )
        return passed

    def test(self, play: Play, who: Investigator, skill: str, purpose: str) -> Rule[bool]:
        """Roll a D6 against a skill, strength or sanity (TURN-3)."""
        return self._check(play, who, skill, purpose, "TURN-3")
        yield  # pragma: no cover - makes this a rule like its replacements

    def horror(self, play: Play, who: Investigator, cause: str) -> Rule[HorrorRoll]:
        """Roll a D6 against sanity (SANITY-4); sanity.py tells it together with the loss."""
        value = self.target(play, who, "sanity")
        die = play.d6()
        return HorrorRoll(passed=die <= value, dice=(die,), value=value)
        yield  # pragma: no cover

    def evade(self, play: Play, who: Investigator) -> Rule[bool]:
        """Roll a D6 against Sneak (SNEAK-4)."""
        return self._check(play, who, "sneak", "sneak", "SNEAK-4")
        yield  # pragma: no cover

    def cast(self, play: Play, who: Investigator, spell: str) -> Rule[bool]:
        """Roll a D6 against Knowledge (SPELL-5)."""
        return self._check(play, who, "knowledge", f"cast:{spell}", "SPELL-5")
        yield  # pragma: no cover

    def attack(self, play: Play, attack: Attack) -> Rule[bool]:
        """Add a D6 to the bonuses; equal or above succeeds (COMBAT-8, COMBAT-15)."""
        die = play.d6()
        total = attack.bonus + die
        success = total >= attack.needed
        play.emit(
            AttackRolled(
                who=attack.who.id,
                target=attack.target,
                parts=attack.parts,
                dice=(die,),
                total=total,
                needed=attack.needed,
                success=success,
                rule=attack.rule,
            )
        )
        return success
        yield  # pragma: no cover

    def set_up(self, play: Play) -> None:
        """Nothing lies on the board before play begins but what SETUP says."""

    def gate_placed(self, play: Play, place: str) -> None:
        """A new gate changes nothing else."""

    def gate_gone(self, play: Play, place: str) -> None:
        """A gate that is gone leaves nothing behind."""

    def place_cleared(self, play: Play, who: Investigator) -> None:
        """A place without monsters holds nothing to gather."""

    def left_game(self, play: Play, who: Investigator) -> None:
        """One who is gone held nothing that checks need."""
