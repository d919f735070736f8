"""Several callers on real sockets: takeovers, watchers, dropped lines, clocks, substitutes.

Issue 5 ("must be shown"), USER_ASKS D and E. The games are followed here with the same seed, so
that every test knows which question must be read; the board's clock is moved by hand.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from arkham_bbs.game import Game, Setup
from arkham_bbs.game import events as happened
from arkham_bbs.session.told import question_of
from tests.wire.board import FastBoard
from tests.wire.callers import PASSWORD, LineCaller, ScreenCaller, squeezed, ssh_line
from tests.wire.company import seed_of
from tests.wire.followed import expected_question
from tests.wire.hall import HANDLES, OPTIONS, TITLE, hall

LIMIT_S = 30.0
Stop = Callable[[Game], bool]


def answers_until(number: int, most: int, stop: Stop) -> list[str]:
    """Return what is answered in this game, by dice, until ``stop`` holds or enough is played."""
    game = Game.new(Setup(HANDLES, OPTIONS.checked()), seed_of(number))
    dice = random.Random(number)
    keys: list[str] = []
    while game.decision is not None and len(keys) < most and not stop(game):
        keys.append(dice.choice(game.decision.keys()))
        game.decide(keys[-1])
    return keys


def first_game(most: int, stop: Stop) -> tuple[int, list[str]]:
    """Return the first game in which ``stop`` comes to hold, and the way there."""
    for number in range(400):
        held: list[bool] = []

        def watched(game: Game, held: list[bool] = held) -> bool:
            held.append(stop(game))
            return held[-1]

        keys = answers_until(number, most, watched)
        if held[-1]:
            return number, keys
    raise AssertionError("no game comes to it")


def stored_answers(board: FastBoard) -> list[tuple[int, str]]:
    database = sqlite3.connect(f"file:{board.file}?mode=ro", uri=True)
    try:
        return database.execute("SELECT seat, key FROM answers ORDER BY seq").fetchall()
    finally:
        database.close()


# -- one account, one session ---------------------------------------------------------------------
async def test_twenty_logins_at_once_leave_one_session(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        first = await here.newcomer("Ann")
        bob = await here.newcomer("Bob")
        lines = [await here.call() for _ in range(20)]
        await asyncio.gather(*(line.sees("Your name:") for line in lines))
        await asyncio.gather(*(line.types("Ann", "Password:") for line in lines))
        for line in lines:
            line.send(PASSWORD)
        everybody = [first, *lines]
        ends = {asyncio.create_task(line.rest(120)): line for line in everybody}
        try:
            async with asyncio.timeout(LIMIT_S):
                left = set(ends)
                while len(left) > 1:
                    _, left = await asyncio.wait(left, return_when="FIRST_COMPLETED")
        finally:
            for task in ends:
                task.cancel()
            said = await asyncio.gather(*ends, return_exceptions=True)
        for text in said:
            if isinstance(text, str):
                assert "You have called from elsewhere" in squeezed(text)
        assert sum(isinstance(text, str) for text in said) == 20
        (last,) = [ends[task] for task in left]
        assert last is not first
        await last.sees("Arkham greets you, Ann.", "Lobby>")
        # The one that is left is a session like any other, and the only one of that name.
        await last.types("say still here", "still here")
        await bob.types("tell Ann which of you is it?", "Lobby>")
        await last.sees("Bob tells you: which of you is it?")
        who = await bob.types("who", "Ann", "Bob", "Lobby>")
        assert len(re.findall(r"\bAnn: in the lobby", who)) == 1


# -- watchers -------------------------------------------------------------------------------------
async def test_a_storm_of_thirty_watchers_changes_nothing(tmp_path: Path) -> None:
    number = 306
    keys = answers_until(number, 14, lambda game: False)
    async with hall(tmp_path, number) as here:
        followed = await here.game(number)

        async def watches(which: int) -> None:
            """Come, try to act, go and come again; some hang up without a word."""
            for _ in range(2):
                line = await here.guest()
                await line.types(f"watch {TITLE}", "Waiting for")
                await line.types("1", "looking on; only those with a seat answer")
                await line.types("trade $1 for $1", "only those with a seat")
                if which % 3:
                    await line.types("leave", "Lobby>")
                    await line.types(f"watch {TITLE}", "Waiting for")
                    await line.types("pass", "looking on; only those with a seat answer")
                assert "Something broke" not in line.whole
                await line.close()

        storm = [asyncio.create_task(watches(which)) for which in range(30)]
        try:
            for key in keys:
                await followed.answer(key)
            async with asyncio.timeout(LIMIT_S):
                await asyncio.gather(*storm)
        finally:
            for one in storm:
                one.cancel()
            await asyncio.gather(*storm, return_exceptions=True)
        for caller in followed.callers:
            assert "Something broke" not in caller.whole
            assert "looking on" not in caller.whole
        # Every answer of the game is a player's, and the players go on.
        assert [key for _, key in stored_answers(here.board)] == keys
        assert followed.decision is not None
        await followed.answer(followed.decision.keys()[0])


# -- dropped lines --------------------------------------------------------------------------------
async def test_a_dropped_line_comes_back_to_its_question_at_every_kind(tmp_path: Path) -> None:
    number = 306
    keys = answers_until(number, 32, lambda game: False)
    async with hall(tmp_path, number) as here:
        followed = await here.game(number)
        met: list[str] = []
        for key in keys:
            decision = followed.decision
            assert decision is not None
            if decision.kind not in met and len(met) < 10:
                met.append(decision.kind)
                seat = decision.seat
                other = followed.callers[1 - seat]
                other.forget()
                await followed.callers[seat].close()
                await other.sees(f"{HANDLES[seat]}'s line has dropped; the seat is kept")
                back = await here.returns(HANDLES[seat])
                await back.sees("Lobby>")
                await back.types("resume", expected_question(followed.game, seat))
                await other.sees(f"{HANDLES[seat]} is at the table")
                followed.callers[seat] = back
            await followed.answer(key)
        assert len(met) >= 8, met
        for caller in followed.callers:
            assert "Something broke" not in caller.whole
        assert [key for _, key in stored_answers(here.board)] == keys


async def test_a_caller_comes_back_by_ssh_and_again_by_telnet(tmp_path: Path) -> None:
    import shutil

    if shutil.which("ssh") is None:
        pytest.skip("OpenSSH's ssh is not installed here")
    number = 306
    async with hall(tmp_path, number) as here:
        followed = await here.game(number)
        decision = followed.decision
        assert decision is not None
        seat = decision.seat
        name, question = HANDLES[seat], expected_question(followed.game, seat)
        await followed.callers[seat].close()
        await followed.callers[1 - seat].sees(f"{name}'s line has dropped")
        screen = ScreenCaller(ssh_line(here.board.ssh_port))
        here.callers.append(screen)
        await screen.logs_in(name)
        screen.types("resume")
        await screen.sees(question)
        # Another door while the first line is still open: the place moves, the old line is told.
        back = await here.returns(name)
        await back.sees(question)
        await screen.sees("You have called from elsewhere")
        followed.callers[seat] = back
        await followed.answer(decision.keys()[0])


# -- clocks ---------------------------------------------------------------------------------------
TOLD = {
    "wait": "wait as long again",
    "answer": "let the autopilot answer this one",
    "autopilot": "let the autopilot play until they return",
    "offer": "offer the seat to whoever comes",
}


async def passes_until(board: FastBoard, caller: LineCaller, wanted: str) -> None:
    """Move the clock on by moments until a text has come."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            board.passes(2)
            try:
                await caller.sees(wanted, within_s=0.5)
            except AssertionError:
                continue
            return


