"""The web door from outside: who may call, what is refused, how much one caller may say."""

from __future__ import annotations

import asyncio
import base64
import gzip
import http.client
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from arkham_bbs.accounts import Account, LoginRefused
from arkham_bbs.doors.limits import Limits
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.web import AssetsMissing, BoardFacts, WebDoor, WebSettings
from arkham_bbs.doors.web import calls as calls_module
from arkham_bbs.doors.web import door as door_module
from arkham_bbs.doors.web import pages as pages_module
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.store.addresses import parse_networks
from tests.doors.conftest import TinySession
from tests.web.conftest import WAIT_S, WebCaller


class NoTokens:
    """Accounts without anybody in them."""

    async def resume_token(self, *args: Any, **facts: Any) -> str:
        raise AssertionError("nobody has an account here")

    async def resume(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        raise LoginRefused("wrong")

    async def forget_token(self, token: str) -> None:
        return

    async def check_ban(self, **facts: Any) -> None:
        return None


class Door:
    """A web door with a tiny session behind it."""

    def __init__(self, limits: Limits | None = None, **settings: Any) -> None:
        self.session = TinySession()
        self.metrics = Metrics()
        self.switchboard = Switchboard(
            self.session.run,
            limits
            or Limits(max_per_address=100, new_per_second_per_address=1000, new_per_second=1000),
            self.metrics,
            is_banned=self.session.is_banned,
        )
        self.web = WebDoor(
            self.switchboard,
            NoTokens(),
            lambda session: None,
            settings=WebSettings(**settings),
            facts=BoardFacts(name='The <"Gate"> & Key', fingerprint="SHA256:abc", ssh_port=2233),
        )

    async def __aenter__(self) -> Door:
        self.switchboard.start()
        await self.web.start("127.0.0.1", 0)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.web.stop()
        await self.switchboard.close("The test is over.", 1.0)
        await self.web.close()

    async def call(self, **hello: Any) -> WebCaller:
        return await WebCaller.call_port(self.web.port, **hello)

    async def get(
        self, path: str, method: str = "GET", **headers: str
    ) -> tuple[http.client.HTTPResponse, bytes]:
        def fetch() -> tuple[http.client.HTTPResponse, bytes]:
            line = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=10)
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, headers=named)
            answer = line.getresponse()
            body = answer.read()
            line.close()
            return answer, body

        return await asyncio.to_thread(fetch)

    async def until(self, check: Any) -> None:
        async with asyncio.timeout(WAIT_S):
            while not check():  # noqa: ASYNC110 - what is watched has no event
                await asyncio.sleep(0.01)


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with Door() as found:
        yield found


# -- the page -----------------------------------------------------------------------------------
async def test_the_page_has_a_strict_policy_and_says_where_the_other_doors_are(door: Door) -> None:
    answer, body = await door.get("/")
    page = body.decode()
    assert answer.status == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "SHA256:abc" in page
    assert "2233" in page
    assert "The &lt;&quot;Gate&quot;&gt; &amp; Key" in page, "the board's name is text, not markup"
    assert "{{" not in page
    assert "@nonce@" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page), "no script inside the page"
    assert " style=" not in page
    assert not re.search(r"\bon[a-z]+=", page)


async def test_each_page_has_a_nonce_of_its_own(door: Door) -> None:
    policies = {(await door.get("/"))[0].headers["Content-Security-Policy"] for _ in range(3)}
    assert len(policies) == 3


def test_nothing_of_the_page_asks_another_host() -> None:
    for path in sorted(pages_module.STATIC.rglob("*")):
        if path.suffix in pages_module.TYPES and path.suffix != ".png":
            hosts = set(re.findall(r"(?:https?|wss?):?//([\w.-]+)", path.read_text()))
            assert hosts <= {"www.w3.org"}, f"{path.name}: {hosts} (a namespace is no host)"


