"""Anything at all may come from a client: no exception, and bounded answers. Room: terminal."""

from __future__ import annotations

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from arkham_bbs.terminal import PRESETS, Terminal
from arkham_bbs.terminal.capabilities import CHARSETS, from_term, from_ttype
from arkham_bbs.terminal.charsets import Encoder, decode_bytes
from arkham_bbs.terminal.clean import clean_text, text_width, wrap_text
from arkham_bbs.terminal.dialect import dialect_of
from arkham_bbs.terminal.editor import LineEditor
from arkham_bbs.terminal.keys import MAX_PASTE, KeyReader
from arkham_bbs.terminal.recorder import Recorder
from arkham_bbs.terminal.style import Line, Span
from arkham_bbs.terminal.telnet import TelnetMachine
from arkham_bbs.terminal.telnet_reading import parse_environ

EXAMPLES = settings(max_examples=60, deadline=None)

telnet_words = st.lists(
    st.one_of(
        st.binary(max_size=6),
        st.sampled_from([b"\xff\xfa", b"\xff\xf0", b"\xff\xff", b"\xff"]),
        st.tuples(st.sampled_from([251, 252, 253, 254]), st.integers(0, 255)).map(
            lambda pair: bytes((255, *pair))
        ),
        st.tuples(st.sampled_from([0, 24, 31, 39, 42, 70, 201]), st.binary(max_size=12)).map(
            lambda pair: b"\xff\xfa" + bytes([pair[0]]) + pair[1] + b"\xff\xf0"
        ),
    ),
    max_size=40,
)
key_words = st.lists(
    st.one_of(
        st.binary(max_size=5),
        st.sampled_from(
            [
                b"\x1b",
                b"\x1b[",
                b"\x1b[A",
                b"\x1bO",
                b"\x1b]",
                b"\x1b[200~",
                b"\x1b[201~",
                b"\x1b[12;40R",
                b"\r",
                b"\n",
                b"\x00",
                b"\x7f",
                b"\x08",
                b"\t",
                b"\x15",
                b"\x17",
                "漢e\u0301".encode(),
                b"look at the gate ",
            ]
        ),
    ),
    max_size=40,
)
charsets = st.sampled_from(CHARSETS)


@EXAMPLES
@given(telnet_words, st.booleans(), st.booleans())
def test_telnet_answers_anything_with_little(words: list[bytes], quiet: bool, whole: bool) -> None:
    machine = TelnetMachine(quiet=quiet, mssp=lambda: {"NAME": "x"})
    machine.start(0.0)
    data = b"".join(words)
    pieces = [data] if whole else words
    out, sent = b"", b""
    for at, piece in enumerate(pieces):
        fed = machine.feed(piece, at * 0.01)
        out += fed.data
        sent += fed.send + machine.tick(at * 0.01).send
    assert len(out) <= len(data)
    assert len(sent) <= 4096 + 600
    if quiet:
        assert sent == b""
    machine.capabilities()
    machine.set_echo(True)
    machine.set_echo(False)


@EXAMPLES
@given(telnet_words)
def test_telnet_does_not_care_how_bytes_are_split(words: list[bytes]) -> None:
    data = b"".join(words)
    one, many = TelnetMachine(), TelnetMachine()
    whole = one.feed(data, 0.0)
    parts = [many.feed(bytes([byte]), 0.0) for byte in data]
    assert whole.data == b"".join(part.data for part in parts)
    assert whole.send == b"".join(part.send for part in parts)
    assert whole.events == [event for part in parts for event in part.events]


@EXAMPLES
@given(key_words, charsets)
def test_keys_do_not_care_how_bytes_are_split(words: list[bytes], charset: str) -> None:
    data = b"".join(words)
    one, many = KeyReader(charset), KeyReader(charset)
    whole = one.feed(data) + one.flush()
    parts = [key for byte in data for key in many.feed(bytes([byte]))] + many.flush()
    for name in ("enter", "erase", "paste", "report", "up"):
        assert [k for k in whole if k.name == name] == [k for k in parts if k.name == name]
    joined = ["".join(k.text for k in keys if k.name == "text") for keys in (whole, parts)]
    assert joined[0] == joined[1]
    for key in whole:
        assert len(key.text) <= max(len(data), MAX_PASTE)


