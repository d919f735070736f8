"""Which card of a hand is turned down by a casting, when it turns up, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.events import PoolChanged, SpellsTurnedUp
from arkham_bbs.game.play import Play
from arkham_bbs.game.spells import cast, give_aid, turn_up
from arkham_bbs.game.state import Investigator
from arkham_bbs.game.uses import mark_used
from tests.rules.arena import driven, reached


def caster(turn: int = 3, **fields: Any) -> tuple[Play, Investigator]:
    game = reached(
        turn=3,
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": "s26", **fields}},
        gates=[{"place": "woods", "world": "abyss", "face_up": True}],
    )
    game.play.state.turn = turn
    game.play.events.clear()
    return game.play, game.play.investigator("joe_diamond")


def lying(who: Investigator) -> list[tuple[str, int]]:
    return [(card.id, card.used) for card in who.spells]


@pytest.mark.rule("SPELL-7", "SPELL-2")
def test_spell_7_the_card_that_was_cast_is_turned_down_and_no_other() -> None:
    play, joe = caster(spells=["flesh_ward", "heal", "heal"])
    play.dice = ScriptedDice([6, 1])
    assert driven(cast(play, joe, "heal")) == ([], False)
    assert lying(joe) == [("flesh_ward", 0), ("heal", 3), ("heal", 0)]
    assert driven(cast(play, joe, "heal")) == ([], True)
    assert lying(joe) == [("flesh_ward", 0), ("heal", 3), ("heal", 3)]


@pytest.mark.rule("SPELL-9", "OPEN-24")
def test_open_24_the_item_that_was_used_is_noted_and_no_other() -> None:
    play, joe = caster(items=["brass_collar", "healing_stone"])
    mark_used(play, joe, "healing_stone")
    assert [(card.id, card.used) for card in joe.items] == [
        ("brass_collar", 0),
        ("healing_stone", 3),
    ]


@pytest.mark.rule("SPELL-7", "OPEN-24")
@pytest.mark.parametrize(("turn", "noted"), [(0, 1), (1, 1), (2, 2)])
def test_open_24_before_the_first_turn_counts_as_the_first(turn: int, noted: int) -> None:
    play, joe = caster(turn, spells=["heal"], items=["healing_stone"])
    play.dice = ScriptedDice([1])
    driven(cast(play, joe, "heal"))
    mark_used(play, joe, "healing_stone")
    assert (joe.spells[0].used, joe.items[0].used) == (noted, noted)


@pytest.mark.rule("SPELL-7", "OPEN-5")
def test_spell_7_what_turns_up_is_told_and_nothing_else() -> None:
    play, joe = caster(spells=["flesh_ward", "heal", "cloud_memory"])
    joe.spells[1].used, joe.spells[2].used = 2, 3
    turn_up(play, joe)
    turn_up(play, joe)
    told = [event.spells for event in play.events if isinstance(event, SpellsTurnedUp)]
    assert told == [("heal",)]
    assert lying(joe) == [("flesh_ward", 0), ("heal", 0), ("cloud_memory", 3)]


@pytest.mark.rule("SPELL-HEAL-1", "SPELL-CLOUD-1")
@pytest.mark.parametrize(
    ("spell", "pool", "rule"),
    [("heal", "strength", "SPELL-HEAL-1"), ("cloud_memory", "sanity", "SPELL-CLOUD-1")],
)
def test_spell_heal_1_aid_gives_two_points_by_its_own_rule(
    spell: str, pool: str, rule: str
) -> None:
    play, joe = caster(spells=[spell], strength=3, sanity=3)
    play.dice = ScriptedDice([1])
    driven(give_aid(play, joe, spell, joe))
    told = [event for event in play.events if isinstance(event, PoolChanged)]
    assert [(event.pool, event.change, event.rule) for event in told] == [(pool, 2, rule)]
