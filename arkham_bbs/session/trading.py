"""Trading by words: ``trade gloria give knife $3 for shotgun``.

Room: session. Imports game (views, names), parsing and lines of a log. Makes the key of an
interjection; whether the trade may be made is the game's to say.
Source: RULES.md TRADE-1 to TRADE-4; decisions.py (``trade:OFFERER:PARTNER:GIVE:TAKE``).
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from arkham_bbs.game.decisions import Option
from arkham_bbs.game.events import TradeOffered
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, OfferView, View
from arkham_bbs.session.parsing import Candidate, Found, Several, choose_several, match
from arkham_bbs.session.screens.newest import ASKS_YOU, Told
from arkham_bbs.terminal import Line

_MONEY = re.compile(r"\$\s*(\d+)|\b(\d+)\s*(?:dollars?|bucks)\b", re.IGNORECASE)
_FOR = re.compile(r"\s+(?:for|against|in return for)\s+", re.IGNORECASE)
_NOTHING = frozenset({"", "nothing", "free", "none", "0", "$0"})


@dataclass(frozen=True)
class Trade:
    """A reading of an offer: its interjection key, or the sentence that says what is wrong."""

    key: str = ""
    problem: str = ""


def goods_of(sheet: InvestigatorView) -> list[Candidate]:
    """Return the pieces somebody could hand over, written as the game does, each kind once."""
    pieces = [f"items.{card.id}" for card in sheet.items]
    pieces += [f"spells.{card.id}" for card in sheet.spells]
    pieces += [f"charity.{side}" for side in sheet.charity]
    pieces += [f"allies.{ally}" for ally in sheet.allies]
    pieces += [f"skills.{skill}" for skill in sheet.skill_cards]
    if sheet.automobile:
        pieces.append("automobile")
    unique = list(dict.fromkeys(pieces))
    return [
        Candidate(piece, (names.card(piece), piece.rpartition(".")[2].replace("_", " ")))
        for piece in unique
    ]


def offer_phrase(offer: OfferView) -> str:
    """Return an offer in words, from the offerer's side."""
    give = names.cards(offer.give) or "nothing"
    take = names.cards(offer.take) or "nothing"
    return (
        f"Offer {offer.number}: {names.person(offer.who)} gives {give} "
        f"to {names.person(offer.partner)} for {take}."
    )


def answer_phrase(offer: OfferView, view: View) -> str:
    """Return what may be typed about an offer by this viewer; nothing when it is not theirs."""
    mine = {sheet.id for sheet in view.mine()}
    words: list[str] = []
    if offer.partner in mine:
        words += [f"accept {offer.number}", f"decline {offer.number}"]
    if offer.who in mine:
        words.append(f"withdraw {offer.number}")
    return f"Type {names.listed(words, 'or')}." if words else ""


def offered_to(event: TradeOffered, view: View) -> str:
    """Return how this viewer may answer the offer just made; nothing when it is not to them."""
    if all(sheet.id != event.partner for sheet in view.mine()):
        return ""
    return f"Type accept {event.number} or decline {event.number}."


_CLOSED = {
    "accepted": "was accepted",
    "declined": "was declined",
    "withdrawn": "was withdrawn",
    "lapsed": "has lapsed: you have parted, or what was offered has gone elsewhere",
}


def closed_sentence(number: int, how: str) -> str:
    """Return what became of an offer that stands no longer."""
    return f"Offer {number} {_CLOSED.get(how, 'is closed')}."


_OF_OFFER = re.compile(r"(?:Offer|Type accept) (\d+)(?::| or decline )")


def without_void_offers(lines: Sequence[Line], open_offers: Container[int]) -> list[Line]:
    """Return lines of a log in which offers that stand no longer ask for no answer.

    They weigh nothing any more, and how they could be answered makes way for a word about it.
    """
    kept: list[Line] = []
    for line in lines:
        asks = isinstance(line, Told) and line.weight == ASKS_YOU
        found = _OF_OFFER.match(line.text) if asks else None
        if found is None or int(found[1]) in open_offers:
            kept.append(line)
        elif line.text.startswith("Offer"):
            kept.append(Line(*line.spans))
        else:
            kept.append(Line.of(f"(Offer {found[1]} stands no longer.)", "dim"))
    return kept


