"""A line that drops at every kind of question, over real sockets: the question waits.

A real server, one for the whole file, lays each game where a file says that it stands. Whoever is
asked loses the line and comes back by another door each time; the answer then counts.
Issue 5 ("drop and return at every kind of decision"), USER_ASKS D1, D6, D7.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.game import Game
from arkham_bbs.players import cautious_answer
from tests.session.asked import all_kinds, standing_at
from tests.wire.board import FastBoard
from tests.wire.callers import LineCaller, ScreenCaller, SocketLine, squeezed, ssh_line
from tests.wire.followed import PAID, Followed
from tests.wire.hall import Hall

POSITION = "position"
DOORS = ("plain", "reader", "forty", "ansi", "ssh")
LETTERS = "abcdefgh"
MOST_OPTIONS = 2_000
"""Of more combinations than this the cautious answer is not looked for."""


def lay_as_written(directory: Path) -> None:
    """Let every new game of this server begin where a file says that it stands."""
    from arkham_bbs.lobby.arkham import ArkhamEngine

    def begin(_: ArkhamEngine, setup: dict[str, Any], seed: bytes) -> tuple[Game, tuple[()]]:
        return Game.restore((directory / POSITION).read_bytes()), ()

    ArkhamEngine.begin = begin  # type: ignore[assignment,method-assign]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastBoard]:
    board = FastBoard(tmp_path_factory.mktemp("kinds"), prepare=lay_as_written)
    asyncio.run(board.start())
    yield board
    asyncio.run(board.close())


@pytest.fixture
async def hall(board: FastBoard) -> AsyncIterator[Hall]:
    hall = Hall(board)
    yield hall
    await hall.hang_up()


async def comes_back(hall: Hall, door: str, handle: str) -> LineCaller | ScreenCaller:
    """Call again by a door and log in."""
    board = hall.board
    caller: LineCaller | ScreenCaller
    if door == "ssh" and shutil.which("ssh") is not None:
        caller = hall.screen(ssh_line(board.ssh_port))
    elif door == "ansi":
        caller = hall.screen(await SocketLine.call(board.plain_port))
        await caller.sees("Your name:")
        caller.types("1")
    elif door == "reader":
        caller = await hall.call(board.reader_port)
    elif door == "forty":
        caller = await hall.call(board.telnet_port)
        caller.writer.write(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0")
    else:
        caller = await hall.call()
    await caller.logs_in(handle)
    return caller


def answers_of(board: FastBoard, title: str) -> list[tuple[int, str]]:
    """Return what the file holds of one table."""
    database = sqlite3.connect(f"file:{board.file}?mode=ro", uri=True)
    try:
        return database.execute(
            "SELECT a.seat, a.key FROM answers a JOIN games g ON g.id = a.game_id"
            " WHERE g.title = ? ORDER BY a.seq",
            (title,),
        ).fetchall()
    finally:
        database.close()


@pytest.mark.parametrize("kind", all_kinds())
async def test_the_question_waits_for_whoever_lost_the_line(hall: Hall, kind: str) -> None:
    number = all_kinds().index(kind)
    (hall.board.directory / POSITION).write_bytes(standing_at(kind))
    pair = LETTERS[number // 8] + LETTERS[number % 8]
    handles = (f"Ann{pair}", f"Bob{pair}")
    followed = Followed.standing(handles, standing_at(kind))
    decision = followed.decision
    assert decision is not None
    assert decision.kind == kind
    title = f"Kind {pair}"
    ann, bob = [await hall.newcomer(handle) for handle in handles]
    await ann.types(f"create {title} seats=2 each=1", "Table>")
    await bob.types(f"join {title}", "Table>")
    await ann.sees(handles[1])
    followed.callers = [ann, bob]
    for caller in followed.callers:
        caller.forget()
    ann.send("start")
    await followed.all_see()

    seat = decision.seat
    name, other = handles[seat], followed.callers[1 - seat]
    other.forget()
    asked = followed.callers[seat]
    # Some hang up, and the lines of most are simply gone.
    await (asked.close() if number % 4 == 0 else asked.drops())
    await other.sees(f"{name}'s line has dropped; the seat is kept")
    # Nobody else can answer meanwhile.
    await other.types("1", f"Not now: {name}")
    other.forget()
    back = await comes_back(hall, DOORS[number % len(DOORS)], name)
    await sends(back, "resume", followed.question(seat))
    await other.sees(f"{name} is at the table")
    assert answers_of(hall.board, title) == []

    if len(decision.options) >= MOST_OPTIONS:
        return
    key = cautious_answer(followed.game.view(seat), decision)
    other.forget()
    events = followed.game.decide(key)
    await sends(back, key, followed.question(seat))
    await other.sees(*followed.told(events), followed.question(1 - seat))
    assert answers_of(hall.board, title) == [(seat, key)]
    assert "Something broke" not in back.whole + other.whole


async def sends(caller: LineCaller | ScreenCaller, line: str, wanted: str) -> None:
    """Type a line and wait for a text; say yes where the fare is asked about."""
    if isinstance(caller, ScreenCaller):
        caller.types(line)
        await caller.sees(wanted)
        return
    caller.send(line)
    async with asyncio.timeout(30):
        while wanted not in squeezed(caller.text):
            if squeezed(caller.text).endswith(PAID):
                caller.send("yes")
            await caller.read_some()
