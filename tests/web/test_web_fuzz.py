"""Anything may be sent over the page's line: frames of every wrong kind against a real web door.

The oracle is issue 6's, as in tests/sysop/test_fuzz.py: no fault in the log, nobody left over in
``who``, a calm caller answered as before, tasks and descriptors back where they were. Every
hostile caller is drawn from a number, so that a failure can be had again.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import random
from collections.abc import Callable, Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.typing import Origin

from arkham_bbs.doors.web.frames import FRAME_LIMIT, LINE_LIMIT
from arkham_bbs.ops.logs import configure
from arkham_bbs.server.board import Server
from tests.web.conftest import WAIT_S, StartBoard, WebCaller

CALLERS = 40
AT_ONCE = 8
WARM_UP = 8
RETURN_S = 5.0
READERS = 8
"""Descriptors the readers of the database may open meanwhile: four, each with its log."""
ENOUGH = 300
"""Frames that must have left, or the run proves little."""

LINES = ("guest", "new", "who", "?", "tables", "create", "start", "rules", "quit", "yes", "1", "")
KINDS = ("hello", "resize", "line", "look", "hangup", "ping", "gmcp", "at", "\u202e", "")
REPORTS = (
    *(b"\x1b[?62;1;4c", b"\x1b[24;80R", b"\x1b[8;9999;9999t", b"\x1b[<0;70000;-1M", b"\x1b[M\xff"),
    *(b"\x1b]11;rgb:ffff/0000/zz\x1b\\", b"\x1bP>|nobody(0)\x1b\\", b"\x1b[?2026;2$y", b"\x1b["),
    *(b"\x1b[200~", b"\x1b[201~\x1b[201~", b"\x1b]52;c;" + b"A" * 3_000, b"\x9b6n", b"\x1b[I"),
)


@pytest.fixture
def log_text() -> Iterator[io.StringIO]:
    """Everything the board, its libraries and the loop have to say."""
    handlers = logging.getLogger().handlers[:]
    heard = io.StringIO()
    configure("info", "console", heard)
    yield heard
    logging.getLogger().handlers[:] = handlers


def anything(dice: random.Random) -> object:
    """A value that no field of a frame expects, or only just."""
    return dice.choice(
        (
            *(None, True, -1, 0, 1_001, 10**400, 0.5, float("nan"), float("inf")),
            *("", "terminal", "text", "16", "\ud800", "\x00\x1b[2J", "x" * (LINE_LIMIT + 1)),
            *([], {}, [[[]]], {"type": "line"}),
        )
    )


def control(dice: random.Random) -> str:
    """A control frame as a page sends it."""
    kind = dice.choice(("resize", "line", "line", "line", "look", "ping"))
    shapes: dict[str, dict[str, object]] = {
        "resize": {"columns": dice.randrange(1_001), "rows": dice.randrange(1_001)},
        "line": {"text": dice.choice((*LINES, "é\u0301" * 90, "\x1b]0;x\x07", "z" * LINE_LIMIT))},
        "look": {"view": dice.choice(("text", "terminal")), "colour": dice.choice(("true", "16"))},
        "ping": {"surplus": [1, {"a": None}]},
    }
    return json.dumps({"type": kind, **shapes[kind]})


def misshapen(dice: random.Random) -> str:
    """A text frame that is no control frame: halves, depths, wrong types, wrong order."""
    fields = ("columns", "rows", "view", "colour", "token", "received", "text", "type")
    whole = json.dumps(
        {"type": dice.choice(KINDS)}
        | {dice.choice(fields): anything(dice) for _ in range(dice.randrange(5))}
    )
    return dice.choice(
        (
            whole,
            whole[: dice.randrange(len(whole))],
            control(dice)[:-1],
            hello(dice),
            "[" * dice.randrange(1, FRAME_LIMIT),
            '{"type":"line","text":' + '{"a":' * 3_000,
            '{"type":"ping","surplus":' + "[" * 5_000 + "]" * 5_000 + "}",
            '{"type":"line","type":"ping","text":"' + "\\ud800" * 9 + '"}',
            '{"type":"resize","columns":1e999,"rows":' + "9" * 5_000 + "}",
            dice.choice(("", "null", "0", '"hello"', "\x00", "\ufeff{}", "GET / HTTP/1.1\r\n\r\n")),
        )
    )


def hello(dice: random.Random, tokens: tuple[str, ...] = ()) -> str:
    """A first frame: sizes and tokens of every sort, some that other lines were given."""
    token = dice.choice(("", "", "nonsense", "../" * 40, "\x00", "Ü" * 128, *tokens[-6:]))
    received = dice.choice((-1, 0, 1, 500, 2**62, -(2**62)))
    facts = {"columns": dice.choice((0, 1, 80, 1_000)), "rows": dice.choice((0, 24, 1_000))}
    view = dice.choice(("terminal", "terminal", "text"))
    return json.dumps({"type": "hello", "view": view, "token": token, "received": received} | facts)


Throw = Callable[[ClientConnection, random.Random], object]


def raw(socket: ClientConnection, dice: random.Random) -> None:
    """Bytes below the frames: reserved opcodes, no mask, lengths that lie, broken UTF-8."""
    if socket.state is not State.OPEN:
        return  # the board has closed: nothing more can be written on this side
    socket.transport.write(
        dice.choice(
            (
                dice.randbytes(dice.randrange(1, 60)),
                bytes((0x83, 0x80)) + dice.randbytes(4),
                b"\x81\x05hello",
                b"\x82\xff" + b"\x7f" * 8 + dice.randbytes(4),
                b"\x81\x82\0\0\0\0\xc3\x28",
                b"\x89\xfe\x01\x00" + dice.randbytes(260),
                b"\x88\x81\0\0\0\0\x03",
                b"\x80\x80\0\0\0\0",
            )
        )
    )


THROWS: tuple[tuple[int, Throw], ...] = (
    (30, lambda socket, dice: socket.send(dice.randbytes(dice.randrange(80)))),
    (25, lambda socket, dice: socket.send(dice.choice(LINES).encode() + b"\r")),
    (20, lambda socket, dice: socket.send(control(dice))),
    (15, lambda socket, dice: socket.send(dice.choice(REPORTS) + dice.randbytes(3))),
    (4, lambda socket, dice: socket.send([dice.randbytes(9) for _ in range(dice.randrange(1, 9))])),
    (3, lambda socket, dice: socket.ping(dice.randbytes(dice.randrange(125)))),
    (2, lambda socket, dice: socket.send(dice.randbytes(FRAME_LIMIT))),
    (6, lambda socket, dice: socket.send(misshapen(dice).encode("utf-8", "replace").decode())),
    (2, lambda socket, dice: socket.send(dice.randbytes(FRAME_LIMIT + 1 + dice.randrange(9_000)))),
    (1, lambda socket, dice: socket.send('{"type":"hangup"}')),
    (2, raw),
)


class Crowd:
    """Hostile callers of one board, and the tokens they were given."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._tokens: list[str] = []
        self.sent = 0

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                if isinstance(message, str) and '"token"' in message:
                    self._tokens.append(str(json.loads(message).get("token", "")))
        except ConnectionClosed:
            pass

    async def throw(self, seed: int) -> None:
        """One caller: some kind of beginning, frames, any kind of end."""
        dice = random.Random(seed)
        socket = await connect(
            f"ws://127.0.0.1:{self._port}/ws",
            origin=Origin(f"http://127.0.0.1:{self._port}"),
            compression=None,
        )
        listening = asyncio.create_task(self._listen(socket))
        try:
            async with asyncio.timeout(WAIT_S):
                await self._frames(socket, dice)
                if dice.random() < 0.5:
                    await socket.close()
        except ConnectionClosed:
            pass
        finally:
            socket.transport.abort()
            await listening

    async def _frames(self, socket: ClientConnection, dice: random.Random) -> None:
        if dice.random() < 0.85:
            await socket.send(hello(dice, tuple(self._tokens)))
            self.sent += 1
        weights = [weight for weight, _ in THROWS]
        for _ in range(dice.randrange(4, 40)):
            _, throw = dice.choices(THROWS, weights)[0]
            doing = throw(socket, dice)
            if asyncio.iscoroutine(doing):
                await doing
            self.sent += 1
            if dice.random() < 0.3:
                await asyncio.sleep(dice.random() * 0.02)


