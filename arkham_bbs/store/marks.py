"""Read marks: how far an account has read in something whose ids grow.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.database import Database


async def mark_read(
    database: Database,
    connection: AsyncConnection,
    account_id: int,
    kind: str,
    subject: int,
    last_id: int,
) -> None:
    """Move a mark forward; it never moves back."""
    marks = schema.read_marks
    statement = database.insert(marks).values(
        account_id=account_id, kind=kind, subject=subject, last_id=last_id
    )
    further = statement.excluded.last_id > marks.c.last_id
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["account_id", "kind", "subject"],
            set_={"last_id": case((further, statement.excluded.last_id), else_=marks.c.last_id)},
        )
    )


def mark_of(account_id: int, kind: str, subject: Any) -> Any:
    """Return the mark as a scalar subquery, NULL when there is none."""
    marks = schema.read_marks
    return (
        select(marks.c.last_id)
        .where(marks.c.account_id == account_id, marks.c.kind == kind, marks.c.subject == subject)
        .scalar_subquery()
    )
