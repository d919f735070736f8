"""The telnet door over real sockets: line ends, silence, strangers, floods, real telnet."""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest

from arkham_bbs.doors.limits import REFUSALS, Limits
from arkham_bbs.store.addresses import parse_networks
from tests.doors.clients import PtyClient, RawClient, plain
from tests.doors.conftest import Board

IAC, SB, SE, DO, WILL, WONT = b"\xff", b"\xfa", b"\xf0", b"\xfd", b"\xfb", b"\xfc"
TTYPE, NAWS, ECHO = b"\x18", b"\x1f", b"\x01"


async def test_a_client_that_answers_nothing_gets_the_prompt_within_four_seconds(
    board: Board,
) -> None:
    door = await board.telnet()
    began = time.monotonic()
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    assert time.monotonic() - began < 4.0
    caps = board.session.terminals[0].caps
    assert (caps.columns, caps.rows, caps.colour, caps.addressing) == (80, 24, "none", False)
    await client.close()


@pytest.mark.parametrize("end", [b"\r\n", b"\r\x00", b"\r", b"\n"])
@pytest.mark.parametrize("split", [False, True])
async def test_every_line_end_is_one_enter_and_no_letter_is_lost(
    board: Board, end: bytes, split: bool
) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    for name in (b"ann", b"bob", b"carl"):
        await client.expect(b"Name: ")
        if split:
            client.send(name + end[:1])
            await client.writer.drain()
            await asyncio.sleep(0.05)
            client.send(end[1:])
        else:
            client.send(name + end)
        await client.expect(b"Hello <" + name + b">")
    assert board.session.lines == ["ann", "bob", "carl"]
    await client.close()


async def test_what_is_typed_before_negotiation_is_over_is_kept(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port, b"ann\r\nbob\r\nsecret\r\nR'lyeh\r\nbye\r\n")
    seen = await client.rest()
    assert b"Hello <ann>" in seen
    assert b"Hello <bob>" in seen
    assert board.session.lines == ["ann", "bob", "secret", "R'lyeh", "bye"]


async def test_a_password_is_never_echoed_and_echo_is_claimed(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    client.send(b"secret\r\n")
    seen = await client.expect(b"Password: ")
    assert IAC + WILL + ECHO in seen
    client.send(b"Yog-Sothoth\r\n")
    seen = await client.expect(b"Noted.")
    assert b"Yog" not in seen
    assert board.session.lines[-1] == "Yog-Sothoth"
    await client.close()


async def test_a_client_that_negotiates_is_known_by_name_and_size(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    await client.expect(IAC + DO + TTYPE)
    client.send(IAC + WILL + TTYPE + IAC + WILL + NAWS)
    client.send(IAC + SB + NAWS + b"\x00\x84\x00\x2b" + IAC + SE)
    await client.expect(IAC + SB + TTYPE + b"\x01" + IAC + SE)
    client.send(IAC + SB + TTYPE + b"\x00xterm-256color" + IAC + SE)
    await client.expect(IAC + SB + TTYPE + b"\x01" + IAC + SE)
    client.send(IAC + SB + TTYPE + b"\x00xterm-256color" + IAC + SE)
    await client.expect(b"Name: ")
    terminal = board.session.terminals[0]
    assert (terminal.size.columns, terminal.size.rows) == (132, 43)
    client.send(IAC + SB + NAWS + b"\x00\x50\x00\x19" + IAC + SE)
    await board.until(lambda: board.session.sizes[-1:] == [(80, 25)])
    await client.close()


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        (b"GET / HTTP/1.1\r\nHost: arkham\r\n\r\n", b"telnet"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"telnet"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", b"telnet"),
    ],
)
async def test_strangers_are_refused_in_one_line(board: Board, first: bytes, answer: bytes) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port, first)
    seen = await client.rest()
    text = seen.rsplit(IAC, 1)[-1][2:]
    assert answer in text
    assert text.count(b"\n") == 1
    assert board.session.origins == []
    refused = sum(
        board.metric("arkham_refused_total", door="telnet", reason=kind)
        for kind in ("http", "tls", "ssh")
    )
    assert refused == 1
    await client.close()


