"""What is printed: colours, marks, the gate table, and what an onlooker may see."""

from __future__ import annotations

import pytest

from arkham_bbs.game import BadOptions, Options
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.options import investigators_per_player
from tests.rules.arena import problems, reached

APPEARANCE = {
    2: "shunned_house",
    3: "darks_carnival",
    4: "lighthouse",
    5: "devils_beach",
    6: "graveyard",
    7: "founders_rock",
    8: "silver_twilight_lodge",
    9: "woods",
    10: "lake_miskatonic",
    11: "harney_jones_shack",
    12: "black_cave",
}


@pytest.mark.rule("MYTHOS-1", "MYTHOS-2", "MYTHOS-3")
@pytest.mark.parametrize("total", APPEARANCE)
def test_the_gate_appearance_table(total: int) -> None:
    one = min(6, total - 1)
    assert not problems(
        phase="gate_roll",
        active="none",
        investigators={"joe_diamond": {"place": "hospital"}},
        doom=4,
        decks={"gates": ["abyss"], "monsters": ["ghost_1"]},
        dice=[{"gate_roll": one}, {"gate_roll": total - one}],
        until="step_over",
        expect={
            "doom": 5,
            "gates": {APPEARANCE[total]: {"world": "abyss", "face_up": False}},
            "monsters": {"ghost_1": {"at": APPEARANCE[total], "face_up": False}},
        },
    )


@pytest.mark.rule("COLOUR-1")
def test_the_colours_of_the_other_worlds() -> None:
    assert {world.id: world.colour for world in CONTENT.worlds.values()} == {
        "abyss": "yellow",
        "plateau_of_leng": "light blue",
        "rlyeh": "green",
        "another_dimension": "red",
        "city_of_the_great_race": "mustard",
        "earths_dreamlands": "rust",
        "yuggoth": "dark purple",
        "great_hall_of_celeano": "medium purple",
    }


@pytest.mark.rule("COLOUR-2")
@pytest.mark.parametrize(
    ("species", "world"),
    [
        ("Flying Polyp", "city_of_the_great_race"),
        ("Migo", "yuggoth"),
        ("Byakhee", "great_hall_of_celeano"),
    ],
)
def test_the_species_that_mark_a_colour(species: str, world: str) -> None:
    kind = {card.world for card in CONTENT.monsters.values() if card.species == species}
    assert kind == {world}


@pytest.mark.rule("COUNTER-3", "COUNTER-7", "OPEN-7")
def test_blockers_carry_the_diamond_and_it_means_the_hand_only() -> None:
    """Two counters that differ in the mark alone take the same way through a crossing."""
    for card in CONTENT.monsters.values():
        assert card.repeater == (card.cls == "blocker")
    for name, goal in (("dhole_1", "s28"), ("star_spawn_2", "s33")):
        steps = CONTENT.monsters[name].speed
        goal = ["s26", "s28", "s33", "s34"][steps - 2] if steps < 5 else goal
        assert not problems(
            phase="monsters_move",
            active="none",
            investigators={"joe_diamond": {"place": "hospital"}},
            monsters=[{"id": name, "place": "s19", "heading": "s22", "face_up": False}],
            until="step_over",
            expect={"monsters": {name: {"at": goal}}},
        )


@pytest.mark.rule("COUNTER-1", "COUNTER-15")
def test_a_counter_face_down_shows_its_front_and_hides_its_back() -> None:
    game = reached(
        phase="movement",
        investigators={"joe_diamond": {"place": "s22"}},
        monsters=[
            {"id": "gug_1", "place": "s26", "heading": "s28", "face_up": False},
            {"id": "ghoul_1", "place": "s28", "heading": "s33", "face_up": True},
        ],
        dice=[{"move": 1}, {"move": 1}],
        until="decision",
    )
    hidden, shown = (
        next(m for m in game.view(None).monsters if m.place == place) for place in ("s26", "s28")
    )
    assert hidden.strength is None
    assert hidden.heading == ("s28",)
    assert shown.strength == 8


@pytest.mark.rule("OPT-8", "SETUP-2")
@pytest.mark.parametrize(
    ("players", "each", "wanted"),
    [(1, 0, 2), (3, 0, 2), (4, 0, 1), (8, 0, 1), (1, 3, 3), (2, 1, 1), (4, 2, 2)],
)
def test_investigators_per_player(players: int, each: int, wanted: int) -> None:
    assert investigators_per_player(Options(per_player=each), players) == wanted


@pytest.mark.rule("OPT-8")
def test_never_more_than_eight_investigators() -> None:
    with pytest.raises(BadOptions):
        investigators_per_player(Options(per_player=3), 3)


@pytest.mark.rule("HOUSE-5")
def test_house_5_needs_house_4() -> None:
    with pytest.raises(BadOptions):
        Options(switches=("HOUSE-5",)).checked()
