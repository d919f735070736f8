"""The ways home from other worlds: which gate comes first, and what is forgotten on arrival."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Gate, Investigator, Visit
from arkham_bbs.game.worlds import arrive_home, end_visit, home_gates
from tests.rules.arena import driven, reached


def traveler(place: str, **fields: Any) -> tuple[Play, Investigator]:
    game = reached(
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": place, **fields}},
        gates=[
            {"place": "graveyard", "world": "abyss", "face_up": True},
            {"place": "woods", "world": "abyss", "face_up": True},
        ],
    )
    return game.play, game.play.investigator("joe_diamond")


@pytest.mark.rule("WORLD-4", "WORLD-10")
def test_world_10_the_gate_of_departure_is_named_first() -> None:
    play, joe = traveler("abyss/1", departed_gate="woods")
    assert home_gates(play, joe) == ["woods", "graveyard"]
    joe.departed_gate = "graveyard"
    assert home_gates(play, joe) == ["graveyard", "woods"]
    play.state.gates["woods"] = Gate("abyss", face_up=False)
    assert home_gates(play, joe) == ["graveyard"]


@pytest.mark.rule("ITEM-KEY-5", "WORLD-2")
def test_item_key_5_who_comes_home_by_the_key_has_departed_by_no_gate() -> None:
    play, joe = traveler(
        "earths_dreamlands/1", departed_gate="woods", items=["silver_key"], key_mark="library"
    )
    driven(arrive_home(play, joe, "return", "WORLD-2"))
    assert (joe.place, joe.departed_gate, joe.found_gate) == ("library", None, None)


@pytest.mark.rule("WORLD-8", "WORLD-11")
def test_world_11_a_visit_ends_once() -> None:
    play, joe = traveler("rlyeh/2", departed_gate="woods")
    joe.visit = Visit("rlyeh", "abyss/1")
    end_visit(play, joe)
    assert (joe.place, joe.departed_gate) == ("abyss/1", "woods")
    joe.place = "abyss/2"
    end_visit(play, joe)
    assert joe.place == "abyss/2"
