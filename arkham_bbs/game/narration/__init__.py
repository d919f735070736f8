"""Words for what happens and what is asked: events, decisions, options, help.

Room: game. Imports content, events and decisions; all functions here are pure.
"""

from __future__ import annotations

from arkham_bbs.game.narration import (
    told_cards,
    told_game,
    told_gates,
    told_monsters,
    told_people,
)
from arkham_bbs.game.narration.telling import TELLERS, sentence

__all__ = [
    "TELLERS",
    "sentence",
    "told_cards",
    "told_game",
    "told_gates",
    "told_monsters",
    "told_people",
]
