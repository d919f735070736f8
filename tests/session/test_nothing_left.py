"""What a caller leaves behind is free at once: the search for garbage, which holds everybody, finds
nothing of it."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from arkham_bbs.terminal.capabilities import PRESETS
from tests.session.harness import Board
from tests.session.test_play import settle


def garbage_of_ours() -> Counter[str]:
    """Search; count what was found of this project's own kinds."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
    finally:
        gc.set_debug(0)
    kinds = [type(thing) for thing in gc.garbage]
    gc.garbage.clear()
    return Counter(k.__qualname__ for k in kinds if k.__module__.startswith("arkham_bbs"))


@pytest_asyncio.fixture
async def quiet_board(board: Board) -> AsyncIterator[Board]:
    """A board on which nothing is searched for until a test does it itself."""
    ann = await board.newcomer("Ann")
    await ann.drops()
    board.callers.clear()
    del ann
    await settle()
    gc.collect()
    gc.disable()
    try:
        yield board
    finally:
        gc.enable()


async def test_ctrl_c_leaves_no_garbage(quiet_board: Board) -> None:
    ann = quiet_board.call(caps=PRESETS["ansi"])
    await ann.logs_in("Ann")
    await ann.sees("Lobby>")
    for _ in range(3):
        await ann.cancels("Nothing is under way")
    await settle()
    assert not garbage_of_ours()


@pytest.mark.parametrize("way", ["drops", "quits"])
async def test_a_visit_that_ends_leaves_no_garbage(quiet_board: Board, way: str) -> None:
    ann = quiet_board.call(caps=PRESETS["ansi"])
    await ann.logs_in("Ann")
    await ann.sees("Lobby>")
    await ann.types("create", "Title")
    for _ in range(3):
        ann.feed(b"\r")
    await ann.sees("choose")
    for typed in ("1", "2", "1", "zorp", "say hello", "log"):
        await ann.types(typed)
        await settle()
    await ann.cancels()
    if way == "drops":
        await ann.drops()
    else:
        await ann.types("leave", "Lobby>")
        await ann.types("quit")
        await ann.ends()
    quiet_board.callers.clear()
    del ann
    await settle()
    assert not garbage_of_ours()
