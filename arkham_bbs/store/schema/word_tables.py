"""Tables of words: chat, mail, boards, news.

Room: store. Imports SQLAlchemy and its neighbours here.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
)

from arkham_bbs.store.columns import CleanText, Identity, JsonText
from arkham_bbs.store.schema.base import account, at, metadata, row_id

chat = Table(
    "chat",
    metadata,
    row_id(),
    Column("channel", String(64), nullable=False),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("text", CleanText, nullable=False),
    Column("kind", String(16), nullable=False),
    at(),
    Index("ix_chat_channel_id", "channel", "id"),
    sqlite_autoincrement=True,
)

mail = Table(
    "mail",
    metadata,
    row_id(),
    account("from_id", keep=True),
    Column("from_name", CleanText, nullable=False),
    account("to_id"),
    Column("to_name", CleanText, nullable=False),
    Column("subject", CleanText, nullable=False),
    Column("body", CleanText, nullable=False),
    Column("reply_to", Identity, nullable=True),
    at("sent_at"),
    at("read_at", optional=True),
    Column("kept_by_sender", Boolean(create_constraint=False), nullable=False),
    Column("kept_by_reader", Boolean(create_constraint=False), nullable=False),
    Index("ix_mail_to_id", "to_id"),
    Index("ix_mail_from_id", "from_id"),
    sqlite_autoincrement=True,
)

drafts = Table(
    "drafts",
    metadata,
    account(),
    Column("kind", String(16), nullable=False),
    Column("slot", String(64), nullable=False),
    Column("data", JsonText, nullable=False),
    at("saved_at"),
    PrimaryKeyConstraint("account_id", "kind", "slot"),
)

boards = Table(
    "boards",
    metadata,
    row_id(),
    Column("name", String(32), nullable=False, unique=True),
    Column("title", CleanText, nullable=False),
    Column("description", CleanText, nullable=False),
    Column("write_role", String(16), nullable=False),
    Column("position", Integer, nullable=False),
    Column("archived", Boolean(create_constraint=False), nullable=False),
    sqlite_autoincrement=True,
)

threads = Table(
    "threads",
    metadata,
    row_id(),
    Column("board_id", Identity, ForeignKey("boards.id", ondelete="CASCADE"), nullable=False),
    Column("title", CleanText, nullable=False),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    at("created_at"),
    at("last_post_at"),
    Column("locked", Boolean(create_constraint=False), nullable=False),
    Column("pinned", Boolean(create_constraint=False), nullable=False),
    Index("ix_threads_board_id_last_post_at", "board_id", "last_post_at"),
    sqlite_autoincrement=True,
)

posts = Table(
    "posts",
    metadata,
    row_id(),
    Column("thread_id", Identity, ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("body", CleanText, nullable=False),
    at(),
    Column("hidden_by", CleanText, nullable=True),
    Index("ix_posts_thread_id", "thread_id"),
    Index("ix_posts_account_id", "account_id"),
    sqlite_autoincrement=True,
)

oneliners = Table(
    "oneliners",
    metadata,
    row_id(),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("text", CleanText, nullable=False),
    at(),
    sqlite_autoincrement=True,
)

news = Table(
    "news",
    metadata,
    row_id(),
    Column("title", CleanText, nullable=False),
    Column("body", CleanText, nullable=False),
    Column("by", CleanText, nullable=False),
    at(),
    sqlite_autoincrement=True,
)

editions = Table(
    "editions",
    metadata,
    Column("day", Date, primary_key=True),
    Column("lines", JsonText, nullable=False),
    at(),
)

motd = Table(
    "motd",
    metadata,
    row_id(),
    Column("text", CleanText, nullable=False),
    Column("by", CleanText, nullable=False),
    at(),
    sqlite_autoincrement=True,
)
