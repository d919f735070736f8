"""Accounts, keys, failed logins, bans, tokens, invitations, visits, ignore lists.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import case, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.errors import Duplicate, Missing
from arkham_bbs.store.records import (
    AccountRecord,
    BanRecord,
    CallRecord,
    FailureRecord,
    InviteRecord,
    Json,
    KeyRecord,
    TokenRecord,
)
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
    ) -> AccountRecord:
        """Add an account.

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
                last_seen_at=None,
                calls=0,
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

    async def set_profile(self, account_id: int, profile: Json) -> AccountRecord:
        return await self._set(account_id, profile=profile)

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


def networks_of(address: str | None) -> list[str]:
    """Return every CIDR block that holds the address, so that a ban is found by equality.

    At most 33 for IPv4 and 129 for IPv6; an IPv4 address in IPv6 clothes counts as IPv4.
    Nothing for a text that is no address.
    """
    try:
        parsed = ipaddress.ip_address((address or "").split("%")[0])
    except ValueError:
        return []
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return [
        str(ipaddress.ip_network((parsed, length), strict=False))
        for length in range(parsed.max_prefixlen + 1)
    ]


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

    async def for_game(self, game_id: str) -> list[InviteRecord]:
        return await self._listed(self._t.c.game_id == game_id)

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

    async def end_all(self) -> int:
        """Close what a server that died left open; run at start. Ended when it began, at least."""
        return await self._change(
            update(self._t).where(self._t.c.ended_at.is_(None)).values(ended_at=self._t.c.began_at)
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

    async def ignored_by(self, account_id: int) -> Sequence[int]:
        """Return the accounts that ignore this one."""
        rows = await self._rows(
            select(self._t.c.account_id)
            .where(self._t.c.ignored_id == account_id)
            .order_by(self._t.c.account_id)
        )
        return [row[0] for row in rows]
