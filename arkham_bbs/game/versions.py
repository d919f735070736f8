"""The versions of these rules: what each mended, and whether an old telling still holds.

Room: game. Imports the standard library and msgspec.

A game keeps the version it began under. What was answered under an older one is played again under
these rules and held against what was told then: where both agree the game goes on, where they do
not it goes back to its checkpoint, and says so (lobby/recovery.py). Source: docs/rulings.md RUL-19.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

RULES_VERSION = "2"


class Mended(Struct, frozen=True):
    """One rule that an earlier version played wrongly, and how it goes since ``version``."""

    version: str
    rules: tuple[str, ...]
    text: str


MENDED = (
    Mended(
        "2",
        ("MOVE-19", "OPEN-16"),
        "A ride that starts outside a closed zone no longer passes through it.",
    ),
    Mended(
        "2",
        ("GATTACK-10",),
        "Whoever stands before a gate may walk out and in again, and gives up the attack by it.",
    ),
    Mended(
        "2",
        ("MOVE-26", "MOVE-8"),
        "In the Mists a taxi is taken, and a whistle blown, on a space that holds a monster too.",
    ),
    Mended(
        "2",
        ("COMBAT-18", "COMBAT-19"),
        "A patient is treated while either value is 0, and the other is lifted only from 0.",
    ),
    Mended(
        "2",
        ("COMBAT-17",),
        "Whoever the Mythos Phase has brought to a bed is not attacked again in that phase.",
    ),
    Mended(
        "2",
        ("P05-12",),
        "Clue tokens of a place are taken once, before anything is used there.",
    ),
)


def mended_since(version: str) -> tuple[Mended, ...]:
    """Return what was mended after ``version``; all of it for one that is not a number."""
    began = int(version) if version.isdecimal() else 0
    return tuple(one for one in MENDED if int(one.version) > began)


def difference(
    told: Sequence[Mapping[str, Any]], happened: Sequence[Mapping[str, Any]], *, exact: bool
) -> int | None:
    """Return the index of the first event that differs, or None where both tell the same.

    Args:
        told: events as they were kept, plain.
        happened: events as they come out now, plain.
        exact: False for what another version told: a field that only one of the two has, because
            it is new or gone, does not count.
    """
    for number, (theirs, mine) in enumerate(zip(told, happened, strict=False)):
        if exact:
            differs = theirs != mine
        else:
            differs = any(theirs[field] != mine[field] for field in theirs.keys() & mine.keys())
        if differs:
            return number
    return None if len(told) == len(happened) else min(len(told), len(happened))


def plain(event: Any) -> dict[str, Any]:
    """Return an event as it is kept: what its JSON text reads back as."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return read
