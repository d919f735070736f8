"""Who is on the lines of the other servers that share this board's database.

Room: lobby. Imports msgspec, store and its neighbours here.

Every server tells the others who is on its own lines: soon after somebody came, left or moved, and
every so often. A list that is not told again is forgotten, as when its server died. Nothing of it
is stored, and on SQLite, which has no other server, nothing is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import structlog

from arkham_bbs.lobby.presence import PersonHere
from arkham_bbs.store.errors import StoreUnavailable

if TYPE_CHECKING:
    from arkham_bbs.lobby.clocks import Scheduler, TimeSource
    from arkham_bbs.lobby.presence import PresenceBoard
    from arkham_bbs.store import Store

log = structlog.get_logger("lobby.elsewhere")

SOON_S = 1.0
EVERY_S = 20.0
FORGOTTEN_S = 3 * EVERY_S
TOGETHER = 15
"""People in one message, of which PostgreSQL takes 8,000 bytes."""


class _Part(msgspec.Struct, frozen=True, array_like=True):
    """One message: part ``number`` of ``parts``, from 0; accounts and where they are."""

    number: int
    parts: int
    people: tuple[tuple[int, PersonHere], ...]


class Elsewhere:
    """Tells and hears who is connected where."""

    def __init__(
        self, store: Store, time: TimeSource, scheduler: Scheduler, here: PresenceBoard
    ) -> None:
        self._store = store
        self._time = time
        self._scheduler = scheduler
        self._here = here
        self._heard: dict[str, dict[int, tuple[float, _Part]]] = {}
        """By server and number of the part: when it came, and the part."""
        self._is_due = False
        self._told_anybody = False

    async def open(self) -> None:
        """Begin to tell: also that there is a new server, which wants to be told."""
        if not self._store.is_shared:
            return
        self._here.changed = self._soon
        await self._tell()
        self._later()

    async def close(self) -> None:
        """Tell that nobody is here any more."""
        if self._store.is_shared and self._told_anybody:
            await self._tell()

    # -- telling ----------------------------------------------------------------------------------
    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._scheduler.at(self._time.now() + SOON_S, self._tell)

    def _later(self) -> None:
        self._scheduler.at(self._time.now() + EVERY_S, self._again)

    async def _again(self) -> None:
        self._later()
        if self._told_anybody:
            await self._tell()

    async def _tell(self) -> None:
        self._is_due = False
        people = self._here.who_by_account()
        self._told_anybody = bool(people)
        pieces = [people[at : at + TOGETHER] for at in range(0, len(people), TOGETHER)] or [()]
        parts = [_Part(number, len(pieces), piece) for number, piece in enumerate(pieces)]
        try:
            await self._store.tell_servers([msgspec.json.encode(part).decode() for part in parts])
        except StoreUnavailable as error:
            log.warning("others_not_told", code=error.code)  # the next time is soon

    # -- hearing ----------------------------------------------------------------------------------
    def heard(self, server: str, word: str) -> None:
        """Take what another server told."""
        try:
            part = msgspec.json.decode(word, type=_Part)
        except msgspec.MsgspecError as error:
            log.warning("not_understood", server=server, error=str(error))
            return
        if server not in self._heard:
            self._soon()
        now = self._time.now()
        kept = self._heard.setdefault(server, {})
        kept[part.number] = (now, part)
        for number in [number for number in kept if number >= part.parts]:
            del kept[number]
        for silent in [
            other
            for other, parts in self._heard.items()
            if all(now - at > FORGOTTEN_S for at, _ in parts.values())
        ]:
            del self._heard[silent]

    def who(self) -> tuple[PersonHere, ...]:
        """Return who is connected to other servers and not to this one, server by server."""
        now = self._time.now()
        return tuple(
            msgspec.structs.replace(
                person,
                idle_s=person.idle_s + int(now - at),
                here_s=person.here_s + int(now - at),
                elsewhere=True,
            )
            for parts in self._heard.values()
            for _, (at, part) in sorted(parts.items())
            for account, person in part.people
            if now - at <= FORGOTTEN_S and (account < 0 or self._here.of(account) is None)
        )

    def has(self, account: int) -> bool:
        """Say whether somebody with an account is connected to another server."""
        now = self._time.now()
        return account > 0 and any(
            account == other
            for parts in self._heard.values()
            for at, part in parts.values()
            for other, _ in part.people
            if now - at <= FORGOTTEN_S
        )
