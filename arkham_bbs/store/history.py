"""Events as they were told, for log, search and replay.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.records import HistoryRecord, Json
from arkham_bbs.store.repository import Repository, columns_of, like_pattern


class History(Repository):
    """Events as they were told, for log, search and replay."""

    _t = schema.history
    _columns = columns_of(HistoryRecord, schema.history)

    async def append(self, game_id: str, entries: Iterable[HistoryRecord]) -> None:
        """Keep events; one that is kept already (same seq and part) stays as it is.

        That makes it safe to repeat after a restart, which tells the last events again.
        """
        rows: list[Json] = [
            {
                "game_id": game_id,
                "seq": entry.seq,
                "part": entry.part,
                "turn": entry.turn,
                "kind": entry.kind,
                "data": entry.data,
                "text": entry.text,
            }
            for entry in entries
        ]
        if not rows:
            return

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(self._database.insert(self._t).on_conflict_do_nothing(), rows)

        await self._database.write(work)

    async def since(
        self, game_id: str, seq: int = 0, *, limit: int = 10_000
    ) -> Sequence[HistoryRecord]:
        """Return events of answers after ``seq`` (-1: from the set-up, which is seq 0)."""
        return await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.seq > seq)
            .order_by(self._t.c.seq, self._t.c.part)
            .limit(limit),
        )

    async def last(self, game_id: str, limit: int = 50) -> Sequence[HistoryRecord]:
        """Return the newest events, oldest of them first."""
        newest = await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id)
            .order_by(self._t.c.seq.desc(), self._t.c.part.desc())
            .limit(limit),
        )
        return newest[::-1]

    async def turns(self, game_id: str) -> Sequence[int]:
        rows = await self._rows(
            select(self._t.c.turn)
            .where(self._t.c.game_id == game_id)
            .distinct()
            .order_by(self._t.c.turn)
        )
        return [row[0] for row in rows]

    async def search(self, game_id: str, text: str, limit: int = 50) -> Sequence[HistoryRecord]:
        """Return events whose sentence contains ``text``, whatever the case of its letters."""
        return await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(
                self._t.c.game_id == game_id,
                func.lower(self._t.c.text).like(like_pattern(text.lower()), escape="\\"),
            )
            .order_by(self._t.c.seq, self._t.c.part)
            .limit(limit),
        )
