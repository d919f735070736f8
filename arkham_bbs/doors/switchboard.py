"""The switchboard: every connected call, its session, its limits in time and output.

Room: doors. Imports session, terminal and ops. Each door accepts and speaks its protocol; all
of them hand their calls to one switchboard, which
- asks the turnstile and the list of bans before a call is put through,
- runs the session so that a fault ends that call alone, with an apology and a reference,
- drops callers who stop reading,
- tells everybody and lets them go when the server stops.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import structlog

from arkham_bbs.doors.call import Call
from arkham_bbs.doors.limits import REFUSALS, Limits, Ticket, Turnstile
from arkham_bbs.doors.refusal_log import RefusalLog
from arkham_bbs.doors.wire import Wire
from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.session.faults import apology, record_fault
from arkham_bbs.session.services import Origin
from arkham_bbs.terminal import Hangup, Line, Terminal

SWEEP_S = 1.0
LEAVE_S = 10.0
"""How long a session may take to end after its line is gone."""

LAST_WORDS_S = 1.0
"""How long sessions may take to end by themselves when the server stops."""

TOO_MUCH_KEPT = (
    "This line keeps more than one caller may have of the exchange's memory, and is closed. "
    "Your seat and your drafts are kept; call again."
)

SessionRunner = Callable[[Terminal, Origin], Awaitable[str | None]]
"""Runs one caller's visit; may return why it ended."""

LIMITS_OF_SESSIONS = {
    "no-answer": "begin-time",
    "login-timeout": "login-time",
    "wrong-tries": "password-tries",
    "idle": "idle",
    "draining": "draining",
    "kicked": "kicked",
    "banned": "banned",
}
"""What the session gives as the reason when a limit ended it, and the name in the figures."""

BanCheck = Callable[[str], Awaitable[bool]]


