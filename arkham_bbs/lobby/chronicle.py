"""A table's log and checkpoints, written together a moment later than the answers.

Room: lobby. Imports store's records and its neighbours here.

Both can be made again from the answers, so they need not hold anybody up: they are gathered for a
moment and written in one go, the log first. A crash in that moment costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from arkham_bbs.lobby.engine import HostedGame, event_data, event_kind
from arkham_bbs.store.records import HistoryRecord

log = structlog.get_logger("lobby.chronicle")

if TYPE_CHECKING:
    from arkham_bbs.lobby.clocks import Timer
    from arkham_bbs.lobby.live import Table

GATHER_S = 0.5
"""How long what happens is gathered before it is written."""
OFTEN_ANSWERS = 24
"""A new checkpoint is written when so many answers have come since the last, or on leaving."""


ENDED_PART = 2000
"""The part of the last answer's history that says the game was broken off, after all others."""

ENDED = {
    "consent": "The game was given up in turn {turn}, and Arkham is left to what is coming.",
    "sysop": "The sysop closed the table in turn {turn}; the game was not played to its end.",
}


def ended_entry(table: Table, why: str) -> HistoryRecord:
    """The log's last line of a game that did not end by its rules."""
    text = ENDED.get(why, "The table was closed in turn {turn}.").format(turn=table.turn)
    if not table.turn:
        text = text.replace("in turn 0", "before its first turn")
    return HistoryRecord(
        game_id=table.id,
        seq=table.seq,
        part=ENDED_PART,
        turn=table.turn,
        kind="TableEnded",
        data=msgspec.json.encode({"type": "TableEnded", "why": why}).decode(),
        text=text,
    )


class Chronicle:
    """What one table still has to write of its log, and its newest checkpoint."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._entries: list[HistoryRecord] = []
        self._timer: Timer | None = None
        self.saved_seq = 0
        """The store's number of the last answer behind a checkpoint that was written."""
        self._newest: tuple[int, int] | None = None
        """The newest checkpoint not written: the store's number and the game's own."""

    def note(self, seq: int, events: Iterable[Any]) -> None:
        """Put what an answer brought into the log."""
        table = self._table
        if table.spec.tutorial:
            return
        names = table.names()
        self._entries += [
            HistoryRecord(
                game_id=table.id,
                seq=seq,
                part=part,
                turn=table.turn,
                kind=event_kind(event),
                data=event_data(event),
                text=self._told(event, names),
            )
            for part, event in enumerate(events)
        ]
        self._soon()

    def _told(self, event: Any, names: tuple[str, ...]) -> str:
        """The sentence of an event. The facts are kept even if there are no words for them."""
        try:
            return self._table.floor.engine.narrate(event, names)
        except Exception:
            log.exception("not_narrated", table=self._table.id, kind=event_kind(event))
            return ""

    def note_entry(self, entry: HistoryRecord) -> None:
        """Put a line of the table's own into the log."""
        self._entries.append(entry)
        self._soon()

    def checkpoint(self, game: HostedGame) -> None:
        """The game stands at a checkpoint, right behind the table's last answer, or does not."""
        if game.checkpoint_seq == game.seq:
            self._newest = (self._table.seq, game.checkpoint_seq)
            if self._table.seq - self.saved_seq >= OFTEN_ANSWERS:
                self._soon()

    def went_back(self, game: HostedGame) -> None:
        """Write where the game stands now that answers were struck out, together with these.

        It takes the place of a checkpoint kept behind the last answer, which is one of them.
        """
        table, seq, blob = self._table, self._table.seq, game.checkpoint
        self._newest, self.saved_seq = None, seq

        async def write() -> None:
            table.state.turn = table.turn
            await table.ledger.set_back(table.state, seq, blob)

        table.write(write)

    def _soon(self) -> None:
        if self._timer is None:
            floor = self._table.floor
            self._timer = floor.scheduler.at(floor.time.now() + GATHER_S, self._on_time)

    async def _on_time(self) -> None:
        self._timer = None
        often = self._table.seq - self.saved_seq >= OFTEN_ANSWERS
        self.flush(checkpoint=often)

    def flush(self, *, checkpoint: bool = True) -> None:
        """Hand over what has been gathered to be written behind."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._entries:
            entries, self._entries = self._entries, []

            async def write_log() -> None:
                await self._table.ledger.history(entries)

            self._table.write(write_log)
        if checkpoint:
            self._write_checkpoint()

    def _write_checkpoint(self) -> None:
        table, newest = self._table, self._newest
        game = table.game
        if newest is None or game is None or game.checkpoint_seq != newest[1]:
            return
        self._newest = None
        seq, blob = newest[0], game.checkpoint
        self.saved_seq = seq

        async def write() -> None:
            await table.ledger.checkpoint(seq, blob)

        table.write(write)
