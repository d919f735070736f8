"""Bans as the accounts room asks for them: of an account, a key, an address.

Room: accounts. Imports store and its neighbours. Making and lifting bans is the sysop's.
"""

from __future__ import annotations

from datetime import UTC, datetime

from arkham_bbs.accounts.errors import KeyRefused, LoginRefused
from arkham_bbs.accounts.ssh_keys import parse_public_key
from arkham_bbs.store.records import BanRecord
from arkham_bbs.store.store import Store


def format_end(expires_at: datetime | None) -> str:
    """Return how long a ban lasts: ``until 7 December 2026, 14:00 UTC``, or ``for good``."""
    if expires_at is None:
        return "for good"
    at = expires_at.astimezone(UTC)
    return f"until {at.day} {at:%B %Y, %H:%M} UTC"


async def ban_of(
    store: Store,
    *,
    account_id: int | None = None,
    key: str | None = None,
    address: str | None = None,
) -> BanRecord | None:
    """Return a ban in force. ``key`` is a public key or a fingerprint."""
    fingerprint = key
    if key is not None and not key.startswith("SHA256:"):
        try:
            fingerprint = parse_public_key(key).fingerprint
        except KeyRefused:
            fingerprint = None
    return await store.bans.match(account_id=account_id, fingerprint=fingerprint, address=address)


async def must_not_be_banned(
    store: Store,
    *,
    account_id: int | None = None,
    key: str | None = None,
    address: str | None = None,
) -> None:
    """Raises LoginRefused "banned" with ``reason`` and ``expires_at``."""
    ban = await ban_of(store, account_id=account_id, key=key, address=address)
    if ban is not None:
        raise LoginRefused("banned", reason=ban.reason, expires_at=ban.expires_at)
