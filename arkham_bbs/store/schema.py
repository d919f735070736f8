"""The tables. A change here arrives together with its migration in ``migrations/versions``.

Room: store. Imports SQLAlchemy and its neighbours here.

Two rules keep one schema true on SQLite and PostgreSQL: only the types of ``columns`` and plain
Integer, Boolean, String, Date; and ids that are never used again (``sqlite_autoincrement``), so
that a read mark cannot come to mean something newer.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
)

from arkham_bbs.store.columns import Blob, CleanText, Identity, JsonText, PlainText, UtcTime

REVISION = "0001"
"""Head of the migrations: lets a start find out without loading Alembic that nothing is due."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    return Column("id", Identity, primary_key=True, autoincrement=True)


def _account(
    name: str = "account_id", *, keep: bool = False, optional: bool = False
) -> Column[int]:
    """Refer to an account. ``keep``: the row outlives it, with the reference emptied."""
    rule = "SET NULL" if keep else "CASCADE"
    return Column(
        name,
        Identity,
        ForeignKey("accounts.id", ondelete=rule),
        nullable=keep or optional,
    )


def _game() -> Column[str]:
    return Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


def _at(name: str = "at", *, optional: bool = False) -> Column[object]:
    return Column(name, UtcTime, nullable=optional)


# -- people ---------------------------------------------------------------------------------

accounts = Table(
    "accounts",
    metadata,
    _id(),
    Column("handle", String(64), nullable=False),
    Column("folded", String(64), nullable=False, unique=True),
    Column("skeleton", String(128), nullable=False, unique=True),
    Column("password_hash", String(256), nullable=True),
    Column("role", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    _at("created_at"),
    _at("last_seen_at", optional=True),
    Column("calls", Integer, nullable=False),
    _at("muted_until", optional=True),
    Column("profile", JsonText, nullable=False),
    Column("reset_hash", String(128), nullable=True),
    _at("reset_expires_at", optional=True),
    Index("ix_accounts_role", "role"),
    Index("ix_accounts_state", "state"),
    sqlite_autoincrement=True,
)

ssh_keys = Table(
    "ssh_keys",
    metadata,
    _id(),
    _account(),
    Column("fingerprint", String(128), nullable=False, unique=True),
    Column("algorithm", String(64), nullable=False),
    Column("public_key", PlainText, nullable=False),
    Column("comment", CleanText, nullable=False),
    _at("added_at"),
    _at("used_at", optional=True),
    Index("ix_ssh_keys_account_id", "account_id"),
    sqlite_autoincrement=True,
)

login_failures = Table(
    "login_failures",
    metadata,
    Column("scope", String(16), nullable=False),
    Column("subject", String(128), nullable=False),
    Column("count", Integer, nullable=False),
    _at("first_at"),
    _at("last_at"),
    _at("locked_until", optional=True),
    PrimaryKeyConstraint("scope", "subject"),
    Index("ix_login_failures_last_at", "last_at"),
)

bans = Table(
    "bans",
    metadata,
    _id(),
    Column("kind", String(16), nullable=False),
    Column("subject", String(128), nullable=False),
    Column("reason", CleanText, nullable=False),
    Column("by", CleanText, nullable=False),
    _at("created_at"),
    _at("expires_at", optional=True),
    _at("lifted_at", optional=True),
    Column("lifted_by", CleanText, nullable=True),
    Index("ix_bans_kind_subject", "kind", "subject"),
    sqlite_autoincrement=True,
)

resume_tokens = Table(
    "resume_tokens",
    metadata,
    Column("token_hash", String(128), primary_key=True),
    _account(),
    Column("session_id", String(64), nullable=False),
    Column("address", String(128), nullable=False),
    Column("data", JsonText, nullable=False),
    _at("issued_at"),
    _at("expires_at"),
    Index("ix_resume_tokens_account_id", "account_id"),
    Index("ix_resume_tokens_expires_at", "expires_at"),
)

calls = Table(
    "calls",
    metadata,
    _id(),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("door", String(16), nullable=False),
    Column("address", String(128), nullable=False),
    _at("began_at"),
    _at("ended_at", optional=True),
    Index("ix_calls_began_at", "began_at"),
    Index("ix_calls_account_id", "account_id"),
    sqlite_autoincrement=True,
)

ignores = Table(
    "ignores",
    metadata,
    _account(),
    _account("ignored_id"),
    _at(),
    PrimaryKeyConstraint("account_id", "ignored_id"),
    Index("ix_ignores_ignored_id", "ignored_id"),
)

read_marks = Table(
    "read_marks",
    metadata,
    _account(),
    Column("kind", String(16), nullable=False),
    Column("subject", Identity, nullable=False),
    Column("last_id", Identity, nullable=False),
    PrimaryKeyConstraint("account_id", "kind", "subject"),
)

# -- games ----------------------------------------------------------------------------------

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", CleanText, nullable=False),
    Column("state", String(16), nullable=False),
    Column("paused", Boolean(create_constraint=False), nullable=False),
    _account("host_id", keep=True),
    Column("code", String(32), nullable=True, unique=True),
    Column("setup", JsonText, nullable=False),
    Column("options", JsonText, nullable=False),
    Column("pace", JsonText, nullable=False),
    # Not "table": the word is reserved in SQL, and people look at a database with psql.
    Column("arrangement", JsonText, nullable=False),
    Column("rules_version", String(64), nullable=False),
    Column("seed", Blob, nullable=False),
    Column("commitment", String(128), nullable=False),
    _at("created_at"),
    _at("started_at", optional=True),
    _at("ended_at", optional=True),
    _at("active_at"),
    Column("result", JsonText, nullable=True),
    Index("ix_games_state_active_at", "state", "active_at"),
    Index("ix_games_ended_at", "ended_at"),
)

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("seat", Integer, nullable=False),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("controller", String(16), nullable=False),
    _at("since"),
    Column("data", JsonText, nullable=False),
    PrimaryKeyConstraint("game_id", "seat"),
    Index("ix_seats_account_id", "account_id"),
)

