"""The autopilot: legal at every decision of many games, the same every time, and cautious."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.options import Options
from arkham_bbs.players import cautious_answer


def new_game(players: int, seed: int, options: Options | None = None) -> Game:
    names = tuple(f"P{n}" for n in range(players))
    return Game.new(Setup(names, options or Options()), seed.to_bytes(32, "big"))


@pytest.mark.parametrize("players", [1, 2, 4, 8])
def test_its_answer_is_on_offer_at_every_decision_random_play_reaches(players: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(6):
        game = new_game(players, seed)
        dice = random.Random(seed)
        while (decision := game.decision) is not None:
            key = cautious_answer(game.view(decision.seat), decision)
            assert decision.offers(key), (decision.kind, key)
            kinds[decision.kind] += 1
            options = decision.options
            game.decide(options[dice.randrange(min(len(options), 200))].key, seat=decision.seat)
    assert len(kinds) >= 12


@pytest.mark.parametrize("seed", range(5))
def test_it_plays_whole_games_and_always_the_same_way(seed: int) -> None:
    def answers() -> list[str]:
        game = new_game(3, seed)
        given = []
        while (decision := game.decision) is not None and len(given) < 5000:
            given.append(cautious_answer(game.view(decision.seat), decision))
            game.decide(given[-1], seat=decision.seat)
        assert game.result is not None
        return given

    assert answers() == answers()


def test_it_never_enters_a_gate_nor_spends_of_its_own_will() -> None:
    risky = Counter[str]()
    for seed in range(8):
        game = new_game(2, seed)
        while (decision := game.decision) is not None:
            key = cautious_answer(game.view(decision.seat), decision)
            if decision.kind in ("buy", "buy_unsold", "sell", "bid", "gate", "fast_talk"):
                risky[key] += 1
            game.decide(key, seat=decision.seat)
    assert not {"enter", "yes", "try"} & set(risky), risky


def test_an_unknown_kind_gets_the_default_else_something_harmless_else_the_first() -> None:
    view = new_game(1, 1).view(0)

    def decision(*keys: str, default: str | None = None) -> Decision:
        return Decision(
            number=0,
            kind="something-new",
            seat=0,
            investigator="joe_diamond",
            options=tuple(Option(k) for k in keys),
            default=default,
        )

    assert cautious_answer(view, decision("a", "b", default="b")) == "b"
    assert cautious_answer(view, decision("a", "pass", "no")) == "no"
    assert cautious_answer(view, decision("a", "b")) == "a"
