"""Games, seats, answers, checkpoints and the history that replays are made of.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.database import Database
from arkham_bbs.store.errors import Missing
from arkham_bbs.store.records import (
    AnswerRecord,
    CheckpointRecord,
    GameRecord,
    HistoryRecord,
    Json,
    SeatHistoryRecord,
    SeatRecord,
)
from arkham_bbs.store.repository import Repository, columns_of, like_pattern

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

    async def by_code(self, code: str) -> GameRecord | None:
        return await self._one(GameRecord, select(*self._columns).where(self._t.c.code == code))

    async def by_prefix(self, text: str, limit: int = 10) -> Sequence[GameRecord]:
        """Return games whose id begins with ``text``, by id."""
        return await self._all(
            GameRecord,
            select(*self._columns)
            .where(self._t.c.id.like(like_pattern(text, start=True), escape="\\"))
            .order_by(self._t.c.id)
            .limit(limit),
        )

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


class Checkpoints(Repository):
    """Saved states of a game."""

    _t = schema.checkpoints
    _columns = columns_of(CheckpointRecord, schema.checkpoints)

    def __init__(self, database: Database, *, keep: int) -> None:
        super().__init__(database)
        self._keep = keep

    async def save(self, game_id: str, seq: int, blob: bytes) -> None:
        """Keep the state after answer ``seq``; older ones beyond the last few are let go.

        The first one, of seq 0, always stays: a replay begins there. Joins the transaction of
        the answers that are waiting at the moment.
        """
        now = self._now()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                self._database.insert(self._t)
                .values(game_id=game_id, seq=seq, blob=blob, at=now)
                .on_conflict_do_update(
                    index_elements=["game_id", "seq"], set_={"blob": blob, "at": now}
                )
            )
            kept = (
                select(self._t.c.seq)
                .where(self._t.c.game_id == game_id)
                .order_by(self._t.c.seq.desc())
                .limit(self._keep)
            )
            await connection.execute(
                delete(self._t).where(
                    self._t.c.game_id == game_id,
                    self._t.c.seq > 0,
                    self._t.c.seq.not_in(kept),
                )
            )

        await self._database.write(work)

    async def latest(self, game_id: str) -> CheckpointRecord | None:
        return await self._one(
            CheckpointRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id)
            .order_by(self._t.c.seq.desc())
            .limit(1),
        )

    async def at_or_before(self, game_id: str, seq: int) -> CheckpointRecord | None:
        return await self._one(
            CheckpointRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.seq <= seq)
            .order_by(self._t.c.seq.desc())
            .limit(1),
        )

    async def list(self, game_id: str) -> Sequence[CheckpointRecord]:
        return await self._all(
            CheckpointRecord,
            select(*self._columns).where(self._t.c.game_id == game_id).order_by(self._t.c.seq),
        )


class Answers(Repository):
    """The answers of all games: only ever appended to."""

    _t = schema.answers
    _columns = columns_of(AnswerRecord, schema.answers)

    async def append(
        self, game_id: str, seq: int, seat: int, key: str, interjection: bool = False
    ) -> None:
        """Record one answer; it is durable on return.

        When the caller is cancelled while waiting the answer may be saved or not: look at
        ``last_seq``.

        Raises:
            SequenceTaken: another answer has this number; nothing was saved.
            StoreUnavailable: the database cannot now; see there.
            Missing: no such game.
        """
        await self._database.writer.append(
            {
                "game_id": game_id,
                "seq": seq,
                "seat": seat,
                "key": key,
                "interjection": interjection,
                "at": self._now(),
            }
        )

    async def since(self, game_id: str, seq: int = 0) -> Sequence[AnswerRecord]:
        """Return the answers after ``seq``."""
        return await self._all(
            AnswerRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.seq > seq)
            .order_by(self._t.c.seq),
        )

    async def last_seq(self, game_id: str) -> int:
        """Return the number of the last answer, 0 when there is none."""
        return await self._number(
            select(func.max(self._t.c.seq)).where(self._t.c.game_id == game_id)
        )

    async def load(self, game_id: str) -> tuple[CheckpointRecord | None, list[AnswerRecord]]:
        """Return the last checkpoint and the answers since, from one moment of the database."""
        checkpoints = schema.checkpoints

        async def work(
            connection: AsyncConnection,
        ) -> tuple[CheckpointRecord | None, list[AnswerRecord]]:
            found = (
                (
                    await connection.execute(
                        select(*Checkpoints._columns)
                        .where(checkpoints.c.game_id == game_id)
                        .order_by(checkpoints.c.seq.desc())
                        .limit(1)
                    )
                )
                .mappings()
                .first()
            )
            checkpoint = None if found is None else CheckpointRecord(**found)
            rows = await connection.execute(
                select(*self._columns)
                .where(
                    self._t.c.game_id == game_id,
                    self._t.c.seq > (0 if checkpoint is None else checkpoint.seq),
                )
                .order_by(self._t.c.seq)
            )
            return checkpoint, [AnswerRecord(**row) for row in rows.mappings()]

        return await self._database.read(work)


class History(Repository):
    """Events as they were told, for log, search and replay."""

    _t = schema.history
    _columns = columns_of(HistoryRecord, schema.history)

    async def append(self, game_id: str, entries: Iterable[HistoryRecord]) -> None:
        """Keep events; one that is kept already (same seq and part) stays as it is.

        That makes it safe to repeat after a restart, which tells the last events again.
        """
        rows: list[Json] = [
            {
                "game_id": game_id,
                "seq": entry.seq,
                "part": entry.part,
                "turn": entry.turn,
                "kind": entry.kind,
                "data": entry.data,
                "text": entry.text,
            }
            for entry in entries
        ]
        if not rows:
            return

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(self._database.insert(self._t).on_conflict_do_nothing(), rows)

        await self._database.write(work)

    async def since(
        self, game_id: str, seq: int = 0, *, limit: int = 10_000
    ) -> Sequence[HistoryRecord]:
        """Return events of answers after ``seq`` (-1: from the set-up, which is seq 0)."""
        return await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.seq > seq)
            .order_by(self._t.c.seq, self._t.c.part)
            .limit(limit),
        )

    async def last(self, game_id: str, limit: int = 50) -> Sequence[HistoryRecord]:
        """Return the newest events, oldest of them first."""
        newest = await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id)
            .order_by(self._t.c.seq.desc(), self._t.c.part.desc())
            .limit(limit),
        )
        return newest[::-1]

    async def of_turn(self, game_id: str, turn: int) -> Sequence[HistoryRecord]:
        return await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(self._t.c.game_id == game_id, self._t.c.turn == turn)
            .order_by(self._t.c.seq, self._t.c.part),
        )

    async def turns(self, game_id: str) -> Sequence[int]:
        rows = await self._rows(
            select(self._t.c.turn)
            .where(self._t.c.game_id == game_id)
            .distinct()
            .order_by(self._t.c.turn)
        )
        return [row[0] for row in rows]

    async def search(self, game_id: str, text: str, limit: int = 50) -> Sequence[HistoryRecord]:
        """Return events whose sentence contains ``text``, whatever the case of its letters."""
        return await self._all(
            HistoryRecord,
            select(*self._columns)
            .where(
                self._t.c.game_id == game_id,
                func.lower(self._t.c.text).like(like_pattern(text.lower()), escape="\\"),
            )
            .order_by(self._t.c.seq, self._t.c.part)
            .limit(limit),
        )


__all__ = [
    "OPEN_STATES",
    "Answers",
    "Checkpoints",
    "Games",
    "History",
    "Seats",
    "new_id",
]
