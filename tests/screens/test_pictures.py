"""The drawings are made once for each form and the callers share them. Room: session."""

from __future__ import annotations

import msgspec
import pytest

from arkham_bbs.session.screens import farewell_screen, pictures, welcome_screen
from arkham_bbs.terminal import Capabilities
from arkham_bbs.terminal.capabilities import PRESETS
from arkham_bbs.terminal.charsets import Encoder


def test_two_hundred_callers_at_once_paint_each_form_of_the_welcome_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pictures._drawn.cache_clear()
    pictures.prepare_pictures()
    painted: list[str] = []
    monkeypatch.setattr(pictures.Picture, "_painted", lambda *_: painted.append("again"))
    caps = PRESETS["ansi"]
    screens = [welcome_screen(caps, f"Board {number}") for number in range(200)]
    assert painted == []
    assert screens[0][:-1] == screens[1][:-1]
    assert screens[0] != screens[1], "the name of the board is the caller's own line"


def test_a_callers_own_lines_do_not_get_into_the_shared_drawing() -> None:
    caps = Capabilities(columns=40, rows=24)
    before = len(welcome_screen(caps))
    welcome_screen(caps).append(welcome_screen(caps)[0])
    assert len(welcome_screen(caps)) == before


@pytest.mark.parametrize("rows", [10, 19])
def test_a_low_screen_gets_the_sentence(rows: int) -> None:
    caps = msgspec.structs.replace(PRESETS["ansi"], rows=rows)
    assert len(welcome_screen(caps)) <= 3


@pytest.mark.parametrize(("columns", "drawn"), [(40, 39), (80, 80), (101, 80), (132, 80)])
def test_the_words_below_a_picture_are_centred_on_the_picture(columns: int, drawn: int) -> None:
    caps = msgspec.structs.replace(PRESETS["ansi"], columns=columns, rows=30)
    for screen in (welcome_screen(caps, "A Board"), farewell_screen(caps)):
        for line in screen:
            assert line.width <= drawn
        words = screen[-1].text
        left = len(words) - len(words.lstrip())
        assert abs(left - (drawn - len(words))) <= 2


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("name", pictures.PICTURES)
def test_without_frames_roofs_are_strokes_and_no_rows_of_plus_signs(
    name: str, columns: int
) -> None:
    drawing = pictures.load_picture(name)
    plain = [line.text for line in drawing.lines(columns, plain=True)]
    assert all(ord(char) < 0x80 or char in "\u2588\u2592" for char in "".join(plain))
    assert "\\" in "".join(plain)
    assert len(plain) <= len(drawing.lines(columns))
    assert max(map(len, plain)) <= columns
    encoder = Encoder("ascii", ascii_frames=True)
    assert all(b"++" not in encoder.encode(line) for line in plain)


def test_a_terminal_without_frames_is_shown_the_strokes() -> None:
    plain = PRESETS["ansi"].override({"charset": "ascii"})
    assert welcome_screen(plain) != welcome_screen(PRESETS["ansi"])
    assert any("_/" in line.text for line in welcome_screen(plain))
    assert not any("_/" in line.text for line in welcome_screen(PRESETS["ansi"]))
