"""How things are called in a sentence: people, places, cards, monsters, dice, money.

Room: game. Imports the content.

Ids go in, words come out. An id nobody knows comes back as it is, so that a
log line is never lost for want of a word.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache

from arkham_bbs.game.content import CONTENT

_WITH_THE = frozenset(
    {
        "boarding_house",
        "curiositie_shoppe",
        "dagon_mission",
        "graveyard",
        "historical_society",
        "hospital",
        "library",
        "lighthouse",
        "newspaper",
        "police_station",
        "sanitarium",
        "shunned_house",
        "silver_twilight_lodge",
        "train_station",
        "woods",
        "abyss",
        "city_of_the_great_race",
        "great_hall_of_celeano",
        "plateau_of_leng",
    }
)

SKILL_NAMES = {
    "fast_talk": "Fast Talk",
    "fight": "Fight",
    "knowledge": "Knowledge",
    "sneak": "Sneak",
    "strength": "strength",
    "sanity": "sanity",
    "speed": "Speed",
    "will": "Will",
    "lore": "Lore",
    "luck": "Luck",
    "evade": "Evade",
    "horror": "Horror",
    "combat": "Combat",
    "spell": "Spell",
}

_SPECIAL_PLACES = {
    "lost_in_time": "Lost in Time and Space",
    "jail_cell": "the jail cell",
    "box": "this box",
    "gate": "the gate",
}


def person(investigator: str) -> str:
    """Return the full name of an investigator."""
    card = CONTENT.investigators.get(investigator)
    return card.name if card else investigator


def short_name(investigator: str) -> str:
    """Return the first name, for short labels; all eight differ."""
    return person(investigator).split(" ", 1)[0]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """Return the display name of a seat, or ``Seat 3`` when it has none."""
    return names[seat] if 0 <= seat < len(names) and names[seat] else f"Seat {seat + 1}"


@cache
def nearest_location(space: str) -> str | None:
    """Return the location whose sidewalk is the fewest street steps from ``space``."""
    around: dict[str, list[str]] = {key: [] for key in CONTENT.spaces}
    for one, other in CONTENT.streets:
        around[one].append(other)
        around[other].append(one)
    if space not in around:
        return None
    todo, seen = deque([space]), {space}
    while todo:
        here = todo.popleft()
        found = CONTENT.spaces[here].entrance_of
        if found:
            return found
        for there in around[here]:
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return None


@cache
def place(place_id: str) -> str:
    """Name a place inside a sentence: ``the Woods``, ``the sidewalk of City Hall (s36)``."""
    if place_id in _SPECIAL_PLACES:
        return _SPECIAL_PLACES[place_id]
    if place_id in CONTENT.locations:
        return _with_article(place_id, CONTENT.locations[place_id].name)
    if place_id in CONTENT.spaces:
        space = CONTENT.spaces[place_id]
        if space.entrance_of:
            return f"the sidewalk of {place(space.entrance_of)} ({place_id})"
        near = nearest_location(place_id)
        what = "the taxi stand" if space.taxi else "the street"
        return f"{what} near {place(near)} ({place_id})" if near else f"{what} ({place_id})"
    world, _, box = place_id.partition("/")
    if world in CONTENT.worlds:
        name = _with_article(world, CONTENT.worlds[world].name)
        return f"{name}, box {box}" if box else name
    return place_id


def at(place_id: str) -> str:
    """Say where something is: ``at the Woods``, ``on the street ...``, ``in the Abyss, box 2``."""
    if place_id in CONTENT.spaces:
        return f"{'at' if CONTENT.spaces[place_id].taxi else 'on'} {place(place_id)}"
    if place_id in CONTENT.locations:
        return f"{'in' if place_id == 'woods' else 'at'} {place(place_id)}"
    return f"in {place(place_id)}"


@cache
def place_title(place_id: str) -> str:
    """Name a place as a heading or label: ``Woods``, ``Street near Woods (s26)``."""
    if place_id in CONTENT.locations:
        return CONTENT.locations[place_id].name
    named = place(place_id)
    if named.startswith("the "):
        named = named[4:]
    return named[:1].upper() + named[1:]


def _with_article(place_id: str, name: str) -> str:
    bare = name.removeprefix("The ")
    return f"the {bare}" if place_id in _WITH_THE else bare


def species(monster: str) -> str:
    """Return the species of a counter: ``Ghoul``."""
    counter = CONTENT.monsters.get(monster)
    return counter.species if counter else monster


def a_monster(monster: str) -> str:
    """Name a counter for the first time: ``a Ghoul``, ``Cthulhu``."""
    name = species(monster)
    words = CONTENT.species.get(name)
    return f"{words.article} {name}" if words and words.article else name


def the_monster(monster: str) -> str:
    """Name a counter again: ``the Ghoul``, ``Cthulhu``."""
    name = species(monster)
    words = CONTENT.species.get(name)
    return name if words and not words.article else f"the {name}"


@cache
def numbered_monster(monster: str) -> str:
    """Name a counter so that two of a kind can be told apart: ``Ghoul 2``, ``Zombie``."""
    name = species(monster)
    alike = [one for one in CONTENT.monsters.values() if one.species == name]
    if len(alike) < 2:
        return name
    return f"{name} {[one.id for one in alike].index(monster) + 1}"


@cache
def monster_of_kind(monster: str) -> str:
    """Name a counter with how many there are of its kind: ``Ghoul 2 of 3``, ``Zombie``."""
    name = species(monster)
    many = sum(one.species == name for one in CONTENT.monsters.values())
    named = numbered_monster(monster)
    return f"{named} of {many}" if named != name else name


def monsters(ids: Iterable[str]) -> str:
    """Name several counters, those of a kind together: ``2 Ghouls and a Maniac``."""
    return listed(grouped_monsters(ids))


def grouped_monsters(ids: Iterable[str]) -> list[str]:
    """Name several counters, one entry for each kind, in order of first mention."""
    count: dict[str, list[str]] = {}
    for monster in ids:
        count.setdefault(species(monster), []).append(monster)
    return [
        a_monster(same[0])
        if len(same) == 1
        else f"{len(same)} {CONTENT.species[name].plural if name in CONTENT.species else name}"
        for name, same in count.items()
    ]


def card(card_id: str) -> str:
    """Return the name of any card, bound monster or small card."""
    for kind in (CONTENT.items, CONTENT.spells, CONTENT.skills, CONTENT.small_cards):
        found = kind.get(card_id)
        if found is not None:
            return str(found.name)
    if card_id in CONTENT.monsters:
        return f"bound {numbered_monster(card_id)}"
    if card_id.startswith(("cash:", "cash-")):
        return money(int(card_id[5:]))
    deck, _, name = card_id.partition(".")
    if name and deck in ("items", "spells", "skills", "allies", "charity", "bound"):
        return card(name)
    if card_id == "repay":
        return "Charity card, owing"
    return card_id


def cards(ids: Iterable[str]) -> str:
    """Name several cards, copies counted: ``2 Shotguns``-style as ``Shotgun x2``."""
    count: dict[str, int] = {}
    for card_id in ids:
        count[card_id] = count.get(card_id, 0) + 1
    return listed(card(one) if n == 1 else f"{card(one)} x{n}" for one, n in count.items())


def thing(any_id: str) -> str:
    """Name whatever an id stands for: a person, monster, card or place."""
    if any_id in CONTENT.investigators:
        return person(any_id)
    if any_id in CONTENT.monsters:
        return the_monster(any_id)
    if any_id.startswith("gate:"):
        behind = any_id[5:]
        return f"the gate {'to' if behind in CONTENT.worlds else 'at'} {place(behind)}"
    named = card(any_id)
    return named if named != any_id else place(any_id)


def skill(name: str) -> str:
    """Return the name of a skill, value or special check."""
    return SKILL_NAMES.get(name, name.replace("_", " "))


def hands(number: int) -> str:
    """Say how many hands a card needs: ``one hand``, ``two hands``, ``no hands``."""
    return {0: "no hands", 1: "one hand", 2: "two hands"}[number]


def money(dollars: int) -> str:
    """Write an amount of money: ``$5``."""
    return f"-${-dollars}" if dollars < 0 else f"${dollars}"


def dice(faces: Iterable[int]) -> str:
    """Show dice as they lie: ``[4]``, ``[3][5]``; no dice as ``no dice``."""
    return "".join(f"[{face}]" for face in faces) or "no dice"


def pool(faces: Iterable[int], lowest: int = 5) -> str:
    """Show a dice pool with its successes starred, ``lowest`` being the least that counts."""
    return "".join(f"[{face}*]" if face >= lowest else f"[{face}]" for face in faces) or "no dice"


def counted(number: int, word: str, plural: str | None = None) -> str:
    """Write a number with its word: ``1 turn``, ``2 turns``."""
    return f"{number} {word if number == 1 else plural or word + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Join words: ``a``, ``a and b``, ``a, b and c``."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence_case(text: str) -> str:
    """Give a sentence its capital and leave the rest alone."""
    return text[:1].upper() + text[1:]
