"""Events of cards: drawn, used, cast, hired, granted, gone.

Room: game. Imports its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event


class CardDrawn(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``deck``: items, spells, skills."""

    who: str
    deck: str
    card: str


class CardGone(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A card left a hand.

    ``how``: used, lost, sold, dropped, discarded, robbed, bid, declined, laid.
    """

    who: str
    deck: str
    card: str
    how: str


class CardUsed(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    card: str
    target: str | None = None


class SpellCast(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Knowledge roll for a spell has been made (the SkillChecked event shows the dice)."""

    who: str
    spell: str
    worked: bool
    cost: int = 0
    target: str | None = None


class SpellsTurnedUp(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    spells: tuple[str, ...]


class KeyMarked(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class Hired(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    character: str


class CharacterSpent(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    character: str


class CharityGranted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``category``: money, items, spells."""

    who: str
    category: str


class CharityRepaid(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    with_what: str
