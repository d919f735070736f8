"""The tables. A change here arrives together with its migration in ``migrations/versions``.

Room: store. Imports SQLAlchemy and its neighbours here.

Two rules keep one schema true on SQLite and PostgreSQL: only the types of ``columns`` and plain
Integer, Boolean, String, Date; and ids that are never used again (``sqlite_autoincrement``), so
that a read mark cannot come to mean something newer.
"""

from __future__ import annotations

from arkham_bbs.store.schema.base import metadata
from arkham_bbs.store.schema.game_tables import (
    achievements,
    answers,
    checkpoints,
    games,
    history,
    honours,
    invites,
    notifications,
    reports,
    seat_history,
    seats,
)
from arkham_bbs.store.schema.office_tables import audit, settings
from arkham_bbs.store.schema.people_tables import (
    accounts,
    bans,
    calls,
    ignores,
    login_failures,
    read_marks,
    resume_tokens,
    ssh_keys,
)
from arkham_bbs.store.schema.word_tables import (
    boards,
    chat,
    drafts,
    editions,
    mail,
    motd,
    news,
    oneliners,
    posts,
    threads,
)

REVISION = "0001"
"""Head of the migrations: lets a start find out without loading Alembic that nothing is due."""

__all__ = [
    "REVISION",
    "accounts",
    "achievements",
    "answers",
    "audit",
    "bans",
    "boards",
    "calls",
    "chat",
    "checkpoints",
    "drafts",
    "editions",
    "games",
    "history",
    "honours",
    "ignores",
    "invites",
    "login_failures",
    "mail",
    "metadata",
    "motd",
    "news",
    "notifications",
    "oneliners",
    "posts",
    "read_marks",
    "reports",
    "resume_tokens",
    "seat_history",
    "seats",
    "settings",
    "ssh_keys",
    "threads",
]
