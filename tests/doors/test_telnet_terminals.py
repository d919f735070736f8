"""Odd terminals at the telnet door: modems that never negotiate, clients that show a NOP."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.doors import telnet
from tests.doors.clients import RawClient
from tests.doors.conftest import Board

IAC, SB, SE, DO, WILL = b"\xff", b"\xfa", b"\xf0", b"\xfd", b"\xfb"
TTYPE, NOP = b"\x18", b"\xff\xf1"


async def named(port: int, name: bytes) -> RawClient:
    """Call as a client that tells its name and nothing else."""
    client = await RawClient.connect(port)
    await client.expect(IAC + DO + TTYPE)
    client.send(IAC + WILL + TTYPE)
    for _ in range(2):
        await client.expect(IAC + SB + TTYPE + b"\x01" + IAC + SE)
        client.send(IAC + SB + TTYPE + b"\x00" + name + IAC + SE)
    await client.expect(b"Name: ")
    return client


async def test_b4_a_modem_that_sends_keys_and_answers_nothing_gets_its_echo(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    client.send(b"a")
    await client.expect(b"a")  # it waited for the rest of a line, and none came
    for key in (b"n", b"x"):
        client.send(key)
        await client.expect(key)
    client.send(b"\x14")  # DEL of a Commodore
    await client.expect(b"\x08 \x08")
    client.send(b"n\r")
    assert b"Hello <ann>" in await client.expect(b"Hello <ann>")
    await client.close()


async def test_b9_whole_lines_of_a_socket_are_never_echoed(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    client.send(b"n\r\n")
    seen = await client.expect(b"Name: ")
    assert seen.count(b"n") == b"Hello <n>".count(b"n")
    # A line whose end comes in a piece of its own is a line all the same.
    client.send(b"s")
    await client.writer.drain()
    await asyncio.sleep(0.02)
    client.send(b"\r\n")
    seen = await client.expect(b"Name: ")
    assert seen.count(b"s") == b"Hello <s>".count(b"s")
    await client.close()


@pytest.mark.parametrize(
    ("name", "gets_it"), [(b"XTERM", True), (b"BlowTorch", False), (b"DuckClient", False)]
)
async def test_b15_clients_that_show_a_keepalive_as_a_letter_get_none(
    board: Board, monkeypatch: pytest.MonkeyPatch, name: bytes, gets_it: bool
) -> None:
    monkeypatch.setattr(telnet, "NOP_S", 0.05)
    door = await board.telnet()
    client = await named(door.port, name)
    if gets_it:
        await client.expect(NOP)
    else:
        await asyncio.sleep(0.2)
        client.send(b"ann\r\n")
        assert NOP not in await client.expect(b"Hello <ann>")
    await client.close()


async def test_b15_a_caller_who_turned_keepalive_off_gets_none(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telnet, "NOP_S", 0.05)
    door = await board.telnet()
    client = await named(door.port, b"XTERM")
    await client.expect(NOP)
    terminal = board.session.terminals[0]
    terminal.set_capabilities(terminal.caps.override({"keepalive": False}))
    client.send(b"ann\r\n")
    await client.expect(b"Hello <ann>")
    client.seen = b""
    await asyncio.sleep(0.2)
    client.send(b"bob\r\n")
    assert NOP not in await client.expect(b"Hello <bob>")
    await client.close()


async def test_b13_the_echo_is_stated_on_each_connect(board: Board) -> None:
    door = await board.telnet()
    for name, word in ((b"XTERM", b"\xff\xfb\x01"), (b"Mudlet", b"\xff\xfc\x01")):
        for _ in range(2):
            client = await RawClient.connect(door.port)
            await client.expect(IAC + DO + TTYPE)
            client.send(IAC + WILL + TTYPE + IAC + SB + TTYPE + b"\x00" + name + IAC + SE)
            client.send(IAC + SB + TTYPE + b"\x00" + name + IAC + SE)
            await client.expect(word)
            await client.close()