async def test_parts_are_cached_by_tag_and_packed(door: Door) -> None:
    answer, body = await door.get("/vendor/xterm.js", Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"Terminal" in gzip.decompress(body)
    tag = answer.headers["ETag"]
    again, nothing = await door.get("/vendor/xterm.js", If_None_Match=tag)
    assert again.status == 304
    assert nothing == b""
    plain, whole = await door.get("/style.css")
    assert "Content-Encoding" not in plain.headers
    assert whole.startswith(b"/*")
    head, none = await door.get("/style.css", "HEAD")
    assert head.status == 200
    assert none == b""


async def test_the_manifest_and_its_icons_are_there(door: Door) -> None:
    answer, body = await door.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    for name in re.findall(rb'"src": "([^"]+)"', body):
        icon, picture = await door.get(name.decode())
        assert icon.status == 200
        assert picture[:4] in (b"\x89PNG", b"<svg")


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../door.py", "/%2e%2e/door.py", "/js/../../door.py", "/vendor/LICENSE", "//etc"],
)
async def test_nothing_but_the_page_s_own_parts_is_served(door: Door, path: str) -> None:
    assert (await door.get(path))[0].status == 404


async def test_other_methods_are_refused(door: Door) -> None:
    assert (await door.get("/", "POST"))[0].status == 405


async def test_a_name_that_is_not_ours_gets_no_page(door: Door) -> None:
    answer, body = await door.get("/", Host="evil.example")
    assert answer.status == 421
    assert b"<html" not in body


async def test_without_xterm_the_door_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(AssetsMissing, match="fetch-web-assets"):
        pages_module.Pages({}, vendor=tmp_path)


# -- who may call -------------------------------------------------------------------------------
async def refused(door: Door, **options: Any) -> int:
    """Try to open a WebSocket; returns the HTTP status of the refusal."""
    with pytest.raises(InvalidStatus) as error:
        await connect(f"ws://127.0.0.1:{door.web.port}/ws", compression=None, **options)
    return int(error.value.response.status_code)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", None],
)
async def test_another_page_cannot_open_a_line(door: Door, origin: str | None) -> None:
    options = {} if origin is None else {"origin": origin.format(port=door.web.port)}
    assert await refused(door, **options) == 403
    assert not door.session.origins
    assert door.metrics.registry.get_sample_value(
        "arkham_refused_total", {"door": "web", "reason": "origin"}
    )


async def test_a_name_made_to_point_here_cannot_open_a_line(door: Door) -> None:
    with pytest.raises(InvalidStatus) as error:
        await connect(
            f"ws://evil.example:{door.web.port}/ws",
            host="127.0.0.1",
            origin=f"http://evil.example:{door.web.port}",
        )
    assert error.value.response.status_code == 403


async def test_an_origin_the_sysop_named_may_call() -> None:
    async with Door(origins=("https://bbs.example.org",)) as door:
        socket = await connect(
            "ws://bbs.example.org/ws",
            host="127.0.0.1",
            port=door.web.port,
            origin="https://bbs.example.org",
        )
        await socket.send('{"type": "hello"}')
        assert "welcome" in str(await socket.recv())
        await socket.close()


async def test_behind_a_trusted_proxy_the_caller_s_own_address_counts() -> None:
    async with Door(
        origins=("https://bbs.example.org",), proxies=parse_networks(["127.0.0.1"])
    ) as door:
        socket = await connect(
            "ws://bbs.example.org/ws",
            host="127.0.0.1",
            port=door.web.port,
            origin="https://bbs.example.org",
            additional_headers={
                "X-Forwarded-For": "198.51.100.1, 203.0.113.9",
                "X-Forwarded-Proto": "https",
            },
        )
        await socket.send('{"type": "hello"}')
        await socket.recv()
        assert door.session.origins[0].address == "203.0.113.9"
        assert door.session.origins[0].door == "web"
        await socket.close()


async def test_nobody_else_s_forwarded_address_is_believed(door: Door) -> None:
    socket = await connect(
        f"ws://127.0.0.1:{door.web.port}/ws",
        origin=f"http://127.0.0.1:{door.web.port}",
        additional_headers={"X-Forwarded-For": "203.0.113.9"},
        compression=None,
    )
    await socket.send('{"type": "hello"}')
    await socket.recv()
    assert door.session.origins[0].address == "127.0.0.1"
    await socket.close()


