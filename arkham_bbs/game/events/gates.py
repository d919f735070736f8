"""Events of gates, doom and the other worlds.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class GateRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Gate Appearance roll; ``purpose``: mythos, setup or thrown."""

    dice: tuple[int, int]
    place: str
    purpose: str = "mythos"


class GatePlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``world`` only when it lies face up."""

    place: str
    world: str | None = None


class GateTurnedUp(Event, frozen=True, kw_only=True, omit_defaults=True):
    place: str
    world: str


class GateDestroyed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: attack, elder_sign, blue_watcher_of_the_pyramid, dragons_eye."""

    place: str
    world: str
    by: str
    how: str


class GateAttackWon(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class GateKnown(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The right to attack a gate was won (``on``) or lost."""

    who: str
    place: str
    on: bool = True


class ElderSignLaid(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class PowerLeft(Event, frozen=True, kw_only=True, omit_defaults=True):
    """HOUSE-3: a power stays as a seal."""

    who: str
    place: str
    monster: str


class DoomMoved(Event, frozen=True, kw_only=True, omit_defaults=True):
    now: int
    change: int
    cause: str
