"""Events of moving, and of what a place does to whoever stands there.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class MovementRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    dice: tuple[int, ...]
    bonus: int
    total: int


class Moved(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: walk, taxi, whistle, automobile, ride, sidewalk, sneak, gate, return, key, carried,
    knocked-out, jail, event, thrown, find-gate, box, rescue, placed, lost-in-time, emerged,
    released, fallen. ``path`` leaves out the start. ``wanted`` is the goal of a vehicle that had
    to halt before it."""

    who: str
    start: str
    to: str
    how: str
    path: tuple[str, ...] = ()
    fare: int = 0
    wanted: str | None = None


class Stayed(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class EventRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A location's table or a gate table. ``place`` is the location or the world's box."""

    who: str
    place: str
    die: int


class ServiceUsed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``service``: treatment, monograph, charity, sell, event."""

    who: str
    place: str
    service: str


class Bought(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    what: str
    price: int


class Declined(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    what: str


class Bargained(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The price after a Fast Talk roll."""

    who: str
    passed: bool
    price: int


class NothingHappened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``cause``: none, elder-sign, gate-deck-empty, pile-empty, hound-barred, deck-empty, no-card,
    on-retainer, already-hired, no-gate, no-skill-left, nothing-held, nobody-unused."""

    cause: str
    who: str | None = None
    place: str | None = None


class ConditionSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A lasting mark on an investigator, set or ended.

    ``condition``: jailed, lost-turns, held, sneak-bonus, next-move-dice, next-move-add, retainer,
    must-leave, delayed, arrested, blessed, cursed, lost-in-time, standing.
    """

    who: str
    condition: str
    on: bool = True
    amount: int = 0
