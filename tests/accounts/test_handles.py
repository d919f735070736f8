"""Handles: what may be one, and which are too alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arkham_bbs.accounts import HandleRefused, check_handle, fold, skeleton
from arkham_bbs.game.content.load import load_content


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("Al", "Al"),
        ("  Ann Lee  ", "Ann Lee"),
        ("O'Brien", "O'Brien"),
        ("Jean-Luc_2", "Jean-Luc_2"),
        ("Ｂｏｂ", "Bob"),
        ("Zoe\u0308", "Zoë"),
        ("Анна", "Анна"),
        ("Ελένη", "Ελένη"),
        ("山田太郎", "山田太郎"),
        ("たなかサン", "たなかサン"),
        ("x" * 16, "x" * 16),
        ("Badminton", "Badminton"),
        ("Theme", "Theme"),
        ("The Guesser", "The Guesser"),
        ("Joe", "Joe"),
        ("Ann 2", "Ann 2"),
        ("Boarder 7", "Boarder 7"),
    ],
)
def test_a_handle_is_kept_in_its_plain_form(typed: str, kept: str) -> None:
    assert check_handle(typed) == kept


@pytest.mark.parametrize("name", [card.name for card in load_content().investigators.values()])
def test_nobody_is_called_as_an_investigator(name: str) -> None:
    for typed in (name, name.upper(), name.replace(" ", "_"), name.replace("e", "3")):
        with pytest.raises(HandleRefused) as caught:
            check_handle(typed)
        assert caught.value.code == "reserved"
        assert caught.value.facts["investigator"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "too-short"),
        ("A", "too-short"),
        ("x" * 17, "too-long"),
        ("x" * 5000, "too-long"),
        ("山" * 9, "too-long"),
        ("bo\u202eb", "characters"),
        ("\u200f", "characters"),
        ("Ann\u200b", "characters"),
        ("Ann\ufeff", "characters"),
        ("An\x1b[31m", "characters"),
        ("An\tn", "characters"),
        ("An\x00n", "characters"),
        ("Ann!", "characters"),
        ("a\u3164b", "characters"),
        ("Ann☠", "characters"),
        ("A٣n", "characters"),
        ("1234", "no-letter"),
        ("12-34", "no-letter"),
        ("-Ann", "edges"),
        ("Ann'", "edges"),
        ("Ann  Lee", "edges"),
        ("Ann-_Lee", "edges"),
        ("Аnn", "mixed-scripts"),
        ("Annα", "mixed-scripts"),
        ("山Ann", "mixed-scripts"),
        ("sysop", "reserved"),
        ("SysOp", "reserved"),
        ("Sys0p", "reserved"),
        ("5ysop", "reserved"),
        ("sys-op", "reserved"),
        ("Real Sysop", "reserved"),
        ("Admin2", "reserved"),
        ("4dmin", "reserved"),
        ("the moderator", "reserved"),
        ("rnod", "reserved"),
        ("guest", "reserved"),
        ("Arkham BBS", "reserved"),
        ("ѕуѕор", "reserved"),
        ("board", "reserved"),
        ("the board", "reserved"),
        ("The-B0ard", "reserved"),
        ("theboard", "reserved"),
        ("Guest 1", "reserved"),
        ("guest_12", "reserved"),
        ("Gue5t3", "reserved"),
        ("the system", "reserved"),
        ("System 2", "reserved"),
        ("JoeDiamond", "reserved"),
        ("Joe Diam0nd", "reserved"),
        ("the Joe Diamond", "reserved"),
    ],
)
def test_a_handle_is_refused_by_code(typed: str, code: str) -> None:
    with pytest.raises(HandleRefused) as caught:
        check_handle(typed)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("Bob", "B0b"),
        ("Tommy", "Tornmy"),
        ("Wally", "VValIy"),
        ("Ann Lee", "Ann_Lee"),
        ("AnnLee", "ann-lee"),
        ("Zoë", "Zoe"),
        ("Coco", "Сосо"),
        ("OBPEH", "ОВРЕН"),
        ("Axe", "Ахе"),
        ("NOTE", "ΝΟΤΕ"),
        ("Max", "МАХ"),
        ("Paco", "Расо"),
    ],
)
def test_look_alikes_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Bob", "Rob"), ("Karl", "Carl")])
def test_different_names_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_looking_up_minds_neither_case_nor_blanks() -> None:
    assert fold("  ANN   lee ") == fold("Ann Lee") == "ann lee"
    assert fold("STRASSE") == fold("straße")
    assert len(fold("x" * 5000)) == 64


@given(st.text(max_size=24))
def test_whatever_is_accepted_is_plain_stable_and_can_be_looked_up(typed: str) -> None:
    try:
        handle = check_handle(typed)
    except HandleRefused:
        return
    assert check_handle(handle) == handle
    assert 2 <= len(handle) <= 16
    assert handle.isprintable()
    assert unicodedata.is_normalized("NFKC", handle)
    assert fold(handle)
    assert fold(fold(handle)) == fold(handle)
    assert skeleton(handle)
    assert skeleton(handle) == skeleton(skeleton(handle)) or not handle.isascii()