def pairs_of(options: Sequence[Option]) -> list[tuple[str, str, str]]:
    """Return (prefix of the key, offerer, partner) for every trade that may be offered now."""
    found: list[tuple[str, str, str]] = []
    for option in options:
        head, slash, rest = option.key.rpartition("/")
        parts = (rest if slash else option.key).split(":")
        if parts[0] == "trade" and len(parts) >= 3:
            found.append((f"{head}{slash}", parts[1], parts[2]))
    return found


def read_trade(text: str, view: View, options: Sequence[Option], *, asked: str = "") -> Trade:
    """Read ``PARTNER give THINGS for THINGS``.

    ``ask THINGS`` instead of ``give`` begins with what is wanted. With several investigators of
    one's own, ``ME to PARTNER give ...`` says which of them offers; otherwise it is the one who
    is ``asked`` something now, unless only another of them has the cards.
    """
    pairs = pairs_of(options)
    if not pairs:
        return Trade(problem=no_trade_sentence(view))
    head, give_text, take_text = _split(text)
    offerer_text, _, partner_text = head.rpartition(" to ")
    partners = {partner: None for _, _, partner in pairs}
    pool = [
        Candidate(
            who,
            (names.person(who), names.seat_name(view.investigator(who).seat, view.seats)),
        )
        for who in partners
    ]
    if not partner_text.strip() and len(pool) == 1:
        partner = pool[0].key
    else:
        found = match(partner_text, pool)
        if isinstance(found, Several):
            shown = names.listed([choice.shown for choice in found.choices], "or")
            return Trade(problem=f'"{partner_text}" could be {shown}. Which did you mean?')
        if not isinstance(found, Found):
            with_whom = names.listed([names.person(who) for who in partners], "or")
            return Trade(problem=f"Trade with whom? In your place now: {with_whom}.")
        partner = found.key
    possible = [pair for pair in pairs if pair[2] == partner]
    if offerer_text:
        mine = match(offerer_text, [Candidate(o, (names.person(o),)) for _, o, _ in possible])
        if not isinstance(mine, Found):
            own = names.listed([names.person(who) for _, who, _ in possible], "or")
            return Trade(problem=f'"{offerer_text}" cannot offer that; {own} can.')
        possible = [pair for pair in possible if pair[1] == mine.key]
    # A stable order: the one who is asked first, the others as the game lists them.
    possible.sort(key=lambda pair: pair[1] != asked)
    able = [p for p in possible if isinstance(_cards(give_text, view.investigator(p[1])), tuple)]
    prefix, offerer, partner = (able or possible)[0]
    give = _goods(give_text, view.investigator(offerer))
    if isinstance(give, str):
        return Trade(problem=give)
    take = _goods(take_text, view.investigator(partner))
    if isinstance(take, str):
        return Trade(problem=take)
    if not give and not take:
        return Trade(
            problem="Nothing for nothing? Write: trade NAME give THINGS for THINGS, "
            "for example trade gloria give knife $3 for shotgun."
        )
    return Trade(f"{prefix}trade:{offerer}:{partner}:{'+'.join(give)}:{'+'.join(take)}")


def _split(text: str) -> tuple[str, str, str]:
    """Return partner, what is given, what is taken."""
    words = re.split(
        r"\s+(give|gives|giving|offer|ask|want|take)\b\s*", f" {text.strip()}", maxsplit=1
    )
    head = words[0].strip().removeprefix("with ").strip()
    if len(words) < 3:
        # Without a verb: the first word is the partner, the rest is given.
        first, _, rest = head.partition(" ")
        give, take = _two_sides(rest)
        return (first, give, take) if rest else (head, "", "")
    one, other = _two_sides(words[2])
    if words[1] in ("ask", "want", "take"):
        return head, other, one
    return head, one, other


