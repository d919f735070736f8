"""Computer players: they see only what a seat may see.

Room: players. Imports game.

A player is a function of a view and a decision that returns the key of an option on offer, the
same for the same view and decision. The lobby's autopilot is ``cautious_answer``.
"""

from __future__ import annotations

from arkham_bbs.players.autopilot import cautious_answer

__all__ = ["cautious_answer"]
