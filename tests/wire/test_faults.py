"""A fault of ours over real sockets, and the way to plain lines at the login.

A session that breaks while the dashboard is on the screen must put the terminal back, say sorry
with a reference, and lose nothing. Source: USER_ASKS B26, H2, STYLE section 6.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.wire.board import FastBoard
from tests.wire.callers import PASSWORD, LineGone, ScreenCaller, SocketLine, squeezed
from tests.wire.hall import Hall, hall

CUE = "break"
APOLOGY = re.compile(r"Something broke on our side\. Your game is saved\. Tell the sysop (\S+)\.")
RESTORED = b"\x1b[?2004l\x1b[?25h\x1b[0m"


def break_on_cue(directory: Path) -> None:
    """Let the methods of rooms that a file names raise, as long as the file is there."""
    from arkham_bbs.session.lobby_room import LobbyRoom
    from arkham_bbs.session.table_room import TableRoom

    cue = directory / CUE

    def breaking(room: type[Any], name: str) -> None:
        whole = getattr(room, name)

        def broken(self: Any, *args: Any) -> Any:
            if cue.exists() and f"{room.__name__}.{name}" in cue.read_text(encoding="ascii"):
                raise RuntimeError("a fault on purpose")
            return whole(self, *args)

        setattr(room, name, broken)

    breaking(TableRoom, "prompt")
    breaking(TableRoom, "show_state")
    breaking(LobbyRoom, "prompt")


@pytest.fixture
async def faulty(tmp_path: Path) -> AsyncIterator[Hall]:
    board = FastBoard(tmp_path, prepare=break_on_cue)
    here = Hall(board)
    try:
        await board.start()
        yield here
    finally:
        await here.hang_up()
        await board.close()


async def at_the_dashboard(here: Hall) -> ScreenCaller:
    """Sit Ann down at a game alone, with the dashboard on an ANSI screen."""
    ann = here.screen(await SocketLine.call(here.board.plain_port))
    await ann.sees("Your name:")
    ann.types("1")
    await ann.registers("Ann")
    ann.types("create Fog seats=1 each=1")
    await ann.sees("who will you be?")
    await ann.settles()
    assert any("Doom" in row for row in ann.rows[:3]), ann.shown
    return ann


def assert_logged(board: FastBoard, references: list[str]) -> None:
    """See that the log has the cause under each reference."""
    log = board.log.read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in log if line.startswith("{")]
    for reference in references:
        (found,) = [line for line in lines if line.get("reference") == reference]
        assert "a fault on purpose" in str(found)


async def last_words(caller: ScreenCaller) -> None:
    """Read on until the line is closed."""
    try:
        while await caller.read_some():
            pass
    except LineGone:
        return
    raise AssertionError(f"the line stays open:\n{caller.shown}")


async def test_a_fault_that_ends_the_visit_puts_the_terminal_back_and_names_itself(
    faulty: Hall,
) -> None:
    ann = await at_the_dashboard(faulty)
    cue = faulty.board.directory / CUE
    cue.write_text("TableRoom.prompt LobbyRoom.prompt", encoding="ascii")
    ann.types("xyzzy")
    await last_words(ann)
    # The last bytes: paste marks off, the cursor there, colours gone; nothing after them.
    assert ann.raw.endswith(RESTORED)
    assert not getattr(ann.screen.cursor, "hidden", False)
    references = APOLOGY.findall(squeezed(ann.shown))
    assert references, ann.shown
    assert "Traceback" not in ann.whole
    assert "fault on purpose" not in ann.whole
    assert_logged(faulty.board, references)
    # The game is where it was, and the board serves on.
    cue.unlink()
    back = await faulty.returns("Ann")
    await back.types("resume", "Ann: who will you be?")


async def test_a_fault_of_the_table_leaves_the_dashboard_for_the_lobby(faulty: Hall) -> None:
    ann = await at_the_dashboard(faulty)
    cue = faulty.board.directory / CUE
    cue.write_text("TableRoom.prompt", encoding="ascii")
    ann.types("xyzzy")
    await ann.sees("Something broke on our side.", "Lobby>")
    assert_logged(faulty.board, APOLOGY.findall(squeezed(ann.shown)))
    # Nothing of the dashboard is left; what is typed now scrolls.
    assert not any("Doom" in row for row in ann.rows), ann.shown
    cue.unlink()
    ann.types("resume")
    await ann.sees("Ann: who will you be?")
    await ann.settles()
    assert any("Doom" in row for row in ann.rows[:3]), ann.shown


async def test_a_command_that_breaks_ends_neither_the_visit_nor_the_dashboard(
    faulty: Hall,
) -> None:
    ann = await at_the_dashboard(faulty)
    cue = faulty.board.directory / CUE
    cue.write_text("TableRoom.show_state", encoding="ascii")
    ann.types("status")
    await ann.sees("Something broke on our side.")
    await ann.settles()
    assert_logged(faulty.board, APOLOGY.findall(squeezed(ann.text))[:1])
    assert any("Doom" in row for row in ann.rows[:3]), ann.shown
    cue.unlink()
    ann.types("1")
    await ann.sees("how do you share")


# -- the screen reader's way in -------------------------------------------------------------------
async def test_a_mark_behind_the_name_gives_plain_lines_from_there_on(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        first = await here.newcomer("Ann")
        await first.types("quit")
        await first.rest()
        caller = await here.call(here.board.telnet_port)
        await caller.sees("Your name:")
        await caller.types("Ann!", "Password:")
        start = len(caller.raw)
        await caller.types(PASSWORD, "Arkham greets you, Ann.", "Lobby>")
        # Headings and names in one sentence, as a voice reads them, and no column of words.
        await caller.types("?", "People: who, say,", "Lobby>")
        await caller.types("create Fog seats=1 each=1", "who will you be?")
        told = caller.decode(caller.raw[start:])
        assert b"\x1b" not in caller.raw[start:]
        assert not set("│═■─╔") & set(told)
        # It is kept: without the mark the next call begins in plain lines too.
        await caller.close()
        again = await here.call(here.board.telnet_port)
        await again.logs_in("Ann")
        await again.types("?", "People: who, say,", "Lobby>")
        await again.close()
        # And another look, chosen before the name, ends it as simply.
        last = await here.call(here.board.telnet_port)
        await last.sees("Your name:")
        await last.types("3", "Your name:")
        await last.types("Ann", "Password:")
        await last.types(PASSWORD, "Lobby>")
        await last.types("?", "People who say", "Lobby>")
