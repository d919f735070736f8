"""Who sits where: taking a seat, giving it up, handing it over, substitutes, absence.

Room: lobby. Imports its neighbours here.

Before the start seats are just places; at the start the taken ones become the game's seats.
From then on a seat never disappears: without a caller it is free for whoever comes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from arkham_bbs.lobby.ledger import SeatState
from arkham_bbs.lobby.notices import SeatChanged
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller, Control, SeatHeld

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table


class Seating:
    """The seats of one table, in order."""

    def __init__(self, table: Table, seats: list[SeatState]) -> None:
        self._table = table
        self.seats = seats
        for seat in seats:
            self._index(seat.account, True)

    def _index(self, account: int | None, here: bool) -> None:
        """Keep the floor's list of who sits where."""
        table = self._table
        if account is None or table.is_over:
            return
        seated = table.floor.seated
        if here:
            seated.setdefault(account, {})[table.id] = None
        elif account in seated:
            seated[account].pop(table.id, None)
            if not seated[account]:
                del seated[account]

    def over(self) -> None:
        """The table is about to be over, or dropped: nobody sits here any more, for the lists."""
        for seat in self.seats:
            self._index(seat.account, False)

    def _seat(self, seat: SeatState, account: int | None, handle: str | None) -> None:
        self._index(seat.account, False)
        seat.account, seat.handle = account, handle
        self._index(account, True)
        seat.control = "caller" if account is not None else "nobody"
        seat.offered, seat.away_since, seat.skips = False, None, ()

    # -- looking ----------------------------------------------------------------------------------
    def of(self, account: int) -> int | None:
        for seat in self.seats:
            if seat.account == account:
                return seat.seat
        return None

    def at(self, number: int) -> SeatState:
        for seat in self.seats:
            if seat.seat == number:
                return seat
        raise LobbyRefused("no-such-seat", table=self._table.id, seat=number, seats=len(self.seats))

    def handle(self, number: int) -> str:
        """Whoever sits there; "" for a seat without a caller."""
        for seat in self.seats:
            if seat.seat == number:
                return seat.handle or ""
        return ""

    def host_handle(self) -> str:
        for seat in self.seats:
            if seat.account is not None and seat.account == self._table.host:
                return seat.handle or ""
        return ""

    def taken(self) -> int:
        return sum(1 for seat in self.seats if seat.account is not None)

    def free(self) -> int:
        """Seats that somebody may take: nobody's, and those that are offered."""
        return sum(1 for seat in self.seats if seat.account is None or seat.offered)

    def shown(self) -> tuple[SeatHeld, ...]:
        people = self._table.floor.people
        rows = []
        for seat in self.seats:
            presence = people.of(seat.account) if seat.account is not None else None
            rows.append(
                SeatHeld(
                    seat.seat,
                    seat.account,
                    seat.handle,
                    cast(Control, seat.control),
                    presence is not None,
                    presence.idle_s if presence is not None else self._away_s(seat),
                    seat.offered,
                )
            )
        return tuple(rows)

    def _away_s(self, seat: SeatState) -> int:
        if seat.away_since is None:
            return 0
        return int(self._table.floor.time.now() - seat.away_since)

    def present(self) -> list[SeatState]:
        """Seats whose caller is connected, wherever on the board."""
        return [s for s in self.seats if self._table.floor.is_here(s.account)]

    # -- taking a seat ----------------------------------------------------------------------------
    async def sit(self, caller: Caller, number: int | None = None, *, invited: bool = False) -> int:
        """Take a seat: the one named, or the first free one. Sitting twice changes nothing.

        Once the game runs, a free or offered seat may be taken at any moment: its new owner finds
        whatever is being asked of it.

        Raises:
            LobbyRefused: table-closed, guests-cannot, seat-taken, table-full, already-started.
        """
        table = self._table
        async with table.lock:
            mine = self.of(caller.account)
            if mine is not None:
                return mine
            if table.is_over:
                raise LobbyRefused("table-closed", table=table.id, status=table.status)
            if caller.is_guest and not table.spec.tutorial:
                raise LobbyRefused("guests-cannot", what="sit")
            seat = self._choose(number)
            was_offered = seat.account is not None
            before = seat.handle
            self._stand_aside(seat.account)
            self._seat(seat, caller.account, caller.handle)
            if table.host is None:
                table.host = caller.account
                await table.ledger.host(table.host)
            change = "substituted" if invited or was_offered else "sat"
            self._changed(seat, change, before if was_offered and before else caller.handle)
            return seat.seat

    def _choose(self, number: int | None) -> SeatState:
        table = self._table
        if number is not None:
            seat = self.at(number)
            if seat.account is not None and not seat.offered:
                raise LobbyRefused("seat-taken", table=table.id, seat=number, handle=seat.handle)
            return seat
        for seat in self.seats:
            if seat.account is None:
                return seat
        for seat in self.seats:
            if seat.offered:
                return seat
        if table.is_started:
            raise LobbyRefused("already-started", table=table.id, free_seats=0)
        raise LobbyRefused("table-full", table=table.id, seats=len(self.seats))

    def _stand_aside(self, account: int | None) -> None:
        """Whoever's seat goes to somebody else looks on from now on, if they are at the table."""
        table = self._table
        presence = table.attending.pop(account, None) if account is not None else None
        if presence is not None:
            table.watching[presence.caller.account] = presence
            presence.go("watching", table.id)

    def names_to_be(self) -> tuple[str, ...]:
        """What the game will call the seats that are taken now."""
        return tuple(s.handle or "" for s in self.seats if s.account is not None)

    def settle(self, by: str) -> None:
        """The game has begun: taken seats become seats 0, 1, 2 ..., the others go."""
        table = self._table
        kept = [seat for seat in self.seats if seat.account is not None]
        for number, seat in enumerate(kept):
            if seat.seat != number:
                seat.seat = number
                table.save_seat(seat, "sat", by)
        for number in range(len(kept), len(self.seats)):
            table.write(partial(table.ledger.unseat, number, "closed", by))
        self.seats[:] = kept

    # -- leaving it -------------------------------------------------------------------------------
    async def give_up(self, caller: Caller) -> None:
        """Stand up for good. Before the start the last to leave closes the table."""
        table = self._table
        async with table.lock:
            number = self.of(caller.account)
            if number is None:
                return
            await self._empty(self.at(number), "gave-up", caller.handle)

    async def remove_absent(self, host: Caller, number: int) -> None:
        """Free the seat of somebody who has been away for as long as the table's rule says.

        Raises:
            LobbyRefused: not-host, seat-free, caller-present, not-absent-long-enough.
        """
        table = self._table
        async with table.lock:
            table.must_be_host(host)
            seat = self.at(number)
            if seat.account is None:
                raise LobbyRefused("seat-free", table=table.id, seat=number)
            if not host.is_staff:
                if table.floor.is_here(seat.account):
                    raise LobbyRefused(
                        "caller-present", table=table.id, seat=number, handle=seat.handle
                    )
                missing = table.spec.absence_s - self._away_s(seat)
                if missing > 0:
                    raise LobbyRefused(
                        "not-absent-long-enough",
                        table=table.id,
                        seat=number,
                        handle=seat.handle,
                        wait_s=missing,
                    )
            await self._empty(seat, "removed", host.handle)

    async def _empty(self, seat: SeatState, change: str, by: str) -> None:
        table = self._table
        leaver = seat.account
        left_name = seat.handle or ""
        presence = table.attending.pop(leaver, None) if leaver is not None else None
        self._seat(seat, None, None)
        self._changed(seat, change, by, leaver=left_name)
        await table.voting.voter_left(seat.seat)
        if presence is not None and presence.table == table.id:
            presence.go("lobby")
        if leaver == table.host:
            heirs = [s.account for s in self.seats if s.account is not None]
            table.host = heirs[0] if heirs else None
            await table.ledger.host(table.host)
        if not table.is_started and not self.taken():
            table.lifetime.end("nobody-left")

    async def hand_over(self, by: Caller, number: int, to: Caller) -> None:
        """Put somebody who looks on into a seat.

        The seat's own caller may hand it on; the host a seat that is free, offered, or whose caller
        has been away as long as the rule says; staff any.

        Raises:
            LobbyRefused: not-host, caller-present, not-absent-long-enough, not-here (``to`` is not
                watching this table), seat-taken (``to`` sits here already).
        """
        table = self._table
        seat = self.at(number)
        own = seat.account == by.account
        if not own:
            table.must_be_host(by)
        if not by.is_staff and to.account not in table.watching:
            raise LobbyRefused("not-here", handle=to.handle)
        if self.of(to.account) is not None:
            raise LobbyRefused("seat-taken", table=table.id, seat=number, handle=to.handle)
        if to.is_guest:
            raise LobbyRefused("guests-cannot", what="sit")
        if not own and seat.account is not None and not seat.offered and not by.is_staff:
            await self.remove_absent(by, number)
        async with table.lock:
            old = seat.account
            self._stand_aside(old)
            self._seat(seat, to.account, to.handle)
            self._changed(seat, "handed", by.handle)
            watcher = table.watching.pop(to.account, None)
            if watcher is not None:
                table.attending[to.account] = watcher
                watcher.go("table", table.id)
            if old is not None and old == table.host and own:
                table.host = to.account
                await table.ledger.host(table.host)

    # -- who answers for it -----------------------------------------------------------------------
    async def autopilot(self, by: Caller, number: int, on: bool) -> None:
        """Let the autopilot play a seat, or not. One's own; the host: a free one; staff: any."""
        table = self._table
        seat = self.at(number)
        if seat.account is None:
            table.must_be_host(by)
        elif seat.account != by.account:
            table.must_be_staff(by, "autopilot")
        async with table.lock:
            self.set_control(seat, "autopilot" if on else "caller", by.handle)

    def set_control(self, seat: SeatState, control: Control, by: str) -> None:
        if seat.account is None and control == "caller":
            control = "nobody"
        if seat.control != control:
            seat.control = control
            self._changed(seat, "autopilot" if control == "autopilot" else "returned", by)

    def offer(self, number: int, by: str) -> None:
        """Anybody may have this seat until its caller is back."""
        seat = self.at(number)
        if not seat.offered:
            seat.offered = True
            self._changed(seat, "offered", by)

    def came_back(self, number: int) -> None:
        """Its caller answers: the seat is theirs again in every way."""
        seat = self.at(number)
        if seat.offered or seat.control != "caller":
            seat.offered, seat.control = False, "caller"
            self._changed(seat, "returned", seat.handle or "")

    def presence_changed(self, account: int, here: bool) -> None:
        """A seated caller connected or dropped; who returns takes over from the autopilot."""
        number = self.of(account)
        if number is None:
            return
        seat = self.at(number)
        seat.away_since = None if here else self._table.floor.time.now()
        if here and (seat.control == "autopilot" or seat.offered):
            seat.control, seat.offered = "caller", False
            self._changed(seat, "returned", seat.handle or "")
        else:
            self._table.save_seat_quietly(seat)
        self._table.pacing.presence_changed(number, here)

    # -- another server ---------------------------------------------------------------------------
    def take_over(self, theirs: list[SeatState]) -> None:
        """Another server has seated somebody, freed a seat or handed it on: so it is here."""
        for seat in self.seats[len(theirs) :]:
            self._index(seat.account, False)
        del self.seats[len(theirs) :]
        for number, their in enumerate(theirs):
            if number == len(self.seats):
                self.seats.append(SeatState(their.seat))
            seat = self.seats[number]
            before = (seat.account, seat.handle, seat.control, seat.offered)
            after = (their.account, their.handle, their.control, their.offered)
            seat.seat, seat.skips = their.seat, their.skips
            if before == after:
                continue
            what, leaver = _change(seat, their)
            if seat.account != their.account:
                self._stand_aside(seat.account)
                self._index(seat.account, False)
                self._index(their.account, True)
                here = self._table.floor.is_here(their.account)
                seat.away_since = None if here else their.away_since
            seat.account, seat.handle = their.account, their.handle
            seat.control, seat.offered = their.control, their.offered
            self._tell(seat, what, leaver)

    def _changed(self, seat: SeatState, change: str, by: str, leaver: str = "") -> None:
        table = self._table
        kept: Any = seat
        if leaver:
            kept = SeatState(seat.seat, None, leaver, seat.control)
        table.save_seat(kept, change, by)
        self._tell(seat, change, leaver)

    def _tell(self, seat: SeatState, change: str, leaver: str) -> None:
        table = self._table
        table.tell(
            SeatChanged(
                table.id, seat.seat, seat.handle, cast(Control, seat.control), change, leaver
            )
        )
        table.pacing.arrange()
        table.floor.list_changed(table.id)


def _change(before: SeatState, after: SeatState) -> tuple[str, str]:
    """Name what happened to a seat, and who left it."""
    if after.account is None:
        return ("gave-up", before.handle or "") if before.account is not None else ("offered", "")
    if before.account != after.account:
        return ("sat" if before.account is None else "substituted"), ""
    if before.handle != after.handle:
        return "renamed", ""
    if after.offered and not before.offered:
        return "offered", ""
    return ("autopilot" if after.control == "autopilot" else "returned"), ""
