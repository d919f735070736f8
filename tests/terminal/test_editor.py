"""The line editor: keys in, bytes out, and what a screen shows of it. Room: terminal."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal.capabilities import PRESETS, Capabilities
from arkham_bbs.terminal.charsets import Encoder
from arkham_bbs.terminal.clean import text_width
from arkham_bbs.terminal.dialect import dialect_of
from arkham_bbs.terminal.editor import LineEditor, Mode
from arkham_bbs.terminal.keys import KeyReader
from arkham_bbs.terminal.recorder import Recorder

ANSI = PRESETS["ansi"]


class Desk:
    """An editor with a screen under it."""

    def __init__(self, caps: Capabilities = ANSI, prompt: str = "> ", **wishes: object) -> None:
        self.recorder = Recorder(caps.columns, caps.rows)
        mode: Mode = "full" if caps.can_edit else "dumb"
        self.editor = LineEditor(
            dialect_of(caps),
            prompt=prompt,
            prompt_width=text_width(prompt),
            columns=caps.columns,
            **{"mode": mode, **wishes},  # type: ignore[arg-type]
        )
        self.reader = KeyReader("utf-8")
        self.encoder = Encoder("utf-8")
        self.out(self.editor.start())

    def out(self, text: str) -> None:
        self.recorder.send(self.encoder.encode(text))

    def type(self, data: str | bytes) -> Desk:
        raw = data.encode() if isinstance(data, str) else data
        for key in self.reader.feed(raw):
            self.out(self.editor.feed(key))
        return self

    @property
    def row(self) -> str:
        return self.recorder.rows[self.recorder.cursor[0]]

    @property
    def column(self) -> int:
        return self.recorder.cursor[1]


def test_typing_shows_what_is_typed() -> None:
    desk = Desk().type("look")
    assert desk.editor.text == "look"
    assert desk.row == "> look"
    assert desk.column == 6


@pytest.mark.parametrize("erase", [b"\x08", b"\x7f", b"\x1b[3~"])
@pytest.mark.parametrize("caps", [ANSI, PRESETS["plain"], PRESETS["reader"]])
def test_a4_a5_every_erase_key_takes_the_letter_off_line_and_screen(
    erase: bytes, caps: Capabilities
) -> None:
    desk = Desk(caps).type(b"lookx" + erase)
    assert desk.editor.text == "look"
    assert desk.row == "> look"
    desk.type(b"\r")
    assert desk.editor.done
    assert desk.editor.text == "look"


@pytest.mark.parametrize("caps", [ANSI, PRESETS["plain"], PRESETS["reader"]])
def test_ctrl_d_takes_what_the_cursor_stands_on_and_nothing_to_its_left(
    caps: Capabilities,
) -> None:
    desk = Desk(caps).type(b"abcdef\x04")
    assert desk.editor.text == "abcdef"
    assert desk.row == "> abcdef"


def test_ctrl_d_in_the_middle_of_a_line() -> None:
    desk = Desk().type(b"abcdef\x1b[D\x1b[D\x04")
    assert desk.editor.text == "abcdf"
    assert desk.row == "> abcdf"
    assert desk.column == 6


@pytest.mark.parametrize("erase", [b"\x08", b"\x7f", b"\x1b[3~", b"\x04", b"\x15", b"\x17"])
def test_erasing_an_empty_line_does_nothing(erase: bytes) -> None:
    desk = Desk().type(erase * 3)
    assert desk.editor.text == ""
    assert desk.row == ">"
    assert not desk.editor.done


@pytest.mark.parametrize("caps", [ANSI, PRESETS["plain"]])
def test_a4_ctrl_u_clears_the_line_and_ctrl_w_a_word(caps: Capabilities) -> None:
    desk = Desk(caps).type(b"go to woods \x17")
    assert desk.editor.text == "go to "
    assert desk.row == "> go to"
    desk.type(b"\x15")
    assert desk.editor.text == ""
    assert desk.row == ">"


def test_a6_the_caller_may_choose_the_erase_key() -> None:
    desk = Desk(erase_key="backspace").type(b"abc\x1b[D\x1b[D\x7f")
    assert desk.editor.text == "ac"
    desk = Desk(erase_key="delete").type(b"abc\x1b[D\x1b[D\x08")
    assert desk.editor.text == "ac"
    desk = Desk(erase_key="delete").type(b"abc\x7f")
    assert desk.editor.text == "ab"


def test_editing_in_the_middle_keeps_screen_and_line_together() -> None:
    desk = Desk().type(b"wlk gate\x1b[H\x1b[Ca\x1b[F way\x01\x05\x02\x02X\x1b[3~")
    assert desk.editor.text == "walk gate wXy"
    assert desk.row == "> walk gate wXy"
    assert desk.column == 2 + len("walk gate wX")
    desk.type(b"\x0b")
    assert desk.row == "> walk gate wX"


def test_long_lines_scroll_sideways_within_their_row() -> None:
    desk = Desk(ANSI.override({"columns": 40}))
    text = "".join(chr(97 + n % 26) for n in range(300))
    desk.type(text)
    assert desk.editor.text == text
    assert desk.recorder.cursor[0] == 0
    assert desk.row.startswith("> ")
    assert desk.row.endswith(text[-10:])
    assert len(desk.row) < 40
    desk.type(b"\x1b[H")
    assert desk.row.startswith("> " + text[:30])
    assert desk.column == 2
    desk.type(b"\x1b[F" + b"\x7f" * 290)
    assert desk.row == "> " + text[:10]


def test_b24_wide_and_combining_characters_take_their_true_width() -> None:
    desk = Desk().type("a漢e\u0301b")
    assert desk.column == 2 + 1 + 2 + 1 + 1
    desk.type(b"\x1b[D\x1b[D")
    assert desk.column == 2 + 1 + 2
    desk.type(b"\x7f")
    assert desk.editor.text == "ae\u0301b"
    assert desk.column == 3
    desk.type(b"\x05\x7f\x7f")
    assert desk.editor.text == "a"
    assert desk.row == "> a"


def test_history_goes_back_and_forth_and_keeps_the_draft() -> None:
    history = ["look", "map"]
    desk = Desk(history=history).type(b"dra\x1b[A")
    assert desk.row == "> map"
    desk.type(b"\x1b[A\x1b[A")
    assert desk.row == "> look"
    desk.type(b"\x1b[B\x1b[B")
    assert desk.row == "> dra"
    desk.type(b"ft\r")
    assert history == ["look", "map", "draft"]
    Desk(history=history).type(b"draft\r")
    assert history == ["look", "map", "draft"]


def test_secrets_show_nothing_and_enter_no_history() -> None:
    history: list[str] = []
    desk = Desk(history=history, secret=True).type(b"hunter2x\x7f\x1b[A\t\r")
    assert desk.editor.text == "hunter2"
    assert desk.row == ">"
    assert history == []
    assert b"hunter" not in bytes(desk.recorder.sent)


def places(head: str) -> list[str]:
    words = ["walk Graveyard", "walk Gaol", "walk Woods"]
    return [word for word in words if word.lower().startswith(head.lower())]


def test_tab_completes_what_is_plain_and_lists_what_is_not() -> None:
    desk = Desk(complete=places).type(b"walk w\t")
    assert desk.editor.text == "walk Woods "
    desk = Desk(complete=places).type(b"walk g\t")
    assert desk.editor.text == "walk g"
    desk.type(b"\t")
    assert desk.editor.offer == ["walk Graveyard", "walk Gaol"]
    desk = Desk(complete=places).type(b"w\t")
    assert desk.editor.text == "walk "
    assert desk.row == "> walk"


def test_a10_newlines_of_a_paste_become_spaces_and_run_nothing() -> None:
    desk = Desk().type(b"say \x1b[200~one\r\ntwo\nthree\n\x1b[201~")
    assert desk.editor.text == "say one two three"
    assert not desk.editor.done


def test_pasted_escapes_and_hidden_characters_are_taken_out() -> None:
    desk = Desk().type("\x1b[200~a\x1b[31mb\u202ec\u200bd\x1b[201~")
    assert desk.editor.text == "abcd"
    assert desk.row == "> abcd"


def test_a_line_is_at_most_1000_characters() -> None:
    desk = Desk().type("x" * 5000)
    assert len(desk.editor.text) == 1000
    desk.type("y")
    assert desk.editor.text == "x" * 1000


@pytest.mark.parametrize("caps", [ANSI, PRESETS["plain"], PRESETS["reader"]])
def test_ctrl_d_on_an_empty_line_offers_the_way_out_and_ends_nothing(caps: Capabilities) -> None:
    desk = Desk(caps, way_out="Type quit.").type(b"\x04")
    assert desk.editor.offer == ["Type quit."]
    assert not desk.editor.done
    assert not desk.editor.cancelled
    assert desk.row == ">"
    for typed in (b"ab\x04", b"ab\x01\x04"):
        assert not Desk(caps, way_out="Type quit.").type(typed).editor.offer


def test_ctrl_c_cancels_and_ctrl_d_on_an_empty_line_does_not_end_anything() -> None:
    desk = Desk().type(b"\x04")
    assert not desk.editor.done
    desk.type(b"abc\x03")
    assert desk.editor.cancelled
    assert not desk.editor.done


def test_dumb_mode_never_sends_more_than_echo_and_rubout() -> None:
    desk = Desk(PRESETS["plain"]).type(b"ab\x1b[D\x1b[H\x01\x7fc\x15")
    assert bytes(desk.recorder.sent) == b"> ab\b \bc" + b"\b \b" * 2


def test_line_mode_echoes_nothing() -> None:
    desk = Desk(mode="line").type(b"look\x7f\r")
    assert bytes(desk.recorder.sent) == b"> "
    assert desk.editor.text == "loo"


def test_h5_echo_can_be_off() -> None:
    desk = Desk(echo=False).type(b"look\r")
    assert bytes(desk.recorder.sent) == b"> "
    assert desk.editor.text == "look"


def test_wiping_and_redrawing_leaves_the_line_as_it_was() -> None:
    desk = Desk().type(b"walk woods\x1b[D\x1b[D")
    column = desk.column
    desk.out(desk.editor.wipe())
    assert desk.row == ""
    assert desk.column == 0
    desk.out(desk.editor.redraw())
    assert desk.row == "> walk woods"
    assert desk.column == column


def test_petscii_editing_uses_commodore_codes_only() -> None:
    caps = PRESETS["petscii"]
    editor = LineEditor(dialect_of(caps), prompt="> ", prompt_width=2, columns=39)
    encoder = Encoder("petscii40")
    out = encoder.encode(editor.start())
    for data in (b"\x41\x42\x43", b"\x9d", b"\x14", b"\x13", b"\x44"):
        for key in KeyReader("petscii40").feed(data):
            out += encoder.encode(editor.feed(key))
    assert editor.text == "dac"
    assert b"\x1b" not in out
    assert b"\x08" not in out
