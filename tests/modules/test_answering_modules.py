"""Answers to the modules' questions: typed by callers, chosen by the stand-in."""

from __future__ import annotations

from itertools import combinations

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.narration import piece
from arkham_bbs.game.options import MODULES
from arkham_bbs.players import cautious_answer
from arkham_bbs.session.answering import read_answer
from arkham_bbs.session.asked import lay_out
from tests.modules.positions import position


def insane(*items: str) -> Game:
    """Return a game in which Joe must give up half of some items."""
    return position(
        ("conditions_2005",),
        dice=(5,),
        investigators={
            "joe_diamond": {
                "place": "historical_society",
                "sanity": 1,
                "items": list(items),
                "strength_max": 5,
                "sanity_max": 5,
            }
        },
    )


@pytest.mark.rule("C05-2")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("shotgun, shotgun", "shotgun+shotgun"),
        ("2 2", "shotgun+shotgun"),
        ("knife and shotgun", "knife+shotgun"),
        ("shotgun", None),
        ("all", None),
    ],
)
def test_c05_2_a_card_held_twice_is_named_twice(text: str, key: str | None) -> None:
    game = insane("knife", "shotgun", "shotgun", "rifle")
    decision = game.decision
    assert decision is not None
    view = game.view(0)
    labels = {part: piece(part, decision, view) for part in decision.parts}
    assert labels["shotgun"] == "Shotgun (2 held)"
    reading = read_answer(lay_out(decision, labels), text)
    assert reading.key == key
    if key is not None:
        assert decision.offers(key)
    else:
        assert "2" in reading.problem


@pytest.mark.rule("C05-2")
def test_c05_2_the_stand_in_gives_up_what_is_worth_least() -> None:
    game = insane("submachine_gun", "knife", "ruby_of_rlyeh", "taxi_whistle")
    decision = game.decision
    assert decision is not None
    key = cautious_answer(game.view(0), decision)
    assert sorted(key.split("+")) == ["knife", "taxi_whistle"]


@pytest.mark.parametrize(
    "modules",
    [mods for size in range(1, 4) for mods in combinations(MODULES, size)],
    ids=lambda mods: "+".join(mods),
)
def test_the_stand_in_plays_whole_games_of_every_module(modules: tuple[str, ...]) -> None:
    for seed in range(3):
        setup = Setup(seats=("Ann", "Bob", "Cy"), options=Options(modules=modules))
        game = Game.new(setup, bytes([seed]) * 16)
        for _ in range(5000):
            decision = game.decision
            if decision is None:
                break
            key = cautious_answer(game.view(decision.seat), decision)
            assert decision.offers(key), (decision.kind, key)
            game.decide(key)
        assert game.result is not None
