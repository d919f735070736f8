"""A table's game brought back: after a restart, behind another server, after a fault.

Room: lobby. Imports game, store's errors and its neighbours here.

A game is its last checkpoint and the answers since. Where the rules were mended after these were
given, what they bring now is held against what was told then (mended.py). If an answer no longer
fits, or anything differs, the table goes back to the checkpoint; the answers stay in the book and
are marked as not counting.
"""

from __future__ import annotations

import traceback
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec
import structlog

from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.lobby.engine import HostedGame, event_data
from arkham_bbs.lobby.ledger import TableState, as_stored
from arkham_bbs.lobby.mended import MENDED_PART, WENT_BACK_PART, ToldOtherwise
from arkham_bbs.lobby.notices import WentBack
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.taking_up import Kept, TakenBackFurther, kept_games, last_step, play_again
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.records import HistoryRecord

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

log = structlog.get_logger("lobby.recovery")

WENT_BACK = {
    "checkpoint": "The rules have been mended since this was played (version {version} now; rules "
    "mended tells what). The game stands where this step of the turn began; answers that no "
    "longer count: {answers}.",
    "sysop": "The sysop has set the game back to where this step of the turn began; answers that "
    "no longer count: {answers}.",
}
"""For the log, so that those who were away read it too."""

GOES_ON = (
    "The rules have been mended since (version {before} then, {version} now; rules mended tells "
    "what). Nothing that happened here since the last safe point hangs on it: the game goes on."
)


