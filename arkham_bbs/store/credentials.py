"""What callers come in by: keys and tokens, and the count of tries that failed.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta

from sqlalchemy import case, delete, or_, select, update

from arkham_bbs.store import schema
from arkham_bbs.store.addresses import networks_of
from arkham_bbs.store.errors import Duplicate
from arkham_bbs.store.records import FailureRecord, Json, KeyRecord, TokenRecord
from arkham_bbs.store.repository import Repository, columns_of


class Keys(Repository):
    """SSH public keys; a key belongs to one account."""

    _t = schema.ssh_keys
    _columns = columns_of(KeyRecord, schema.ssh_keys)

    async def add(
        self,
        account_id: int,
        fingerprint: str,
        algorithm: str,
        public_key: str,
        comment: str = "",
    ) -> KeyRecord:
        """Raises Duplicate "key-taken" when any account, this one too, has the key."""
        try:
            return await self._added(
                KeyRecord,
                self._t.insert()
                .values(
                    account_id=account_id,
                    fingerprint=fingerprint,
                    algorithm=algorithm,
                    public_key=public_key,
                    comment=comment,
                    added_at=self._now(),
                    used_at=None,
                )
                .returning(*self._columns),
            )
        except Duplicate as error:
            raise Duplicate("key-taken", fingerprint=fingerprint) from error

    async def list(self, account_id: int) -> list[KeyRecord]:
        return await self._all(
            KeyRecord,
            select(*self._columns).where(self._t.c.account_id == account_id).order_by(self._t.c.id),
        )

    async def by_fingerprint(self, fingerprint: str) -> KeyRecord | None:
        return await self._one(
            KeyRecord, select(*self._columns).where(self._t.c.fingerprint == fingerprint)
        )

    async def remove(self, account_id: int, fingerprint: str) -> bool:
        met = await self._change(
            delete(self._t).where(
                self._t.c.account_id == account_id, self._t.c.fingerprint == fingerprint
            )
        )
        return met == 1

    async def touch(self, fingerprint: str) -> None:
        await self._change(
            update(self._t).where(self._t.c.fingerprint == fingerprint).values(used_at=self._now())
        )


class Failures(Repository):
    """Failed logins, counted by account and by address; what follows is for accounts to say."""

    _t = schema.login_failures
    _columns = columns_of(FailureRecord, schema.login_failures)

    async def get(self, scope: str, subject: str) -> FailureRecord | None:
        return await self._one(
            FailureRecord,
            select(*self._columns).where(
                self._t.c.scope == scope, self._t.c.subject == subject[:128]
            ),
        )

    async def record(
        self, scope: str, subject: str, *, forget_after: timedelta = timedelta(hours=24)
    ) -> FailureRecord:
        """Count one failure more; a series without a failure for ``forget_after`` starts anew."""
        now = self._now()
        stale = self._t.c.last_at < now - forget_after
        statement = self._database.insert(self._t).values(
            scope=scope,
            subject=subject[:128],
            count=1,
            first_at=now,
            last_at=now,
            locked_until=None,
        )
        return await self._added(
            FailureRecord,
            statement.on_conflict_do_update(
                index_elements=["scope", "subject"],
                set_={
                    "count": case((stale, 1), else_=self._t.c.count + 1),
                    "first_at": case((stale, now), else_=self._t.c.first_at),
                    "last_at": now,
                    "locked_until": case((stale, None), else_=self._t.c.locked_until),
                },
            ).returning(*self._columns),
        )

    async def lock(self, scope: str, subject: str, until: datetime) -> None:
        await self._change(
            update(self._t)
            .where(self._t.c.scope == scope, self._t.c.subject == subject[:128])
            .values(locked_until=until)
        )

    async def clear(self, scope: str, subject: str) -> bool:
        met = await self._change(
            delete(self._t).where(self._t.c.scope == scope, self._t.c.subject == subject[:128])
        )
        return met == 1

    async def list(self, limit: int = 200) -> list[FailureRecord]:
        """Newest first."""
        return await self._all(
            FailureRecord, select(*self._columns).order_by(self._t.c.last_at.desc()).limit(limit)
        )

    async def purge(self, before: datetime) -> int:
        """Forget series whose last failure, and whose lock, lies before."""
        return await self._change(
            delete(self._t).where(
                self._t.c.last_at < before,
                or_(self._t.c.locked_until.is_(None), self._t.c.locked_until < before),
            )
        )


class Tokens(Repository):
    """Single-use tokens to resume a session with. Only hashes are kept."""

    _t = schema.resume_tokens
    _columns = columns_of(TokenRecord, schema.resume_tokens)

    async def issue(
        self,
        token_hash: str,
        account_id: int,
        session_id: str,
        address: str,
        expires_at: datetime,
        data: Json | None = None,
    ) -> None:
        await self._change(
            self._t.insert().values(
                token_hash=token_hash,
                account_id=account_id,
                session_id=session_id,
                address=address[:128],
                data=data or {},
                issued_at=self._now(),
                expires_at=expires_at,
            )
        )

    async def take(self, token_hash: str) -> TokenRecord | None:
        """Use the token up and return it; None when unknown, used or expired."""
        taken = await self._put(
            TokenRecord,
            delete(self._t).where(self._t.c.token_hash == token_hash).returning(*self._columns),
        )
        return taken if taken is not None and taken.expires_at > self._now() else None

    async def revoke(self, account_id: int) -> int:
        return await self._change(delete(self._t).where(self._t.c.account_id == account_id))

    async def revoke_network(self, network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> int:
        """Remove the tokens that were issued to addresses of a network; return how many."""
        addresses = [row[0] for row in await self._rows(select(self._t.c.address).distinct())]
        within = [address for address in addresses if str(network) in networks_of(address)]
        if not within:
            return 0
        return await self._change(delete(self._t).where(self._t.c.address.in_(within)))

    async def purge(self) -> int:
        """Remove expired tokens."""
        return await self._change(delete(self._t).where(self._t.c.expires_at <= self._now()))
