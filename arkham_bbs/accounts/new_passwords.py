"""Passwords changed: by their owner, by staff, and the one-time code for who has lost theirs.

Room: accounts. Imports store and its neighbours.
"""

from __future__ import annotations

from datetime import timedelta

from arkham_bbs.accounts.account import changed, record_of
from arkham_bbs.accounts.codes import digest_of_code, new_code
from arkham_bbs.accounts.errors import Busy, LoginRefused, PasswordRefused
from arkham_bbs.accounts.guard import Guard
from arkham_bbs.accounts.passwords import Hasher, check_password
from arkham_bbs.accounts.turns import Turns
from arkham_bbs.store.store import Store


class NewPasswords:
    """Whoever changes a password ends the tokens to resume with."""

    def __init__(self, store: Store, guard: Guard, hasher: Hasher, turns: Turns) -> None:
        self._store = store
        self._guard = guard
        self._hasher = hasher
        self._turns = turns

    async def change(self, account_id: int, old: str, new: str) -> None:
        """Change a caller's own password; tokens to resume with end.

        Raises:
            PasswordRefused: "wrong" or a reason against the new one.
            LoginRefused: "delay", "locked", "busy".
        """
        record = await record_of(self._store, account_id)
        check_password(new, record.handle)
        async with self._turns.of(record.folded):
            await self._guard.admit(record.folded, "")
            try:
                # Somebody who came by key and has no password yet has no old one to show.
                if record.password_hash is not None and not await self._hasher.verify(
                    record.password_hash, old
                ):
                    await self._guard.failed(record.folded, "")
                    raise PasswordRefused("wrong")
                password_hash = await self._hasher.hash(new)
            except Busy as busy:
                raise LoginRefused("busy", busy.retry_after_s) from busy
            await self._guard.passed(record.folded)
        await self._keep(account_id, password_hash)

    async def set(self, account_id: int, new: str) -> None:
        """Set a password without the old one: staff only. Raises PasswordRefused."""
        record = await record_of(self._store, account_id)
        check_password(new, record.handle)
        await self._keep(account_id, await self._hasher.hash(new))

    async def reset_code(self, account_id: int) -> str:
        """Return a new one-time code for a new password; an older one ends. It is kept hashed."""
        code = new_code(12)
        expires_at = self._store.clock() + timedelta(seconds=self._guard.policy.reset_valid_s)
        await changed(
            account_id, self._store.accounts.set_reset(account_id, digest_of_code(code), expires_at)
        )
        return code

    async def _keep(self, account_id: int, password_hash: str) -> None:
        """Keep a new password; a one-time code that was handed out for one ends."""
        await self._store.accounts.clear_reset(account_id)
        await self._store.accounts.set_password(account_id, password_hash)
        await self._store.tokens.revoke(account_id)
