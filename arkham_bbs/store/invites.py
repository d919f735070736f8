"""Invitations to the board and to seats.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete, or_, select, update

from arkham_bbs.store import schema
from arkham_bbs.store.records import InviteRecord
from arkham_bbs.store.repository import Repository, columns_of


class Invites(Repository):
    """Invitations to the board and to seats."""

    _t = schema.invites
    _columns = columns_of(InviteRecord, schema.invites)

    async def create(
        self,
        kind: str,
        code: str,
        *,
        game_id: str | None = None,
        seat: int | None = None,
        from_id: int | None = None,
        to_id: int | None = None,
        note: str = "",
        uses: int = 1,
        expires_at: datetime | None = None,
    ) -> InviteRecord:
        return await self._added(
            InviteRecord,
            self._t.insert()
            .values(
                kind=kind,
                code=code,
                game_id=game_id,
                seat=seat,
                from_id=from_id,
                to_id=to_id,
                note=note,
                uses_left=uses,
                created_at=self._now(),
                expires_at=expires_at,
            )
            .returning(*self._columns),
        )

    async def get(self, code: str) -> InviteRecord | None:
        """Return a usable invitation."""
        return await self._one(
            InviteRecord, select(*self._columns).where(self._t.c.code == code, *self._usable())
        )

    async def use(self, code: str) -> InviteRecord | None:
        """Use it once; None when unknown, used up or expired."""
        return await self._put(
            InviteRecord,
            update(self._t)
            .where(self._t.c.code == code, *self._usable())
            .values(uses_left=self._t.c.uses_left - 1)
            .returning(*self._columns),
        )

    async def give_back(self, code: str) -> None:
        """Undo one ``use`` that led to nothing."""
        await self._change(
            update(self._t).where(self._t.c.code == code).values(uses_left=self._t.c.uses_left + 1)
        )

    async def pending(self, to_id: int) -> list[InviteRecord]:
        return await self._listed(self._t.c.to_id == to_id)

    async def registrations(self) -> list[InviteRecord]:
        return await self._listed(self._t.c.kind == "register")

    async def remove(self, invite_id: int) -> bool:
        return await self._change(delete(self._t).where(self._t.c.id == invite_id)) == 1

    async def purge(self) -> int:
        """Remove what is used up or expired."""
        return await self._change(
            delete(self._t).where(
                or_(self._t.c.uses_left <= 0, self._t.c.expires_at <= self._now())
            )
        )

    async def _listed(self, condition: Any) -> list[InviteRecord]:
        return await self._all(
            InviteRecord,
            select(*self._columns).where(condition, *self._usable()).order_by(self._t.c.id),
        )

    def _usable(self) -> tuple[Any, ...]:
        return (
            self._t.c.uses_left > 0,
            or_(self._t.c.expires_at.is_(None), self._t.c.expires_at > self._now()),
        )