def _two_sides(text: str) -> tuple[str, str]:
    sides = _FOR.split(f" {text} ", maxsplit=1)
    return sides[0].strip(), sides[1].strip() if len(sides) > 1 else ""


def _dollars(text: str) -> int:
    return sum(int(one or other) for one, other in _MONEY.findall(text))


def _cards(text: str, sheet: InvestigatorView) -> tuple[str, ...] | str:
    """Read the cards in a list of cards and money; a string is what is wrong with it."""
    rest = re.sub(r"^\W*(?:and\b)?\W*|\W*(?:\band)?\W*$", "", _MONEY.sub(" , ", text).strip())
    rest = re.sub(r"\s*,(\s*,)+\s*", ", ", rest).strip(" ,")
    if rest.casefold() in _NOTHING:
        return ()
    chosen = choose_several(rest, goods_of(sheet))
    if isinstance(chosen, Several):
        shown = names.listed([choice.shown for choice in chosen.choices], "or")
        return f'"{rest}" could be {shown}. Which did you mean?'
    if not isinstance(chosen, tuple):
        owns = names.listed([choice.shown for choice in goods_of(sheet)]) or "nothing to trade"
        return f'{sheet.name} has no "{rest}". {sheet.name} has {owns} and ${sheet.money}.'
    return chosen


def _goods(text: str, sheet: InvestigatorView) -> tuple[str, ...] | str:
    """Read a list of cards and money of one person; a string is what is wrong with it."""
    cards = _cards(text, sheet)
    if isinstance(cards, str):
        return cards
    dollars = _dollars(text)
    if dollars > sheet.money:
        return f"{sheet.name} has ${sheet.money}, not ${dollars}."
    return (*cards, f"cash-{dollars}") if dollars else cards


def no_trade_sentence(view: View) -> str:
    """Say why nobody can be traded with now."""
    mine = {sheet.id: sheet.place for sheet in view.mine()}
    in_company = any(
        one.id != own and one.place == place
        for one in view.investigators
        for own, place in mine.items()
    )
    if not in_company:
        return "Nobody is in your place. Trades need two people in one place."
    return (
        "Trades wait while an attack, a check or an auction is being settled, and in the middle "
        "of a walk."
    )


def read_offer_number(
    text: str,
    view: View,
    verb: str,
    options: Sequence[Option],
    replaced: Mapping[int, int] | None = None,
    closed: Mapping[int, str] | None = None,
) -> tuple[str, str]:
    """Return (key, problem) for ``accept``, ``decline`` or ``withdraw`` of an offer.

    Without a number the only such offer is meant.

    Args:
        replaced: offers withdrawn by newer ones, each with the newer.
        closed: this viewer's offers that stand no longer, each with how it ended, newest last.
    """
    fitting = [
        option.key for option in options if option.key.rpartition("/")[2].startswith(f"{verb}:")
    ]
    digits = "".join(c for c in text if c.isdigit())[:6]
    newer = (replaced or {}).get(int(digits)) if digits else None
    if newer is not None:
        return "", f"Offer {digits} was withdrawn: offer {newer} took its place. Type trade to see."
    if digits:
        for key in fitting:
            if key.endswith(f":{digits}"):
                return key, ""
    was = closed or {}
    if digits and int(digits) in was:
        return "", closed_sentence(int(digits), was[int(digits)])
    if not fitting:
        last = [closed_sentence(number, how) for number, how in was.items()][-1:]
        return "", " ".join([f"There is no offer you can {verb} now.", *last])
    if digits:
        return "", f"There is no offer {digits} that you can {verb}. Type trade to see them."
    if len(fitting) == 1:
        return fitting[0], ""
    offers = " ".join(offer_phrase(offer) for offer in view.offers)
    return "", f"Which one? {offers}"
