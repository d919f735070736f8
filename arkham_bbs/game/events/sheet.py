"""Events of an investigator's numbers: checks, dice and coins, what was won or lost.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class PoolChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Strength, sanity or money went up or down.

    ``pool`` is strength, sanity or money; ``change`` what really changed after limits;
    ``wanted`` what the rule asked for; ``cause`` a short stable word such as ``location-event``,
    ``monster:ghoul_1``, ``card:healing_stone``, ``fare``, ``treatment``, ``trade``.
    """

    who: str
    pool: str
    change: int
    now: int
    cause: str = ""
    wanted: int | None = None
    die: int | None = None


class SkillChecked(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A D6 against a value (1987), or a pool of dice (``pool_checks``: ``hits`` of ``difficulty``).

    ``skill``: fast_talk, fight, knowledge, sneak, strength, sanity, or a pool skill.
    """

    who: str
    skill: str
    purpose: str
    dice: tuple[int, ...]
    value: int
    passed: bool
    hits: int | None = None
    difficulty: int | None = None


class ClueSpent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """One more die for a check; ``hits`` are all successes of the check so far."""

    who: str
    die: int
    success: bool
    left: int
    hits: int | None = None
    difficulty: int | None = None


class SanityChecked(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A horror check against one monster; ``dice`` empty when SAN is 0/0 (SANITY-8).

    With ``pool_checks`` ``hits`` and ``difficulty`` are given, and the dice were told before.
    """

    who: str
    monster: str
    dice: tuple[int, ...]
    value: int
    passed: bool
    loss: int
    loss_die: int | None = None
    hits: int | None = None
    difficulty: int | None = None


class CoinFlipped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``face`` heads or tails, or the id the coin picked; ``among`` the candidates, if any."""

    purpose: str
    face: str
    who: str | None = None
    among: tuple[str, ...] = ()


class DieRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A die that is no check: a table, a loss, a wager. ``purpose`` says which."""

    purpose: str
    dice: tuple[int, ...]
    who: str | None = None
