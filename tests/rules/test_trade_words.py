"""How an offer out of turn is named, and why one that cannot stand is refused."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game
from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.game.events import TradeClosed
from tests.rules.arena import reached


def table() -> Game:
    return reached(
        players=2,
        turn=3,
        phase="movement",
        investigators={
            "joe_diamond": {"place": "s26", "items": ["knife"], "seat": 0},
            "gloria_goldberg": {
                "place": "s26",
                "spells": ["heal", "cloud_memory"],
                "sanity": 4,
                "strength": 4,
                "seat": 1,
            },
        },
        dice=[{"move": 1}, {"move": 1}],
        until="decision",
    )


@pytest.mark.rule("SPELL-HEAL-1", "SPELL-CLOUD-1", "SPELL-9")
def test_spell_9_each_aid_names_the_rule_that_grants_it() -> None:
    found = {choice.key: choice.rule for choice in table().interjections(1)}
    assert found["gloria_goldberg/cast:heal:gloria_goldberg"] == "SPELL-HEAL-1"
    assert found["gloria_goldberg/cast:cloud_memory:gloria_goldberg"] == "SPELL-CLOUD-1"


@pytest.mark.rule("TRADE-1")
def test_trade_1_only_the_partner_may_accept_and_only_what_can_be_kept() -> None:
    game = table()
    game.interject(0, "joe_diamond/trade:joe_diamond:gloria_goldberg:items.knife:cash-4")

    def accepting(seat: int) -> list[str]:
        return [option.key for option in game.interjections(seat) if "/accept:" in option.key]

    assert accepting(0) == []
    assert accepting(1) == ["gloria_goldberg/accept:1"]
    game.play.investigator("gloria_goldberg").money = 3
    assert accepting(1) == []


@pytest.mark.rule("TRADE-1")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("joe_diamond/trade:joe_diamond:gloria_goldberg", "not-on-offer"),
        ("joe_diamond/cast:heal:gloria_goldberg:now:and", "not-on-offer"),
        ("joe_diamond/cast:heal", "not-on-offer"),
        ("joe_diamond/accept:1:2", "not-on-offer"),
        ("joe_diamond/accept:7", "no-such-offer"),
        ("joe_diamond/withdraw:7", "no-such-offer"),
    ],
)
def test_trade_1_what_is_refused_says_whether_there_was_such_an_offer(
    words: str, code: str
) -> None:
    with pytest.raises(AnswerRefused) as refused:
        table().interject(0, words)
    assert refused.value.code == code


@pytest.mark.rule("TRADE-1")
@pytest.mark.parametrize(
    ("seat", "words", "how"),
    [
        (0, "joe_diamond/withdraw:1", "withdrawn"),
        (1, "gloria_goldberg/decline:1", "declined"),
        (1, "gloria_goldberg/accept:1", "accepted"),
    ],
)
def test_trade_1_how_an_offer_ended_is_told(seat: int, words: str, how: str) -> None:
    game = table()
    game.interject(0, "joe_diamond/trade:joe_diamond:gloria_goldberg:items.knife:cash-4")
    game.play.events.clear()
    ended = [e for e in game.interject(seat, words) if isinstance(e, TradeClosed)]
    assert [event.how for event in ended] == [how]


@pytest.mark.rule("SETUP-15")
def test_setup_15_a_skill_card_given_away_is_gone() -> None:
    game = table()
    play = game.play
    play.state.turn = 0
    joe, gloria = play.investigator("joe_diamond"), play.investigator("gloria_goldberg")
    joe.skills = ["skill_fight", "skill_sneak"]
    game.interject(0, "joe_diamond/trade:joe_diamond:gloria_goldberg:skills.skill_fight:")
    game.interject(1, "gloria_goldberg/accept:1")
    assert (joe.skills, gloria.skills) == (["skill_sneak"], ["skill_fight"])


@pytest.mark.rule("TRADE-1")
@pytest.mark.parametrize(("amount", "code"), [("9999", None), ("99999", "malformed")])
def test_trade_1_a_sum_of_money_has_four_figures_at_most(amount: str, code: str | None) -> None:
    game = table()
    game.play.investigator("joe_diamond").money = 100_000
    words = f"joe_diamond/trade:joe_diamond:gloria_goldberg:cash-{amount}:"
    if code is None:
        game.interject(0, words)
        assert game.play.state.offers[0].give == ("cash-9999",)
        return
    with pytest.raises(AnswerRefused) as refused:
        game.interject(0, words)
    assert refused.value.code == code


@pytest.mark.rule("TRADE-1")
def test_trade_1_no_offer_is_made_to_or_by_one_who_is_not_in_the_game() -> None:
    for words in (
        "joe_diamond/trade:joe_diamond:vincent_lee:items.knife:",
        "joe_diamond/trade:vincent_lee:joe_diamond::items.knife",
    ):
        with pytest.raises(AnswerRefused) as refused:
            table().interject(0, words)
        assert refused.value.code == "not-on-offer"
