"""Trades between investigators in one place: offer, accept, decline, withdraw.

Room: game. Imports events and neighbours here.
Source: RULES.md TRADE-1 to TRADE-4, SETUP-15, OPT-1.

A counter-offer is an offer the other way. Pieces are written ``items.ID``, ``spells.ID``,
``charity.SIDE``, ``allies.ID``, ``skills.ID`` (before play only), ``automobile`` and ``cash-N``.
"""

from __future__ import annotations

from collections import Counter

from arkham_bbs.game.cards import take_item, take_out
from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.game.events import PoolChanged, TradeOffered
from arkham_bbs.game.offers import close_offer
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Card, Investigator, TradeOffer

MAX_OFFERS = 16


def partners(play: Play, who: Investigator) -> list[Investigator]:
    """Return those ``who`` may trade with now: in the same place and in play (TRADE-1, -3)."""
    if who.status != "active":
        return []
    here = [other for other in play.at(who.place) if other is not who]
    return [*here, *lenders(play, who)]


def lenders(play: Play, who: Investigator) -> list[Investigator]:
    """Return the lost ones here, whose items a rescuer may borrow (LOST-6)."""
    if not play.has("LOST") or who.status != "active":
        return []
    people = play.state.investigators.values()
    return [other for other in people if other.status == "waiting" and other.place == who.place]


def pieces_of(play: Play, who: Investigator) -> list[str]:
    """Return everything ``who`` could hand over, cash left out (TRADE-4, SETUP-15)."""
    pieces = [f"items.{card.id}" for card in who.items if not card.lender]
    pieces += [f"spells.{card.id}" for card in who.spells]
    pieces += [f"charity.{side}" for side in who.charity]
    pieces += [f"allies.{name}" for name in who.allies]
    if play.state.turn == 0:
        pieces += [f"skills.{name}" for name in who.skills]
    if who.automobile:
        pieces.append("automobile")
    return pieces


def _cash(pieces: tuple[str, ...]) -> int:
    return sum(int(piece[5:]) for piece in pieces if piece.startswith("cash-"))


def can_give(play: Play, who: Investigator, pieces: tuple[str, ...]) -> bool:
    """Tell whether ``who`` holds all of ``pieces``."""
    wanted = Counter(piece for piece in pieces if not piece.startswith("cash-"))
    return not wanted - Counter(pieces_of(play, who)) and _cash(pieces) <= who.money


def parse_pieces(text: str) -> tuple[str, ...]:
    """Read pieces joined by ``+``; an empty text is nothing.

    Raises:
        AnswerRefused: malformed.
    """
    pieces = tuple(piece for piece in text.split("+") if piece)
    for piece in pieces:
        if piece.startswith("cash-"):
            amount = piece[5:]
            if not (amount.isascii() and amount.isdigit() and len(amount) <= 4):
                raise AnswerRefused("malformed", piece=piece)
    return pieces


def parse_offer(play: Play, answer: str) -> tuple[Investigator, Investigator, TradeOffer]:
    """Read ``trade:WHO:PARTNER:GIVE:TAKE`` and check it against the position.

    Raises:
        AnswerRefused: malformed, not-on-offer (with ``reason``: nobody-here, not-held,
            empty, too-many, only-lends).
    """
    parts = answer.split(":")
    if len(parts) != 5:
        raise AnswerRefused("malformed", answer=answer)
    who = play.state.investigators.get(parts[1])
    partner = play.state.investigators.get(parts[2])
    if who is None or partner is None or partner not in partners(play, who):
        raise AnswerRefused("not-on-offer", answer=answer, reason="nobody-here")
    give, take = parse_pieces(parts[3]), parse_pieces(parts[4])
    if not give and not take:
        raise AnswerRefused("not-on-offer", answer=answer, reason="empty")
    if not can_give(play, who, give) or not can_give(play, partner, take):
        raise AnswerRefused("not-on-offer", answer=answer, reason="not-held")
    lent = all(piece.startswith("items.") for piece in take)
    if partner.status == "waiting" and (give or not lent):
        raise AnswerRefused("not-on-offer", answer=answer, reason="only-lends")
    if len(play.state.offers) >= MAX_OFFERS:
        raise AnswerRefused("not-on-offer", answer=answer, reason="too-many")
    offer = TradeOffer(play.state.offer_count + 1, who.id, partner.id, give, take)
    return who, partner, offer


