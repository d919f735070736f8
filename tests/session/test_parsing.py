"""Forgiving reading of names, numbers and lists. Room under test: session.parsing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    assert choose("38", ITEMS) == Nothing(problem="There is no choice 38; they go from 1 to 5.")
    assert choose("7", ITEMS[:1]) == Nothing(problem="There is no choice 7; there is only 1.")
    assert choose(".38", ITEMS) == Found("revolver_38")
    assert not isinstance(choose(".3", ITEMS), Found)
    assert choose("26", [Candidate("s26", ("street 26", "26"))]) == Found("s26")
    assert parse_number("(12)") == 12
    assert parse_number("12 apples") is None


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("1 2", ("knife", "shotgun")),
        ("1,2", ("knife", "shotgun")),
        ("knife and shotgun", ("knife", "shotgun")),
        ("knife shotgun", ("knife", "shotgun")),
        ("knife+.38", ("knife", "revolver_38")),
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
    assert parse_yes_no("1") is None
    assert parse_yes_no("0") is None


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

    monkeypatch.setattr(parsing._Slip, "likeness", never)
    pool = [Candidate(f"walk:s{number}", (f"Sidewalk number {number}",)) for number in range(119)]
    for read in (match, choose, choose_several):
        assert read(text, pool) == Nothing()


def test_names_in_a_row_are_taken_apart_without_looking_for_likenesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    class Counted(parsing._Slip):
        def __init__(self, typed: str) -> None:
            super().__init__(typed)
            asked.append(typed)

    monkeypatch.setattr(parsing, "_Slip", Counted)
    pool = [Candidate("knife", ("Knife",)), Candidate("shotgun", ("Shotgun",))]
    choose_several("plugh xyzzy frotz gnusto", pool)
    assert set(asked) <= {"plugh xyzzy frotz gnusto"}


def many_ways(count: int = 2_000) -> list[Candidate]:
    """A move with a taxi from everywhere to everywhere: many options, few places."""
    places = [f"{first} {second}" for first in ("old", "new") for second in ("mill", "church")]
    return [
        Candidate(f"taxi:{n}", (f"Taxi {n} to {places[n % 4]}", places[n % 4], "by taxi"))
        for n in range(count)
    ]


def test_words_that_many_options_share_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: Counter[str] = Counter()
    real = parsing._Slip._compare

    def counting(slip: parsing._Slip, part: str) -> float:
        compared[part] += 1
        return real(slip, part)

    monkeypatch.setattr(parsing._Slip, "_compare", counting)
    found = match("chrch", many_ways())
    assert isinstance(found, Nothing)
    assert [one.key for one in found.near] == ["taxi:1", "taxi:3", "taxi:5"]
    assert compared["church"] == 1
    assert set(compared.values()) == {1}


def test_the_names_of_options_are_read_once_however_often_they_are_matched() -> None:
    pool = many_ways()
    match("old church", pool)
    parsing.words_of.cache_clear()
    for typed in ("old church", "mill", "taxi 12", "by taxi"):
        match(typed, pool, suggest=False)
    assert parsing.words_of.cache_info().misses == 4  # what was typed


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=30))
def test_an_english_text_is_folded_as_any_other(text: str) -> None:
    # The accent takes the long way, and is gone at the end of it.
    assert plain(text + " \u0301") == plain(text)


def test_a_plus_that_belongs_to_a_name_joins_nothing() -> None:
    things = (
        Candidate("fast_talk", ("Training: Fast Talk +1", "Fast Talk +1")),
        Candidate("elder_sign", ("Elder Sign",)),
        Candidate("knife", ("Knife",)),
    )
    for typed, keys in (
        ("fast talk +1", ("fast_talk",)),
        ("Training: Fast Talk +1 and knife", ("fast_talk", "knife")),
        ("knife+elder sign", ("knife", "elder_sign")),
        ("1+3", ("fast_talk", "knife")),
        ("2 + 3", ("elder_sign", "knife")),
    ):
        assert choose_several(typed, things) == keys, typed
