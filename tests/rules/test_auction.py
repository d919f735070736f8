"""An auction: who speaks in which order, what may be bid, and lots behind other Auction cards."""

from __future__ import annotations

import pytest

from arkham_bbs.game.auction import Lot, _bid_keys, _next_lot, bidders, sell_lot
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Investigator
from tests.rules.arena import reached


def room(*items: str, money: int = 3) -> tuple[Play, Investigator]:
    """Four people; the second of them holds these items."""
    game = reached(
        active="carolyn_fern",
        investigators={
            "carolyn_fern": {"place": "s4"},
            "joe_diamond": {"place": "s26", "items": list(items), "money": money},
            "jenny_barnes": {"place": "library"},
            "vincent_lee": {"place": "s1"},
        },
    )
    return game.play, game.play.investigator("joe_diamond")


@pytest.mark.rule("ITEM-AUCTION-3")
def test_item_auction_3_bidding_begins_on_the_auctioneers_left_and_ends_with_that_one() -> None:
    play, joe = room()
    order = ["jenny_barnes", "vincent_lee", "carolyn_fern", "joe_diamond"]
    assert bidders(play, joe) == order
    rule = sell_lot(play, joe, Lot("rifle"))
    asked = []
    question = next(rule)
    assert question.facts["auctioneer"] == "joe_diamond"
    for answer in ("pass", "cash:1", "pass", "cash:2", "pass", "cash:3", "pass", "pass", "pass"):
        asked.append(question.who)
        try:
            question = rule.send(answer)
        except StopIteration:
            break
    # Vincent and Joe bid against each other; the others are asked anew after each bid.
    assert asked == [*order, *order[:2], order[2], order[3], order[0]]
    winner = play.investigator("vincent_lee")
    assert ([card.id for card in winner.items], winner.money) == (["rifle"], 10)


@pytest.mark.rule("ITEM-AUCTION-3")
def test_item_auction_3_one_who_is_lost_holds_no_place_among_the_bidders() -> None:
    play, joe = room()
    joe.status = "lost"
    assert bidders(play, joe) == ["carolyn_fern", "jenny_barnes", "vincent_lee"]


@pytest.mark.rule("ITEM-AUCTION-2")
def test_item_auction_2_a_lot_behind_all_other_auction_cards_is_found() -> None:
    play, _ = room()
    others = CONTENT.items["auction"].copies - 1
    play.state.decks.items[:] = [*["auction"] * others, "knife", "rifle"]
    play.state.decks.items_discard[:] = []
    assert _next_lot(play) == "knife"
    assert play.state.decks.items_discard == ["auction"] * others


@pytest.mark.rule("ITEM-AUCTION-2", "DECK-1")
def test_item_auction_2_with_nothing_but_auction_cards_left_there_is_no_lot() -> None:
    play, _ = room()
    play.state.decks.items[:] = ["auction"]
    play.state.decks.items_discard[:] = []
    assert _next_lot(play) is None


@pytest.mark.rule("ITEM-AUCTION-3", "ITEM-AUCTION-6", "ITEM-AUCTION-9")
@pytest.mark.parametrize(
    ("items", "money", "price", "pledged", "keys"),
    [
        ((), 2, 0, [], ["pass", "cash:1", "cash:2"]),
        ((), 2, 2, [], ["pass"]),
        (("knife",), 0, 0, [], ["pass", "pledge:knife"]),
        (("knife",), 1, 3, [], ["pass"]),
        (("knife",), 2, 3, [], ["pass", "pledge:knife"]),
        (("knife",), 1, 0, ["knife"], ["pass", "cash:0", "cash:1"]),
        (("knife",), 1, 2, ["knife"], ["pass", "cash:1"]),
        (("knife", "rifle"), 0, 2, ["knife"], ["pass", "pledge:rifle"]),
    ],
)
def test_item_auction_9_a_bid_is_cash_or_items_with_cash_above_the_last(
    items: tuple[str, ...], money: int, price: int, pledged: list[str], keys: list[str]
) -> None:
    play, joe = room(*items, money=money)
    found = _bid_keys(play, joe, Lot("dynamite", price=price), pledged)
    # With everything pledged there is nothing left to pledge a second time.
    assert found == keys
