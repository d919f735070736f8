"""The present position of a table as a scenario file, for bug reports and disputes.

Room: session. Imports the game. Source: docs/scenarios.md.
"""

from __future__ import annotations

import asyncio
from typing import Any

from arkham_bbs.game import Game
from arkham_bbs.game.scenario import export_scenario


async def position_file(game: Any, title: str) -> list[str]:
    """Return the lines of the file; empty when this table hosts no game that can be written.

    A live game is copied first and written by another thread, so that nobody waits for it.
    """
    if not isinstance(game, Game):
        return []
    if game.decision is None:
        return export_scenario(game, name=title).splitlines()
    kept = game.snapshot()
    text = await asyncio.to_thread(lambda: export_scenario(Game.restore(kept), name=title))
    return text.splitlines()
