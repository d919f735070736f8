"""What happens at a table as one caller there hears it: notices made into lines of the log.

Room: session. Imports game words, lobby (notices) and its neighbours here; the room is handed in.
Source: DESIGN.md section 7, USER_ASKS F1 to F5.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arkham_bbs.game.events import TradeClosed, TradeOffered
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View
from arkham_bbs.lobby import (
    ChatHeard,
    ClockRanOut,
    ClockWarning,
    DecisionChanged,
    DecisionWaits,
    Notice,
    PresenceChanged,
    Repaint,
    SeatChanged,
    StatusChanged,
    TableEvents,
    TableNotice,
    TablesChanged,
    VoteChanged,
)
from arkham_bbs.lobby.standing import told_sentence
from arkham_bbs.session.notices import notice_sentences, table_sentences, vote_sentence
from arkham_bbs.session.screens.newest import ASKS_YOU, Told
from arkham_bbs.session.table_telling import ALL_SEATED
from arkham_bbs.session.told import tell_event, tell_own
from arkham_bbs.session.trading import offered_to
from arkham_bbs.terminal import Line, Span, line_bytes

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom


OFFER_CLOSED = 1
"""The weight of what became of one's own offer: more than most, and less than an open one."""


def _is_urgent(notice: Notice, room: TableRoom) -> bool:
    """Say whether a caller must hear this even while reading: time of one's own runs out."""
    return isinstance(notice, ClockWarning | ClockRanOut) and notice.handle == room.visit.handle


