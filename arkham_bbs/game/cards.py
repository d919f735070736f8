"""Cards and counters on their way between deck, hand and discard pile.

Room: game. Imports events and neighbours here.
Source: RULES.md DECK-1, OPT-1, OPEN-24, OPEN-36, ITEM-AUCTION-7.
"""

from __future__ import annotations

from arkham_bbs.game.decisions import option
from arkham_bbs.game.events import CardGone
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Bound, Card, Investigator

AUCTION = "auction"


def draw(play: Play, deck: str) -> str | None:
    """Take the top card of ``items``, ``spells`` or ``skills``; None when nothing is left.

    A deck that runs out takes in its shuffled discard pile (DECK-1).
    """
    decks = play.state.decks
    cards: list[str] = getattr(decks, deck)
    if not cards and deck != "skills":
        discard: list[str] = getattr(decks, f"{deck}_discard")
        if discard:
            cards.extend(discard)
            discard.clear()
            play.shuffle(cards)
    if not cards:
        return None
    card = cards.pop(0)
    play.state.drawn.append(f"{deck}:{card}")
    return card


def settled(play: Play, deck: str, card: str) -> None:
    """Note that a drawn card has found its place."""
    name = f"{deck}:{card}"
    if name in play.state.drawn:
        play.state.drawn.remove(name)


def discard(play: Play, deck: str, card: str) -> None:
    """Put a card just drawn on the discard pile of its kind (DECK-1)."""
    settled(play, deck, card)
    put_away(play, deck, card)


def put_away(play: Play, deck: str, card: str) -> None:
    """Put a used or lost card, no longer in a hand, on the discard pile of its kind (DECK-1)."""
    getattr(play.state.decks, f"{deck}_discard").append(card)


def to_pile(play: Play, monster: str) -> None:
    """Put a counter back among the unused ones, shuffled in (DECK-1)."""
    play.shuffle_in(play.state.decks.monsters, monster)


def hand(who: Investigator, deck: str) -> list[Card]:
    """Return the list that holds ``items`` or ``spells``."""
    return who.items if deck == "items" else who.spells


def has_item(who: Investigator, item: str) -> bool:
    """Tell whether ``who`` holds a card."""
    return any(card.id == item for card in who.items)


def take_out(who: Investigator, deck: str, card: str) -> Card:
    """Remove one card from a hand: one's own before a borrowed, a used copy before a fresh."""
    cards = hand(who, deck)
    found = [c for c in cards if c.id == card]
    chosen = max(found, key=lambda c: (not c.lender, c.used))
    cards.remove(chosen)
    return chosen


def drop(play: Play, who: Investigator, deck: str, card: str, how: str, rule: str) -> None:
    """Move a card from a hand to its discard pile and tell it."""
    take_out(who, deck, card)
    put_away(play, deck, card)
    play.emit(CardGone(who=who.id, deck=deck, card=card, how=how, rule=rule))


def receive(play: Play, who: Investigator, deck: str, card: str) -> None:
    """Put a card into a hand, whatever the carrying limit."""
    settled(play, deck, card)
    if deck == "items":
        who.items.append(Card(card))
    elif deck == "spells":
        who.spells.append(Card(card))
    else:
        who.skills.append(card)


def carried(who: Investigator) -> int:
    """Return the items that count for OPT-1, bound monsters included (SPELL-BIND-9)."""
    return len(who.items) + len(who.bound)


def distinct(names: list[str]) -> list[str]:
    """Return names once each, in order."""
    return list(dict.fromkeys(names))


def item_keys(who: Investigator, *, bound: bool) -> list[str]:
    """Return the keys for choosing one of the items held, and bound monsters if asked."""
    keys = [f"item:{name}" for name in distinct([card.id for card in who.items])]
    if bound:
        keys += [f"bound:{monster.id}" for monster in who.bound]
    return keys


def give_up(play: Play, who: Investigator, key: str, how: str, rule: str) -> None:
    """Lose the item or bound monster that a key of `item_keys` names."""
    verb, _, name = key.partition(":")
    if verb == "bound":
        who.bound = [monster for monster in who.bound if monster.id != name]
        to_pile(play, name)
        play.emit(CardGone(who=who.id, deck="bound", card=name, how=how, rule=rule))
    else:
        drop(play, who, "items", name, how, rule)


def take_item(play: Play, who: Investigator, card: Card) -> Rule[None]:
    """Put an item in a hand, dropping others where OPT-1 asks for it, or leave it (OPEN-36)."""
    if play.has("OPT-1"):
        while carried(who) + 1 > who.strength:
            keys = [*item_keys(who, bound=True), "leave"]
            choices = [option(key, "OPT-1") for key in keys]
            answer = yield from play.ask(
                "drop",
                who,
                lambda choices=choices: choices,  # type: ignore[misc]
                rule="OPT-1",
                facts={"card": card.id, "limit": who.strength},
            )
            if answer == "leave":
                discard(play, "items", card.id)
                play.emit(
                    CardGone(who=who.id, deck="items", card=card.id, how="dropped", rule="OPEN-36")
                )
                return
            give_up(play, who, answer, "dropped", "OPT-1")
    settled(play, "items", card.id)
    who.items.append(card)


def bind(play: Play, who: Investigator, monster: str, strength: int) -> Rule[None]:
    """Take a monster along as a weapon, within OPT-1."""
    who.bound.append(Bound(monster, strength))
    if play.has("OPT-1"):
        while carried(who) > who.strength:
            answer = yield from play.ask_plain(
                "drop",
                who,
                item_keys(who, bound=True),
                rule="OPT-1",
                facts={"limit": who.strength},
            )
            give_up(play, who, answer, "dropped", "OPT-1")
