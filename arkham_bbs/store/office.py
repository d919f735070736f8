"""The sysop's: audit trail and settings changed while running.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, or_, select

from arkham_bbs.store import schema
from arkham_bbs.store.records import AuditRecord, Json, SettingRecord
from arkham_bbs.store.repository import Repository, columns_of, like_pattern


class Audit(Repository):
    """Who did what, from where and why. Only ever appended to."""

    _t = schema.audit
    _columns = columns_of(AuditRecord, schema.audit)

    async def add(
        self,
        *,
        who: str,
        action: str,
        account_id: int | None = None,
        way: str = "system",
        address: str = "",
        subject: str = "",
        why: str = "",
        result: str = "ok",
        details: Json | None = None,
    ) -> AuditRecord:
        return await self._added(
            AuditRecord,
            self._t.insert()
            .values(
                at=self._now(),
                account_id=account_id,
                who=who,
                way=way,
                address=address[:128],
                action=action,
                subject=subject,
                why=why,
                result=result[:64],
                details=details or {},
            )
            .returning(*self._columns),
        )

    async def search(
        self,
        *,
        text: str | None = None,
        who: str | None = None,
        action: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 100,
    ) -> Sequence[AuditRecord]:
        """Return acts that meet everything asked for, newest first.

        ``text`` is looked for in who, action, subject, why, address and details; ``action`` is
        the beginning of the action's name.
        """
        statement = select(*self._columns)
        if text:
            pattern = like_pattern(text.lower())
            places = ("who", "action", "subject", "why", "address", "details")
            statement = statement.where(
                or_(*(_lower(self._t.c[place]).like(pattern, escape="\\") for place in places))
            )
        if who is not None:
            statement = statement.where(func.lower(self._t.c.who) == who.lower())
        if action is not None:
            pattern = like_pattern(action, start=True)
            statement = statement.where(self._t.c.action.like(pattern, escape="\\"))
        if since is not None:
            statement = statement.where(self._t.c.at >= since)
        if until is not None:
            statement = statement.where(self._t.c.at < until)
        return await self._all(AuditRecord, statement.order_by(self._t.c.id.desc()).limit(limit))


def _lower(column: Any) -> Any:
    return func.lower(column, type_=schema.audit.c.action.type)


class Settings(Repository):
    """Settings that override the file while the board runs. Values are JSON."""

    _t = schema.settings
    _columns = columns_of(SettingRecord, schema.settings)

    async def all(self) -> dict[str, Any]:
        """Return the overrides, by key."""
        return {setting.key: setting.value for setting in await self.records()}

    async def records(self) -> Sequence[SettingRecord]:
        return await self._all(SettingRecord, select(*self._columns).order_by(self._t.c.key))

    async def get(self, key: str) -> Any:
        """Return the value, None when there is none."""
        found = await self._one(SettingRecord, select(*self._columns).where(self._t.c.key == key))
        return None if found is None else found.value

    async def set(self, key: str, value: Any, by: str) -> None:
        """Override a setting; None takes the override away."""
        if value is None:
            await self.unset(key)
            return
        changed = {"value": value, "by": by, "at": self._now()}
        await self._change(
            self._database.insert(self._t)
            .values(key=key, **changed)
            .on_conflict_do_update(index_elements=["key"], set_=changed)
        )

    async def unset(self, key: str) -> bool:
        return await self._change(delete(self._t).where(self._t.c.key == key)) == 1
