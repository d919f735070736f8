"""Buying, bargaining, selling and the fees of Arkham.

Room: game. Imports events and neighbours here.
Source: RULES.md ENC-6 to ENC-9, LOC-SELL-1, LOC-HIRE-1, LOC-UNIV-1, OPT-6, OPEN-11, OPEN-33.
"""

from __future__ import annotations

from arkham_bbs.game.auction import hold_auction
from arkham_bbs.game.cards import AUCTION, discard, distinct, draw, drop, take_item
from arkham_bbs.game.drawing import draw_for
from arkham_bbs.game.events import (
    Bargained,
    Bought,
    CardDrawn,
    CardGone,
    Declined,
    Hired,
    NothingHappened,
    ServiceUsed,
)
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.pools import gain, pay
from arkham_bbs.game.state import Card, Investigator


def agree(play: Play, who: Investigator, what: str, price: int, rule: str = "ENC-6") -> Rule[bool]:
    """Bargain if wanted, then buy or decline (ENC-6 to ENC-8); True when the price was paid.

    The lowest price is $0, and what one can pay is judged after Fast Talk.
    """
    if price > 0 and who.money >= price - 1:
        answer = yield from play.ask_plain(
            "fast_talk",
            who,
            ["try", "no"],
            rule="ENC-6",
            default="no",
            facts={"what": what, "price": price},
        )
        if answer == "try":
            passed = yield from play.checks.test(play, who, "fast_talk", "bargain")
            if passed:
                price -= 1
            elif not play.has("OPT-6"):
                price += 1
            play.emit(Bargained(who=who.id, passed=passed, price=price, rule="ENC-7"))
    return (yield from settle(play, who, "buy", what, price, rule))


def settle(
    play: Play, who: Investigator, kind: str, what: str, price: int, rule: str
) -> Rule[bool]:
    """Pay a price or not (``buy`` a purchase, ``pay`` anything else); True when it was paid."""
    answer = yield from play.ask(
        kind,
        who,
        lambda: plain(["yes", "no"] if who.money >= price else ["no"], rule),
        rule=rule,
        default="no",
        facts={"what": what, "price": price, "money": who.money},
    )
    if answer == "no":
        play.emit(Declined(who=who.id, what=what, rule=rule))
        return False
    pay(play, who, price, f"bought:{what}", rule)
    play.emit(Bought(who=who.id, what=what, price=price, rule=rule))
    return True


def buy_card(play: Play, who: Investigator, deck: str, price: int | str) -> Rule[bool]:
    """Offer a card for sale; True unless nothing was bought.

    At list price it is turned up first, and goes to the discard pile if declined (OPEN-33); an
    Auction so drawn is held and costs nothing (OPEN-11).
    """
    if price != "list":
        assert isinstance(price, int)
        if not (yield from agree(play, who, deck, price)):
            return False
        yield from draw_for(play, who, deck, "ENC-1")
        return True
    card = draw(play, deck)
    if card is None:
        play.emit(NothingHappened(cause="deck-empty", who=who.id, rule="DECK-1"))
        return False
    play.emit(CardDrawn(who=who.id, deck=deck, card=card, rule="OPEN-33"))
    if card == AUCTION:
        yield from hold_auction(play, who)
        return True
    if (yield from agree(play, who, card, play.content.items[card].cost)):
        yield from take_item(play, who, Card(card))
        return True
    discard(play, deck, card)
    play.emit(CardGone(who=who.id, deck=deck, card=card, how="declined", rule="OPEN-33"))
    return False


def hire(play: Play, who: Investigator, character: str, price: int) -> Rule[None]:
    """Offer a local character for hire, if free (LOC-HIRE-1)."""
    allies = play.state.decks.allies
    if character not in allies:
        play.emit(NothingHappened(cause="already-hired", who=who.id, rule="LOC-HIRE-1"))
        return
    if (yield from agree(play, who, character, price, "LOC-HIRE-1")):
        allies.remove(character)
        who.allies.append(character)
        play.emit(Hired(who=who.id, character=character, rule="LOC-HIRE-1"))


def buy_automobile(play: Play, who: Investigator, price: int) -> Rule[None]:
    """Offer the automobile, if it is unsold (MOVE-22, ENC-9)."""
    if not play.state.decks.automobile:
        play.emit(NothingHappened(cause="already-hired", who=who.id, rule="MOVE-22"))
        return
    if (yield from agree(play, who, "automobile", price)):
        play.state.decks.automobile = 0
        who.automobile = True


def sale_price(play: Play, item: str) -> int:
    """Return half the price, rounded up, or 0 for what the shops do not take (LOC-SELL-1)."""
    selling = play.content.misc["selling"]
    cost = play.content.items[item].cost
    return (cost + 1) // 2 if cost >= selling["min_value"] else 0


def _sale_keys(play: Play, who: Investigator) -> list[str]:
    names = distinct([card.id for card in who.items])
    return ["no", *(f"item:{name}" for name in names if sale_price(play, name))]


def sell_here(play: Play, who: Investigator) -> Rule[None]:
    """Sell items at Hib's and the Curiositie Shoppe after a survived event (LOC-SELL-1)."""
    while True:
        answer = yield from play.ask(
            "sell",
            who,
            lambda: plain(_sale_keys(play, who), "LOC-SELL-1"),
            rule="LOC-SELL-1",
            default="no",
            facts={"place": who.place},
        )
        if answer == "no":
            return
        item = answer.partition(":")[2]
        drop(play, who, "items", item, "sold", "LOC-SELL-1")
        gain(play, who, "money", sale_price(play, item), f"sold:{item}", "LOC-SELL-1")


def sell_monograph(play: Play, who: Investigator) -> None:
    """Sell a monograph at the University (LOC-UNIV-1)."""
    play.emit(ServiceUsed(who=who.id, place=who.place, service="monograph", rule="LOC-UNIV-1"))
    die = play.roll("monograph", who, "LOC-UNIV-1")
    payout = play.content.misc["monograph"]["payout"]
    gain(play, who, "money", int(payout[die]), "monograph", "LOC-UNIV-1")