def make_offer(play: Play, answer: str) -> Rule[None]:
    """Lay an offer on the table.

    Between investigators of one seat it is done at once, and borrowing asks nobody (LOST-6).
    """
    who, partner, offer = parse_offer(play, answer)
    play.state.offer_count = offer.number
    play.emit(
        TradeOffered(
            number=offer.number,
            who=offer.who,
            partner=offer.partner,
            give=offer.give,
            take=offer.take,
            rule="TRADE-1",
        )
    )
    play.state.offers = [
        o for o in play.state.offers if (o.who, o.partner) != (offer.who, offer.partner)
    ]
    play.state.offers.append(offer)
    if who.seat == partner.seat or partner.status == "waiting":
        yield from accept(play, offer.number)


def find_offer(play: Play, number: str) -> TradeOffer:
    """Return an open offer by its number.

    Raises:
        AnswerRefused: no-such-offer.
    """
    for offer in play.state.offers:
        if str(offer.number) == number:
            return offer
    raise AnswerRefused("no-such-offer", number=number)


def acceptable(play: Play, offer: TradeOffer) -> bool:
    """Tell whether both sides still hold what was offered."""
    return can_give(play, play.investigator(offer.who), offer.give) and can_give(
        play, play.investigator(offer.partner), offer.take
    )


def accept(play: Play, number: int) -> Rule[None]:
    """Carry out an offer (TRADE-1)."""
    offer = find_offer(play, str(number))
    close_offer(play, offer, "accepted")
    one, other = play.investigator(offer.who), play.investigator(offer.partner)
    yield from _hand_over(play, one, other, offer.give, offer.take)
    for left in list(play.state.offers):
        if not acceptable(play, left):
            close_offer(play, left, "lapsed")


def _hand_over(
    play: Play,
    one: Investigator,
    other: Investigator,
    give: tuple[str, ...],
    take: tuple[str, ...],
) -> Rule[None]:
    """Swap everything at once; a carrying limit is looked at last (OPT-1)."""
    moved = [(other, piece, _remove(one, piece)) for piece in give]
    moved += [(one, piece, _remove(other, piece)) for piece in take]
    cash = _cash(take) - _cash(give)
    if cash:
        for who, change in ((one, cash), (other, -cash)):
            who.money += change
            play.emit(
                PoolChanged(
                    who=who.id,
                    pool="money",
                    change=change,
                    now=who.money,
                    cause="trade",
                    rule="TRADE-1",
                )
            )
    for who, piece, card in moved:
        if piece.startswith("items."):
            # In nobody's hand while it is decided what is carried.
            play.state.drawn.append(piece.replace(".", ":"))
        else:
            _receive(who, piece, card)
    for who, piece, card in moved:
        if piece.startswith("items.") and isinstance(card, Card):
            card.lender = other.id if other.status == "waiting" else ""
            yield from take_item(play, who, card)


def _remove(who: Investigator, piece: str) -> object:
    kind, _, name = piece.partition(".")
    if kind in ("items", "spells"):
        return take_out(who, kind, name)
    if kind == "charity":
        who.charity.remove(name)
    elif kind == "allies":
        who.allies.remove(name)
    elif kind == "skills":
        who.skills.remove(name)
    elif kind == "automobile":
        who.automobile = False
    return None


def _receive(who: Investigator, piece: str, card: object) -> None:
    """Put a piece that is no item into a hand."""
    kind, _, name = piece.partition(".")
    if kind == "spells" and isinstance(card, Card):
        who.spells.append(card)
    elif kind == "charity":
        who.charity.append(name)
    elif kind == "allies":
        who.allies.append(name)
    elif kind == "skills":
        who.skills.append(name)
    elif kind == "automobile":
        who.automobile = True
