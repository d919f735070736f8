"""Answers at a table: each is looked at, written down, applied and told, one after the other.

Room: lobby. Imports game, store's errors and its neighbours here.

Whatever fails before the answer is written leaves nothing behind; whatever fails after it freezes
this table alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from arkham_bbs.game.decisions import Answer, AnswerRefused, Decision
from arkham_bbs.lobby.engine import TAKE_BACK, HostedGame, take
from arkham_bbs.lobby.notices import TableEvents, WentBack
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.standing import history_entry
from arkham_bbs.store.errors import SequenceTaken, StoreUnavailable

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

By = Literal["caller", "autopilot", "standing"]


class Answering:
    """The way of an answer through one table. The table's lock is held unless a word says so."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.unsure = False
        """The store lost its connection during an append: it may hold an answer we did not see."""

    async def answer(self, seat: int, key: str, number: int) -> tuple[Any, ...]:
        """Take the lock and answer the pending decision, which is of that seat and number."""
        table = self._table
        async with table.lock:
            await table.recovery.load()
            _, decision = self._pending()
            if not table.question <= number <= decision.number:
                raise LobbyRefused(
                    "stale-decision", table=table.id, number=number, now=decision.number
                )
            if decision.seat != seat:
                raise LobbyRefused(
                    "not-your-turn",
                    table=table.id,
                    seat=decision.seat,
                    handle=table.seating.handle(decision.seat),
                )
            if not decision.offers(key):
                raise LobbyRefused(
                    "not-on-offer", table=table.id, decision=decision.kind, answer=key
                )
            table.seating.came_back(seat)
            return await self.commit(seat, key, by="caller")

    async def interject(self, seat: int, key: str) -> tuple[Any, ...]:
        """Take the lock and do something out of turn."""
        table = self._table
        async with table.lock:
            await table.recovery.load()
            game, decision = self._pending()
            try:
                if key.startswith(TAKE_BACK):
                    raise AnswerRefused("not-on-offer")  # that is proposed, not done (voting)
                game.check_interjection(seat, key)
            except AnswerRefused as refused:
                raise LobbyRefused(
                    "not-on-offer",
                    table=table.id,
                    decision=decision.kind,
                    answer=key,
                    reason=refused.code,
                ) from refused
            return await self.commit(seat, key, by="caller", interjection=True)

    def _pending(self) -> tuple[HostedGame, Decision]:
        table = self._table
        table.must_be_playing()
        if table.game is None or table.game.decision is None:
            raise LobbyRefused("game-over", table=table.id)
        return table.game, table.game.decision

    async def take_back(
        self, seat: int, why: Literal["takeback", "vote", "sysop"], by: str
    ) -> None:
        """Undo the last answer of a seat, as the rules allow, as was voted or as staff wish."""
        table = self._table
        point = table.take_back_point(seat)
        if point is None:
            raise LobbyRefused("nothing-to-take-back", table=table.id)
        number, free = point
        key = f"{TAKE_BACK}{number}" if free else f"{TAKE_BACK}{number}:voted"
        undone = table.game.seq - number if table.game is not None else 0
        table.state.takebacks += 1
        await self.commit(seat, key, by="caller", interjection=True)
        table.tell(WentBack(table.id, why, undone, by))

    async def commit(
        self, seat: int, key: str, *, by: By, interjection: bool = False
    ) -> tuple[Any, ...]:
        """Write an answer that is on offer, apply it, tell everybody."""
        table = self._table
        if self.unsure and await table.recovery.catch_up():
            raise LobbyRefused("look-again", table=table.id)
        seq = table.seq + 1
        try:
            await table.ledger.append(seq, seat, key, interjection)
        except SequenceTaken:
            await table.recovery.catch_up()
            raise LobbyRefused("look-again", table=table.id) from None
        except StoreUnavailable as error:
            self.unsure = error.code == "lost"
            raise LobbyRefused("store-unavailable", table=table.id, reason=error.code) from error
        return self.apply(Answer(seq, seat, key, interjection), by)

    def apply(self, answer: Answer, by: By) -> tuple[Any, ...]:
        """Apply a durable answer; a fault freezes the table."""
        table = self._table
        game = table.game
        if game is None:
            raise LobbyRefused("game-over", table=table.id)
        table.seq = answer.seq
        table.active_at = table.floor.time.now()
        try:
            return self._apply(game, answer, by)
        except AnswerRefused as error:
            # It is in the book but the rules would not have it: strike it out, nothing happened.
            table.state.voided.append((answer.seq - 1, answer.seq))
            table.save_state()
            raise LobbyRefused(
                "not-on-offer", table=table.id, decision=error.code, answer=answer.key
            ) from error
        except Exception as error:
            table.recovery.freeze(error)
            raise LobbyRefused("frozen", table=table.id, reference=table.state.reference) from error

    def _apply(self, game: HostedGame, answer: Answer, by: By) -> tuple[Any, ...]:
        table = self._table
        before, checkpoint_seq = game.decision, game.checkpoint_seq
        events = take(game, answer)
        table.turn = table.floor.engine.turn(game)
        table.chronicle.note(answer.seq, events)
        if game.checkpoint_seq != checkpoint_seq:
            table.chronicle.checkpoint(game)
        kind = before.kind if by == "standing" and before is not None else ""
        if kind:
            handle = table.seating.handle(answer.seat)
            table.chronicle.note_entry(history_entry(table, answer.seq, handle, kind))
        table.tell(TableEvents(table.id, answer.seq, answer.seat, answer.key, by, events, kind))
        if table.asking.is_anew(game, before, answer.interjection):
            table.asking.changed()
        else:
            table.asking.show()
        return events
