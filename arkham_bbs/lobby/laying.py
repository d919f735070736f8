"""Tables as they are laid anew, and as they are found again in the store.

Room: lobby. Imports store's records and its neighbours here.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
import structlog

from arkham_bbs.lobby.cleaning import optional
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.ledger import (
    LooseLedger,
    SeatState,
    StoreLedger,
    TableState,
    as_stored,
    plain_state,
)
from arkham_bbs.lobby.live import Table
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import TITLE_COLUMNS, Caller, TableSpec
from arkham_bbs.store.records import GameRecord, SeatRecord

log = structlog.get_logger("lobby")

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TUTORIAL_SEED = b"Arkham, 1926: the guided walk 50"
"""Looked for: a price to argue over, a gate that opens underfoot, and a fight that is won."""


def new_code(length: int = 6) -> str:
    """A code that can be read aloud: no l, o, i, 0 or 1."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


async def lay_table(floor: Floor, caller: Caller, spec: TableSpec) -> Table:
    """A new table in the store, with its secret seed; nobody sits yet."""
    title = optional(spec.title, TITLE_COLUMNS) or f"{caller.handle}'s table"
    state = TableState(spec=spec)
    if spec.private:
        state.code = spec.code.strip() or new_code()
    if spec.spectators == "code":
        state.gallery_code = new_code()
    seed = floor.new_seed()
    record = await floor.store.games.create(
        title=title,
        setup={},
        options={
            "preset": spec.preset,
            "switches": spec.switches,
            "modules": list(spec.modules),
            "per_player": spec.investigators_each,
        },
        pace={"name": spec.pace, "clock_s": spec.decision_s},
        table=plain_state(state),
        rules_version=floor.engine.rules_version,
        seed=seed,
        commitment=floor.engine.commitment(seed),
        host_id=caller.account,
        code=state.code or None,
    )
    table = restore_table(floor, record, ())
    if table is None:
        raise LobbyRefused("no-such-table", table=record.id)
    return table


def lay_tutorial(floor: Floor, caller: Caller, spec: TableSpec) -> Table:
    """A table that is kept nowhere, with the same dice for everybody."""
    now = floor.time.now()
    return Table(
        floor,
        LooseLedger(),
        f"tutorial-{new_code()}",
        TableState(spec=spec),
        title=spec.title or "First night in Arkham",
        host=caller.account,
        seed=TUTORIAL_SEED,
        seats=[SeatState(0)],
        created_at=now,
        active_at=now,
    )


def restore_table(floor: Floor, record: GameRecord, seats: Sequence[SeatRecord]) -> Table | None:
    """A table as the store has it; None (and a line in the log) when it cannot be read."""
    try:
        state, held = as_stored(record, seats, floor.time.now())
    except msgspec.MsgspecError as error:
        log.error("table_unreadable", table=record.id, error=str(error))
        return None
    return Table(
        floor,
        StoreLedger(floor.store, record.id),
        record.id,
        state,
        title=record.title,
        host=record.host_id,
        seed=record.seed,
        seats=held,
        created_at=record.created_at.timestamp(),
        active_at=record.active_at.timestamp(),
    )
