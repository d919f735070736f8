"""Events of people dealing with each other: trades and auctions.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class TradeOffered(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``give`` and ``take`` list card ids and ``cash:N``, from the offerer's side."""

    number: int
    who: str
    partner: str
    give: tuple[str, ...]
    take: tuple[str, ...]


class TradeClosed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: accepted, declined, withdrawn, lapsed."""

    number: int
    who: str
    partner: str
    how: str


class AuctionOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str


class LotOffered(Event, frozen=True, kw_only=True, omit_defaults=True):
    auctioneer: str
    item: str
    lot: int


class BidMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    cash: int
    items: tuple[str, ...] = ()
    value: int = 0


class LotClosed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``winner`` None when nobody took it; ``share`` is the auctioneer's part."""

    item: str
    winner: str | None = None
    price: int = 0
    share: int = 0
