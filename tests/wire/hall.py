"""A board on real sockets, the callers of one test, and a game of two that is followed here.

Everybody who called is hung up at the end, and the server's log must hold no traceback.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arkham_bbs.game import Options
from tests.wire.board import FastBoard
from tests.wire.callers import PASSWORD, Line, LineCaller, ScreenCaller
from tests.wire.company import seed_of
from tests.wire.followed import Followed

HANDLES = ("Ann", "Bob")
OPTIONS = Options(per_player=1)
TITLE = "Fog"


class Hall:
    """A board with callers who are all hung up at the end."""

    def __init__(self, board: FastBoard) -> None:
        self.board = board
        self.callers: list[LineCaller | ScreenCaller] = []

    async def call(self, port: int | None = None) -> LineCaller:
        caller = await LineCaller.call(port or self.board.plain_port, charset="ascii")
        self.callers.append(caller)
        return caller

    async def newcomer(self, handle: str) -> LineCaller:
        caller = await self.call()
        await caller.registers(handle)
        return caller

    async def guest(self) -> LineCaller:
        caller = await self.call()
        await caller.sees("Your name:")
        await caller.types("guest", "Lobby>")
        return caller

    def screen(self, line: Line, **choices: Any) -> ScreenCaller:
        """Sit down in front of a screen at the end of a line."""
        caller = ScreenCaller(line, **choices)
        self.callers.append(caller)
        return caller

    async def hang_up(self) -> None:
        """Let everybody go."""
        await asyncio.gather(*(caller.close() for caller in self.callers))
        self.callers.clear()

    async def returns(self, handle: str) -> LineCaller:
        caller = await self.call()
        await caller.sees("Your name:")
        await caller.types(handle, "Password:")
        await caller.types(PASSWORD, f"Arkham greets you, {handle}.")
        return caller

    async def game(self, number: int, create: str = "") -> Followed:
        """Let Ann and Bob begin the game of this number."""
        ann, bob = [await self.newcomer(handle) for handle in HANDLES]
        await ann.types(f"create {TITLE} seats=2 each=1 {create}".strip(), "Table>")
        await bob.types(f"join {TITLE}", "Table>")
        await ann.sees("Bob")
        followed = Followed(HANDLES, seed_of(number), OPTIONS)
        followed.callers = [ann, bob]
        for caller in followed.callers:
            caller.forget()
        ann.send("start")
        await followed.all_see()
        return followed


@asynccontextmanager
async def hall(directory: Path, number: int = 0, **choices: Any) -> AsyncIterator[Hall]:
    """Open a board whose next game is the one of this number; ``choices`` are FastBoard's."""
    board = FastBoard(directory, game_seed=seed_of(number), **choices)
    opened = Hall(board)
    try:
        await board.start()
        yield opened
        assert "Traceback" not in board.log.read_text(encoding="utf-8")
    finally:
        await opened.hang_up()
        await board.close()