async def test_a_real_browser_library_gets_an_error_and_not_a_hang(board: Board) -> None:
    door = await board.telnet()

    def fetch() -> bytes:
        with socket.create_connection(("127.0.0.1", door.port), timeout=10) as sock:
            context = ssl.create_default_context()
            try:
                with context.wrap_socket(sock, server_hostname="localhost"):
                    return b"connected"
            except (ssl.SSLError, OSError) as error:
                return str(error).encode()

    assert await asyncio.to_thread(fetch) != b"connected"


async def test_ctrl_c_and_interrupt_cancel_the_question_and_keep_the_line(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    client.send(b"half\x03")
    await client.expect(b"Cancelled.")
    client.send(IAC + b"\xf4" + IAC + DO + b"\x06")
    await client.expect(b"Cancelled.")
    client.send(b"ann\r\n")
    await client.expect(b"Hello <ann>")
    await client.close()


async def test_a_fault_ends_one_call_with_an_apology_and_a_reference(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    door = await board.telnet()
    other = await RawClient.connect(door.port)
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    client.send(b"crash\r\n")
    seen = (await client.rest()).decode("ascii", "replace")
    assert "Tell the sysop" in seen
    assert "RuntimeError" not in seen
    await other.expect(b"Name: ")
    other.send(b"ann\r\n")
    await other.expect(b"Hello <ann>")
    assert board.metric("arkham_faults_total") == 1
    await other.close()


async def test_nobody_is_left_after_calls_that_end_in_every_way(board: Board) -> None:
    door = await board.telnet()
    for ending in ("drop", "abort", "early", "bye"):
        client = await RawClient.connect(door.port)
        if ending != "early":
            await client.expect(b"Name: ")
        if ending == "bye":
            client.send(b"bye\r\n")
            assert b"Good night." in await client.rest()
        if ending == "abort":
            client.writer.transport.abort()
        await client.close()
    await board.until(lambda: not board.switchboard.calls and not board.switchboard.turnstile.open)
    assert board.metric("arkham_sessions", door="telnet") == 0


async def test_a_flood_of_input_does_not_delay_another_caller(board: Board) -> None:
    door = await board.telnet()
    bully = await RawClient.connect(door.port)
    quiet = await RawClient.connect(door.port)
    await bully.expect(b"Name: ")
    await quiet.expect(b"Name: ")
    bully.send(b"A" * 2_000_000)
    for _ in range(5):
        quiet.send(b"ann\r\n")
        await quiet.expect(b"Hello <ann>", within_s=5)
    assert board.session.lines.count("ann") == 5
    bully.writer.transport.abort()
    await quiet.close()


async def test_of_a_flood_of_lines_only_whole_ones_are_heard(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port)
    await client.expect(b"Name: ")
    lines = [f"say we met {number:05} ghouls 1" for number in range(4_000)]
    client.send("".join(f"{line}\r\n" for line in lines).encode())
    heard = board.session.lines
    async with asyncio.timeout(20):
        while "done" not in heard:
            client.send(b"done\r\n")
            await asyncio.sleep(0.3)
    assert set(heard) <= {*lines, "done"}
    await client.expect(b"Too much came at once")
    await client.close()


class TestOutput:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_per_address=50, new_per_second_per_address=1_000, output_stall_s=0.5)

    async def test_a_caller_who_reads_nothing_is_dropped_and_the_others_are_not(
        self, board: Board
    ) -> None:
        door = await board.telnet()
        lazy = socket.socket()
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        lazy.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(lazy, ("127.0.0.1", door.port))
        await loop.sock_sendall(lazy, b"flood 200000\r\n" * 60)
        await board.until(
            lambda: (
                board.metric("arkham_dropped_total", door="telnet", reason="output-stalled") == 1
            )
        )
        await board.until(lambda: not board.switchboard.calls)
        client = await RawClient.connect(door.port)
        await client.expect(b"Name: ")
        lazy.close()
        await client.close()


class TestLimits:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_per_address=2, max_connections=3, new_per_second_per_address=1_000)

    async def test_one_address_over_its_share_reads_why(self, board: Board) -> None:
        door = await board.telnet()
        first = [await RawClient.connect(door.port) for _ in range(2)]
        for client in first:
            await client.expect(b"Name: ")
        third = await RawClient.connect(door.port)
        assert REFUSALS["address-full"].encode() in await third.rest()
        reason = {"door": "telnet", "reason": "address-full"}
        assert board.metric("arkham_refused_total", **reason) == 1
        for client in (*first, third):
            await client.close()

    async def test_a_banned_address_reads_why(self, board: Board) -> None:
        door = await board.telnet()
        board.session.banned.add("127.0.0.1")
        client = await RawClient.connect(door.port)
        assert REFUSALS["banned"].encode() in await client.rest()
        assert board.switchboard.turnstile.open == 0
        await client.close()


