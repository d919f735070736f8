"""What all repositories share: statements in, records out.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Executable, Table
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ColumnElement

from arkham_bbs.store.database import Database
from arkham_bbs.store.records import Record

R = TypeVar("R", bound=Record)


def columns_of(kind: type[Record], table: Table, /, **renamed: str) -> list[ColumnElement[Any]]:
    """Return the table's columns for a record's fields; ``field="column"`` where names differ."""
    return [
        table.c[renamed[name]].label(name) if name in renamed else table.c[name]
        for name in kind.__struct_fields__
    ]


class Repository:
    """Base: a repository owns its tables' SQL and nothing else."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _now(self) -> datetime:
        return self._database.clock()

    async def _one(self, kind: type[R], statement: Executable) -> R | None:
        rows = await self._database.fetch(statement)
        return kind(**rows[0]._mapping) if rows else None

    async def _all(self, kind: type[R], statement: Executable) -> list[R]:
        return [kind(**row._mapping) for row in await self._database.fetch(statement)]

    async def _rows(self, statement: Executable) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._database.fetch(statement)]

    async def _number(self, statement: Executable) -> int:
        rows = await self._rows(statement)
        return int(rows[0][0] or 0) if rows else 0

    async def _change(self, *statements: Executable) -> int:
        """Run the statements in one transaction; return how many rows the last one met."""

        async def work(connection: AsyncConnection) -> int:
            met = 0
            for statement in statements:
                met = (await connection.execute(statement)).rowcount
            return met

        return await self._database.write(work)

    async def _put(self, kind: type[R], statement: Executable) -> R | None:
        """Run a changing statement with RETURNING; None when no row came back."""

        async def work(connection: AsyncConnection) -> R | None:
            row = (await connection.execute(statement)).mappings().first()
            return None if row is None else kind(**row)

        return await self._database.write(work)

    async def _added(self, kind: type[R], statement: Executable) -> R:
        added = await self._put(kind, statement)
        assert added is not None, "an INSERT without a condition returns its row"
        return added


def like_pattern(text: str, *, start: bool = False) -> str:
    """Return a LIKE pattern (escape ``\\``) for texts that contain, or start with, ``text``."""
    safe = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{safe}%" if start else f"%{safe}%"
