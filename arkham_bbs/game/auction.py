"""Auctions: open bidding by everyone, anywhere.

Room: game. Imports events and neighbours here.
Source: RULES.md ITEM-AUCTION-1 to ITEM-AUCTION-9.
"""

from __future__ import annotations

from msgspec import Struct, field

from arkham_bbs.game.cards import AUCTION, discard, distinct, draw, take_item, take_out
from arkham_bbs.game.events import AuctionOpened, BidMade, CardGone, LotClosed, LotOffered
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.pools import gain, pay
from arkham_bbs.game.state import Card, Investigator


class Lot(Struct):
    """One item under the hammer. ``price`` is the highest bid's value, 0 for none yet."""

    item: str
    price: int = 0
    holder: str | None = None
    cash: int = 0
    items: list[str] = field(default_factory=list)


def hold_auction(play: Play, auctioneer: Investigator) -> Rule[None]:
    """Auction the next two items, then discard the card (ITEM-AUCTION-1, -2)."""
    play.emit(AuctionOpened(who=auctioneer.id, rule="ITEM-AUCTION-1"))
    lots = play.content.items[AUCTION].effect["auction"]["lots"]
    for number in range(1, lots + 1):
        item = _next_lot(play)
        if item is None:
            break
        play.emit(
            LotOffered(auctioneer=auctioneer.id, item=item, lot=number, rule="ITEM-AUCTION-2")
        )
        yield from sell_lot(play, auctioneer, Lot(item))
    discard(play, "items", AUCTION)


def _next_lot(play: Play) -> str | None:
    """Draw the next item; Auctions drawn for lots are discarded (ITEM-AUCTION-2)."""
    for _ in range(play.content.items[AUCTION].copies):
        item = draw(play, "items")
        if item != AUCTION:
            return item
        discard(play, "items", AUCTION)
    return None


def bidders(play: Play, auctioneer: Investigator) -> list[str]:
    """Return who may bid, in turn order from the auctioneer's left, the auctioneer last."""
    order = [name for name in play.turn_order() if play.investigator(name).status == "active"]
    if auctioneer.id in order:
        at = order.index(auctioneer.id)
        order = [*order[at + 1 :], *order[: at + 1]]
    return order


def sell_lot(play: Play, auctioneer: Investigator, lot: Lot) -> Rule[None]:
    """Let everybody bid until all others pass on the highest bid (ITEM-AUCTION-3)."""
    order = bidders(play, auctioneer)
    silent = 0
    at = 0
    while order and silent < len(order) - (lot.holder is not None):
        name = order[at % len(order)]
        at += 1
        if name == lot.holder:
            continue
        if (yield from _bid(play, play.investigator(name), lot, auctioneer)):
            silent = 0
        else:
            silent += 1
    yield from _close(play, auctioneer, lot)


def item_value(play: Play, item: str) -> int:
    """Return the cash value of an item in a bid (ITEM-AUCTION-6)."""
    return play.content.items[item].cost


def _bid_keys(play: Play, who: Investigator, lot: Lot, pledged: list[str]) -> list[str]:
    """Return what one bidder may say next; pledged items stand, cash completes the bid."""
    value = sum(item_value(play, name) for name in pledged)
    least = max(0, lot.price + 1 - value)
    keys = ["pass", *(f"cash:{cash}" for cash in range(least, who.money + 1))]
    left = [card.id for card in who.items if not card.lender]
    for name in pledged:
        left.remove(name)
    worth = [name for name in distinct(left) if item_value(play, name)]
    possible = value + who.money + sum(item_value(play, name) for name in left)
    if possible > lot.price:
        keys += [f"pledge:{name}" for name in worth]
    return keys


def _bid(play: Play, who: Investigator, lot: Lot, auctioneer: Investigator) -> Rule[bool]:
    """Ask one bidder for a higher bid, cash alone or items with cash (ITEM-AUCTION-9)."""
    pledged: list[str] = []
    while True:
        answer = yield from play.ask(
            "bid",
            who,
            lambda: plain(_bid_keys(play, who, lot, pledged), "ITEM-AUCTION-3"),
            rule="ITEM-AUCTION-3",
            default="pass",
            facts={
                "item": lot.item,
                "price": lot.price,
                "holder": lot.holder,
                "auctioneer": auctioneer.id,
                "pledged": tuple(pledged),
                "money": who.money,
            },
        )
        if answer == "pass":
            return False
        verb, _, rest = answer.partition(":")
        if verb == "pledge":
            pledged.append(rest)
            continue
        lot.cash = int(rest)
        lot.items = pledged
        lot.price = lot.cash + sum(item_value(play, name) for name in pledged)
        lot.holder = who.id
        play.emit(
            BidMade(
                who=who.id,
                cash=lot.cash,
                items=tuple(pledged),
                value=lot.price,
                rule="ITEM-AUCTION-3",
            )
        )
        return True


def _close(play: Play, auctioneer: Investigator, lot: Lot) -> Rule[None]:
    """Settle a lot: payment, the auctioneer's half, or a purchase at list price."""
    if lot.holder is None:
        yield from _unsold(play, auctioneer, lot)
        return
    winner = play.investigator(lot.holder)
    pay(play, winner, lot.cash, f"bought:{lot.item}", "ITEM-AUCTION-3")
    for name in lot.items:
        take_out(winner, "items", name)
        play.shuffle_in(play.state.decks.items, name)
        play.emit(
            CardGone(who=winner.id, deck="items", card=name, how="bid", rule="ITEM-AUCTION-6")
        )
    share = lot.price // 2 if winner is not auctioneer else 0
    play.emit(
        LotClosed(
            item=lot.item,
            winner=winner.id,
            price=lot.price,
            share=share,
            rule="ITEM-AUCTION-4" if winner is not auctioneer else "ITEM-AUCTION-8",
        )
    )
    if share:
        gain(play, auctioneer, "money", share, "auction", "ITEM-AUCTION-4")
    yield from take_item(play, winner, Card(lot.item))


def _unsold(play: Play, auctioneer: Investigator, lot: Lot) -> Rule[None]:
    """Offer an unwanted lot to the auctioneer at list price (ITEM-AUCTION-5, -8)."""
    cost = item_value(play, lot.item)
    keys = ["yes", "no"] if auctioneer.money >= cost and auctioneer.status == "active" else ["no"]
    answer = yield from play.ask_plain(
        "buy_unsold",
        auctioneer,
        keys,
        rule="ITEM-AUCTION-5",
        default="no",
        facts={"item": lot.item, "price": cost, "money": auctioneer.money},
    )
    if answer == "yes":
        pay(play, auctioneer, cost, f"bought:{lot.item}", "ITEM-AUCTION-5")
        play.emit(LotClosed(item=lot.item, winner=auctioneer.id, price=cost, rule="ITEM-AUCTION-5"))
        yield from take_item(play, auctioneer, Card(lot.item))
        return
    discard(play, "items", lot.item)
    play.emit(LotClosed(item=lot.item, rule="ITEM-AUCTION-8"))
