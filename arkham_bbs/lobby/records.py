"""What a finished game leaves behind: the roll of honour, achievements, and how long it is kept.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from arkham_bbs.lobby.achievements import Played, Told, earned
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.records import HonourLine

if TYPE_CHECKING:
    from arkham_bbs.lobby.floor import Floor
    from arkham_bbs.lobby.live import Table

log = structlog.get_logger("lobby.records")


class Records:
    """Enters finished games into the store; everything here may be repeated safely."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    async def game_finished(self, table: Table) -> None:
        """Honours for every investigator on the board at the end, achievements for every seat."""
        await table.settled()
        view = table.view(None)
        if view is None or view.result is None:
            return
        accounts = {s.seat: s.account for s in table.seating.seats}
        handles = {s.seat: s.handle or "" for s in table.seating.seats}
        result = view.result
        lines = [
            HonourLine(
                account_id=accounts.get(line["seat"]),
                name=handles.get(line["seat"], "") or table.names()[line["seat"]],
                investigator=line["who"],
                first_citizen=line["who"] in result.first_citizen,
                victory=result.victory,
                reason=result.reason,
                rank=(line["gates"], line["monster_strength"]),
                turns=result.turn,
                players=len(accounts),
                details={"table": table.title} | line,
            )
            for line in result.honours
        ]
        await self._floor.store.honours.record(table.id, lines)
        await self._achievements(table, view)

    async def _achievements(self, table: Table, view: Any) -> None:
        entries = await self._floor.store.history.since(table.id, -1, limit=1_000_000)
        events = [Told(e.kind, msgspec.json.decode(e.data)) for e in entries]
        owners: dict[str, int] = {i.id: i.seat for i in view.investigators}
        for event in events:
            if event.kind == "InvestigatorChosen":
                owners[event.data["who"]] = event.data["seat"]
        for seat in table.seating.seats:
            if seat.account is None or seat.account < 0:
                continue
            mine = frozenset(who for who, number in owners.items() if number == seat.seat)
            played = Played(
                mine,
                view.result.victory,
                bool(mine & set(view.result.first_citizen)),
                len(table.seating.seats),
                view.result.turn,
                view.doom,
                table.spec.pace,
                events,
            )
            for key in earned(played):
                await self._floor.store.achievements.award(seat.account, key, table.id)

    async def retire(self, days: int) -> int:
        """Delete finished games older than ``days`` (0: none, ever). Live games are never touched.

        Honours and achievements stay.
        """
        if days <= 0:
            return 0
        before = datetime.fromtimestamp(self._floor.time.now(), UTC) - timedelta(days=days)
        gone = 0
        for record in await self._floor.store.games.ended_before(before):
            if await self._floor.store.games.delete(record.id):
                log.info("game_retired", table=record.id, ended_at=str(record.ended_at))
                gone += 1
        return gone

    async def of(self, caller: Caller) -> dict[str, Any]:
        """Games, victories, times First Citizen, turns and best rank of a caller."""
        return await self._floor.store.honours.statistics(caller.account)
