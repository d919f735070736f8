"""Sentences for cards, hirelings, charity, trades and auctions.

Room: game. Imports events and its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game import events as ev
from arkham_bbs.game.narration.names import at, card, cards, listed, money, person, thing
from arkham_bbs.game.narration.telling import Names, tells

DECKS = {"items": "item", "spells": "spell", "skills": "skill"}


@tells(ev.CardDrawn)
def _drawn(event: ev.CardDrawn, names: Names) -> str:
    kind = DECKS.get(event.deck, event.deck)
    return f"{person(event.who)} draws a {kind} card: {card(event.card)}.".replace(
        "a item", "an item"
    )


@tells(ev.CardGone)
def _gone(event: ev.CardGone, names: Names) -> str:
    who, what = person(event.who), card(event.card)
    return {
        "used": f"{who} uses up {what}.",
        "lost": f"{who} loses {what}.",
        "sold": f"{who} sells {what}.",
        "dropped": f"{who} drops {what}.",
        "discarded": f"{who} discards {what}.",
        "robbed": f"{who} is robbed of {what}.",
        "bid": f"{who} pays with {what}, which goes back into the deck.",
        "declined": f"{what} is turned down by {who} and discarded.",
        "laid": f"{who} lays {what} on the board.",
    }.get(event.how, f"{who} parts with {what} ({event.how.replace('-', ' ')}).")


@tells(ev.CardUsed)
def _used(event: ev.CardUsed, names: Names) -> str:
    on = f" on {thing(event.target)}" if event.target else ""
    return f"{person(event.who)} uses {card(event.card)}{on}."


@tells(ev.SpellCast)
def _cast(event: ev.SpellCast, names: Names) -> str:
    on = f" on {thing(event.target)}" if event.target else ""
    if not event.worked:
        return f"{person(event.who)} says {card(event.spell)}{on}, and nothing answers."
    cost = f", for {event.cost} sanity" if event.cost else ""
    return f"{person(event.who)} casts {card(event.spell)}{on}{cost}: it works."


@tells(ev.SpellsTurnedUp)
def _turned(event: ev.SpellsTurnedUp, names: Names) -> str:
    verb = "is" if len(event.spells) == 1 else "are"
    return f"{cards(event.spells)} {verb} ready again for {person(event.who)}."


@tells(ev.KeyMarked)
def _marked(event: ev.KeyMarked, names: Names) -> str:
    return f"{person(event.who)} lays the Silver Key's mark {at(event.place)}."


@tells(ev.Hired)
def _hired(event: ev.Hired, names: Names) -> str:
    return f"{card(event.character)} now works for {person(event.who)}: Fight +2."


@tells(ev.CharacterSpent)
def _spent(event: ev.CharacterSpent, names: Names) -> str:
    return f"{card(event.character)} steps in front of {person(event.who)}, and is gone."


@tells(ev.CharityGranted)
def _granted(event: ev.CharityGranted, names: Names) -> str:
    gift = {"money": "$10", "items": "2 item cards", "spells": "1 spell card"}.get(
        event.category, event.category
    )
    return f"The Order of Dagon grants {person(event.who)} {gift}, and turns the charity card over."


@tells(ev.CharityRepaid)
def _repaid(event: ev.CharityRepaid, names: Names) -> str:
    what = thing(event.with_what)
    return f"The Order of Dagon takes {what} from {person(event.who)}: the debt is paid."


@tells(ev.TradeOffered)
def _offered(event: ev.TradeOffered, names: Names) -> str:
    give = cards(event.give) or "nothing"
    take = cards(event.take) or "nothing"
    return (
        f"Offer {event.number}: {person(event.who)} would give {person(event.partner)}"
        f" {give} for {take}."
    )


@tells(ev.TradeClosed)
def _closed(event: ev.TradeClosed, names: Names) -> str:
    end = {
        "accepted": "is accepted",
        "declined": "is declined",
        "withdrawn": "is withdrawn",
        "lapsed": "lapses: they have parted, or what was offered has gone elsewhere",
    }.get(event.how, event.how)
    return f"Offer {event.number} from {person(event.who)} to {person(event.partner)} {end}."


@tells(ev.AuctionOpened)
def _auction(event: ev.AuctionOpened, names: Names) -> str:
    return f"{person(event.who)} bangs a hammer: the next two items are up for auction."


@tells(ev.LotOffered)
def _lot(event: ev.LotOffered, names: Names) -> str:
    return f"Lot {event.lot}: {card(event.item)}, {person(event.auctioneer)} presiding. From $1."


@tells(ev.BidMade)
def _bid(event: ev.BidMade, names: Names) -> str:
    who = person(event.who)
    if not event.cash and not event.items:
        return f"{who} does not bid."
    parts = [cards(event.items)] if event.items else []
    if event.cash:
        parts.append(money(event.cash))
    worth = f", worth {money(event.value)}" if event.items and event.value else ""
    return f"{who} bids {listed(parts)}{worth}."


@tells(ev.LotClosed)
def _lot_closed(event: ev.LotClosed, names: Names) -> str:
    if event.winner is None:
        return f"Nobody takes {card(event.item)}: it is discarded."
    share = f" The auctioneer keeps {money(event.share)}." if event.share else ""
    return f"{card(event.item)} goes to {person(event.winner)} for {money(event.price)}.{share}"
