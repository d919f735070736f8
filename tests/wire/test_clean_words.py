"""Hostile text from one caller, read by three others over sockets: nothing of it arrives.

Issue 5 ("every text filter"), USER_ASKS B24, G9, G11. Ann writes in every place where people write,
with control characters of all kinds, marks that turn the line round and marks nobody sees between
the letters, typed and pasted. Bob (UTF-8), Cat (CP437) and Dot (ASCII) read all of it, and the file
of the board is looked through as well.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from tests.wire.board import FastBoard
from tests.wire.callers import PASSWORD, LineCaller, squeezed
from tests.wire.hall import Hall, hall

WORDS = "Beware of the light"
C0 = [bytes([code]) for code in (0x00, 0x07, 0x0E, 0x0F, 0x1C, 0x1D, 0x1E)]
C1 = [chr(code).encode() for code in (0x84, 0x85, 0x8D, 0x90, 0x98, 0x9D, 0x9F)]
SEQUENCES = [b"\x1b[31;9m", b"\x1b[2J", b"\x1b[6n", b"\x1b]0;owned\x07", "\x9b31;9m".encode()]
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\U000e0041\ufe0f\u034f\ue000"
DEBRIS = [b"\x9d", b"\x1b(0", b"\x1b#8"]
"""Halves of characters, and what no keyboard sends: printable parts of them may be left."""
LEFT = "(0#8?\ufffd"
HOSTILE = re.compile(
    "[\x00-\x06\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b-\u200f\u061c"
    "\u2060\ufeff\u00ad\u180e\ufe0f\u034f\ue000\U000e0000-\U000e0fff]"
)
OWN = re.compile(rb"\x1b\[[0-9;?]*[ABCDGHJKfhlmr]")
"""What the board itself sends to these terminals."""


def among(pieces: list[bytes]) -> bytes:
    """Put pieces between the letters of the words."""
    letters = [bytes([letter]) for letter in WORDS.encode()]
    gaps = len(letters) - 1
    return b"".join(
        letter + (b"".join(pieces[number::gaps]) if number < gaps else b"")
        for number, letter in enumerate(letters)
    )


KINDS = {
    "controls": among([*C0, *SEQUENCES, *C1]),
    "marks": among([mark.encode() for mark in TURNING + UNSEEN]),
    "debris": among(DEBRIS),
}
WAYS = {"typed": (b"", b""), "pasted": (b"\x1b[200~", b"\x1b[201~")}
READERS = {"Bob": ("1", "utf-8"), "Cat": ("2", "cp437"), "Dot": ("3", "ascii")}


class Writer:
    """Ann, whose words are never what they look like."""

    def __init__(self, caller: LineCaller, kind: str, way: str) -> None:
        self.caller = caller
        before, after = WAYS[way]
        self.words = before + KINDS[kind] + after
        self.left = WORDS

    async def types(self, line: str, *wanted: str) -> None:
        """Type a line in which ``@`` stands for the hostile words."""
        before, at, rest = line.partition("@")
        self.caller.forget()
        data = before.encode() + (self.words if at else b"") + rest.encode()
        self.caller.writer.write(data + b"\r\n")
        await self.caller.sees(*wanted)

    async def writes_everywhere(self) -> None:
        """Leave something in every place where people write; it ends at a table."""
        await self.types("tell Ann @", "Lobby>")
        said = re.search(
            r"You tell Ann: (.*?) (?:Ann tells you|Lobby>)", squeezed(self.caller.text)
        )
        assert said is not None
        self.left = said[1]
        for name in READERS:
            await self.types(f"tell {name} @", f"You tell {name}: {self.left}")
            await self.types(f"page {name} @", f"You ring for {name}.")
            await self.types(f"mail {name}", "Subject:")
            await self.types("@", "1>")
            await self.types("@", "2>")
            await self.types(".", "is on its way.", "Lobby>")
        await self.types("say @", self.left)
        await self.types("boards", "Which board?")
        await self.types("1", "done:")
        await self.types("new", "Title:")
        await self.types("@", "1>")
        await self.types("@", "2>")
        await self.types(".", "Pinned up.", "done:")
        await self.types("", "Which board?")
        await self.types("", "Lobby>")
        await self.types("oneliners @", "Chalked up.")
        await self.types("settings profile", "Your name, if you like:")
        await self.types("@", "Where you call from:")
        await self.types("@", "A line of your own:")
        await self.types("@", "Your profile is changed.")
        await self.types("ignore @", "Lobby>")
        await self.types("bug @", "Lobby>")
        await self.types("create @ seats=4 each=1", "Table>")
        await self.types("say @", self.left)


async def comes(here: Hall, name: str, look: str, charset: str) -> LineCaller:
    """Call, choose a look by its digit, and get a name."""
    caller = await LineCaller.call(here.board.plain_port, charset=charset)
    here.callers.append(caller)
    await caller.sees("Your name:")
    await caller.types(look, "Your name:")
    await caller.types("new", "Name:")
    await caller.types(name, "Password:")
    await caller.types(PASSWORD, "Once more:")
    await caller.types(PASSWORD, f"Welcome to Arkham, {name}.", "Lobby>")
    return caller


async def reads_everything(caller: LineCaller, words: str) -> None:
    """Go to every place where Ann's words stand, and read nothing but the words there."""
    said = f"Ann: {words}"
    await caller.types("chat", said)
    await caller.types("mail", f"Ann: {words}", "Read which?")
    await caller.types("1", f"Subject: {words} {words}", "reply, delete")
    await caller.types("", "Read which?")
    await caller.types("", "Lobby>")
    await caller.types("boards", "Which board?")
    await caller.types("1", f"{words} (Ann, 1 post", "done:")
    await caller.types("1", f"{words} -- Ann,", f"UTC {words}", "reply, or Enter")
    await caller.types("", "done:")
    await caller.types("", "Which board?")
    await caller.types("", "Lobby>")
    await caller.types("oneliners", f"Ann: {words}")
    await caller.types("profile Ann", f"Name: {words}", f"From: {words}", f"Says: {words}")
    await caller.types("games", words)
    await caller.types("who", words)
    await caller.types(f"watch {words}", words)
    await caller.types("leave", "Lobby>")


