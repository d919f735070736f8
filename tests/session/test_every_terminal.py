"""One visit on every kind of terminal, from the first prompt to a turn of the game.

Room: session. The numbers in the names are those of the demands (sections A, B, H).
"""

from __future__ import annotations

import asyncio
import random
import re

import pyte
import pytest

from arkham_bbs.lobby.live import Table
from arkham_bbs.session.faults import apology
from arkham_bbs.terminal import Capabilities
from arkham_bbs.terminal.capabilities import PRESETS, from_term
from arkham_bbs.terminal.charsets import decode_bytes
from tests.session.commodore import Commodore
from tests.session.harness import (
    ANSI80,
    LIMIT_S,
    LINEAR,
    PASSWORD,
    PLAIN80,
    Board,
    ScriptedCaller,
)
from tests.session.test_play import answer, settle, until

SILENT = Capabilities(line_mode=True)
"""What the telnet door takes a client for that answers nothing."""


class Retro:
    """Somebody whose machine speaks a charset of its own; types and reads by it."""

    def __init__(self, caller: ScriptedCaller, charset: str, enter: bytes) -> None:
        self.caller = caller
        self.charset = charset
        self.enter = enter
        self.start = 0

    @property
    def read(self) -> str:
        """All that came since the last line typed, as letters, without colours and moves."""
        sent = bytes(self.caller.wire.sent[self.start :])
        if self.charset.startswith("petscii"):
            sent = re.sub(rb"[\x01-\x0c\x0e-\x1f\x80-\x9f]", b"", sent)
            return decode_bytes(sent, self.charset).replace("\r", "\n").replace("\ufffd", "")
        return decode_bytes(sent, self.charset).replace("\x9b", "\n")

    async def types(self, line: str, *wanted: str) -> None:
        self.start = len(self.caller.wire.sent)
        raw = line.encode("petscii" if self.charset.startswith("petscii") else "ascii")
        self.caller.feed(raw + self.enter)
        await self.sees(*wanted)

    async def rests(self) -> None:
        """Wait until something has come and then nothing more for a moment."""
        wire = self.caller.wire
        came = self.start
        async with asyncio.timeout(LIMIT_S):
            while len(wire.sent) == self.start or len(wire.sent) != came:
                came = len(wire.sent)
                await asyncio.sleep(0.03)

    async def sees(self, *wanted: str) -> None:
        def there() -> bool:
            words = " ".join(self.read.split())
            return all(one in words for one in wanted)

        try:
            await until(there)
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came; there is:\n{self.read}") from None


async def plays_a_turn(retro: Retro, table: Table, chance: random.Random) -> None:
    """Answer by numbers, as anybody can type on any machine, until the second turn begins."""
    for _ in range(60):
        asked = table.decision
        if asked is None or table.view(None).turn >= 2:
            return
        for _ in range(6):
            number = str(chance.randint(1, min(9, len(asked.options))))
            await retro.types("pass" if asked.kind == "bid" else number)
            await retro.rests()
            if "Go?" in retro.read:
                await retro.types("yes")
                await retro.rests()
            if "goes back" in retro.read:
                retro.caller.feed(b" ")
                await retro.rests()
            if table.decision != asked:
                break
    raise AssertionError(f"no turn came to its end; there is:\n{retro.read}")


async def choose(board: Board, digit: str) -> ScriptedCaller:
    """Call with a client that answers nothing, and choose a look by one key."""
    caller = board.call(caps=SILENT)
    await caller.sees("Your terminal? 1 ANSI", "Your name:")
    caller.feed(digit.encode() + b"\r")
    await settle()
    return caller


async def test_b4_b20_one_digit_before_login_chooses_each_look_and_the_profile_keeps_it(
    board: Board,
) -> None:
    for digit, name in enumerate(("ansi", "cp437", "plain", "petscii", "atascii", "reader"), 1):
        caller = await choose(board, str(digit))
        caps, preset = caller.terminal.caps, PRESETS[name]
        for field in ("charset", "colour", "addressing", "linear", "frames"):
            assert getattr(caps, field) == getattr(preset, field), (name, field)
        if name in ("petscii", "atascii"):
            assert (caps.columns, caps.line_mode) == (40, False)
        await caller.drops()
    ann = await choose(board, "2")
    await ann.registers_after_prompt("Ann")
    await ann.drops()
    again = board.call(caps=SILENT)
    await again.logs_in("Ann")
    await again.sees("Lobby>")
    assert again.terminal.caps.charset == "cp437"


