"""Drawing a free card: into the hand, unless it is an Auction.

Room: game. Imports events and neighbours here.
Source: RULES.md DECK-1, ITEM-AUCTION-7, ITEM-AUCTION-9.
"""

from __future__ import annotations

from arkham_bbs.game.auction import hold_auction
from arkham_bbs.game.cards import AUCTION, draw, receive, take_item
from arkham_bbs.game.events import CardDrawn, NothingHappened
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Card, Investigator


def draw_for(play: Play, who: Investigator, deck: str, rule: str) -> Rule[None]:
    """Draw a free card into a hand; an Auction is held at once (ITEM-AUCTION-7, -9)."""
    card = draw(play, deck)
    if card is None:
        play.emit(NothingHappened(cause="deck-empty", who=who.id, rule="DECK-1"))
        return
    play.emit(CardDrawn(who=who.id, deck=deck, card=card, rule=rule))
    if card == AUCTION:
        yield from hold_auction(play, who)
        return
    if deck == "items":
        yield from take_item(play, who, Card(card))
    else:
        receive(play, who, deck, card)
