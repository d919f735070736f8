"""Trades by words when one caller runs several investigators. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.game.game import Game
from arkham_bbs.session.trading import answer_phrase, no_trade_sentence, read_trade
from tests.game.positions import person, position, stored_at


def at_the_station(*, asked: str = "vincent_lee") -> Game:
    """Bob runs Joe and Vincent, Ann runs Gloria; all three stand in one place."""
    people = [
        person("gloria_goldberg", "train_station", seat=0, items=["knife"], money=4),
        person("joe_diamond", "train_station", seat=1, items=["shotgun"], money=5),
        person("vincent_lee", "train_station", seat=1, items=["silver_bullet"], money=1),
    ]
    return stored_at(position(people, step="movement", active=asked, to_act=(0,)))


@pytest.mark.parametrize(
    ("asked", "words", "offerer", "give"),
    [
        ("vincent_lee", "gloria give silver bullet for $2", "vincent_lee", "items.silver_bullet"),
        ("joe_diamond", "gloria give silver bullet for $2", "vincent_lee", "items.silver_bullet"),
        ("vincent_lee", "gloria give shotgun for $2", "joe_diamond", "items.shotgun"),
        ("vincent_lee", "gloria give $1", "vincent_lee", "cash-1"),
        ("joe_diamond", "gloria give $1", "joe_diamond", "cash-1"),
        ("vincent_lee", "joe to gloria give $1", "joe_diamond", "cash-1"),
        ("joe_diamond", "vincent to gloria give $1", "vincent_lee", "cash-1"),
        ("", "gloria give silver bullet", "vincent_lee", "items.silver_bullet"),
    ],
)
def test_the_one_who_is_asked_trades_or_the_one_who_has_the_card(
    asked: str, words: str, offerer: str, give: str
) -> None:
    game = at_the_station()
    trade = read_trade(words, game.view(1), game.interjections(1), asked=asked)
    assert trade.problem == ""
    assert (trade.offerer, trade.give) == (offerer, (give,))
    game.check_interjection(1, trade.key)


def test_what_nobody_has_is_told_of_the_one_who_is_asked() -> None:
    game = at_the_station()
    view, options = game.view(1), game.interjections(1)
    trade = read_trade("gloria give elephant", view, options, asked="vincent_lee")
    assert trade.problem.startswith('Vincent Lee has no "elephant"')
    trade = read_trade("gloria give $2", view, options, asked="vincent_lee")
    assert trade.problem == "Vincent Lee has $1, not $2."


def test_an_offer_says_how_each_side_can_answer_it() -> None:
    game = at_the_station()
    view, options = game.view(1), game.interjections(1)
    game.interject(1, read_trade("gloria give silver bullet", view, options).key)
    offer = game.view(0).offers[0]
    assert answer_phrase(offer, game.view(0)) == "Type accept 1 or decline 1."
    assert answer_phrase(offer, game.view(1)) == "Type withdraw 1."
    assert answer_phrase(offer, game.view(None)) == ""


@pytest.mark.parametrize(
    ("gloria", "vincent", "said"),
    [("s1", "s26", "Nobody is in your place"), ("s1", "hospital", "Trades wait while")],
)
def test_why_there_is_no_trade_now(gloria: str, vincent: str, said: str) -> None:
    people = [
        person("gloria_goldberg", gloria, seat=0),
        person("joe_diamond", "hospital", seat=1),
        person("vincent_lee", vincent, seat=1),
    ]
    game = stored_at(position(people, step="movement", active="joe_diamond", to_act=(0,)))
    assert no_trade_sentence(game.view(1)).startswith(said)
