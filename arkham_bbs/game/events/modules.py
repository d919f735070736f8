"""Events of the later rule modules: clues, defeat, blessings.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class CluesPlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    place: str
    now: int


class CluesTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str
    amount: int


class CluesLost(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Clue tokens left a sheet unspent; ``left`` are still there."""

    who: str
    amount: int
    left: int


class CluesDestroyed(Event, frozen=True, kw_only=True, omit_defaults=True):
    place: str
    amount: int


class Defeated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``token``: strength or sanity; ``place`` where the marker lies, None when devoured."""

    who: str
    token: str | None
    place: str | None


class DefeatedMet(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    fallen: str
    helped: bool


class LeadPassed(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str


class BlessingRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    card: str
    die: int
    kept: bool
