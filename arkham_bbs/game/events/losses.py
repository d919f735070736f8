"""Events of investigators who fall, are lost, are rescued.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class KnockedOut(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A value reached 0. ``pool``: strength, sanity or both; ``where`` the place it happened."""

    who: str
    pool: str
    where: str


class InvestigatorLost(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``cause``: zero, event, stranded, devoured."""

    who: str
    where: str
    cause: str


class InvestigatorWaits(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    where: str


class Stranded(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    world: str
    by: str


class Rescued(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    by: str


class ReplacementDue(Event, frozen=True, kw_only=True, omit_defaults=True):
    seat: int
    lost: str
