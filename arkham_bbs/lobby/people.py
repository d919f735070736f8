"""People: profiles, one-liners, last callers, the hall of fame, achievements.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from arkham_bbs.lobby.achievements import ACHIEVEMENTS, Achievement
from arkham_bbs.lobby.chat import Chat
from arkham_bbs.lobby.cleaning import optional, said
from arkham_bbs.lobby.clocks import format_quiet_hours, parse_quiet_hours
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.records import (
    AccountRecord,
    CallRecord,
    HonourRecord,
    OnelinerRecord,
)

FIELDS: dict[str, int] = {"name": 30, "location": 40, "signature": 120, "about": 600}
"""What a caller may tell of themselves, and how many columns each may take."""
ONELINER_COLUMNS = 70


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A caller as others may see them. No address, no birthday, nothing that is not volunteered."""

    handle: str
    role: str
    name: str
    location: str
    signature: str
    about: str
    here: bool
    calls: int
    since: datetime
    last_seen: datetime | None
    statistics: dict[str, Any]
    achievements: tuple[Achievement, ...]


class Place(msgspec.Struct, frozen=True):
    """A place in the hall of fame; those who tie share it."""

    place: int
    lines: tuple[HonourRecord, ...]


class People:
    """What is known of callers, apart from what they say now.

    Args:
        account_changed: told of an account whose profile is another now.
    """

    def __init__(
        self, floor: Floor, chat: Chat, account_changed: Callable[[int], Awaitable[None]]
    ) -> None:
        self._floor = floor
        self._chat = chat
        self._account_changed = account_changed
        self._store = floor.store

    async def find(self, handle: str) -> AccountRecord:
        """Find somebody by name; of who is on the line a beginning of it will do, if only one fits.

        Raises:
            LobbyRefused: no-such-person, which-person.
        """
        wanted = " ".join(handle.casefold().split())
        record = await self._store.accounts.by_folded(wanted)
        if record is None and wanted:
            here = [p.caller for p in self._floor.people.all() if not p.caller.is_guest]
            fitting = [c for c in here if c.handle.casefold().startswith(wanted)]
            if len(fitting) > 1:
                names = tuple(c.handle for c in fitting[:5])
                raise LobbyRefused("which-person", handle=handle, names=names)
            if fitting:
                record = await self._store.accounts.get(fitting[0].account)
        if record is None or record.state == "disabled":
            raise LobbyRefused("no-such-person", handle=handle)
        return record

    # -- profiles ---------------------------------------------------------------------------------
    async def profile(self, handle: str) -> Profile:
        """Somebody's profile. Raises ``no-such-person``."""
        record = await self.find(handle)
        kept = record.profile
        return Profile(
            handle=record.handle,
            role=record.role,
            **{field: str(kept.get(field, "") or "") for field in FIELDS},
            here=self._floor.is_here(record.id) or self._floor.is_elsewhere(record.id),
            calls=record.calls,
            since=record.created_at,
            last_seen=record.last_seen_at,
            statistics=await self._store.honours.statistics(record.id),
            achievements=await self.achievements(record.id),
        )

    async def set_profile(self, caller: Caller, field: str, text: str) -> str:
        """Set one of ``FIELDS`` or ``quiet_hours``; an empty text clears it. Returns what is kept.

        Raises:
            LobbyRefused: guests-cannot, not-allowed, too-long, bad-quiet-hours.
        """
        if caller.is_guest:
            raise LobbyRefused("guests-cannot", what="profile")
        if field == "quiet_hours":
            value = format_quiet_hours(parse_quiet_hours(text))
        elif field in FIELDS:
            value = optional(text, FIELDS[field], several_lines=field in ("signature", "about"))
        else:
            raise LobbyRefused("not-allowed", what=field)
        await self._store.accounts.merge_profile(caller.account, {field: value or None})
        await self._account_changed(caller.account)
        return value

    # -- one-liners and callers -------------------------------------------------------------------
    async def oneliner(self, caller: Caller, text: str) -> None:
        """Chalk one line on the wall by the door."""
        self._chat.may_talk(caller, "oneliner")
        clean = said(text, ONELINER_COLUMNS)
        self._floor.limits.take("oneliner", caller.account)
        await self._store.oneliners.add(caller.account, caller.handle, clean)

    async def oneliners(self, limit: int = 10) -> Sequence[OnelinerRecord]:
        """The newest lines, oldest of them first, as on a wall."""
        return await self._store.oneliners.latest(limit)

    async def last_callers(self, limit: int = 10) -> Sequence[CallRecord]:
        """Newest first; the address in the records is for staff only."""
        return await self._store.calls.latest(limit)

    # -- fame -------------------------------------------------------------------------------------
    async def hall_of_fame(self, limit: int = 20, *, victories_only: bool = False) -> list[Place]:
        """The best investigators of all games, by the printed tie-breaks (HONOUR-1).

        Most gates destroyed; then the larger total strength of monsters killed; whoever is equal
        in both shares the place, and all of them are listed.
        """
        places: list[Place] = []
        records = await self._store.honours.top(limit, victories_only=victories_only)
        for count, record in enumerate(records):
            if places and places[-1].lines[0].rank == record.rank:
                places[-1] = Place(places[-1].place, (*places[-1].lines, record))
            else:
                places.append(Place(count + 1, (record,)))
        return places

    async def achievements(self, account: int) -> tuple[Achievement, ...]:
        """In the order of the documented list (``ACHIEVEMENTS``)."""
        held = {record.key for record in await self._store.achievements.list(account)}
        return tuple(a for key, a in ACHIEVEMENTS.items() if key in held)
