"""Talk: the lobby's channel, a table's, its gallery's; private words; ignoring somebody.

Room: lobby. Imports store and its neighbours here.

Whoever is ignored notices nothing: what they say is kept, and simply not passed on to those who
ignore them. What staff say is always passed on.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Literal

import msgspec

from arkham_bbs.lobby.cleaning import optional, said
from arkham_bbs.lobby.notices import Broadcast, ChatHeard, Told
from arkham_bbs.lobby.presence import Presence
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.records import AccountRecord

if TYPE_CHECKING:
    from arkham_bbs.lobby.floor import Floor
    from arkham_bbs.lobby.live import Table

CHAT_COLUMNS = 400
TELL_COLUMNS = 400
PAGE_COLUMNS = 120
LOBBY_CHANNEL = "lobby"
Channel = Literal["lobby", "table", "gallery"]


class Standing(msgspec.Struct, frozen=True):
    """What the lobby must know of an account in order to let it talk."""

    muted_until: datetime | None = None
    on_hold: bool = False


class Line(msgspec.Struct, frozen=True):
    """One line of scrollback."""

    sender: str
    text: str
    at: float


def channel_name(channel: Channel, table: str | None) -> str:
    """The store's name of a channel."""
    return LOBBY_CHANNEL if channel == "lobby" else f"{channel}:{table}"


