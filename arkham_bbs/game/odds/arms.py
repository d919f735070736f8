"""What may be taken into an attack and what it is worth, read off a sheet and a counter.

Room: game. Imports the standard library, the content, the views and neighbours here.
Source: RULES.md COMBAT-4 to COMBAT-7, COUNTER-9, COUNTER-11, COUNTER-12, ITEM-SPECTACLES-1,
ITEM-BULLET-1, SPELL-BIND-4, SPELL-BIND-5, OPT-2. The engine's own reckoning is armoury.py; the
tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from arkham_bbs.game.armoury import could_be_magical
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.views import InvestigatorView, MonsterView, View

BULLET = "silver_bullet"
SPECTACLES = "alien_spectacles"


class Foe(Struct, frozen=True):
    """What is attacked: a monster as far as it is known, or a gate.

    ``worth`` says how physical attacks count: ``full``, ``one`` each, or ``none``. ``extra`` are
    the possible values of a Shoggoth's die, one when it is known, and 0 alone for all others.
    """

    needed: int
    worth: str
    species: str | None = None
    is_werewolf: bool = False
    extra: tuple[int, ...] = (0,)
    is_monster: bool = True


def monster_foe(monster: MonsterView, extra: dict[str, int]) -> Foe | None:
    """Return a monster as a target; None while its strength is hidden."""
    if monster.strength is None or monster.special is None:
        return None
    special = monster.special
    worth = "full"
    if "only_magic" in special or "magic_and_silver" in special:
        worth = "none"
    elif "weapons_do_1" in special:
        worth = "one"
    dice: tuple[int, ...] = (0,)
    if CONTENT.monsters[monster.id].sp_bonus_d6:
        dice = (extra[monster.id],) if monster.id in extra else (1, 2, 3, 4, 5, 6)
    return Foe(
        needed=monster.strength,
        worth=worth,
        species=monster.species,
        is_werewolf="magic_and_silver" in special,
        extra=dice,
    )


def gate_foe(world: str) -> Foe:
    """Return a gate as a target."""
    return Foe(needed=CONTENT.worlds[world].gate_strength, worth="full", is_monster=False)


def fight_points(view: View, sheet: InvestigatorView, foe: Foe) -> int:
    """Return what Fight adds (COMBAT-4, COUNTER-12, OPT-2)."""
    if foe.worth == "none":
        return 0
    fight = sheet.skills["fight"]
    if foe.is_monster and "OPT-2" in view.options:
        here = [i for i in view.investigators if i.place == sheet.place and i.status == "active"]
        fight += len(here) > 1
    return min(1, fight) if foe.worth == "one" else fight


def spectacle_weapons(sheet: InvestigatorView, foe: Foe, pieces: Sequence[str]) -> list[str]:
    """Return the weapons that Alien Spectacles may make magical, where it matters."""
    if foe.worth == "full" or not any(card.id == SPECTACLES for card in sheet.items):
        return []
    return could_be_magical(pieces)


def points(
    sheet: InvestigatorView, foe: Foe, pieces: Sequence[str], magical: str | None = None
) -> int:
    """Return what weapons, items and bound monsters add; ``magical`` is seen through glasses."""
    total = 0
    changed = magical
    for piece in pieces:
        if piece == BULLET:
            continue
        if piece in CONTENT.items:
            worth = CONTENT.items[piece].attack
            is_magical = CONTENT.items[piece].magical
            if piece == changed:
                is_magical, changed = True, None
        else:
            worth = next(strength for name, strength in sheet.bound if name == piece)
            is_magical = CONTENT.monsters[piece].species == foe.species
        if not is_magical and foe.worth != "full":
            worth = 1 if foe.worth == "one" else 0
        total += worth
    return total


def best_points(sheet: InvestigatorView, foe: Foe, pieces: Sequence[str]) -> int:
    """Return what a set adds when the Spectacles are put to the best use."""
    weapons = spectacle_weapons(sheet, foe, pieces)
    tries: list[str | None] = [*weapons, None]
    return max(points(sheet, foe, pieces, magical) for magical in tries)


def sets_of(sheet: InvestigatorView, foe: Foe) -> Iterator[tuple[str, ...]]:
    """Yield the sets worth weighing, bare hands first: any hands, each with all that needs none.

    Pieces that need no hand never lower a total, so sets without them are left out but for the
    ones that hold no single-use piece.
    """
    cards = CONTENT.items
    names = [card.id for card in sheet.items]
    armed = [name for name in names if cards[name].attack]
    one = [name for name in armed if cards[name].hands == 1]
    two = [name for name in armed if cards[name].hands == 2]
    free = [name for name in armed if cards[name].hands == 0]
    spared = [name for name in free if cards[name].discard != "one_use"]
    bound = [name for name, _ in sheet.bound]
    hands: list[tuple[str, ...]] = [(), *((name,) for name in (*one, *two))]
    hands += list(combinations(one, 2))
    if BULLET in names and foe.is_werewolf:
        hands += [(*hand, BULLET) for hand in hands if any(cards[name].gun for name in hand)]
    extras = dict.fromkeys([(), tuple(spared), tuple(free), (*spared, *bound), (*free, *bound)])
    for extra in extras:
        for hand in dict.fromkeys(hands):
            yield (*hand, *extra)
