"""Every result of every location table, with the numbers that must come of it.

Joe Diamond (Fast Talk 4, Fight 5, Knowledge 2, Sneak 3) comes to each place with strength 5, sanity
5 and $13. ``rolls`` are the dice after the table's own; ``becomes`` what he is afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.arena import problems

Row = tuple[str, int, list[Any], list[tuple[str, Any]], dict[str, Any], dict[str, Any]]

# place, die, further rolls, choices, Joe before, Joe afterwards
ROWS: list[Row] = [
    ("black_cave", 2, [], [], {}, {"items": ["knife"]}),
    ("black_cave", 3, [5], [], {}, {"absent": "none"}),
    ("black_cave", 3, [6], [], {}, {"absent": {"lost_turns": 2}}),
    ("black_cave", 4, [3], [], {}, {"place": "s8", "strength": 5}),
    ("black_cave", 4, [4], [], {}, {"place": "black_cave", "strength": 2}),
    ("black_cave", 5, [], [("buy", "yes")], {}, {"money": 8, "allies": ["tom_big_mountain"]}),
    ("black_cave", 5, [], [], {}, {"money": 13, "allies": []}),
    ("boarding_house", 1, [], [], {}, {"strength": 7}),
    ("boarding_house", 2, [], [], {}, {"sanity": 7}),
    ("boarding_house", 3, [], [], {}, {"money": 15}),
    ("boarding_house", 3, [], [], {"items": ["shotgun"]}, {"met": True}),
    ("boarding_house", 3, [], [], {"items": ["dynamite", "cavalry_saber"]}, {"money": 15}),
    ("boarding_house", 4, [], [("buy", "yes")], {}, {"money": 11, "items": ["knife"]}),
    ("boarding_house", 4, [], [], {}, {"money": 13, "place": "boarding_house"}),
    ("boarding_house", 5, [1], [], {}, {"spells": ["heal"], "place": "boarding_house"}),
    ("boarding_house", 6, [], [("choose", "lose 1 strength")], {}, {"strength": 4, "sanity": 5}),
    ("boarding_house", 6, [], [("choose", "lose 1 sanity")], {}, {"strength": 5, "sanity": 4}),
    ("city_hall", 1, [], [], {}, {"sanity": 6}),
    ("city_hall", 2, [], [], {}, {"money": 19}),
    ("city_hall", 3, [], [("pay", "yes")], {}, {"money": 11, "place": "city_hall"}),
    ("city_hall", 3, [], [], {}, {"money": 13, "place": "s36"}),
    (
        "city_hall",
        4,
        [],
        [("pay", "yes")],
        {},
        {"money": 10, "items": ["knife"], "spells": ["heal"]},
    ),
    ("city_hall", 4, [], [], {}, {"money": 13, "items": [], "place": "city_hall"}),
    ("city_hall", 5, [4], [], {}, {"place": "city_hall", "absent": "none"}),
    ("city_hall", 5, [5], [], {}, {"place": "police_station", "absent": {"jail": 1}}),
    ("city_hall", 6, [2], [("ride", "newspaper")], {}, {"money": 18, "place": "newspaper"}),
    ("city_hall", 6, [], [], {}, {"place": "s36"}),
    ("curiositie_shoppe", 1, [], [], {"items": ["shotgun"]}, {"items": []}),
    ("curiositie_shoppe", 1, [2], [("buy", "yes")], {}, {"money": 10, "spells": ["heal"]}),
    ("curiositie_shoppe", 2, [], [("buy", "yes")], {}, {"money": 10, "spells": ["heal"]}),
    ("curiositie_shoppe", 3, [], [], {}, {"place": "s64"}),
    ("curiositie_shoppe", 3, [1], [("ride", "hibs_roadhouse")], {}, {"money": 19, "strength": 4}),
    (
        "curiositie_shoppe",
        4,
        [],
        [("choose", "sell one item for $10")],
        {"items": ["taxi_whistle"]},
        {"money": 23, "items": []},
    ),
    ("curiositie_shoppe", 4, [], [("choose", "no encounter")], {}, {"money": 13, "sanity": 5}),
    ("curiositie_shoppe", 5, [], [("buy", "yes")], {}, {"money": 11, "items": ["knife"]}),
    ("curiositie_shoppe", 6, [], [], {}, {"money": 13, "items": [], "place": "curiositie_shoppe"}),
    ("darks_carnival", 2, [], [], {}, {"sanity": 4}),
    ("darks_carnival", 3, [], [("buy", "yes")], {}, {"money": 8, "items": ["knife"]}),
    ("darks_carnival", 4, [3], [], {}, {"place": "s62", "strength": 5}),
    ("darks_carnival", 4, [4], [], {}, {"place": "s62", "strength": 4}),
    ("darks_carnival", 5, [], [("buy", "yes")], {}, {"money": 12, "strength": 6}),
    ("devils_beach", 3, [], [], {}, {"items": ["knife"]}),
    ("devils_beach", 4, [], [], {}, {"sanity": 4, "place": "s68"}),
    ("devils_beach", 5, [], [], {}, {"spells": ["heal"]}),
    ("founders_rock", 2, [], [], {}, {"sanity": 4}),
    ("founders_rock", 3, [], [], {}, {"sanity": 6}),
    ("founders_rock", 4, [], [("buy", "yes")], {}, {"money": 11, "items": ["knife"]}),
    ("founders_rock", 5, [], [("choose", "sidewalk")], {}, {"place": "s52"}),
    ("founders_rock", 5, [], [("choose", "jail for one turn")], {}, {"absent": {"jail": 1}}),
    ("harney_jones_shack", 2, [], [("buy", "yes")], {}, {"money": 11, "spells": ["heal"]}),
    ("harney_jones_shack", 3, [3], [], {}, {"place": "s9", "strength": 5}),
    ("harney_jones_shack", 3, [4, 2], [], {}, {"place": "harney_jones_shack", "strength": 3}),
    ("harney_jones_shack", 4, [], [], {}, {"sneak_bonus": 1}),
    ("harney_jones_shack", 5, [], [], {}, {"money": 28}),
    ("hibs_roadhouse", 1, [], [], {}, {"money": 19, "strength": 4}),
    ("hibs_roadhouse", 2, [2], [("choose", "accept the wager")], {}, {"money": 26}),
    ("hibs_roadhouse", 2, [3], [("choose", "accept the wager")], {}, {"money": 0}),
    ("hibs_roadhouse", 2, [], [("choose", "refuse")], {}, {"money": 13}),
    ("hibs_roadhouse", 3, [], [], {}, {"money": 9, "strength": 5, "place": "hibs_roadhouse"}),
    ("hibs_roadhouse", 3, [], [], {"money": 4}, {"money": 0, "strength": 5}),
    ("hibs_roadhouse", 3, [], [], {"money": 3}, {"money": 0, "strength": 4, "place": "s50"}),
    ("hibs_roadhouse", 4, [], [("choose", "jail for one turn")], {}, {"absent": {"jail": 1}}),
    ("hibs_roadhouse", 4, [5], [("choose", "go to Harney Jones' Shack")], {}, {"money": 28}),
    ("hibs_roadhouse", 5, [], [("buy", "yes")], {}, {"money": 11, "place": "hibs_roadhouse"}),
    ("hibs_roadhouse", 5, [], [], {}, {"money": 13, "place": "s50"}),
    ("hibs_roadhouse", 6, [2], [("ride", "silver_twilight_lodge")], {}, {"sanity": 4}),
    ("hibs_roadhouse", 6, [], [], {}, {"place": "hibs_roadhouse"}),
    ("historical_society", 1, [3, 2], [("ride", "woods")], {}, {"money": 23, "place": "woods"}),
    ("historical_society", 1, [], [], {}, {"place": "s67"}),
    ("historical_society", 2, [2], [("ride", "black_cave")], {}, {"items": ["knife"]}),
    ("historical_society", 2, [], [], {}, {"place": "historical_society"}),
    ("historical_society", 3, [], [], {}, {"spells": ["heal"]}),
    ("historical_society", 4, [], [("buy", "yes")], {}, {"money": 11, "items": ["knife"]}),
    ("historical_society", 5, [], [], {}, {"sanity": 4}),
    ("historical_society", 6, [], [("pay", "yes")], {}, {"money": 10}),
    ("historical_society", 6, [], [], {}, {"money": 13, "place": "s67"}),
    ("lake_miskatonic", 1, [3], [], {}, {"place": "s16"}),
    ("lake_miskatonic", 1, [4], [], {}, {"met": True}),
    ("lake_miskatonic", 2, [5], [], {}, {"strength": 5, "place": "lake_miskatonic"}),
    ("lake_miskatonic", 2, [6, 2], [], {}, {"strength": 3, "place": "hospital", "money": 13}),
    ("lake_miskatonic", 3, [5], [("ride", "devils_beach")], {}, {"spells": ["heal"]}),
    ("lake_miskatonic", 3, [], [], {}, {"place": "lake_miskatonic"}),
    ("lake_miskatonic", 4, [], [], {}, {"items": ["knife"]}),
    ("lake_miskatonic", 5, [], [], {}, {"sanity": 6}),
    ("library", 1, [6], [], {}, {"items": ["knife"], "place": "earths_dreamlands/2"}),
    ("library", 2, [], [], {}, {"spells": ["heal"], "place": "library"}),
    ("library", 3, [], [], {}, {"spells": ["heal"], "place": "s59"}),
    ("library", 4, [], [("choose", "gain 1 strength")], {}, {"strength": 6, "sanity": 5}),
    ("library", 4, [], [("choose", "gain 1 sanity")], {}, {"strength": 5, "sanity": 6}),
    ("library", 5, [], [], {}, {"money": 18}),
    ("library", 6, [], [("pay", "yes")], {}, {"money": 9, "place": "library"}),
    ("library", 6, [], [], {}, {"money": 13, "place": "s59"}),
    ("library", 6, [], [], {"money": 3}, {"money": 3, "place": "s59"}),
    ("lighthouse", 3, ["heads"], [("choose", "accept the bet")], {}, {"money": 26}),
    ("lighthouse", 3, ["tails"], [("choose", "accept the bet")], {}, {"money": 0, "place": "s60"}),
    ("lighthouse", 3, [], [("choose", "decline")], {}, {"money": 13, "place": "s60"}),
    ("lighthouse", 4, [], [("buy", "yes")], {"money": 31}, {"money": 1, "automobile": True}),
    ("lighthouse", 4, [], [], {}, {"money": 13, "automobile": False}),
    ("lighthouse", 5, [], [], {}, {"spells": ["heal"]}),
    ("miskatonic_university", 1, [3], [("sidewalk", "s38")], {}, {"place": "s38"}),
    ("miskatonic_university", 1, [4], [], {}, {"absent": {"lost_turns": 1}}),
    ("miskatonic_university", 2, [], [], {}, {"spells": ["heal"]}),
    ("miskatonic_university", 3, [], [], {}, {"spells": ["heal"]}),
    ("miskatonic_university", 4, [], [("buy", "yes")], {}, {"money": 11, "items": ["knife"]}),
    ("miskatonic_university", 4, [], [("sidewalk", "s23")], {}, {"money": 13, "place": "s23"}),
    ("miskatonic_university", 5, [4], [("choose", "ask for backing")], {}, {"retainer": True}),
    ("miskatonic_university", 6, [5], [("choose", "ask for backing")], {}, {"retainer": False}),
    ("miskatonic_university", 6, [], [("choose", "refuse")], {}, {"retainer": False}),
    ("newspaper", 1, [], [], {}, {"money": 23}),
    ("newspaper", 2, [], [], {}, {"money": 18}),
    ("newspaper", 1, [], [], {"retainer": True}, {"money": 13}),
    ("newspaper", 2, [], [], {"retainer": True}, {"money": 13}),
    ("newspaper", 3, [], [("choose", "accept the retainer")], {}, {"retainer": True}),
    ("newspaper", 4, [], [("choose", "refuse")], {}, {"retainer": False, "money": 13}),
    ("newspaper", 5, [5], [("ride", "library")], {}, {"money": 18, "place": "library"}),
    ("newspaper", 5, [], [], {}, {"place": "newspaper"}),
    ("newspaper", 6, [], [("buy", "yes")], {}, {"money": 11, "place": "newspaper"}),
    ("newspaper", 6, [], [], {}, {"money": 13, "place": "s48"}),
    (
        "north_church",
        1,
        [],
        [("choose", "attend")],
        {},
        {"money": 11, "sanity": 7, "absent": {"lost_turns": 1}},
    ),
    ("north_church", 1, [], [("choose", "decline")], {}, {"place": "s24", "money": 13}),
    ("north_church", 2, [], [("pay", "yes")], {}, {"money": 10, "next_move": "none"}),
    ("north_church", 2, [], [], {}, {"money": 13, "next_move": {"dice": 1}}),
    ("north_church", 3, [], [], {}, {"sanity": 6}),
    ("north_church", 4, [], [], {}, {"strength": 6}),
    ("north_church", 5, [5], [], {}, {"sanity": 5}),
    ("north_church", 6, [6], [], {}, {"sanity": 3}),
    ("police_station", 1, [], [], {}, {"sanity": 6}),
    ("police_station", 2, [], [], {}, {"absent": {"lost_turns": 1}}),
    ("police_station", 4, [3], [("ride", "velmas_diner")], {}, {"next_move": {"add": 2}}),
    ("police_station", 4, [], [("ride", "s1")], {}, {"place": "s1"}),
    ("police_station", 5, [], [("pay", "yes")], {}, {"money": 8, "absent": "none"}),
    ("police_station", 5, [], [], {}, {"money": 13, "absent": {"lost_turns": 1}}),
    ("police_station", 6, [], [], {}, {"sanity": 4, "place": "s39"}),
    ("shunned_house", 2, [], [], {}, {"spells": ["heal"]}),
    ("shunned_house", 3, [], [], {}, {"money": 23}),
    ("shunned_house", 4, [5], [], {}, {"place": "s19", "strength": 5}),
    ("shunned_house", 4, [6], [], {}, {"place": "shunned_house", "strength": 3}),
    ("shunned_house", 5, [], [("buy", "yes")], {}, {"money": 8, "allies": ["eric_colt"]}),
    ("silver_twilight_lodge", 2, [], [], {}, {"sanity": 4}),
    ("silver_twilight_lodge", 3, [], [("choose", "join and pay $3")], {}, {"money": 10}),
    ("silver_twilight_lodge", 3, [3], [("choose", "refuse")], {}, {"place": "s13", "money": 13}),
    ("silver_twilight_lodge", 3, [4, 3], [("choose", "refuse")], {}, {"strength": 2}),
    ("silver_twilight_lodge", 3, [4, 3], [], {"money": 2}, {"strength": 2, "money": 2}),
    ("silver_twilight_lodge", 4, [3], [], {"spells": ["find_gate"]}, {"place": "s13"}),
    ("silver_twilight_lodge", 4, [4], [], {"spells": ["find_gate"]}, {"spells": []}),
    ("silver_twilight_lodge", 5, [], [], {}, {"items": ["knife", "rifle"]}),
    ("train_station", 2, [4], [], {}, {"strength": 5}),
    ("train_station", 2, [5], [], {}, {"strength": 3}),
    ("train_station", 3, [], [("ride", "s68")], {}, {"place": "s68", "money": 13}),
    ("train_station", 3, [], [], {}, {"place": "train_station"}),
    ("train_station", 4, [], [("pay", "yes"), ("ride", "s68")], {}, {"place": "s68", "money": 12}),
    ("train_station", 5, [], [("pay", "yes"), ("ride", "s68")], {}, {"place": "s68", "money": 12}),
    ("train_station", 5, [], [], {}, {"place": "train_station", "money": 13}),
    ("train_station", 6, [], [("buy", "yes")], {}, {"money": 10, "items": ["knife"]}),
    ("velmas_diner", 1, [], [], {}, {"strength": 4}),
    ("velmas_diner", 2, [], [], {}, {"items": ["knife"]}),
    ("velmas_diner", 3, [], [], {}, {"next_move": {"add": 2}}),
    ("velmas_diner", 4, [2], [], {}, {"place": "velmas_diner"}),
    ("velmas_diner", 4, [3], [], {}, {"place": "s44"}),
    ("velmas_diner", 5, [], [("buy", "yes")], {}, {"money": 12, "strength": 6}),
    ("velmas_diner", 6, [], [], {}, {"money": 13, "strength": 5}),
    ("woods", 2, [3], [], {}, {"place": "s22"}),
    ("woods", 2, [4, 5], [], {}, {"place": "woods", "absent": "none"}),
    ("woods", 2, [4, 6], [], {}, {"place": "woods", "absent": {"lost_turns": 1}}),
    ("woods", 3, [2], [], {}, {"money": 23}),
    ("woods", 3, [3], [], {}, {"money": 13, "sanity": 4}),
    (
        "woods",
        4,
        [2],
        [],
        {"items": ["shotgun", "cavalry_saber", "derringer_18"]},
        {"items": ["cavalry_saber"], "money": 0, "place": "devils_beach"},
    ),
    ("woods", 4, [3], [], {}, {"money": 0, "place": "lighthouse"}),
    ("woods", 4, [5], [], {}, {"money": 0, "place": "lake_miskatonic"}),
    ("woods", 5, [], [("ride", "s66")], {}, {"items": ["knife"], "place": "s66"}),
]
# Results that bring a monster, or a gate with one.
MONSTERS = [
    *[("black_cave", 1), ("darks_carnival", 1), ("devils_beach", 1), ("devils_beach", 2)],
    *[("founders_rock", 1), ("harney_jones_shack", 1), ("lighthouse", 1), ("lighthouse", 2)],
    *[("shunned_house", 1), ("silver_twilight_lodge", 1), ("train_station", 1), ("woods", 1)],
]
GATES = [
    *["black_cave", "darks_carnival", "devils_beach", "founders_rock", "harney_jones_shack"],
    *["lake_miskatonic", "lighthouse", "shunned_house", "silver_twilight_lodge", "woods"],
]


def visit(
    place: str,
    die: int,
    rolls: list[Any],
    choices: list[tuple[str, Any]],
    before: dict[str, Any],
    expect: dict[str, Any],
    **more: Any,
) -> list[str]:
    asked: list[dict[str, Any]] = [{"ask": ask, "answer": answer} for ask, answer in choices]
    if place == "miskatonic_university":
        asked.insert(0, {"ask": "service", "answer": "event"})
    return problems(
        investigators={"joe_diamond": {"place": place, **before}},
        decks={
            "items": ["knife", "rifle"],
            "spells": ["heal"],
            "monsters": ["maniac_1"],
            "gates": ["earths_dreamlands"],
        },
        dice=[{"event": die}, *({"roll": roll} for roll in rolls)],
        choices=asked,
        expect=expect,
        **more,
    )


@pytest.mark.rule("ENC-1")
@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{row[0]}-{row[1]}" for n, row in enumerate(ROWS)])
def test_result(row: Row) -> None:
    place, die, rolls, choices, before, becomes = row
    if becomes == {"met": True}:
        expect: dict[str, Any] = {"waiting_for": {"ask": "meet"}}
        assert visit(place, die, rolls, choices, before, expect, until="decision") == []
        return
    assert (
        visit(place, die, rolls, choices, before, {"investigators": {"joe_diamond": becomes}}) == []
    )


@pytest.mark.rule("ENC-1", "ENC-4")
@pytest.mark.parametrize(("place", "die"), MONSTERS)
def test_a_monster_comes_and_is_met(place: str, die: int) -> None:
    expect = {"waiting_for": {"ask": "meet"}, "monsters": {"maniac_1": {"at": place}}}
    assert visit(place, die, [], [], {}, expect, until="decision") == []


@pytest.mark.rule("ENC-2", "ENC-3", "ENC-14", "GATE-2", "MYTHOS-3")
@pytest.mark.parametrize("place", GATES)
def test_a_gate_opens_and_carries_off(place: str) -> None:
    expect = {
        "doom": 4,
        "gates": {place: {"world": "earths_dreamlands", "face_up": True}},
        "monsters": {"maniac_1": {"at": place, "face_up": False}},
        "investigators": {
            "joe_diamond": {
                "place": "earths_dreamlands/2",
                "departed_gate": place,
                "items": ["knife"],
            }
        },
    }
    assert visit(place, 6, [6], [], {}, expect, doom=3) == []


@pytest.mark.rule("ENC-1")
def test_the_forgotten_pistol_is_the_next_one_handed_gun() -> None:
    told = problems(
        investigators={"joe_diamond": {"place": "police_station"}},
        decks={"items": ["rifle", "knife", "revolver_38", "derringer_18"]},
        dice=[{"event": 3}],
        expect={
            "investigators": {"joe_diamond": {"items": ["revolver_38"], "place": "police_station"}},
            "decks": {"items": ["rifle", "knife", "derringer_18"]},
        },
    )
    assert told == []


@pytest.mark.rule("ENC-1")
def test_without_a_handgun_in_the_stack_it_is_the_sidewalk() -> None:
    told = problems(
        investigators={"joe_diamond": {"place": "police_station"}},
        decks={"items": []},
        dice=[{"event": 3}],
        expect={"investigators": {"joe_diamond": {"items": [], "place": "s39"}}},
    )
    assert told == []
