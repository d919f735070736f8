"""Bytes no honest client sends, over real sockets: the board goes on, and nobody is left."""

from __future__ import annotations

import asyncio
import logging
import random
import socket

import pytest

from arkham_bbs.doors.host_keys import load_host_key
from arkham_bbs.doors.listener import keep_alive
from arkham_bbs.doors.ssh import SshDoor
from tests.doors.clients import RawClient
from tests.doors.conftest import Board

IAC, SB, SE = 255, 250, 240
CALLS = 60


def nasty(random_source: random.Random) -> bytes:
    """A stream that is telnet, terminal reports, text and noise in changing measure."""
    pieces = (
        lambda: bytes(random_source.randrange(256) for _ in range(random_source.randrange(80))),
        lambda: bytes([IAC, random_source.randrange(240, 256), random_source.randrange(256)]),
        lambda: (
            bytes([IAC, SB, random_source.choice((24, 31, 39, 42, 201, 70, 0))])
            + random_source.randbytes(random_source.choice((0, 1, 4, 40, 5_000)))
            + random_source.choice((b"", bytes([IAC, SE]), bytes([IAC])))
        ),
        lambda: b"\x1b[" + random_source.choice((b"6n", b"999;999R", b"200~", b"c", b"31")),
        lambda: random_source.choice((b"\r\n", b"\r\x00", b"\r", b"\n", b"\n\r")),
        lambda: b"A" * random_source.choice((1, 70, 1_001, 20_000)),
        lambda: random_source.choice((b"\x03", b"\x04", b"\x13", b"\x11", b"\x15", b"\x7f")),
        lambda: random_source.choice(("\u202e\u200b", "a\u0300" * 300, "\U0001f991")).encode(),
    )
    return b"".join(random_source.choice(pieces)() for _ in range(random_source.randrange(1, 40)))


async def test_streams_of_telnet_noise_hurt_nobody(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    door = await board.telnet()
    honest = await RawClient.connect(door.port)
    await honest.expect(b"Name: ")
    for number in range(CALLS):
        source = random.Random(number)
        client = await RawClient.connect(door.port)
        client.send(nasty(source))
        if number % 3 == 0:
            await asyncio.sleep(0.02)
        if number % 2:
            client.writer.transport.abort()
        else:
            await client.close()
    honest.send(b"ann\r\n")
    await honest.expect(b"Hello <ann>", within_s=5)
    await board.until(lambda: len(board.switchboard.calls) == 1, within_s=30)
    await board.until(lambda: board.switchboard.turnstile.open == 1, within_s=30)
    assert board.metric("arkham_faults_total") == 0
    assert not [record for record in caplog.records if record.exc_info]
    await honest.close()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", bytes([IAC, 253, 1, IAC, 254, 1]) * 200),
        (bytes([IAC, 250, 24]), b"new\r\n" * 240),
    ],
    ids=["commands", "a subnegotiation left open"],
)
async def test_endless_negotiation_is_ended_with_a_sentence(
    board: Board, first: bytes, then: bytes
) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)

    async def pour() -> None:
        try:
            client.send(first)
            for _ in range(400):
                client.send(then)
                await client.writer.drain()
        except OSError:
            return

    pouring = asyncio.create_task(pour())
    seen = await client.rest(within_s=30)
    pouring.cancel()
    await asyncio.gather(pouring, return_exceptions=True)
    assert b"negotiates without end" in seen
    assert seen.count(bytes([IAC])) < 2_000
    assert board.metric("arkham_dropped_total", door="telnet", reason="negotiation") == 1
    client.writer.transport.abort()


async def test_ssh_noise_leaves_nobody(board: Board, tmp_path: object) -> None:
    door = SshDoor(board.switchboard, None, load_host_key(tmp_path))  # type: ignore[arg-type]
    await door.start("127.0.0.1", 0)
    try:
        for number in range(30):
            source = random.Random(number)
            client = await RawClient.connect(door.port, b"SSH-2.0-noise\r\n" * (number % 2))
            client.send(source.randbytes(source.randrange(400)))
            if number % 3:
                await asyncio.sleep(0.01)
            client.writer.transport.abort()
        await board.until(lambda: board.switchboard.turnstile.open == 0, within_s=30)
        assert board.metric("arkham_faults_total") == 0
    finally:
        await door.stop()
        await door.close()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="not a Linux kernel")
def test_the_kernel_finds_a_vanished_caller_within_90_seconds() -> None:
    with socket.socket() as sock:
        keep_alive(sock)
        tcp = socket.IPPROTO_TCP
        idle = sock.getsockopt(tcp, socket.TCP_KEEPIDLE)
        between = sock.getsockopt(tcp, socket.TCP_KEEPINTVL)
        probes = sock.getsockopt(tcp, socket.TCP_KEEPCNT)
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert idle + between * probes <= 90
        assert sock.getsockopt(tcp, socket.TCP_USER_TIMEOUT) <= 90_000
