"""A table's motions: what its callers decide together, and what follows.

Room: lobby. Imports its neighbours here.

Pause and adjourn take a majority of those who are there, giving the game up a majority of all (in
secret), a take-back everybody's voice. A lapsed clock asks everybody but the late caller.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, cast

from arkham_bbs.lobby.clocks import DecisionClock, Timer
from arkham_bbs.lobby.ledger import CLOSED_KEPT, TableState
from arkham_bbs.lobby.notices import VoteChanged, VoteClosed
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller, EndRule
from arkham_bbs.lobby.votes import Vote, VoteKind

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

Motion = Literal["pause", "adjourn", "end", "takeback"]
ClosedBy = Literal["votes", "default", "withdrawn"]


class Voting:
    """The open votes of one table (kept in its state, so they outlive a restart)."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timers: dict[str, Timer] = {}
        self._awaited: dict[str, asyncio.Event] = {}

    @property
    def votes(self) -> list[Vote]:
        return self._table.state.votes

    def of_kind(self, kind: VoteKind) -> Vote | None:
        for vote in self.votes:
            if vote.kind == kind:
                return vote
        return None

    def open_for(self, caller: Caller) -> tuple[Vote, ...]:
        """The votes this caller has a voice in and has not used."""
        seat = self._table.seat_of(caller)
        return tuple(v for v in self.votes if seat in v.voters and seat not in v.ballots)

    async def closed(self, vote_id: str) -> None:
        """Return when the vote is no longer open, however that came, told or not."""
        if any(vote.vote == vote_id for vote in self.votes):
            await self._awaited.setdefault(vote_id, asyncio.Event()).wait()

    async def propose(self, caller: Caller, kind: Motion) -> Vote | None:
        """Put a motion; the proposer's own voice is yes. None when it carried at once.

        Raises:
            LobbyRefused: not-seated, vote-open, paused ... (the table is not being played),
                nothing-to-take-back.
        """
        table = self._table
        async with table.lock:
            seat = table.seat_of(caller)
            if seat is None:
                raise LobbyRefused("not-seated", table=table.id)
            table.floor.limits.take("vote", caller.account)
            if kind != "end" or table.status not in ("paused", "adjourned"):
                table.must_be_playing()
            if self.of_kind(kind) is not None:
                raise LobbyRefused("vote-open", table=table.id, kind=kind)
            if kind == "takeback":
                point = table.take_back_point(seat)
                if point is None:
                    raise LobbyRefused("nothing-to-take-back", table=table.id)
                if point[1]:
                    await table.take_back(seat, "takeback", caller.handle)
                    return None
            vote = self._new(kind, caller.handle, self._voters(kind), "no")
            vote.number = table.question if kind == "takeback" else None
            vote.ends_at = table.floor.time.now() + self._motion_s()
            vote.seat = seat
            vote.ballots[seat] = "yes"
            self.votes.append(vote)
            if await self._settle(vote):
                return None
            self._announce(vote)
            return vote

    async def cast(self, caller: Caller, vote_id: str, choice: str) -> None:
        """Vote. The last word of a caller counts until the vote closes."""
        table = self._table
        async with table.lock:
            seat = table.seat_of(caller)
            if seat is None:
                raise LobbyRefused("not-seated", table=table.id)
            vote = self._find(vote_id)
            vote.cast(seat, choice)
            if not await self._settle(vote):
                self._announce(vote)

    async def withdraw(self, caller: Caller, vote_id: str) -> None:
        """Whoever put a motion may take it back. Raises ``no-such-vote``, ``not-allowed``."""
        table = self._table
        async with table.lock:
            vote = self._find(vote_id)
            if vote.by != caller.handle:
                raise LobbyRefused("not-allowed", what="withdraw")
            await self._carry(vote, "no", "withdrawn")

    async def voter_left(self, seat: int) -> None:
        """A seat is nobody's now: it has no voice in what is open. The lock is held."""
        for vote in tuple(self.votes):
            if seat not in vote.voters:
                continue
            vote.voters = tuple(voter for voter in vote.voters if voter != seat)
            vote.ballots.pop(seat, None)
            if not vote.voters:
                self._close(vote, vote.default, "withdrawn")
            elif not await self._settle(vote):
                self._table.save_state()

    def _find(self, vote_id: str) -> Vote:
        for vote in self.votes:
            if vote.vote == vote_id:
                return vote
        raise LobbyRefused("no-such-vote", table=self._table.id, vote=vote_id)

    def open_clock(self, clock: DecisionClock) -> Vote | None:
        """Ask the others about a decision that is late; None when there is nobody to ask."""
        table = self._table
        voters = tuple(
            s.seat
            for s in table.seating.seats
            if s.seat != clock.seat
            and s.account is not None
            and s.control == "caller"
            and (table.spec.pace == "slow" or table.floor.is_here(s.account))
        )
        if not voters:
            return None
        settings = table.floor.settings
        vote = self._new("clock", "", voters, table.spec.end_rule)
        vote.number, vote.seat = clock.number, clock.seat
        wait = settings.live_vote_s if table.spec.pace == "live" else settings.slow_vote_s
        vote.ends_at = table.floor.time.now() + wait
        self.votes.append(vote)
        self._announce(vote)
        return vote

    def _new(self, kind: VoteKind, by: str, voters: tuple[int, ...], default: str) -> Vote:
        state = self._table.state
        state.vote_count += 1
        now = self._table.floor.time.now()
        return Vote(f"v{state.vote_count}", kind, by, voters, default, now)

    def _voters(self, kind: VoteKind) -> tuple[int, ...]:
        """Giving up and taking back concern everybody; a pause those who are there."""
        table = self._table
        seats = [s for s in table.seating.seats if s.account is not None]
        if kind in ("pause", "adjourn") and table.spec.pace == "live":
            seats = [s for s in seats if table.floor.is_here(s.account)]
        return tuple(s.seat for s in seats)

    def _motion_s(self) -> float:
        settings = self._table.floor.settings
        if self._table.spec.pace == "live":
            return settings.live_motion_s
        return settings.slow_motion_s

    def _announce(self, vote: Vote) -> None:
        self._table.save_state()
        self._time(vote)
        self._tell(vote)

    def _tell(self, vote: Vote) -> None:
        table = self._table
        if not vote.is_secret:
            table.tell(self._notice(vote))
            return
        # Only those who have a voice hear of it, and not what others said.
        for seat in vote.voters:
            account = table.seating.at(seat).account
            presence = table.attending.get(account) if account is not None else None
            if presence is not None:
                presence.notices.put(self._notice(vote))

    def _notice(self, vote: Vote) -> VoteChanged:
        cast_now = 0 if vote.is_secret else len(vote.ballots)
        return VoteChanged(
            self._table.id,
            vote.vote,
            vote.kind,
            vote.choices,
            cast_now,
            vote.needed,
        )

    def _time(self, vote: Vote) -> None:
        if vote.ends_at is not None and vote.vote not in self._timers:

            async def over() -> None:
                await self._time_over(vote.vote)

            self._timers[vote.vote] = self._table.floor.scheduler.at(vote.ends_at, over)

    async def _time_over(self, number: str) -> None:
        table = self._table
        async with table.lock:
            vote = next((vote for vote in self.votes if vote.vote == number), None)
            if vote is None:
                return
            outcome = vote.default
            if vote.kind == "clock" and vote.ballots:
                voices = list(vote.ballots.values())
                best = max(voices.count(c) for c in vote.choices)
                leaders = [c for c in vote.choices if voices.count(c) == best]
                outcome = leaders[0] if len(leaders) == 1 else vote.default
            await self._carry(vote, outcome, "default")

    async def _settle(self, vote: Vote) -> bool:
        outcome = vote.outcome()
        if outcome is None:
            return False
        await self._carry(vote, outcome, "votes")
        return True

    async def _carry(self, vote: Vote, outcome: str, by: ClosedBy) -> None:
        table = self._table
        self._close(vote, outcome, by)
        if vote.kind == "clock":
            table.pacing.apply_rule(cast(EndRule, outcome))
        elif outcome != "yes":
            table.pacing.arrange()
        elif vote.kind == "pause":
            table.lifetime.put_away("paused", "consent")
        elif vote.kind == "adjourn":
            table.lifetime.put_away("adjourned", "consent")
        elif vote.kind == "end":
            table.lifetime.end("consent")
        elif vote.kind == "takeback":
            await table.take_back(vote.seat if vote.seat is not None else 0, "vote", vote.by)

    def _close(self, vote: Vote, outcome: str, by: ClosedBy) -> None:
        table = self._table
        if vote in self.votes:
            self.votes.remove(vote)
        timer = self._timers.pop(vote.vote, None)
        if timer is not None:
            timer.cancel()
        closed = table.state.closed
        closed.append((vote.vote, outcome, by))
        del closed[:-CLOSED_KEPT]
        table.save_state()
        self._tell_closed(vote, outcome, by)

    def _tell_closed(self, vote: Vote, outcome: str, by: str) -> None:
        awaited = self._awaited.pop(vote.vote, None)
        if awaited is not None:
            awaited.set()
        alone = by == "votes" and len(vote.voters) == 1 and vote.kind != "clock"
        if not alone and (not vote.is_secret or outcome == "yes"):
            notice = VoteClosed(self._table.id, vote.vote, vote.kind, outcome, cast(ClosedBy, by))
            self._table.tell(notice)

    def decision_changed(self) -> None:
        """The decision a vote was about has been answered: the vote falls."""
        table = self._table
        for vote in tuple(self.votes):
            about = vote.number
            if about is not None and (table.decision is None or about != table.question):
                self._close(vote, vote.default, "withdrawn")

    def take_over(self, theirs: TableState) -> None:
        """Another server has opened votes, taken voices or closed: the callers here hear of it.

        What a closed vote brings about comes with the table's state, its seats or its answers.
        """
        state = self._table.state
        outcomes = {number: (outcome, by) for number, outcome, by in theirs.closed}
        open_there = {vote.vote: vote for vote in theirs.votes}
        for vote in tuple(self.votes):
            if vote.vote in open_there:
                continue
            self.votes.remove(vote)
            timer = self._timers.pop(vote.vote, None)
            if timer is not None:
                timer.cancel()
            outcome, by = outcomes.get(vote.vote, (vote.default, "withdrawn"))
            self._tell_closed(vote, outcome, by)
        mine = {vote.vote: vote for vote in self.votes}
        state.votes = list(theirs.votes)
        state.vote_count, state.closed = theirs.vote_count, theirs.closed
        for vote in state.votes:
            known = mine.get(vote.vote)
            if known is None or known.ballots != vote.ballots:
                self._time(vote)
                self._tell(vote)

    def restored(self) -> None:
        for vote in self.votes:
            self._time(vote)
