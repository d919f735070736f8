"""Defeat where no scenario file looks: the lead through a turn, newcomers, views and words."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.events import Defeated, DoomMoved, KnockedOut, LeadPassed, Moved
from arkham_bbs.game.narration import option_label, question, sentence
from arkham_bbs.game.policies.defeat_2013 import resting_places
from tests.modules.positions import position

MODULES = ("defeat_2013",)
FULL = {"strength_max": 5, "sanity_max": 5}


def new(seats: int, seed: bytes = b"defeat" * 3) -> Game:
    """Return a game of the module in its first turn."""
    names = tuple(f"Player {number}" for number in range(seats))
    game = Game.new(Setup(seats=names, options=Options(modules=MODULES)), seed)
    while game.play.state.turn == 0:
        assert game.decision is not None
        game.decide(game.decision.options[0].key)
    return game


@pytest.mark.rule("D13-2")
def test_d13_2_current_values_begin_at_the_maxima() -> None:
    for who in new(2).play.active():
        assert who.strength == who.strength_max
        assert who.sanity == who.sanity_max
        assert who.strength_max + who.sanity_max == 10


@pytest.mark.rule("D13-3", "D13-4", "D13-5", "D13-7")
def test_d13_3_things_happen_in_their_order() -> None:
    game = position(
        MODULES,
        dice=(4,),
        investigators={
            "joe_diamond": {"place": "graveyard", "strength": 1, **FULL},
            "jenny_barnes": {"place": "s1", **FULL},
            "gloria_goldberg": {"place": "s1", **FULL},
        },
    )
    events = [*game.take_events(), *game.decide("lead:jenny_barnes")]
    kinds = [
        type(event)
        for event in events
        if isinstance(event, KnockedOut | DoomMoved | Moved | Defeated | LeadPassed)
    ]
    assert kinds == [KnockedOut, DoomMoved, Moved, Defeated, LeadPassed]
    assert [sentence(event, ("Ann", "Bob")) for event in events]


@pytest.mark.rule("D13-7")
def test_d13_7_the_first_player_s_investigator_leads_at_first() -> None:
    for seed in range(4):
        game = new(4, bytes([seed]) * 16)
        lead = game.view(None).lead
        assert lead is not None
        assert game.play.investigator(lead).seat == game.play.state.first_seat


@pytest.mark.rule("D13-7")
def test_d13_7_the_lead_goes_first_each_turn() -> None:
    game = new(2)
    play = game.play
    lead = play.investigator(play.zero.lead(play) or "")
    mine = [who.id for who in play.active() if who.seat == lead.seat]
    assert len(mine) == 2
    assert play.zero.may_begin(play, list(reversed(mine))) == [lead.id]
    assert play.zero.may_begin(play, [name for name in mine if name != lead.id]) != [lead.id]
    assert play.turn_order()[0] == lead.id
    assert play.state.active == lead.id


@pytest.mark.rule("D13-7")
def test_d13_7_a_new_lead_s_player_goes_first_from_the_next_turn_on() -> None:
    game = position(
        MODULES,
        dice=(4,),
        players=3,
        investigators={
            "joe_diamond": {"place": "graveyard", "strength": 1, **FULL},
            "jenny_barnes": {"place": "s1", **FULL},
            "gloria_goldberg": {"place": "s1", **FULL},
        },
    )
    game.decide("lead:gloria_goldberg")
    assert game.play.turn_order() == ["gloria_goldberg", "jenny_barnes"]
    assert game.view(None).lead == "gloria_goldberg"


@pytest.mark.rule("D13-7")
def test_d13_7_nobody_leads_without_the_module() -> None:
    game = position((), phase="movement", dice=(1, 1))
    assert game.view(None).lead is None


def fallen(place: str = "graveyard", seats: int = 2) -> dict[str, Any]:
    return {
        "joe_diamond": {
            "place": place,
            "status": "defeated",
            "token": "strength",
            "charity": [],
            **FULL,
        },
        "jenny_barnes": {
            "place": place,
            "status": "defeated",
            "token": "sanity",
            "charity": [],
            **FULL,
        },
    }


@pytest.mark.rule("D13-7", "D13-8")
def test_d13_8_when_all_have_fallen_the_first_newcomer_leads() -> None:
    game = position(
        MODULES,
        active=None,
        phase="monsters_attack",
        stop="turn_end",
        players=2,
        investigators=fallen(),
        replacements=[1, 0],
        pool=["harvey_walters", "carolyn_fern", "mandy_thompson"],
        lead="joe_diamond",
        decks={
            "items": ["knife", "rifle", "shotgun", "derringer_18", "dynamite", "lamp_of_alhazred"],
            "spells": ["heal", "flesh_ward"],
            "skills": ["skill_sneak", "skill_fight"],
        },
    )
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("choose_investigator", 1)
    game.decide("pick:carolyn_fern")
    game.decide("split:5:5")
    game.decide("pick:harvey_walters")
    game.decide("split:5:5")
    assert game.decision is None
    assert game.view(None).lead == "carolyn_fern"
    assert game.play.state.first_seat == 1
    assert {who.id: who.seat for who in game.play.active()} == {
        "carolyn_fern": 1,
        "harvey_walters": 0,
    }


@pytest.mark.rule("D13-5")
@pytest.mark.parametrize(
    ("sheet", "gates", "places"),
    [
        ({"place": "woods"}, {}, ["woods"]),
        ({"place": "s22"}, {}, ["woods"]),
        ({"place": "s28"}, {}, ["graveyard", "woods"]),
        ({"place": "abyss/1", "departed_gate": "woods"}, {"woods": "abyss"}, ["woods"]),
        (
            {"place": "abyss/1", "departed_gate": "woods"},
            {"graveyard": "abyss", "woods": "abyss"},
            ["woods"],
        ),
        (
            {"place": "abyss/1", "departed_gate": "black_cave"},
            {"graveyard": "abyss", "woods": "abyss"},
            ["graveyard", "woods"],
        ),
        ({"place": "abyss/2", "visit": {"world": "abyss", "home": "library"}}, {}, ["library"]),
        (
            {
                "place": "rlyeh/2",
                "departed_gate": "woods",
                "visit": {"world": "rlyeh", "home": "abyss/1"},
            },
            {"woods": "abyss", "graveyard": "rlyeh"},
            ["woods"],
        ),
        (
            {"place": "earths_dreamlands/2", "items": ["silver_key"], "key_mark": "s26"},
            {},
            ["woods"],
        ),
        (
            {"place": "earths_dreamlands/2", "items": ["silver_key"], "key_mark": "rlyeh/1"},
            {},
            ["train_station"],
        ),
    ],
)
def test_d13_5_where_the_marker_may_lie(
    sheet: dict[str, Any], gates: dict[str, str], places: list[str]
) -> None:
    game = position(
        MODULES,
        active="jenny_barnes",
        phase="movement",
        dice=(1, 1),
        investigators={"joe_diamond": sheet | FULL, "jenny_barnes": {"place": "s1", **FULL}},
        gates=[{"place": place, "world": world, "face_up": True} for place, world in gates.items()]
        + [{"place": "lighthouse", "world": "yuggoth", "face_up": False}],
    )
    assert resting_places(game.play, game.play.investigator("joe_diamond")) == places


@pytest.mark.rule("D13-9", "D13-5")
def test_d13_9_the_sheet_of_the_fallen_shows_token_and_place() -> None:
    game = position(
        MODULES,
        dice=(),
        investigators={
            "joe_diamond": {"place": "woods", **FULL},
            "gloria_goldberg": {
                "place": "woods",
                "status": "defeated",
                "token": "sanity",
                "charity": [],
                **FULL,
            },
        },
    )
    sheet = game.view(None).investigator("gloria_goldberg")
    assert (sheet.status, sheet.token, sheet.place) == ("defeated", "sanity", "woods")
    decision = game.decision
    assert decision is not None
    assert decision.kind == "encounter"
    assert decision.default == "go_on"
    assert "in the Woods" in question(decision, game.view(0))
    assert option_label(decision, decision.options[0]) == "Go to Gloria Goldberg"


@pytest.mark.rule("D13-6")
def test_d13_6_a_trade_with_the_fallen_lapses_and_nobody_trades_with_them() -> None:
    game = position(
        MODULES,
        dice=(4,),
        players=2,
        investigators={
            "joe_diamond": {"place": "graveyard", "strength": 1, "items": ["knife"], **FULL},
            "jenny_barnes": {"place": "graveyard", **FULL},
            "gloria_goldberg": {"place": "graveyard", **FULL},
        },
        offers=[{"of": "joe_diamond", "with": "jenny_barnes", "give": ["items.knife"], "take": []}],
    )
    assert game.decision is not None
    game.decide("lead:jenny_barnes")
    assert game.play.state.offers == []
    everything = [option.key for seat in (0, 1) for option in game.interjections(seat)]
    assert not [key for key in everything if "joe_diamond" in key]


@pytest.mark.rule("D13-13")
def test_d13_13_the_token_is_named_for_what_it_means() -> None:
    game = position(
        MODULES,
        dice=(5,),
        investigators={
            "joe_diamond": {"place": "historical_society", "sanity": 1, "strength": 0, **FULL},
            "jenny_barnes": {"place": "s1", **FULL},
        },
    )
    decision = game.decision
    assert decision is not None
    labels = [option_label(decision, option) for option in decision.options]
    assert labels == ["Strength: crippled", "Sanity: insane"]


@pytest.mark.rule("D13-12", "D13-16")
def test_d13_12_the_devoured_have_no_turn_any_more() -> None:
    game = position(
        MODULES,
        dice=(1, 2),
        stop="next",
        investigators={
            "joe_diamond": {"place": "woods", "found_gate": "woods", "items": ["dynamite"], **FULL},
            "jenny_barnes": {"place": "abyss/1", "departed_gate": "woods", **FULL},
        },
        gates=[
            {"place": "woods", "world": "abyss", "face_up": True},
            {"place": "lighthouse", "world": "yuggoth", "face_up": False},
        ],
    )
    assert game.play.state.waiting == ["jenny_barnes"]
    game.decide("attack")
    game.decide("dynamite")
    assert game.play.investigator("jenny_barnes").status == "out"
    assert game.play.state.waiting == []
    assert game.play.state.replacements == [0]
