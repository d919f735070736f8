"""A table's line in the lobby's list.

Room: lobby. Imports its neighbours here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.lobby.specs import Caller, TableRow

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table


def row_of(table: Table, caller: Caller | None) -> TableRow:
    """Return the line as this caller reads it; None is somebody who may see what all may."""
    spec = table.spec
    asked = table.pacing.asked_seat()
    clock = table.state.clock
    mine = table.seat_of(caller)
    return TableRow(
        table=table.id,
        title=table.title,
        host=table.seating.host_handle(),
        status=table.status,
        seats=table.seats(),
        free=table.seating.free(),
        pace=spec.pace,
        decision_s=spec.decision_s,
        investigators_each=spec.investigators_each,
        preset=spec.preset,
        switches=spec.switches,
        modules=spec.modules,
        private=spec.private,
        spectators=spec.spectators,
        spectators_chat=spec.spectators_chat,
        minimum=spec.minimum,
        watching=len(table.watching),
        turn=table.turn,
        why=table.state.why,
        waiting_for=None if asked is None else table.seating.handle(asked),
        waiting_s=int(table.floor.time.now() - clock.started_at) if clock else 0,
        mine=mine is not None,
        my_decision=mine is not None and mine == asked and table.status == "playing",
        created_at=table.created_at,
        active_at=table.active_at,
    )
