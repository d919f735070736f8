"""Events of monsters: where they are, how they fight, what became of them.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class MonsterAppeared(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    place: str
    face_up: bool


class MonsterMet(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    monsters: tuple[str, ...]
    place: str


class MonsterMoved(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    start: str
    path: tuple[str, ...]
    target: str | None = None


class MonsterTurned(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An arrow was set, or a counter turned face down again."""

    monster: str
    heading: tuple[str, ...]
    face_up: bool


class MonsterGone(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: killed, banished, bound, pile, colour, hound, sneaked, repaid, gate, freed."""

    monster: str
    place: str
    how: str
    by: str | None = None


class MonsterFreed(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    place: str
    by: str


class VampireGrew(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    face_up: bool
    strength: int | None = None


class ExtraStrengthRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Shoggoth's extra die (COMBAT-16)."""

    monster: str
    die: int
    strength: int


class AttackRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """One attack on a monster or gate. ``parts`` are (source, points) without the die.

    With ``pool_checks`` ``dice`` holds the pool, ``hits`` and ``difficulty`` are given.
    """

    who: str
    target: str
    parts: tuple[tuple[str, int], ...]
    dice: tuple[int, ...]
    total: int
    needed: int
    success: bool
    hits: int | None = None
    difficulty: int | None = None


class MonsterAttacks(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    who: str
    place: str


class HitTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a miss. ``by``: self, flesh_ward, piccolo_of_leng, or a hired character."""

    who: str
    monster: str
    by: str


class SneakTried(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``aim`` is a place, ``gate`` or ``box``. ``automatic`` when Mists made the roll needless."""

    who: str
    aim: str
    passed: bool
    automatic: bool = False
