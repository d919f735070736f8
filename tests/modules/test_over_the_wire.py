"""A whole game of each later module, and of all together, played over telnet by what is read."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from pathlib import Path

import pytest

from arkham_bbs.game.options import MODULES
from tests.server.conftest import ServerProcess
from tests.wire.callers import LineCaller
from tests.wire.keeping import exported_games
from tests.wire.players import OVER, Player, play

TITLE = "The Later Rules"
SERVE = [sys.executable, "-m", "arkham_bbs.cli", "serve"]
MOST = 1_500
HALF = re.compile(r"Choose (\d+) cards")


class Reader(Player):
    """A player who also gives up as many cards at once as are asked for."""

    def choose(self) -> str:
        told = HALF.findall(" ".join(self.lines))
        if told and "which of your cards are lost" in " ".join(self.lines):
            count = int(told[-1])
            numbers = self.dice.sample(range(1, count * 2), count)
            return " ".join(str(number) for number in sorted(numbers))
        return super().choose()


async def game_over_the_wire(directory: Path, modules: tuple[str, ...]) -> set[str]:
    """Play one game to its end and return the kinds of event in its export, once verified."""
    dice = random.Random(" ".join(modules))
    server = ServerProcess(directory, SERVE, {})
    await server.start()
    callers: list[LineCaller] = []
    try:
        for name in ("Ann", "Bob"):
            caller = await LineCaller.call(server.telnet_port)
            callers.append(caller)
            await caller.registers(name)
        ann, bob = callers
        ann.send(f"create {TITLE} seats=2 each=1 modules={','.join(modules)}")
        await ann.sees("Table>")
        await bob.types("join 1", "Table>")
        await ann.sees("Bob")
        ann.send("start")
        await ann.sees("who will you be?")
        await bob.sees("Who will you be?")
        players: list[Player] = [Reader("Ann", ann, dice), Reader("Bob", bob, dice)]
        assert await play(players, most=MOST, within_s=300)
        await ann.sees(OVER)
        assert await server.finish() == 0
    finally:
        for caller in callers:
            await caller.close()
        await server.kill()
    games = await exported_games(directory / "data" / "arkham.db")
    file = directory / "game.json"
    file.write_text(json.dumps(games[TITLE]), encoding="utf-8")
    check = await asyncio.create_subprocess_exec(
        *SERVE[:-1], "game", "verify", str(file), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await check.communicate()
    assert check.returncode == 0, said
    assert games[TITLE]["setup"]["options"]["modules"] == list(modules)
    return {event["data"]["type"] for event in games[TITLE]["events"]}


async def test_a_whole_game_with_all_three_modules(tmp_path: Path) -> None:
    kinds = await game_over_the_wire(tmp_path, MODULES)
    assert "CluesPlaced" in kinds


@pytest.mark.nightly
@pytest.mark.parametrize("module", MODULES)
async def test_a_whole_game_with_one_module(module: str, tmp_path: Path) -> None:
    kinds = await game_over_the_wire(tmp_path, (module,))
    assert ("CluesPlaced" in kinds) == (module == "pool_checks")