class TableNews:
    """What one caller at a table has heard and not been shown yet.

    Attributes:
        to_show: the state of the game is to be shown after this batch of notices.
        replaced: trade offers withdrawn by newer ones, each with the newer.
        closed: this caller's offers that stand no longer, each with how it ended, newest last.
    """

    def __init__(self, room: TableRoom) -> None:
        self._owner = weakref.ref(room)
        self.to_show = False
        self.replaced: dict[int, int] = {}
        self.closed: dict[int, str] = {}
        self._offers: dict[int, tuple[str, str]] = {}
        """Open trade offers, each with who makes it and to whom."""
        self._news: list[Line] = []
        self._company: set[str] = set()

    @property
    def _room(self) -> TableRoom:
        room = self._owner()
        assert room is not None, "used after its room"
        return room

    @property
    def kept_bytes(self) -> int:
        """About what waits to be shown, in bytes."""
        return sum(map(line_bytes, self._news))

    def met(self, handles: Iterable[str]) -> None:
        """Know who was here, and what was offered, before this caller came."""
        self._company.update(handles)
        self._know_offers()

    def _know_offers(self) -> None:
        """Note which offers are open: at the end of the game they go without a word."""
        view = self._room.view
        self._offers = {one.number: (one.who, one.partner) for one in view.offers} if view else {}

    def take(self) -> tuple[list[Line], bool]:
        """Return the lines not shown yet, and whether the state is to be shown; forget both."""
        news, self._news = self._news, []
        wants, self.to_show = self.to_show, False
        return news, wants

    def hear(self, notice: Notice) -> bool:
        """Tell what happens at this table; leave the rest to the visit."""
        if isinstance(notice, TablesChanged):
            return True
        if isinstance(notice, DecisionWaits) and notice.table == self._room.table.id:
            return True
        if isinstance(notice, Repaint):
            self._room.visit.announce(
                "(Some lines went by while your line was slow; here is the state.)"
            )
            self._room.log.break_off()
            self.to_show = True
            return True
        if isinstance(notice, ChatHeard) and notice.table == self._room.table.id:
            self.note(Line.of(notice_sentences(notice, self._room.visit.handle)[0], "chat"))
            return True
        if isinstance(notice, ChatHeard) and notice.channel == "lobby":
            said = notice_sentences(notice, self._room.visit.handle)[0]
            self.note(Line.of(f"[lobby] {said}", "dim"))
            return True
        if isinstance(notice, PresenceChanged):
            return self._hear_presence(notice)
        if not isinstance(notice, TableNotice) or notice.table != self._room.table.id:
            return False
        if isinstance(notice, TableEvents):
            self._hear_events(notice)
        elif isinstance(notice, DecisionChanged):
            self.to_show = True
        elif isinstance(notice, VoteChanged):
            self._hear_vote(notice)
        else:
            for sentence in table_sentences(notice, self._room.visit.handle):
                if _is_urgent(notice, self._room) and self._room.visit.terminal.is_paging:
                    self._room.log.append(Line.of(sentence, "system"))
                    self._room.visit.break_in(sentence, style="system")
                else:
                    self.note(Line.of(sentence, "system"))
            if isinstance(notice, SeatChanged):
                self._hear_seat()
                row = self._room.table.row(self._room.visit.me)
                hosted = row.host == self._room.visit.handle and not self._room.table.is_started
                if notice.what == "sat" and hosted and not row.free:
                    self.note(Line.of(ALL_SEATED, "system"))
            if isinstance(notice, StatusChanged):
                self._hear_status(notice)
        return True

    def _hear_presence(self, notice: PresenceChanged) -> bool:
        """Those with a seat here are missed and welcomed; others are no news at a table."""
        seated = {seat.handle for seat in self._room.table.seats()}
        if notice.handle in seated and notice.handle != self._room.visit.handle:
            if not notice.here:
                # That somebody has left for the lobby was told before.
                if notice.handle in self._company:
                    how = " has hung up" if notice.hung_up else "'s line has dropped"
                    self.note(Line.of(f"{notice.handle}{how}; the seat is kept.", "system"))
            elif notice.table == self._room.table.id:
                self.note(Line.of(f"{notice.handle} is at the table.", "system"))
            elif notice.handle in self._company:
                gone = f"{notice.handle} has left for the lobby; the seat is kept."
                self.note(Line.of(gone, "system"))
        if notice.here and notice.table == self._room.table.id:
            self._company.add(notice.handle)
        else:
            self._company.discard(notice.handle)
        return True

    def _hear_events(self, notice: TableEvents) -> None:
        view = self._room.view
        seats = view.seats if view is not None else ()
        who = names.seat_name(notice.seat, seats)
        self._room.log.begin(notice.seq)
        if notice.by == "autopilot":
            self.note(Line.of(f"(The autopilot answers for {who}.)", "dim"))
        elif notice.by == "standing":
            handle = self._room.table.seating.handle(notice.seat) or who
            self.note(Line.of(told_sentence(handle, notice.kind), "dim"))
        mine = frozenset(sheet.id for sheet in view.mine()) if view is not None else frozenset()
        for event in notice.events:
            if isinstance(event, TradeOffered):
                self._hear_offer(event)
            line = tell_own(event, tell_event(event, seats), mine)
            said = ""
            if isinstance(event, TradeOffered) and view is not None:
                said = offered_to(event, view)
            if isinstance(event, TradeClosed) and view is not None:
                line = self._closed(event, line, view)
            if not said:
                self.note(line)
                continue
            self.note(Told(*line.spans, weight=ASKS_YOU))
            self.note(Told(Span(said, "system"), weight=ASKS_YOU))
        self._know_offers()

    def _hear_vote(self, notice: VoteChanged) -> None:
        """Say who asks for what; whoever has a voice in it must not miss it."""
        room = self._room
        vote = next((one for one in room.table.voting.votes if one.vote == notice.vote), None)
        if vote is None:
            self.note(Line.of(vote_sentence(notice), "system"))
            return
        said = vote_sentence(notice, vote.by)
        weight = ASKS_YOU if room.seat in vote.voters and room.seat not in vote.ballots else 0
        self.note(Told(Span(said, "system"), weight=weight))

    def _hear_offer(self, event: TradeOffered) -> None:
        """Say of the open offer between the same two that this one takes its place."""
        between = event.who, event.partner
        for number, pair in self._offers.items():
            if pair != between or number >= event.number:
                continue
            self.replaced[number] = event.number
            said = f"Offer {number} is withdrawn: offer {event.number} takes its place."
            self.note(Told(Span(said, "system"), weight=ASKS_YOU))

    def _closed(self, event: TradeClosed, line: Line, view: View) -> Line:
        """Keep how an offer of this caller's ended, and let that weigh a little."""
        mine = {sheet.id for sheet in view.mine()}
        if not mine.intersection((event.who, event.partner)):
            return line
        self.closed[event.number] = event.how
        return Told(*line.spans, weight=OFFER_CLOSED)

    def _hear_seat(self) -> None:
        """Whoever has lost the seat looks on from now on, and whoever got one plays."""
        if self._room.seat is not None:
            self._room.watching = False
        elif not self._room.watching and self._room.table.is_started:
            self._room.watching = True
            self.to_show = True
            self.note(Line.of("Your seat is somebody else's now; you look on.", "system"))

    def _hear_status(self, notice: StatusChanged) -> None:
        if notice.status == "playing":
            self._room.screen.open()
            self.to_show = True
        elif notice.status in ("finished", "ended"):
            self.to_show = True

    def note(self, line: Line) -> None:
        """Put a line into the log and show it, above what is being typed."""
        self._room.log.append(line)
        if not self._room.screen.is_open:
            self._news.append(line)
