"""Keys out of bytes. Room: terminal."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal.keys import LONE_ESCAPE_S, Key, KeyReader

ENDS = [b"\r\n", b"\r\x00", b"\r", b"\n", b"\n\r"]


def joined(keys: list[Key]) -> list[Key]:
    """Runs of text put together again, however they were split."""
    out: list[Key] = []
    for key in keys:
        if key.name == "text" and out and out[-1].name == "text":
            out[-1] = Key("text", out[-1].text + key.text)
        else:
            out.append(key)
    return out


def typed(data: bytes, charset: str = "utf-8", *, split: bool = False) -> list[Key]:
    reader = KeyReader(charset)
    if not split:
        return joined(reader.feed(data))
    return joined([key for byte in data for key in reader.feed(bytes([byte]))])


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("end", ENDS)
def test_a1_a2_every_line_end_is_one_enter_and_no_letter_is_lost(end: bytes, split: bool) -> None:
    data = b"Carter" + end + b"secret" + end + end
    assert typed(data, split=split) == [
        Key("text", "Carter"),
        Key("enter"),
        Key("text", "secret"),
        Key("enter"),
        Key("enter"),
    ]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x08", "backspace"),
        (b"\x7f", "erase"),
        (b"\x1b[3~", "delete"),
        (b"\x04", "ctrl-d"),
        (b"\x15", "ctrl-u"),
        (b"\x17", "ctrl-w"),
        (b"\t", "tab"),
        (b"\x1b[A", "up"),
        (b"\x1bOA", "up"),
        (b"\x1b[1;5C", "right"),
        (b"\x1b[D", "left"),
        (b"\x1bOH", "home"),
        (b"\x1b[1~", "home"),
        (b"\x1b[H", "home"),
        (b"\x1b[F", "end"),
        (b"\x1b[K", "end"),
        (b"\x1b[4~", "end"),
        (b"\x1bOF", "end"),
        (b"\x1b[5~", "page_up"),
        (b"\x1bOM", "enter"),
        (b"\x1b[[A", "unknown"),
        (b"\x1b[15~", "unknown"),
    ],
)
@pytest.mark.parametrize("split", [False, True])
def test_a4_named_keys_whole_and_split(data: bytes, name: str, split: bool) -> None:
    assert [key.name for key in typed(data, split=split)] == [name]


def test_a_lone_escape_does_not_swallow_the_next_key() -> None:
    reader = KeyReader("utf-8")
    assert reader.feed(b"\x1b") == []
    assert reader.wait_s == LONE_ESCAPE_S
    assert reader.flush() == [Key("escape")]
    assert reader.feed(b"q") == [Key("text", "q")]
    assert reader.feed(b"\x1bq") == [Key("escape"), Key("text", "q")]
    assert reader.feed(b"\x1b\r") == [Key("escape"), Key("enter")]
    assert reader.wait_s is None


def test_escape_then_bracket_typed_by_hand_is_both() -> None:
    reader = KeyReader("utf-8")
    reader.feed(b"\x1b")
    reader.flush()
    assert joined(reader.feed(b"[") + reader.feed(b"x")) == [Key("text", "[x")]
    reader.feed(b"\x1b")
    reader.flush()
    reader.feed(b"[")
    assert reader.flush() == [Key("text", "[")]


REPORTS = [b"\x1b[24;80R", b"\x1b[?62;22c", b"\x1b[>0;276;0c", b"\x1b[0n", b"\x1b[8;24;80t"]


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("split", [False, True])
def test_b25_reports_never_become_typed_text(report: bytes, split: bool) -> None:
    keys = typed(b"ab" + report + b"cd", split=split)
    assert keys == [Key("text", "ab"), Key("report", report[1:].decode()), Key("text", "cd")]


@pytest.mark.parametrize("report", REPORTS)
def test_b25_a_report_cut_off_after_its_escape_for_long_is_still_no_text(report: bytes) -> None:
    reader = KeyReader("utf-8")
    reader.feed(report[:1])
    assert reader.flush() == [Key("escape")]
    assert [k.name for k in reader.feed(report[1:])] == ["report"]


@pytest.mark.parametrize("report", REPORTS)
def test_b25_half_a_report_is_forgotten_after_its_time(report: bytes) -> None:
    reader = KeyReader("utf-8")
    reader.feed(report[:-1])
    assert reader.flush() == []
    assert reader.feed(b"x") == [Key("text", "x")]


@pytest.mark.parametrize(
    "answer", [b"\x1b]11;rgb:1a1a/1b1b/1c1c\x07", b"\x1bP1$r0m\x1b\\", b"\x1b_Gi=1;OK\x1b\\"]
)
@pytest.mark.parametrize("split", [False, True])
def test_b25_string_answers_are_swallowed(answer: bytes, split: bool) -> None:
    assert typed(b"a" + answer + b"b", split=split) == [Key("text", "ab")]


def test_an_endless_string_answer_does_not_swallow_for_ever() -> None:
    reader = KeyReader("utf-8")
    keys = reader.feed(b"\x1b]" + b"x" * 10_000 + b"look\r")
    assert keys[-1] == Key("enter")
    assert keys[-2].text.endswith("look")
    assert reader.feed(b"\x1b]never ends\rlook\r")[-2:] == [Key("text", "look"), Key("enter")]


@pytest.mark.parametrize("split", [False, True])
def test_a10_a_bracketed_paste_is_one_key_without_its_marks(split: bool) -> None:
    data = b"x\x1b[200~one\ntwo\r\n\x1b[A three\x1b[201~y"
    assert typed(data, split=split) == [
        Key("text", "x"),
        Key("paste", "one\ntwo\r\n\x1b[A three"),
        Key("text", "y"),
    ]


def test_a10_a_paste_that_never_ends_is_given_out_and_bounded() -> None:
    reader = KeyReader("utf-8")
    for _ in range(20):
        reader.feed(b"\x1b[200~" + b"z" * 4000)
    (key,) = reader.flush()
    assert key.name == "paste"
    assert len(key.text) < 20_000
    assert reader.feed(b"\x1b[201~") == []
    reader.feed(b"\x1b[200~" + b"z" * 100_000)
    keys = reader.feed(b"zz\x1b[20")
    keys += reader.feed(b"1~ok")
    assert keys[-1] == Key("text", "ok")


def test_split_utf8_letters_come_out_whole_and_broken_ones_are_marked() -> None:
    reader = KeyReader("utf-8")
    assert reader.feed(b"\xc3") == []
    assert reader.feed(b"\xa9") == [Key("text", "é")]
    assert reader.feed(b"\xff\xfe")[0].text == "\ufffd\ufffd"


def test_petscii_keys() -> None:
    reader = KeyReader("petscii40")
    assert reader.feed(b"\x41\xc2") == [Key("text", "aB")]
    assert [k.name for k in reader.feed(b"\x14\x9d\x1d\x91\x11\x13\x0d\x8d\x03")] == [
        "erase",
        "left",
        "right",
        "up",
        "down",
        "home",
        "enter",
        "enter",
        "ctrl-c",
    ]


def test_atascii_keys() -> None:
    reader = KeyReader("atascii")
    assert [k.name for k in reader.feed(b"Ab\x7e\x9b\x1e\x1f")] == [
        "text",
        "erase",
        "enter",
        "left",
        "right",
    ]
    assert [k.name for k in reader.feed(b"\r\n\r\n")] == ["enter", "enter"]


def test_eight_bit_csi_is_a_sequence_in_latin_1_and_a_letter_in_cp437() -> None:
    assert typed(b"\x9bA", "latin-1") == [Key("up")]
    assert typed(b"\x9bA", "cp437") == [Key("text", "¢A")]
