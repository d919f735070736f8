"""The moments of meeting monsters that no position of a whole game shows by itself."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.meeting import _aim_keys, face, may_sneak, meet_here, sneak
from arkham_bbs.game.play import CarriedOff, Play
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.spells import MISTS
from arkham_bbs.game.state import Investigator, Monster
from tests.rules.arena import driven, reached


def met(place: str = "s26", monster: str = "maniac_1", **fields: Any) -> tuple[Play, Investigator]:
    """Joe somewhere; a monster is put beside him when the turn of Carolyn, elsewhere, is over."""
    game = reached(
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": place, **fields}},
        gates=[{"place": "woods", "world": "abyss", "face_up": True}],
        decks={"monsters": [monster]},
    )
    play = game.play
    play.asks_all = False
    play.state.decks.monsters.remove(monster)
    play.state.monsters.append(Monster(monster, place))
    play.state.active = "joe_diamond"
    return play, play.investigator("joe_diamond")


@pytest.mark.rule("SNEAK-3", "MATTACK-5")
def test_sneak_3_in_the_mythos_phase_a_round_comes_before_a_sneak() -> None:
    play, joe = met()
    here = play.monsters_at("s26")
    assert may_sneak(play, joe, here, Encounter())
    play.state.active = None
    assert not may_sneak(play, joe, here, Encounter())
    assert may_sneak(play, joe, here, Encounter(fought=True))


@pytest.mark.rule("MEET-1", "HOUND-2")
def test_meet_1_the_one_who_can_only_fight_is_asked_all_the_same() -> None:
    play, joe = met("library", "hound_of_tindalos_1")
    question = next(face(play, joe, Encounter()))
    assert question.kind == "meet"
    assert [option.key for option in question.options()] == ["fight"]


@pytest.mark.rule("SNEAK-12", "ENC-15")
def test_enc_15_a_sneak_to_the_street_leaves_the_encounter() -> None:
    play, joe = met()
    play.dice = ScriptedDice([3])
    with pytest.raises(CarriedOff):
        driven(meet_here(play, joe), "sneak", "place:s28", "keep")
    assert joe.place == "s28"


@pytest.mark.rule("SNEAK-9", "SNEAK-2")
def test_sneak_9_the_monster_of_a_box_goes_back_to_the_pile_at_once() -> None:
    play, joe = met("abyss/2", departed_gate="woods")
    play.dice = ScriptedDice([3, 1, 1])
    here = play.monsters_at("abyss/2")
    assert driven(sneak(play, joe, here, Encounter())) == ([], "away")
    assert play.state.monsters == []
    assert "maniac_1" in play.state.decks.monsters
    assert joe.place == "abyss/2"


@pytest.mark.rule("OPEN-4", "SNEAK-15")
@pytest.mark.parametrize(
    ("place", "mists", "offered"),
    [("s26", False, True), ("s26", True, False), ("s45", False, True)],
)
def test_open_4_mists_are_offered_with_the_aim_while_they_help(
    place: str, mists: bool, offered: bool
) -> None:
    play, joe = met(place, spells=[MISTS], mists=mists)
    assert (f"cast:{MISTS}" in _aim_keys(play, joe)) is offered


@pytest.mark.rule("SNEAK-15", "SNEAK-2")
def test_sneak_15_a_single_aim_is_not_asked_for() -> None:
    play, joe = met("abyss/2", departed_gate="woods", spells=[MISTS])
    assert _aim_keys(play, joe) == ["box"]
