"""The printed matter as frozen structs: what the TOML files become.

Room: game. Imports msgspec only.
Source: the content files beside this one.

Effects stay plain mappings in the vocabulary of effects.py, because the
rules read them verb by verb. Ids are keys of the dicts and fields of the
structs alike. Every dict keeps the order of its file.
"""

from __future__ import annotations

from typing import Any

import msgspec

Effect = dict[str, Any]


class ContentError(ValueError):
    """A datum that cannot be used; the message names its file and path."""


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One street square. ``entrance_of`` is the location whose sidewalk it is."""

    id: str
    x: int
    y: int
    taxi: bool = False
    entrance_of: str | None = None


class TableEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a D6 table: the words, and the effects in order."""

    text: str
    effects: tuple[Effect, ...]


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 26 named places. ``events`` is None where only a service is offered."""

    id: str
    name: str
    building: bool
    x: int
    y: int
    entrances: tuple[str, ...]
    description: str
    services: dict[str, Any] = {}
    events: dict[int, TableEvent] | None = None


class World(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 8 Other Worlds; ``letter`` marks its colour on maps without colour."""

    id: str
    name: str
    colour: str
    letter: str
    tindalos_safe: bool
    gate_strength: int
    description: str
    events: dict[int, TableEvent]


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cls": "class"}):
    """One of the 49 counters. ``sanity_fail`` is a number or ``d6+1``; ``order`` counts from 0."""

    id: str
    species: str
    cls: str
    hand: str
    speed: int
    repeater: bool
    sp: int
    sp_bonus_d6: bool
    sanity_pass: int
    sanity_fail: int | str
    special: tuple[str, ...]
    order: int
    world: str | None = None


class Species(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a kind of monster: its dread and its rules in plain terms."""

    name: str
    plural: str
    article: str
    flavour: str
    rule: str


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of item card. ``per_turn`` limits the uses in a game turn; None is no limit."""

    id: str
    name: str
    cost: int
    copies: int
    hands: int
    attack: int
    magical: bool
    gun: bool
    discard: str
    effect: dict[str, Any]
    flavour: str
    rule: str
    per_turn: int | None = None


class SpellCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of spell card. ``card_name`` is the printed name where it differs."""

    id: str
    name: str
    copies: int
    book: str
    sanity_cost: int
    hands: int
    attack: int
    magical: bool
    discard: str
    effect: dict[str, Any]
    flavour: str
    rule: str
    per_turn: int | None = None
    card_name: str | None = None


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of skill card: ``bonus`` is added to the value of ``skill``."""

    id: str
    name: str
    skill: str
    bonus: int
    copies: int
    discard: str
    flavour: str
    rule: str


class InvestigatorCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 8 investigators; strength and sanity are chosen, not printed."""

    id: str
    name: str
    fast_talk: int
    fight: int
    knowledge: int
    sneak: int
    biography: str


class SmallCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a card or marker that belongs to no deck."""

    id: str
    name: str
    flavour: str
    rule: str


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed. Ids are those of the files; dicts keep the order of their files."""

    spaces: dict[str, Space]
    streets: tuple[tuple[str, str], ...]
    intersections: dict[str, tuple[str, ...]]
    locations: dict[str, Location]
    worlds: dict[str, World]
    gate_deck: tuple[tuple[str, int], ...]
    appearance: dict[int, str]
    monsters: dict[str, Monster]
    species: dict[str, Species]
    items: dict[str, Item]
    spells: dict[str, SpellCard]
    skills: dict[str, Skill]
    investigators: dict[str, InvestigatorCard]
    small_cards: dict[str, SmallCard]
    misc: dict[str, Any]
