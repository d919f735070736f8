"""The rows of accounts: made, found, changed, exported, removed.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.errors import Duplicate, Missing
from arkham_bbs.store.records import AccountRecord, Json
from arkham_bbs.store.repository import Repository, columns_of, like_pattern

_GONE = "(departed)"


class Accounts(Repository):
    """Who has an account."""

    _t = schema.accounts
    _columns = columns_of(AccountRecord, schema.accounts)

    async def create(
        self,
        handle: str,
        folded: str,
        skeleton: str,
        password_hash: str | None,
        *,
        role: str = "caller",
        state: str = "active",
        profile: Json | None = None,
        is_calling: bool = False,
    ) -> AccountRecord:
        """Add an account. ``is_calling``: its owner is on the line, and this is the first call.

        Raises:
            Duplicate: "handle-taken"; the folded form or the skeleton belongs to another.
        """
        statement = (
            self._t.insert()
            .values(
                handle=handle,
                folded=folded,
                skeleton=skeleton,
                password_hash=password_hash,
                role=role,
                state=state,
                created_at=self._now(),
                last_seen_at=self._now() if is_calling else None,
                calls=int(is_calling),
                muted_until=None,
                profile=profile or {},
                reset_hash=None,
                reset_expires_at=None,
            )
            .returning(*self._columns)
        )
        try:
            return await self._added(AccountRecord, statement)
        except Duplicate as error:
            raise Duplicate("handle-taken", handle=handle) from error

    async def get(self, account_id: int) -> AccountRecord | None:
        return await self._one(
            AccountRecord, select(*self._columns).where(self._t.c.id == account_id)
        )

    async def by_folded(self, folded: str) -> AccountRecord | None:
        return await self._one(
            AccountRecord, select(*self._columns).where(self._t.c.folded == folded)
        )

    async def by_skeleton(self, skeleton: str) -> AccountRecord | None:
        return await self._one(
            AccountRecord, select(*self._columns).where(self._t.c.skeleton == skeleton)
        )

    async def many(self, account_ids: Iterable[int]) -> dict[int, AccountRecord]:
        wanted = sorted(set(account_ids))
        found: dict[int, AccountRecord] = {}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            for account in await self._all(
                AccountRecord, select(*self._columns).where(self._t.c.id.in_(part))
            ):
                found[account.id] = account
        return found

    async def search(
        self,
        prefix: str = "",
        *,
        role: str | None = None,
        state: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[AccountRecord]:
        """List accounts by handle; ``prefix`` is compared with the folded handle."""
        statement = select(*self._columns).order_by(self._t.c.folded).limit(limit).offset(offset)
        if prefix:
            pattern = like_pattern(prefix, start=True)
            statement = statement.where(self._t.c.folded.like(pattern, escape="\\"))
        if role is not None:
            statement = statement.where(self._t.c.role == role)
        if state is not None:
            statement = statement.where(self._t.c.state == state)
        return await self._all(AccountRecord, statement)

    async def count(self, *, role: str | None = None, state: str | None = None) -> int:
        statement = select(func.count()).select_from(self._t)
        if role is not None:
            statement = statement.where(self._t.c.role == role)
        if state is not None:
            statement = statement.where(self._t.c.state == state)
        return await self._number(statement)

    async def _set(self, account_id: int, **fields: Any) -> AccountRecord:
        changed = await self._put(
            AccountRecord,
            update(self._t)
            .where(self._t.c.id == account_id)
            .values(**fields)
            .returning(*self._columns),
        )
        if changed is None:
            raise Missing("missing", account=account_id)
        return changed

    async def set_password(self, account_id: int, password_hash: str | None) -> AccountRecord:
        return await self._set(account_id, password_hash=password_hash)

    async def set_role(self, account_id: int, role: str) -> AccountRecord:
        return await self._set(account_id, role=role)

    async def set_state(self, account_id: int, state: str) -> AccountRecord:
        return await self._set(account_id, state=state)

    async def set_muted(self, account_id: int, until: datetime | None) -> AccountRecord:
        return await self._set(account_id, muted_until=until)

    async def rename(
        self, account_id: int, handle: str, folded: str, skeleton: str
    ) -> AccountRecord:
        """Raises Duplicate "handle-taken" when another account has the name or one like it."""
        try:
            return await self._set(account_id, handle=handle, folded=folded, skeleton=skeleton)
        except Duplicate as error:
            raise Duplicate("handle-taken", handle=handle) from error

    async def merge_profile(self, account_id: int, patch: Json) -> Json:
        """Put the patch's keys into the profile (None removes one); return the new profile."""

        async def work(connection: AsyncConnection) -> Json:
            found = (
                await connection.execute(
                    select(self._t.c.profile)
                    .where(self._t.c.id == account_id)
                    .with_for_update(of=self._t)
                )
            ).first()
            if found is None:
                raise Missing("missing", account=account_id)
            merged = {
                key: value for key, value in {**found[0], **patch}.items() if value is not None
            }
            await connection.execute(
                update(self._t).where(self._t.c.id == account_id).values(profile=merged)
            )
            return merged

        return await self._database.write(work)

    async def touch(self, account_id: int) -> AccountRecord:
        """Note a call: last seen now, one call more."""
        return await self._set(account_id, last_seen_at=self._now(), calls=self._t.c.calls + 1)

    async def set_reset(
        self, account_id: int, reset_hash: str, expires_at: datetime
    ) -> AccountRecord:
        return await self._set(account_id, reset_hash=reset_hash, reset_expires_at=expires_at)

    async def clear_reset(self, account_id: int) -> AccountRecord:
        return await self._set(account_id, reset_hash=None, reset_expires_at=None)

    async def use_reset(self, account_id: int, reset_hash: str, password_hash: str) -> bool:
        """Exchange an unused, unexpired reset code for a new password; once, whoever races."""
        met = await self._change(
            update(self._t)
            .where(
                self._t.c.id == account_id,
                self._t.c.reset_hash == reset_hash,
                self._t.c.reset_expires_at > self._now(),
            )
            .values(password_hash=password_hash, reset_hash=None, reset_expires_at=None)
        )
        return met == 1

    async def export(self, account_id: int) -> Json:
        """Return everything kept about an account, secrets left out, as JSON values."""

        async def work(connection: AsyncConnection) -> Json:
            account = (
                (await connection.execute(select(self._t).where(self._t.c.id == account_id)))
                .mappings()
                .first()
            )
            if account is None:
                raise Missing("missing", account=account_id)
            hidden = ("password_hash", "reset_hash", "reset_expires_at", "folded", "skeleton")
            out: Json = {
                "account": {k: _plain(v) for k, v in account.items() if k not in hidden},
            }
            for name, table, links in _OWNED:
                rows = await connection.execute(
                    select(table).where(or_(*(table.c[link] == account_id for link in links)))
                )
                out[name] = [{k: _plain(v) for k, v in row.items()} for row in rows.mappings()]
            return out

        return await self._database.read(work)

    async def delete(self, account_id: int) -> bool:
        """Remove an account and what is only its own.

        What others have read stays (posts, lines, letters, seats, roll of honour), without the
        name, so that threads and games remain whole.
        """

        async def work(connection: AsyncConnection) -> bool:
            for table in (
                schema.chat,
                schema.posts,
                schema.threads,
                schema.oneliners,
                schema.calls,
                schema.seats,
                schema.seat_history,
                schema.honours,
            ):
                await connection.execute(
                    update(table).where(table.c.account_id == account_id).values(name=_GONE)
                )
            await connection.execute(
                update(schema.mail)
                .where(schema.mail.c.from_id == account_id)
                .values(from_name=_GONE)
            )
            gone = await connection.execute(delete(self._t).where(self._t.c.id == account_id))
            return gone.rowcount == 1

        return await self._database.write(work)


_OWNED = (
    ("keys", schema.ssh_keys, ("account_id",)),
    ("calls", schema.calls, ("account_id",)),
    ("ignores", schema.ignores, ("account_id",)),
    ("seats", schema.seats, ("account_id",)),
    ("seat_history", schema.seat_history, ("account_id",)),
    ("honours", schema.honours, ("account_id",)),
    ("achievements", schema.achievements, ("account_id",)),
    ("chat", schema.chat, ("account_id",)),
    ("mail", schema.mail, ("from_id", "to_id")),
    ("drafts", schema.drafts, ("account_id",)),
    ("threads", schema.threads, ("account_id",)),
    ("posts", schema.posts, ("account_id",)),
    ("oneliners", schema.oneliners, ("account_id",)),
    ("reports", schema.reports, ("account_id",)),
    ("notifications", schema.notifications, ("account_id",)),
)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
