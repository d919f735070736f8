"""What may be taken into one attack, and what each piece is worth against a target.

Room: game. Imports the standard library and neighbours here.
Source: RULES.md COMBAT-4 to COMBAT-7, COUNTER-9, COUNTER-11, COUNTER-12, ITEM-SPECTACLES-1,
ITEM-BULLET-1, SPELL-BIND-4, SPELL-BIND-5, SPELL-BIND-9, OPT-2, LOST-6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from arkham_bbs.game.cards import has_item
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import LazyOptions, Option, option
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Card, Investigator, Monster
from arkham_bbs.game.trade import lenders

BULLET = "silver_bullet"
SPECTACLES = "alien_spectacles"


class AttackChoices(LazyOptions):
    """Every allowed set of weapons and items for one attack, worked out only when looked at.

    ``hands`` are the sets that fill at most two hands (COMBAT-5); ``free`` pieces need no hand
    and go with any of them.
    """

    def __init__(self, hands: list[tuple[str, ...]], free: list[str]) -> None:
        self.hands = hands
        self.free = free

    def __len__(self) -> int:
        return len(self.hands) << len(self.free)

    def made(self, index: int) -> Option:
        """Return one option."""
        held = self.hands[index >> len(self.free)]
        mask = index & ((1 << len(self.free)) - 1)
        picked = (*held, *(piece for bit, piece in enumerate(self.free) if mask >> bit & 1))
        return option("+".join(picked) or "none", "COMBAT-5")

    def offers(self, key: str) -> bool:
        """Tell whether ``key`` names an allowed set, its pieces in any order."""
        pieces = [] if key == "none" else key.split("+")
        free = Counter(self.free)
        held = []
        for piece in pieces:
            if free[piece]:
                free[piece] -= 1
            else:
                held.append(piece)
        wanted = sorted(held)
        return any(sorted(hand) == wanted for hand in self.hands)


def at_hand(play: Play, who: Investigator) -> list[Card]:
    """Return one's own items, and those of lost ones here that may be borrowed (LOST-6)."""
    return [*who.items, *(card for lost in lenders(play, who) for card in lost.items)]


def holder(play: Play, who: Investigator, item: str) -> Investigator:
    """Return whose card is used when ``who`` attacks with an item at hand."""
    if has_item(who, item):
        return who
    return next(lost for lost in lenders(play, who) if has_item(lost, item))


def attack_choices(play: Play, who: Investigator, target: Monster | None) -> AttackChoices:
    """Return what may be used in an attack on a monster, or on a gate when ``target`` is None."""
    cards = play.content.items
    one: list[str] = []
    two: list[str] = []
    free: list[str] = []
    has_bullet = False
    for held in at_hand(play, who):
        card = cards[held.id]
        if held.id == BULLET:
            has_bullet = True
        elif card.attack and card.hands == 1:
            one.append(held.id)
        elif card.attack and card.hands == 2:
            two.append(held.id)
        elif card.attack:
            free.append(held.id)
    free += [monster.id for monster in who.bound]
    hands: list[tuple[str, ...]] = [()]
    hands += [(name,) for name in one]
    hands += list(combinations(one, 2))
    hands += [(name,) for name in two]
    hands = list(dict.fromkeys(tuple(sorted(hand)) for hand in hands))
    if has_bullet and target is not None and _is_werewolf(play, target):
        hands += [(*hand, BULLET) for hand in hands if any(cards[name].gun for name in hand)]
    return AttackChoices(hands, free)


def _is_werewolf(play: Play, target: Monster) -> bool:
    return "magic_and_silver" in play.content.monsters[target.id].special


def physical_worth(play: Play, target: Monster | None) -> str:
    """Return how physical attacks count: ``full``, ``one`` each, or ``none``."""
    if target is None:
        return "full"
    special = play.content.monsters[target.id].special
    if "only_magic" in special or "magic_and_silver" in special:
        return "none"
    return "one" if "weapons_do_1" in special else "full"


def could_be_magical(pieces: Sequence[str]) -> list[str]:
    """Return the one-handed weapons among the pieces that are physical (ITEM-SPECTACLES-1)."""
    cards = CONTENT.items
    return [
        name
        for name in dict.fromkeys(pieces)
        if name in cards
        and cards[name].hands == 1
        and cards[name].attack
        and not cards[name].magical
    ]


def spectacle_weapons(play: Play, who: Investigator, pieces: Sequence[str]) -> list[str]:
    """Return the weapons of an attack that Alien Spectacles may make magical."""
    if not any(card.id == SPECTACLES for card in at_hand(play, who)):
        return []
    return could_be_magical(pieces)


def fight_part(play: Play, who: Investigator, target: Monster | None) -> int:
    """Return what Fight adds against a target (COMBAT-4, COUNTER-12, OPT-2)."""
    worth = physical_worth(play, target)
    if worth == "none":
        return 0
    fight = play.checks.skill_value(play, who, "fight")
    if target is not None and play.has("OPT-2") and len(play.at(who.place)) > 1:
        fight += 1
    return min(1, fight) if worth == "one" else fight


def item_parts(
    play: Play,
    who: Investigator,
    target: Monster | None,
    pieces: Sequence[str],
    magical: str | None,
) -> list[tuple[str, int]]:
    """Return (piece, points) for each weapon, item and bound monster of an attack.

    ``magical`` is the weapon the Spectacles make magical, or None.
    """
    worth = physical_worth(play, target)
    cards = play.content.items
    species = play.content.monsters[target.id].species if target is not None else None
    parts: list[tuple[str, int]] = []
    changed = magical
    for piece in pieces:
        if piece == BULLET:
            continue
        if piece in cards:
            points = cards[piece].attack
            is_magical = cards[piece].magical
            if piece == changed:
                is_magical = True
                changed = None
        else:
            points = next(b.strength for b in who.bound if b.id == piece)
            is_magical = play.content.monsters[piece].species == species
        if not is_magical and worth != "full":
            points = 1 if worth == "one" else 0
        parts.append((piece, points))
    return parts
