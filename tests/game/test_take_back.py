"""Taking back: free while nothing was shown, by vote later, with dice that go on."""

from __future__ import annotations

import random

import pytest

from arkham_bbs.game import AnswerRefused, Game, Setup
from arkham_bbs.game.events import TakenBack
from arkham_bbs.game.simulate import pick_answer

SETUP = Setup(seats=("Ann", "Bob"))


def started() -> Game:
    game = Game.new(SETUP, bytes(range(16)))
    while game.decision is not None and game.decision.kind != "move":
        game.decide(game.decision.options[0].key)
    return game


def test_an_answer_without_dice_is_taken_back_freely() -> None:
    game = Game.new(SETUP, bytes(16))
    before = game.view(None)
    number = game.seq
    game.decide("pick:joe_diamond")
    assert game.take_back_point(0) == (number, True)
    events = game.interject(0, f"takeback:{number}")
    assert events == (TakenBack(seat=0, to=number, voted=False),)
    assert game.view(None).investigators == before.investigators
    assert game.decision is not None
    assert game.decision.offers("pick:joe_diamond")


def test_after_a_roll_a_vote_is_needed_and_the_dice_go_on() -> None:
    game = started()
    seat = game.decision.seat if game.decision else 0
    number = game.seq
    game.decide("stay")
    used = game.play.dice.used
    assert game.take_back_point(seat) in ((number, False), None) or game.seq > number + 1
    with pytest.raises(AnswerRefused):
        game.interject(seat, f"takeback:{number}")
    game.interject(seat, f"takeback:{number}:voted")
    assert game.play.dice.used == used
    assert game.decision is not None
    assert game.decision.kind == "move"


def test_a_game_with_take_backs_restores_the_same() -> None:
    rng = random.Random(5)
    game = started()
    for _ in range(60):
        if game.decision is None:
            break
        seat = rng.randrange(2)
        point = game.take_back_point(seat)
        if point is not None and rng.random() < 0.3:
            game.interject(seat, f"takeback:{point[0]}:voted")
        else:
            game.decide(pick_answer(rng, game.decision))
        assert Game.restore(game.snapshot()).fingerprint() == game.fingerprint()
        resumed = Game.resume(game.checkpoint, game.answers)
        assert resumed.fingerprint() == game.fingerprint()
