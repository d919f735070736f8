"""People: accounts, keys, bans, visits.

Room: store. Imports the standard library and its neighbours here.
"""

from __future__ import annotations

from datetime import datetime

from arkham_bbs.store.records.base import Json, Record


class AccountRecord(Record, frozen=True, kw_only=True):
    """One account.

    ``role``: "caller", "moderator", "sysop". ``state``: "active", "hold" (may play, is not shown
    and may not chat), "disabled". ``folded`` and ``skeleton`` are the handle's unique forms.
    """

    id: int
    handle: str
    folded: str
    skeleton: str
    password_hash: str | None
    role: str
    state: str
    created_at: datetime
    last_seen_at: datetime | None
    calls: int
    muted_until: datetime | None
    profile: Json
    reset_hash: str | None
    reset_expires_at: datetime | None


class KeyRecord(Record, frozen=True, kw_only=True):
    """An SSH public key. ``fingerprint`` is OpenSSH's ``SHA256:...``; one account per key."""

    id: int
    account_id: int
    fingerprint: str
    algorithm: str
    public_key: str
    comment: str
    added_at: datetime
    used_at: datetime | None


class FailureRecord(Record, frozen=True, kw_only=True):
    """Counted tries of one subject. ``scope``: "account" (folded handle), "address", "register"."""

    scope: str
    subject: str
    count: int
    first_at: datetime
    last_at: datetime
    locked_until: datetime | None


class BanRecord(Record, frozen=True, kw_only=True):
    """A ban. ``kind``: "account" (subject = account id), "key" (fingerprint), "network" (CIDR)."""

    id: int
    kind: str
    subject: str
    reason: str
    by: str
    created_at: datetime
    expires_at: datetime | None
    lifted_at: datetime | None
    lifted_by: str | None


class TokenRecord(Record, frozen=True, kw_only=True):
    """A single-use token to come back with, already taken when you hold this record."""

    account_id: int
    session_id: str
    address: str
    data: Json
    issued_at: datetime
    expires_at: datetime


class InviteRecord(Record, frozen=True, kw_only=True):
    """An invitation. ``kind``: "register" (to the board) or "seat" (to ``game_id``)."""

    id: int
    kind: str
    code: str
    game_id: str | None
    seat: int | None
    from_id: int | None
    to_id: int | None
    note: str
    uses_left: int
    created_at: datetime
    expires_at: datetime | None


class CallRecord(Record, frozen=True, kw_only=True):
    """One visit, for "last callers". A guest has no ``account_id``."""

    id: int
    account_id: int | None
    name: str
    door: str
    address: str
    began_at: datetime
    ended_at: datetime | None