async def test_b22_a_commodore_registers_looks_at_the_map_and_plays_a_turn(board: Board) -> None:
    ann = await choose(board, "4")
    c64 = Retro(ann, "petscii40", b"\r")
    started = len(ann.wire.sent)
    await c64.types("new", "Name:")
    await c64.types("Anne", "Password:")
    await c64.types(PASSWORD, "Once more:")
    await c64.types(PASSWORD, "Welcome to Arkham, Anne.", "Lobby>")
    await c64.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    screen = Commodore(40, 25)
    screen.feed(bytes(ann.wire.sent))
    shown = screen.text
    assert "A  R  K  H  A  M" in shown
    assert "Doom 1/13" in shown[0:40]
    assert screen.scrolled_since_clear == 0
    await plays_a_turn(c64, table, random.Random(4))
    assert table.view(None).turn == 2
    await c64.types("map west", "A R K H A M")
    sent = bytes(ann.wire.sent[started:])
    assert b"\x1b" not in sent
    assert PASSWORD.encode("petscii") not in sent
    ann.feed(b"\r")
    await settle()
    screen = Commodore(40, 25)
    screen.feed(bytes(ann.wire.sent))
    assert screen.scrolled_since_clear == 0


async def test_b22_a_commodore_of_80_columns_is_painted_too(board: Board) -> None:
    ann = board.call(caps=from_term("c128"))
    c128 = Retro(ann, "petscii80", b"\r")
    await c128.sees("Your name:")
    await c128.types("new", "Name:")
    await c128.types("Anne", "Password:")
    await c128.types(PASSWORD, "Once more:")
    await c128.types(PASSWORD, "Lobby>")
    await c128.types("solo", "will you be?")
    screen = Commodore(80, 25)
    screen.feed(bytes(ann.wire.sent))
    assert "Turn 0: Setting up" in screen.text
    assert screen.scrolled_since_clear == 0
    assert b"\x1b" not in ann.wire.sent


async def test_an_atari_registers_looks_at_the_map_and_plays_a_turn(board: Board) -> None:
    ann = await choose(board, "5")
    atari = Retro(ann, "atascii", b"\x9b")
    started = len(ann.wire.sent)
    await atari.types("new", "Name:")
    await atari.types("Anne", "Password:")
    await atari.types(PASSWORD, "Once more:")
    await atari.types(PASSWORD, "Welcome to Arkham, Anne.", "Lobby>")
    await atari.types("solo", "will you be?", "8 Harvey Walters")
    table = board.lobby.table(board.lobby.tables()[0].table)
    await plays_a_turn(atari, table, random.Random(5))
    await atari.types("map west", "A R K H A M", "west side")
    sent = bytes(ann.wire.sent[started:])
    assert b"\x1b" not in sent
    assert b"\n" not in sent
    assert max(map(len, sent.split(b"\x9b"))) <= 40


async def test_h7_h4_registration_and_a_whole_game_by_ear(board: Board) -> None:
    ann = board.call(caps=LINEAR)
    await ann.registers("Ann")
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    choice = random.Random(26)
    looks = ("look", "near", "exits", "path woods", "where joe", "map", "gates", "monsters")
    asked = 0
    while (decision := table.decision) is not None:
        if asked < len(looks) and table.view(None).turn >= 1:
            await ann.runs(looks[asked])
            asked += 1
        await answer(ann, table, choice.choice(decision.keys()))
    assert asked == len(looks)
    await ann.sees("Seed of the dice", "The end>")
    await ann.types("leave", "Lobby>")
    await ann.types("quit", "Good night, Ann")
    await ann.ends()
    sent = bytes(ann.wire.sent)
    assert b"\x1b" not in sent  # neither colour nor cursor
    assert b"\x08" not in sent
    assert not re.search(rb"\r(?!\n)", sent)
    assert not set("─│┌┐└┘├┤┬┴┼═║╔╗╚╝█▒░■●") & set(sent.decode())
    assert "I cannot read" not in ann.read


