"""Roles, palettes and depths; never shared between callers. Room: terminal."""

from __future__ import annotations

import re

import pytest

from arkham_bbs.game.content import CONTENT
from arkham_bbs.terminal.capabilities import COLOURS, PALETTES, PRESETS
from arkham_bbs.terminal.style import PALETTE_LOOKS, ROLES, Line, Painter, Span, sgr

ANSI = PRESETS["ansi"]


def test_two_callers_of_different_depth_side_by_side_get_their_own_colours() -> None:
    line = Line.of("doom", "doom")
    painters = {depth: Painter(ANSI.override({"colour": depth})) for depth in COLOURS}
    for _ in range(2):
        for depth in (*COLOURS, *reversed(COLOURS)):
            out = painters[depth].line(line)
            assert ("38;2;" in out) == (depth == "true")
            assert ("38;5;" in out) == (depth == "256")
            assert ("\x1b" in out) == (depth != "none")
    assert painters["none"].line(line) == "doom"
    assert painters["16"].line(line) == "\x1b[1;31mdoom\x1b[0m"


@pytest.mark.parametrize("palette", PALETTES)
def test_sixteen_colours_use_only_codes_that_old_clients_know(palette: str) -> None:
    for role in ROLES:
        for code in re.findall(r"\d+", sgr(role, "16", palette)):
            assert int(code) in (0, 1, 4, 7, *range(30, 38))


def test_h8_the_safe_palette_never_sets_green_against_red() -> None:
    safe = PALETTE_LOOKS["safe"]
    for good, bad in (("good", "bad"), ("seal", "doom"), ("sanity", "strength")):
        assert safe[good].ansi not in (1, 2, 9, 10)
        assert safe[bad].ansi not in (1, 2, 9, 10)
        assert safe[good] != safe[bad]
    assert set(safe) == set(ROLES)


def test_every_other_world_has_a_colour_of_its_own_at_256_and_more() -> None:
    for palette in PALETTES:
        looks = PALETTE_LOOKS[palette]
        assert len({looks[world].rgb for world in CONTENT.worlds}) == 8
        assert len({looks[world].index256 for world in CONTENT.worlds}) == 8


def test_writing_cleans_and_an_unknown_role_is_plain() -> None:
    painter = Painter(ANSI)
    assert painter.line(Line(Span("a\x1b[5mb", "no-such-role"), "c\x07")) == "abc"


def test_petscii_colours_are_commodore_codes() -> None:
    out = Painter(PRESETS["petscii"]).line(Line.of("x", "doom"))
    assert out == "\ue096x\ue092\ue09b"
    assert (
        Painter(PRESETS["petscii"].override({"colour": "none"})).line(Line.of("x", "doom")) == "x"
    )


def test_lines_wrap_and_cut_by_columns_and_keep_their_styles() -> None:
    line = Line("The ", Span("gate", "gate"), " to ", Span("R'lyeh", "rlyeh"), " is open.")
    rows = line.wrapped(12)
    assert [row.text for row in rows] == ["The gate to", "R'lyeh is", "open."]
    assert Span("R'lyeh", "rlyeh") in rows[1].spans
    assert line.cut(6).spans == [Span("The "), Span("ga", "gate")]
    assert Line.of("x" * 25).wrapped(10) == [
        Line.of("x" * 10),
        Line.of("x" * 10),
        Line.of("x" * 5),
    ]
    assert [row.text for row in Line("    indented words here").wrapped(14, indent=4)] == [
        "    indented",
        "    words here",
    ]