seat_history = Table(
    "seat_history",
    metadata,
    _id(),
    _game(),
    Column("seat", Integer, nullable=False),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("controller", String(16), nullable=False),
    Column("change", String(32), nullable=False),
    Column("by", CleanText, nullable=False),
    _at(),
    Index("ix_seat_history_game_id", "game_id"),
    Index("ix_seat_history_account_id", "account_id"),
    sqlite_autoincrement=True,
)

answers = Table(
    "answers",
    metadata,
    _game(),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", PlainText, nullable=False),
    Column("interjection", Boolean(create_constraint=False), nullable=False),
    _at(),
    PrimaryKeyConstraint("game_id", "seq"),
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    _game(),
    Column("seq", Integer, nullable=False),
    Column("blob", Blob, nullable=False),
    _at(),
    PrimaryKeyConstraint("game_id", "seq"),
)

history = Table(
    "history",
    metadata,
    _game(),
    Column("seq", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("kind", String(64), nullable=False),
    Column("data", PlainText, nullable=False),
    Column("text", PlainText, nullable=False),
    PrimaryKeyConstraint("game_id", "seq", "part"),
    Index("ix_history_game_id_turn", "game_id", "turn"),
)

honours = Table(
    "honours",
    metadata,
    _id(),
    # A line of the roll outlives its game (retention) and its account.
    Column("game_id", String(32), nullable=False),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("investigator", String(64), nullable=False),
    Column("first_citizen", Boolean(create_constraint=False), nullable=False),
    Column("victory", Boolean(create_constraint=False), nullable=False),
    Column("reason", String(64), nullable=False),
    Column("rank", JsonText, nullable=False),
    Column("rank_key", String(128), nullable=False),
    Column("turns", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("details", JsonText, nullable=False),
    _at(),
    UniqueConstraint("game_id", "investigator"),
    Index("ix_honours_rank_key", "rank_key"),
    Index("ix_honours_account_id", "account_id"),
    sqlite_autoincrement=True,
)

achievements = Table(
    "achievements",
    metadata,
    _account(),
    Column("key", String(64), nullable=False),
    Column("game_id", String(32), nullable=True),
    _at(),
    PrimaryKeyConstraint("account_id", "key"),
)

notifications = Table(
    "notifications",
    metadata,
    _game(),
    Column("decision", Integer, nullable=False),
    _account(),
    Column("kind", String(32), nullable=False),
    Column("way", String(32), nullable=False),
    _at(),
    Column("result", PlainText, nullable=False),
    PrimaryKeyConstraint("game_id", "decision", "account_id", "kind", "way"),
    Index("ix_notifications_account_id_at", "account_id", "at"),
)

invites = Table(
    "invites",
    metadata,
    _id(),
    Column("kind", String(16), nullable=False),
    Column("code", String(64), nullable=False, unique=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
    Column("seat", Integer, nullable=True),
    _account("from_id", keep=True),
    _account("to_id", optional=True),
    Column("note", CleanText, nullable=False),
    Column("uses_left", Integer, nullable=False),
    _at("created_at"),
    _at("expires_at", optional=True),
    Index("ix_invites_to_id", "to_id"),
    Index("ix_invites_game_id", "game_id"),
    sqlite_autoincrement=True,
)

reports = Table(
    "reports",
    metadata,
    _id(),
    Column("ref", String(16), nullable=False, unique=True),
    Column("kind", String(32), nullable=False),
    _account(keep=True),
    Column("game_id", String(32), nullable=True),
    Column("text", CleanText, nullable=False),
    Column("data", JsonText, nullable=False),
    _at(),
    _at("closed_at", optional=True),
    sqlite_autoincrement=True,
)

# -- words ----------------------------------------------------------------------------------

chat = Table(
    "chat",
    metadata,
    _id(),
    Column("channel", String(64), nullable=False),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("text", CleanText, nullable=False),
    Column("kind", String(16), nullable=False),
    _at(),
    Index("ix_chat_channel_id", "channel", "id"),
    sqlite_autoincrement=True,
)

mail = Table(
    "mail",
    metadata,
    _id(),
    _account("from_id", keep=True),
    Column("from_name", CleanText, nullable=False),
    _account("to_id"),
    Column("to_name", CleanText, nullable=False),
    Column("subject", CleanText, nullable=False),
    Column("body", CleanText, nullable=False),
    Column("reply_to", Identity, nullable=True),
    _at("sent_at"),
    _at("read_at", optional=True),
    Column("kept_by_sender", Boolean(create_constraint=False), nullable=False),
    Column("kept_by_reader", Boolean(create_constraint=False), nullable=False),
    Index("ix_mail_to_id", "to_id"),
    Index("ix_mail_from_id", "from_id"),
    sqlite_autoincrement=True,
)

drafts = Table(
    "drafts",
    metadata,
    _account(),
    Column("kind", String(16), nullable=False),
    Column("slot", String(64), nullable=False),
    Column("data", JsonText, nullable=False),
    _at("saved_at"),
    PrimaryKeyConstraint("account_id", "kind", "slot"),
)

boards = Table(
    "boards",
    metadata,
    _id(),
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
    _id(),
    Column("board_id", Identity, ForeignKey("boards.id", ondelete="CASCADE"), nullable=False),
    Column("title", CleanText, nullable=False),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    _at("created_at"),
    _at("last_post_at"),
    Column("locked", Boolean(create_constraint=False), nullable=False),
    Column("pinned", Boolean(create_constraint=False), nullable=False),
    Index("ix_threads_board_id_last_post_at", "board_id", "last_post_at"),
    sqlite_autoincrement=True,
)

posts = Table(
    "posts",
    metadata,
    _id(),
    Column("thread_id", Identity, ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("body", CleanText, nullable=False),
    _at(),
    Column("hidden_by", CleanText, nullable=True),
    Index("ix_posts_thread_id", "thread_id"),
    Index("ix_posts_account_id", "account_id"),
    sqlite_autoincrement=True,
)

oneliners = Table(
    "oneliners",
    metadata,
    _id(),
    _account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("text", CleanText, nullable=False),
    _at(),
    sqlite_autoincrement=True,
)

news = Table(
    "news",
    metadata,
    _id(),
    Column("title", CleanText, nullable=False),
    Column("body", CleanText, nullable=False),
    Column("by", CleanText, nullable=False),
    _at(),
    sqlite_autoincrement=True,
)

editions = Table(
    "editions",
    metadata,
    Column("day", Date, primary_key=True),
    Column("lines", JsonText, nullable=False),
    _at(),
)

motd = Table(
    "motd",
    metadata,
    _id(),
    Column("text", CleanText, nullable=False),
    Column("by", CleanText, nullable=False),
    _at(),
    sqlite_autoincrement=True,
)

# -- the sysop's ----------------------------------------------------------------------------

audit = Table(
    "audit",
    metadata,
    _id(),
    _at(),
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
    _at(),
)