async def test_a6_the_erase_key_is_chosen_in_settings_and_kept_for_the_next_call(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("settings erase backspace", "Erase key: backspace")
    # 7F now deletes to the right, so that only 08 takes the slip off the end.
    ann.feed(b"whox\x1b[D\x7f\r")
    await ann.sees("Ann: in the lobby")
    await ann.drops()
    back = board.call(caps=ANSI80)
    await back.logs_in("Ann")
    await back.sees("Lobby>")
    assert back.terminal.caps.erase_key == "backspace"
    back.feed(b"wjo\x08\x08ho\r")
    await back.sees("Ann: in the lobby")


async def test_b15_keepalive_is_turned_off_by_its_owner_and_kept(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=PLAIN80)
    assert ann.terminal.caps.keepalive
    await ann.types("settings keepalive off", "Keep-alive bytes: off")
    assert not ann.terminal.caps.keepalive
    await ann.drops()
    back = board.call(caps=PLAIN80)
    await back.logs_in("Ann")
    await back.sees("Lobby>")
    assert not back.terminal.caps.keepalive


async def test_h5_echo_off_leaves_nothing_of_what_is_typed(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=LINEAR)
    await ann.types("settings echo off", "Echo of typed commands: off", "Lobby>")
    before = len(ann.wire.sent)
    ann.feed(b"zanzibar\r")
    await ann.sees("Lobby>")
    said = bytes(ann.wire.sent[before:])
    assert said.count(b"zanzibar") == said.count(b'"zanzibar"') <= 1
    await ann.drops()
    back = board.call(caps=LINEAR)
    await back.logs_in("Ann")
    await back.sees("Lobby>")
    assert not back.terminal.caps.echo


async def test_h8_the_safe_palette_is_chosen_and_kept(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("settings palette safe", "Palette: safe")
    await ann.drops()
    back = board.call(caps=ANSI80)
    await back.sees("Your name")
    await back.types("Ann", "Password:")
    await back.types(PASSWORD, "Lobby>")
    assert back.terminal.caps.palette == "safe"


@pytest.mark.parametrize(
    ("setting", "field", "value"),
    [
        ("charset latin", "charset", "latin-1"),
        ("colour none", "colour", "none"),
        ("colour true", "colour", "true"),
        ("frames ascii", "frames", "ascii"),
        ("view linear", "linear", True),
        ("width 64", "columns", 64),
    ],
)
async def test_b20_settings_override_each_guess_and_auto_takes_it_back(
    board: Board, setting: str, field: str, value: object
) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types(f"settings {setting}", ".")
    assert getattr(ann.terminal.caps, field) == value
    await ann.drops()
    back = board.call(caps=ANSI80)
    await back.logs_in("Ann")
    await back.sees("Lobby>")
    assert getattr(back.terminal.caps, field) == value
    await back.types(f"settings {setting.split()[0]} auto", ".")
    await settle()
    assert getattr(back.terminal.caps, field) == getattr(ANSI80, field)


async def test_h9_b19_the_cursor_rests_at_the_prompt_below_what_is_chosen_from(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("settings", "Change which?")
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    stream.feed(bytes(ann.wire.sent))
    assert screen.display[screen.cursor.y][: screen.cursor.x].rstrip().endswith("(Enter: done)")
    await ann.types("", "Lobby>")
    await ann.types("solo", "will you be?")
    await settle()
    screen.reset()
    stream.feed(bytes(ann.wire.sent))
    assert screen.cursor.y == 23
    assert screen.display[23][: screen.cursor.x] == "You> "
    assert not screen.cursor.hidden


async def test_a9_ctrl_s_holds_back_that_caller_alone_and_says_when_it_ends_by_itself(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    bob = await board.newcomer("Bob", caps=PLAIN80, address="192.0.2.8")
    ann.feed(b"sa\x13")
    await ann.sees("Paused by Ctrl-S")
    held = len(ann.wire.sent)
    await bob.types("say who turned out the light?", "Bob: who turned out the light?")
    await settle()
    assert len(ann.wire.sent) == held
    ann.feed(b"y")
    await ann.sees("who turned out the light?")
    assert [row for row in ann.screen() if row][-1] == "Lobby> say"
    ann.feed(b"\x13")
    await ann.sees("Paused by Ctrl-S")
    for number in range(1_200):
        ann.terminal.announce(f"{number}: " + "fog " * 18)
    await ann.sees("The pause was ended: too much was waiting.")
    await bob.types("who", "Ann: in the lobby")


@pytest.mark.parametrize("way", ["quit", "kicked", "taken over", "fault"])
async def test_b26_however_a_visit_ends_the_terminal_is_put_back(
    board: Board, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("solo", "will you be?")
    assert ann.terminal.in_dashboard
    if way == "quit":
        await ann.types("quit")
        await settle()
        if not ann.task.done():
            await ann.types("quit")
    elif way == "kicked":
        account = await board.accounts.find("Ann")
        assert account is not None
        board.lobby.expel(account.id, "kicked", "the fog is no excuse")
    elif way == "taken over":
        second = board.call(door="ssh")
        await second.logs_in("Ann")
    else:
        # A fault that nothing inside the visit could catch: the door has the last word.
        ann.terminal.close([apology("AB12")])
    await until(lambda: ann.wire.closed)
    sent = bytes(ann.wire.sent)
    assert sent.endswith(b"\x1b[?2004l\x1b[?25h\x1b[0m")
    assert b"\x1b[?1049h" not in sent
    assert b"\x1b[?25l" not in sent
    assert b"\x1b[?1000h" not in sent


async def test_b19_a_screen_below_40_by_24_gets_plain_lines(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=from_term("xterm"))
    await ann.types("solo", "will you be?")
    assert ann.terminal.in_dashboard
    ann.resize(39, 24)
    await until(lambda: not ann.terminal.in_dashboard)
    ann.resize(40, 23)
    await settle()
    await until(lambda: ann.terminal.caps.rows == 23)
    assert not ann.terminal.in_dashboard
    await ann.types("joe", "will play Joe Diamond")
    ann.resize(40, 24)
    await until(lambda: ann.terminal.in_dashboard)
