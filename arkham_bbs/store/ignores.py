"""Who wants to hear nothing of whom.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select

from arkham_bbs.store import schema
from arkham_bbs.store.repository import Repository


class Ignores(Repository):
    """Who wants to hear nothing of whom."""

    _t = schema.ignores

    async def add(self, account_id: int, ignored_id: int) -> bool:
        """Return whether it is new."""
        met = await self._change(
            self._database.insert(self._t)
            .values(account_id=account_id, ignored_id=ignored_id, at=self._now())
            .on_conflict_do_nothing()
        )
        return met == 1

    async def remove(self, account_id: int, ignored_id: int) -> bool:
        met = await self._change(
            delete(self._t).where(
                self._t.c.account_id == account_id, self._t.c.ignored_id == ignored_id
            )
        )
        return met == 1

    async def list(self, account_id: int) -> Sequence[int]:
        rows = await self._rows(
            select(self._t.c.ignored_id)
            .where(self._t.c.account_id == account_id)
            .order_by(self._t.c.at, self._t.c.ignored_id)
        )
        return [row[0] for row in rows]
