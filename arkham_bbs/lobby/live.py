"""A table: it hosts one game, takes its answers one after the other, and tells everybody.

Room: lobby. Imports game, store and its neighbours here.

An answer goes: check that it is on offer, append (durable), decide, tell. Whatever fails before
the append leaves nothing behind; whatever fails after it freezes this table alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from time import perf_counter
from typing import Any, Literal, TypeVar

import msgspec
import structlog

from arkham_bbs.game.decisions import Answer, AnswerRefused, Decision, Option
from arkham_bbs.lobby.behind import Behind
from arkham_bbs.lobby.chronicle import Chronicle, ended_entry
from arkham_bbs.lobby.engine import HostedGame
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.ledger import Ledger, SeatState, TableState
from arkham_bbs.lobby.notices import (
    DecisionChanged,
    Notice,
    StatusChanged,
    TableEvents,
    WentBack,
)
from arkham_bbs.lobby.pacing import Pacing
from arkham_bbs.lobby.presence import Presence
from arkham_bbs.lobby.recovery import Recovery
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.seating import Seating
from arkham_bbs.lobby.specs import Caller, ClockView, SeatHeld, Status, TableRow, TableSpec
from arkham_bbs.lobby.standing import StandingAnswers, history_entry
from arkham_bbs.lobby.voting import Voting
from arkham_bbs.store.errors import SequenceTaken, StoreUnavailable

log = structlog.get_logger("lobby.table")
T = TypeVar("T")
By = Literal["caller", "autopilot", "standing"]

RETRY_S = 2.0
TAKE_BACK = "takeback:"
"""How the interjection begins that undoes an answer."""
WENT_BACK_PART = 1000
"""Parts of an answer's history from here on tell of take-backs, after its events."""
PUT_AWAY: dict[str, str] = {"paused": "paused", "adjourned": "adjourned"}


