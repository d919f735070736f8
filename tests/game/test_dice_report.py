"""Dice counted from events are exactly the dice the game rolled."""

from __future__ import annotations

import random

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.dice_report import DiceCount, count_dice, dice_report, verdict
from arkham_bbs.game.events import Event
from arkham_bbs.game.simulate import pick_answer

MODULES = [(), ("pool_checks",), ("conditions_2005",)]


@pytest.mark.parametrize("modules", MODULES)
def test_every_die_is_in_exactly_one_event(modules: tuple[str, ...]) -> None:
    game = Game.new(Setup(("A", "B"), Options(modules=modules)), b"dice of the whole game")
    rng = random.Random(5)
    told: list[Event] = list(game.take_events())
    for _ in range(1_500):
        if game.decision is None:
            break
        told += game.decide(pick_answer(rng, game.decision))
    assert count_dice(told).faces == game.dice_faces
    assert sum(game.dice_faces) > 60


def test_the_report_says_how_even_the_faces_are() -> None:
    even = DiceCount((100,) * 6)
    assert even.chi_square == 0
    assert even.mean == 3.5
    loaded = DiceCount((50, 50, 50, 50, 50, 350))
    assert loaded.chi_square > 15
    assert verdict(even) != verdict(loaded)
    assert verdict(DiceCount((1, 0, 0, 0, 0, 0))) != verdict(even)
    assert len(dice_report([])) == 1
