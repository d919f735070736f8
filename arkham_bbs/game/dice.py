"""The only source of chance: dice, coins and shuffles that anyone can verify afterwards.

Room: game. Imports the standard library only.

`SeededDice` draws from HMAC-SHA-256 of a secret seed and a counter, without bias. The SHA-256
of the seed is published when a game starts, the seed when it ends. `ScriptedDice` serves
scenario files and tests. Source: DESIGN.md section 3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class DiceExhausted(Exception):
    """A script asked for a die and had none left, or the wrong thing lay next.

    Args:
        wanted: ``d6`` or ``coin``; found: what lay next, or None.
    """

    def __init__(self, wanted: str, found: object = None) -> None:
        super().__init__(f"a {wanted} was wanted, next was {found!r}")
        self.wanted = wanted
        self.found = found


class Dice(Protocol):
    """What the rules may ask of chance. ``used`` counts the draws made so far."""

    used: int

    def d6(self) -> int:
        """Return 1 to 6."""

    def coin(self) -> bool:
        """Return True for heads."""

    def pick(self, names: Sequence[str]) -> int:
        """Return the index of the name chance picks, all equally likely."""

    def below(self, limit: int) -> int:
        """Return 0 to ``limit`` - 1 for shuffles; ``limit`` is at least 1."""


def commitment(seed: bytes) -> str:
    """Return what is published of a seed when the game starts: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


class SeededDice:
    """Draws number ``used``, ``used`` + 1, ... of the stream that belongs to ``seed``."""

    def __init__(self, seed: bytes, used: int = 0) -> None:
        self.seed = seed
        self.used = used
        self.faces = [0, 0, 0, 0, 0, 0]
        # HMAC (RFC 2104) with the key's part hashed once: a draw costs a third of hmac.digest.
        key = hashlib.sha256(seed).digest() if len(seed) > _BLOCK else seed
        key = key.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER))
        self._outer = hashlib.sha256(key.translate(_OUTER))

    def _block(self) -> bytes:
        """Return HMAC-SHA-256 of the seed and the number of the draw."""
        inner = self._inner.copy()
        inner.update(self.used.to_bytes(8, "big"))
        outer = self._outer.copy()
        outer.update(inner.digest())
        self.used += 1
        return outer.digest()

    def d6(self) -> int:
        """Return 1 to 6; a byte of 252 or more is passed over so that no face is favoured."""
        while True:
            for byte in self._block():
                if byte < 252:
                    face = byte % 6
                    self.faces[face] += 1
                    return face + 1

    def coin(self) -> bool:
        """Return True for heads."""
        return self._block()[0] < 128

    def below(self, limit: int) -> int:
        """Return 0 to ``limit`` - 1 without bias."""
        if limit <= 1:
            return 0
        ceiling = (1 << 32) - ((1 << 32) % limit)
        while True:
            block = self._block()
            for start in range(0, 32, 4):
                value = int.from_bytes(block[start : start + 4], "big")
                if value < ceiling:
                    return value % limit

    def pick(self, names: Sequence[str]) -> int:
        """Return an index into ``names``."""
        return self.below(len(names))


class ScriptedDice:
    """Dice, coins and picks from a list, in order. Shuffles leave unnamed cards at the bottom.

    Values: 1 to 6 for a die, ``heads`` or ``tails`` for a coin, an id for a pick.
    """

    def __init__(self, script: Sequence[object], spare: Sequence[object] = ()) -> None:
        self.script = list(script)
        self.spare = list(spare)
        self.used = 0
        self.at = 0

    def _next(self, wanted: str) -> object:
        if self.at < len(self.script):
            value = self.script[self.at]
            self.at += 1
        elif self.spare:
            value = self.spare.pop(0)
        else:
            raise DiceExhausted(wanted)
        self.used += 1
        return value

    @property
    def left_over(self) -> list[object]:
        """Values nobody asked for; spare ones do not count."""
        return self.script[self.at :]

    def d6(self) -> int:
        """Return the next value, which must be 1 to 6."""
        value = self._next("d6")
        if isinstance(value, int) and 1 <= value <= 6:
            return value
        raise DiceExhausted("d6", value)

    def coin(self) -> bool:
        """Return True when the next value is ``heads``."""
        value = self._next("coin")
        if value not in ("heads", "tails"):
            raise DiceExhausted("coin", value)
        return value == "heads"

    def pick(self, names: Sequence[str]) -> int:
        """Return the index of the next value among ``names``; heads is the first of two."""
        value = self._next("coin")
        if value in ("heads", "tails") and len(names) == 2:
            return 0 if value == "heads" else 1
        if value in names:
            return list(names).index(str(value))
        raise DiceExhausted("coin", value)

    def below(self, limit: int) -> int:
        """Return the last place: scripts name cards by position, not by chance."""
        return limit - 1
