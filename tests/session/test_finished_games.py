"""Finished games: honours, replay in every view, by hand and by itself, and taken home."""

from __future__ import annotations

import random
import re

import pytest

from arkham_bbs.game.verify import verify
from arkham_bbs.lobby.live import Table
from arkham_bbs.store.records import HonourLine
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import until

VIEWS = pytest.mark.parametrize(
    "caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda caps: caps.name
)


async def finished(board: Board, caps: Capabilities) -> tuple[ScriptedCaller, Table]:
    """Bring a caller back to the lobby after a whole game alone."""
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("create Fog", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    choice = random.Random(5)
    caller = board.lobby.presences.by_handle("Ann").caller  # type: ignore[union-attr]
    while (decision := table.decision) is not None:
        key = choice.choice(decision.keys()[:300])
        await table.answer(caller, key, number=decision.number)
    await ann.sees("Seed of the dice")
    await table.settled()
    await until(lambda: not board.lobby.floor.tasks)
    return ann, table


@VIEWS
async def test_a_finished_game_is_honoured_replayed_and_taken_home(
    board: Board, caps: Capabilities
) -> None:
    ann, table = await finished(board, caps)
    assert "Roll of honour" in await ann.runs("honor")
    assert verify((await ann.runs("export")).encode()).wrong == []
    await ann.types("leave", "Lobby>")
    assert "The hall of honour" in await ann.runs("honor")
    await ann.types("replay fog", "Replay: Fog", "Enter goes on", "Replay 1/")
    await ann.types("", "Replay 2/")
    await ann.types("next 3", "Replay 5/")
    await ann.types("back", "Replay 4/")
    turns = table.turn
    await ann.types(f"turn {turns}", f"turn {turns}>")
    await ann.types("turn 999", "The game has turns")
    await ann.types("turn 1", "turn 1>")
    await ann.types("search doom", "oom", "Replay ")
    await ann.types("search xyzzy", "tells of", "Replay ")
    assert "Turn " in await ann.runs("map")
    await ann.runs("gates")
    report = " ".join((await ann.runs("export report")).split())
    assert f"Promised seed (SHA-256): {table.commitment[:20]}" in report.replace(" ", " ")[:9_000]
    raw = await ann.runs("export")
    assert "More" not in raw
    verdict = verify(raw.encode())
    assert (verdict.wrong, verdict.answers) == ([], table.seq)
    await ann.types("leave", "Lobby>")
    assert "Something broke" not in ann.read


async def test_a_replay_plays_by_itself_and_any_key_stops_it(board: Board) -> None:
    ann, _ = await finished(board, PLAIN80)
    await ann.types("leave", "Lobby>")
    await ann.types("replay fog", "Replay 1/")
    await ann.types("play fast", "How many seconds a step?", "Replay 1/")
    for none in ("0", "-1", "nan"):
        await ann.types(f"play {none}", "more than 0 seconds", "Replay 1/")
    await ann.types("play 0.05", "Any key stops it")
    at = len(ann.read)
    await until(lambda: len(ann.read) > at + 200)
    ann.feed(b" ")
    await ann.sees("Replay ")
    where = int(re.findall(r"Replay (\d+)/", ann.read)[-1])
    assert where > 1
    await ann.types("", f"Replay {where + 1}/")


async def test_a_letter_that_stops_a_running_replay_begins_the_next_command(board: Board) -> None:
    ann, _ = await finished(board, PLAIN80)
    await ann.types("leave", "Lobby>")
    await ann.types("replay fog", "Replay 1/")
    for command, answer in (("play nan", "more than 0 seconds"), ("quit", "Lobby>")):
        await ann.types("play 60", "Any key stops it", "\n")
        await ann.types(command, answer)
    await ann.types("replay fog", "Replay 1/")
    await ann.types("play 60", "Any key stops it", "\n")
    ann.feed(b"q")
    await ann.sees("Replay ")
    await ann.types("turn 1", "turn 1>")


async def test_a_replay_left_running_comes_to_its_end(board: Board) -> None:
    ann, _ = await finished(board, LINEAR)
    await ann.types("leave", "Lobby>")
    await ann.types("replay fog", "Replay 1/")
    last = int(re.findall(r"Replay 1/(\d+)", ann.read)[-1])
    await ann.types(f"next {last - 4}", f"Replay {last - 3}/")
    await ann.types("play 0.05", "That was the end of the game", f"Replay {last}/")


async def test_private_games_are_replayed_by_those_who_sat_there(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Cellar private=yes", "will you be?")
    await ann.types("concede", "Propose")
    await ann.types("yes", "The game is given up")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("replay cellar", "not for you", "Lobby>")
    await ann.types("leave", "Lobby>")
    await ann.types("replay cellar", "Replay: Cellar", "Replay 1/")


async def test_the_hall_tells_what_ranks_and_shows_it_so_that_equal_lines_are_equal(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Fog seats=2", "Table>")
    await ann.types("leave", "Lobby>")
    lines = [
        HonourLine(
            account_id=None,
            name="Ann",
            investigator=who,
            first_citizen=False,
            victory=True,
            reason="gates-closed",
            rank=rank,
            turns=12,
            players=1,
            details={},
        )
        for who, rank in (
            ("joe_diamond", (2, 3)),
            ("gloria_goldberg", (2, 9)),
            ("jenny_barnes", (2, 3)),
            ("mandy_thompson", (1, 20)),
        )
    ]
    await board.store.honours.record(board.lobby.tables()[0].table, lines)
    text = " ".join((await ann.runs("honour")).split())
    assert "The more gates closed, the higher; then the greater strength of the monsters" in text
    assert "1. Ann as Gloria Goldberg: 2 gates closed, trophies of strength 9; saved" in text
    for name in ("Joe Diamond", "Jenny Barnes"):
        assert f"2. Ann as {name}: 2 gates closed, trophies of strength 3; saved" in text
    assert "4. Ann as Mandy Thompson: 1 gate closed, trophies of strength 20" in text
