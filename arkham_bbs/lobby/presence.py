"""Who is connected: one session for each account, and where it is.

Room: lobby. Imports its neighbours here.

A correct login from elsewhere always wins: the older session is told and closed, the newer one is
in the same instant the only one (nothing here waits, so parallel logins cannot leave two).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec
import structlog

from arkham_bbs.lobby.clocks import TimeSource
from arkham_bbs.lobby.feeds import Feed
from arkham_bbs.lobby.notices import Notice, PresenceChanged, SessionEnded
from arkham_bbs.lobby.rounds import Rounds
from arkham_bbs.lobby.specs import Caller

log = structlog.get_logger("lobby.presence")

Place = Literal["lobby", "table", "watching", "reading", "away"]
EndReason = Literal["taken-over", "kicked", "banned", "closing", "account-gone"]


class PersonHere(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of ``who``. The address is for the sysop alone and is not in it.

    ``elsewhere``: on another server of this board.
    """

    handle: str
    role: str
    door: str
    place: str
    table: str | None
    idle_s: int
    here_s: int
    elsewhere: bool = False


class Presence:
    """One session of one caller. ``notices`` is its stream; ``ended`` is set when it must close."""

    def __init__(
        self, board: PresenceBoard, caller: Caller, session_id: str, door: str, address: str
    ) -> None:
        self._board = board
        self.caller = caller
        self.session_id = session_id
        self.door = door
        self.address = address
        """For the sysop only; never shown to other callers."""
        self.since = board.now()
        self.active_at = self.since
        self.has_line = True
        """False while a browser's connection is broken and may come back."""
        self.place: Place = "lobby"
        self.table: str | None = None
        self.notices = Feed(rounds=board.rounds)
        self.ended = asyncio.Event()

    @property
    def is_current(self) -> bool:
        """This session still speaks for its account."""
        return self._board.of(self.caller.account) is self

    def touch(self) -> None:
        """The caller typed something."""
        self.active_at = self._board.now()

    def go(self, place: Place, table: str | None = None) -> None:
        """The caller is now elsewhere; everybody is told when it is another place."""
        self.touch()
        if (place, table) != (self.place, self.table):
            self.place, self.table = place, table
            if self.is_current:
                self._board.tell_changed(self)

    @property
    def idle_s(self) -> int:
        return int(self._board.now() - self.active_at)


class PresenceBoard:
    """All presences, by account."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self.rounds = Rounds()
        """Lets the readers of all these sessions in."""
        self._by_account: dict[int, Presence] = {}
        self._guests = 0
        self.audience: Callable[[int], Iterable[Presence]] = lambda account: self.all()
        """Who is told when an account comes, goes or moves."""
        self.changed: Callable[[], None] = lambda: None
        """Called whenever `who` answers anew."""

    def now(self) -> float:
        return self._time.now()

    def next_guest(self) -> int:
        """A number for a guest: negative, never used twice in a run."""
        self._guests += 1
        return -self._guests

    def of(self, account: int) -> Presence | None:
        return self._by_account.get(account)

    def by_handle(self, handle: str) -> Presence | None:
        folded = handle.casefold()
        for presence in self._by_account.values():
            if presence.caller.handle.casefold() == folded:
                return presence
        return None

    def all(self) -> tuple[Presence, ...]:
        """In the order of arrival."""
        return tuple(self._by_account.values())

    def attach(
        self, caller: Caller, session_id: str, door: str, address: str
    ) -> tuple[Presence, Presence | None]:
        """Let a session speak for its account; also return the one it replaced."""
        older = self._by_account.pop(caller.account, None)
        presence = Presence(self, caller, session_id, door, address)
        self._by_account[caller.account] = presence
        if older is not None:
            log.info(
                "session_taken_over",
                handle=caller.handle,
                old_address=older.address,
                new_address=address,
                old_session=older.session_id,
                new_session=session_id,
            )
            self._close(older, "taken-over", door=door)
            presence.place, presence.table = older.place, older.table
        self.tell_changed(presence)
        return presence, older

    def detach(self, presence: Presence, *, hung_up: bool = False) -> bool:
        """The session is gone. False when it no longer spoke for its account."""
        was_current = presence.is_current
        if was_current:
            del self._by_account[presence.caller.account]
            if presence.has_line:
                # Else everybody has heard so when the line broke.
                self.tell_changed(presence, hung_up=hung_up)
        presence.notices.end()
        presence.ended.set()
        return was_current

    def line_changed(self, session_id: str, has_line: bool) -> Presence | None:
        """A session's line broke while the session goes on, or is there again.

        Returns the session when that is news.
        """
        for presence in self._by_account.values():
            if presence.session_id == session_id and presence.has_line is not has_line:
                presence.has_line = has_line
                self.tell_changed(presence)
                return presence
        return None

    def expel(self, presence: Presence, why: EndReason, reason: str = "") -> None:
        """End a session from outside; it is told why and must close its line."""
        if presence.is_current:
            del self._by_account[presence.caller.account]
            self.tell_changed(presence)
        self._close(presence, why, reason=reason)

    def rename(self, presence: Presence, caller: Caller) -> None:
        """The same session under another account: a guest who registered, a new role or handle."""
        if presence.is_current:
            del self._by_account[presence.caller.account]
        presence.caller = caller
        older = self._by_account.pop(caller.account, None)
        self._by_account[caller.account] = presence
        if older is not None and older is not presence:
            self._close(older, "taken-over", door=presence.door)
        self.tell_changed(presence)

    def _close(
        self, presence: Presence, why: EndReason, *, door: str = "", reason: str = ""
    ) -> None:
        presence.notices.end(SessionEnded(why, door=door, reason=reason))
        presence.ended.set()

    def tell(self, notice: Notice) -> None:
        """Put a notice into everybody's stream."""
        for presence in self._by_account.values():
            presence.notices.put(notice)

    def tell_changed(self, presence: Presence, *, hung_up: bool = False) -> None:
        self.changed()
        notice = PresenceChanged(
            presence.caller.handle,
            presence.is_current and presence.has_line,
            presence.place,
            presence.table,
            hung_up,
        )
        audience = {id(p): p for p in self.audience(presence.caller.account)}
        audience[id(presence)] = presence
        for listener in audience.values():
            listener.notices.put(notice)

    def who(self) -> tuple[PersonHere, ...]:
        return tuple(person for _, person in self.who_by_account())

    def who_by_account(self) -> tuple[tuple[int, PersonHere], ...]:
        """Return everybody here with their account, guests' below 0, in the order of arrival."""
        now = self.now()
        return tuple(
            (
                p.caller.account,
                PersonHere(
                    p.caller.handle,
                    p.caller.role,
                    p.door,
                    p.place,
                    p.table,
                    p.idle_s,
                    int(now - p.since),
                ),
            )
            for p in self._by_account.values()
        )
