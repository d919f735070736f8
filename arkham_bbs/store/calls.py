"""Visits: when each caller came and went.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select, update

from arkham_bbs.store import schema
from arkham_bbs.store.records import CallRecord
from arkham_bbs.store.repository import Repository, columns_of


class Calls(Repository):
    """Visits, for "last callers" and the sysop's statistics."""

    _t = schema.calls
    _columns = columns_of(CallRecord, schema.calls)

    async def begin(self, account_id: int | None, name: str, door: str, address: str) -> int:
        call = await self._added(
            CallRecord,
            self._t.insert()
            .values(
                account_id=account_id,
                name=name,
                door=door,
                address=address[:128],
                began_at=self._now(),
                ended_at=None,
            )
            .returning(*self._columns),
        )
        return call.id

    async def end(self, call_id: int) -> None:
        await self._change(
            update(self._t)
            .where(self._t.c.id == call_id, self._t.c.ended_at.is_(None))
            .values(ended_at=self._now())
        )

    async def latest(self, limit: int = 10) -> list[CallRecord]:
        """Newest first."""
        return await self._all(
            CallRecord, select(*self._columns).order_by(self._t.c.id.desc()).limit(limit)
        )

    async def of_account(self, account_id: int, limit: int = 10) -> list[CallRecord]:
        """Newest first."""
        return await self._all(
            CallRecord,
            select(*self._columns)
            .where(self._t.c.account_id == account_id)
            .order_by(self._t.c.id.desc())
            .limit(limit),
        )

    async def count(self, since: datetime) -> int:
        return await self._number(
            select(func.count()).select_from(self._t).where(self._t.c.began_at >= since)
        )

    async def purge(self, before: datetime) -> int:
        return await self._change(delete(self._t).where(self._t.c.began_at < before))