async def test_a_banned_address_reads_why(door: Door) -> None:
    door.session.banned.add("127.0.0.1")
    socket = await connect(
        f"ws://127.0.0.1:{door.web.port}/ws",
        origin=f"http://127.0.0.1:{door.web.port}",
        compression=None,
    )
    await socket.send('{"type": "hello"}')
    assert "does not take calls" in str(await socket.recv())
    with pytest.raises(ConnectionClosed):
        await socket.recv()
    assert socket.close_code == 1013


async def test_too_many_lines_from_one_address_are_refused_with_a_sentence() -> None:
    limits = Limits(max_per_address=2, new_per_second_per_address=1000, new_per_second=1000)
    async with Door(limits) as door:
        first, second = await door.call(), await door.call()
        socket = await connect(
            f"ws://127.0.0.1:{door.web.port}/ws",
            origin=f"http://127.0.0.1:{door.web.port}",
            compression=None,
        )
        await socket.send('{"type": "hello"}')
        assert "Too many lines" in str(await socket.recv())
        await first.close()
        await second.close()


async def test_a_flood_of_refused_pages_is_counted_but_does_not_fill_the_log() -> None:
    limits = Limits(max_per_address=1, new_per_second_per_address=1000, new_per_second=1000)
    async with Door(limits) as door:
        inside = [
            await asyncio.open_connection("127.0.0.1", door.web.port)
            for _ in range(door_module.PAGES_PER_CALLER)
        ]
        await asyncio.sleep(0.1)
        with capture_logs() as logs:
            for _ in range(40):
                reader, writer = await asyncio.open_connection("127.0.0.1", door.web.port)
                assert b"503" in await reader.readline()
                writer.close()
        assert [one["event"] for one in logs].count("page_refused") == 1
        assert len(logs) < 4
        labels = {"door": "web", "reason": "address-full"}
        assert door.metrics.registry.get_sample_value("arkham_refused_total", labels) == 40
        for _, writer in inside:
            writer.close()


# -- what may be said ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "frame",
    [
        "not json",
        "[]",
        '{"type": "resize", "columns": 80, "rows": 24}',
        '{"type": "hello", "columns": -5}',
        '{"type": "hello", "columns": 99999}',
        '{"type": "hello", "view": "hologram"}',
        '{"type": "hello", "token": "' + "x" * 500 + '"}',
        "[" * 5_000,
        b"\x00\xff",
    ],
)
async def test_who_does_not_say_hello_properly_is_cut_off(door: Door, frame: str | bytes) -> None:
    socket = await connect(
        f"ws://127.0.0.1:{door.web.port}/ws",
        origin=f"http://127.0.0.1:{door.web.port}",
        compression=None,
    )
    await socket.send(frame)
    with pytest.raises(ConnectionClosed):
        await socket.recv()
    assert socket.close_code == 1008
    assert not door.session.origins


async def test_who_says_nothing_is_cut_off(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls_module, "HELLO_S", 0.05)
    socket = await connect(
        f"ws://127.0.0.1:{door.web.port}/ws",
        origin=f"http://127.0.0.1:{door.web.port}",
        compression=None,
    )
    with pytest.raises(ConnectionClosed):
        await socket.recv()
    assert not door.session.origins


async def test_a_frame_that_is_too_big_closes_the_line(door: Door) -> None:
    caller = await door.call()
    await caller.sees("Name:")
    await caller.keys("x" * 20_000)
    assert await caller.closes() == 1009


@pytest.mark.parametrize("frame", ["nonsense", '{"type": "hello"}', '{"type": "line"}', "{}"])
async def test_nonsense_later_on_closes_the_line(door: Door, frame: str) -> None:
    caller = await door.call()
    await caller.sees("Name:")
    await caller.socket.send(frame)
    assert await caller.closes() == 1008


async def test_a_flood_of_frames_is_slowed_and_hurts_nobody_else(door: Door) -> None:
    flooder, other = await door.call(), await door.call()
    await flooder.sees("Name:")
    await other.sees("Name:")
    for number in range(2_000):
        await flooder.socket.send(b"x" if number % 2 else '{"type": "ping"}')
    await other.types("quick", "Hello <quick>")
    assert len(flooder.heard("pong")) < 1_000, "the flood is still being heard, frame by frame"
    await flooder.drop()


