"""What is told when strength, sanity or money changes, and when nothing does."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game
from arkham_bbs.game.events import PoolChanged
from arkham_bbs.game.pools import gain, lose, pay
from arkham_bbs.game.state import Investigator
from tests.rules.arena import reached


def table(**fields: object) -> tuple[Game, Investigator]:
    game = reached(investigators={"joe_diamond": {"place": "s26", **fields}})
    game.play.events.clear()
    return game, game.play.investigator("joe_diamond")


def changes(game: Game) -> list[tuple[str, int, int, int | None]]:
    """Name (pool, change, now, wanted) of everything told."""
    told = [event for event in game.play.events if isinstance(event, PoolChanged)]
    return [(event.pool, event.change, event.now, event.wanted) for event in told]


@pytest.mark.rule("LOC-CARE-3")
def test_one_who_cannot_pay_in_full_pays_what_there_is_and_it_is_told() -> None:
    game, who = table(money=2)
    assert pay(game.play, who, 3, "treatment", "LOC-CARE-3") == 2
    assert pay(game.play, who, 3, "treatment", "LOC-CARE-3") == 0
    assert who.money == 0
    assert changes(game) == [("money", -2, 0, -3), ("money", 0, 0, -3)]


@pytest.mark.rule("ENC-8")
def test_a_price_of_nothing_is_no_payment() -> None:
    game, who = table(money=2)
    assert pay(game.play, who, 0, "purchase", "ENC-8") == 0
    assert changes(game) == []


@pytest.mark.rule("TURN-6")
def test_surplus_points_are_wasted_and_money_has_no_limit() -> None:
    game, who = table(strength=6)
    assert gain(game.play, who, "strength", 4, "heal", "TURN-6") == 1
    assert gain(game.play, who, "strength", 4, "heal", "TURN-6") == 0
    assert gain(game.play, who, "money", 40, "gift", "TURN-6") == 40
    assert (who.strength, who.money) == (7, 53)


@pytest.mark.rule("SANITY-5")
def test_a_loss_of_nothing_is_no_loss() -> None:
    game, who = table()
    assert list(lose(game.play, who, "sanity", 0, "monster:ghoul_1", "SANITY-5")) == []
    assert who.sanity == 5
    assert changes(game) == []
