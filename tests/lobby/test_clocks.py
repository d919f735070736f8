"""Time for decisions: clocks, warnings, what the others decide, the autopilot, pauses."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arkham_bbs.lobby import (
    ClockRanOut,
    ClockWarning,
    DecisionWaits,
    LobbyRefused,
    Presence,
    TableEvents,
    VoteChanged,
    VoteClosed,
    parse_quiet_hours,
)
from arkham_bbs.lobby.clocks import DecisionClock, format_quiet_hours

from .conftest import Hall

MINUTE = 60.0
HOUR = 3600.0
DAY = 86400.0


def of(kind: type, presence: Presence) -> list:  # type: ignore[type-arg]
    return [n for n in presence.notices.take_now() if isinstance(n, kind)]


# -- counting ---------------------------------------------------------------------------------
def at(day: int, hour: float) -> float:
    return datetime(1990, 3, day, tzinfo=UTC).timestamp() + hour * HOUR


@pytest.mark.parametrize("text", ["22-8", "22:30-07:00 +1", "0-6 UTC-05:30", "off"])
def test_quiet_hours_are_read_and_written(text: str) -> None:
    quiet = parse_quiet_hours(text)
    assert parse_quiet_hours(format_quiet_hours(quiet)) == quiet


@pytest.mark.parametrize("text", ["22", "25-7", "8-2", "22-8 +20", "always"])
def test_senseless_quiet_hours_are_refused(text: str) -> None:
    with pytest.raises(LobbyRefused, match="bad-quiet-hours"):
        parse_quiet_hours(text)


@pytest.mark.parametrize("start_hour", [0.0, 5.5, 8.0, 13.0, 21.5, 22.0, 23.9])
@pytest.mark.parametrize("budget_h", [0.0, 1.0, 13.9, 14.0, 20.0, 48.0])
def test_waking_time_and_deadlines_undo_each_other(start_hour: float, budget_h: float) -> None:
    quiet = parse_quiet_hours("22-8")
    start = at(1, start_hour)
    end = quiet.deadline(start, budget_h * HOUR)
    assert quiet.waking(start, end) == pytest.approx(budget_h * HOUR)
    assert not quiet.holds(end + 1) or quiet.holds(end - 1) is False


def test_a_night_is_not_counted() -> None:
    quiet = parse_quiet_hours("22-8")
    assert quiet.deadline(at(1, 20), 4 * HOUR) == at(2, 10)
    assert parse_quiet_hours("22-8 +2").deadline(at(1, 20), 4 * HOUR) == at(2, 10)
    assert parse_quiet_hours("22-8 +1").deadline(at(1, 20), 4 * HOUR) == at(2, 10)
    assert parse_quiet_hours("22-8 -5").deadline(at(1, 20), 4 * HOUR) == at(2, 0)


def test_a_stopped_clock_keeps_what_was_used() -> None:
    clock = DecisionClock(0, 0, 300, 0.0)
    clock.run(0)
    clock.stop(100, "paused")
    assert clock.left(5000) == 200
    clock.run(5000)
    assert clock.ends_at() == 5200


# -- live tables ------------------------------------------------------------------------------
async def test_every_decision_has_owner_number_clock_and_rule(hall: Hall) -> None:
    table, _ = await hall.table("Ann", "Bob")
    clock = table.clock()
    assert clock is not None
    assert (clock.number, clock.seat, clock.left_s, clock.stopped) == (0, 0, 300, "")
    assert table.spec.end_rule == "wait"
    await hall.passes(100)
    assert table.clock().left_s == 200  # type: ignore[union-attr]


async def test_two_warnings_come_before_the_end(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.passes(299)
    warned = of(ClockWarning, bob)
    assert [(w.warning, w.left_s, w.handle) for w in warned] == [(1, 150, "Ann"), (2, 30, "Ann")]
    await hall.passes(2)
    (over,) = of(ClockRanOut, ann)
    assert (over.number, over.handle) == (0, "Ann")
    assert table.decision is not None
    assert table.decision.number == 0


async def test_answering_starts_a_fresh_clock_for_the_next(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    await hall.passes(200)
    await table.answer(ann.caller, "stay", number=0)
    clock = table.clock()
    assert clock is not None
    assert (clock.number, clock.seat, clock.left_s) == (1, 1, 300)


@pytest.mark.parametrize("rule", ["wait", "answer", "autopilot", "offer"])
async def test_when_the_clock_ends_the_others_choose(hall: Hall, rule: str) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.passes(301)
    (vote,) = table.voting.open_for(bob.caller)
    assert table.voting.open_for(ann.caller) == ()
    with pytest.raises(LobbyRefused, match="not-a-voter"):
        await table.voting.cast(ann.caller, vote.vote, rule)
    await table.voting.cast(bob.caller, vote.vote, rule)
    (closed,) = of(VoteClosed, bob)
    assert (closed.outcome, closed.by) == (rule, "votes")
    await hall.passes(2)
    assert table.decision is not None
    seat = table.seats()[0]
    if rule == "wait":
        assert (table.decision.number, table.clock().left_s) == (0, 298)  # type: ignore[union-attr]
    elif rule == "answer":
        assert (table.decision.number, seat.control) == (1, "caller")
    elif rule == "autopilot":
        assert (table.decision.number, seat.control) == (1, "autopilot")
        assert of(TableEvents, bob)[0].by == "autopilot"
    else:
        assert (table.decision.number, seat.offered) == (0, True)


@pytest.mark.parametrize(
    ("rule", "number", "control"),
    [("wait", 0, "caller"), ("answer", 1, "caller"), ("autopilot", 1, "autopilot")],
)
async def test_without_votes_the_tables_default_holds(
    hall: Hall, rule: str, number: int, control: str
) -> None:
    table, _ = await hall.table("Ann", "Bob", end_rule=rule)
    await hall.passes(300 + 60 + 5)
    assert table.decision is not None
    assert (table.decision.number, table.seats()[0].control) == (number, control)


async def test_an_answer_in_time_ends_the_vote(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.passes(310)
    await table.answer(ann.caller, "stay", number=0)
    assert table.voting.votes == []
    assert of(VoteClosed, bob)[0].by == "withdrawn"


async def test_a_vote_without_majority_takes_most_voices_then_the_default(hall: Hall) -> None:
    table, people = await hall.table("Ann", "Bob", "Cat", "Dan", "Eve")
    await hall.passes(301)
    vote = table.voting.votes[0]
    for presence, choice in zip(people[1:], ["answer", "wait", "offer", "answer"], strict=True):
        await table.voting.cast(presence.caller, vote.vote, choice)
    await hall.passes(2)
    assert table.decision is not None
    assert table.decision.number == 1


async def test_a_late_caller_who_returns_takes_over_from_the_autopilot(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob", end_rule="autopilot")
    await hall.lobby.detach(ann)
    await hall.passes(90 + 300 + 60 + 5)
    assert table.seats()[0].control == "autopilot"
    ann = await hall.call("Ann")
    assert table.seats()[0].control == "caller"
    assert not ann.notices.ended


async def test_a_dropped_caller_has_grace_and_then_the_clock_goes_on(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    await hall.passes(100)
    await hall.lobby.detach(ann)
    await hall.passes(60)
    clock = table.clock()
    assert clock is not None
    assert (clock.stopped, clock.left_s) == ("grace", 200)
    await hall.passes(50)
    assert table.clock().stopped == ""  # type: ignore[union-attr]
    assert table.clock().left_s == 180  # type: ignore[union-attr]


async def test_an_empty_live_table_waits_for_ever(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob", end_rule="autopilot")
    await hall.lobby.detach(bob)
    await hall.lobby.detach(ann)
    await hall.passes(3 * DAY)
    assert table.clock().stopped == "nobody-here"  # type: ignore[union-attr]
    assert table.decision is not None
    assert table.decision.number == 0


async def test_alone_at_a_table_there_is_no_hurry(hall: Hall) -> None:
    table, (ann,) = await hall.table("Ann", end_rule="autopilot")
    await hall.passes(DAY)
    assert table.clock().stopped == "alone"  # type: ignore[union-attr]
    assert of(ClockWarning, ann) == []


async def test_two_autopilots_do_not_play_for_nobody(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    for presence, seat in ((ann, 0), (bob, 1)):
        await table.seating.autopilot(presence.caller, seat, True)
        await hall.lobby.detach(presence)
    await hall.passes(DAY)
    assert table.decision is not None
    assert table.decision.number <= 1


async def test_the_autopilot_plays_a_whole_seat_until_it_is_taken_back(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.seating.autopilot(ann.caller, 0, True)
    for number in (1, 3):
        await hall.passes(2)
        await table.answer(bob.caller, "stay", number=number)
    await hall.passes(2)
    assert table.decision is not None
    assert table.decision.number == 5
    await table.answer(bob.caller, "stay", number=5)
    await table.answer(ann.caller, "roll", number=6)  # answering is coming back
    assert table.seats()[0].control == "caller"


# -- slow tables ------------------------------------------------------------------------------
async def test_a_slow_clock_goes_on_over_a_restart(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow", clock_s=4 * 3600)
    await hall.lobby.detach(ann)
    await hall.lobby.detach(bob)
    await hall.passes(3 * HOUR)
    table = (await hall.restart()).table(table.id)
    assert table.clock().left_s == 3600  # type: ignore[union-attr]
    bob = await hall.call("Bob")
    await table.attend(bob)
    await hall.passes(HOUR)
    assert len(of(VoteChanged, bob)) == 1
    table = (await hall.restart()).table(table.id)
    assert [v.kind for v in table.voting.votes] == ["clock"]
    await hall.passes(12 * HOUR)
    assert table.voting.votes == []
    assert table.clock().left_s == 4 * 3600  # type: ignore[union-attr]


@pytest.mark.parametrize("pace", ["live", "slow"])
async def test_how_long_a_table_has_waited_is_not_forgotten_at_a_restart(
    hall: Hall, pace: str
) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob", pace=pace)
    await hall.passes(60)
    table = (await hall.restart()).table(table.id)
    assert table.row(ann.caller).waiting_s == 60
    await table.answer(ann.caller, "roll", number=0)
    await hall.passes(900)
    table = (await hall.restart()).table(table.id)
    row = table.row(ann.caller)
    assert (row.waiting_for, row.waiting_s) == (table.seats()[table.decision.seat].handle, 900)  # type: ignore[union-attr]
    if pace == "live":
        # What is left of a live clock begins anew all the same.
        assert table.clock().left_s == table.spec.decision_s  # type: ignore[union-attr]


async def test_the_night_of_the_awaited_caller_does_not_count(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    await hall.lobby.people.set_profile(ann, "quiet_hours", "21-9")
    table, _ = await hall.table("Ann", "Bob", pace="slow", clock_s=2 * 3600)  # it is 20:00
    await hall.passes(6 * HOUR)
    clock = table.clock()
    assert clock is not None
    assert (clock.left_s, clock.quiet) == (3600, True)
    assert clock.ends_at == table.state.clock.started_at + 14 * HOUR  # type: ignore[union-attr]


async def test_a_waiting_decision_rings_once_elsewhere_on_the_board(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    table.part(bob)
    await table.answer(ann.caller, "stay", number=0)
    await hall.passes(200)
    assert [(w.table, w.number) for w in of(DecisionWaits, bob)] == [(table.id, 1)]
    assert [r.table for r in hall.lobby.waiting_for(bob.caller)] == [table.id]


# -- pauses -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("kind", "status"), [("pause", "paused"), ("adjourn", "adjourned")])
async def test_pause_and_adjourn_need_consent(hall: Hall, kind: str, status: str) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.passes(100)
    vote = await table.voting.propose(ann.caller, kind)  # type: ignore[arg-type]
    assert vote is not None
    assert table.status == "playing"
    with pytest.raises(LobbyRefused, match="vote-open"):
        await table.voting.propose(bob.caller, kind)  # type: ignore[arg-type]
    await table.voting.cast(bob.caller, vote.vote, "yes")
    assert table.status == status
    with pytest.raises(LobbyRefused, match=status):
        await table.answer(ann.caller, "stay", number=0)
    await hall.passes(DAY)
    table = (await hall.restart()).table(table.id)
    assert table.status == status
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    await table.resume(bob.caller)
    await table.answer(ann.caller, "stay", number=0)


async def test_a_motion_is_withdrawn_by_whoever_put_it_and_nobody_else(hall: Hall) -> None:
    table, (ann, bob, cat) = await hall.table("Ann", "Bob", "Cat")
    vote = await table.voting.propose(ann.caller, "pause")
    assert vote is not None
    with pytest.raises(LobbyRefused, match="not-allowed"):
        await table.voting.withdraw(bob.caller, vote.vote)
    await table.voting.withdraw(ann.caller, vote.vote)
    assert [(c.kind, c.outcome, c.by) for c in of(VoteClosed, cat)] == [
        ("pause", "no", "withdrawn")
    ]
    with pytest.raises(LobbyRefused, match="no-such-vote"):
        await table.voting.cast(bob.caller, vote.vote, "yes")
    assert table.status == "playing"
    # Nothing of it stands in the way of the next one.
    assert await table.voting.propose(bob.caller, "pause") is not None


async def test_a_paused_clock_goes_on_where_it_was(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.passes(100)
    vote = await table.voting.propose(ann.caller, "pause")
    await table.voting.cast(bob.caller, vote.vote, "yes")  # type: ignore[union-attr]
    await hall.passes(DAY)
    assert table.clock().left_s == 200  # type: ignore[union-attr]
    await table.resume(ann.caller)
    await hall.passes(50)
    assert table.clock().left_s == 150  # type: ignore[union-attr]


async def test_a_motion_that_nobody_minds_lapses(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    await table.voting.propose(ann.caller, "pause")
    await hall.passes(121)
    assert table.voting.votes == []
    assert table.status == "playing"


async def test_giving_up_is_a_secret_until_it_carries(hall: Hall) -> None:
    table, people = await hall.table("Ann", "Bob", "Cat")
    vote = await table.voting.propose(people[0].caller, "end")
    assert vote is not None
    (heard,) = of(VoteChanged, people[1])
    assert heard.cast == 0
    await table.voting.cast(people[1].caller, vote.vote, "no")
    await table.voting.cast(people[2].caller, vote.vote, "no")
    assert of(VoteClosed, people[1]) == []
    assert table.status == "playing"
    vote = await table.voting.propose(people[0].caller, "end")
    await table.voting.cast(people[1].caller, vote.vote, "yes")  # type: ignore[union-attr]
    assert table.status == "ended"


# -- taking back ------------------------------------------------------------------------------
async def test_a_harmless_answer_is_taken_back_at_once(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "stay", number=0)
    assert await table.voting.propose(ann.caller, "takeback") is None
    answers = await hall.store.answers.since(table.id)
    assert [(a.key, a.interjection) for a in answers] == [("stay", False), ("takeback:0", True)]


async def test_after_a_die_everybody_must_agree_to_a_take_back(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "roll", number=0)
    vote = await table.voting.propose(ann.caller, "takeback")
    assert vote is not None
    assert vote.needed == 2
    with pytest.raises(LobbyRefused, match="not-on-offer"):
        await table.interject(ann.caller, "takeback:0:voted")
    await table.voting.cast(bob.caller, vote.vote, "yes")
    answers = await hall.store.answers.since(table.id)
    assert [a.key for a in answers] == ["roll", "takeback:0:voted"]
    before = table.game.snapshot()  # type: ignore[union-attr]
    again = (await hall.restart()).table(table.id)
    assert again.game.snapshot() == before  # type: ignore[union-attr]


async def test_there_may_be_nothing_to_take_back(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    with pytest.raises(LobbyRefused, match="nothing-to-take-back"):
        await table.voting.propose(ann.caller, "takeback")


async def test_a_vote_does_not_wait_for_a_seat_that_has_been_left(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    assert await table.voting.propose(ann.caller, "end") is not None
    await table.seating.give_up(bob.caller)
    assert table.status == "ended"
    table, (ann, bob, cat) = await hall.table("Ann", "Bob", "Cat")
    vote = await table.voting.propose(ann.caller, "pause")
    assert vote is not None
    await table.seating.give_up(ann.caller)
    assert vote.voters == (1, 2)
    assert vote.ballots == {}
    await table.voting.cast(bob.caller, vote.vote, "yes")
    await table.voting.cast(cat.caller, vote.vote, "yes")
    assert table.status == "paused"