class Recovery:
    """Loads, catches up, freezes and thaws one table. Its lock is held unless a name says so."""

    def __init__(self, table: Table) -> None:
        self._table = table

    # -- loading ----------------------------------------------------------------------------------
    async def locked_load(self) -> None:
        """Take the lock and load."""
        async with self._table.lock:
            await self.load()

    async def load(self) -> None:
        """Bring the game into memory, if it is not there and there is one."""
        table = self._table
        if table.game is not None or table.status in ("gathering", "frozen"):
            return
        try:
            game = await self._take_up()
            asked_at = await table.ledger.asked_at() if game is not None else None
        except StoreUnavailable as error:
            raise LobbyRefused("store-unavailable", table=table.id, reason=error.code) from error
        except Exception as error:
            if table.is_over:
                # Rules have changed since; what is over stays over, only its board is gone.
                table.game = None
                log.warning("over_without_position", table=table.id, error=repr(error))
            else:
                self.freeze(error)
            return
        if game is None:
            return
        table.chronicle.checkpoint(game)
        self._note_mended()
        if game.decision is None:
            if not table.is_over:
                table.lifetime.finish(game)
        elif not table.is_over:
            table.pacing.restored(game.decision, asked_at)

    async def _take_up(self) -> HostedGame | None:
        """Play the stored game again; None when nothing of it is stored."""
        table = self._table
        newest: Kept | None = None
        trouble: Exception = TakenBackFurther()
        async for kept in kept_games(table.ledger, table.floor.engine, table.state.voided):
            table.seq = kept.last
            newest = newest or kept
            table.chronicle.saved_seq = newest.seq
            try:
                return self._play_again(kept, await table.ledger.last_history())
            except TakenBackFurther:
                continue
            except (AnswerRefused, ToldOtherwise) as error:
                trouble = error
                break
        if newest is None:
            return None
        if table.is_over:
            raise trouble
        log.warning("answers_no_longer_fit", table=table.id, error=repr(trouble), seq=table.seq)
        table.state.rules = table.floor.engine.rules_version
        return self._to_checkpoint(newest, "checkpoint", "")

    def _play_again(self, kept: Kept, recorded: int) -> HostedGame:
        """Play the answers again; what the log lacks of them, behind ``recorded``, is added."""
        table = self._table
        engine = table.floor.engine
        before = None
        for game, answer, events in play_again(engine, kept):
            aside = answer is not None and answer.interjection
            table.game = game
            table.turn = engine.turn(game)
            table.asking.is_anew(game, before, aside)
            if answer is not None and answer.seq > recorded:
                table.chronicle.note(answer.seq, events)
            before = game.decision
        return game

    def _note_mended(self) -> None:
        """Say once in the log that a game goes on under newer rules than it was played by."""
        table = self._table
        version = table.floor.engine.rules_version
        before = table.state.rules
        if before == version or table.is_over or not table.floor.engine.mended_since(before):
            return
        table.state.rules = version
        table.save_state()
        table.chronicle.note_entry(
            HistoryRecord(
                game_id=table.id,
                seq=table.seq,
                part=MENDED_PART,
                turn=table.turn,
                kind="RulesMended",
                data=msgspec.json.encode({"type": "RulesMended", "version": version}).decode(),
                text=GOES_ON.format(before=before, version=version),
            )
        )

    # -- another server ---------------------------------------------------------------------------
    async def locked_catch_up(self) -> None:
        """Take the lock and catch up."""
        async with self._table.lock:
            await self.catch_up()

    async def catch_up(self) -> int:
        """Apply what others have recorded meanwhile; return how many answers that were."""
        table = self._table
        try:
            news = await table.ledger.since(table.seq)
        except StoreUnavailable as error:
            raise LobbyRefused("store-unavailable", table=table.id, reason=error.code) from error
        table.answering.unsure = False
        for answer in news:
            if table.status == "frozen" or table.is_over:
                break
            try:
                table.answering.apply(answer, "caller")
            except LobbyRefused as error:
                if error.code != "not-on-offer":
                    raise
        return len(news)

    async def locked_look_again(self) -> None:
        """Take the lock and look what has become of the table, apart from its answers.

        What is still to be written here is written first, so that it is not taken for old.
        """
        table = self._table
        await table.settled()
        async with table.lock:
            if table.game is not None and not table.is_over:
                # A game ends with its last answer, which is to be told before the end.
                await self.catch_up()
            if table.is_over:
                return
            store = table.floor.store
            record = await store.games.get(table.id)
            if record is None:
                return
            try:
                state, seats = as_stored(
                    record, await store.seats.list(table.id), table.floor.time.now()
                )
            except msgspec.MsgspecError as error:
                log.error("table_unreadable", table=table.id, error=str(error))
                return
            table.host = record.host_id
            table.state.code, table.state.gallery_code = state.code, state.gallery_code
            table.state.takebacks = state.takebacks
            table.seating.take_over(seats)
            table.voting.take_over(state)
            await self._take_over_status(state)
            table.floor.list_changed(table.id)

    async def _take_over_status(self, state: TableState) -> None:
        table = self._table
        mine = table.state
        stale = state.voided != mine.voided or "frozen" in (state.status, mine.status)
        changed = state.status != mine.status
        begins = mine.status == "gathering" and changed
        if state.status in ("finished", "ended"):
            table.pacing.clear()
            table.seating.over()
            mine.votes.clear()
        mine.voided = state.voided
        mine.status, mine.why, mine.reference = state.status, state.why, state.reference
        mine.reason = state.reason
        if stale:
            table.game = None
        if (begins or stale) and not table.is_over:
            await self.load()
        if not changed:
            if stale:
                table.asking.show()
            return
        table.tell(table.lifetime.status_told())
        if table.is_over:
            table.floor.table_over(table)
            return
        table.pacing.arrange()
        table.asking.show()

    # -- faults -----------------------------------------------------------------------------------
    def freeze(self, error: BaseException) -> None:
        """Stop at the last committed answer. Nothing is lost; the sysop can thaw it."""
        table = self._table
        table.game = None
        reference = f"{table.id[:4].upper()}-{table.seq}"
        log.error(
            "table_frozen", table=table.id, reference=reference, seq=table.seq, exc_info=error
        )
        table.lifetime.set_status("frozen", "fault", reference)
        table.floor.fault(table, reference, error)
        if not table.spec.tutorial:
            table.write(partial(self._report, reference, table.seq, error))

    async def _report(self, reference: str, seq: int, error: BaseException) -> None:
        """Keep what is needed to find the fault: the traceback and the answers that led to it."""
        table = self._table
        text = "".join(traceback.format_exception(error))[-8000:]
        stored = await table.ledger.load()
        answers = [[a.seq, a.seat, a.key, a.interjection] for a in stored[2]] if stored else []
        data = {
            "reference": reference,
            "seq": seq,
            "checkpoint": stored[0] if stored else None,
            "answers": answers,
            "rules_version": table.floor.engine.rules_version,
        }
        await table.floor.store.reports.add("table-fault", text, data, game_id=table.id)

    async def thaw(self, by: str, to_checkpoint: bool) -> None:
        """Takes the lock. See ``Table.thaw``."""
        table = self._table
        async with table.lock:
            if table.status != "frozen":
                return
            table.game = None
            table.lifetime.set_status("playing", "thawed")
            if to_checkpoint:
                await self._reload_checkpoint(by)
            else:
                await self.load()
            if table.game is None:
                raise LobbyRefused("frozen", table=table.id, reference=table.state.reference)
            table.asking.show()

    async def undo(self, by: str) -> int:
        """Takes the lock. See ``Table.undo_to_checkpoint``."""
        table = self._table
        async with table.lock:
            table.must_be_playing()
            await table.settled()
            engine = table.floor.engine
            is_newest = True
            async for kept in kept_games(table.ledger, engine, table.state.voided):
                table.seq = kept.last
                if kept.live:
                    # The newest of all is where the present step began.
                    target = kept if is_newest else last_step(engine, kept)
                    self._to_checkpoint(target, "sysop", by, keep=True)
                    # Whoever asked is told that it is done: then it is to be so.
                    await table.settled()
                    return len(target.live)
                is_newest = False
        return 0

    async def _reload_checkpoint(self, by: str) -> None:
        table = self._table
        await table.settled()
        engine = table.floor.engine
        async for kept in kept_games(table.ledger, engine, table.state.voided):
            table.seq = kept.last
            try:
                self._to_checkpoint(kept, "sysop", by)
            except Exception as error:
                self.freeze(error)
            return
        raise LobbyRefused("not-started", table=table.id, needs=0, seated=0)

    def _to_checkpoint(
        self, kept: Kept, why: Literal["checkpoint", "sysop"], by: str, *, keep: bool = False
    ) -> HostedGame:
        """Strike out what came after the checkpoint; tell everybody, and write it in the log.

        Args:
            keep: where the game stands then is not kept yet, or not as the newest.
        """
        table, answers = self._table, len(kept.live)
        engine = table.floor.engine
        try:
            game = engine.restore(kept.blob)
        except AnswerRefused:
            # An answer kept with the checkpoint, one given before a taking back, does not fit.
            game = engine.restore(kept.blob, step_only=True)
        table.game = game
        if table.seq > kept.seq:
            table.state.voided.append((kept.seq, table.seq))
        if keep:
            table.chronicle.went_back(game)
        else:
            table.save_state()
        table.turn = engine.turn(game)
        notice = WentBack(table.id, why, answers, by)
        entry = HistoryRecord(
            game_id=table.id,
            seq=table.seq,
            part=WENT_BACK_PART + len(table.state.voided),
            turn=table.turn,
            kind="WentBack",
            data=event_data(notice),
            text=WENT_BACK[why].format(answers=answers, version=engine.rules_version),
        )
        table.chronicle.note_entry(entry)
        table.tell(notice)
        table.asking.is_anew(game, None, False)
        table.asking.changed()
        return game
