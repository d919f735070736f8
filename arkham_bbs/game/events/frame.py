"""Events of the frame: how a game begins, whose turn it is, how it ends.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class GameStarted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game begins; ``commitment`` is the SHA-256 of the seed, in hex."""

    commitment: str
    rules_version: str
    options: tuple[str, ...] = ()


class FirstPlayerRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``rolls`` are (seat, first die, second die); ``first`` is None after a tie."""

    rolls: tuple[tuple[int, int, int], ...]
    first: int | None = None


class InvestigatorChosen(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    seat: int


class PointsShared(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    strength: int
    sanity: int


class CardsDealt(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class TurnBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    turn: int


class InvestigatorTurnBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    turn: int


class MythosBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    turn: int


class GameOver(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``reason``: gates-closed, doom-of-arkham, too-many-gates or nobody-left."""

    victory: bool
    reason: str
    turn: int
    first_citizen: tuple[str, ...] = ()


class TurnSkipped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``cause``: jail, lost-turn, waiting, arrested, delayed, lost-in-time."""

    who: str
    cause: str
    left: int = 0


class TakenBack(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game went back to before answer ``to``; ``voted`` when dice or cards had been seen."""

    seat: int
    to: int
    voted: bool