def looked_through(board: FastBoard, words: str) -> int:
    """See that no text the board keeps holds anything hostile; returns how often the words are."""
    database = sqlite3.connect(f"file:{board.file}?mode=ro", uri=True)
    found = 0
    try:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in names.fetchall():
            for row in database.execute(f'SELECT * FROM "{table}"'):
                for value in row:
                    if not isinstance(value, str):
                        continue
                    text = re.sub(
                        r"\\u([0-9a-f]{4})", lambda hit: chr(int(hit[1], 16)), value
                    ).replace("\n", "")
                    assert not HOSTILE.search(text), (table, value)
                    assert "\x1b" not in text, (table, value)
                    found += words in text
    finally:
        database.close()
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_hostile_reaches_another_caller(tmp_path: Path, kind: str, way: str) -> None:
    async with hall(tmp_path) as here:
        readers = {
            name: await comes(here, name, look, charset)
            for name, (look, charset) in READERS.items()
        }
        for reader in readers.values():
            reader.forget()
        ann = await comes(here, "Ann", "1", "utf-8")
        writer = Writer(ann, kind, way)
        await writer.writes_everywhere()
        left = writer.left
        assert (left if kind != "debris" else re.sub(f"[{LEFT}]", "", left)) == WORDS
        for reader in readers.values():
            await reader.sees(f"Ann tells you: {left}", f"Ann pages you: {left}")
            await reads_everything(reader, left)
            raw = reader.raw
            for piece in (*SEQUENCES, *DEBRIS[1:]):
                assert piece not in raw
            text = OWN.sub(b"", raw).decode(reader.charset).replace("\r\n", "").replace("\r", "")
            assert "\x1b" not in text
            found = HOSTILE.search(text.replace("\n", ""))
            assert found is None, text[max(0, found.start() - 80) : found.end() + 20]
        assert looked_through(here.board, left) >= 15
        for caller in (ann, *readers.values()):
            assert "Something broke" not in caller.whole


async def test_lengths_are_counted_in_columns(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann = await comes(here, "Ann", "1", "utf-8")
        bob = await comes(here, "Bob", "1", "utf-8")
        lamp = "\u71c8"  # two columns wide
        refused = await ann.types("oneliners " + lamp * 36, "Lobby>")
        assert "70" in squeezed(refused)
        await ann.types("oneliners " + lamp * 35, "Chalked up.")
        await bob.types("oneliners", f"Ann: {lamp * 35}")
        refused = await ann.types(f"create {lamp * 21} seats=2", "Lobby>")
        assert "40" in squeezed(refused)
        await ann.types(f"create {lamp * 20} seats=2", "Table>")
        # The list has room for 24 columns of it, which is twelve lamps and no half one.
        await bob.types("games", f" {lamp * 11}.. open", "Lobby>")


async def test_no_name_has_anything_hidden_in_it(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        await (await comes(here, "Ann", "1", "utf-8")).close()
        caller = await LineCaller.call(here.board.plain_port)
        here.callers.append(caller)
        await caller.sees("Your name:")
        await caller.types("1", "Your name:")
        await caller.types("new", "Name:")
        # Without what cannot be seen these are Ann's name, or no name at all.
        for hidden in ("A\u200bnn", "\u202eAnn\u202c", "An\u00adn", "\u0410nn", "A\x9b31mnn"):
            caller.send(hidden)
            await caller.sees("Name:")
            assert "Password:" not in caller.text, hidden
