"""Roll of honour, achievements, notices that were sent, reports of trouble.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.errors import Duplicate
from arkham_bbs.store.records import (
    AchievementRecord,
    HonourLine,
    HonourRecord,
    Json,
    NotificationRecord,
    ReportRecord,
)
from arkham_bbs.store.repository import Repository, columns_of

CLAIM_S = 900.0
"""For how long a notice that is claimed counts as on its way."""


def rank_key(rank: Sequence[int]) -> str:
    """Return a text that sorts like the rank: numbers from -500,000 to 499,999."""
    return ".".join(f"{max(0, min(999_999, number + 500_000)):06d}" for number in rank[:8])


class Honours(Repository):
    """The roll of honour across games."""

    _t = schema.honours
    _columns = columns_of(HonourRecord, schema.honours)

    async def record(self, game_id: str, lines: Iterable[HonourLine]) -> None:
        """Enter a finished game; lines already there stay, so it is safe to repeat."""
        now = self._now()
        rows: list[Json] = [
            {
                "game_id": game_id,
                "account_id": line.account_id,
                "name": line.name,
                "investigator": line.investigator,
                "first_citizen": line.first_citizen,
                "victory": line.victory,
                "reason": line.reason,
                "rank": list(line.rank),
                "rank_key": rank_key(line.rank),
                "turns": line.turns,
                "players": line.players,
                "details": line.details,
                "at": now,
            }
            for line in lines
        ]
        if not rows:
            return

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(self._database.insert(self._t).on_conflict_do_nothing(), rows)

        await self._database.write(work)

    async def top(self, limit: int = 20, *, victories_only: bool = False) -> list[HonourRecord]:
        """Return the best lines, best first, and all that tie with the last one listed."""
        wanted = [self._t.c.victory.is_(True)] if victories_only else []
        last = (
            select(self._t.c.rank_key)
            .where(*wanted)
            .order_by(self._t.c.rank_key.desc())
            .limit(1)
            .offset(max(0, limit - 1))
            .scalar_subquery()
        )
        return _tuples(
            await self._all(
                HonourRecord,
                select(*self._columns)
                .where(*wanted, self._t.c.rank_key >= func.coalesce(last, ""))
                .order_by(self._t.c.rank_key.desc(), self._t.c.at, self._t.c.id),
            )
        )

    async def of_account(self, account_id: int, limit: int = 100) -> list[HonourRecord]:
        """Newest first."""
        return _tuples(
            await self._all(
                HonourRecord,
                select(*self._columns)
                .where(self._t.c.account_id == account_id)
                .order_by(self._t.c.id.desc())
                .limit(limit),
            )
        )

    async def of_game(self, game_id: str) -> list[HonourRecord]:
        """Best first."""
        return _tuples(
            await self._all(
                HonourRecord,
                select(*self._columns)
                .where(self._t.c.game_id == game_id)
                .order_by(self._t.c.rank_key.desc(), self._t.c.id),
            )
        )

    async def between(self, start: datetime, end: datetime) -> list[HonourRecord]:
        """Return the lines entered in [start, end), oldest first: news for the newspaper."""
        return _tuples(
            await self._all(
                HonourRecord,
                select(*self._columns)
                .where(self._t.c.at >= start, self._t.c.at < end)
                .order_by(self._t.c.id),
            )
        )

    async def statistics(self, account_id: int) -> Json:
        """Return ``games``, ``victories``, ``first_citizen``, ``turns``, ``best_rank`` or None."""
        lines = await self.of_account(account_id, limit=100_000)
        games = {line.game_id: line for line in lines}
        return {
            "games": len(games),
            "victories": sum(line.victory for line in games.values()),
            "first_citizen": sum(line.first_citizen for line in lines),
            "turns": sum(line.turns for line in games.values()),
            "best_rank": max((list(line.rank) for line in lines), default=None),
        }


def _tuples(records: Iterable[HonourRecord]) -> list[HonourRecord]:
    return [msgspec.structs.replace(record, rank=tuple(record.rank)) for record in records]


class Achievements(Repository):
    """What callers have achieved, once each."""

    _t = schema.achievements
    _columns = columns_of(AchievementRecord, schema.achievements)

    async def award(self, account_id: int, key: str, game_id: str | None = None) -> bool:
        """Return whether it is new."""
        met = await self._change(
            self._database.insert(self._t)
            .values(account_id=account_id, key=key, game_id=game_id, at=self._now())
            .on_conflict_do_nothing()
        )
        return met == 1

    async def list(self, account_id: int) -> Sequence[AchievementRecord]:
        return await self._all(
            AchievementRecord,
            select(*self._columns)
            .where(self._t.c.account_id == account_id)
            .order_by(self._t.c.at, self._t.c.key),
        )

    async def counts(self) -> dict[str, int]:
        """Return how many accounts hold each."""
        rows = await self._rows(
            select(self._t.c.key, func.count()).group_by(self._t.c.key).order_by(self._t.c.key)
        )
        return {row[0]: row[1] for row in rows}


class Notifications(Repository):
    """Notices sent: each once, restarts or not.

    A claim of which nothing more is heard, as when its server was killed, is void after
    ``CLAIM_S`` and made anew by whoever asks. So a notice may leave twice, but is not lost.
    """

    _t = schema.notifications
    _columns = columns_of(NotificationRecord, schema.notifications)

    def _one_notice(
        self, game_id: str, decision: int, account_id: int, kind: str, way: str
    ) -> ColumnElement[bool]:
        return and_(
            self._t.c.game_id == game_id,
            self._t.c.decision == decision,
            self._t.c.account_id == account_id,
            self._t.c.kind == kind,
            self._t.c.way == way,
        )

    async def claim(
        self, game_id: str, decision: int, account_id: int, kind: str = "turn", way: str = "mail"
    ) -> bool:
        """Return True to the one who may send this notice, False to everybody after."""
        now = self._now()
        met = await self._change(
            self._database.insert(self._t)
            .values(
                game_id=game_id,
                decision=decision,
                account_id=account_id,
                kind=kind,
                way=way,
                at=now,
                result="",
            )
            .on_conflict_do_update(
                index_elements=list(self._t.primary_key),
                set_={"at": now},
                where=and_(
                    self._t.c.result == "", self._t.c.at <= now - timedelta(seconds=CLAIM_S)
                ),
            )
        )
        return met == 1

    async def is_on_its_way(
        self, game_id: str, decision: int, account_id: int, kind: str = "turn", way: str = "mail"
    ) -> bool:
        """Say whether the notice was claimed and nobody has told what became of it."""
        found = await self._number(
            select(func.count()).where(
                self._one_notice(game_id, decision, account_id, kind, way), self._t.c.result == ""
            )
        )
        return found == 1

    async def release(
        self, game_id: str, decision: int, account_id: int, kind: str = "turn", way: str = "mail"
    ) -> None:
        """Give back a claim of which nothing was sent: whoever asks next may send it."""
        await self._change(
            delete(self._t).where(
                self._one_notice(game_id, decision, account_id, kind, way), self._t.c.result == ""
            )
        )

    async def settle(
        self, game_id: str, decision: int, account_id: int, kind: str, way: str, result: str
    ) -> None:
        """Note what became of it: "ok" or an error's code."""
        await self._change(
            update(self._t)
            .where(self._one_notice(game_id, decision, account_id, kind, way))
            .values(result=result)
        )

    async def of_account(self, account_id: int, since: datetime) -> Sequence[NotificationRecord]:
        return await self._all(
            NotificationRecord,
            select(*self._columns)
            .where(self._t.c.account_id == account_id, self._t.c.at >= since)
            .order_by(self._t.c.at),
        )

    async def purge(self, before: datetime) -> int:
        """Remove old notices of games that are over; a live game's stay, however old."""
        over = select(schema.games.c.id).where(schema.games.c.state.in_(("finished", "ended")))
        return await self._change(
            delete(self._t).where(self._t.c.at < before, self._t.c.game_id.in_(over))
        )


