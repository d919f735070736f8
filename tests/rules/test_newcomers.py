"""Extras, the word that begins the game, and those who come in for the lost."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.setup import enter, extras_step, replace_step, take_extras
from tests.rules.arena import driven, reached


def table(people: int = 2, players: int = 2, **fields: Any) -> Game:
    names = ("joe_diamond", "jenny_barnes", "vincent_lee", "mandy_thompson")[:people]
    game = reached(
        players=players,
        options={"switches": ["HOUSE-1"]},
        investigators={name: {"place": "s26"} for name in names},
        **fields,
    )
    game.play.asks_all = False
    return game


@pytest.mark.rule("SETUP-13", "SETUP-15")
@pytest.mark.parametrize("players", [2, 4])
def test_setup_15_everybody_says_when_to_begin_and_the_first_player_leads(players: int) -> None:
    seats = tuple(f"Player {number}" for number in range(players))
    game = Game.new(Setup(seats=seats, options=Options()), bytes(32))
    waited = []
    while game.decision is not None and game.play.state.turn == 0:
        if game.decision.kind == "begin":
            waited.append(game.decision.seat)
        game.decide(game.decision.default or game.decision.options[0].key)
    assert waited == list(range(players))
    play = game.play
    assert play.state.lead == play.turn_order()[0]
    assert play.investigator(str(play.state.lead)).seat == play.state.first_seat


@pytest.mark.rule("HOUSE-1")
def test_house_1_the_extras_are_asked_for_when_no_skill_is_left() -> None:
    play = table(decks={"spells": ["heal"], "items": ["knife"]}).play
    play.state.decks.skills[:] = []
    joe = play.investigator("joe_diamond")
    assert driven(take_extras(play, joe), "spell+item") == (["extras"], 0)
    assert [card.id for card in (*joe.spells, *joe.items)] == ["heal", "knife"]


@pytest.mark.rule("HOUSE-1", "ITEM-AUCTION-7", "ITEM-AUCTION-9")
def test_house_1_an_auction_among_the_extras_is_counted() -> None:
    play = table(decks={"spells": ["heal"], "items": ["auction"]}).play
    play.state.decks.skills[:] = []
    joe = play.investigator("joe_diamond")
    assert driven(take_extras(play, joe), "spell+item") == (["extras"], 1)
    assert joe.items == []


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize(
    ("players", "asked"), [(3, ["extras"] * 3 + ["begin"] * 3), (4, ["begin"] * 4)]
)
def test_house_1_is_for_three_players_at_most(players: int, asked: list[str]) -> None:
    play = table(players, players).play
    play.state.decks.skills[:] = []
    for deck in (play.state.decks.items, play.state.decks.spells):
        deck[:] = ["knife" if deck is play.state.decks.items else "heal"] * players
    answers = ["spell+item" if kind == "extras" else "begin" for kind in asked]
    assert driven(extras_step(play), *answers) == (asked, "turn_start")


@pytest.mark.rule("LOST-8", "LOST-9")
def test_lost_8_a_seat_is_filled_once() -> None:
    play = table(
        decks={"items": ["knife", "rifle", "dynamite"], "spells": ["heal", "flesh_ward"]}
    ).play
    play.switches = frozenset()
    play.state.replacements = [1]
    play.state.decks.skills[:] = ["skill_fight"]
    driven(replace_step(play), "pick:carolyn_fern", "split:5:5")
    assert play.state.replacements == []
    assert play.investigator("carolyn_fern").seat == 1


@pytest.mark.rule("OPEN-12", "LOST-8")
def test_open_12_one_who_comes_back_comes_last() -> None:
    play = table(3, 3).play
    play.state.pool = ["joe_diamond"]
    enter(play, 2, "joe_diamond")
    assert list(play.state.investigators) == ["jenny_barnes", "vincent_lee", "joe_diamond"]
    assert play.investigator("joe_diamond").place == "train_station"
