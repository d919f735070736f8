"""Lines that wait unread, and what becomes of those that are too many. Room: terminal."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arkham_bbs.terminal import PRESETS
from arkham_bbs.terminal.keys import Key
from arkham_bbs.terminal.typeahead import TypeAhead

from .caller import Caller


def queued(*keys: Key) -> TypeAhead:
    ahead = TypeAhead()
    for key in keys:
        assert ahead.put(key)
    return ahead


def taken(ahead: TypeAhead) -> str:
    text = ""
    while ahead:
        key = ahead.take()
        text += key.text if key.name == "text" else f"<{key.name}>"
    return text


ENTER = Key("enter")


def text(words: str) -> Key:
    return Key("text", words)


def test_whole_lines_are_dropped_and_the_rest_keeps_its_order() -> None:
    ahead = queued(text("1"), ENTER, ENTER, text("lo"), text("ok"), ENTER, text("1"), ENTER)
    assert ahead.drop_lines(lambda line: line in ("", "1")) == 3
    assert taken(ahead) == "look<enter>"


def test_a_line_under_way_and_a_line_with_other_keys_stay() -> None:
    ahead = queued(text("12"), Key("backspace"), ENTER, text("1"))
    assert ahead.drop_lines(lambda line: True) == 0
    assert taken(ahead) == "12<backspace><enter>1"


def test_what_was_dropped_takes_no_room() -> None:
    ahead = TypeAhead()
    ahead.most_lines = 2
    for _ in range(2):
        assert ahead.put(ENTER)
    assert not ahead.put(ENTER)
    assert ahead.overfull
    assert ahead.drop_lines(lambda line: not line) == 2
    assert (ahead.chars, ahead.overfull) == (0, False)
    assert ahead.put(ENTER)


def test_a_line_that_finds_no_room_leaves_nothing_of_it() -> None:
    ahead = TypeAhead()
    ahead.line_length, ahead.most_lines = 10, 2
    assert ahead.put(text("look"))
    assert ahead.put(ENTER)
    for _ in range(9):
        ahead.put(text("1"))
        ahead.put(Key("left"))
    assert ahead.overfull
    assert ahead.is_cut
    assert ahead.skips(text("1"))
    assert ahead.skips(ENTER)
    assert not ahead.skips(text("1"))
    assert taken(ahead) == "look<enter>"


ENDS = st.sampled_from(["\r\n", "\r", "\n"])


@pytest.mark.parametrize("preset", ["plain", "ansi", "atascii", "reader"])
@settings(max_examples=8, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 9_000), min_size=1, max_size=12),
    width=st.integers(0, 60),
    read=st.lists(st.integers(0, 25), min_size=1, max_size=12),
    end=ENDS,
)
def test_every_line_that_is_read_is_a_whole_line_that_was_sent(
    preset: str, sizes: list[int], width: int, read: list[int], end: str
) -> None:
    """However a flood is split, and whenever it is read: a part of a line is never a line."""
    lines = [f"say we met {number:05} ghouls{'.' * (number * 7 % (width + 1))} 1"
             for number in range(600)]  # fmt: skip
    asyncio.run(_flood(preset, lines, end, sizes, read))


async def _flood(
    preset: str, lines: list[str], end: str, sizes: list[int], read: list[int]
) -> None:
    caller = Caller(PRESETS[preset])
    data, sent = "".join(line + end for line in lines).encode(), set(lines)
    taken: list[str] = []
    at = turn = 0
    asked = caller.ask()
    while at < len(data):
        size = sizes[turn % len(sizes)]
        caller.terminal.feed(data[at : at + size])
        at += size
        for _ in range(read[turn % len(read)]):
            await asyncio.sleep(0)
            if asked.done():
                taken.append(await asked)
                asked = caller.ask()
        turn += 1
    while True:
        await caller.turn()
        if not asked.done():
            break
        taken.append(await asked)
        asked = caller.ask()
    assert set(taken) <= sent
    # What comes after the flood is heard.
    await caller.type("look" + end)
    assert await asyncio.wait_for(asked, 5) == "look"
    caller.terminal.hangup()


async def test_each_burst_that_lost_lines_is_told() -> None:
    caller = Caller()
    for burst in range(1, 4):
        await caller.type("go\r" * 60)
        assert [await caller.terminal.read_line() for _ in range(20)] == ["go"] * 20
        await caller.sees_dropped(burst)
