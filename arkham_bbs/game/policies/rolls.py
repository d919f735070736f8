"""What a sanity check came to, whichever policy rolled it.

Room: game. Imports msgspec only.
"""

from __future__ import annotations

from msgspec import Struct


class HorrorRoll(Struct, frozen=True):
    """One sanity check. ``value`` is what it was rolled against, or the dice of a pool.

    ``told`` when the policy has told the roll itself; ``dice`` are those still to be told.
    ``hits`` and ``difficulty`` belong to pools.
    """

    passed: bool
    dice: tuple[int, ...]
    value: int
    told: bool = False
    hits: int | None = None
    difficulty: int | None = None
