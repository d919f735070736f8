"""A window that changes its size under a half-typed line, by OpenSSH and by Debian's telnet.

The browser's part is in tests/web (test_in_the_browser, test_coming_back). The name of the
terminal is one that nobody knows (B23): nothing here depends on a terminfo entry.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import struct
import termios
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.board import FastBoard
from tests.wire.callers import ProgramLine, ScreenCaller, ssh_line, telnet_line


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[FastBoard]:
    board = FastBoard(tmp_path)
    await board.start()
    yield board
    await board.close()


def resize(caller: ScreenCaller, line: ProgramLine, columns: int, rows: int) -> None:
    """Change the window, as dragging its corner does."""
    caller.screen.resize(rows, columns)
    cursor = caller.screen.cursor
    cursor.y, cursor.x = min(cursor.y, rows - 1), min(cursor.x, columns - 1)
    fcntl.ioctl(line._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.kill(line._process.pid, signal.SIGWINCH)  # the program has no controlling terminal


async def shows(caller: ScreenCaller, *wanted: str) -> None:
    """Wait until the typed line stands before the cursor and each text is on the glass."""
    for _ in range(200):
        if caller.prompt.endswith("> jo") and all(one in caller.shown for one in wanted):
            return
        await caller.read_some(0.15)
    raise AssertionError(f"{wanted!r} with the typed line never came:\n{caller.shown}")


@pytest.mark.parametrize("program", ["ssh", "telnet"])
async def test_b17_b18_b23_each_size_is_laid_out_anew_with_the_typed_line(
    program: str, board: FastBoard
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} on this machine")
    term = "ghost-terminal-9000"
    if program == "ssh":
        line = ssh_line(board.ssh_port, term=term)
    else:
        line = telnet_line(board.telnet_port, term=term)
    caller = ScreenCaller(line)
    try:
        await caller.registers("Ann")
        caller.types("solo")
        await caller.sees("will you be?", "Harney Jones")
        caller.send(b"jo")
        await shows(caller, "will you be?")
        for columns, rows, mark in (
            (132, 43, "Investigators"),
            (40, 25, "the west side"),
            (100, 30, "Setting up"),
            (80, 24, "Setting up"),
        ):
            resize(caller, line, columns, rows)
            await shows(caller, mark, "will you be?")
            # Nothing scrolled: the status is on the first row, the typed line on the last.
            assert "Doom" in caller.rows[0]
            assert caller.screen.cursor.y == rows - 1
        # Too small to be painted: plain lines, and the typed text goes on all the same.
        resize(caller, line, 38, 15)
        await shows(caller)
        caller.send(b"e\r")
        await caller.sees("will play Joe Diamond")
    finally:
        await caller.close()
