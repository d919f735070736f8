"""Tables and their games.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, exists, func, select, update

from arkham_bbs.store import schema
from arkham_bbs.store.errors import Missing
from arkham_bbs.store.records import GameRecord, Json
from arkham_bbs.store.repository import Repository, columns_of

# No letters or digits that are mistaken for each other when an id is read out or copied.
_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_RENAMED = {"table": "arrangement"}
_CHANGEABLE = frozenset(GameRecord.__struct_fields__) - {"id", "created_at"}

OPEN_STATES = ("lobby", "live")


def new_id(length: int = 6) -> str:
    """Return a random id, easy to type and to say."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(length))


class Games(Repository):
    """Tables and their games."""

    _t = schema.games
    _columns = columns_of(GameRecord, schema.games, **_RENAMED)

    async def create(
        self,
        *,
        title: str,
        setup: Json,
        options: Json,
        pace: Json,
        table: Json,
        rules_version: str,
        seed: bytes,
        commitment: str,
        host_id: int | None,
        code: str | None = None,
        id: str | None = None,
    ) -> GameRecord:
        """Add a table in state "lobby".

        Raises:
            Duplicate: "exists"; the code, or the id that was asked for, is taken.
        """
        now = self._now()
        return await self._added(
            GameRecord,
            self._t.insert()
            .values(
                id=id or new_id(),
                title=title,
                state="lobby",
                paused=False,
                host_id=host_id,
                code=code,
                setup=setup,
                options=options,
                pace=pace,
                arrangement=table,
                rules_version=rules_version,
                seed=seed,
                commitment=commitment,
                created_at=now,
                started_at=None,
                ended_at=None,
                active_at=now,
                result=None,
            )
            .returning(*self._columns),
        )

    async def get(self, game_id: str) -> GameRecord | None:
        return await self._one(GameRecord, select(*self._columns).where(self._t.c.id == game_id))

    async def list(
        self,
        states: Sequence[str] = OPEN_STATES,
        *,
        account_id: int | None = None,
        limit: int = 1000,
        offset: int = 0,
    ) -> Sequence[GameRecord]:
        """List games, newest activity first; with ``account_id`` those where it sits."""
        statement = (
            select(*self._columns)
            .where(self._t.c.state.in_(tuple(states)))
            .order_by(self._t.c.active_at.desc(), self._t.c.id)
            .limit(limit)
            .offset(offset)
        )
        if account_id is not None:
            statement = statement.where(
                exists().where(
                    schema.seats.c.game_id == self._t.c.id,
                    schema.seats.c.account_id == account_id,
                )
            )
        return await self._all(GameRecord, statement)

    async def count(self, states: Sequence[str] = OPEN_STATES) -> int:
        return await self._number(
            select(func.count()).select_from(self._t).where(self._t.c.state.in_(tuple(states)))
        )

    async def update(self, game_id: str, **fields: Any) -> GameRecord:
        """Change fields of the record by name; activity is noted.

        Raises:
            ValueError: a field that is none or never changes.
            Missing: no such game.
            Duplicate: "exists"; the code is taken.
        """
        unknown = sorted(set(fields) - _CHANGEABLE)
        if unknown:
            raise ValueError(f"not a field of a game that may change: {unknown}")
        values = {_RENAMED.get(name, name): value for name, value in fields.items()}
        values.setdefault("active_at", self._now())
        changed = await self._put(
            GameRecord,
            update(self._t)
            .where(self._t.c.id == game_id)
            .values(**values)
            .returning(*self._columns),
        )
        if changed is None:
            raise Missing("missing", game=game_id)
        return changed

    async def start(self, game_id: str, **fields: Any) -> GameRecord:
        """Make a table live, with whatever else is settled at that moment."""
        return await self.update(game_id, state="live", started_at=self._now(), **fields)

    async def finish(self, game_id: str, state: str, result: Json | None) -> GameRecord:
        """End a game: ``state`` is "finished" or "ended". Its code becomes free."""
        return await self.update(
            game_id, state=state, result=result, ended_at=self._now(), paused=False, code=None
        )

    async def delete(self, game_id: str) -> bool:
        """Remove a game with its seats, answers, checkpoints, history and notices.

        The roll of honour stays.
        """
        met = await self._change(
            delete(schema.history).where(schema.history.c.game_id == game_id),
            delete(self._t).where(self._t.c.id == game_id),
        )
        return met == 1

    async def ended_between(self, start: datetime, end: datetime) -> Sequence[GameRecord]:
        """Return games that ended in [start, end), oldest first."""
        return await self._all(
            GameRecord,
            select(*self._columns)
            .where(self._t.c.ended_at >= start, self._t.c.ended_at < end)
            .order_by(self._t.c.ended_at, self._t.c.id),
        )

    async def started_between(self, start: datetime, end: datetime) -> Sequence[GameRecord]:
        """Return games that started in [start, end), oldest first."""
        return await self._all(
            GameRecord,
            select(*self._columns)
            .where(self._t.c.started_at >= start, self._t.c.started_at < end)
            .order_by(self._t.c.started_at, self._t.c.id),
        )

    async def ended_before(self, at: datetime, limit: int = 100) -> Sequence[GameRecord]:
        """Return games that ended before, oldest first: what retention may remove."""
        return await self._all(
            GameRecord,
            select(*self._columns)
            .where(self._t.c.ended_at < at)
            .order_by(self._t.c.ended_at)
            .limit(limit),
        )