@EXAMPLES
@given(
    key_words,
    st.sampled_from(["full", "dumb", "line"]),
    st.booleans(),
    st.integers(4, 90),
    st.sampled_from(["ansi", "petscii", "atascii", "reader"]),
)
def test_the_editor_stays_within_its_row(
    words: list[bytes], mode: str, secret: bool, columns: int, preset: str
) -> None:
    editor = LineEditor(
        dialect_of(PRESETS[preset]),
        prompt="> ",
        prompt_width=2,
        mode=mode,  # type: ignore[arg-type]
        secret=secret,
        columns=columns,
        history=["map", "look at 漢字"],
        complete=lambda head: ["look", "loot"],
    )
    editor.start()
    reader = KeyReader("utf-8")
    for word in words:
        for key in reader.feed(word):
            out = editor.feed(key)
            assert len(editor.text) <= 1000
            assert 0 <= editor.cursor <= len(editor.text)
            assert "\n" not in editor.text
            if secret:
                assert out == ""
            elif mode == "full":
                assert editor.column <= max(columns - 1, 4)
    editor.wipe()
    editor.redraw()


@settings(max_examples=40, deadline=None)
@given(key_words, st.integers(10, 80))
@example([b"look at the gate ", b"\x17"], 10)
@example([b"look at the gate of the old house", b"\x1b[D" * 20], 16)
def test_what_the_screen_shows_is_what_the_editor_holds(words: list[bytes], columns: int) -> None:
    recorder = Recorder(columns, 5)
    editor = LineEditor(dialect_of(PRESETS["ansi"]), prompt="> ", prompt_width=2, columns=columns)
    encoder = Encoder("utf-8")
    recorder.send(encoder.encode(editor.start()))
    reader = KeyReader("utf-8")
    for word in words:
        for key in reader.feed(word):
            if key.name in ("enter", "ctrl-c"):
                continue
            if any(unicodedata.category(char) == "Me" for char in key.text):
                continue  # the emulator drops what comes with an enclosing mark
            recorder.send(encoder.encode(editor.feed(key)))
    assert recorder.cursor[0] == 0
    assert recorder.cursor[1] == editor.column
    shown = recorder.rows[0]
    editor_row = recorder
    recorder.send(encoder.encode(editor.wipe() + editor.redraw()))
    assert editor_row.rows[0] == shown


@EXAMPLES
@given(st.text(max_size=60), charsets, st.booleans())
def test_any_text_can_be_encoded_and_any_bytes_decoded(
    text: str, charset: str, ascii_frames: bool
) -> None:
    clean = clean_text(text, newlines=False)
    data = Encoder(charset, ascii_frames=ascii_frames).encode(clean)
    assert b"\x1b" not in data
    if charset != "utf-8":
        assert len(data) == text_width(clean)
    decode_bytes(text.encode("utf-8", errors="replace"), charset)


@EXAMPLES
@given(st.text(max_size=60))
def test_clean_text_is_clean_and_stays_so(text: str) -> None:
    clean = clean_text(text)
    assert clean_text(clean) == clean
    assert not {"\x1b", "\x9b", "\u202e", "\u200b", "\r", "\x00"} & set(clean)


@EXAMPLES
@given(st.text(max_size=80), st.integers(2, 30), st.integers(0, 8))
def test_wrapped_text_fits(text: str, columns: int, indent: int) -> None:
    clean = clean_text(text)
    for row in wrap_text(clean, columns, indent=" " * indent):
        assert text_width(row) <= columns
    flat = clean.replace("\n", " ")
    for line in Line(Span(flat[:20], "gate"), flat[20:]).wrapped(columns, indent=indent):
        assert line.width <= columns


@EXAMPLES
@given(st.lists(st.text(max_size=20), max_size=6), st.text(max_size=20), st.binary(max_size=60))
def test_guessing_takes_any_answers(names: list[str], lang: str, environ: bytes) -> None:
    from_ttype(names, lang=lang, charset=lang)
    from_term(lang, lang=lang, colorterm=lang)
    parse_environ(environ)


@settings(max_examples=40, deadline=None)
@given(key_words, st.sampled_from(sorted(PRESETS)))
def test_a_terminal_that_nobody_reads_takes_anything(words: list[bytes], preset: str) -> None:
    recorder = Recorder()
    terminal = Terminal(recorder, PRESETS[preset], clock=lambda: 0.0)
    for word in words:
        terminal.feed(word)
        terminal.flush_keys()
    assert len(recorder.sent) < 400
