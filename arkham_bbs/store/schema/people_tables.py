"""Tables of people: accounts, and what they come in by or are kept out by.

Room: store. Imports SQLAlchemy and its neighbours here.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, String, Table

from arkham_bbs.store.columns import CleanText, Identity, JsonText, PlainText
from arkham_bbs.store.schema.base import account, at, metadata, row_id

accounts = Table(
    "accounts",
    metadata,
    row_id(),
    Column("handle", String(64), nullable=False),
    Column("folded", String(64), nullable=False, unique=True),
    Column("skeleton", String(128), nullable=False, unique=True),
    Column("password_hash", String(256), nullable=True),
    Column("role", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    at("created_at"),
    at("last_seen_at", optional=True),
    Column("calls", Integer, nullable=False),
    at("muted_until", optional=True),
    Column("profile", JsonText, nullable=False),
    Column("reset_hash", String(128), nullable=True),
    at("reset_expires_at", optional=True),
    Index("ix_accounts_role", "role"),
    Index("ix_accounts_state", "state"),
    sqlite_autoincrement=True,
)

ssh_keys = Table(
    "ssh_keys",
    metadata,
    row_id(),
    account(),
    Column("fingerprint", String(128), nullable=False, unique=True),
    Column("algorithm", String(64), nullable=False),
    Column("public_key", PlainText, nullable=False),
    Column("comment", CleanText, nullable=False),
    at("added_at"),
    at("used_at", optional=True),
    Index("ix_ssh_keys_account_id", "account_id"),
    sqlite_autoincrement=True,
)

login_failures = Table(
    "login_failures",
    metadata,
    Column("scope", String(16), nullable=False),
    Column("subject", String(128), nullable=False),
    Column("count", Integer, nullable=False),
    at("first_at"),
    at("last_at"),
    at("locked_until", optional=True),
    PrimaryKeyConstraint("scope", "subject"),
    Index("ix_login_failures_last_at", "last_at"),
)

bans = Table(
    "bans",
    metadata,
    row_id(),
    Column("kind", String(16), nullable=False),
    Column("subject", String(128), nullable=False),
    Column("reason", CleanText, nullable=False),
    Column("by", CleanText, nullable=False),
    at("created_at"),
    at("expires_at", optional=True),
    at("lifted_at", optional=True),
    Column("lifted_by", CleanText, nullable=True),
    Index("ix_bans_kind_subject", "kind", "subject"),
    sqlite_autoincrement=True,
)

resume_tokens = Table(
    "resume_tokens",
    metadata,
    Column("token_hash", String(128), primary_key=True),
    account(),
    Column("session_id", String(64), nullable=False),
    Column("address", String(128), nullable=False),
    Column("data", JsonText, nullable=False),
    at("issued_at"),
    at("expires_at"),
    Index("ix_resume_tokens_account_id", "account_id"),
    Index("ix_resume_tokens_expires_at", "expires_at"),
)

calls = Table(
    "calls",
    metadata,
    row_id(),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("door", String(16), nullable=False),
    Column("address", String(128), nullable=False),
    at("began_at"),
    at("ended_at", optional=True),
    Index("ix_calls_began_at", "began_at"),
    Index("ix_calls_account_id", "account_id"),
    sqlite_autoincrement=True,
)

ignores = Table(
    "ignores",
    metadata,
    account(),
    account("ignored_id"),
    at(),
    PrimaryKeyConstraint("account_id", "ignored_id"),
    Index("ix_ignores_ignored_id", "ignored_id"),
)

read_marks = Table(
    "read_marks",
    metadata,
    account(),
    Column("kind", String(16), nullable=False),
    Column("subject", Identity, nullable=False),
    Column("last_id", Identity, nullable=False),
    PrimaryKeyConstraint("account_id", "kind", "subject"),
)
