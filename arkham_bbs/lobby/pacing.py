"""A table's time: the clock of the pending decision, what its end means, and the autopilot's turn.

Room: lobby. Imports players and its neighbours here.

Rules. The clock runs while the table is being played, for a free seat as for a caller's. It stands
still: alone at the table (nobody waits for you); at a live table when nobody of it is
connected, and for a grace time after the awaited caller dropped; while the others vote on a clock
that ran out; while the autopilot answers. Nights the awaited caller has named do not count at slow
tables. Its end ends nothing: it asks the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog

from arkham_bbs.game.decisions import Decision
from arkham_bbs.lobby.clocks import NO_QUIET, DecisionClock, Timer
from arkham_bbs.lobby.notices import ClockRanOut, ClockWarning
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import ClockView, EndRule
from arkham_bbs.players import cautious_answer

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

log = structlog.get_logger("lobby.pacing")


class Pacing:
    """The clock and the autopilot of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: Timer | None = None
        self._autopilot: Timer | None = None
        self._told: Timer | None = None
        self.answer_once: int | None = None
        """The number of a decision the autopilot is to answer for an absent caller."""

    # -- looking ----------------------------------------------------------------------------------
    def asked_seat(self) -> int | None:
        decision = self._table.decision
        if decision is not None:
            return decision.seat
        clock = self._table.state.clock
        return clock.seat if clock is not None else None

    def shown(self) -> ClockView | None:
        clock = self._table.state.clock
        if clock is None:
            return None
        now = self._table.floor.time.now()
        return ClockView(
            clock.number,
            clock.seat,
            clock.started_at,
            clock.ends_at(),
            int(clock.left(now)),
            clock.stopped,  # type: ignore[arg-type]
            clock.running_since is not None and clock.quiet.holds(now),
        )

    # -- what happens to the decision -------------------------------------------------------------
    def decision_changed(self, decision: Decision) -> None:
        """Something new is asked: a fresh clock."""
        table = self._table
        self._drop_timers()
        self.answer_once = None
        quiet = NO_QUIET
        if table.spec.pace == "slow" and table.spec.quiet_hours:
            quiet = table.floor.quiet_of(table.seating.at(decision.seat).account)
        table.state.clock = DecisionClock(
            table.question,
            decision.seat,
            float(table.spec.decision_s),
            table.floor.time.now(),
            quiet,
        )
        if table.spec.pace == "slow":
            table.save_state()
        self.arrange()
        self.tell_owner()

    def restored(self, decision: Decision, asked_at: float | None) -> None:
        """The table is back in memory. A slow clock goes on; a live one starts afresh.

        ``asked_at`` is since when the question has waited, where that is known.
        """
        table = self._table
        clock = table.state.clock
        if table.spec.pace == "live" or clock is None or clock.number != table.question:
            votes = [v for v in table.state.votes if v.kind != "clock"]
            table.state.votes[:] = votes
            self.decision_changed(decision)
            clock = table.state.clock
            if clock is not None and asked_at is not None:
                clock.started_at = min(clock.started_at, asked_at)
            return
        self.arrange()
        table.voting.restored()
        self.tell_owner()

    def clear(self) -> None:
        self._drop_timers()
        self._table.state.clock = None

    def _drop_timers(self) -> None:
        for timer in (self._timer, self._autopilot, self._told):
            if timer is not None:
                timer.cancel()
        self._timer = self._autopilot = self._told = None

    def presence_changed(self, number: int, here: bool) -> None:
        """Somebody of the table connected or dropped."""
        table = self._table
        clock = table.state.clock
        live = table.spec.pace == "live"
        dropped = live and clock is not None and number == clock.seat and not here
        if dropped and clock is not None and clock.running_since is not None:
            now = table.floor.time.now()
            clock.stop(now, "grace")
            self._set_timer(now + table.floor.settings.grace_s, self._grace_over)
            self.tell_owner()
            return
        if clock is not None and clock.stopped == "grace" and number == clock.seat and here:
            clock.stopped = ""
        self.arrange()
        if not here:
            self.tell_owner()

    async def _grace_over(self) -> None:
        async with self._table.lock:
            clock = self._table.state.clock
            if clock is not None and clock.stopped == "grace":
                clock.stopped = ""
                self.arrange()

    def _why_stopped(self, clock: DecisionClock) -> str:
        """Why the clock should stand still now; "" when it should run."""
        table = self._table
        if table.status != "playing":
            return "paused"
        seat = table.seating.at(clock.seat)
        if seat.control == "autopilot" or self.answer_once == clock.number:
            return "autopilot"
        if table.voting.of_kind("clock") is not None:
            return "vote"
        if seat.account is not None and table.seating.taken() <= 1:
            return "alone"
        if clock.stopped == "grace":
            return "grace"
        if table.spec.pace == "live" and not table.seating.present():
            return "nobody-here"
        return ""

    def arrange(self) -> None:
        """Make clock, timers and autopilot fit how things stand. Safe to call at any time."""
        table = self._table
        clock = table.state.clock
        if clock is None or table.game is None:
            return
        now = table.floor.time.now()
        why = self._why_stopped(clock)
        if why:
            if clock.running_since is not None or clock.stopped != why:
                clock.stop(now, why)
            if self._timer is not None and why != "grace":
                self._timer.cancel()
                self._timer = None
        else:
            clock.run(now)
            self._next_mark(clock, now)
        self._arrange_autopilot(why == "autopilot")
        table.standing.arrange()

    def _set_timer(self, when: float, action: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._table.floor.scheduler.at(when, action)  # type: ignore[arg-type]

    def _next_mark(self, clock: DecisionClock, now: float) -> None:
        mark = clock.next_mark(now)
        if mark is not None:
            self._set_timer(mark[0], self._mark)

    async def _mark(self) -> None:
        table = self._table
        async with table.lock:
            clock = table.state.clock
            if clock is None or clock.running_since is None or table.status != "playing":
                return
            now = table.floor.time.now()
            mark = clock.next_mark(now)
            if mark is None or mark[0] > now + 0.001:
                self._next_mark(clock, now)
                return
            handle = table.seating.handle(clock.seat)
            if mark[1] == 3:
                self._ran_out(clock, handle, now)
                return
            clock.warned = mark[1]
            table.tell(
                ClockWarning(
                    table.id,
                    clock.number,
                    clock.seat,
                    handle,
                    1 if mark[1] == 1 else 2,
                    int(clock.left(now)),
                )
            )
            account = table.seating.at(clock.seat).account
            if account is not None and account not in table.attending:
                table.floor.decision_waits(table, clock.number, account)
            self._next_mark(clock, now)

    def _ran_out(self, clock: DecisionClock, handle: str, now: float) -> None:
        table = self._table
        clock.stop(now, "vote")
        vote = table.voting.open_clock(clock)
        table.tell(ClockRanOut(table.id, clock.number, clock.seat, handle))
        if vote is None:
            self.apply_rule(table.spec.end_rule)

    def apply_rule(self, rule: EndRule) -> None:
        """What the others, or the table's default, have chosen for the decision that is late."""
        table = self._table
        clock = table.state.clock
        if clock is None:
            return
        now = table.floor.time.now()
        seat = table.seating.at(clock.seat)
        clock.stopped = ""
        clock.again(now)
        if rule == "answer":
            self.answer_once = clock.number
        elif rule == "autopilot":
            table.seating.set_control(seat, "autopilot", "clock")
        elif rule == "offer":
            table.seating.offer(clock.seat, "clock")
        table.save_state()
        self.arrange()

    # -- the autopilot ----------------------------------------------------------------------------
    def _arrange_autopilot(self, wanted: bool) -> None:
        table = self._table
        if wanted and not self._anybody_plays():
            wanted = False
        if not wanted:
            if self._autopilot is not None:
                self._autopilot.cancel()
                self._autopilot = None
            return
        if self._autopilot is None:
            when = table.floor.time.now() + table.floor.settings.autopilot_pause_s
            self._autopilot = table.floor.scheduler.at(when, self._autopilot_answers)

    def _anybody_plays(self) -> bool:
        """A game goes on only for somebody: a seat in its caller's own hands, or one looking on."""
        table = self._table
        seats = table.seating.seats
        return bool(table.attending) or any(
            s.control == "caller" and s.account is not None for s in seats
        )

    async def _autopilot_answers(self) -> None:
        self._autopilot = None
        await self._table.by_autopilot(self._one_answer())

    async def _one_answer(self) -> None:
        table = self._table
        async with table.lock:
            clock, game = table.state.clock, table.game
            if clock is None or game is None or table.status != "playing":
                return
            decision = game.decision
            if decision is None or self._why_stopped(clock) != "autopilot":
                return
            key = self._choose(game.view(decision.seat), decision)
            try:
                await table.answering.commit(decision.seat, key, by="autopilot")
            except LobbyRefused as refused:
                log.info("autopilot_refused", table=table.id, code=refused.code)
                self.arrange()

    def _choose(self, view: Any, decision: Decision) -> str:
        """The autopilot's answer; a fault in it must not stop the table."""
        try:
            return cautious_answer(view, decision)
        except Exception:
            log.exception("autopilot_failed", table=self._table.id, kind=decision.kind)
            return decision.default or decision.options[0].key

    # -- being told -------------------------------------------------------------------------------
    def tell_owner(self) -> None:
        """Whoever is asked and does not look at the table is told, once for each decision."""
        table = self._table
        clock = table.state.clock
        if clock is None or table.status != "playing":
            return
        seat = table.seating.at(clock.seat)
        if seat.account is None or seat.control != "caller" or seat.account in table.attending:
            return
        decision = table.decision
        if decision is not None and table.standing.settles(decision):
            return
        table.floor.decision_waits(table, clock.number, seat.account)
