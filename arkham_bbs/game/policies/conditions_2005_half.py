"""Half of what somebody holds: the sets to choose from, and giving one up.

Room: game. Imports the standard library, events and neighbours here.
Source: VARIANTS.md, module conditions_2005 (C05-2, C05-4).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from arkham_bbs.game.cards import drop
from arkham_bbs.game.decisions import LazyOptions, Option, option
from arkham_bbs.game.events import CardGone, ConditionSet
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.policies.pool_checks_clues import lose_clues
from arkham_bbs.game.state import Investigator

AUTOMOBILE = "automobile"
RULE = "C05-2"


@lru_cache(maxsize=512)
def _ways(copies: tuple[int, ...], wanted: int) -> int:
    """Count the sets of ``wanted`` cards out of so many copies of each kind."""
    if wanted < 0:
        return 0
    if not copies:
        return 1 if wanted == 0 else 0
    return sum(_ways(copies[1:], wanted - taken) for taken in range(copies[0] + 1))


class HalfChoices(LazyOptions):
    """Every set of exactly ``wanted`` of the cards held, worked out only when looked at."""

    def __init__(self, cards: Sequence[str], wanted: int) -> None:
        self.held = Counter(cards)
        self.names = tuple(self.held)
        self.copies = tuple(self.held[name] for name in self.names)
        self.wanted = wanted
        self.size = min(_ways(self.copies, wanted), sys.maxsize)

    def __len__(self) -> int:
        return self.size

    def made(self, index: int) -> Option:
        """Return one option."""
        chosen: list[str] = []
        for place, name in enumerate(self.names):
            later = self.copies[place + 1 :]
            for taken in range(self.copies[place], -1, -1):
                ways = _ways(later, self.wanted - len(chosen) - taken)
                if index < ways:
                    chosen += [name] * taken
                    break
                index -= ways
        return option("+".join(chosen), RULE)

    def offers(self, key: str) -> bool:
        """Tell whether ``key`` names exactly the right number of cards held, in any order."""
        pieces = key.split("+")
        return len(pieces) == self.wanted and not Counter(pieces) - self.held


def countable(who: Investigator) -> list[str]:
    """Return what counts as an item here: item cards, spells, the automobile (C05-4)."""
    cards = [card.id for card in (*who.items, *who.spells)]
    return [*cards, AUTOMOBILE] if who.automobile else cards


def discard_half(play: Play, who: Investigator) -> Rule[None]:
    """Give up half of the items and of the clues, each rounded down, and a retainer (C05-2)."""
    half = len(countable(who)) // 2
    if half:
        answer = yield from play.ask(
            "discard_half",
            who,
            lambda: HalfChoices(countable(who), half),
            rule=RULE,
            facts={"count": half},
            form="set",
            parts=lambda: tuple(dict.fromkeys(countable(who))),
        )
        for name in answer.split("+"):
            give_up_card(play, who, name)
    lose_clues(play, who, who.clues // 2, RULE)
    if who.retainer:
        lose_retainer(play, who, RULE)


def give_up_card(play: Play, who: Investigator, name: str) -> None:
    """Discard one item, spell or the automobile."""
    if name == AUTOMOBILE:
        lose_automobile(play, who, RULE)
    else:
        deck = "items" if name in play.content.items else "spells"
        drop(play, who, deck, name, "discarded", RULE)


def lose_automobile(play: Play, who: Investigator, rule: str) -> None:
    """Put the automobile back on sale."""
    who.automobile = False
    play.state.decks.automobile += 1
    play.emit(CardGone(who=who.id, deck="small", card=AUTOMOBILE, how="discarded", rule=rule))


def lose_retainer(play: Play, who: Investigator, rule: str) -> None:
    """Put a retainer card back with the others."""
    who.retainer = False
    play.state.decks.retainers += 1
    play.emit(ConditionSet(who=who.id, condition="retainer", on=False, rule=rule))