class Chat:
    """All channels. ``standing`` and ignore lists are remembered for connected callers."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._standing: dict[int, Standing] = {}
        self._ignoring: dict[int, frozenset[int]] = {}

    # -- what is remembered -----------------------------------------------------------------------
    async def remember(self, account: int, record: AccountRecord | None = None) -> None:
        """Read an account's standing and its ignore list (at login, and when staff change it)."""
        if account < 0:
            return
        record = record or await self._floor.store.accounts.get(account)
        if record is not None:
            self._standing[account] = Standing(record.muted_until, record.state == "hold")
        self._ignoring[account] = frozenset(await self._floor.store.ignores.list(account))

    def forget(self, account: int) -> None:
        self._standing.pop(account, None)
        self._ignoring.pop(account, None)

    def may_talk(self, caller: Caller, what: str) -> None:
        if caller.is_guest:
            raise LobbyRefused("guests-cannot", what=what)
        standing = self._standing.get(caller.account, Standing())
        until = standing.muted_until
        if until is not None and until.timestamp() > self._floor.time.now():
            raise LobbyRefused("muted", until=until.timestamp())
        if standing.on_hold and not caller.is_staff:
            raise LobbyRefused("held")

    def hears(self, listener: Caller, sender: Caller) -> bool:
        """``listener`` does not ignore ``sender`` (nobody can ignore staff)."""
        return sender.is_staff or sender.account not in self._ignoring.get(
            listener.account, frozenset()
        )

    # -- channels ---------------------------------------------------------------------------------
    async def say(self, caller: Caller, text: str) -> None:
        """Say something in the lobby; every caller on the board gets it.

        Raises:
            LobbyRefused: empty-text, too-long, too-fast, muted, held, guests-cannot.
        """
        await self._speak(caller, text, "lobby", None, list(self._floor.people.all()))

    async def say_at(self, caller: Caller, table: Table, text: str) -> None:
        """Say something at a table: seats to seats and gallery, watchers to the gallery only.

        Raises:
            LobbyRefused: as ``say``; not-seated (neither seated nor watching), spectators-silent.
        """
        if table.seat_of(caller) is not None:
            listeners = [*table.attending.values(), *table.watching.values()]
            await self._speak(caller, text, "table", table, listeners)
            return
        if caller.account not in table.watching:
            raise LobbyRefused("not-seated", table=table.id)
        if not table.spec.spectators_chat and not caller.is_staff:
            raise LobbyRefused("spectators-silent", table=table.id)
        await self._speak(caller, text, "gallery", table, list(table.watching.values()))

    async def _speak(
        self,
        caller: Caller,
        text: str,
        channel: Channel,
        table: Table | None,
        listeners: list[Presence],
    ) -> None:
        self.may_talk(caller, "talk")
        clean = said(text, CHAT_COLUMNS)
        self._floor.limits.take("chat", caller.account)
        where = table.id if table is not None else None
        if table is None or not table.spec.tutorial:
            name = channel_name(channel, where)
            await self._floor.store.chat.add(name, caller.account, caller.handle, clean)
        heard = ChatHeard(channel, where, caller.handle, clean, self._floor.time.now())
        for presence in listeners:
            if self.hears(presence.caller, caller):
                presence.notices.put(heard)

    async def scrollback(
        self, caller: Caller, channel: Channel, table: Table | None = None, limit: int = 30
    ) -> tuple[Line, ...]:
        """The last lines, oldest first, without those of ignored callers."""
        if channel == "table" and (table is None or table.seat_of(caller) is None):
            watching = table is not None and caller.account in table.watching
            if not watching and not caller.is_staff:
                raise LobbyRefused("not-seated", table=table.id if table else "")
        name = channel_name(channel, table.id if table else None)
        records = await self._floor.store.chat.scrollback(name, limit)
        ignored = self._ignoring.get(caller.account, frozenset())
        return tuple(
            Line(r.name, r.text, r.at.timestamp()) for r in records if r.account_id not in ignored
        )

    async def trim(self) -> None:
        """Keep the lobby's channel to its bound."""
        await self._floor.store.chat.trim(LOBBY_CHANNEL, self._floor.settings.scrollback)

    # -- private words ----------------------------------------------------------------------------
    async def tell(self, caller: Caller, handle: str, text: str) -> None:
        """A private word to somebody who is connected.

        Raises:
            LobbyRefused: not-here, and as ``say``.
        """
        await self._to_one(caller, handle, text, "tell", TELL_COLUMNS)

    async def page(self, caller: Caller, handle: str, text: str = "") -> None:
        """Ring somebody's bell. The word that goes with it may be left out."""
        await self._to_one(caller, handle, text, "page", PAGE_COLUMNS)

    async def _to_one(
        self, caller: Caller, handle: str, text: str, kind: Literal["tell", "page"], limit: int
    ) -> None:
        self.may_talk(caller, kind)
        clean = optional(text, limit) if kind == "page" else said(text, limit)
        listener = self._floor.people.by_handle(handle)
        if listener is None:
            raise LobbyRefused("not-here", handle=handle)
        self._floor.limits.take(kind, caller.account)
        if self.hears(listener.caller, caller):
            listener.notices.put(Told(kind, caller.handle, clean, self._floor.time.now()))

    def broadcast(self, sender: str, text: str, *, urgent: bool = False) -> None:
        """A staff notice to everybody; no ignore list stops it.

        Args:
            sender: a handle, or "" for the board itself.
            urgent: it does not wait for those who are reading something.
        """
        now = self._floor.time.now()
        self._floor.people.tell(Broadcast(sender, said(text, 1000), now, urgent))

    # -- ignoring ---------------------------------------------------------------------------------
    async def ignore(self, caller: Caller, handle: str, on: bool = True) -> str:
        """Hear nothing more of somebody, in any channel, by mail or by invitation; or hear again.

        Returns the name as its owner writes it.

        Raises:
            LobbyRefused: no-such-person; not-allowed for staff and oneself.
        """
        if caller.is_guest:
            raise LobbyRefused("guests-cannot", what="ignore")
        other = await self._floor.store.accounts.by_folded(handle.casefold().strip())
        if other is None:
            raise LobbyRefused("no-such-person", handle=handle)
        if on and other.id == caller.account:
            raise LobbyRefused("not-allowed", what="ignore-yourself")
        if on and other.role in ("moderator", "sysop"):
            raise LobbyRefused("not-allowed", what="ignore-staff")
        ignores = self._floor.store.ignores
        if on:
            await ignores.add(caller.account, other.id)
        else:
            await ignores.remove(caller.account, other.id)
        self._ignoring[caller.account] = frozenset(await ignores.list(caller.account))
        return other.handle

    async def ignored(self, caller: Caller) -> tuple[str, ...]:
        """Handles this caller does not hear, sorted."""
        ids = self._ignoring.get(caller.account, frozenset())
        records = await self._floor.store.accounts.many(ids)
        return tuple(sorted(r.handle for r in records.values()))

    async def is_ignored_by(self, sender: Caller, account: int) -> bool:
        """``account``, connected or not, ignores ``sender``."""
        if sender.is_staff:
            return False
        known = self._ignoring.get(account)
        if known is None:
            known = frozenset(await self._floor.store.ignores.list(account))
        return sender.account in known
