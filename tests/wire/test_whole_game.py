"""A game from registration to its end: OpenSSH and a bare telnet socket, a restart in between."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.server.conftest import ServerProcess
from tests.wire.callers import LineCaller, ScreenCaller, squeezed, ssh_line
from tests.wire.keeping import exported_games
from tests.wire.players import OVER, Player, play

TITLE = "Fog over Arkham"
STEADY = """
from arkham_bbs import cli
from arkham_bbs.lobby import floor

floor.fresh_seed = lambda: bytes(31) + b"\\x02"
cli.main()
"""
SERVE = [sys.executable, "-c", STEADY, "serve"]
"""The real server with dice that fall the same way each time: a game of chance may end too soon."""
BEFORE = 40
"""Lines typed before the restart."""
MOST = 1_500


async def _open(directory: Path) -> ServerProcess:
    server = ServerProcess(directory, SERVE, {})
    await server.start()
    return server


async def _call(server: ServerProcess) -> tuple[ScreenCaller, LineCaller]:
    ann = ScreenCaller(ssh_line(server.ssh_port))
    bob = await LineCaller.call(server.telnet_port)
    return ann, bob


@pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH's ssh is not installed here")
async def test_two_real_clients_play_a_game_to_its_end_through_a_restart(tmp_path: Path) -> None:
    dice = random.Random(1926)
    server = await _open(tmp_path)
    callers: list[ScreenCaller | LineCaller] = []
    try:
        # Two newcomers meet in the lobby.
        ann, bob = await _call(server)
        callers += [ann, bob]
        await asyncio.gather(ann.registers("Ann"), bob.registers("Bob"))
        ann.types(f"create {TITLE} seats=2 each=1")
        await ann.sees("Table>", "1 more needed")
        bob.send("games")
        assert TITLE in await bob.sees(TITLE, "Lobby>")
        await bob.types("join 1", "Table>")
        await ann.sees("Bob")
        ann.types("start")
        await ann.sees("who will you be?")
        opening = await bob.sees("sealed as", "Waiting for Ann, ", "Who will you be?")
        promise = squeezed(opening).split("sealed as ")[1].split(".")[0].replace(" ", "")
        assert len(promise) == 64

        # They play for a while; then the sysop stops the server.
        players = [Player("Ann", ann, dice), Player("Bob", bob, dice)]
        assert not await play(players, most=BEFORE)
        for player in players:
            await player.settle()
        questions = [player.question for player in players]
        assert all(questions)
        assert await server.finish() == 0
        assert "closing" in squeezed(await bob.rest()), bob.text
        await ann.sees("closing")
        for caller in callers:
            await caller.close()
        stored = _stored(tmp_path)

        # The same data, another process: both come back to the question that was open.
        server = await _open(tmp_path)
        assert _stored(tmp_path) == stored
        ann, bob = await _call(server)
        callers += [ann, bob]
        await asyncio.gather(ann.logs_in("Ann"), bob.logs_in("Bob"))
        for caller in (ann, bob):
            caller.types("resume") if isinstance(caller, ScreenCaller) else caller.send("resume")
        players = [Player("Ann", ann, dice), Player("Bob", bob, dice)]
        for player, question in zip(players, questions, strict=True):
            await player.settle()
            assert _untimed(question) in _untimed(" ".join(player.lines)), (question, player.lines)

        # They go on to the end, and both read how it ended.
        assert await play(players, most=MOST)
        for caller in (ann, bob):
            text = await caller.sees(OVER, "Seed of the dice:", f"Promised at the start: {promise}")
            assert "First Citizen" in text or "lost" in squeezed(text)
        assert await server.finish() == 0
    finally:
        for caller in callers:
            await caller.close()
        await server.kill()

    # What is kept: every answer once, and a game that its seed and answers lead to.
    numbers = [number for number, _, _ in _stored(tmp_path)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > len(stored) > 0
    games = await exported_games(tmp_path / "data" / "arkham.db")
    assert list(games) == [TITLE]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(games[TITLE]), encoding="utf-8")
    check = await asyncio.create_subprocess_exec(
        *SERVE[:-1], "game", "verify", str(file), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await check.communicate()
    assert check.returncode == 0, said
    assert b"as played" in said


def _untimed(text: str) -> str:
    """Leave out what a clock shows: it stands still while the server is away, but for a second."""
    return re.sub(r"\d+:\d\d left", "left", squeezed(text))


def _stored(directory: Path) -> list[tuple[int, int, str]]:
    database = sqlite3.connect(f"file:{directory / 'data' / 'arkham.db'}?mode=ro", uri=True)
    try:
        return database.execute("SELECT seq, seat, key FROM answers ORDER BY seq").fetchall()
    finally:
        database.close()
