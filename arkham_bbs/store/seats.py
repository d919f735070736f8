"""Who sits where, and who sat there before.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.games import OPEN_STATES
from arkham_bbs.store.records import Json, SeatHistoryRecord, SeatRecord
from arkham_bbs.store.repository import Repository, columns_of


class Seats(Repository):
    """Who sits where, and who sat there before."""

    _t = schema.seats
    _h = schema.seat_history
    _columns = columns_of(SeatRecord, schema.seats)
    _history_columns = columns_of(SeatHistoryRecord, schema.seat_history)

    async def put(
        self,
        game_id: str,
        seat: int,
        *,
        account_id: int | None,
        name: str,
        controller: str = "caller",
        change: str = "sat",
        by: str = "",
        data: Json | None = None,
    ) -> SeatRecord:
        """Say who has the seat from now on, and note the change in its history.

        ``data`` None keeps what a seat that exists already has.

        Raises:
            Missing: no such game or account.
        """
        now = self._now()
        values = {"account_id": account_id, "name": name, "controller": controller, "since": now}
        changed = values if data is None else {**values, "data": data}

        async def work(connection: AsyncConnection) -> SeatRecord:
            row = (
                (
                    await connection.execute(
                        self._database.insert(self._t)
                        .values(game_id=game_id, seat=seat, **{"data": {}, **changed})
                        .on_conflict_do_update(index_elements=["game_id", "seat"], set_=changed)
                        .returning(*self._columns)
                    )
                )
                .mappings()
                .one()
            )
            await self._note(
                connection, game_id, seat, account_id, name, controller, change, by, now
            )
            return SeatRecord(**row)

        return await self._database.write(work)

    async def remove(self, game_id: str, seat: int, change: str = "left", by: str = "") -> bool:
        """Take the seat away (before the start); False when there was none."""
        now = self._now()

        async def work(connection: AsyncConnection) -> bool:
            row = (
                (
                    await connection.execute(
                        delete(self._t)
                        .where(self._t.c.game_id == game_id, self._t.c.seat == seat)
                        .returning(*self._columns)
                    )
                )
                .mappings()
                .first()
            )
            if row is None:
                return False
            gone = SeatRecord(**row)
            await self._note(
                connection,
                game_id,
                seat,
                gone.account_id,
                gone.name,
                gone.controller,
                change,
                by,
                now,
            )
            return True

        return await self._database.write(work)

    async def set_data(self, game_id: str, seat: int, data: Json) -> bool:
        """Change what the lobby keeps beside the seat, without a line in the history."""
        met = await self._change(
            update(self._t)
            .where(self._t.c.game_id == game_id, self._t.c.seat == seat)
            .values(data=data)
        )
        return met == 1

    async def list(self, game_id: str) -> Sequence[SeatRecord]:
        """By seat."""
        return await self._all(
            SeatRecord,
            select(*self._columns).where(self._t.c.game_id == game_id).order_by(self._t.c.seat),
        )

    async def of_games(self, game_ids: Iterable[str]) -> dict[str, Sequence[SeatRecord]]:
        """Return the seats of many games; each wanted id is a key."""
        wanted = sorted(set(game_ids))
        found: dict[str, Sequence[SeatRecord]] = {game_id: [] for game_id in wanted}
        collected: dict[str, Any] = {game_id: [] for game_id in wanted}
        for start in range(0, len(wanted), 500):
            for seat in await self._all(
                SeatRecord,
                select(*self._columns)
                .where(self._t.c.game_id.in_(wanted[start : start + 500]))
                .order_by(self._t.c.game_id, self._t.c.seat),
            ):
                collected[seat.game_id].append(seat)
        found.update(collected)
        return found

    async def of_account(
        self, account_id: int, states: Sequence[str] = OPEN_STATES
    ) -> Sequence[SeatRecord]:
        """Return the account's seats in games of these states, newest activity first."""
        return await self._all(
            SeatRecord,
            select(*self._columns)
            .join(schema.games, schema.games.c.id == self._t.c.game_id)
            .where(self._t.c.account_id == account_id, schema.games.c.state.in_(tuple(states)))
            .order_by(schema.games.c.active_at.desc(), self._t.c.game_id, self._t.c.seat),
        )

    async def history(self, game_id: str) -> Sequence[SeatHistoryRecord]:
        return await self._all(
            SeatHistoryRecord,
            select(*self._history_columns)
            .where(self._h.c.game_id == game_id)
            .order_by(self._h.c.id),
        )

    async def _note(
        self,
        connection: AsyncConnection,
        game_id: str,
        seat: int,
        account_id: int | None,
        name: str,
        controller: str,
        change: str,
        by: str,
        at: datetime,
    ) -> None:
        await connection.execute(
            insert(self._h).values(
                game_id=game_id,
                seat=seat,
                account_id=account_id,
                name=name,
                controller=controller,
                change=change,
                by=by,
                at=at,
            )
        )
