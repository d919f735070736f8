"""Computer players: they see only what a seat may see.

Room: players. Imports game.

A player is a ``Player``: a function of a view and a decision that returns the key of an option on
offer. ``PLAYERS`` names those there are; the lobby's autopilot is ``cautious``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.views import View
from arkham_bbs.players.autopilot import cautious_answer


class Player(Protocol):
    """Chooses an answer. The same view and decision always give the same answer."""

    def __call__(self, view: View, decision: Decision) -> str:
        """Return the key of one of ``decision.options``."""
        ...


PLAYERS: Mapping[str, Player] = MappingProxyType({"cautious": cautious_answer})

__all__ = ["PLAYERS", "Player", "cautious_answer"]
