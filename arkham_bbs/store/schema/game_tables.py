"""Tables of games: seats, answers, history, the roll of honour, notices.

Room: store. Imports SQLAlchemy and its neighbours here.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
)

from arkham_bbs.store.columns import Blob, CleanText, JsonText, PlainText
from arkham_bbs.store.schema.base import account, at, game, metadata, row_id

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", CleanText, nullable=False),
    Column("state", String(16), nullable=False),
    Column("paused", Boolean(create_constraint=False), nullable=False),
    account("host_id", keep=True),
    Column("code", String(32), nullable=True, unique=True),
    Column("setup", JsonText, nullable=False),
    Column("options", JsonText, nullable=False),
    Column("pace", JsonText, nullable=False),
    # Not "table": the word is reserved in SQL, and people look at a database with psql.
    Column("arrangement", JsonText, nullable=False),
    Column("rules_version", String(64), nullable=False),
    Column("seed", Blob, nullable=False),
    Column("commitment", String(128), nullable=False),
    at("created_at"),
    at("started_at", optional=True),
    at("ended_at", optional=True),
    at("active_at"),
    Column("result", JsonText, nullable=True),
    Index("ix_games_state_active_at", "state", "active_at"),
    Index("ix_games_ended_at", "ended_at"),
)

seats = Table(
    "seats",
    metadata,
    game(),
    Column("seat", Integer, nullable=False),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("controller", String(16), nullable=False),
    at("since"),
    Column("data", JsonText, nullable=False),
    PrimaryKeyConstraint("game_id", "seat"),
    Index("ix_seats_account_id", "account_id"),
)

seat_history = Table(
    "seat_history",
    metadata,
    row_id(),
    game(),
    Column("seat", Integer, nullable=False),
    account(keep=True),
    Column("name", CleanText, nullable=False),
    Column("controller", String(16), nullable=False),
    Column("change", String(32), nullable=False),
    Column("by", CleanText, nullable=False),
    at(),
    Index("ix_seat_history_game_id", "game_id"),
    Index("ix_seat_history_account_id", "account_id"),
    sqlite_autoincrement=True,
)

answers = Table(
    "answers",
    metadata,
    game(),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", PlainText, nullable=False),
    Column("interjection", Boolean(create_constraint=False), nullable=False),
    at(),
    PrimaryKeyConstraint("game_id", "seq"),
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    game(),
    Column("seq", Integer, nullable=False),
    Column("blob", Blob, nullable=False),
    at(),
    PrimaryKeyConstraint("game_id", "seq"),
)

history = Table(
    "history",
    metadata,
    game(),
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
    row_id(),
    # A line of the roll outlives its game (retention) and its account.
    Column("game_id", String(32), nullable=False),
    account(keep=True),
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
    at(),
    UniqueConstraint("game_id", "investigator"),
    Index("ix_honours_rank_key", "rank_key"),
    Index("ix_honours_account_id", "account_id"),
    sqlite_autoincrement=True,
)

achievements = Table(
    "achievements",
    metadata,
    account(),
    Column("key", String(64), nullable=False),
    Column("game_id", String(32), nullable=True),
    at(),
    PrimaryKeyConstraint("account_id", "key"),
)

notifications = Table(
    "notifications",
    metadata,
    game(),
    Column("decision", Integer, nullable=False),
    account(),
    Column("kind", String(32), nullable=False),
    Column("way", String(32), nullable=False),
    at(),
    Column("result", PlainText, nullable=False),
    PrimaryKeyConstraint("game_id", "decision", "account_id", "kind", "way"),
    Index("ix_notifications_account_id_at", "account_id", "at"),
)

invites = Table(
    "invites",
    metadata,
    row_id(),
    Column("kind", String(16), nullable=False),
    Column("code", String(64), nullable=False, unique=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
    Column("seat", Integer, nullable=True),
    account("from_id", keep=True),
    account("to_id", optional=True),
    Column("note", CleanText, nullable=False),
    Column("uses_left", Integer, nullable=False),
    at("created_at"),
    at("expires_at", optional=True),
    Index("ix_invites_to_id", "to_id"),
    Index("ix_invites_game_id", "game_id"),
    sqlite_autoincrement=True,
)

reports = Table(
    "reports",
    metadata,
    row_id(),
    Column("ref", String(16), nullable=False, unique=True),
    Column("kind", String(32), nullable=False),
    account(keep=True),
    Column("game_id", String(32), nullable=True),
    Column("text", CleanText, nullable=False),
    Column("data", JsonText, nullable=False),
    at(),
    at("closed_at", optional=True),
    sqlite_autoincrement=True,
)