class Reports(Repository):
    """Reports of trouble with a reference number people can read out."""

    _t = schema.reports
    _columns = columns_of(ReportRecord, schema.reports)

    async def add(
        self,
        kind: str,
        text: str,
        data: Json | None = None,
        *,
        account_id: int | None = None,
        game_id: str | None = None,
        ref: str | None = None,
    ) -> ReportRecord:
        for _ in range(20):
            try:
                return await self._added(
                    ReportRecord,
                    self._t.insert()
                    .values(
                        ref=ref or new_ref(),
                        kind=kind,
                        account_id=account_id,
                        game_id=game_id,
                        text=text,
                        data=data or {},
                        at=self._now(),
                        closed_at=None,
                    )
                    .returning(*self._columns),
                )
            except Duplicate:
                if ref is not None:
                    raise
        raise Duplicate("exists", what="reports.ref")

    async def get(self, ref: str) -> ReportRecord | None:
        return await self._one(
            ReportRecord, select(*self._columns).where(self._t.c.ref == ref.strip().upper())
        )

    async def open(self, limit: int = 100) -> Sequence[ReportRecord]:
        """Newest first."""
        return await self._all(
            ReportRecord,
            select(*self._columns)
            .where(self._t.c.closed_at.is_(None))
            .order_by(self._t.c.id.desc())
            .limit(limit),
        )

    async def close(self, ref: str) -> bool:
        met = await self._change(
            update(self._t)
            .where(self._t.c.ref == ref.strip().upper(), self._t.c.closed_at.is_(None))
            .values(closed_at=self._now())
        )
        return met == 1


def new_ref() -> str:
    """Return a reference number like ``K4-7103``."""
    letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
    return f"{secrets.choice(letters)}{secrets.randbelow(8) + 2}-{secrets.randbelow(10_000):04d}"
