"""A MUD client by its byte pattern (Mudlet's): negotiation, GMCP, ECHO, MSSP, and a turn played."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from arkham_bbs.doors.gmcp import MOST_CHANGES, GmcpTalk
from arkham_bbs.game.board import NEAR
from arkham_bbs.server.board import Server
from tests.web.conftest import PASSWORD, WAIT_S

IAC, DONT, DO, WONT, WILL, SB, GA, EOR, NOP, SE = 255, 254, 253, 252, 251, 250, 249, 239, 241, 240
ECHO, SGA, TTYPE, END_OF_RECORD, NAWS, ENVIRON, CHARSET, MSSP, GMCP = (
    1,
    3,
    24,
    25,
    31,
    39,
    42,
    70,
    201,
)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Mudlet:
    """Answers as Mudlet does, and keeps what it was told."""

    NAMES = (b"MUDLET", b"ANSI-TRUECOLOR", b"MTTS 2349")

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._kept = b""
        self._asked = 0
        self.text = ""
        self.seen = 0
        self.gmcp: list[tuple[str, Any]] = []
        self.mssp: dict[str, str] = {}
        self.echo: list[bool] = []
        self.prompts = 0
        self.sent_while_masked: list[str] = []
        self.news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def call(cls, port: int) -> Mudlet:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def _send(self, *data: int | bytes) -> None:
        self._writer.write(b"".join(bytes([d]) if isinstance(d, int) else d for d in data))

    def say_gmcp(self, name: str, data: Any = None) -> None:
        body = name.encode() + (b"" if data is None else b" " + json.dumps(data).encode())
        self._send(IAC, SB, GMCP, body, IAC, SE)

    async def _read(self) -> None:
        while data := await self._reader.read(65_536):
            self._kept += data
            self._parse()
            self.news.set()
        self.news.set()

    def _parse(self) -> None:
        data, at = self._kept, 0
        plain = bytearray()
        while at < len(data):
            if data[at] != IAC:
                plain.append(data[at])
                at += 1
                continue
            if at + 1 >= len(data):
                break
            verb = data[at + 1]
            if verb in (DO, DONT, WILL, WONT):
                if at + 2 >= len(data):
                    break
                self._option(verb, data[at + 2])
                at += 3
            elif verb == SB:
                end = data.find(bytes((IAC, SE)), at)
                if end < 0:
                    break
                self._sub(data[at + 2], data[at + 3 : end].replace(b"\xff\xff", b"\xff"))
                at = end + 2
            else:
                self.prompts += verb in (GA, EOR)
                at += 2
        self._kept = data[at:]
        self.text += plain.decode("utf-8", "replace")

    def _option(self, verb: int, option: int) -> None:
        if option == ECHO and verb in (WILL, WONT):
            self.echo.append(verb == WILL)
            self._send(IAC, DO if verb == WILL else DONT, ECHO)
        elif verb == WILL and option in (SGA, END_OF_RECORD, MSSP, GMCP, CHARSET):
            self._send(IAC, DO, option)
            if option == GMCP:
                self.say_gmcp("Core.Hello", {"client": "Mudlet", "version": "4.17.2"})
                self.say_gmcp(
                    "Core.Supports.Set", ["Char 1", "Char.Skills 1", "Char.Items 1", "Room 1"]
                )
        elif verb == WILL:
            self._send(IAC, DONT, option)
        elif verb == DO and option in (TTYPE, NAWS, ENVIRON, CHARSET):
            self._send(IAC, WILL, option)
            if option == NAWS:
                self._send(IAC, SB, NAWS, b"\x00\x64\x00\x28", IAC, SE)
        elif verb == DO:
            self._send(IAC, WONT, option)

    def _sub(self, option: int, body: bytes) -> None:
        if option == TTYPE and body[:1] == b"\x01":
            name = self.NAMES[min(self._asked, len(self.NAMES) - 1)]
            self._asked += 1
            self._send(IAC, SB, TTYPE, b"\x00", name, IAC, SE)
        elif option == ENVIRON:
            self._send(IAC, SB, ENVIRON, b"\x00\x00CHARSET\x01UTF-8", IAC, SE)
        elif option == CHARSET and body[:1] == b"\x01":
            self._send(IAC, SB, CHARSET, b"\x02UTF-8", IAC, SE)
        elif option == GMCP:
            name, _, data = body.partition(b" ")
            self.gmcp.append((name.decode(), json.loads(data) if data else None))
        elif option == MSSP:
            for pair in body.split(b"\x01")[1:]:
                key, _, value = pair.partition(b"\x02")
                self.mssp[key.decode()] = value.decode()

    # -- as a person sees it --------------------------------------------------------------------
    async def sees(self, *wanted: str) -> None:
        try:
            async with asyncio.timeout(WAIT_S):
                for text in wanted:
                    while (at := COLOUR.sub("", self.text).find(text, self.seen)) < 0:
                        self.news.clear()
                        await self.news.wait()
                    self.seen = at + len(text)
        except TimeoutError:
            raise AssertionError(f"no {wanted!r} in {self.text[-3000:]!r}") from None

    async def hears(self, name: str, **facts: Any) -> dict[str, Any]:
        """Wait for a GMCP message with these values in it; returns the newest such."""
        try:
            async with asyncio.timeout(WAIT_S):
                while True:
                    for told, data in reversed(self.gmcp):
                        if told == name and all(data.get(k) == v for k, v in facts.items()):
                            return dict(data)
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"no {name} {facts} in {self.gmcp[-12:]}") from None

    def types(self, line: str) -> None:
        """Send a whole line, as such clients do; they echo it themselves unless masked."""
        if self.echo and self.echo[-1]:
            self.sent_while_masked.append(line)
        self._send(line.encode(), b"\r\n")

    async def close(self) -> None:
        self._writer.close()
        await asyncio.gather(self._reading, return_exceptions=True)


async def in_the_lobby(board: Server, name: str = "Marie") -> Mudlet:
    client = await Mudlet.call(board.settings.telnet_port)
    await client.sees("Your name:")
    client.types("new")
    await client.sees("Name:")
    client.types(name)
    await client.sees("Password:")
    client.types(PASSWORD)
    await client.sees("Once more:")
    client.types(PASSWORD)
    await client.sees("Lobby>")
    return client


async def test_mudlet_plays_a_whole_turn_by_text_and_gmcp(board: Server) -> None:
    client = await in_the_lobby(board)
    assert client.sent_while_masked == [PASSWORD, PASSWORD], "ECHO is on around passwords only"
    assert len(client.echo) <= 4, "more changes make Mudlet stop masking (B11)"
    assert client.echo[-1] is False
    assert PASSWORD not in client.text
    assert await client.hears("Char.Name") == {"name": "Marie"}

    client.say_gmcp("Core.Supports.Add", ["Game 1"])
    client.types("create Fog seats=1")
    state = await client.hears("Game.State", status="playing", your_turn=True)
    assert (state["turn"], state["max_doom"], state["title"]) == (0, 13, "Fog")
    table = board.lobby.table(str(state["table"]))
    while (view := table.view(None)) is not None and view.turn < 2:
        decision = table.decision
        assert decision is not None
        told = await client.hears("Game.Options", decision=decision.number)
        if decision.kind not in ("bid", "attack_items"):  # sums and sets are not told one by one
            assert len(told["options"]) == len(decision.options)
        client.types(told["default"] or told["options"][0]["say"])
        async with asyncio.timeout(WAIT_S):
            while table.decision is not None and table.decision.number == decision.number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    await client.hears("Game.State", turn=2)
    view = table.view(None)
    assert view is not None
    sheet = view.investigators[0]
    vitals = await client.hears("Char.Vitals", investigator=sheet.name)
    assert vitals["max_sanity"] == sheet.sanity_max
    assert vitals["money"] == sheet.money
    if sheet.place is not None:  # in another world there is none
        room = await client.hears("Room.Info", id=sheet.place)
        assert bool(room["exits"]) == bool(NEAR.get(sheet.place)), "as many ways out as the map has"
    assert client.prompts > 10, "prompts are marked for clients that wait for it"
    assert "\x1b[" not in COLOUR.sub("", client.text), "colours, and no cursor movement"
    client.types("leave")
    assert await client.hears("Game.State", table=None) == {"table": None}
    await client.close()


async def test_the_board_names_itself_and_answers_pings(board: Server) -> None:
    client = await Mudlet.call(board.settings.telnet_port)
    hello = await client.hears("Core.Hello")
    assert hello["name"] == "arkham_bbs"
    client.say_gmcp("Core.Ping")
    async with asyncio.timeout(WAIT_S):
        while ("Core.Ping", None) not in client.gmcp:
            client.news.clear()
            await client.news.wait()
    await client.close()


async def test_a_crawler_gets_its_figures_and_leaves_no_trace(board: Server) -> None:
    crawler = await Mudlet.call(board.settings.telnet_port)
    async with asyncio.timeout(WAIT_S):
        while "PLAYERS" not in crawler.mssp:
            crawler.news.clear()
            await crawler.news.wait()
    assert crawler.mssp["PLAYERS"] == "0"
    assert crawler.mssp["PORT"] == str(board.settings.telnet_port)
    assert crawler.mssp["SSH"] == str(board.settings.ssh_port)
    assert int(crawler.mssp["UPTIME"]) > 1_600_000_000
    await crawler.close()
    assert board.lobby.presences.all() == ()
    assert await board.store.calls.latest(10) == []


# -- what a client says it supports -------------------------------------------------------------
def test_a_client_gets_the_packages_it_names_and_late_ones_at_once() -> None:
    talk = GmcpTalk()
    assert talk.tell("Char.Vitals", {"sanity": 3}), "before it says anything it gets everything"
    assert talk.hear("Core.Supports.Set", ["Room 1"]) == []
    assert not talk.tell("Char.Vitals", {"sanity": 2})
    assert talk.tell("Room.Info", {"id": "s26"})
    assert talk.hear("Core.Supports.Add", ["Char 1"]) == [("Char.Vitals", {"sanity": 2})]
    assert talk.hear("Core.Supports.Remove", ["Room 1"]) == []
    assert not talk.tell("Room.Info", {"id": "s27"})
    assert talk.hear("Core.Supports.Add", ["Game.State 1"]) == []
    assert talk.tell("Game.State", {}), "a single message can be named"
    assert not talk.tell("Game.Options", {})


def test_saying_the_same_again_has_nothing_sent_again() -> None:
    talk = GmcpTalk()
    talk.tell("Char.Vitals", {"sanity": 3})
    assert talk.hear("Core.Supports.Set", ["Char 1"]) == [("Char.Vitals", {"sanity": 3})]
    assert talk.hear("Core.Supports.Set", ["Char 1"]) == []
    sent = sum(
        len(talk.hear("Core.Supports.Set", [package]))
        for _ in range(1_000)
        for package in ("Room 1", "Char 1")
    )
    assert sent <= MOST_CHANGES


def test_nonsense_by_gmcp_is_no_trouble() -> None:
    talk = GmcpTalk()
    for data in (None, 7, "x", {"a": 1}, [None, {}, [], "y" * 10_000], [1] * 1_000):
        for name in ("Core.Hello", "Core.Supports.Set", "Core.Supports.Add", "Nope", ""):
            talk.hear(name, data)
    assert talk.hear("Core.Ping", None) == [("Core.Ping", None)]