@pytest.mark.parametrize(
    ("rule", "by_vote"), [*((rule, True) for rule in TOLD), ("answer", False), ("autopilot", False)]
)
async def test_when_a_clock_ends_the_rule_is_followed(
    tmp_path: Path, rule: str, by_vote: bool
) -> None:
    number = 306
    async with hall(tmp_path, number, hand_clock=True) as here:
        board = here.board
        followed = await here.game(number, f"clock=30m end={'wait' if by_vote else rule}")
        decision = followed.decision
        assert decision is not None
        late, other = followed.callers[decision.seat], followed.callers[1 - decision.seat]
        name, question = HANDLES[decision.seat], expected_question(followed.game, decision.seat)
        seat = decision.seat + 1
        board.passes(15 * 60 + 1)
        await late.sees("You have", "left for this decision. Half the time is gone.")
        await other.sees(f"{name} has", "Half the time is gone.")
        board.passes(12 * 60)
        await late.sees("Then the table will be asked.")
        await other.sees("Then the table will be asked.")
        board.passes(3 * 60)
        await late.sees("Your time is over. Nothing is decided yet; you may still answer.")
        await other.sees(f"{name}'s time is over. Type vote to say what happens now.")
        for caller in (late, other):
            caller.forget()
        if by_vote:
            other.send(f"vote {rule}")
        else:
            board.passes(61)
        await other.sees(f"the vote says: {TOLD[rule]}")
        if rule == "wait":
            await late.types("clock", "Left: ", "30")
            await late.types("", "Enter once more")
            await late.types("", question)
            await followed.answer(decision.keys()[0])
        elif rule == "answer":
            await passes_until(board, other, f"(The autopilot answers for {name}")
            await other.types("players", f"Seat {seat}: {name}")
            assert "autopilot plays" not in squeezed(other.whole)
        elif rule == "autopilot":
            await other.sees(f"The autopilot plays seat {seat} until {name} returns.")
            await passes_until(board, other, f"(The autopilot answers for {name}")
            await late.close()
            await other.sees(f"{name}'s line has dropped")
            back = await here.returns(name)
            await other.sees(f"{name} is back and plays seat {seat}.")
            await back.types("resume", TITLE)
        else:
            await other.sees(f"Seat {seat} is offered to whoever comes.")
            cat = await here.newcomer("Cat")
            await cat.types(f"join {TITLE}", question.replace(name, "Cat"))
            await other.sees(f"Cat plays seat {seat} from now on.")
        for caller in (late, other):
            assert "Something broke" not in caller.whole