class Table:
    """One table. Everything that changes it goes through its lock.

    ``seating`` holds the seats, ``pacing`` the clock and the autopilot, ``voting`` the motions.
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
        self.unsure = False
        """The store lost its connection during an append: it may hold an answer we did not see."""
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
        spec = self.spec
        asked = self.pacing.asked_seat()
        clock = self.state.clock
        mine = self.seat_of(caller)
        return TableRow(
            table=self.id,
            title=self.title,
            host=self.seating.host_handle(),
            status=self.status,
            seats=self.seats(),
            free=self.seating.free(),
            pace=spec.pace,
            decision_s=spec.decision_s,
            investigators_each=spec.investigators_each,
            preset=spec.preset,
            switches=spec.switches,
            modules=spec.modules,
            private=spec.private,
            spectators=spec.spectators,
            spectators_chat=spec.spectators_chat,
            minimum=spec.minimum,
            watching=len(self.watching),
            turn=self.turn,
            why=self.state.why,
            waiting_for=None if asked is None else self.seating.handle(asked),
            waiting_s=int(self.floor.time.now() - clock.started_at) if clock else 0,
            mine=mine is not None,
            my_decision=mine is not None and mine == asked,
            created_at=self.created_at,
            active_at=self.active_at,
        )

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

    def part(self, presence: Presence) -> None:
        """Look away. Seats stay; the game goes on."""
        account = presence.caller.account
        for group in (self.attending, self.watching):
            if group.get(account) is presence:
                del group[account]
        if presence.table == self.id:
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
        return await self.by_itself(self._answer(seat, key, number), "answer")

    async def interject(self, caller: Caller, key: str) -> tuple[Any, ...]:
        """Do something out of turn (``interjections`` lists what)."""
        seat = self._seated(caller)
        self.floor.limits.take("answer", caller.account)
        return await self.by_itself(self._interject(seat, key), "interject")

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

    def must_be_playing(self) -> None:
        status = self.status
        if status == "gathering":
            raise LobbyRefused(
                "not-started", table=self.id, needs=self.spec.minimum, seated=self.seating.taken()
            )
        if status in PUT_AWAY:
            raise LobbyRefused(PUT_AWAY[status], table=self.id)
        if status == "frozen":
            raise LobbyRefused("frozen", table=self.id, reference=self.state.reference)
        if self.is_over:
            raise LobbyRefused("game-over", table=self.id)

    def _pending(self) -> tuple[HostedGame, Decision]:
        self.must_be_playing()
        if self.game is None or self.game.decision is None:
            raise LobbyRefused("game-over", table=self.id)
        return self.game, self.game.decision

    async def _answer(self, seat: int, key: str, number: int) -> tuple[Any, ...]:
        async with self.lock:
            await self.recovery.load()
            _, decision = self._pending()
            if not self.question <= number <= decision.number:
                raise LobbyRefused(
                    "stale-decision", table=self.id, number=number, now=decision.number
                )
            if decision.seat != seat:
                raise LobbyRefused(
                    "not-your-turn",
                    table=self.id,
                    seat=decision.seat,
                    handle=self.seating.handle(decision.seat),
                )
            if not decision.offers(key):
                raise LobbyRefused(
                    "not-on-offer", table=self.id, decision=decision.kind, answer=key
                )
            self.seating.came_back(seat)
            return await self.commit(seat, key, by="caller")

    async def take_back(self, seat: int, why: Literal["takeback", "vote"], by: str) -> None:
        """Undo the last answer of a seat, as the rules allow or as was voted. The lock is held."""
        point = self.take_back_point(seat)
        if point is None:
            raise LobbyRefused("nothing-to-take-back", table=self.id)
        number, free = point
        key = f"{TAKE_BACK}{number}" if free else f"{TAKE_BACK}{number}:voted"
        undone = self.game.seq - number if self.game is not None else 0
        self.state.takebacks += 1
        await self.commit(seat, key, by="caller", interjection=True)
        self.tell(WentBack(self.id, why, undone, by))

    def take_back_point(self, seat: int) -> tuple[int, bool] | None:
        """The last answer of a seat that can be undone, and whether no vote is needed."""
        return self.game.take_back_point(seat) if self.game is not None else None

    async def by_autopilot(self, work: Coroutine[Any, Any, None]) -> None:
        """An answer of the autopilot, finished once begun."""
        await self.by_itself(work, "autopilot")

    async def _interject(self, seat: int, key: str) -> tuple[Any, ...]:
        async with self.lock:
            await self.recovery.load()
            game, decision = self._pending()
            try:
                if key.startswith(TAKE_BACK):
                    raise AnswerRefused("not-on-offer")  # that is proposed, not done (voting)
                game.check_interjection(seat, key)
            except AnswerRefused as refused:
                raise LobbyRefused(
                    "not-on-offer",
                    table=self.id,
                    decision=decision.kind,
                    answer=key,
                    reason=refused.code,
                ) from refused
            return await self.commit(seat, key, by="caller", interjection=True)

    async def commit(
        self, seat: int, key: str, *, by: By, interjection: bool = False
    ) -> tuple[Any, ...]:
        """Write an answer that is on offer, apply it, tell everybody. The lock is held."""
        if self.unsure and await self.recovery.catch_up():
            raise LobbyRefused("look-again", table=self.id)
        seq = self.seq + 1
        try:
            await self.ledger.append(seq, seat, key, interjection)
        except SequenceTaken:
            await self.recovery.catch_up()
            raise LobbyRefused("look-again", table=self.id) from None
        except StoreUnavailable as error:
            self.unsure = error.code == "lost"
            raise LobbyRefused("store-unavailable", table=self.id, reason=error.code) from error
        return self.apply(Answer(seq, seat, key, interjection), by)

    def apply(self, answer: Answer, by: By) -> tuple[Any, ...]:
        """Apply a durable answer; a fault freezes the table."""
        game = self.game
        if game is None:
            raise LobbyRefused("game-over", table=self.id)
        self.seq = answer.seq
        self.active_at = self.floor.time.now()
        try:
            return self._apply(game, answer, by)
        except AnswerRefused as error:
            # It is in the book but the rules would not have it: strike it out, nothing happened.
            self.state.voided.append((answer.seq - 1, answer.seq))
            self.save_state()
            raise LobbyRefused(
                "not-on-offer", table=self.id, decision=error.code, answer=answer.key
            ) from error
        except Exception as error:
            self.recovery.freeze(error)
            raise LobbyRefused("frozen", table=self.id, reference=self.state.reference) from error

    def _apply(self, game: HostedGame, answer: Answer, by: By) -> tuple[Any, ...]:
        before, checkpoint_seq = game.decision, game.checkpoint_seq
        if answer.interjection:
            events = game.interject(answer.seat, answer.key)
        else:
            events = game.decide(answer.key, seat=answer.seat)
        self.turn = self.floor.engine.turn(game)
        self.chronicle.note(answer.seq, events)
        if game.checkpoint_seq != checkpoint_seq:
            self.chronicle.checkpoint(game)
        kind = before.kind if by == "standing" and before is not None else ""
        if kind:
            handle = self.seating.handle(answer.seat)
            self.chronicle.note_entry(history_entry(self, answer.seq, handle, kind))
        self.tell(
            TableEvents(
                self.id, answer.seq, answer.seat, answer.key, by, answer.interjection, events, kind
            )
        )
        if self.ask_anew(game, before, answer.interjection):
            self.decision_may_have_changed()
        else:
            self.show_decision()
        return events

    def ask_anew(self, game: HostedGame, before: Decision | None, interjection: bool) -> bool:
        """Say whether another question is asked now than before an answer.

        An interjection refreshes the pending decision: it gets another number and perhaps other
        options, but it is the same question, with the same clock.
        """
        now = game.decision
        same = (
            interjection
            and now is not None
            and before is not None
            and (now.kind, now.seat, now.investigator, now.facts)
            == (before.kind, before.seat, before.investigator, before.facts)
        )
        if not same and now is not None:
            self.question = now.number
        return not same

    def decision_may_have_changed(self) -> None:
        """Start clocks, tell whoever is asked, and end the table with its game."""
        game = self.game
        if game is None:
            return
        decision = game.decision
        if decision is None or not self.standing.settles(decision):
            self.tell(
                DecisionChanged(
                    self.id,
                    decision.number if decision else None,
                    decision.seat if decision else None,
                    decision.kind if decision else None,
                    self.seating.handle(decision.seat) if decision else None,
                )
            )
        self.voting.decision_changed()
        if decision is None:
            self.finish(game)
        else:
            self.pacing.decision_changed(decision)
        self.floor.list_changed(self.id)

    def show_decision(self) -> None:
        """Tell everybody what is asked (again)."""
        decision = self.decision
        if decision is not None:
            self.tell(
                DecisionChanged(
                    self.id,
                    decision.number,
                    decision.seat,
                    decision.kind,
                    self.seating.handle(decision.seat),
                )
            )

    def finish(self, game: HostedGame) -> None:
        self.pacing.clear()
        self.chronicle.flush()
        self.set_status("finished", "over")
        result = msgspec.to_builtins(game.result) if game.result is not None else None
        self.write(partial(self.ledger.finished, "finished", result))
        self.floor.table_over(self)

    # -- writing what is not urgent ---------------------------------------------------------------
    def write(self, work: Callable[[], Awaitable[None]]) -> None:
        """Write behind the answers, in order (see behind.py)."""
        self.behind.write(work)

    async def settled(self) -> None:
        """Wait until everything that was to be written has been (or the store will not have it)."""
        self.chronicle.flush()
        await self.behind.settled()

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
    def set_status(self, status: Status, why: str, reference: str = "") -> None:
        if status in ("finished", "ended"):
            self.seating.over()
        self.state.status, self.state.why, self.state.reference = status, why, reference
        self.save_state()
        self.tell(StatusChanged(self.id, status, why, reference))
        self.pacing.arrange()
        self.floor.list_changed(self.id)

    async def start(self, caller: Caller) -> None:
        """Begin the game with whoever is seated. The host's to do.

        Raises:
            LobbyRefused: not-host, already-started, too-few, bad-spec.
        """
        await self.by_itself(self._start(caller), "start")

    async def _start(self, caller: Caller) -> None:
        async with self.lock:
            if self.is_started:
                if self.seat_of(caller) is not None:
                    return
                raise LobbyRefused("already-started", table=self.id, free_seats=self.seating.free())
            self.must_be_host(caller)
            seated = self.seating.taken()
            if seated < self.spec.minimum:
                raise LobbyRefused("too-few", table=self.id, needs=self.spec.minimum, seated=seated)
            self.floor.engine.check(self.spec, seated)
            setup = self.floor.engine.setup(self.spec, self.seating.names_to_be())
            game, events = self.floor.engine.begin(setup, self.seed)
            await self.ledger.checkpoint(0, game.checkpoint)
            await self.ledger.started(setup, self.floor.engine.rules_version)
            self.seating.settle(caller.handle)
            self.game, self.seq = game, 0
            self.turn = self.floor.engine.turn(game)
            self.chronicle.note(0, events)
            self.set_status("playing", "started")
            if events:
                self.tell(TableEvents(self.id, 0, 0, "", "caller", False, events))
            self.ask_anew(game, None, False)
            self.decision_may_have_changed()

    async def end(self, caller: Caller, why: str = "host") -> None:
        """Close the table for good: its host before the start, the callers by vote, the sysop."""
        async with self.lock:
            if self.is_over:
                return
            if not caller.is_staff and why != "consent":
                self.must_be_host(caller)
                if self.is_started:
                    raise LobbyRefused("not-allowed", what="end")
            self._end(why if not caller.is_staff else "sysop")

    def _end(self, why: str) -> None:
        self.pacing.clear()
        if self.is_started:
            self.chronicle.note_entry(ended_entry(self, why))
        self.state.votes.clear()
        self.set_status("ended", why)
        self.write(partial(self.ledger.finished, "ended", None))
        self.floor.table_over(self)

    async def pause(self, caller: Caller) -> None:
        """Staff pause at once; callers propose it (``voting.propose``)."""
        self.must_be_staff(caller, "pause")
        async with self.lock:
            self.put_away("paused", "sysop")

    def end_by_consent(self) -> None:
        """The callers have voted to give the game up."""
        self._end("consent")

    def close_empty(self) -> None:
        """The last one left before the game began."""
        self._end("nobody-left")

    def put_away(self, status: Status, why: str) -> None:
        self.must_be_playing()
        self.set_status(status, why)

    async def resume(self, caller: Caller) -> None:
        """Take a paused or adjourned table up again: any of its callers may, and staff."""
        async with self.lock:
            if not caller.is_staff:
                self._seated(caller)
            if self.status in PUT_AWAY:
                await self.recovery.load()
                self.set_status("playing", "resumed")

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

    async def thaw(self, caller: Caller, *, to_checkpoint: bool = False) -> None:
        """Try a frozen table again, from its answers or (``to_checkpoint``) from before the turn.

        Raises:
            LobbyRefused: not-allowed; frozen, when the fault is still there.
        """
        self.must_be_staff(caller, "thaw")
        await self.by_itself(self.recovery.thaw(caller.handle, to_checkpoint), "thaw")

    async def undo_to_checkpoint(self, caller: Caller) -> None:
        """Staff: everything since the last checkpoint (this turn at most) is undone."""
        self.must_be_staff(caller, "undo")
        await self.by_itself(self.recovery.undo(caller.handle), "undo")
