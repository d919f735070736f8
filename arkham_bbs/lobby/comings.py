"""Callers come and go: a session speaks for its account, is replaced, renamed or ended.

Room: lobby. Imports its neighbours here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.lobby.clocks import NO_QUIET, parse_quiet_hours
from arkham_bbs.lobby.live import Table
from arkham_bbs.lobby.presence import EndReason, Presence
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller

if TYPE_CHECKING:
    from arkham_bbs.lobby.tables import Lobby


class Comings:
    """Lets sessions in and out, and has their tables and the talk know of it."""

    def __init__(self, lobby: Lobby, tables: dict[str, Table]) -> None:
        self._lobby = lobby
        self._presences = lobby.presences
        self._tables = tables

    async def attach(self, caller: Caller, *, session_id: str, door: str, address: str) -> Presence:
        """Let a session speak for its account; an older session of it is told and closed."""
        if not self._lobby.is_open:
            raise LobbyRefused("not-lobby")
        presence, older = self._presences.attach(caller, session_id, door, address)
        self._arrived(presence, older)
        await self.account_changed(caller.account)
        return presence

    def _arrived(self, presence: Presence, older: Presence | None) -> None:
        if older is not None:
            self._look_away(older)
        else:
            self._presence_changed(presence.caller.account, True)

    async def detach(self, presence: Presence, *, hung_up: bool = False) -> None:
        """The session's line is gone. Safe to call twice, and by a session that was replaced.

        Args:
            hung_up: the call was ended; the line did not drop.
        """
        self._look_away(presence)
        if self._presences.detach(presence, hung_up=hung_up):
            self._lobby.chat.forget(presence.caller.account)
            self._presence_changed(presence.caller.account, False)

    def line_changed(self, session_id: str, has_line: bool) -> None:
        """A session's line broke and may come back, or is back: those at its tables are told."""
        presence = self._presences.line_changed(session_id, has_line)
        if presence is not None:
            self._presence_changed(presence.caller.account, has_line)

    def expel(self, account: int, why: EndReason, reason: str = "") -> bool:
        """End an account's session now (kick, ban). False when it has none."""
        presence = self._presences.of(account)
        if presence is None:
            return False
        self._look_away(presence)
        self._presences.expel(presence, why, reason)
        self._presence_changed(account, False)
        return True

    async def become(self, presence: Presence, caller: Caller) -> None:
        """A guest has registered, or a handle or role changed: the session stays the same."""
        before = presence.caller.account
        older = self._presences.of(caller.account)
        for table in self._tables.values():
            for group in (table.attending, table.watching):
                if group.get(before) is presence:
                    del group[before]
                    group[caller.account] = presence
            for seat in table.seating.seats:
                if seat.account == caller.account and seat.handle != caller.handle:
                    seat.handle = caller.handle
                    table.save_seat(seat, "renamed", caller.handle)
        self._presences.rename(presence, caller)
        if older is not presence:
            self._arrived(presence, older)
        await self.account_changed(caller.account)

    async def account_changed(self, account: int) -> None:
        """Read again what the lobby remembers of an account: standing, ignores, quiet hours."""
        if account < 0:
            return
        record = await self._lobby.floor.store.accounts.get(account)
        await self._lobby.chat.remember(account, record)
        try:
            quiet = parse_quiet_hours(
                str((record.profile if record else {}).get("quiet_hours", ""))
            )
        except LobbyRefused:
            quiet = NO_QUIET
        if quiet.length_s:
            self._lobby.floor.quiet[account] = quiet
        else:
            self._lobby.floor.quiet.pop(account, None)

    def _look_away(self, presence: Presence) -> None:
        for table in self._tables.values():
            for group in (table.attending, table.watching):
                if group.get(presence.caller.account) is presence:
                    del group[presence.caller.account]

    def _presence_changed(self, account: int, here: bool) -> None:
        for table in self._lobby.tables_of(account):
            table.seating.presence_changed(account, here)
