"""Four callers finish a game in which they trade, hold an auction and fetch somebody back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.wire.board import FastBoard
from tests.wire.callers import LineCaller
from tests.wire.company import HANDLES, OPTIONS, Company, Found, rich_game, seed_of
from tests.wire.followed import Followed
from tests.wire.keeping import exported_games, verified

FIRST = 3
"""A game known to have all of it; should the rules change, the next that has is taken."""
TITLE = "The Long Night"


async def test_four_callers_trade_bid_and_rescue_in_a_game_to_its_end(tmp_path: Path) -> None:
    number = await asyncio.to_thread(rich_game, FIRST)
    board = FastBoard(tmp_path, game_seed=seed_of(number))
    await board.start()
    callers: list[LineCaller] = []
    try:
        for handle in HANDLES:
            caller = await LineCaller.call(board.plain_port, charset="ascii")
            callers.append(caller)
            await caller.registers(handle)
        host, *others = callers
        await host.types(f"create {TITLE} seats=4 each=1 on=LOST min=4", "Table>")
        for handle, caller in zip(HANDLES[1:], others, strict=True):
            await caller.types(f"join {TITLE}", "Table>")
            await host.sees(handle)
        followed = Followed(HANDLES, seed_of(number), OPTIONS)
        followed.callers = callers
        for caller in callers:
            caller.forget()
        host.send("start")
        await followed.all_see()

        found = Found()
        for step in Company(followed.game, number).steps():
            if step.interjection:
                found.see(await followed.say(step.seat, step.line, step.key))
            else:
                found.see(await followed.answer(step.key))

        assert found.is_rich, found
        assert followed.game.result is not None
        for caller in callers:
            await caller.sees(f"Seed of the dice: {seed_of(number).hex()}")
            await caller.types("honor", f"Roll of honour: {TITLE}", "The end>")
        assert await board.stop() == 0
    finally:
        for caller in callers:
            await caller.close()
        await board.close()
    export = (await exported_games(board.file))[TITLE]
    verdict = verified(export)
    assert not verdict.wrong
    assert verdict.answers == len(export["answers"])
