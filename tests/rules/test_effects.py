"""Effects of the tables seen from inside: cards on their way, counters laid, events that end."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game import Game
from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.effects import Scene, run_effects
from arkham_bbs.game.encounter import encounter_here
from arkham_bbs.game.events import GateAttackWon, MonsterAppeared
from arkham_bbs.game.play import CarriedOff
from tests.rules.arena import driven, reached


def visitor(place: str, options: dict[str, Any] | None = None, **fields: Any) -> Game:
    """Joe somewhere, when the turn of Carolyn, elsewhere, is over."""
    game = reached(
        active="carolyn_fern",
        options=options or {},
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": place, **fields}},
        gates=[{"place": "graveyard", "world": "yuggoth", "face_up": True}],
        decks={"monsters": ["maniac_1"], "gates": ["abyss"], "items": ["knife"]},
    )
    game.play.asks_all = False
    game.play.state.active = "joe_diamond"
    game.play.events.clear()
    return game


@pytest.mark.rule("LOC-RETAINER-1", "LOC-RETAINER-5")
def test_loc_retainer_5_each_retainer_taken_is_one_less_to_be_had() -> None:
    game = visitor("newspaper")
    play, joe = game.play, game.play.investigator("joe_diamond")
    driven(run_effects(play, joe, [{"retainer": True}], Scene("newspaper", 3)))
    assert (joe.retainer, play.state.decks.retainers) == (True, 3)


@pytest.mark.rule("OPT-1", "OPEN-36", "DECK-1")
def test_open_36_a_pistol_found_waits_in_sight_until_there_is_room_for_it() -> None:
    game = visitor("lighthouse", {"switches": ["OPT-1"]}, strength=1, items=["ruby_of_rlyeh"])
    play, joe = game.play, game.play.investigator("joe_diamond")
    play.state.decks.items[:] = ["rifle", "revolver_38", "holy_water", "dynamite"]
    shuffled: list[int] = []
    play.dice.below = lambda limit: shuffled.append(limit) or 0  # type: ignore[method-assign,func-returns-value]
    rule = run_effects(play, joe, [{"find_handgun": {"otherwise": []}}], Scene("lighthouse", 3))
    assert next(rule).kind == "drop"
    assert play.state.drawn == ["items:revolver_38"]
    assert shuffled == [3, 2]
    assert play.state.decks.items == ["holy_water", "dynamite", "rifle"]
    with pytest.raises(StopIteration):
        rule.send("item:ruby_of_rlyeh")
    assert [card.id for card in joe.items] == ["revolver_38"]
    assert play.state.drawn == []


@pytest.mark.rule("ENC-4", "ENC-10", "MATTACK-1")
@pytest.mark.parametrize(
    ("place", "effect"), [("woods", "monster_appears"), ("graveyard", "gate_and_monster")]
)
def test_enc_4_a_monster_that_is_met_at_once_comes_face_up(place: str, effect: str) -> None:
    game = visitor(place)
    play, joe = game.play, game.play.investigator("joe_diamond")
    assert next(run_effects(play, joe, [{effect: True}], Scene(place, 6))).kind == "meet"
    came = [event for event in play.events if isinstance(event, MonsterAppeared)]
    assert [(event.monster, event.face_up) for event in came] == [("maniac_1", True)]


@pytest.mark.rule("ENC-2", "ENC-15")
def test_enc_15_nothing_more_of_an_event_happens_to_one_carried_through_its_gate() -> None:
    game = visitor("woods")
    play, joe = game.play, game.play.investigator("joe_diamond")
    play.dice = ScriptedDice([6])
    effects: list[dict[str, Any]] = [{"gate_and_monster": True}, {"gain": {"money": 5}}]
    with pytest.raises(CarriedOff):
        driven(run_effects(play, joe, effects, Scene("woods", 6)), "keep")
    assert (joe.place, joe.money) == ("abyss/2", 13)


@pytest.mark.rule("GATTACK-13")
@pytest.mark.parametrize(("die", "won"), [(6, True), (1, False)])
def test_gattack_13_only_a_gate_that_is_gone_is_told_as_won(die: int, won: bool) -> None:
    game = visitor("graveyard", found_gate="graveyard")
    play, joe = game.play, game.play.investigator("joe_diamond")
    play.state.gates["graveyard"].world = "earths_dreamlands"
    play.dice = ScriptedDice([die])
    driven(encounter_here(play, joe), "attack")
    # GATTACK-1: once per turn, won or lost.
    assert play.state.notes.gate_attacked
    told = [event for event in play.events if isinstance(event, GateAttackWon)]
    assert [event.place for event in told] == (["graveyard"] if won else [])
    assert ("graveyard" in play.state.gates) is not won
