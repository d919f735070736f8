"""Text from people cannot steer a terminal. Room: terminal."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal.clean import clean_text, cut_text, pad_text, text_width, wrap_text


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("plain", "plain"),
        ("a\x1b[31mb\x1b[0m", "ab"),
        ("a\x1b]0;title\x07b", "ab"),
        ("a\x1bPq#0\x1b\\b", "ab"),
        ("a\x9b31mb", "ab"),
        ("a\x00\x07\x08\x7f\x85b", "ab"),
        ("left\u202eright\u2066x\u2069", "leftrightx"),
        ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
        ("tag\U000e0041s", "tags"),
        ("private\ue093\U000f0000", "private"),
        ("a\tb\r\nc\rd", "a    b\nc\nd"),
        ("caf\u00e9 漢 e\u0301", "caf\u00e9 漢 e\u0301"),
        ("end\x1b", "end"),
        ("end\x1b[", "end"),
    ],
)
def test_clean_text_takes_out_whole_sequences_and_hidden_marks(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


def test_clean_text_of_one_line_has_no_newlines() -> None:
    assert clean_text("a\r\nb\nc", newlines=False) == "a b c"


def test_b24_cutting_and_padding_go_by_columns() -> None:
    assert cut_text("漢字漢字", 5) == "漢字"
    assert text_width(pad_text("漢字漢字", 5)) == 5
    assert cut_text("Innsmouth", 6, ellipsis="...") == "Inn..."
    assert pad_text("7", 3, right=True) == "  7"
    assert cut_text("e\u0301e\u0301e\u0301", 2) == "e\u0301e\u0301"


def test_wrapping_breaks_at_spaces_and_splits_only_what_must_be() -> None:
    assert wrap_text("the gate opens in the woods", 10) == ["the gate", "opens in", "the woods"]
    assert wrap_text("abcdefghijkl", 5) == ["abcde", "fghij", "kl"]
    assert wrap_text("", 10) == [""]
    assert wrap_text("a\n\nb", 10) == ["a", "", "b"]
    assert wrap_text("one two three", 9, indent="  ") == ["one two", "  three"]
    for columns in range(1, 30):
        for row in wrap_text("漢字 a gate-in-the-woods 漢字漢字漢字 x", columns, indent="  "):
            assert text_width(row) <= max(columns, 2)
