"""Forgiving reading of names, numbers and lists. Room under test: session.parsing."""

from __future__ import annotations

import pytest

from arkham_bbs.session import parsing
from arkham_bbs.session.parsing import (
    Candidate,
    Found,
    Nothing,
    Several,
    choose,
    choose_several,
    join_words,
    match,
    parse_number,
    parse_yes_no,
    plain,
)

PLACES = (
    Candidate("graveyard", ("Graveyard",), marks=("G",)),
    Candidate("harney_jones_shack", ("Harney Jones' Shack",)),
    Candidate("hibs_roadhouse", ("Hib's Roadhouse",)),
    Candidate("miskatonic_university", ("Miskatonic University",), marks=("M",)),
    Candidate("lake_miskatonic", ("Lake Miskatonic",)),
    Candidate("silver_twilight_lodge", ("Silver Twilight Lodge",)),
    Candidate("woods", ("The Woods",)),
    Candidate("s26", ("street 26",)),
    Candidate("s2", ("street 2",)),
)
ITEMS = (
    Candidate("knife", ("Knife",)),
    Candidate("shotgun", ("Shotgun",)),
    Candidate("derringer_18", (".18 Derringer",)),
    Candidate("derringer_22", (".22 Derringer",)),
    Candidate("revolver_38", (".38 Revolver",)),
)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("graveyard", "graveyard"),
        ("the Graveyard.", "graveyard"),
        ("to the GRAVEYARD!", "graveyard"),
        ("grave", "graveyard"),
        ("hibs", "hibs_roadhouse"),
        ("Hib's", "hibs_roadhouse"),
        ("harney", "harney_jones_shack"),
        ("shack", "harney_jones_shack"),
        ("jones shack", "harney_jones_shack"),
        ("silver lodge", "silver_twilight_lodge"),
        ("lodge", "silver_twilight_lodge"),
        ("wood", "woods"),
        ("M", "miskatonic_university"),
        ("univ", "miskatonic_university"),
        ("misk univ", "miskatonic_university"),
        ("s26", "s26"),
        ("s2", "s2"),
        ("road house", "hibs_roadhouse"),
    ],
)
def test_a_name_or_a_unique_part_of_it_is_enough(typed: str, key: str) -> None:
    assert match(typed, PLACES) == Found(key)


def test_a_part_of_two_names_asks_which() -> None:
    result = match("derringer", ITEMS)
    assert isinstance(result, Several)
    assert {choice.key for choice in result.choices} == {"derringer_18", "derringer_22"}
    assert match("18", ITEMS) == Found("derringer_18")


def test_a_slip_of_the_finger_suggests_and_never_decides() -> None:
    result = match("gravyard", PLACES)
    assert isinstance(result, Nothing)
    assert [candidate.key for candidate in result.near] == ["graveyard"]


def test_nonsense_suggests_nothing() -> None:
    assert match("qqqq", PLACES) == Nothing()
    assert match("", PLACES) == Nothing()
    assert match("!!!", PLACES) == Nothing()


def test_numbers_choose_in_the_order_shown() -> None:
    assert choose("2", ITEMS) == Found("shotgun")
    assert choose("#2.", ITEMS) == Found("shotgun")
    assert isinstance(choose("99", ITEMS), Nothing)
    assert parse_number("(12)") == 12
    assert parse_number("12 apples") is None


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("1 2", ("knife", "shotgun")),
        ("1,2", ("knife", "shotgun")),
        ("knife and shotgun", ("knife", "shotgun")),
        ("knife shotgun", ("knife", "shotgun")),
        ("knife+38", ("knife", "revolver_38")),
        ("knife, knife", ("knife",)),
        ("shotgun", ("shotgun",)),
    ],
)
def test_several_can_be_named_at_once(typed: str, keys: tuple[str, ...]) -> None:
    assert choose_several(typed, ITEMS) == keys


def test_a_part_that_cannot_be_read_is_the_one_reported() -> None:
    result = choose_several("knife, shotgn", ITEMS)
    assert isinstance(result, Nothing)
    assert [candidate.key for candidate in result.near] == ["shotgun"]
    assert isinstance(choose_several("knife and derringer", ITEMS), Several)


def test_yes_and_no_in_many_coats() -> None:
    assert parse_yes_no(" YES! ") is True
    assert parse_yes_no("nope") is False
    assert parse_yes_no("maybe") is None


def test_folding_drops_case_accents_and_punctuation() -> None:
    assert plain("  R'lyeh -- Célèbre! ") == "rlyeh celebre"
    assert join_words(["a", "b", "c"]) == "a, b and c"
    assert join_words(["a", "b"], "or") == "a or b"
    assert join_words([]) == ""


@pytest.mark.parametrize("text", ["plugh xyzzy " * 80, "x" * 990, "knife, " * 140, "a b " * 200])
def test_bug_nonsense_of_any_length_is_never_compared_with_every_name(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> float:
        raise AssertionError("a long text was compared letter by letter")

    monkeypatch.setattr(parsing, "_likeness", never)
    pool = [Candidate(f"walk:s{number}", (f"Sidewalk number {number}",)) for number in range(119)]
    for read in (match, choose, choose_several):
        assert read(text, pool) == Nothing()


def test_names_in_a_row_are_taken_apart_without_looking_for_likenesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def counted(typed: str, candidate: Candidate) -> float:
        asked.append(typed)
        return 0.0

    monkeypatch.setattr(parsing, "_likeness", counted)
    pool = [Candidate("knife", ("Knife",)), Candidate("shotgun", ("Shotgun",))]
    choose_several("plugh xyzzy frotz gnusto", pool)
    assert set(asked) <= {"plugh xyzzy frotz gnusto"}
