"""Seats and votes by words: substitutes, absent callers, giving up, and clocks that run out."""

from __future__ import annotations

import random

import pytest

from arkham_bbs.lobby import Lobby, ManualTime
from arkham_bbs.lobby.live import Table
from arkham_bbs.session.people import roll_of
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import answer, settle, two_at_a_table, until


async def passes(board: Board, seconds: float) -> None:
    """Let time go by, and do whatever is due on the way."""
    end = board.time.now() + seconds
    while (due := board.lobby.scheduler.next_due()) is not None and due <= end:
        board.time.advance(max(0.0, due - board.time.now()))
        await board.lobby.scheduler.run_due()
        await settle()
    board.time.advance(max(0.0, end - board.time.now()))
    await board.lobby.scheduler.run_due()
    await settle()


def asked_and_other(
    table: Table, ann: ScriptedCaller, bob: ScriptedCaller
) -> tuple[ScriptedCaller, ScriptedCaller, str, str]:
    """Tell whose decision it is and who waits."""
    assert table.decision is not None
    if table.decision.seat == 0:
        return ann, bob, "Ann", "Bob"
    return bob, ann, "Bob", "Ann"


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("wait", "wait as long again"),
        ("answer", "let the autopilot answer this one"),
        ("autopilot", "let the autopilot play until they return"),
        ("offer", "offer the seat to whoever comes"),
    ],
)
async def test_when_time_is_over_the_other_decides_by_a_word(
    board: Board, choice: str, told: str
) -> None:
    ann, bob, table = await two_at_a_table(board)
    late, other, name, _ = asked_and_other(table, ann, bob)
    decision = table.decision
    assert decision is not None
    await passes(board, 151)
    await late.sees("left for this decision. Half the time is gone")
    await passes(board, 120)
    await late.sees("Then the table will be asked")
    await passes(board, 40)
    await late.sees("Your time is over. Nothing is decided yet")
    await other.sees(f"{name}'s time is over. Type vote")
    await other.types("clock", "It stands still: the table votes")
    await other.types("vote", "now that the time is over", told, "none yet)")
    await other.types("", "> ")
    await other.types(f"vote {choice}", "Your voice")
    await until(lambda: f"the vote says: {told}" in " ".join(other.read.split()))
    if choice in ("answer", "autopilot"):
        await passes(board, 3)
        await until(lambda: table.decision is not None and table.decision != decision)
        await other.sees("(The autopilot answers for")
    else:
        assert table.decision == decision
    if choice == "offer":
        assert "is offered to whoever comes" in other.read
    assert table.status == "playing"


