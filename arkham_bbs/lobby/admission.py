"""How callers come to a table: they lay one, join one, or are asked to it.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from arkham_bbs.lobby.laying import lay_table, lay_tutorial, new_code
from arkham_bbs.lobby.live import Table
from arkham_bbs.lobby.notices import Invited
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller, TableSpec, check_spec

if TYPE_CHECKING:
    from arkham_bbs.lobby.tables import Lobby
    from arkham_bbs.store.records import AccountRecord

SAME_S = 5.0
"""The same table asked for twice within this time is one table."""


class Admission:
    """Adds tables to the lobby's, and callers to their seats."""

    def __init__(self, lobby: Lobby, tables: dict[str, Table]) -> None:
        self._lobby = lobby
        self._tables = tables
        self._recent: dict[int, tuple[TableSpec, float, str]] = {}
        self._creating = asyncio.Lock()

    async def create(self, caller: Caller, spec: TableSpec) -> Table:
        """Lay a table; its maker is host and sits on the first seat.

        The same caller asking for the same table again within five seconds gets the same one.

        Raises:
            LobbyRefused: bad-spec, guests-cannot, too-many-tables, too-fast, store-unavailable.
        """
        if not self._lobby.is_open:
            raise LobbyRefused("not-lobby")
        async with self._creating:
            now = self._lobby.time.now()
            recent = self._recent.get(caller.account)
            if recent is not None and recent[0] == spec and now - recent[1] < SAME_S:
                table = self._tables.get(recent[2])
                if table is not None and not table.is_over:
                    return table
            self.check(spec)
            if spec.tutorial:
                return await self._lay_tutorial(caller, spec)
            if caller.is_guest:
                raise LobbyRefused("guests-cannot", what="create")
            self._room_for(caller)
            self._lobby.floor.limits.take("create", caller.account)
            table = await self._lay(caller, spec)
            self._recent[caller.account] = (spec, now, table.id)
            while len(self._recent) > 1000:
                del self._recent[next(iter(self._recent))]
            return table

    def check(self, spec: TableSpec) -> None:
        """See that a table can be played as it is wished, however many come.

        Raises:
            LobbyRefused: bad-spec.
        """
        check_spec(spec)
        for seats in (spec.minimum, spec.seats):
            self._lobby.floor.engine.check(spec, seats)

    def _room_for(self, caller: Caller) -> None:
        settings = self._lobby.floor.settings
        if len(self._lobby.tables_of(caller.account)) >= settings.tables_each:
            raise LobbyRefused("too-many-tables", limit=settings.tables_each)
        if sum(1 for t in self._tables.values() if not t.is_over) >= settings.tables_in_all:
            raise LobbyRefused("too-many-tables", limit=settings.tables_in_all)

    async def _lay(self, caller: Caller, spec: TableSpec) -> Table:
        table = await lay_table(self._lobby.floor, caller, spec)
        self._tables[table.id] = table
        await table.seating.sit(caller)
        return table

    async def _lay_tutorial(self, caller: Caller, spec: TableSpec) -> Table:
        for old in tuple(self._tables.values()):
            if old.spec.tutorial and old.host == caller.account:
                self._lobby.drop_tutorial(old)
        table = lay_tutorial(self._lobby.floor, caller, spec)
        self._tables[table.id] = table
        await table.seating.sit(caller)
        return table

    async def join(
        self, caller: Caller, table_id: str, code: str = "", seat: int | None = None
    ) -> Table:
        """Take a seat. Joining again changes nothing. ``code`` is the table's or an invitation's.

        Raises:
            LobbyRefused: no-such-table, code-needed, wrong-code, guests-cannot, too-many-tables,
                table-closed, table-full, already-started, seat-taken.
        """
        table = self._tables.get(table_id) or await self._lobby.adopt(table_id)
        if table is None:
            raise LobbyRefused("no-such-table", table=table_id)
        if table.seat_of(caller) is not None:
            return table
        if caller.is_guest:
            raise LobbyRefused("guests-cannot", what="join")
        self._room_for(caller)
        code = code.strip()
        invitation = None
        if code and code != table.state.code:
            invitation = await self._lobby.floor.store.invites.get(code)
            if invitation is None or invitation.game_id != table.id:
                raise LobbyRefused("wrong-code", table=table.id)
            if invitation.to_id not in (None, caller.account):
                raise LobbyRefused("no-invitation", table=table.id)
            seat = invitation.seat if seat is None else seat
        elif table.spec.private and code != table.state.code:
            raise LobbyRefused("code-needed", table=table.id)
        await table.seating.sit(caller, seat, invited=invitation is not None)
        if invitation is not None and invitation.to_id is None:
            await self._lobby.floor.store.invites.use(code)
        # Whoever sits has no need of what they were asked by any more, however they came.
        for asked in await self._lobby.floor.store.invites.pending(caller.account):
            if asked.game_id == table.id:
                await self._lobby.floor.store.invites.use(asked.code)
        return table

    async def _asked_already(
        self, caller: Caller, table: Table, other: AccountRecord | None, seat: int | None
    ) -> str:
        """Return the code by which the same caller has asked the same person to the same seat."""
        if other is None:
            return ""
        for one in await self._lobby.floor.store.invites.pending(other.id):
            if (one.game_id, one.from_id, one.seat) == (table.id, caller.account, seat):
                return one.code
        return ""

    async def invite(
        self, caller: Caller, table: Table, handle: str = "", seat: int | None = None
    ) -> str:
        """Ask somebody (or whoever holds the code) to a seat; returns the code.

        With ``seat`` the code makes its holder that seat's substitute: its own caller may give it
        out, and the host for a free one. Somebody who ignores the caller is not told.

        Raises:
            LobbyRefused: not-seated, not-host, no-such-person, too-fast, too-many.
        """
        mine = table.seat_of(caller)
        if mine is None and not caller.is_staff:
            raise LobbyRefused("not-seated", table=table.id)
        if seat is not None and seat != mine:
            table.must_be_host(caller)
            table.seating.at(seat)
        other = None
        if handle:
            other = await self._lobby.people.find(handle)
        self._lobby.floor.limits.take("invite", caller.account)
        code = await self._asked_already(caller, table, other, seat)
        if not code:
            code = new_code(8)
            await self._lobby.floor.store.invites.create(
                "seat",
                code,
                game_id=table.id,
                seat=seat,
                from_id=caller.account,
                to_id=other.id if other is not None else None,
                note=table.title,
                uses=1,
                expires_at=None,
            )
        if seat is not None and seat == mine:
            table.seating.offer(seat, caller.handle)
        if other is not None and not await self._lobby.chat.is_ignored_by(caller, other.id):
            presence = self._lobby.presences.of(other.id)
            if presence is not None:
                presence.notices.put(Invited(caller.handle, table.id, table.title, code))
        return code
