"""Hearing: the notices for one caller go to the place the caller is in, then to those behind it.

Room: session. Imports lobby (notices) and its neighbours here; the visit is handed in.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arkham_bbs.lobby import Broadcast, Notice, SessionEnded
from arkham_bbs.session.faults import record_fault
from arkham_bbs.session.leaving import SessionOver
from arkham_bbs.session.notices import ending_lines, is_personal, notice_sentences

if TYPE_CHECKING:
    from arkham_bbs.session.room import Room
    from arkham_bbs.session.visit import Visit


AT_A_TIME = 16
"""Notices heard before others get their turn; a caller who was away for long has hundreds."""


class Hearing:
    """What one caller hears, and where.

    Attributes:
        rooms: the places the caller is in, the innermost last.
        is_hearing: a batch is being heard; what it changes is shown at its end.
    """

    def __init__(self, visit: Visit) -> None:
        self._owner = weakref.ref(visit)
        """Not held: a visit that is over is free at once, and so is all it has kept."""
        self.rooms: list[Room] = []
        self.is_hearing = False

    @property
    def _visit(self) -> Visit:
        visit = self._owner()
        assert visit is not None, "used after its visit"
        return visit

    @contextmanager
    def inside(self, room: Room) -> Iterator[None]:
        """Be in a room: notices go to it first."""
        self.rooms.append(room)
        try:
            yield
        finally:
            self.rooms.remove(room)

    async def catch_up(self) -> None:
        """Hear everything that waits, before the next question is put.

        Raises:
            SessionOver: this session was ended from outside.
        """
        presence = self._visit.presence
        while presence is not None and self._visit.ended is None:
            self._hear_all(presence.notices.take_now(AT_A_TIME))
            if not len(presence.notices):
                break
            await asyncio.sleep(0)
        if self._visit.ended is not None:
            raise self._visit.ended

    async def listen(self) -> None:
        """Hear notices as they come, until the stream ends. Runs beside the caller's typing."""
        presence = self._visit.presence
        if presence is None:
            return
        while (notice := await presence.notices.get()) is not None:
            self._hear_all((notice, *presence.notices.take_now(AT_A_TIME - 1)))
            if self._visit.ended is not None or self._visit.terminal.closed:
                return
            if len(presence.notices):
                await asyncio.sleep(0)

    def _hear_all(self, notices: Sequence[Notice]) -> None:
        """Hear a batch, then let the rooms show the new state once."""
        self.is_hearing = True
        try:
            for notice in notices:
                self.hear(notice)
                if self._visit.ended is not None:
                    return
        finally:
            self.is_hearing = False
        if notices:
            for room in list(self.rooms):
                try:
                    room.settle()
                except Exception as error:  # a screen that cannot be drawn must not end the visit
                    record_fault(error, doing="settle", handle=self._visit.handle)

    def hear(self, notice: Notice) -> None:
        """Pass one notice to the room the caller is in, then to those behind it."""
        if isinstance(notice, SessionEnded):
            self._visit.ended = SessionOver(notice.why, ending_lines(notice))
            return
        try:
            for room in reversed(self.rooms):
                if room.hear(notice):
                    return
            lines = notice_sentences(notice, self._visit.handle)
            if lines:
                visit = self._visit
                urgent = isinstance(notice, Broadcast) and notice.urgent
                say = visit.break_in if urgent else visit.announce
                say(*lines, style="chat" if is_personal(notice) else "dim")
                if is_personal(notice) and self._visit.preferences.bell:
                    self._visit.terminal.bell()
        except Exception as error:  # one odd notice must not end the visit
            record_fault(error, doing=f"hear {type(notice).__name__}", handle=self._visit.handle)
