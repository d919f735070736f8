"""Tables of the sysop: the audit trail and the settings.

Room: store. Imports SQLAlchemy and its neighbours here.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from arkham_bbs.store.columns import CleanText, Identity, JsonText
from arkham_bbs.store.schema.base import at, metadata, row_id

audit = Table(
    "audit",
    metadata,
    row_id(),
    at(),
    # Deliberately no foreign key: the trail keeps the id of an account that is gone.
    Column("account_id", Identity, nullable=True),
    Column("who", CleanText, nullable=False),
    Column("way", String(16), nullable=False),
    Column("address", String(128), nullable=False),
    Column("action", String(64), nullable=False),
    Column("subject", CleanText, nullable=False),
    Column("why", CleanText, nullable=False),
    Column("result", String(64), nullable=False),
    Column("details", JsonText, nullable=False),
    Index("ix_audit_at", "at"),
    Index("ix_audit_action", "action"),
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column("key", String(128), primary_key=True),
    Column("value", JsonText, nullable=False),
    Column("by", CleanText, nullable=False),
    at(),
)
