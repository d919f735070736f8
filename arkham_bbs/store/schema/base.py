"""The columns that tables share, and the catalogue they are entered in.

Room: store. Imports SQLAlchemy and its neighbours here.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, MetaData, String

from arkham_bbs.store.columns import Identity, UtcTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def row_id() -> Column[int]:
    """Number the rows; a number is never used again where the table says so."""
    return Column("id", Identity, primary_key=True, autoincrement=True)


def account(name: str = "account_id", *, keep: bool = False, optional: bool = False) -> Column[int]:
    """Refer to an account. ``keep``: the row outlives it, with the reference emptied."""
    rule = "SET NULL" if keep else "CASCADE"
    return Column(
        name,
        Identity,
        ForeignKey("accounts.id", ondelete=rule),
        nullable=keep or optional,
    )


def game() -> Column[str]:
    """Refer to a game; the row goes with it."""
    return Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


def at(name: str = "at", *, optional: bool = False) -> Column[object]:
    """Keep a moment."""
    return Column(name, UtcTime, nullable=optional)
