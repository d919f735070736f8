"""The printed matter of the game: board, tables, counters, cards and their words.

Room: game. Imports its neighbours load and model.

``CONTENT`` is loaded once, on import, with every cross reference checked.
"""

from __future__ import annotations

from typing import Final

from arkham_bbs.game.content.load import load_content
from arkham_bbs.game.content.model import (
    Content,
    ContentError,
    Effect,
    InvestigatorCard,
    Item,
    Location,
    Monster,
    Skill,
    SmallCard,
    Space,
    Species,
    SpellCard,
    TableEvent,
    World,
)

CONTENT: Final[Content] = load_content()

__all__ = [
    "CONTENT",
    "Content",
    "ContentError",
    "Effect",
    "InvestigatorCard",
    "Item",
    "Location",
    "Monster",
    "Skill",
    "SmallCard",
    "Space",
    "Species",
    "SpellCard",
    "TableEvent",
    "World",
    "load_content",
]
