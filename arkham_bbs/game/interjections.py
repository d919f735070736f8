"""What may be done out of turn: aid, trades, and shifting the Silver Key's mark.

Room: game. Imports neighbours here.
Source: RULES.md SPELL-9, TRADE-1, TRADE-2, TRADE-4, ITEM-STONE-1, ITEM-KEY-1, LOST-4, LOST-6.

Keys begin with the acting investigator: ``joe_diamond/cast:heal:gloria_goldberg``.
"""

from __future__ import annotations

from arkham_bbs.game import silver_key, trade, uses
from arkham_bbs.game.decisions import NO_AID, NO_TRADE, AnswerRefused, Option, option
from arkham_bbs.game.events import KeyMarked
from arkham_bbs.game.lost import revive
from arkham_bbs.game.offers import close_offer
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.spells import AID, castable, give_aid
from arkham_bbs.game.state import Investigator


def offered(play: Play, seat: int, kind: str) -> tuple[Option, ...]:
    """List what ``seat`` may do while a decision of this kind is open, ordered by key.

    ``NAME/trade:WHO:PARTNER`` is a form (``:GIVE:TAKE`` follows), ``NAME/mark:`` too (a place
    follows).
    """
    found: list[Option] = []
    for who in play.state.investigators.values():
        if who.seat == seat and who.status == "active":
            found += _aid(play, who, kind)
            found += _trades(play, who, kind)
            found += [
                option(f"{who.id}/{key}", "ITEM-KEY-1") for key in silver_key.mark_keys(play, who)
            ]
    return tuple(sorted(found, key=lambda choice: choice.key))


def _aid(play: Play, who: Investigator, kind: str) -> list[Option]:
    if kind in NO_AID:
        return []
    found = []
    for spell, pool in AID.items():
        if castable(play, who, spell):
            rule = "SPELL-HEAL-1" if spell == "heal" else "SPELL-CLOUD-1"
            found += [
                option(f"{who.id}/cast:{spell}:{other.id}", rule)
                for other in uses.patients(play, who, pool)
            ]
    found += [option(f"{who.id}/{key}", "ITEM-STONE-1") for key in uses.stone_keys(play, who)]
    return found


def _trades(play: Play, who: Investigator, kind: str) -> list[Option]:
    found = [
        option(f"{who.id}/withdraw:{offer.number}", "TRADE-1")
        for offer in play.state.offers
        if offer.who == who.id
    ]
    found += [
        option(f"{who.id}/decline:{offer.number}", "TRADE-1")
        for offer in play.state.offers
        if offer.partner == who.id
    ]
    if kind in NO_TRADE or (kind == "move" and play.state.notes.moved):
        return found
    found += [
        option(f"{who.id}/trade:{who.id}:{other.id}", "TRADE-1")
        for other in trade.partners(play, who)
    ]
    found += [
        option(f"{who.id}/accept:{offer.number}", "TRADE-1")
        for offer in play.state.offers
        if offer.partner == who.id and trade.acceptable(play, offer)
    ]
    return found


def check(play: Play, seat: int, answer: str, kind: str) -> None:
    """Refuse what may not be done now.

    Raises:
        AnswerRefused: malformed, not-on-offer, no-such-offer; nothing changed.
    """
    name, slash, key = answer.partition("/")
    if not slash:
        raise AnswerRefused("malformed", answer=answer)
    who = play.state.investigators.get(name)
    if who is None or who.seat != seat:
        raise AnswerRefused("not-on-offer", answer=answer, reason="not-yours")
    keys = {choice.key for choice in offered(play, seat, kind)}
    if answer in keys and not key.startswith(("trade:", "mark:")):
        return
    parts = key.split(":")
    if parts[0] == "trade" and len(parts) == 5:
        if f"{name}/{':'.join(parts[:3])}" not in keys:
            raise AnswerRefused("not-on-offer", answer=answer, reason="no-trade-now")
        trade.parse_offer(play, key)
        return
    if parts[0] == "mark" and f"{name}/mark:" in keys:
        if silver_key.may_mark(key[5:], play):
            return
        raise AnswerRefused("malformed", answer=answer)
    if parts[0] in ("accept", "decline", "withdraw") and len(parts) == 2:
        trade.find_offer(play, parts[1])
    raise AnswerRefused("not-on-offer", answer=answer)


def perform(play: Play, seat: int, answer: str) -> Rule[None]:
    """Carry out an interjection that `check` let pass."""
    name, _, key = answer.partition("/")
    who = play.investigator(name)
    verb, _, rest = key.partition(":")
    if verb == "trade":
        yield from trade.make_offer(play, key)
    elif verb == "accept":
        yield from trade.accept(play, int(rest))
    elif verb in ("decline", "withdraw"):
        how = "declined" if verb == "decline" else "withdrawn"
        close_offer(play, trade.find_offer(play, rest), how)
    elif verb == "mark":
        mark(play, who, rest)
    else:
        card, _, target = rest.partition(":")
        other = play.investigator(target)
        if verb == "cast":
            yield from give_aid(play, who, card, other)
        else:
            roller = who if other.status == "waiting" else other
            yield from uses.heal_with_stone(play, who, other, roller)
        revive(play, other, who)


def mark(play: Play, who: Investigator, place: str) -> None:
    """Lay the Silver Key's card as a mark anywhere (ITEM-KEY-1)."""
    who.key_mark = place
    play.emit(KeyMarked(who=who.id, place=place, rule="ITEM-KEY-1"))
