"""What is kept of games, looked at when the server is not running."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arkham_bbs.game.verify import Verdict, verify
from arkham_bbs.lobby.arkham import ArkhamEngine
from arkham_bbs.lobby.replay import open_replay
from arkham_bbs.store import Store


async def exported_games(database: Path) -> dict[str, dict[str, Any]]:
    """Return the exports of all finished games by title."""
    store = await Store.open(f"sqlite:///{database.as_posix()}")
    try:
        games = await store.games.list(states=("finished",), limit=10_000)
        engine = ArkhamEngine()
        return {game.title: (await open_replay(store, engine, game.id)).as_json() for game in games}
    finally:
        await store.close()


def verified(export: dict[str, Any]) -> Verdict:
    """Check an export as `arkham-bbs game verify` does."""
    return verify(json.dumps(export).encode())
