"""One table's whole record as JSON: for a report, for a fault, for whoever wants to replay it.

Room: sysop. Imports lobby and store. It holds the seed and the answers of everybody, so it is for
sysops only and its files are readable by their owner alone.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

from arkham_bbs.lobby.export import export_game, export_lines
from arkham_bbs.store import Store
from arkham_bbs.sysop.reply import builtin

KEPT_FILES = 200


async def export_table(store: Store, game_id: str) -> dict[str, Any] | None:
    """Return everything kept about a table, as plain values; None when there is no such table.

    It is the export every caller gets of a finished game, and beside it what only a sysop needs:
    the table's own state, who sits where now, and the checkpoints.
    """
    record = await store.games.get(game_id)
    data = await export_game(store, game_id, whole=True)
    if record is None or data is None:
        return None
    head: dict[str, Any] = builtin(record)
    for told in ("seed", "setup", "result"):
        head.pop(told, None)
    checkpoints = await store.checkpoints.list(game_id)
    return data | {
        "exported_at": store.clock().isoformat(),
        "table": head,
        "seats_now": builtin(await store.seats.list(game_id)),
        "checkpoints": [
            {"seq": c.seq, "at": c.at.isoformat(), "blob": base64.b64encode(c.blob).decode()}
            for c in checkpoints
        ],
    }


def write_export(directory: Path, name: str, data: dict[str, Any]) -> Path:
    """Write an export to a private file; the oldest go when there are too many.

    Raises:
        OSError: no room, no permission.
    """
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = directory / f"{name}.json"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write("\n".join(export_lines(data)) + "\n")
    kept = sorted(directory.glob("*.json"), key=lambda p: p.stat().st_mtime)
    for old in kept[: max(0, len(kept) - KEPT_FILES)]:
        old.unlink(missing_ok=True)
    return path
