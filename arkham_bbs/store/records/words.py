"""Words: talk, letters, boards, news.

Room: store. Imports the standard library and its neighbours here.
"""

from __future__ import annotations

from datetime import date, datetime

from arkham_bbs.store.records.base import Json, Record


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
