"""Bargains, prices, and what can be had only once."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.economy import agree, buy_automobile, buy_card, hire
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Investigator
from tests.rules.arena import driven, reached


def shop(**fields: Any) -> tuple[Play, Investigator]:
    game = reached(
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": "s26", **fields}},
        decks={"items": ["knife", "rifle"]},
    )
    game.play.asks_all = False
    return game.play, game.play.investigator("joe_diamond")


@pytest.mark.rule("ENC-6", "ENC-8")
@pytest.mark.parametrize(
    ("money", "price", "asked"),
    [
        (0, 0, ["buy"]),
        (5, 0, ["buy"]),
        (3, 5, []),
        (4, 5, ["fast_talk"]),
        (5, 5, ["fast_talk", "buy"]),
        (0, 1, ["fast_talk"]),
    ],
)
def test_enc_6_one_bargains_when_a_dollar_less_could_be_paid(
    money: int, price: int, asked: list[str]
) -> None:
    play, joe = shop(money=money)
    answers = ["no"] * len(asked)
    assert driven(agree(play, joe, "food", price), *answers) == (asked, False)
    assert joe.money == money


@pytest.mark.rule("ENC-6", "ENC-7", "OPT-6")
@pytest.mark.parametrize(("die", "price"), [(4, 4), (5, 6)])
def test_enc_7_fast_talk_makes_a_dollar_of_difference(die: int, price: int) -> None:
    play, joe = shop(money=10)
    play.dice = ScriptedDice([die])
    assert driven(agree(play, joe, "food", 5), "try", "yes") == (["fast_talk", "buy"], True)
    assert joe.money == 10 - price


@pytest.mark.rule("LOC-HIRE-1")
def test_loc_hire_1_who_is_hired_can_be_hired_by_nobody_else() -> None:
    play, joe = shop(money=13)
    driven(hire(play, joe, "eric_colt", 5), "no", "yes")
    assert (joe.allies, joe.money) == (["eric_colt"], 8)
    assert "eric_colt" not in play.state.decks.allies
    carolyn = play.investigator("carolyn_fern")
    assert driven(hire(play, carolyn, "eric_colt", 5)) == ([], None)
    assert (carolyn.allies, carolyn.money) == ([], 13)


@pytest.mark.rule("MOVE-22", "ENC-9")
def test_move_22_there_is_one_automobile() -> None:
    play, joe = shop(money=30)
    driven(buy_automobile(play, joe, 30), "no", "yes")
    assert (joe.automobile, joe.money) == (True, 0)
    carolyn = play.investigator("carolyn_fern")
    carolyn.money = 30
    assert driven(buy_automobile(play, carolyn, 30)) == ([], None)
    assert (carolyn.automobile, carolyn.money) == (False, 30)


@pytest.mark.rule("ENC-8", "OPEN-33", "OPEN-11")
@pytest.mark.parametrize(
    ("top", "price", "answers", "bought", "items"),
    [
        ("knife", 2, ("no", "yes"), True, ["knife"]),
        ("knife", 2, ("no", "no"), False, []),
        ("knife", "list", ("no", "yes"), True, ["knife"]),
        ("knife", "list", ("no", "no"), False, []),
        ("auction", "list", ("pass", "pass", "no", "pass", "pass", "no"), True, []),
    ],
)
def test_open_33_a_sale_says_whether_anything_was_bought(
    top: str, price: int | str, answers: tuple[str, ...], bought: bool, items: list[str]
) -> None:
    play, joe = shop(money=13)
    play.state.decks.items[:] = [top, "rifle", "dynamite"]
    assert driven(buy_card(play, joe, "items", price), *answers)[1] is bought
    assert [card.id for card in joe.items] == items


@pytest.mark.rule("DECK-1")
def test_deck_1_with_no_card_left_nothing_is_bought() -> None:
    play, joe = shop(money=13)
    play.state.decks.items[:] = []
    play.state.decks.items_discard[:] = []
    assert driven(buy_card(play, joe, "items", "list")) == ([], False)
