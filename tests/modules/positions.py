"""Positions for tests of the later rule modules, built like scenario cases."""

from __future__ import annotations

from typing import Any

import yaml

from arkham_bbs.game import Game
from arkham_bbs.game.events import Event
from arkham_bbs.game.scenario import parse_cases
from arkham_bbs.game.scenario.script import ScenarioDice


def position(
    modules: tuple[str, ...],
    *,
    dice: tuple[int | str, ...] = (),
    active: str | None = "joe_diamond",
    phase: str = "encounter",
    switches: tuple[str, ...] = (),
    stop: str = "aftermath",
    **fields: Any,
) -> Game:
    """Return a game standing at a position; further fields are those of a scenario case.

    It halts before the step named by ``stop``.
    """
    case: dict[str, Any] = {
        "name": "position",
        "rules": [],
        "why": "test",
        "options": {"modules": list(modules), "switches": list(switches)},
        "turn": 3,
        "phase": phase,
        "active": active or "none",
        "investigators": {
            "joe_diamond": {"place": "s26", "strength_max": 5, "sanity_max": 5},
            "jenny_barnes": {"place": "s1", "strength_max": 5, "sanity_max": 5},
        },
        "gates": [{"place": "lighthouse", "world": "yuggoth", "face_up": False}],
        "until": "turn_over",
        "expect": {},
        **fields,
    }
    (read,) = parse_cases(yaml.safe_dump({"cases": [case]}, sort_keys=False))
    script = [("die", die) for die in dice]
    return Game.at(
        read.state,
        read.options,
        ScenarioDice(script),
        stop=lambda play: play.state.step == stop,
    )


def told(game: Game, kind: type[Event]) -> list[Any]:
    """Return the events of a kind that happened since the last call or answer."""
    return [event for event in game.take_events() if isinstance(event, kind)]
