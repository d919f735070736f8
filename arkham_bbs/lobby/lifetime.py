"""A table's life: it gathers, begins, is put away and taken up, and ends.

Room: lobby. Imports msgspec and its neighbours here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from arkham_bbs.lobby.chronicle import ended_entry
from arkham_bbs.lobby.engine import HostedGame
from arkham_bbs.lobby.notices import StatusChanged, TableEvents
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller, Status

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

PUT_AWAY: tuple[Status, ...] = ("paused", "adjourned")
"""Statuses of a game that waits to be taken up again."""


class Lifetime:
    """The status of one table, and who may change it."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def is_held_by_staff(self) -> bool:
        """Staff have paused it, and only they let it go on."""
        state = self._table.state
        return state.status == "paused" and state.why == "sysop"

    def status_told(self) -> StatusChanged:
        """What the table is, as its callers are told."""
        state = self._table.state
        return StatusChanged(self._table.id, state.status, state.why, state.reference, state.reason)

    def set_status(
        self, status: Status, why: str, reference: str = "", *, reason: str = ""
    ) -> None:
        """Note and tell what the table is now."""
        table = self._table
        if status in ("finished", "ended"):
            table.seating.over()
        table.state.status, table.state.why, table.state.reference = status, why, reference
        table.state.reason = reason
        table.save_state()
        table.tell(self.status_told())
        table.pacing.arrange()
        table.floor.list_changed(table.id)

    async def start(self, caller: Caller) -> None:
        """Take the lock and begin the game with whoever is seated."""
        table = self._table
        async with table.lock:
            if table.is_started:
                if table.seat_of(caller) is not None:
                    return
                raise LobbyRefused(
                    "already-started", table=table.id, free_seats=table.seating.free()
                )
            table.must_be_host(caller)
            seated = table.seating.taken()
            if seated < table.spec.minimum:
                raise LobbyRefused(
                    "too-few", table=table.id, needs=table.spec.minimum, seated=seated
                )
            engine = table.floor.engine
            engine.check(table.spec, seated)
            setup = engine.setup(table.spec, table.seating.names_to_be())
            game, events = engine.begin(setup, table.seed)
            await table.ledger.checkpoint(0, game.checkpoint)
            await table.ledger.started(setup, engine.rules_version)
            table.seating.settle(caller.handle)
            table.game, table.seq = game, 0
            table.state.rules = engine.rules_version
            table.turn = engine.turn(game)
            table.chronicle.note(0, events)
            self.set_status("playing", "started")
            if events:
                table.tell(TableEvents(table.id, 0, 0, "", "caller", events))
            table.asking.is_anew(game, None, False)
            table.asking.changed()

    def put_away(self, status: Status, why: str, reason: str = "") -> None:
        """Pause or adjourn a game that is being played."""
        self._table.must_be_playing()
        self.set_status(status, why, reason=reason)

    async def take_up(self, caller: Caller) -> None:
        """Take the lock and go on with a paused or adjourned game."""
        table = self._table
        async with table.lock:
            if not caller.is_staff and table.seat_of(caller) is None:
                raise LobbyRefused("not-seated", table=table.id)
            if self.is_held_by_staff and not caller.is_staff:
                table.must_be_playing()
            if table.status in PUT_AWAY:
                await table.recovery.load()
                self.set_status("playing", "resumed")

    async def close(self, caller: Caller, why: str) -> None:
        """Take the lock and end the table, as far as this caller may."""
        table = self._table
        async with table.lock:
            if table.is_over:
                return
            if not caller.is_staff and why != "consent":
                table.must_be_host(caller)
                if table.is_started:
                    raise LobbyRefused("not-allowed", what="end")
            self.end(why if not caller.is_staff else "sysop")

    def end(self, why: str) -> None:
        """End a table before its game is over: by ``consent``, with ``nobody-left`` ..."""
        table = self._table
        table.pacing.clear()
        if table.is_started:
            table.chronicle.note_entry(ended_entry(table, why))
        table.state.votes.clear()
        self.set_status("ended", why)
        table.write(partial(table.ledger.finished, "ended", None))
        table.floor.table_over(table)

    def finish(self, game: HostedGame) -> None:
        """The rules have ended the game, and the table with it."""
        table = self._table
        table.pacing.clear()
        table.chronicle.flush()
        self.set_status("finished", "over")
        result = msgspec.to_builtins(game.result) if game.result is not None else None
        table.write(partial(table.ledger.finished, "finished", result))
        table.floor.table_over(table)
