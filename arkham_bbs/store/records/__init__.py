"""What the store hands out: frozen records of plain values.

Room: store. Imports its neighbours here.

Every time is an aware UTC ``datetime``. Every ``dict`` is JSON. Ids of games are short texts,
all other ids are integers. A record is a copy: changing the world means calling a repository.
"""

from __future__ import annotations

from arkham_bbs.store.records.base import Json, Record
from arkham_bbs.store.records.games import (
    AchievementRecord,
    AnswerRecord,
    CheckpointRecord,
    GameRecord,
    HistoryRecord,
    HonourLine,
    HonourRecord,
    NotificationRecord,
    ReportRecord,
    SeatHistoryRecord,
    SeatRecord,
)
from arkham_bbs.store.records.office import (
    AuditRecord,
    SettingRecord,
)
from arkham_bbs.store.records.people import (
    AccountRecord,
    BanRecord,
    CallRecord,
    FailureRecord,
    InviteRecord,
    KeyRecord,
    TokenRecord,
)
from arkham_bbs.store.records.words import (
    BoardRecord,
    ChatRecord,
    DraftRecord,
    EditionRecord,
    MailRecord,
    MotdRecord,
    NewsRecord,
    OnelinerRecord,
    PostRecord,
    ThreadRecord,
)

__all__ = [
    "AccountRecord",
    "AchievementRecord",
    "AnswerRecord",
    "AuditRecord",
    "BanRecord",
    "BoardRecord",
    "CallRecord",
    "ChatRecord",
    "CheckpointRecord",
    "DraftRecord",
    "EditionRecord",
    "FailureRecord",
    "GameRecord",
    "HistoryRecord",
    "HonourLine",
    "HonourRecord",
    "InviteRecord",
    "Json",
    "KeyRecord",
    "MailRecord",
    "MotdRecord",
    "NewsRecord",
    "NotificationRecord",
    "OnelinerRecord",
    "PostRecord",
    "Record",
    "ReportRecord",
    "SeatHistoryRecord",
    "SeatRecord",
    "SettingRecord",
    "ThreadRecord",
    "TokenRecord",
]
