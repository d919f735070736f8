"""Games: seats, answers, what happened, and what is left of them.

Room: store. Imports msgspec and its neighbours here.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from arkham_bbs.store.records.base import Json, Record


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


class HonourLine(Record, frozen=True, kw_only=True):
    """What is told of one investigator of a finished game.

    ``rank``, up to 8 numbers, is compared from left to right, higher is better; equal ranks tie.
    """

    account_id: int | None
    name: str
    investigator: str
    first_citizen: bool
    victory: bool
    reason: str
    rank: tuple[int, ...]
    turns: int
    players: int
    details: Json = msgspec.field(default_factory=dict)


class HonourRecord(HonourLine, frozen=True, kw_only=True):
    """A line of the roll of honour."""

    id: int
    game_id: str
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
