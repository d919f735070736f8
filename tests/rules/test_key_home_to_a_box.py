"""The Silver Key brings home from the Dreamlands to a mark that lies in another world's box."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game, Options
from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.setup import full_decks
from arkham_bbs.game.state import Card, Gate, Investigator, State


@pytest.mark.rule("ITEM-KEY-5", "OPEN-34")
def test_item_key_5_a_mark_in_a_box_is_rolled_in_and_not_walked_from() -> None:
    decks = full_decks()
    decks.items.remove("silver_key")
    decks.gates.remove("yuggoth")
    who = Investigator(
        id="joe_diamond",
        seat=0,
        place="earths_dreamlands/1",
        items=[Card("silver_key")],
        key_mark="rlyeh/1",
    )
    state = State(
        rules_version="1",
        seats=("Ann",),
        players=1,
        turn=3,
        step="other_world",
        active="joe_diamond",
        investigators={"joe_diamond": who},
        gates={"lighthouse": Gate("yuggoth")},
        decks=decks,
    )
    game = Game.at(
        state, Options(), ScriptedDice([3]), stop=lambda play: play.state.step == "aftermath"
    )
    while game.decision is not None and game.decision.kind == "use":
        game.decide("go_on")
    assert who.place == "rlyeh/1"
    assert who.sanity == 3  # R'lyeh's third result costs 2 sanity (facts/worlds.yaml)
    assert not who.held