class Switchboard:
    """Owns all calls of all doors.

    Args:
        run_session: runs one caller's visit; the services are already bound to it.
        is_banned: asked with the address before a call is put through.
    """

    def __init__(
        self,
        run_session: SessionRunner,
        limits: Limits,
        metrics: Metrics,
        *,
        is_banned: BanCheck | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run_session = run_session
        self._is_banned = is_banned
        self._clock = clock
        self._calls: dict[str, Call] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._log = log("doors")
        self.refusals = RefusalLog()
        self.metrics = metrics
        self.turnstile = Turnstile(limits, clock)
        metrics.watch_gauge(
            "arkham_open_connections",
            "Connections let in and not gone, with a session or without",
            lambda: self.turnstile.open,
        )
        metrics.watch_gauge(
            "arkham_session_memory_bytes",
            "What is kept for callers one by one: all of it, and the most for one",
            self._kept,
        )
        metrics.watch_gauge(
            "arkham_output_queue_bytes",
            "Output that waits for callers: all of it, and the most for one",
            self._queue_depths,
        )

    @property
    def limits(self) -> Limits:
        """The numbers in force now."""
        return self.turnstile.limits

    @property
    def calls(self) -> Mapping[str, Call]:
        """The calls with a running session, by session id."""
        return self._calls

    def start(self) -> None:
        """Begin to look after stalled callers."""
        self._sweeper = asyncio.create_task(self._sweep(), name="switchboard-sweeper")

    async def admit(self, door: str, address: str) -> Ticket | str:
        """Let a connection in, or return the sentence its caller reads."""
        ticket = self.turnstile.admit(address)
        if isinstance(ticket, Ticket) and self._is_banned is not None:
            try:
                if await self._is_banned(address):
                    ticket.release()
                    ticket = "banned"
            except BaseException:
                if isinstance(ticket, Ticket):
                    ticket.release()
                raise
        if isinstance(ticket, str):
            self.metrics.refused.labels(door, ticket).inc()
            self.refusals.note("call_refused", door=door, address=address, reason=ticket)
            return REFUSALS[ticket]
        self.metrics.connections.labels(door).inc()
        return ticket

    def connect(
        self, origin: Origin, terminal: Terminal, wire: Wire, *, probe: bool = True
    ) -> Call:
        """Start the session of a call. The task is `call.task`; it never raises.

        Args:
            probe: first ask the terminal where its cursor is, to learn its charset. At most 4 s,
                and only where cursor addressing is expected: others would show the question.
        """
        call = Call(origin, terminal, wire)
        wire.on_overflow = lambda: call.drop("output-overflow")
        terminal.limit_input(line_length=self.limits.line_length, lines=self.limits.input_lines)
        terminal.on_limit = lambda limit: self.metrics.limits.labels(limit).inc()
        self._calls[origin.session_id] = call
        self.metrics.sessions.labels(origin.door).inc()
        call.task = asyncio.create_task(
            self._serve(call, probe), name=f"session-{origin.session_id}"
        )
        return call

    async def _serve(self, call: Call, probe: bool) -> None:
        origin = call.origin
        structlog.contextvars.bind_contextvars(session=origin.session_id)
        why = ""
        self._log.info("line_open", door=origin.door, address=origin.address)
        try:
            if call.terminal.caps.can_edit and probe:
                await call.terminal.probe()
            why = await self._run_session(call.terminal, origin) or "over"
            if why in LIMITS_OF_SESSIONS:
                self.metrics.dropped.labels(origin.door, LIMITS_OF_SESSIONS[why]).inc()
            elif why.startswith("fault"):
                self.metrics.faults.inc()
        except Hangup:
            self._log.debug("line_gone", door=origin.door)
        except asyncio.CancelledError:
            # Only the switchboard cancels, and it has told the caller why.
            self._log.debug("session_cancelled", door=origin.door)
        except Exception as error:  # one bad session must never hurt another
            self.metrics.faults.inc()
            reference = record_fault(error, door=origin.door, session=origin.session_id)
            with suppress(Exception):  # the terminal itself may be what broke
                call.terminal.close([Line.of(apology(reference), "bad")])
        finally:
            self._calls.pop(origin.session_id, None)
            self.metrics.sessions.labels(origin.door).dec()
            if not call.dropped and call.terminal.hangup_reason == "stalled":
                call.dropped = "output-stalled"
            if call.dropped:
                self.metrics.dropped.labels(origin.door, call.dropped).inc()
                call.wire.abort()
            else:
                call.wire.close()
            # It names the call, which names the wire: only a search for garbage would part them.
            call.wire.on_overflow = None
            why = call.dropped or why or call.terminal.hangup_reason or "over"
            self._log.info("line_closed", door=origin.door, why=why)

    def finish(self, call: Call, reason: str) -> None:
        """End a call whose caller has just been told why; what was said still goes out."""
        call.terminal.hangup(reason)
        self._see_out(call)

    def lost(self, call: Call, reason: str) -> None:
        """A door reports that the line is gone; the session gets `LEAVE_S` to put things away."""
        call.wire.abort()
        call.terminal.hangup(reason)
        self._see_out(call)

    @staticmethod
    def _see_out(call: Call) -> None:
        task = call.task
        if task is not None and not task.done():
            timer = asyncio.get_running_loop().call_later(LEAVE_S, task.cancel)
            task.add_done_callback(lambda _task: timer.cancel())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                self.look_for_stalls(self._clock())
                self.look_for_hoards()
            except Exception as error:  # the sweeper must outlive a broken wire
                record_fault(error, task="switchboard-sweeper")

    def look_for_stalls(self, now: float) -> None:
        """Drop every caller who has taken nothing for too long while output waits."""
        for call in tuple(self._calls.values()):
            pending = call.wire.pending()
            taken = call.wire.accepted_bytes - pending
            if pending == 0 or taken > call.taken_bytes:
                call.stalled_since = None
            elif call.stalled_since is None:
                call.stalled_since = now
            elif now - call.stalled_since >= self.limits.output_stall_s:
                self._log.warning("caller_stalled", session=call.origin.session_id, pending=pending)
                self.lost_by_us(call, "output-stalled")
            call.taken_bytes = taken

    def look_for_hoards(self) -> None:
        """Close every line that takes more memory than one caller may, and say so."""
        for call in tuple(self._calls.values()):
            kept = call.kept_bytes
            if kept <= self.limits.session_bytes or call.terminal.closed:
                continue
            session, door = call.origin.session_id, call.origin.door
            self._log.warning("session_memory", session=session, door=door, kept=kept)
            self.metrics.dropped.labels(door, "session-memory").inc()
            call.terminal.close([Line.of(TOO_MUCH_KEPT, "warn")])
            self._see_out(call)

    def lost_by_us(self, call: Call, reason: str) -> None:
        """Cut a call and see its session out."""
        call.drop(reason)
        self.lost(call, reason)

    def _kept(self) -> Mapping[str, float]:
        kept = [call.kept_bytes for call in self._calls.values()]
        return {"all": float(sum(kept)), "most": float(max(kept, default=0))}

    def _queue_depths(self) -> Mapping[str, float]:
        depths = [call.wire.pending() for call in self._calls.values()]
        return {"all": float(sum(depths)), "most": float(max(depths, default=0))}

    async def close(self, sentence: str, within_s: float) -> None:
        """Tell every caller, end every session, wait for all of them.

        Sessions that end by themselves (the lobby has told them) get a moment for it; the others
        are told here and cancelled.
        """
        self.turnstile.is_closed = True
        self.refusals.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        tasks = {call.task for call in self._calls.values() if call.task is not None}
        if tasks:
            await asyncio.wait(tasks, timeout=min(LAST_WORDS_S, within_s / 2))
        for call in tuple(self._calls.values()):
            with suppress(Exception):  # whatever one terminal does, the others are told
                call.terminal.close([Line.of(sentence, "title")])
            if call.task is not None:
                call.task.cancel()
        left = {call.task for call in self._calls.values() if call.task is not None}
        if left:
            await asyncio.wait(left, timeout=within_s / 2)
