"""The ways home from other worlds: which gate comes first, and what is forgotten on arrival."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.play import MovedOn, Play
from arkham_bbs.game.state import Gate, Investigator, Visit
from arkham_bbs.game.worlds import arrive_home, end_visit, find_gate, go_through, home_gates
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


@pytest.mark.rule("ITEM-KEY-5", "OPEN-34", "WORLD-6")
@pytest.mark.parametrize(("mark", "held"), [("rlyeh/1", True), ("library", False)])
def test_open_34_a_mark_in_a_box_is_rolled_in_next(mark: str, held: bool) -> None:
    play, joe = traveler("earths_dreamlands/1", items=["silver_key"], key_mark=mark)
    driven(arrive_home(play, joe, "find-gate", "SPELL-FIND-1"))
    assert (joe.place, joe.held) == (mark, held)


@pytest.mark.rule("GATE-3", "WORLD-1")
def test_gate_3_a_new_journey_begins_with_a_clean_sheet() -> None:
    play, joe = traveler("woods")
    joe.held, joe.visit = True, Visit("rlyeh", "s26")
    play.dice = ScriptedDice([4, 1])
    driven(go_through(play, joe, "woods", "gate", "GATE-3"))
    assert (joe.place, joe.departed_gate, joe.held) == ("abyss/2", "woods", False)
    assert joe.visit is None


@pytest.mark.rule("ITEM-KEY-4", "ENC-15")
def test_item_key_4_who_leaves_a_box_by_the_key_has_an_encounter_at_the_mark() -> None:
    play, joe = traveler("woods", items=["silver_key"], key_mark="library")
    play.state.gates["woods"] = Gate("earths_dreamlands", face_up=True)
    play.state.active = "joe_diamond"
    play.state.decks.monsters[:] = ["maniac_1"]
    play.dice = ScriptedDice([3])
    with pytest.raises(MovedOn):
        driven(go_through(play, joe, "woods", "gate", "GATE-3"), "key:library")
    assert (joe.place, play.state.decks.monsters) == ("library", ["maniac_1"])


@pytest.mark.rule("SPELL-FIND-1", "SPELL-6")
def test_spell_find_1_a_failed_casting_leads_nowhere() -> None:
    play, joe = traveler("abyss/1", departed_gate="woods", spells=["find_gate"])
    play.dice = ScriptedDice([6])
    assert driven(find_gate(play, joe, in_combat=True)) == ([], False)
    assert joe.place == "abyss/1"
