"""Being told once and only once, across restarts of a real server, at real local sinks.

Issue 5 ("notification once and only once across a restart"), USER_ASKS E11, E12.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

from tests.lobby.sinks import HttpSink, SmtpSink, listening
from tests.wire.board import FastBoard
from tests.wire.callers import LineCaller
from tests.wire.company import seed_of
from tests.wire.followed import Followed
from tests.wire.hall import HANDLES, OPTIONS, Hall, hall

NUMBER = 306
TABLES = ("Told", "Pending", "Later", "Last")
LIMIT_S = 30.0


class Sinks:
    """The mail and the posts that came, by the table they tell of."""

    def __init__(self) -> None:
        self.smtp = SmtpSink()
        self.http = HttpSink()

    def mailed(self) -> list[str]:
        titles = [re.findall(r'your move at "(\w+)"', letter) for letter in self.smtp.letters]
        return [title for (title,) in titles]

    def posted(self) -> list[str]:
        return [re.findall(r'"(\w+)"', str(post["title"]))[0] for _, post in self.http.posts]

    async def have(self, board: FastBoard, *titles: str) -> None:
        """Let minutes pass until each of these tables, and no other, was told of by both ways."""
        wanted = sorted(titles)
        async with asyncio.timeout(LIMIT_S):
            for sink, told in ((self.smtp, self.mailed), (self.http, self.posted)):
                while len(told()) < len(wanted):
                    board.passes(61)
                    sink.arrived.clear()
                    # A board that has just started may not have wound its clocks yet.
                    with suppress(TimeoutError):
                        await asyncio.wait_for(sink.arrived.wait(), 1.0)
        assert sorted(self.mailed()) == wanted
        assert sorted(self.posted()) == wanted


async def asks_bob(ann: LineCaller, title: str) -> None:
    """Let Ann begin a game and answer until Bob, who is away, is asked."""
    await ann.types(f"join {title}", "Table>")
    followed = Followed(HANDLES, seed_of(NUMBER), OPTIONS)
    followed.callers = [ann]
    ann.forget()
    ann.send("start")
    await followed.all_see()
    while (decision := followed.decision) is not None and decision.seat == 0:
        await followed.answer(decision.keys()[0])
    await ann.types("leave", "Lobby>")


async def lay_tables(here: Hall, port: int) -> LineCaller:
    """Seat Ann and Bob at every table; Bob asks to be told and goes."""
    ann, bob = [await here.newcomer(handle) for handle in HANDLES]
    await bob.types("settings notices email bob@example.org", "Told by email")
    await bob.types(f"settings notices webhook http://127.0.0.1:{port}/bob", "Told by webhook")
    for title in TABLES:
        await ann.types(f"create {title} seats=2 each=1 pace=slow", "Table>")
        await bob.types(f"join {title}", "Table>")
        await ann.sees("Bob")
        await ann.types("leave", "Lobby>")
        await bob.types("leave", "Lobby>")
    await bob.types("quit")
    await bob.rest()
    return ann


async def test_each_decision_is_told_once_however_often_the_board_starts(tmp_path: Path) -> None:
    sinks = Sinks()
    async with listening(sinks.smtp), listening(sinks.http):
        settings = {
            "hand_clock": True,
            "smtp_host": "127.0.0.1",
            "smtp_port": sinks.smtp.port,
            "private_webhooks": True,
        }
        async with hall(tmp_path, NUMBER, **settings) as here:
            board = here.board
            ann = await lay_tables(here, sinks.http.port)
            await asks_bob(ann, "Told")
            await sinks.have(board, "Told")
            # Asked, and the minute has not passed: the notice is pending when the board stops.
            await asks_bob(ann, "Pending")
            board.passes(30)
            assert await board.stop() == 0
            await board.start()
            await sinks.have(board, "Told", "Pending")
            # Another question brings its own notice, and nothing of the old ones with it.
            ann = await here.returns("Ann")
            await ann.sees("Lobby>")
            await asks_bob(ann, "Later")
            await sinks.have(board, "Told", "Pending", "Later")
            # A board that loses its power tells nothing again either.
            board.kill()
            await board.gone()
            await board.start()
            board.passes(3600)
            ann = await here.returns("Ann")
            await ann.sees("Lobby>")
            await asks_bob(ann, "Last")
            await sinks.have(board, *TABLES)
            # Who comes back is told at login, and outside the board no more.
            bob = await here.returns("Bob")
            await bob.sees("Four tables wait for you", "Lobby>")
            assert await board.stop() == 0
        assert (len(sinks.smtp.letters), len(sinks.http.posts)) == (4, 4)