async def test_control_characters_in_a_line_are_not_keys(door: Door) -> None:
    caller = await door.call()
    await caller.sees("Name:")
    await caller.tell("line", text="An\x03n\r\nby\x1b[Ae")
    await door.until(lambda: door.session.lines)
    assert door.session.lines[0].startswith("An")
    assert len(door.session.lines) == 1


async def test_who_reads_nothing_is_dropped_and_nobody_waits(door: Door) -> None:
    deaf, other = await door.call(), await door.call()
    await deaf.sees("Name:")
    await other.sees("Name:")
    deaf.socket.transport.pause_reading()
    for _ in range(30):
        await deaf.keys("flood 200000\r")
    await other.types("well", "Hello <well>")
    wire = next(iter(door.switchboard.calls.values())).wire
    assert wire.pending() < 1_000_000, "what waits for one caller is bounded"
    deaf.socket.transport.abort()


async def test_half_open_lines_are_found_by_ping() -> None:
    async with Door(ping_s=0.1) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.web.port)
        key = base64.b64encode(b"0123456789abcdef").decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{door.web.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://127.0.0.1:{door.web.port}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        hello = b'{"type":"hello"}'
        writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        async with asyncio.timeout(WAIT_S):
            # Never answers a ping; the server closes by itself.
            while await reader.read(65_536):
                pass
        await door.until(lambda: not door.switchboard.calls)
        writer.close()


async def test_a_connection_that_asks_for_nothing_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arkham_bbs.doors.web.door.REQUEST_S", 0.1)
    async with Door() as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.web.port)
        writer.write(b"GET / HTTP/1.1\r\nHost:")
        async with asyncio.timeout(WAIT_S):
            try:
                assert await reader.read() == b""
            except ConnectionResetError:
                pass
        writer.close()


async def test_tickets_and_calls_are_flat_after_many_connects(door: Door) -> None:
    for _ in range(60):
        caller = await door.call()
        await caller.drop()
    await door.until(lambda: not door.switchboard.calls)
    await door.until(lambda: door.switchboard.turnstile.open == 0)
    await door.until(lambda: door.web._config.turnstile.open == 0)
    assert not door.web._config.tickets
    assert not door.web.office._calls


# -- the terminal -------------------------------------------------------------------------------
async def test_typing_resize_passwords_and_good_bye(door: Door) -> None:
    caller = await door.call(columns=100, rows=30)
    await caller.sees("Name:")
    await caller.types("Ann", "Hello <Ann>")
    await caller.tell("resize", columns=132, rows=43)
    await door.until(lambda: (132, 43) in door.session.sizes)
    await caller.types("secret", "Password:")
    assert caller.heard("secret")[-1]["on"] is True
    await caller.types("hush", "Noted.")
    assert caller.heard("secret")[-1]["on"] is False
    assert "hush" not in caller.linear
    await caller.types("bye", "Good night.")
    assert await caller.closes() == 4000


async def test_a_pasted_text_of_several_lines_waits_for_enter(door: Door) -> None:
    caller = await door.call()
    await caller.sees("Name:")
    await caller.keys("\x1b[200~one\r\ntwo\x1b[201~")
    await caller.sees("Name: one two")
    assert door.session.lines == []
    await caller.keys("\r")
    await caller.sees("Hello <one two>")


async def test_the_text_view_is_linear_and_marks_its_prompts(door: Door) -> None:
    caller = await door.call(view="text", columns=250)
    await caller.hears("prompt")
    await caller.tell("line", text="Ann")
    await caller.reads("Hello <Ann>")
    await caller.hears("prompt", 2)
    assert "\x1b" not in caller.linear, "no colours, no cursor movement"
    terminal = door.session.terminals[0]
    assert terminal.caps.linear
    await caller.tell("look", view="terminal", colour="true")
    await caller.hears("look")
    await door.until(lambda: terminal.caps.can_edit)
    assert terminal.caps.colour == "true"
    await caller.tell("look", view="terminal", colour="16")
    await door.until(lambda: terminal.caps.colour == "16")


async def test_a_fault_ends_that_call_alone(door: Door) -> None:
    caller, other = await door.call(), await door.call()
    await caller.sees("Name:")
    await caller.types("crash", "Something broke on our side")
    assert await caller.closes() == 4000
    await other.types("well", "Hello <well>")
