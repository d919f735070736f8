"""Every result of every gate table, with the numbers that must come of it.

Joe Diamond (Fast Talk 4, Fight 5, Knowledge 2, Sneak 3) goes through the gate in the Woods with
strength 5, sanity 5 and $13. ``rolls`` are the dice after the table's own.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.arena import problems

Row = tuple[str, int, list[Any], list[tuple[str, Any]], dict[str, Any], dict[str, Any]]
LOST = {"status": "lost"}
KNIFE, HEAL = {"items": ["knife"]}, {"spells": ["heal"]}

ROWS: list[Row] = [
    ("abyss", 1, [5], [], {}, {"strength": 5}),
    ("abyss", 1, [6, 3], [], {}, {"strength": 2}),
    ("abyss", 2, [5], [], {}, {"status": "active", "strength": 5}),
    ("abyss", 2, [6], [], {}, LOST),
    ("abyss", 4, [2], [], {}, {"held": False}),
    ("abyss", 4, [3], [], {}, {"held": True, "place": "abyss/2"}),
    ("abyss", 5, [], [], {}, {"sanity": 3}),
    ("abyss", 6, [], [], {}, KNIFE),
    ("another_dimension", 1, [], [], {}, HEAL),
    (
        "another_dimension",
        2,
        [4],
        [],
        {},
        {"place": "great_hall_of_celeano/2", "visit": {"home": "another_dimension/2"}, **HEAL},
    ),
    (
        "another_dimension",
        3,
        [6],
        [],
        {},
        {"place": "rlyeh/2", "visit": {"home": "another_dimension/2"}, **KNIFE},
    ),
    ("another_dimension", 4, [4, 6], [], {}, {"place": "lake_miskatonic", "departed_gate": "none"}),
    ("another_dimension", 6, [], [], {}, {"sanity": 6}),
    ("city_of_the_great_race", 1, [], [], {}, KNIFE),
    ("city_of_the_great_race", 2, [], [], {}, {"held": True}),
    ("city_of_the_great_race", 4, [], [], {}, HEAL),
    ("city_of_the_great_race", 5, [], [], {}, {"strength": 3}),
    ("city_of_the_great_race", 6, [], [], {}, {"sanity": 3}),
    ("earths_dreamlands", 1, [], [], {}, HEAL),
    ("earths_dreamlands", 2, [], [], {}, {"skills": ["skill_fight"]}),
    ("earths_dreamlands", 4, [4], [], {}, {"status": "active"}),
    ("earths_dreamlands", 4, [5], [], {}, LOST),
    ("earths_dreamlands", 5, [], [], {}, HEAL),
    ("earths_dreamlands", 6, [], [], {}, KNIFE),
    ("great_hall_of_celeano", 1, [4], [], {}, {"status": "active", "sanity": 5}),
    ("great_hall_of_celeano", 1, [5], [], {}, LOST),
    ("great_hall_of_celeano", 4, [], [], {}, HEAL),
    ("great_hall_of_celeano", 5, [3], [], {}, {"strength": 5}),
    ("great_hall_of_celeano", 5, [4, 4], [], {}, {"strength": 1}),
    ("great_hall_of_celeano", 6, [], [], {}, HEAL),
    ("plateau_of_leng", 2, [5], [], {}, {"strength": 5}),
    ("plateau_of_leng", 2, [6], [], {}, {"strength": 3}),
    ("plateau_of_leng", 3, [5, 5], [], {}, {"strength": 5}),
    # After the first failure strength is 2; the Fight roll of 6 fails as well.
    ("plateau_of_leng", 3, [6, 5], [], {}, {"strength": 2}),
    ("plateau_of_leng", 3, [4, 6], [], {}, {"strength": 2}),
    ("plateau_of_leng", 3, [6, 6], [], {}, LOST),
    ("plateau_of_leng", 4, [], [], {}, {"sanity": 3}),
    ("plateau_of_leng", 5, [], [], {}, HEAL),
    ("plateau_of_leng", 6, [], [], {}, {"sanity": 6}),
    ("rlyeh", 2, [2], [], {}, HEAL),
    ("rlyeh", 2, [3], [], {}, {"spells": []}),
    ("rlyeh", 3, [], [], {}, {"sanity": 3}),
    ("rlyeh", 4, [5], [], {}, {"strength": 5}),
    ("rlyeh", 4, [6], [], {}, {"strength": 2}),
    ("rlyeh", 5, [4], [], {}, {"sanity": 1}),
    ("rlyeh", 5, [5], [], {}, LOST),
    ("rlyeh", 6, [], [], {}, KNIFE),
    ("yuggoth", 1, [5], [], {}, {"sanity": 5}),
    ("yuggoth", 1, [6], [], {}, {"sanity": 4}),
    ("yuggoth", 2, [], [], {}, {"sanity": 3}),
    ("yuggoth", 3, [], [], {}, {"sanity": 3}),
    (
        "yuggoth",
        3,
        [],
        [("choose", "discard one spell")],
        {"spells": ["find_gate"]},
        {"sanity": 5, "spells": []},
    ),
    (
        "yuggoth",
        3,
        [],
        [("choose", "lose 2 sanity")],
        {"spells": ["find_gate"]},
        {"sanity": 3, "spells": ["find_gate"]},
    ),
    ("yuggoth", 4, [5], [], {"items": ["shotgun"]}, {"items": ["shotgun"]}),
    ("yuggoth", 4, [6], [], {"items": ["shotgun"]}, {"items": []}),
    ("yuggoth", 4, [6], [], {}, {"items": [], "status": "active"}),
    ("yuggoth", 5, [], [], {}, HEAL),
    ("yuggoth", 6, [3], [], {}, {"strength": 5}),
    ("yuggoth", 6, [4], [], {}, {"strength": 3}),
]
MONSTERS = [
    *[("abyss", 3), ("another_dimension", 5), ("city_of_the_great_race", 3)],
    *[("earths_dreamlands", 3), ("great_hall_of_celeano", 2), ("great_hall_of_celeano", 3)],
    *[("plateau_of_leng", 1), ("rlyeh", 1)],
]


def go(
    world: str,
    die: int,
    rolls: list[Any],
    choices: list[tuple[str, Any]],
    before: dict[str, Any],
    expect: dict[str, Any],
    **more: Any,
) -> list[str]:
    return problems(
        turn=3,
        investigators={"joe_diamond": {"place": "woods", **before}},
        gates=[{"place": "woods", "world": world, "face_up": False}],
        decks={
            "items": ["knife"],
            "spells": ["heal"],
            "skills": ["skill_fight"],
            "monsters": ["maniac_1"],
        },
        dice=[{"world": die}, *({"roll": roll} for roll in rolls)],
        choices=[
            {"ask": "gate", "answer": "enter"},
            *({"ask": ask, "answer": answer} for ask, answer in choices),
        ],
        expect=expect,
        **more,
    )


@pytest.mark.rule("GATE-3")
@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{row[0]}-{row[1]}" for n, row in enumerate(ROWS)])
def test_result(row: Row) -> None:
    world, die, rolls, choices, before, becomes = row
    assert go(world, die, rolls, choices, before, {"investigators": {"joe_diamond": becomes}}) == []


@pytest.mark.rule("GATE-3", "MOVE-14", "WORLD-3")
@pytest.mark.parametrize(("world", "die"), MONSTERS)
def test_a_monster_attacks_in_the_box_and_goes_back_when_sneaked_from(world: str, die: int) -> None:
    sneak = [("meet", "sneak")]
    expect = {
        "monsters": {"maniac_1": {"at": "pile"}},
        "investigators": {"joe_diamond": {"place": f"{world}/2"}},
    }
    assert go(world, die, [3], sneak, {}, expect) == []


@pytest.mark.rule("GATE-3")
def test_without_a_skill_card_the_sages_teach_nothing() -> None:
    told = problems(
        turn=3,
        investigators={"joe_diamond": {"place": "woods"}},
        gates=[{"place": "woods", "world": "earths_dreamlands", "face_up": False}],
        decks={"skills": []},
        dice=[{"world": 2}],
        choices=[{"ask": "gate", "answer": "enter"}],
        expect={"investigators": {"joe_diamond": {"skills": [], "place": "earths_dreamlands/2"}}},
    )
    assert told == []
