"""What staff may change about an account: role, state, voice; its profile; its end.

Room: accounts. Imports store and its neighbours. Who may do which, and the audit, is the sysop's.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arkham_bbs.accounts import handles
from arkham_bbs.accounts.account import (
    ROLES,
    STATES,
    Account,
    account_of,
    changed,
    must_be_one_of,
    record_of,
)
from arkham_bbs.accounts.errors import Unknown
from arkham_bbs.accounts.first_sysop import FirstSysop
from arkham_bbs.accounts.guard import Guard, counted_as
from arkham_bbs.store.errors import Missing
from arkham_bbs.store.store import Store


class Standing:
    """Each account's standing on the board."""

    def __init__(self, store: Store, first: FirstSysop, guard: Guard) -> None:
        self._store = store
        self._first = first
        self._guard = guard

    async def grant(self, handle: str, role: str, by: str = "") -> Account:
        """Give a role. The caller of this writes the audit record, ``by`` only names the act.

        Raises:
            Unknown, ValueError.
        """
        must_be_one_of(role, ROLES)
        record = await self._store.accounts.by_folded(handles.fold(handle))
        if record is None:
            raise Unknown("unknown-account", handle=handle, by=by)
        granted = await self._store.accounts.set_role(record.id, role)
        if role == "sysop":
            self._first.settled()
        return account_of(granted)

    async def set_state(self, account_id: int, state: str) -> Account:
        """Make it "active", "hold" or "disabled"; a disabled one's tokens end."""
        must_be_one_of(state, STATES)
        account = await changed(account_id, self._store.accounts.set_state(account_id, state))
        if state == "disabled":
            await self._store.tokens.revoke(account_id)
        return account

    async def mute(self, account_id: int, until: datetime | None) -> Account:
        """Silence an account until then; None gives it its voice back. Raises Unknown."""
        return await changed(account_id, self._store.accounts.set_muted(account_id, until))

    async def set_profile(self, account_id: int, patch: Mapping[str, Any]) -> Account:
        """Put the patch's keys into the profile (None removes one). Raises Unknown."""
        try:
            await self._store.accounts.merge_profile(account_id, dict(patch))
        except Missing as missing:
            raise Unknown("unknown-account", account=account_id) from missing
        return account_of(await record_of(self._store, account_id))

    async def delete(self, account_id: int) -> None:
        """Remove an account; what others have read stays without the name. Raises Unknown."""
        record = await record_of(self._store, account_id)
        await self._store.failures.clear("account", record.folded)
        await self._store.accounts.delete(account_id)

    async def unlock(self, name: str) -> bool:
        """Lift the lock of a handle or an address; False when there was nothing."""
        lifted = [
            self._guard.forget("account", handles.fold(name)),
            self._guard.forget("address", counted_as(name)),
            await self._store.failures.clear("account", handles.fold(name)),
            await self._store.failures.clear("address", counted_as(name)),
            await self._store.failures.clear("register", counted_as(name)),
        ]
        return any(lifted)
