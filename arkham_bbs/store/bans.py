"""Bans of accounts, keys and networks, and which of them meets a caller.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

import ipaddress
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select, update

from arkham_bbs.store import schema
from arkham_bbs.store.addresses import networks_of
from arkham_bbs.store.records import BanRecord
from arkham_bbs.store.repository import Repository, columns_of


class Bans(Repository):
    """Bans of accounts, keys and networks."""

    _t = schema.bans
    _columns = columns_of(BanRecord, schema.bans)

    async def add(
        self,
        kind: str,
        subject: str,
        reason: str,
        by: str,
        expires_at: datetime | None = None,
    ) -> BanRecord:
        """Add a ban.

        ``subject`` is an account id as text, a fingerprint, or an address or CIDR block.

        Raises:
            ValueError: a network that is none.
        """
        if kind == "network":
            subject = str(ipaddress.ip_network(subject, strict=False))
        return await self._added(
            BanRecord,
            self._t.insert()
            .values(
                kind=kind,
                subject=subject,
                reason=reason,
                by=by,
                created_at=self._now(),
                expires_at=expires_at,
                lifted_at=None,
                lifted_by=None,
            )
            .returning(*self._columns),
        )

    async def lift(self, ban_id: int, by: str) -> bool:
        met = await self._change(
            update(self._t)
            .where(self._t.c.id == ban_id, self._t.c.lifted_at.is_(None))
            .values(lifted_at=self._now(), lifted_by=by)
        )
        return met == 1

    async def get(self, ban_id: int) -> BanRecord | None:
        return await self._one(BanRecord, select(*self._columns).where(self._t.c.id == ban_id))

    async def active(self) -> list[BanRecord]:
        return await self._all(
            BanRecord, select(*self._columns).where(*self._in_force()).order_by(self._t.c.id)
        )

    async def all(self, limit: int = 200) -> list[BanRecord]:
        """Newest first, lifted and expired ones included."""
        return await self._all(
            BanRecord, select(*self._columns).order_by(self._t.c.id.desc()).limit(limit)
        )

    async def match(
        self,
        *,
        account_id: int | None = None,
        fingerprint: str | None = None,
        address: str | None = None,
    ) -> BanRecord | None:
        """Return a ban in force that meets any of these, the longest first."""
        wanted = []
        if account_id is not None:
            wanted.append((self._t.c.kind == "account") & (self._t.c.subject == str(account_id)))
        if fingerprint is not None:
            wanted.append((self._t.c.kind == "key") & (self._t.c.subject == fingerprint))
        networks = networks_of(address)
        if networks:
            wanted.append((self._t.c.kind == "network") & self._t.c.subject.in_(networks))
        if not wanted:
            return None
        return await self._one(
            BanRecord,
            select(*self._columns)
            .where(or_(*wanted), *self._in_force())
            .order_by(self._t.c.expires_at.is_(None).desc(), self._t.c.expires_at.desc())
            .limit(1),
        )

    def _in_force(self) -> tuple[Any, ...]:
        return (
            self._t.c.lifted_at.is_(None),
            or_(self._t.c.expires_at.is_(None), self._t.c.expires_at > self._now()),
        )
