"""Trading at a table by commands: offering, answering an offer, taking one back.

Room: session. Imports game words and its neighbours here; trading.py reads the words.
Source: USER_ASKS E2, RULES.md TRADE-1 to TRADE-4.
"""

from __future__ import annotations

from arkham_bbs.game.narration import names
from arkham_bbs.session.parsing import parse_number
from arkham_bbs.session.table_doing import not_playing
from arkham_bbs.session.table_looking import the_view
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.trading import answer_phrase, offer_phrase, read_offer_number, read_trade


@TABLE.add("trade", group="Act", not_now=not_playing)
async def trade(room: TableRoom, text: str) -> None:
    """trade [[ME to] NAME give THINGS for THINGS]

    Offer a trade to somebody in your place; alone it shows the open offers and asks for a new one.
    Who plays several names the one who offers, as in trade joe to gloria give knife; otherwise it
    is the one who is asked, or has the card.

    Example: trade gloria give knife $3 for shotgun
    """
    visit = room.visit
    view = the_view(room)
    word, _, rest = text.partition(" ")
    verbs = {"accept": accept, "decline": decline, "withdraw": withdraw}
    if word.casefold() in verbs:
        await verbs[word.casefold()](room, rest)
        return
    if not text:
        for offer in view.offers:
            visit.tell(" ".join((offer_phrase(offer), answer_phrase(offer, view))).strip())
        text = await visit.ask("Trade with whom, what for what? (Enter: nothing)")
        if not text:
            return
        visit.instead(text)
    asked = room.decision.investigator if room.decision is not None and room.is_mine else ""
    reading = read_trade(text, view, room.table.interjections(visit.me), asked=asked)
    if reading.problem:
        visit.tell(reading.problem)
        return
    await room.table.interject(visit.me, reading.key)


async def _close_offer(room: TableRoom, text: str, verb: str) -> None:
    visit = room.visit
    options = room.table.interjections(visit.me)
    news = room.news
    key, problem = read_offer_number(
        text, the_view(room), verb, options, news.replaced, news.closed
    )
    if problem:
        visit.tell(problem)
        return
    await room.table.interject(visit.me, key)


@TABLE.add("accept", group="Act", not_now=not_playing)
async def accept(room: TableRoom, text: str) -> None:
    """accept [N]

    Take the trade that is offered to you.

    Example: accept
    """
    await _close_offer(room, text, "accept")


@TABLE.add("decline", "refuse", group="Act", not_now=not_playing)
async def decline(room: TableRoom, text: str) -> None:
    """decline [N]

    Turn down the trade that is offered to you.

    Example: decline
    """
    await _close_offer(room, text, "decline")


@TABLE.add("counter", group="Act", not_now=not_playing)
async def counter(room: TableRoom, text: str) -> None:
    """counter [N] give THINGS for THINGS

    Turn an offer down and make one of your own to the same investigator.

    Example: counter give $2 for knife
    """
    visit = room.visit
    view = the_view(room)
    number, _, rest = text.partition(" ")
    mine = {sheet.id for sheet in view.mine()}
    offers = [offer for offer in view.offers if offer.partner in mine]
    chosen = parse_number(number)
    if chosen is not None:
        offers = [offer for offer in offers if offer.number == chosen]
        text = rest
    if len(offers) != 1:
        visit.tell(
            "Counter which offer? Type trade to see them."
            if offers
            else "Nothing is offered to you."
        )
        return
    offer = offers[0]
    reading = read_trade(
        f"{names.person(offer.partner)} to {names.person(offer.who)} {text}",
        view,
        room.table.interjections(visit.me),
    )
    if reading.problem:
        visit.tell(reading.problem)
        return
    await _close_offer(room, str(offer.number), "decline")
    await room.table.interject(visit.me, reading.key)


@TABLE.add("withdraw", group="Act", not_now=not_playing)
async def withdraw(room: TableRoom, text: str) -> None:
    """withdraw [N]

    Take back a trade you have offered.

    Example: withdraw
    """
    await _close_offer(room, text, "withdraw")
