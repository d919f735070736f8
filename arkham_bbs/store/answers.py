"""What a game is restored from: its answers and its checkpoints.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.database import Database
from arkham_bbs.store.records import AnswerRecord, CheckpointRecord, Json
from arkham_bbs.store.repository import Repository, columns_of


class Checkpoints(Repository):
    """Saved states of a game."""

    _t = schema.checkpoints
    _columns = columns_of(CheckpointRecord, schema.checkpoints)

    def __init__(self, database: Database, *, keep: int) -> None:
        super().__init__(database)
        self._keep = keep

    async def save(self, game_id: str, seq: int, blob: bytes, *, table: Json | None = None) -> None:
        """Keep the state after answer ``seq``; older ones beyond the last few are let go.

        The first one, of seq 0, always stays: a replay begins there. Joins the transaction of
        the answers that are waiting at the moment. ``table`` is put into the game's record in
        the same transaction: neither is ever kept without the other.
        """
        now = self._now()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                self._database.insert(self._t)
                .values(game_id=game_id, seq=seq, blob=blob, at=now)
                .on_conflict_do_update(
                    index_elements=["game_id", "seq"], set_={"blob": blob, "at": now}
                )
            )
            kept = (
                select(self._t.c.seq)
                .where(self._t.c.game_id == game_id)
                .order_by(self._t.c.seq.desc())
                .limit(self._keep)
            )
            await connection.execute(
                delete(self._t).where(
                    self._t.c.game_id == game_id,
                    self._t.c.seq > 0,
                    self._t.c.seq.not_in(kept),
                )
            )
            if table is not None:
                await connection.execute(
                    update(schema.games)
                    .where(schema.games.c.id == game_id)
                    .values(arrangement=table, active_at=now)
                )

        await self._database.write(work)

    async def list(self, game_id: str) -> Sequence[CheckpointRecord]:
        return await self._all(
            CheckpointRecord,
            select(*self._columns).where(self._t.c.game_id == game_id).order_by(self._t.c.seq),
        )


class Answers(Repository):
    """The answers of all games: only ever appended to."""

    _t = schema.answers
    _columns = columns_of(AnswerRecord, schema.answers)

    async def append(
        self, game_id: str, seq: int, seat: int, key: str, interjection: bool = False
    ) -> None:
        """Record one answer; it is durable on return.

        When the caller is cancelled while waiting the answer may be saved or not: look at
        ``last_seq``.

        Raises:
            SequenceTaken: another answer has this number; nothing was saved.
            StoreUnavailable: the database cannot now; see there.
            Missing: no such game.
        """
        await self._database.writer.append(
            {
                "game_id": game_id,
                "seq": seq,
                "seat": seat,
                "key": key,
                "interjection": interjection,
                "at": self._now(),
            }
        )

    async def since(self, game_id: str, seq: int = 0) -> Sequence[AnswerRecord]:
        """Return the answers after ``seq``."""
        return await self._all(
            AnswerRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.seq > seq)
            .order_by(self._t.c.seq),
        )

    async def last_seq(self, game_id: str) -> int:
        """Return the number of the last answer, 0 when there is none."""
        return await self._number(
            select(func.max(self._t.c.seq)).where(self._t.c.game_id == game_id)
        )

    async def last_at(self, game_id: str) -> datetime | None:
        """Return when the last answer was given, things done out of turn left aside."""
        found = await self._one(
            AnswerRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.interjection.is_(False))
            .order_by(self._t.c.seq.desc())
            .limit(1),
        )
        return None if found is None else found.at

    async def load(
        self, game_id: str, before: int | None = None
    ) -> tuple[CheckpointRecord | None, list[AnswerRecord]]:
        """Return the last checkpoint and the answers since, from one moment of the database.

        With ``before`` the last one behind an earlier answer than that.
        """
        checkpoints = schema.checkpoints
        wanted = checkpoints.c.game_id == game_id
        if before is not None:
            wanted &= checkpoints.c.seq < before

        async def work(
            connection: AsyncConnection,
        ) -> tuple[CheckpointRecord | None, list[AnswerRecord]]:
            found = (
                (
                    await connection.execute(
                        select(*Checkpoints._columns)
                        .where(wanted)
                        .order_by(checkpoints.c.seq.desc())
                        .limit(1)
                    )
                )
                .mappings()
                .first()
            )
            checkpoint = None if found is None else CheckpointRecord(**found)
            rows = await connection.execute(
                select(*self._columns)
                .where(
                    self._t.c.game_id == game_id,
                    self._t.c.seq > (0 if checkpoint is None else checkpoint.seq),
                )
                .order_by(self._t.c.seq)
            )
            return checkpoint, [AnswerRecord(**row) for row in rows.mappings()]

        return await self._database.read(work)
