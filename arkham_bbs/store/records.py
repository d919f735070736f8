"""What the store hands out: frozen records of plain values.

Room: store. Imports the standard library and msgspec.

Every time is an aware UTC ``datetime``. Every ``dict`` is JSON. Ids of games are short texts,
all other ids are integers. A record is a copy: changing the world means calling a repository.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import msgspec

Json = dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen row; equal when all fields are equal. Subclasses repeat both words."""


# -- people ---------------------------------------------------------------------------------


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


# -- games ----------------------------------------------------------------------------------


class GameRecord(Record, frozen=True, kw_only=True):
    """A table and its game.

    ``state``: "lobby", "live", "finished" (the rules ended it), "ended" (people or the sysop did).
    ``setup`` and ``options`` belong to the rules, ``table`` (minimum, spectators, default of the
    clock, votes, clock ...) and ``pace`` to the lobby. ``seed`` is secret until the game is over;
    ``commitment`` is what may be shown. ``code`` is set at private tables.
    """

    id: str
    title: str
    state: str
    paused: bool
    host_id: int | None
    code: str | None
    setup: Json
    options: Json
    pace: Json
    table: Json
    rules_version: str
    seed: bytes
    commitment: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    active_at: datetime
    result: Json | None


class SeatRecord(Record, frozen=True, kw_only=True):
    """Who sits where now. ``controller``: "caller", "autopilot", "open"."""

    game_id: str
    seat: int
    account_id: int | None
    name: str
    controller: str
    since: datetime
    data: Json


class SeatHistoryRecord(Record, frozen=True, kw_only=True):
    """One change of a seat. ``change`` is the lobby's word: "sat", "left", "handed-over" ..."""

    id: int
    game_id: str
    seat: int
    account_id: int | None
    name: str
    controller: str
    change: str
    by: str
    at: datetime


class AnswerRecord(Record, frozen=True, kw_only=True):
    """One answer of a game; ``seq`` counts from 1 and has no holes."""

    game_id: str
    seq: int
    seat: int
    key: str
    interjection: bool
    at: datetime


class CheckpointRecord(Record, frozen=True, kw_only=True):
    """A game's state after the answer ``seq`` (0: before the first)."""

    game_id: str
    seq: int
    blob: bytes
    at: datetime


class HistoryRecord(Record, frozen=True, kw_only=True):
    """One event kept for log and replay. ``seq``: the answer that caused it; ``part``: order in it.

    ``data`` is the event as JSON text, ``text`` the sentence as it was told.
    """

    game_id: str
    seq: int
    part: int
    turn: int
    kind: str
    data: str
    text: str


class HonourRecord(Record, frozen=True, kw_only=True):
    """A line of the roll of honour: one investigator of a finished game.

    ``rank`` is compared from left to right, higher is better; equal ranks tie.
    """

    id: int
    game_id: str
    account_id: int | None
    name: str
    investigator: str
    first_citizen: bool
    victory: bool
    reason: str
    rank: tuple[int, ...]
    turns: int
    players: int
    details: Json
    at: datetime


class AchievementRecord(Record, frozen=True, kw_only=True):
    account_id: int
    key: str
    game_id: str | None
    at: datetime


class NotificationRecord(Record, frozen=True, kw_only=True):
    """A notice that was sent (or is being sent): unique by game, decision, account, kind, way."""

    game_id: str
    decision: int
    account_id: int
    kind: str
    way: str
    at: datetime
    result: str


class ReportRecord(Record, frozen=True, kw_only=True):
    """A caller's or the server's report of trouble, with its reference number (K4-71)."""

    id: int
    ref: str
    kind: str
    account_id: int | None
    game_id: str | None
    text: str
    data: Json
    at: datetime
    closed_at: datetime | None


# -- words ----------------------------------------------------------------------------------


class ChatRecord(Record, frozen=True, kw_only=True):
    """A line said. ``kind``: "say", "emote", "system", "tell"."""

    id: int
    channel: str
    account_id: int | None
    name: str
    text: str
    kind: str
    at: datetime


class MailRecord(Record, frozen=True, kw_only=True):
    """A letter. ``from_id`` is None for the board itself and for the departed."""

    id: int
    from_id: int | None
    from_name: str
    to_id: int
    to_name: str
    subject: str
    body: str
    reply_to: int | None
    sent_at: datetime
    read_at: datetime | None


class DraftRecord(Record, frozen=True, kw_only=True):
    """Unsent writing. ``kind`` "mail" or "post"; ``slot`` tells several apart."""

    account_id: int
    kind: str
    slot: str
    data: Json
    saved_at: datetime


class BoardRecord(Record, frozen=True, kw_only=True):
    """A message board. ``write_role``: the least role that may begin a thread."""

    id: int
    name: str
    title: str
    description: str
    write_role: str
    position: int
    archived: bool


class ThreadRecord(Record, frozen=True, kw_only=True):
    """A thread. ``posts`` counts what is shown, ``unread`` what the asking account has not read."""

    id: int
    board_id: int
    title: str
    account_id: int | None
    name: str
    created_at: datetime
    last_post_at: datetime
    posts: int
    unread: int
    locked: bool
    pinned: bool


class PostRecord(Record, frozen=True, kw_only=True):
    id: int
    thread_id: int
    account_id: int | None
    name: str
    body: str
    at: datetime
    hidden_by: str | None


class OnelinerRecord(Record, frozen=True, kw_only=True):
    id: int
    account_id: int | None
    name: str
    text: str
    at: datetime


class NewsRecord(Record, frozen=True, kw_only=True):
    id: int
    title: str
    body: str
    by: str
    at: datetime


class EditionRecord(Record, frozen=True, kw_only=True):
    """One day's Arkham Advertiser; ``day`` is the day it tells of."""

    day: date
    lines: tuple[str, ...]
    at: datetime


class MotdRecord(Record, frozen=True, kw_only=True):
    text: str
    by: str
    at: datetime


# -- the sysop's ----------------------------------------------------------------------------


class AuditRecord(Record, frozen=True, kw_only=True):
    """One act. ``way``: "menu", "ssh", "cli", "system"; ``result``: "ok" or an error's code."""

    id: int
    at: datetime
    account_id: int | None
    who: str
    way: str
    address: str
    action: str
    subject: str
    why: str
    result: str
    details: Json


class SettingRecord(Record, frozen=True, kw_only=True):
    key: str
    value: Any
    by: str
    at: datetime
