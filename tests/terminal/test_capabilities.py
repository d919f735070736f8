"""What is guessed of a terminal, and how it is overridden. Room: terminal."""

from __future__ import annotations

import msgspec

from arkham_bbs.terminal.capabilities import (
    PRESETS,
    Capabilities,
    Size,
    from_term,
    from_ttype,
)


def test_c9_a_size_of_nothing_means_80_by_24_and_giants_are_cut() -> None:
    assert Size.reported(0, 0) == Size(columns=80, rows=24)
    assert Size.reported(-1, 5) == Size(columns=80, rows=5)
    assert Size.reported(65535, 65535).columns == 400
    assert Capabilities().resized(Size(columns=0, rows=0)).size == Size(columns=80, rows=24)


def test_term_values() -> None:
    xterm = from_term("xterm-256color", lang="en_US.UTF-8")
    assert (xterm.charset, xterm.colour, xterm.addressing) == ("utf-8", "256", True)
    assert xterm.frames == "unicode"
    assert from_term("xterm-kitty", colorterm="truecolor").colour == "true"
    assert from_term("linux").colour == "16"
    assert from_term("vt100").colour == "none"
    assert from_term("vt100").addressing
    syncterm = from_term("syncterm")
    assert (syncterm.charset, syncterm.colour, syncterm.frames) == ("cp437", "16", "unicode")
    dumb = from_term("dumb", lang="C.UTF-8")
    assert (dumb.addressing, dumb.colour, dumb.charset) == (False, "none", "utf-8")
    c64 = from_term("petscii")
    assert (c64.charset, c64.columns, c64.rows) == ("petscii40", 40, 25)
    assert from_term("c128").columns == 80
    assert from_term("atascii").columns == 40


def test_b23_an_unknown_terminal_name_falls_back_to_ansi() -> None:
    caps = from_term("xyzzy-9000")
    assert caps.addressing
    assert caps.colour == "16"


def test_mtts_bits() -> None:
    caps = from_ttype(["Mudlet", "XTERM", "MTTS 269"])
    assert caps.line_mode
    assert (caps.colour, caps.charset, caps.addressing) == ("true", "utf-8", False)
    assert caps.name == "Mudlet"


def test_h2_mtts_bit_64_means_linear_without_colour_or_addressing() -> None:
    caps = from_ttype(["TINTIN++", "XTERM-256COLOR", f"MTTS {1 + 4 + 8 + 64}"])
    assert caps.linear
    assert not caps.addressing
    assert caps.colour == "none"
    assert caps.charset == "utf-8"


def test_broken_type_answers_are_tolerated() -> None:
    assert from_ttype([]).size == Size(columns=80, rows=24)
    assert from_ttype(["", "MTTS", "MTTS x", "MTTS 99999999999"]).colour == "none"
    assert not from_ttype(["BlowTorch"]).keepalive


def test_b20_a_profile_keeps_choices_and_overrides_guesses() -> None:
    caps = from_term("xterm", lang="de_DE.UTF-8").override(
        {"charset": "cp437", "palette": "safe", "erase_key": "delete"}
    )
    profile = msgspec.json.decode(msgspec.json.encode(caps.to_profile()))
    assert "columns" not in profile
    again = from_term("dumb").override(profile)
    assert again.charset == "cp437"
    assert again.palette == "safe"
    assert again.erase_key == "delete"
    assert again.addressing
    assert Capabilities().override(profile).charset == "cp437"


def test_a_bad_profile_never_locks_anyone_out() -> None:
    bad = {"charset": "ebcdic", "colour": 7, "columns": -3, "linear": "yes", "nonsense": 1}
    assert Capabilities().override(bad) == Capabilities()


def test_choosing_linear_or_a_charset_brings_the_rest_along() -> None:
    linear = PRESETS["ansi"].override({"linear": True})
    assert (linear.addressing, linear.colour, linear.frames) == (False, "none", "ascii")
    coloured = PRESETS["ansi"].override({"linear": True, "colour": "16"})
    assert coloured.colour == "16"
    assert PRESETS["ansi"].override({"charset": "petscii40"}).columns == 40
    assert PRESETS["ansi"].override({"charset": "ascii"}).frames == "ascii"


def test_b19_what_is_too_small_or_cannot_be_addressed_is_never_painted_on() -> None:
    ansi = PRESETS["ansi"]
    assert ansi.can_paint
    assert ansi.resized(Size(columns=40, rows=24)).can_paint
    assert not ansi.resized(Size(columns=39, rows=24)).can_paint
    assert not ansi.resized(Size(columns=80, rows=19)).can_paint
    assert not PRESETS["plain"].can_paint
    assert not PRESETS["reader"].can_paint
    assert PRESETS["petscii"].can_paint
