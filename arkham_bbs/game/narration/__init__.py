"""Words for what happens and what is asked: events, decisions, options, help.

Room: game. Imports content, events and decisions; all functions here are pure.
"""

from __future__ import annotations

from arkham_bbs.game.narration import (  # noqa: F401 - importing them registers the tellers
    told_cards,
    told_game,
    told_gates,
    told_monsters,
    told_people,
)
from arkham_bbs.game.narration.help import help_text, step_title
from arkham_bbs.game.narration.labels import interjection_label, label, option_label, piece
from arkham_bbs.game.narration.questions import question
from arkham_bbs.game.narration.telling import TELLERS, sentence

__all__ = [
    "TELLERS",
    "help_text",
    "interjection_label",
    "label",
    "option_label",
    "piece",
    "question",
    "sentence",
    "step_title",
]
