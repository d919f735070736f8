"""An account as the other rooms may know it, and the words its role and state may be.

Room: accounts. Imports store and its neighbours.
"""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import datetime
from typing import Any

import msgspec

from arkham_bbs.accounts.errors import Unknown
from arkham_bbs.store.errors import Missing
from arkham_bbs.store.records import AccountRecord
from arkham_bbs.store.store import Store

ROLES = ("caller", "moderator", "sysop")
STATES = ("active", "hold", "disabled")


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What the other rooms may know of an account."""

    id: int
    handle: str
    role: str
    state: str
    created_at: datetime
    last_seen_at: datetime | None
    calls: int
    muted_until: datetime | None
    profile: dict[str, Any]

    @property
    def on_hold(self) -> bool:
        """May play, is not shown, may not chat."""
        return self.state == "hold"

    def is_muted(self, now: datetime) -> bool:
        return self.muted_until is not None and self.muted_until > now


def account_of(record: AccountRecord) -> Account:
    """Return what may be known of a record: no password, no reset code."""
    return Account(
        **{name: getattr(record, name) for name in Account.__struct_fields__},
    )


async def record_of(store: Store, account_id: int) -> AccountRecord:
    """Return the record of an account that must be there. Raises Unknown."""
    record = await store.accounts.get(account_id)
    if record is None:
        raise Unknown("unknown-account", account=account_id)
    return record


async def changed(account_id: int, change: Awaitable[AccountRecord]) -> Account:
    """Wait for a change and return the account after it. Raises Unknown."""
    try:
        return account_of(await change)
    except Missing as missing:
        raise Unknown("unknown-account", account=account_id) from missing


def must_be_one_of(word: str, allowed: tuple[str, ...]) -> None:
    """Raises ValueError for a word that is none of those allowed."""
    if word not in allowed:
        raise ValueError(f"{word!r} is none of {', '.join(allowed)}")
