"""Offers between investigators: made, taken, turned down, withdrawn, and gone when they lapse."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game
from arkham_bbs.game.decisions import AnswerRefused
from tests.rules.arena import reached


def table(players: int = 2) -> Game:
    """Two people in one space, and a third one elsewhere, before the first one moves."""
    return reached(
        players=players,
        turn=3,
        phase="movement",
        investigators={
            "joe_diamond": {"place": "s26", "items": ["knife", "rifle"], "seat": 0},
            "gloria_goldberg": {"place": "s26", "spells": ["heal"], "seat": 1},
            "jenny_barnes": {"place": "s26", "money": 1, "seat": 1},
        },
        dice=[{"move": 1}, {"move": 1}],
        until="decision",
        expect={},
    )


def offer(game: Game, give: str, take: str, to: str = "gloria_goldberg") -> str:
    game.interject(0, f"joe_diamond/trade:joe_diamond:{to}:{give}:{take}")
    return str(game.play.state.offers[-1].number)


def keys(game: Game, seat: int) -> set[str]:
    return {choice.key for choice in game.interjections(seat)}


@pytest.mark.rule("TRADE-1")
def test_nothing_changes_hands_without_the_partners_consent() -> None:
    game = table()
    before = game.decision
    number = offer(game, "items.knife", "cash-4")
    joe = game.play.investigator("joe_diamond")
    assert [card.id for card in joe.items] == ["knife", "rifle"]
    assert f"gloria_goldberg/accept:{number}" in keys(game, 1)
    assert f"gloria_goldberg/accept:{number}" not in keys(game, 0)
    with pytest.raises(AnswerRefused):
        game.interject(0, f"gloria_goldberg/accept:{number}")
    game.interject(1, f"gloria_goldberg/accept:{number}")
    assert [card.id for card in joe.items] == ["rifle"]
    assert joe.money == 17
    gloria = game.play.investigator("gloria_goldberg")
    assert (gloria.money, [card.id for card in gloria.items]) == (9, ["knife"])
    # The pending decision stays, with a new number.
    assert game.decision is not None
    assert before is not None
    assert (game.decision.kind, game.decision.seat) == (before.kind, before.seat)
    assert game.decision.number > before.number


@pytest.mark.rule("TRADE-1")
@pytest.mark.parametrize(("verb", "seat"), [("decline", 1), ("withdraw", 0)])
def test_an_offer_turned_down_or_withdrawn_is_gone(verb: str, seat: int) -> None:
    game = table()
    number = offer(game, "items.knife", "cash-4")
    name = "gloria_goldberg" if seat else "joe_diamond"
    assert f"joe_diamond/{verb}:{number}" not in keys(game, 1 - seat)
    game.interject(seat, f"{name}/{verb}:{number}")
    assert game.play.state.offers == []
    with pytest.raises(AnswerRefused) as refused:
        game.interject(1, f"gloria_goldberg/accept:{number}")
    assert refused.value.code == "no-such-offer"


@pytest.mark.rule("TRADE-1")
def test_what_was_handed_to_another_is_not_offered_any_longer() -> None:
    game = table()
    first = offer(game, "items.knife", "cash-4")
    second = offer(game, "items.knife", "cash-1", to="jenny_barnes")
    assert len(game.play.state.offers) == 2
    game.interject(1, f"jenny_barnes/accept:{second}")
    assert game.play.state.offers == []
    with pytest.raises(AnswerRefused):
        game.interject(1, f"gloria_goldberg/accept:{first}")


@pytest.mark.rule("TRADE-1")
def test_an_offer_that_still_can_be_kept_stays() -> None:
    game = table()
    first = offer(game, "items.knife", "cash-4")
    second = offer(game, "items.rifle", "cash-1", to="jenny_barnes")
    game.interject(1, f"jenny_barnes/accept:{second}")
    assert [str(left.number) for left in game.play.state.offers] == [first]
    game.interject(1, f"gloria_goldberg/accept:{first}")


@pytest.mark.rule("TRADE-1")
def test_a_new_offer_to_the_same_partner_takes_the_place_of_the_old_one() -> None:
    game = table()
    offer(game, "items.knife", "cash-4")
    number = offer(game, "items.knife", "cash-3")
    assert [str(left.number) for left in game.play.state.offers] == [number]


@pytest.mark.rule("TRADE-1", "TRADE-2")
def test_offers_lapse_when_one_of_the_two_walks_off() -> None:
    game = table()
    offer(game, "items.knife", "cash-4")
    game.decide("walk:s28")
    assert game.play.state.offers == []


@pytest.mark.rule("TRADE-1", "TURN-7")
def test_between_ones_own_two_nobody_has_to_be_asked() -> None:
    game = table()
    game.interject(1, "gloria_goldberg/trade:gloria_goldberg:jenny_barnes:spells.heal:cash-1")
    assert [card.id for card in game.play.investigator("jenny_barnes").spells] == ["heal"]
    assert game.play.investigator("jenny_barnes").money == 0
    assert game.play.state.offers == []


@pytest.mark.rule("TRADE-1", "TRADE-4")
@pytest.mark.parametrize(
    "words",
    [
        "joe_diamond/trade:joe_diamond:gloria_goldberg::",
        "joe_diamond/trade:joe_diamond:gloria_goldberg:cash-14:",
        "joe_diamond/trade:joe_diamond:gloria_goldberg::cash-14",
        "joe_diamond/trade:joe_diamond:gloria_goldberg:items.knife+items.knife:",
        "joe_diamond/trade:joe_diamond:gloria_goldberg:skills.skill_fight:",
        "joe_diamond/trade:joe_diamond:gloria_goldberg:cash--1:",
        "joe_diamond/trade:joe_diamond:gloria_goldberg:cash-99999:",
        "joe_diamond/trade:joe_diamond:joe_diamond:items.knife:",
        "joe_diamond/trade:gloria_goldberg:joe_diamond:spells.heal:",
        "joe_diamond/trade:joe_diamond:vincent_lee:items.knife:",
        "joe_diamond/trade:joe_diamond:gloria_goldberg:items.knife",
        "gloria_goldberg/trade:gloria_goldberg:joe_diamond:spells.heal:",
        "trade:joe_diamond:gloria_goldberg:items.knife:",
        "nobody/trade:nobody:gloria_goldberg:items.knife:",
        "vincent_lee/trade:vincent_lee:gloria_goldberg:items.knife:",
        "joe_diamond/trade:joe_diamond:nobody:items.knife:",
        "joe_diamond/accept:1",
        "joe_diamond/accept:one",
        "joe_diamond/",
    ],
)
def test_senseless_trades_are_refused_and_change_nothing(words: str) -> None:
    game = table()
    before = (repr(game.play.state), game.decision)
    with pytest.raises(AnswerRefused):
        game.interject(0, words)
    assert (repr(game.play.state), game.decision) == before


@pytest.mark.rule("TRADE-1")
def test_there_is_an_end_to_the_offers_on_the_table() -> None:
    from arkham_bbs.game.state import TradeOffer
    from arkham_bbs.game.trade import MAX_OFFERS

    game = table()
    game.play.state.offers = [
        TradeOffer(number, "jenny_barnes", "gloria_goldberg", (), ("cash-1",))
        for number in range(MAX_OFFERS)
    ]
    with pytest.raises(AnswerRefused) as refused:
        offer(game, "items.knife", "cash-1")
    assert refused.value.facts["reason"] == "too-many"
