"""A table: it hosts one game, takes its answers one after the other, and tells everybody.

Room: lobby. Imports game, store and its neighbours here.

What it does is done by its parts (answering.py, seating.py, pacing.py ...); here is what they
share, and what the other rooms may call.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from time import perf_counter
from typing import Any, Literal, TypeVar

import msgspec
import structlog

from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.lobby.answering import Answering
from arkham_bbs.lobby.asking import Asking
from arkham_bbs.lobby.behind import Behind
from arkham_bbs.lobby.chronicle import Chronicle
from arkham_bbs.lobby.engine import HostedGame
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.ledger import Ledger, SeatState, TableState
from arkham_bbs.lobby.lifetime import PUT_AWAY, Lifetime
from arkham_bbs.lobby.notices import Notice
from arkham_bbs.lobby.pacing import Pacing
from arkham_bbs.lobby.presence import Presence
from arkham_bbs.lobby.recovery import Recovery
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.rows import row_of
from arkham_bbs.lobby.seating import Seating
from arkham_bbs.lobby.specs import Caller, ClockView, SeatHeld, Status, TableRow, TableSpec
from arkham_bbs.lobby.standing import StandingAnswers
from arkham_bbs.lobby.voting import Voting
from arkham_bbs.store.errors import StoreUnavailable

log = structlog.get_logger("lobby.table")
T = TypeVar("T")


class Table:
    """One table. Everything that changes it goes through its lock.

    ``seating`` holds the seats, ``pacing`` the clock and the autopilot, ``voting`` the motions,
    ``answering`` takes answers, ``asking`` tells what is asked, ``lifetime`` begins and ends it.
    Reading (``decision``, ``view``, ``seats``, ``clock`` ...) never waits.
    """

    def __init__(
        self,
        floor: Floor,
        ledger: Ledger,
        table_id: str,
        state: TableState,
        *,
        title: str,
        host: int | None,
        seed: bytes,
        seats: list[SeatState],
        created_at: float,
        active_at: float,
    ) -> None:
        self.floor = floor
        self.ledger = ledger
        self.id = table_id
        self.state = state
        self.title = title
        self.host = host
        self.seed = seed
        self.created_at = created_at
        self.active_at = active_at
        self.game: HostedGame | None = None
        self._views: dict[int | None, Any] = {}
        self._viewed: tuple[HostedGame, int, Decision | None] | None = None
        """The game, answer and question that ``_views`` were made of."""
        self.seq = 0
        self.turn = state.turn
        self.question = 0
        """The number the pending question was first asked under; interjections renumber it."""
        self.lock = asyncio.Lock()
        self.attending: dict[int, Presence] = {}
        self.watching: dict[int, Presence] = {}
        self.behind = Behind(floor, table_id)
        self.chronicle = Chronicle(self)
        self.recovery = Recovery(self)
        self.seating = Seating(self, seats)
        self.pacing = Pacing(self)
        self.voting = Voting(self)
        self.standing = StandingAnswers(self)
        self.asking = Asking(self)
        self.answering = Answering(self)
        self.lifetime = Lifetime(self)

    # -- looking ----------------------------------------------------------------------------------
    @property
    def spec(self) -> TableSpec:
        return self.state.spec

    @property
    def status(self) -> Status:
        return self.state.status

    @property
    def is_started(self) -> bool:
        return self.status != "gathering"

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "ended")

    @property
    def decision(self) -> Decision | None:
        """What is asked now; everybody may see it (only its owner may answer).

        A game that was given up asks nothing more, although its rules still would.
        """
        return self.game.decision if self.game is not None and not self.is_over else None

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, public from the start."""
        return self.floor.engine.commitment(self.seed)

    def revealed_seed(self) -> bytes | None:
        """The seed, once the game is over."""
        return self.seed if self.is_over else None

    def seat_of(self, caller: Caller | None) -> int | None:
        return self.seating.of(caller.account) if caller is not None else None

    def view(self, caller: Caller | None) -> Any:
        """The game as this caller's seat, or a spectator, may see it; None before the start.

        Made once for each seat between two answers, however many look.
        """
        game = self.game
        if game is None:
            return None
        seat = self.seat_of(caller)
        seq, decision = game.seq, game.decision
        then = self._viewed
        if then is None or then[0] is not game or then[1] != seq or then[2] is not decision:
            self._viewed = (game, seq, decision)
            self._views.clear()
        if seat not in self._views:
            self._views[seat] = game.view(seat)
        return self._views[seat]

    def interjections(self, caller: Caller) -> tuple[Option, ...]:
        seat = self.seat_of(caller)
        if self.game is None or seat is None or self.status != "playing":
            return ()
        return tuple(self.game.interjections(seat))

    def seats(self) -> tuple[SeatHeld, ...]:
        return self.seating.shown()

    def clock(self) -> ClockView | None:
        return self.pacing.shown()

    def row(self, caller: Caller | None) -> TableRow:
        """This table's line in the lobby's list."""
        return row_of(self, caller)

    def names(self) -> tuple[str, ...]:
        """What to call each seat when events are told, by seat number."""
        return tuple(s.handle or f"Seat {s.seat + 1}" for s in self.seating.seats)

    # -- coming and going -------------------------------------------------------------------------
    async def attend(self, presence: Presence) -> None:
        """A seated caller looks at the table from now on and gets its notices."""
        if self.seat_of(presence.caller) is None:
            raise LobbyRefused("not-seated", table=self.id)
        await self.ready()
        await self.settled()
        self.watching.pop(presence.caller.account, None)
        self.attending[presence.caller.account] = presence
        presence.go("table", self.id)

    async def watch(self, presence: Presence, code: str = "") -> None:
        """Anybody the table allows looks on: the public view, no way to act."""
        caller = presence.caller
        if self.seat_of(caller) is not None:
            await self.attend(presence)
            return
        if not caller.is_staff:
            if self.spec.spectators == "none":
                raise LobbyRefused("spectators-barred", table=self.id)
            wanted = {c for c in (self.state.gallery_code, self.state.code) if c}
            if (self.spec.spectators == "code" or self.spec.private) and code not in wanted:
                raise LobbyRefused("wrong-code" if code else "code-needed", table=self.id)
        await self.ready()
        await self.settled()
        self.watching[caller.account] = presence
        presence.go("watching", self.id)

    def part(self, presence: Presence, *, for_lobby: bool = True) -> None:
        """Look away. Seats stay; the game goes on.

        Args:
            for_lobby: the caller goes there; otherwise the call is over.
        """
        account = presence.caller.account
        for group in (self.attending, self.watching):
            if group.get(account) is presence:
                del group[account]
        if for_lobby and presence.table == self.id:
            presence.go("lobby")

    def tell(self, notice: Notice) -> None:
        """To every seat and the whole gallery that is looking."""
        for group in (self.attending, self.watching):
            for presence in group.values():
                presence.notices.put(notice)

    # -- answering --------------------------------------------------------------------------------
    async def answer(self, caller: Caller, key: str, *, number: int) -> tuple[Any, ...]:
        """Answer the pending decision of the caller's seat.

        ``number`` is the decision's; an older one of the same question will do, so that an
        interjection of somebody else does not spoil an answer half typed.

        The answer is durable before anybody, the caller included, learns of its effect, and it is
        finished even when the caller's line drops half-way.

        Raises:
            LobbyRefused: not-seated, not-your-turn, stale-decision, not-on-offer, paused,
                adjourned, frozen, game-over, look-again, store-unavailable. Nothing changed.
        """
        seat = self._seated(caller)
        self.floor.limits.take("answer", caller.account)
        return await self.by_itself(self.answering.answer(seat, key, number), "answer")

    async def interject(self, caller: Caller, key: str) -> tuple[Any, ...]:
        """Do something out of turn (``interjections`` lists what)."""
        seat = self._seated(caller)
        self.floor.limits.take("answer", caller.account)
        return await self.by_itself(self.answering.interject(seat, key), "interject")

    def _seated(self, caller: Caller) -> int:
        seat = self.seat_of(caller)
        if seat is None:
            raise LobbyRefused("not-seated", table=self.id)
        return seat

    async def by_itself(self, work: Coroutine[Any, Any, T], name: str) -> T:
        """Run work to its end even if whoever asked for it is cancelled."""
        began = perf_counter()
        task = self.floor.spawn(work, f"{name}:{self.id}")
        try:
            result: T = await asyncio.shield(task)
        except StoreUnavailable as error:
            raise LobbyRefused("store-unavailable", table=self.id, reason=error.code) from error
        if name in ("answer", "interject"):
            self.floor.decided(perf_counter() - began)
        return result

    async def take_back(
        self, seat: int, why: Literal["takeback", "vote", "sysop"], by: str
    ) -> None:
        """Undo the last answer of a seat, as `Answering.take_back`. The lock is held."""
        await self.answering.take_back(seat, why, by)

    def take_back_point(self, seat: int) -> tuple[int, bool] | None:
        """The last answer of a seat that can be undone, and whether no vote is needed."""
        return self.game.take_back_point(seat) if self.game is not None else None

    async def by_autopilot(self, work: Coroutine[Any, Any, None]) -> None:
        """An answer of the autopilot, finished once begun."""
        await self.by_itself(work, "autopilot")

    # -- writing what is not urgent ---------------------------------------------------------------
    def write(self, work: Callable[[], Awaitable[None]]) -> None:
        """Write behind the answers, in order (see behind.py)."""
        self.behind.write(work)

    async def settled(self) -> None:
        """Wait until everything that was to be written has been (or the store will not have it)."""
        self.chronicle.flush()
        await self.behind.settled()

    def let_go(self) -> None:
        """Hold itself together only as long as somebody looks at it.

        For a table that is off the list, with nothing left to write: else it and its parts, which
        hold each other, would wait with their game for a search for garbage.
        """
        itself: Table = weakref.proxy(self)
        for part in vars(self).values():
            if getattr(part, "_table", None) is self:
                part._table = itself

    def save_state(self) -> None:
        self.behind.write(self._save_state, once=True)

    async def _save_state(self) -> None:
        self.state.turn = self.turn
        await self.ledger.state(self.state)

    def save_seat_quietly(self, seat: SeatState) -> None:
        """Write a seat's small print without a line in its history."""
        self.write(partial(self.ledger.seat_data, msgspec.structs.replace(seat)))

    def save_seat(self, seat: SeatState, change: str, by: str) -> None:
        self.write(partial(self.ledger.seat, msgspec.structs.replace(seat), change, by))

    # -- its life ---------------------------------------------------------------------------------
    async def start(self, caller: Caller) -> None:
        """Begin the game with whoever is seated. The host's to do.

        Raises:
            LobbyRefused: not-host, already-started, too-few, bad-spec.
        """
        await self.by_itself(self.lifetime.start(caller), "start")

    async def end(self, caller: Caller, why: str = "host") -> None:
        """Close the table for good: its host before the start, the callers by vote, the sysop."""
        await self.lifetime.close(caller, why)

    async def pause(self, caller: Caller, reason: str = "") -> None:
        """Staff pause at once; callers propose it (``voting.propose``)."""
        self.must_be_staff(caller, "pause")
        async with self.lock:
            self.lifetime.put_away("paused", "sysop", reason)

    async def resume(self, caller: Caller) -> None:
        """Take a paused or adjourned table up again: any of its callers may, and staff.

        What staff have paused only staff take up.

        Raises:
            LobbyRefused: not-seated, paused.
        """
        await self.lifetime.take_up(caller)

    def must_be_playing(self) -> None:
        """Raises LobbyRefused: not-started, paused, adjourned, frozen, game-over."""
        status = self.status
        if status == "gathering":
            raise LobbyRefused(
                "not-started",
                table=self.id,
                needs=self.spec.minimum,
                seated=self.seating.taken(),
            )
        if status in PUT_AWAY:
            facts = {"reason": self.state.reason} if self.lifetime.is_held_by_staff else {}
            raise LobbyRefused(status, table=self.id, **facts)
        if status == "frozen":
            raise LobbyRefused("frozen", table=self.id, reference=self.state.reference)
        if self.is_over:
            raise LobbyRefused("game-over", table=self.id)

    def must_be_host(self, caller: Caller) -> None:
        if caller.account != self.host and not caller.is_staff:
            raise LobbyRefused("not-host", table=self.id, host=self.seating.host_handle())

    def must_be_staff(self, caller: Caller, what: str) -> None:
        if not caller.is_staff:
            raise LobbyRefused("not-allowed", what=what)

    # -- restoring, catching up, freezing (see recovery.py) ---------------------------------------
    async def ready(self) -> None:
        """See that the game is in memory."""
        if self.game is None and self.is_started:
            await self.by_itself(self.recovery.locked_load(), "load")

    async def wake(self) -> None:
        """Another server on the same database may have answered here: look."""
        if self.game is not None:
            await self.by_itself(self.recovery.locked_catch_up(), "catch-up")

    async def look_again(self) -> None:
        """Another server on the same database has changed seats, votes or the table's status."""
        await self.by_itself(self.recovery.locked_look_again(), "look-again")

    async def thaw(self, caller: Caller, *, to_checkpoint: bool = False) -> None:
        """Try a frozen table again, from its answers or (``to_checkpoint``) from before the turn.

        Raises:
            LobbyRefused: not-allowed; frozen, when the fault is still there.
        """
        self.must_be_staff(caller, "thaw")
        await self.by_itself(self.recovery.thaw(caller.handle, to_checkpoint), "thaw")

    async def undo_to_checkpoint(self, caller: Caller) -> int:
        """Staff: everything since this step of the turn began is undone; how many answers.

        With no answer in it yet, the step before this one is.
        """
        self.must_be_staff(caller, "undo")
        return await self.by_itself(self.recovery.undo(caller.handle), "undo")
