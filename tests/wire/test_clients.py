"""Every kind of client registers, begins a game alone and plays a whole turn of it.

What each of them showed is the table in docs/clients.md. The clients are real programs where the
system has them, and bare sockets with the bytes of such a client where it has not.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.wire.board import FastBoard
from tests.wire.callers import (
    C64Screen,
    LineCaller,
    MudletLine,
    ScreenCaller,
    SocketLine,
    squeezed,
    ssh_line,
    telnet_line,
)
from tests.wire.players import Player

Caller = LineCaller | ScreenCaller
TURN_2 = re.compile(r"Turn 2\b|\bT2\b")
MOST = 150
MOVES_CURSOR = re.compile(rb"\x1b\[\d*;?\d*[HfABCDJKsu]|\x1b[78M]")
COLOURS = re.compile(rb"\x1b\[[\d;]*m")
FRAMES = re.compile("[─│┌┐└┘═║╔╗╚╝■▒█]")


@dataclass(frozen=True)
class Client:
    """One row of the table: how it calls, and what must be true of what it was sent."""

    name: str
    call: Callable[[FastBoard], Awaitable[Caller]]
    paints: bool = False
    coloured: bool = False
    columns: int = 80
    needs: str = ""
    look: str = ""
    """What is typed after `*` at the welcome, if the caller chooses a look."""


def _ssh(term: str, columns: int = 80, rows: int = 24) -> Callable[[FastBoard], Awaitable[Caller]]:
    async def call(board: FastBoard) -> Caller:
        line = ssh_line(board.ssh_port, columns=columns, rows=rows, term=term)
        return ScreenCaller(line, columns=columns, rows=rows)

    return call


async def _telnet(board: FastBoard) -> Caller:
    return ScreenCaller(telnet_line(board.telnet_port))


async def _silent(board: FastBoard) -> Caller:
    return await LineCaller.call(board.telnet_port)


async def _plain(board: FastBoard) -> Caller:
    return await LineCaller.call(board.plain_port, charset="ascii")


async def _reader(board: FastBoard) -> Caller:
    return await LineCaller.call(board.reader_port)


async def _dos(board: FastBoard) -> Caller:
    return ScreenCaller(await SocketLine.call(board.plain_port), charset="cp437")


async def _c64(board: FastBoard) -> Caller:
    line = await SocketLine.call(board.plain_port)
    return ScreenCaller(line, columns=40, rows=25, charset="ascii")


async def _mudlet(board: FastBoard) -> Caller:
    line = await MudletLine.call(board.telnet_port)
    return ScreenCaller(line, columns=100, rows=50, enter=b"\r\n")


CLIENTS = (
    Client("ssh-xterm-256color-80x24", _ssh("xterm-256color"), True, True, needs="ssh"),
    Client("ssh-vt100-80x24", _ssh("vt100"), True, needs="ssh"),
    Client("ssh-dumb-80x24", _ssh("dumb"), needs="ssh"),
    Client(
        "ssh-xterm-132x43", _ssh("xterm-256color", 132, 43), True, True, columns=132, needs="ssh"
    ),
    Client("ssh-xterm-40x25", _ssh("xterm-256color", 40, 25), True, True, columns=40, needs="ssh"),
    Client("telnet-xterm-80x24", _telnet, True, True, needs="telnet"),
    Client("socket-silent", _silent),
    Client("socket-no-negotiation", _plain),
    Client("screen-reader-port", _reader),
    Client("dos-cp437", _dos, True, True, look="cp437"),
    Client("c64-petscii-40", _c64, True, True, columns=40, look="petscii"),
    Client("mudlet", _mudlet, coloured=True, columns=100),
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastBoard]:
    directory: Path = tmp_path_factory.mktemp("clients")
    board = FastBoard(directory, game_seed=b"an ordinary evening".ljust(32, b"."))
    asyncio.run(board.start())
    yield board
    asyncio.run(board.close())


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
async def test_a_client_registers_and_plays_a_whole_turn(client: Client, board: FastBoard) -> None:
    if client.needs and shutil.which(client.needs) is None:
        pytest.skip(f"there is no {client.needs} on this machine")
    caller = await client.call(board)
    try:
        if client.look:
            await _choose_look(caller, client.look)
        before = len(caller.raw)
        await caller.registers(client.name[:16].strip("-"))
        _type(caller, "solo")
        await caller.sees("who will you be?")
        player = await _play_a_turn(caller)
        sent = caller.raw[before:]
        _check_bytes(client, sent)
        if isinstance(caller, ScreenCaller) and client.paints:
            _check_screen(client, caller)
        else:
            _check_lines(client, caller, player)
        _type(caller, "leave")
        await caller.sees("Lobby>")
        _type(caller, "quit")
        await caller.sees("Good night")
    finally:
        await caller.close()


def _type(caller: Caller, line: str) -> None:
    if isinstance(caller, ScreenCaller):
        caller.types(line)
    else:
        caller.send(line)


async def _choose_look(caller: Caller, name: str) -> None:
    await caller.sees("Your name:")
    _type(caller, "*")
    await caller.sees("Number, or Enter to keep")
    if isinstance(caller, ScreenCaller):
        caller.types(name)
        if name == "petscii":
            caller.turn_into_c64()


async def _play_a_turn(caller: Caller) -> Player:
    """Answer what is asked until the second turn has begun."""
    player = Player("", caller, random.Random(26))
    async with asyncio.timeout(90):
        for _ in range(MOST):
            while not player.is_asked:
                await player.settle(0.2)
            if TURN_2.search(_read(caller)):
                return player
            await player.answer()
    raise AssertionError(f"no second turn; there is:\n{_read(caller)[-3000:]}")


def _read(caller: Caller) -> str:
    if isinstance(caller, ScreenCaller) and not isinstance(caller.line, MudletLine):
        return caller.shown
    return caller.whole


def _check_bytes(client: Client, sent: bytes) -> None:
    """Nothing moves the cursor or colours where the client cannot have it."""
    if client.look == "petscii":
        assert b"\x1b" not in sent
        return
    if not client.paints:
        assert not MOVES_CURSOR.search(sent), MOVES_CURSOR.search(sent)
    assert bool(COLOURS.search(sent)) >= client.coloured
    if not client.paints and not client.coloured:
        assert b"\x1b" not in sent


def _check_screen(client: Client, caller: ScreenCaller) -> None:
    """The status, the town and the question stand on the glass, the prompt on its last row."""
    rows = caller.rows
    assert TURN_2.search(rows[0]), rows
    assert "Doom" in rows[0]
    # Forty columns show the streets where one stands, and how one is.
    assert any(re.search(r"A +R +K +H +A +M|Shunned|@[A-Z]{2} .*St\d", row) for row in rows), rows
    assert caller.screen.cursor.y == len(rows) - 1
    assert caller.prompt.endswith("> ")
    if client.name in ("dos-cp437",):
        assert FRAMES.search(caller.shown)
    if isinstance(caller.screen, C64Screen):
        assert len(rows[0]) <= 40


def _check_lines(client: Client, caller: Caller, player: Player) -> None:
    """The question is asked in lines no wider than the terminal, and the prompt is the last."""
    after = caller.whole.partition("who will you be?")[2]
    assert after
    # What is typed is not in the stream of a client that echoes by itself.
    lines = [re.sub(r"^[\w .'-]*> ", "", line) for line in after.split("\n")]
    assert not [line for line in lines if len(line) > client.columns]
    assert not FRAMES.search(after.encode("ascii", "ignore").decode())
    assert "Doom" in squeezed(after)
    assert player.prompt.endswith("> ")
