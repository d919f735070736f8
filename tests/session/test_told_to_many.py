"""A line that many callers hear is laid out once for each width, and each reads all of it."""

from __future__ import annotations

from collections import Counter

import pytest

from arkham_bbs.terminal import Line, Span, clean, style
from arkham_bbs.terminal.capabilities import PRESETS, Capabilities
from tests.session.harness import NARROW40, PLAIN80, Board
from tests.session.test_play import settle

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
    await settle()
    assert dict(laid_out) == {79: 1, 39: 1}
    for caller in callers[1:]:
        assert SAID in " ".join(caller.unread.split())


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
