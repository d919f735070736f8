"""A line that many callers hear is laid out once for each width, and each reads all of it."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from itertools import pairwise

import pytest

from arkham_bbs.lobby import ChatHeard
from arkham_bbs.session.hearing import AT_A_TIME
from arkham_bbs.terminal import Grid, Line, Span, clean, line_bytes, style
from arkham_bbs.terminal.capabilities import PRESETS, Capabilities
from arkham_bbs.terminal.held import HeldLines
from tests.session.harness import NARROW40, PLAIN80, Board
from tests.session.test_play import settle, two_at_a_table

SAID = "the fog is so thick tonight that nobody would see a ghoul before it stands at the door"


async def test_what_is_said_to_many_is_laid_out_once_for_each_width(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: tuple[Capabilities, ...] = (PLAIN80, NARROW40, PRESETS["ansi"])
    callers = [
        await board.newcomer(
            f"Caller{number}", caps=sizes[number % len(sizes)], address=f"192.0.2.{number}"
        )
        for number in range(9)
    ]
    laid_out: Counter[int] = Counter()
    real = clean._wrapped

    def counting(text: str, columns: int, indent: str) -> list[str]:
        if SAID in text:
            laid_out[columns] += 1
        return real(text, columns, indent)

    monkeypatch.setattr(clean, "_wrapped", counting)
    clean._wrapped_once.cache_clear()
    await callers[0].types(f"say {SAID}")
    for caller in callers[1:]:
        heard = await caller.sees("the fog", "ghoul", "at the door")
        assert SAID in " ".join(heard.split())
    assert dict(laid_out) == {79: 1, 39: 1}


def said(number: int) -> ChatHeard:
    return ChatHeard("lobby", None, "Bob", f"line {number:03d}", 0.0)


async def test_who_has_much_to_hear_lets_others_in_between_and_hears_all_in_order(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    presence = board.lobby.presences.by_handle("Ann")
    assert presence is not None
    heard: list[int] = []
    steps = 0
    done = asyncio.Event()

    async def somebody_else() -> None:
        nonlocal steps
        while not done.is_set():
            await asyncio.sleep(0)
            steps += 1
            heard.append(ann.unread.count("line "))

    other = asyncio.create_task(somebody_else())
    for number in range(5 * AT_A_TIME):
        presence.notices.put(said(number))
    await ann.sees(f"line {5 * AT_A_TIME - 1:03d}")
    done.set()
    await other
    lines = re.findall(r"line (\d\d\d)", ann.read)
    assert [int(line) for line in lines] == list(range(5 * AT_A_TIME))
    grown = [after - before for before, after in pairwise(heard)]
    assert max(grown) <= AT_A_TIME


async def test_a_full_screen_is_painted_once_for_all_that_is_heard_at_a_time(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, _ = await two_at_a_table(board, first=PRESETS["ansi"])
    presence = board.lobby.presences.by_handle("Ann")
    assert presence is not None
    await settle()
    assert ann.terminal.in_dashboard
    painted: list[Grid] = []
    show = ann.terminal.show

    def counting(grid: Grid) -> None:
        painted.append(grid)
        show(grid)

    monkeypatch.setattr(ann.terminal, "show", counting)
    for number in range(AT_A_TIME):
        presence.notices.put(said(number))
    await settle()
    assert len(painted) == 1
    assert f"line {AT_A_TIME - 1:03d}" in painted[0].text()


def test_held_lines_are_counted_as_they_come_and_the_oldest_go() -> None:
    held = HeldLines(2)
    held.extend([Line.of("x" * 1000), Line.of("one"), Line.of("two")])
    assert held.kept_bytes == line_bytes(Line.of("one")) + line_bytes(Line.of("two"))
    assert [line.text for line in held.take()] == ["one", "two"]
    assert (held.kept_bytes, held.take()) == (0, [])


def test_a_line_in_several_styles_is_broken_once_for_each_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    style._broken_once.cache_clear()
    for columns in (40, 30, 40, 30):
        for _ in range(100):
            line = Line(Span("Ann: ", "chat"), "a gate to ", Span("R'lyeh", "rlyeh"), f" {SAID}")
            rows = line.wrapped(columns, indent=2)
            # Nobody's rows are anybody else's.
            rows[0].add("!", "bad")
            assert line.wrapped(columns, indent=2)[0].text + "!" == rows[0].text
    assert style._broken_once.cache_info().misses == 2


def test_a_broken_line_has_one_span_for_what_is_in_one_style() -> None:
    line = Line(Span("Ann: ", "chat"), "a gate to ", Span("R'lyeh under the sea", "rlyeh"))
    first, second = line.wrapped(25)
    assert first.spans == [Span("Ann: ", "chat"), Span("a gate to "), Span("R'lyeh", "rlyeh")]
    assert second.spans == [Span("under the sea", "rlyeh")]


@pytest.mark.parametrize("length", [clean.LONGEST_KEPT, clean.LONGEST_KEPT + 1])
def test_a_long_letter_is_not_remembered(length: int) -> None:
    clean._wrapped_once.cache_clear()
    assert "".join(clean.wrap_text("x" * length, 40)) == "x" * length
    assert clean._wrapped_once.cache_info().currsize == (length <= clean.LONGEST_KEPT)
