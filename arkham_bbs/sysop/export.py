"""One table's whole record as JSON: for a report, for a fault, for whoever wants to replay it.

Room: sysop. Imports store. It holds the seed and the answers of everybody, so it is for sysops
only and its files are readable by their owner alone.
"""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

from arkham_bbs.store import Store
from arkham_bbs.sysop.reply import builtin

FORMAT = "arkham-bbs-table-1"
KEPT_FILES = 200


async def export_table(store: Store, game_id: str) -> dict[str, Any] | None:
    """Return everything kept about a table, as plain values; None when there is no such table."""
    record = await store.games.get(game_id)
    if record is None:
        return None
    head: dict[str, Any] = builtin(record)
    head["seed"] = record.seed.hex()
    checkpoints = await store.checkpoints.list(game_id)
    return {
        "format": FORMAT,
        "exported_at": store.clock().isoformat(),
        "table": head,
        "seats": builtin(await store.seats.list(game_id)),
        "seat_history": builtin(await store.seats.history(game_id)),
        "checkpoints": [
            {"seq": c.seq, "at": c.at.isoformat(), "blob": base64.b64encode(c.blob).decode()}
            for c in checkpoints
        ],
        "answers": [
            {"seq": a.seq, "seat": a.seat, "key": a.key, "interjection": a.interjection}
            for a in await store.answers.since(game_id)
        ],
        "history": [
            {"seq": h.seq, "part": h.part, "turn": h.turn, "kind": h.kind, "data": h.data}
            for h in await store.history.since(game_id, -1, limit=1_000_000)
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
        json.dump(data, file, ensure_ascii=True, indent=1)
    kept = sorted(directory.glob("*.json"), key=lambda p: p.stat().st_mtime)
    for old in kept[: max(0, len(kept) - KEPT_FILES)]:
        old.unlink(missing_ok=True)
    return path