async def test_the_proxy_header_is_believed_from_its_peer(board: Board) -> None:
    door = await board.telnet(proxy_peers=parse_networks(["127.0.0.1"]))
    client = await RawClient.connect(door.port, b"PROXY TCP4 192.0.2.7 192.0.2.1 5 6\r\nann\r\n")
    await client.expect(b"Hello <ann>")
    assert board.session.origins[0].address == "192.0.2.7"
    await client.close()
    without = await RawClient.connect(door.port, b"ann\r\n\r\n")
    assert b"Name" not in await without.rest()
    await without.close()


async def test_the_proxy_header_of_a_stranger_is_only_text(board: Board) -> None:
    door = await board.telnet()
    client = await RawClient.connect(door.port, b"PROXY TCP4 192.0.2.7 192.0.2.1 5 6\r\n")
    await client.expect(b"Hello <PROXY")
    assert board.session.origins[0].address == "127.0.0.1"
    await client.close()


async def test_the_plain_port_sends_no_negotiation_and_echoes(board: Board) -> None:
    door = await board.telnet(kind="plain")
    client = await RawClient.connect(door.port)
    seen = await client.expect(b"Name: ")
    client.send(b"secret\r")
    seen += await client.expect(b"Password: ")
    client.send(b"hush\r")
    seen += await client.expect(b"Noted.")
    assert IAC not in seen
    assert b"secret" in seen
    assert b"hush" not in seen
    assert board.session.origins[0].port == "plain"
    await client.close()


async def test_the_screen_reader_port_is_linear_from_the_first_line(board: Board) -> None:
    door = await board.telnet(kind="screen-reader")
    client = await RawClient.connect(door.port)
    await client.expect(IAC + DO + TTYPE)
    client.send(IAC + WILL + TTYPE + IAC + SB + TTYPE + b"\x00xterm" + IAC + SE)
    seen = await client.expect(b"Name: ")
    assert b"\x1b" not in seen
    assert board.session.terminals[0].caps.linear
    assert board.session.origins[0].port == "screen-reader"
    await client.close()


async def test_telnet_inside_tls(board: Board, tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: no certificate can be made")
    subprocess.run(  # noqa: ASYNC221 - before anything is connected
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj",
         "/CN=localhost"],
        cwd=tmp_path, check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    from arkham_bbs.doors.telnet import load_certificate

    door = await board.telnet(
        kind="tls", tls=load_certificate(tmp_path / "cert.pem", tmp_path / "key.pem")
    )
    context = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
    client = RawClient(
        *await asyncio.open_connection(
            "127.0.0.1", door.port, ssl=context, server_hostname="localhost"
        )
    )
    await client.expect(b"Name: ")
    client.send(b"ann\r\n")
    await client.expect(b"Hello <ann>")
    client.send(b"bye\r\n")
    await client.expect(b"Good night.")
    plain_client = await RawClient.connect(door.port, b"hello\r\n")
    await plain_client.rest()
    await board.until(lambda: not board.switchboard.turnstile.open)
    await client.close()
    await plain_client.close()


async def test_the_real_telnet_program(board: Board) -> None:
    if shutil.which("telnet") is None:
        pytest.skip("the telnet program is not installed")
    door = await board.telnet()
    client = PtyClient(["telnet", "127.0.0.1", str(door.port)], columns=100, rows=30)
    try:
        await client.expect("Name: ")
        client.send("annx\x7f\r")
        assert "Hello <ann>" in plain(await client.expect("Hello <ann>"))
        terminal = board.session.terminals[0]
        assert (terminal.size.columns, terminal.size.rows) == (100, 30)
        client.resize(90, 28)
        await board.until(lambda: board.session.sizes[-1:] == [(90, 28)])
        client.send("secret\r")
        await client.expect("Password: ")
        client.send("Dagon\r")
        assert "Dagon" not in await client.expect("Noted")
        client.send("bye\r")
        await client.expect("Good night")
        await client.expect("closed by foreign host")
        await client.finish()
    finally:
        client.kill()
