"""Carrying out the result of a table: each effect is handed to the rule of its name.

Room: game. Imports msgspec and play here. The rules stand in effects_sheet.py and
effects_board.py; the game brings them along as ``play.effects``, so that the chapters they call
may roll on tables too.
Source: RULES.md ENC-1, ENC-15.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Investigator

Effect = dict[str, Any]


class Scene(Struct, frozen=True):
    """Where a table was rolled on, and the die."""

    place: str
    die: int

    @property
    def cause(self) -> str:
        """Return the stable word for what this event changes."""
        return f"event:{self.place}:{self.die}"


Handler = Callable[[Play, Investigator, Effect, Scene], Rule[None]]


def run_effects(
    play: Play, who: Investigator, effects: Iterable[Effect], scene: Scene
) -> Rule[None]:
    """Carry out effects in order.

    Raises:
        MovedOn, CarriedOff: the investigator left; the rest lapses (ENC-15).
    """
    for effect in effects:
        yield from play.effects[next(iter(effect))](play, who, effect, scene)
