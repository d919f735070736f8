"""Killing the server at random moments while two callers play, and counting what is lost.

Two bare sockets play one game after another by random legal answers, and now and then take one
back, by vote where dice have fallen since. A game is followed here with the same seed, so every
answer has a known key and every question a known text: an answer counts as acknowledged once any
caller reads something of what it did. After each kill the server starts again on the same data,
and the stored answers are compared with those that were acknowledged:

- missing: an acknowledged answer that the store has not;
- doubled: more answers than were given;
- changed: another answer than the one given;
- stuck: a caller who comes back and does not find the question that must be pending.

The one answer on its way in the moment of the kill may be there or not.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from arkham_bbs.game import Game
from tests.wire.board import FastBoard
from tests.wire.callers import LineCaller, LineGone, squeezed
from tests.wire.followed import Followed, expected_question
from tests.wire.keeping import exported_games, verified

SEED = bytes(range(32))
HANDLES = ("Ann", "Bob")
FIRST_S = 0.02
LAST_S = 0.4
"""A kill comes this long after both callers are back at the table, evenly spread."""
REGRETS = 0.15
"""So many answers are followed by taking one back."""


@dataclass
class Tally:
    """What was counted."""

    kills: int = 0
    games: int = 0
    finished: int = 0
    answers: int = 0
    taken_back: int = 0
    in_flight: int = 0
    in_flight_kept: int = 0
    missing: int = 0
    doubled: int = 0
    changed: int = 0
    stuck: int = 0
    verified: int = 0
    not_verified: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.missing or self.doubled or self.changed or self.stuck or self.not_verified)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills in {self.games} games ({self.finished} played to their end), "
            f"{self.answers} acknowledged answers, {self.taken_back} of them takings back: "
            f"{self.missing} missing, {self.doubled} doubled, "
            f"{self.changed} changed, {self.stuck} times stuck. "
            f"{self.in_flight} answers were on their way when the power went; "
            f"{self.in_flight_kept} of them had been kept. "
            f"{self.verified} finished games are as played by their exports, "
            f"{self.not_verified} are not."
        )


class Ordeal:
    """Two callers, one server that keeps dying."""

    def __init__(self, directory: Path, *, seed: int = 0) -> None:
        self.board = FastBoard(directory, game_seed=SEED)
        self.dice = random.Random(seed)
        self.tally = Tally()
        self.followed: Followed
        self.table = ""
        self.acknowledged: list[tuple[int, str]] = []
        self.before: bytes | None = None
        self.given: tuple[int, str] | None = None
        self.sign = ""
        """What is read once the answer given has been taken, "" for the next question."""
        self.title = 0

    # -- playing ----------------------------------------------------------------------------------
    async def run(self, kills: int, say: Callable[[str], None] = lambda text: None) -> Tally:
        """Play and kill."""
        try:
            await self.board.start()
            ann, bob = await self._call(True), await self._call(True, 1)
            await self._begin([ann, bob])
            while self.tally.kills < kills:
                await self._play_until_killed()
                self.tally.kills += 1
                await self._return()
                if self.tally.kills % 20 == 0:
                    say(str(self.tally))
            for _ in range(20):  # the game goes on after the last kill
                if not await self._answer():
                    break
            self._check()
            for caller in self.followed.callers:
                await caller.close()
            status = await self.board.stop()
            if status != 0:
                self.tally.problems.append(f"the last stop ended with {status}")
            for title, export in (await exported_games(self.board.file)).items():
                wrong = verified(export).wrong
                self.tally.verified += not wrong
                self.tally.not_verified += bool(wrong)
                self.tally.problems += [f"{title}: {text}" for text in wrong]
        finally:
            await self.board.close()
        return self.tally

    async def _call(self, new: bool, seat: int = 0) -> LineCaller:
        caller = await LineCaller.call(self.board.plain_port, charset="ascii")
        await (caller.registers if new else caller.logs_in)(HANDLES[seat])
        return caller

    async def _begin(self, callers: list[LineCaller]) -> None:
        """Lay a table, sit down, start; both read the first question."""
        self.title += 1
        self.tally.games += 1
        ann, bob = callers
        title = f"Ordeal {self.title:03}"
        await ann.types(f"create {title} seats=2", "Table>")
        await bob.types(f"join {title}", "Table>")
        await ann.sees("Bob")
        self.followed = Followed(HANDLES, SEED)
        self.followed.callers = callers
        for caller in callers:
            caller.forget()
        ann.send("start")
        await self.followed.all_see()
        self.acknowledged = []
        self.table = self._newest_table()

    async def _answer(self) -> bool:
        """Give one random legal answer; False when the game is over."""
        followed = self.followed
        decision = followed.decision
        if decision is None:
            return False
        if self.dice.random() < REGRETS and await self._takes_back():
            return True
        key = self.dice.choice(decision.options).key
        self.before = followed.game.snapshot()
        self.given = (decision.seat, key)
        await followed.answer(key)
        self._acknowledge()
        return True

    async def _takes_back(self) -> bool:
        """Take an answer back, with the other's voice where it is needed; False if none can be."""
        followed = self.followed
        seat = self.dice.randrange(len(HANDLES))
        point = followed.game.take_back_point(seat)
        if point is None:
            return False
        number, free = point
        key = f"takeback:{number}" + ("" if free else ":voted")
        self.before = followed.game.snapshot()
        for caller in followed.callers:
            caller.forget()
        (self.sign,) = followed.told(followed.game.interject(seat, key))
        self.given = (seat, key)
        followed.callers[seat].send("takeback")
        if not free:
            other = followed.callers[1 - seat]
            await other.sees("Vote on")
            other.send("vote yes")
        for caller in followed.callers:
            await caller.sees(self.sign)
        await followed.all_see()
        self.tally.taken_back += 1
        self._acknowledge()
        return True

    def _acknowledge(self) -> None:
        if self.given is not None:
            self.acknowledged.append(self.given)
            self.tally.answers += 1
        self.given = self.before = None
        self.sign = ""

    async def _play_until_killed(self) -> None:
        """Play; the server dies somewhere on the way."""
        loop = asyncio.get_running_loop()
        killer = loop.call_later(self.dice.uniform(FIRST_S, LAST_S), self.board.kill)
        try:
            while True:
                if not await self._answer():
                    self._check()
                    self.tally.finished += 1
                    for caller in self.followed.callers:
                        await caller.types("leave", "Lobby>")
                    await self._begin(self.followed.callers)
        except LineGone:
            pass
        finally:
            killer.cancel()

    # -- after the kill ---------------------------------------------------------------------------
    async def _return(self) -> None:
        """Take what was still on the line, start the server again, compare, come back."""
        seen = False
        for seat, caller in enumerate(self.followed.callers):
            text = squeezed(await caller.rest())
            seen = seen or (self.sign or expected_question(self.followed.game, seat)) in text
            await caller.close()
        await self.board.gone()
        if self.given is not None and seen:
            self._acknowledge()
        await self.board.start()
        self._check()
        callers = [await self._call(False), await self._call(False, 1)]
        if not self._is_begun():
            # The power went between two games: lay the next table.
            for caller in callers:
                caller.forget()
            await self._begin(callers)
            return
        self.followed.callers = callers
        for seat, caller in enumerate(callers):
            caller.send(f"resume Ordeal {self.title:03}")
            try:
                await caller.sees(expected_question(self.followed.game, seat))
            except (AssertionError, LineGone) as problem:
                self.tally.stuck += 1
                self.tally.problems.append(f"seat {seat} does not find the question: {problem}")
                raise AssertionError(str(self.tally)) from problem
        # A vote outlives a kill; whoever was asked does not want it any more.
        for caller in callers:
            caller.send("vote no")
            await caller.settles()

    def _check(self) -> None:
        """Compare what is stored with what was acknowledged, and settle the one in between."""
        stored = self._stored()
        wanted = list(self.acknowledged)
        if self.given is not None:
            self.tally.in_flight += 1
            if stored == [*wanted, self.given]:
                self.tally.in_flight_kept += 1
                self._acknowledge()
                return
            if self.before is not None:
                self.followed.game = Game.restore(self.before)
            self.given = self.before = None
            self.sign = ""
        if stored == wanted:
            return
        if stored[: len(wanted)] == wanted:
            self.tally.doubled += len(stored) - len(wanted)
        elif wanted[: len(stored)] == stored:
            self.tally.missing += len(wanted) - len(stored)
        else:
            self.tally.changed += 1
        self.tally.problems.append(f"stored {stored[-4:]}, acknowledged {wanted[-4:]}")
        raise AssertionError("\n".join([str(self.tally), *self.tally.problems]))

    # -- the data, read beside the server -----------------------------------------------------
    def _ask(self, question: str, *values: object) -> list[tuple[object, ...]]:
        database = sqlite3.connect(f"file:{self.board.file}?mode=ro", uri=True, timeout=10)
        try:
            return database.execute(question, values).fetchall()
        finally:
            database.close()

    def _stored(self) -> list[tuple[int, str]]:
        rows = self._ask(
            "SELECT seq, seat, key FROM answers WHERE game_id = ? ORDER BY seq", self.table
        )
        numbers = [row[0] for row in rows]
        if numbers != list(range(1, len(rows) + 1)):
            self.tally.changed += 1
            raise AssertionError(f"the answers are numbered {numbers}")
        return [(int(str(row[1])), str(row[2])) for row in rows]

    def _newest_table(self) -> str:
        return str(self._ask("SELECT id FROM games ORDER BY created_at DESC, id LIMIT 1")[0][0])

    def _is_begun(self) -> bool:
        """Say whether the table that is followed is the one that is being played."""
        rows = self._ask("SELECT title, state FROM games WHERE id = ?", self.table)
        return rows == [(f"Ordeal {self.title:03}", "live")] and self.followed.decision is not None


async def endure(directory: Path, kills: int, seed: int, say: Callable[[str], None]) -> Tally:
    """Run the whole ordeal in a directory."""
    return await Ordeal(directory, seed=seed).run(kills, say)


def report(tally: Tally, began: float) -> int:
    """Print the summary; returns the exit status."""
    print(f"{tally} It took {time.monotonic() - began:.0f} s.")
    for problem in tally.problems:
        print(f"  {problem}", file=sys.stderr)
    return 0 if tally.is_clean else 1
