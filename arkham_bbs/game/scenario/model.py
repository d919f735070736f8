"""What a scenario file says: cases, their choices and what they look at.

Room: game. Imports msgspec and neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from arkham_bbs.game.decisions import KINDS
from arkham_bbs.game.options import Options
from arkham_bbs.game.scenario.reading import Node
from arkham_bbs.game.state import State

# The steps of the turn by the names of the files, and the names the engine gives them.
PHASES: dict[str, str] = {
    "new": "setup",
    "setup": "extras",
    "turn_start": "turn_start",
    "next": "next",
    "upkeep": "upkeep",
    "absence": "absence",
    "other_world": "other_world",
    "movement": "movement",
    "encounter": "encounter",
    "monsters": "monsters",
    "aftermath": "aftermath",
    "vampire": "vampire",
    "gate_roll": "gate_roll",
    "monsters_move": "monsters_move",
    "monsters_attack": "monsters_attack",
    "turn_end": "turn_end",
    "over": "over",
}
OWN_STEPS: tuple[str, ...] = (
    "upkeep",
    "absence",
    "other_world",
    "movement",
    "encounter",
    "monsters",
    "aftermath",
)
STEPS: dict[str, str] = {step: phase for phase, step in PHASES.items()}
UNTIL: tuple[str, ...] = ("decision", "turn_over", "step_over", "mythos_over", "game_over")
TAGS: tuple[str, ...] = ("combo", "timing", "forbidden")

# What the files call each kind of question, where that is not the engine's own word.
ASKS: dict[str, str] = {
    "discard_item": "lose_item",
    "discard_spell": "lose_spell",
    "sell_for": "sell",
    "pass_monster": "cast",
    "sneak_spell": "cast",
}

# Questions that files may name: the engine's kinds, their words in files, and what is done out
# of turn.
ASKABLE: frozenset[str] = frozenset(KINDS) | frozenset(ASKS.values()) | {"lot", "trade"}
ASKABLE |= {"offer", "accept", "decline", "withdraw"}


class Choice(Struct, frozen=True):
    """An answer to give: what is asked, of whom, and what is said."""

    ask: str
    answer: Any
    of: str | None
    path: str


class Look(Struct, frozen=True):
    """Options to look for between choice ``at`` and the next one."""

    at: int
    ask: str
    options: tuple[Any, ...]
    of: str | None
    path: str


class Case(Struct, frozen=True):
    """One case. ``state`` is the position as built; ``expect`` keeps its paths for the report."""

    name: str
    rules: tuple[str, ...]
    why: str
    tags: tuple[str, ...]
    options: Options
    phase: str
    active: str | None
    state: State
    dice: tuple[tuple[str, int | str], ...]
    spare_dice: tuple[tuple[str, int | str], ...]
    choices: tuple[Choice, ...]
    must_offer: tuple[Look, ...]
    must_not_offer: tuple[Look, ...]
    until: str
    until_step: str | None
    until_turn: int | None
    expect: Node
