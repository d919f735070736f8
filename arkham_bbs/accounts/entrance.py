"""Letting callers in: by password, by key, by a one-time code, by a token, or once more.

Room: accounts. Imports store, the standard library and its neighbours.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from arkham_bbs.accounts import handles, passwords
from arkham_bbs.accounts.account import Account, account_of
from arkham_bbs.accounts.barring import must_not_be_banned
from arkham_bbs.accounts.codes import digest, digest_of_code
from arkham_bbs.accounts.errors import Busy, LoginRefused
from arkham_bbs.accounts.guard import Guard
from arkham_bbs.accounts.keyring import Keyring
from arkham_bbs.accounts.passwords import Hasher
from arkham_bbs.accounts.ssh_keys import parse_public_key
from arkham_bbs.accounts.turns import Turns
from arkham_bbs.store.errors import Missing, StoreUnavailable
from arkham_bbs.store.records import AccountRecord
from arkham_bbs.store.store import Store


class Entrance:
    """Who proves themselves comes in, unless disabled or banned."""

    def __init__(
        self, store: Store, guard: Guard, hasher: Hasher, turns: Turns, keyring: Keyring
    ) -> None:
        self._store = store
        self._guard = guard
        self._hasher = hasher
        self._turns = turns
        self._keyring = keyring

    async def by_password(self, handle: str, password: str, address: str) -> Account:
        """Let a caller in by password.

        Wrong names and wrong passwords take the same way and the same time.

        Raises:
            LoginRefused: see there.
        """
        await must_not_be_banned(self._store, address=address)
        folded = handles.fold(handle)
        async with self._turns.of(folded):
            await self._guard.admit(folded, address)
            record = await self._store.accounts.by_folded(folded)
            stored = None if record is None else record.password_hash
            try:
                matches = await self._hasher.verify(stored, password)
            except Busy as busy:
                raise LoginRefused("busy", busy.retry_after_s) from busy
            if record is None or not matches:
                raise LoginRefused("wrong", await self._guard.failed(folded, address))
            await self._forgive(folded)
        entered = await self._enter(record)
        if stored is not None and self._hasher.is_dated(stored):
            await self._rehash(record.id, password)
        return entered

    async def by_key(self, handle: str, openssh_key: str, address: str) -> Account:
        """Let a caller in by a key whose possession the SSH door has checked.

        The key says who it is. A handle that belongs to another account is refused; one that
        belongs to nobody (the name of a machine's user, "bbs") does not matter.

        Raises:
            LoginRefused: "unknown-key", "disabled", "banned".
        """
        await must_not_be_banned(self._store, address=address, key=openssh_key)
        record = await self._keyring.owner(handle, openssh_key)
        if record is None:
            raise LoginRefused("unknown-key")
        entered = await self._enter(record)
        with _if_it_can_be_written():
            await self._store.keys.touch(parse_public_key(openssh_key).fingerprint)
        return entered

    async def knows_key(self, handle: str, openssh_key: str) -> bool:
        """Say whether ``by_key`` would find an account. Counts nothing, changes nothing."""
        return await self._keyring.owner(handle, openssh_key) is not None

    async def by_reset(self, handle: str, code: str, new_password: str, address: str) -> Account:
        """Exchange a one-time code for a new password and let the caller in.

        Raises:
            LoginRefused: as ``by_password``; a wrong or stale code is "wrong".
            PasswordRefused: the new password will not do; the code stays good.
        """
        await must_not_be_banned(self._store, address=address)
        folded = handles.fold(handle)
        passwords.check_password(new_password, handle)
        async with self._turns.of(folded):
            await self._guard.admit(folded, address)
            record = await self._store.accounts.by_folded(folded)
            try:
                password_hash = await self._hasher.hash(new_password)
            except Busy as busy:
                raise LoginRefused("busy", busy.retry_after_s) from busy
            account_id = -1 if record is None else record.id
            used = await self._store.accounts.use_reset(
                account_id, digest_of_code(code), password_hash
            )
            if record is None or not used:
                raise LoginRefused("wrong", await self._guard.failed(folded, address))
            await self._forgive(folded)
        await self._store.tokens.revoke(record.id)
        return await self._enter(record)

    async def issue_token(
        self,
        account_id: int,
        session_id: str,
        address: str,
        data: Mapping[str, Any] | None = None,
        valid_s: float = 300.0,
    ) -> str:
        """Return a token that resumes a session once. Only its hash is kept."""
        token = secrets.token_urlsafe(32)
        await self._store.tokens.issue(
            digest(token),
            account_id,
            session_id,
            address,
            self._store.clock() + timedelta(seconds=valid_s),
            dict(data or {}),
        )
        return token

    async def by_token(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        """Use a token up; return account, session id and data.

        Raises:
            LoginRefused: "wrong" (unknown, used, expired), "disabled", "banned".
        """
        await must_not_be_banned(self._store, address=address)
        taken = await self._store.tokens.take(digest(token[:256]))
        if taken is None:
            raise LoginRefused("wrong")
        return await self._still(taken.account_id), taken.session_id, taken.data

    async def forget_token(self, token: str) -> None:
        """Make one token worthless, whether it is good or not."""
        await self._store.tokens.take(digest(token[:256]))

    async def once_more(self, account_id: int, address: str) -> Account:
        """Let in again somebody who has proved themselves a while ago on the same line.

        Raises:
            LoginRefused: "wrong" (gone), "disabled", "banned".
        """
        await must_not_be_banned(self._store, address=address)
        return await self._still(account_id)

    async def _still(self, account_id: int) -> Account:
        record = await self._store.accounts.get(account_id)
        if record is None:
            raise LoginRefused("wrong")
        await self._may_enter(record)
        return account_of(record)

    async def _may_enter(self, record: AccountRecord) -> None:
        if record.state == "disabled":
            raise LoginRefused("disabled")
        await must_not_be_banned(self._store, account_id=record.id)

    async def _enter(self, record: AccountRecord) -> Account:
        await self._may_enter(record)
        try:
            return account_of(await self._store.accounts.touch(record.id))
        except StoreUnavailable:
            # Nobody stays outside because the hour of the call cannot be written down.
            return account_of(record)
        except Missing as missing:
            raise LoginRefused("wrong") from missing

    async def _forgive(self, folded: str) -> None:
        with _if_it_can_be_written():
            await self._guard.passed(folded)

    async def _rehash(self, account_id: int, password: str) -> None:
        try:
            password_hash = await self._hasher.hash(password)
        except Busy:
            # The next login will do it.
            return
        with _if_it_can_be_written():
            await self._store.accounts.set_password(account_id, password_hash)


def _if_it_can_be_written() -> suppress:
    """Around what a login notes beside letting in: a full disk shuts nobody out."""
    return suppress(StoreUnavailable)