async def answered(calm: WebCaller) -> None:
    """The calm caller asks who is here, and hears it."""
    before = len(calm.raw)
    await calm.keys("who\r")
    await calm.until(lambda: b"Ann" in calm.raw[before:], "an answer to who")


async def until(check: Callable[[], bool], what: Callable[[], object]) -> None:
    try:
        async with asyncio.timeout(WAIT_S + RETURN_S):
            while not check():  # noqa: ASYNC110 - what is watched has no event
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(what()) from None


async def test_hostile_frames_leave_the_board_as_it_was(
    start_board: StartBoard, log_text: io.StringIO
) -> None:
    board = await start_board(web_return_s=RETURN_S)
    assert board.doors is not None
    assert board.doors.web is not None
    calm = await WebCaller.call(board)
    await calm.registers("Ann")
    crowd = Crowd(board.doors.web.port)
    # The first wave opens what stays open: readers of the database, modules.
    await asyncio.gather(*(crowd.throw(-n) for n in range(1, WARM_UP + 1)))
    await until(lambda: _is_calm(board), lambda: _left_over(board))
    tasks, files = _tasks(), _files()

    for start in range(0, CALLERS, AT_ONCE):
        await asyncio.gather(
            *(crowd.throw(start + n) for n in range(1, AT_ONCE + 1)), answered(calm)
        )
        await answered(calm)
    assert crowd.sent > ENOUGH

    await until(lambda: _is_calm(board), lambda: _left_over(board))
    await until(lambda: _tasks() <= tasks + 1, lambda: (tasks, asyncio.all_tasks()))
    await until(lambda: _files() <= files + READERS, lambda: (files, _files()))
    assert [one.handle for one in board.lobby.who()] == ["Ann"]
    assert board.metrics.registry.get_sample_value("arkham_faults_total") == 0
    for sign in ("Traceback", "session_fault", "never retrieved"):
        before, found, after = log_text.getvalue().partition(sign)
        assert not found, before[-500:] + found + after[:4_000]
    assert await board.wrong() == {}
    await calm.close()


async def test_text_that_is_no_utf8_ends_that_line_and_writes_no_traceback(
    board: Server, log_text: io.StringIO
) -> None:
    hostile = await WebCaller.call(board)
    hostile.socket.transport.write(b"\x81\x82\0\0\0\0\xc3\x28")
    assert await hostile.closes() == 1007
    assert "Traceback" not in log_text.getvalue()
    labels = {"door": "web", "reason": "bad-frame"}
    assert board.metrics.registry.get_sample_value("arkham_refused_total", labels) == 1


def _is_calm(board: Server) -> bool:
    """Say whether only the calm caller is left: their session, their place at the turnstile."""
    return len(board.switchboard.calls) == 1 and board.switchboard.turnstile.open == 1


def _left_over(board: Server) -> object:
    return [one.handle for one in board.lobby.who()], board.switchboard.calls


def _tasks() -> int:
    return len(asyncio.all_tasks())


def _files() -> int:
    return len(os.listdir("/proc/self/fd"))
