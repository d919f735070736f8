"""The three policies a rule module may replace: checks, zeros and conditions.

Room: game. Imports the standard library and neighbours here.

The 1987 behaviour is the first implementation of each (checks_1987, zero_1987,
conditions_1987); chosen.py chooses for the modules a host turned on.
Source: DESIGN.md section 3, VARIANTS.md.
"""

from __future__ import annotations

from typing import Protocol

from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.policies.attack import Attack
from arkham_bbs.game.policies.rolls import HorrorRoll
from arkham_bbs.game.state import Investigator


class Checks(Protocol):
    """How chance decides whether somebody succeeds."""

    def values(self, play: Play, who: Investigator) -> dict[str, int]:
        """Return the skill values shown on the sheet, bonuses included."""

    def skill_value(self, play: Play, who: Investigator, skill: str) -> int:
        """Return one of the four printed skills with cards, characters and bonuses."""

    def test(self, play: Play, who: Investigator, skill: str, purpose: str) -> Rule[bool]:
        """Roll fast_talk, fight, knowledge, sneak, strength or sanity."""

    def horror(self, play: Play, who: Investigator, cause: str) -> Rule[HorrorRoll]:
        """Roll a sanity check because of ``cause``: ``monster:COUNTER`` or a card."""

    def evade(self, play: Play, who: Investigator) -> Rule[bool]:
        """Roll a Sneak past monsters."""

    def cast(self, play: Play, who: Investigator, spell: str) -> Rule[bool]:
        """Roll to cast a spell."""

    def attack(self, play: Play, attack: Attack) -> Rule[bool]:
        """Roll an attack on a monster or gate."""

    def set_up(self, play: Play) -> None:
        """Prepare the board before the first gate is laid."""

    def gate_placed(self, play: Play, place: str) -> None:
        """React to a gate that was just laid."""

    def gate_gone(self, play: Play, place: str) -> None:
        """React to a gate that was just destroyed."""

    def place_cleared(self, play: Play, who: Investigator) -> None:
        """React to ``who`` ending a move in a place with no monster left to deal with."""

    def left_game(self, play: Play, who: Investigator) -> None:
        """React to ``who`` leaving the game with empty hands."""


class Zero(Protocol):
    """What happens when strength or sanity reaches 0, or an investigator is lost."""

    def reached(self, play: Play, who: Investigator, pools: tuple[str, ...]) -> Rule[None]:
        """Deal with one or both values at 0. Raises CarriedOff at the end."""

    def also_hurt(
        self, play: Play, who: Investigator, pool: str, cause: str, rule: str
    ) -> Rule[None]:
        """Let D6 of ``pool`` more be lost by one just carried off. Never raises CarriedOff."""

    def lost(self, play: Play, who: Investigator, cause: str) -> Rule[None]:
        """Lose an investigator by an event. Raises CarriedOff at the end."""

    def stranded(self, play: Play, who: Investigator) -> Rule[None]:
        """Deal with one whose way home was destroyed. Never raises CarriedOff."""

    def turn_starts(self, play: Play) -> Rule[None]:
        """Bring in whoever is due at the start of a game turn."""

    def mythos_ends(self, play: Play) -> Rule[None]:
        """Do what is due at the end of the Mythos Phase."""

    def encounter_choice(self, play: Play, who: Investigator) -> Rule[bool]:
        """Offer another encounter instead of the place's own; True when it was taken."""

    def lead(self, play: Play) -> str | None:
        """Return who leads; such a one goes first and settles ties. None for nobody."""

    def may_begin(self, play: Play, names: list[str]) -> list[str]:
        """Return which of a player's investigators still to act may be the next."""

    def pick(self, play: Play, names: list[str], purpose: str, rule: str) -> Rule[str]:
        """Settle a tie between investigators."""


class Conditions(Protocol):
    """Which conditions exist and what they do."""

    def start(self, play: Play, who: Investigator) -> None:
        """Note maxima and the like when an investigator enters the game."""

    def limit(self, who: Investigator, pool: str) -> int:
        """Return the highest value ``pool`` may take."""

    def adjusted(self, who: Investigator, value: int) -> int:
        """Return the value a 1987 roll is made against, after conditions."""

    def success_from(self, who: Investigator) -> int:
        """Return the lowest face that is a success in a pool of dice."""

    def shown(self, who: Investigator) -> tuple[str, ...]:
        """Return the conditions to show on the sheet."""

    def turn_begins(self, play: Play, who: Investigator) -> Rule[bool]:
        """Do what comes before the upkeep; True when the turn is skipped whole."""

    def upkeep(self, play: Play, who: Investigator) -> Rule[bool]:
        """Do what the turn opens with; True when the rest of the turn is lost."""

    def may_move(self, play: Play, who: Investigator) -> bool:
        """Tell whether there is a movement step; a delayed one stands up instead."""

    def jail(self, play: Play, who: Investigator, turns: int) -> Rule[None]:
        """Arrest somebody. Raises CarriedOff."""

    def event_done(self, play: Play, who: Investigator, place: str, die: int) -> None:
        """React to a location result just carried out."""

    def untouchable(self, who: Investigator) -> bool:
        """Tell whether nothing meets or attacks ``who`` (COMBAT-18)."""