async def test_a_substitute_comes_by_code_and_finds_the_question(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    decision = table.decision
    assert decision is not None
    await bob.types("substitute", "Offer your own seat", "[y/N]")
    await bob.types("no", "> ")
    await bob.types("substitute", "Offer your own seat")
    text = await bob.types("yes", "plays your seat", "takes the offer back")
    code = text.partition("join ")[2].split()[1]
    await ann.sees("Seat 2 is offered")
    cat = await board.newcomer("Cat", address="192.0.2.9", caps=LINEAR)
    await cat.types(f"join {table.id[:6]} {code}", "Fog")
    await ann.sees("Cat plays seat 2 from now on")
    await bob.types("players", "Seat 2: Cat", "substituted")
    assert [seat.handle for seat in table.seats()] == ["Ann", "Cat"]
    while table.decision is not None and table.decision.seat == 0:
        await answer(ann, table, table.decision.keys()[0])
    await cat.sees("> ")
    number = table.decision.number if table.decision else -1
    await answer(cat, table, table.decision.keys()[0])  # type: ignore[union-attr]
    assert table.decision is not None
    assert table.decision.number > number
    await bob.types("1", "looking on")


async def test_the_host_frees_the_seat_of_somebody_away_too_long(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await bob.types("remove 1", "host")
    await ann.types("remove 2", "Bob is here")
    await bob.drops()
    await ann.sees("Bob's line has dropped; the seat is kept")
    await ann.types("remove Bob", "10 minutes")
    await ann.types("remove", "Remove whom?")
    await passes(board, 601)
    await ann.types("remove bob", "Seat 2 is free: its caller was away too long")
    assert [seat.handle for seat in table.seats()] == ["Ann", None]
    assert table.status == "playing"
    back = board.call(address="192.0.2.8")
    await back.logs_in("Bob")
    await back.sees("Lobby>")
    await back.types("join fog", "Fog")
    await ann.sees("Bob takes seat 2")


async def test_what_was_proposed_by_mistake_is_taken_back_by_a_word(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await bob.types("vote withdraw", "Nothing of yours is being voted on.", "> ")
    await ann.types("adjourn", "It is proposed")
    await bob.sees("Vote on adjourning for today: Ann asks, 1 of 2 in.")
    await bob.types("vote withdraw", "Nothing of yours is being voted on.", "> ")
    await ann.types("Vote  Withdraw", "You take back what you proposed: adjourning for today.")
    await bob.sees("The vote on adjourning for today is closed: no.")
    await bob.types("vote yes", "Nothing is being voted on.", "> ")
    assert table.status == "playing"


async def test_giving_the_game_up_is_secret_until_it_carries(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await ann.types("concede", "Propose to give the whole game up?")
    await ann.types("", "> ")
    await ann.types("concede", "Propose")
    await ann.types("yes", "It is proposed")
    await bob.sees("Vote on giving the game up, in secret")
    await bob.types("vote no", "Your voice: no")
    assert table.status == "playing"
    await bob.types("concede", "Propose")
    await bob.types("yes", "It is proposed")
    await ann.sees("giving the game up")
    cat = await board.newcomer("Cat", address="192.0.2.9", caps=ANSI80)
    await cat.types("watch fog", "Waiting for")
    await ann.types("vote yes", "given up")
    assert table.status == "ended"
    for caller in (ann, bob, cat):
        await caller.sees("The game was given up before its first turn.")
        await caller.sees("Seed of the dice:", table.seed.hex()[:12])
        await caller.sees("The end>")
        dice = await caller.runs("dice")
        assert table.seed.hex()[:12] in dice
        assert "is shown when" not in dice
        assert "Waiting for" not in await caller.runs("")
        assert "given up" in await caller.runs("log")
        assert "not played out" in await caller.runs("honor")
    assert (table.decision, table.row(None).waiting_for) == (None, None)
    await bob.types("leave", "Lobby>")
    shown = await bob.types("games all", "Fog", "given up", "Lobby>")
    assert "waiting for" not in shown
    await bob.types("watch fog", "The game was given up", "Seed of the dice", "The end>")
    await bob.types("leave", "Lobby>")
    await bob.types("replay fog", "The game was given up", "Replay 1/")
    await bob.types("next 99", "the end of the game")
    report = await bob.runs("export report")
    assert "Result: given up" in report


async def test_a_game_given_up_stays_so_behind_a_restart(board: Board) -> None:
    ann, _, table = await two_at_a_table(board)
    caller = board.lobby.presences.by_handle("Ann").caller  # type: ignore[union-attr]
    rng = random.Random(3)
    while table.turn < 2:
        decision = table.decision
        assert decision is not None
        account = table.seating.at(decision.seat).account
        asked = caller if account == caller.account else board.lobby.presences.of(account).caller  # type: ignore[union-attr, arg-type]
        await table.answer(asked, rng.choice(decision.keys()[:40]), number=decision.number)
    async with table.lock:
        table.lifetime.end("consent")
    await ann.sees("The game was given up in turn 2.")
    await table.settled()
    again = Lobby(board.lobby.floor.store, time=ManualTime(board.lobby.time.now()))
    await again.open()
    try:
        found = again.table(table.id)
        assert (found.row(None).turn, found.row(None).why, found.status) == (2, "consent", "ended")
        await found.ready()
        view = found.view(None)
        assert (view.turn, found.decision, found.status) == (2, None, "ended")
        assert found.revealed_seed() == table.seed
        assert len(roll_of(view)) == len(view.investigators)
    finally:
        await again.close()


async def test_a_seat_given_up_is_for_whoever_comes(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await bob.types("giveup", "for good?")
    await bob.types("yes", "Back in the lobby", "Lobby>")
    await ann.sees("Seat 2 is free")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("games", "1 free", "Lobby>")
    await cat.types("join 1", "Fog")
    await ann.sees("Cat takes seat 2")
    assert table.seat_of(board.lobby.presences.by_handle("Cat").caller) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("caps", [PLAIN80, NARROW40, LINEAR], ids=lambda caps: caps.name)
async def test_adjourned_games_are_taken_up_again_by_a_word(
    board: Board, caps: Capabilities
) -> None:
    ann, bob, table = await two_at_a_table(board, second=caps)
    await ann.types("adjourn", "It is proposed")
    await bob.sees("adjourning for today")
    await bob.types("vote yes", "adjourned")
    await ann.sees("every seat is kept")
    await bob.types("1", "The table is adjourned. Type unpause")
    await bob.types("unpause", "Play goes on")
    await ann.sees("Play goes on")
    assert table.status == "playing"


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("autopilot joe on", "autopilot on or autopilot off"),
        ("giveup joe", "giveup alone"),
        ("substitute bob ann", "substitute and one name"),
        ("takeback bob", "takeback alone"),
        ("pause bob", "pause alone"),
        ("adjourn tomorrow", "adjourn alone"),
        ("concede never", "concede alone"),
    ],
)
async def test_bug_words_that_are_not_understood_change_no_seat(
    board: Board, typed: str, instead: str
) -> None:
    _, bob, table = await two_at_a_table(board)
    before = table.seats()
    rest = typed.partition(" ")[2]
    start = len(bob.read)
    await bob.types(typed, f'I cannot read "{rest}" here, so nothing is changed.')
    await settle()
    told = " ".join(bob.read[start:].split())
    assert f"Type {instead}" in told
    assert "[y/N]" not in told
    assert table.seats() == before
    assert not table.voting.votes
