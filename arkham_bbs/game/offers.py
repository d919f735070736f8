"""Trade offers on the table: each is closed once, and those of people who part lapse.

Room: game. Imports events and neighbours here.
Source: RULES.md TRADE-1.
"""

from __future__ import annotations

from arkham_bbs.game.events import TradeClosed
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import TradeOffer


def close_offer(play: Play, offer: TradeOffer, how: str) -> None:
    """Take an offer off the table: ``accepted``, ``declined``, ``withdrawn`` or ``lapsed``."""
    play.state.offers.remove(offer)
    play.emit(
        TradeClosed(
            number=offer.number, who=offer.who, partner=offer.partner, how=how, rule="TRADE-1"
        )
    )


def lapse_offers(play: Play) -> None:
    """Drop trade offers between people who no longer share a place (TRADE-1)."""
    state = play.state
    for offer in list(state.offers):
        one = state.investigators[offer.who]
        other = state.investigators[offer.partner]
        if one.place != other.place or (one.status, other.status) != ("active", "active"):
            close_offer(play, offer, "lapsed")
