"""A game that nobody holds any more is gone at once, and waits for no search for garbage."""

from __future__ import annotations

import gc
import random
import weakref

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.simulate import pick_answer


def test_a_game_that_is_let_go_needs_no_search_for_garbage() -> None:
    gc.collect()
    gc.disable()
    try:
        rng = random.Random(1)
        game = Game.new(Setup(("Ann", "Bob"), Options()), bytes(16))
        while game.seq < 60 and game.decision is not None:
            game.decide(pick_answer(rng, game.decision))
        left = weakref.ref(game)
        del game
        assert left() is None
    finally:
        gc.enable()
