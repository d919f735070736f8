"""What a caller may achieve, and how it is read from a finished game.

Room: lobby. Imports the game's content.

Each comes once, from one game, for something worth telling; none counts repetitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from arkham_bbs.game.content import CONTENT

MIGHTY = 8
"""Strength of a monster that is worth a story."""
LATE_DOOM = 11
MANY_GATES = 3
MANY_WORLDS = 3
FULL_TABLE = 6


class Achievement(msgspec.Struct, frozen=True):
    key: str
    title: str
    how: str


class Told(msgspec.Struct, frozen=True):
    """An event of the log: its kind and its fields."""

    kind: str
    data: dict[str, Any]


class Played(msgspec.Struct, frozen=True):
    """A finished game from one seat's side."""

    mine: frozenset[str]
    """Investigators of the seat, those it lost included."""
    victory: bool
    first_citizen: bool
    players: int
    turns: int
    doom: int
    pace: str
    events: Sequence[Told]

    def by_me(self, kind: str, field: str = "who", **wanted: Any) -> list[Told]:
        return [
            e
            for e in self.events
            if e.kind == kind
            and e.data.get(field) in self.mine
            and all(e.data.get(k) == v for k, v in wanted.items())
        ]


def _mighty(game: Played) -> bool:
    return any(
        (card := CONTENT.monsters.get(str(e.data.get("monster")))) is not None
        and isinstance(card.sp, int)
        and card.sp >= MIGHTY
        for e in game.by_me("MonsterGone", "by", how="killed")
    )


_RULES: tuple[tuple[Achievement, Callable[[Played], bool]], ...] = (
    (
        Achievement("to-the-end", "To the End of the Night", "See a game through to its end."),
        lambda g: True,
    ),
    (
        Achievement("dawn", "Dawn over Arkham", "Win a game."),
        lambda g: g.victory,
    ),
    (
        Achievement("first-citizen", "First Citizen", "Be named First Citizen."),
        lambda g: g.first_citizen,
    ),
    (
        Achievement("locksmith", "Locksmith", "Destroy three gates in one game."),
        lambda g: len(g.by_me("GateDestroyed", "by")) >= MANY_GATES,
    ),
    (
        Achievement("sealed", "Signed and Sealed", "Lay an Elder Sign."),
        lambda g: bool(g.by_me("ElderSignLaid")),
    ),
    (
        Achievement("giant", "Giant Killer", f"Kill a monster of strength {MIGHTY} or more."),
        _mighty,
    ),
    (
        Achievement("tourist", "Grand Tour", "Set foot in three Other Worlds in one game."),
        lambda g: (
            len(
                {
                    str(e.data.get("to", "")).split("/")[0]
                    for e in g.by_me("Moved")
                    if "/" in str(e.data.get("to", ""))
                }
            )
            >= MANY_WORLDS
        ),
    ),
    (
        Achievement("rescuer", "Never Alone", "Bring a lost companion home."),
        lambda g: bool(g.by_me("Rescued", "by")),
    ),
    (
        Achievement("hammer", "Going, Going, Gone", "Win a lot at an auction."),
        lambda g: bool(g.by_me("LotClosed", "winner")),
    ),
    (
        Achievement("handshake", "Square Deal", "Close a trade."),
        lambda g: bool(
            g.by_me("TradeClosed", how="accepted")
            + g.by_me("TradeClosed", "partner", how="accepted")
        ),
    ),
    (
        Achievement("untouched", "Not a Scratch", "Win without ever being knocked out."),
        lambda g: g.victory and not g.by_me("KnockedOut"),
    ),
    (
        Achievement("eleventh-hour", "The Eleventh Hour", f"Win with doom at {LATE_DOOM} or more."),
        lambda g: g.victory and g.doom >= LATE_DOOM,
    ),
    (
        Achievement("both-wards", "Two Kinds of Doctor", "Visit both wards in one game."),
        lambda g: (
            {"strength", "sanity"} <= {str(e.data.get("pool")) for e in g.by_me("KnockedOut")}
        ),
    ),
    (
        Achievement("full-house", "Full House", "Finish a game of six callers or more."),
        lambda g: g.players >= FULL_TABLE,
    ),
    (
        Achievement("by-post", "By Return of Post", "Finish a slow game."),
        lambda g: g.pace == "slow",
    ),
)

ACHIEVEMENTS: dict[str, Achievement] = {a.key: a for a, _ in _RULES}
"""All there are, in the order they are listed."""


def earned(game: Played) -> tuple[str, ...]:
    """Keys of what this game earns its caller."""
    return tuple(achievement.key for achievement, holds in _RULES if holds(game))