# -- substitutes ----------------------------------------------------------------------------------
def bids_of_bob(game: Game) -> bool:
    decision = game.decision
    return decision is not None and decision.kind == "bid" and decision.seat == 1


async def test_a_substitute_takes_over_in_the_middle_of_an_auction(tmp_path: Path) -> None:
    number, keys = first_game(12, bids_of_bob)
    async with hall(tmp_path, number) as here:
        followed = await here.game(number)
        for key in keys:
            await followed.answer(key)
        decision = followed.decision
        assert decision is not None
        ann, bob = followed.callers
        await bob.types("substitute", "Offer your own seat to somebody else?")
        offer = squeezed(await bob.types("yes", "plays your seat", "takes the offer back."))
        found = re.search(r"join (\w+) (\S+) plays your seat", offer)
        assert found is not None, offer
        await ann.sees("Seat 2 is offered")
        cat = await here.newcomer("Cat")
        view = followed.game.view(1)
        question = squeezed(question_of(decision, view)).replace("Bob", "Cat")
        await cat.types(f"join {found[1]} {found[2]}", question)
        await ann.sees("Cat plays seat 2 from now on.")
        # Bob looks on now; the bid is Cat's.
        await bob.types("pass", "looking on; only those with a seat answer")
        cash = next(key for key in decision.keys() if key.startswith("cash:"))  # noqa: SIM118
        answered, closed = list(keys), 0
        for _ in range(60):
            decision = followed.decision
            if decision is None or decision.kind != "bid":
                break
            key = cash if decision.seat == 1 and decision.offers(cash) else "pass"
            asked, other = (ann, cat) if decision.seat == 0 else (cat, ann)
            for caller in (asked, other, bob):
                caller.forget()
            events = followed.game.decide(key)
            answered.append(key)
            closed += sum(isinstance(event, happened.LotClosed) for event in events)
            asked.send(key)
            following = followed.decision
            if following is not None:
                reader = ann if following.seat == 0 else cat
                text = squeezed(question_of(following, followed.game.view(following.seat)))
                await reader.sees(text)
        assert closed
        assert followed.decision is None or followed.decision.kind != "bid"
        history = squeezed(await ann.types("players", "Seat 2: Cat", "substituted"))
        assert "Bob" in history
        assert [key for _, key in stored_answers(here.board)] == answered
        for caller in (ann, bob, cat):
            assert "Something broke" not in caller.whole


async def test_a_late_joiner_has_a_new_investigator_where_the_rules_bring_one(
    tmp_path: Path,
) -> None:
    asked = [1]

    def lost(game: Game) -> bool:
        """Bob's investigator was lost: after an answer of Ann's he needs another (LOST-8)."""
        decision = game.decision
        if decision is None:
            return False
        asked.append(decision.seat)
        if decision.kind != "choose_investigator" or game.view(None).turn <= 1:
            return False
        return asked[-2:] == [0, 1]

    number, keys = first_game(80, lost)
    async with hall(tmp_path, number) as here:
        followed = await here.game(number)
        for key in keys[:-1]:
            await followed.answer(key)
        ann, bob = followed.callers
        await bob.types("giveup", "Give up your seat for good?")
        await bob.types("yes", "Lobby>")
        await ann.sees("Bob has left the table. Seat 2 is free.")
        # The turn ends with nobody in the seat; whoever joins then finds the choice open.
        decision = followed.decision
        assert decision is not None
        assert decision.seat == 0
        followed.game.decide(keys[-1])
        ann.send(keys[-1])
        await followed.confirm(ann, "Waiting for Seat 2")
        cat = await here.newcomer("Cat")
        await cat.types("games", TITLE, "1 free")
        await cat.types(f"join {TITLE}", "Cat: who will you be in place of ")
        followed.handles = ("Ann", "Cat")
        followed.callers = [ann, cat]
        decision = followed.decision
        assert decision is not None
        await followed.answer(decision.keys()[0])
        assert followed.decision is not None
        # No more seats are made for a game that runs: its limits count those it began with.
        dora = await here.newcomer("Dora")
        await dora.types(f"join {TITLE}", "no seat is free", "Lobby>")
