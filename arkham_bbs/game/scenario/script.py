"""Dice and decks of a scenario: values from a list, and cards that must not be drawn.

Room: game. Imports the dice of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import SupportsIndex

SHUFFLE = "shuffle"
PURPOSES: tuple[str, ...] = (
    *("again", "amount", "arrow", "attack", "blessed", "carry_test", "cast", "clue", "coin"),
    *(
        "combat",
        "cursed",
        "damage",
        "die",
        "evade",
        "event",
        "extra",
        "fast_talk",
        "fight",
        "first",
    ),
    *(
        "gate_roll",
        "head",
        "healing_stone",
        "key",
        "knowledge",
        "lore",
        "loss",
        "luck",
        "monograph",
    ),
    *("move", "newcomer", "pool", "power_loss", "remorse", "sanity", "shoggoth", "shuffle"),
    *("sneak", "speed", "stone", "stone_test", "stranding", "strength", "table", "test", "treat"),
    *("treatment", "wager", "wake", "where", "will", "world"),
)
"""What dice are for, in the words of the files. Other words will do; a slip in one of these not."""
# The die that points an arrow at random (OPT-7), the ways counted from 1 in board order.
ARROW = "arrow"


class DieMissing(Exception):
    """The rules asked for a die, coin or pick that the list does not hold."""


class UnnamedCardDrawn(Exception):
    """The rules took a card or counter whose place in its deck the case does not name."""


class ScenarioDice:
    """Dice, coins and picks from a list, in order.

    An entry is (purpose, value). The purpose is for the reader, but for ``shuffle``; such a
    value, written by an export, says where a card went in a shuffled deck. Without one a card
    goes to the bottom. The first ``kept`` places asked for leave the decks as they are named.
    """

    def __init__(
        self, script: Sequence[tuple[str, int | str]], spare: Sequence[tuple[str, int | str]] = ()
    ) -> None:
        self.script = list(script)
        self.spare = list(spare)
        self.used = 0
        self.at = 0
        self.kept = 0

    def _next(self, wanted: str, among: Sequence[str] = ()) -> int | str:
        if self.at < len(self.script):
            value = self.script[self.at][1]
            self.at += 1
        elif self.spare:
            value = self.spare.pop(0)[1]
        else:
            told = f" ({', '.join(among)})" if among else ""
            raise DieMissing(
                f"dice[{self.used}]: the list is used up, and a {wanted} is wanted{told}"
            )
        self.used += 1
        return value

    def _wrong(self, wanted: str, value: object) -> DieMissing:
        return DieMissing(f"dice[{self.at - 1}]: a {wanted} is wanted here, not {value!r}")

    @property
    def left_over(self) -> list[tuple[str, int | str]]:
        """Entries nobody asked for; spare ones do not count."""
        return self.script[self.at :]

    def d6(self) -> int:
        """Return the next value, which must be 1 to 6."""
        value = self._next("die")
        if isinstance(value, int) and 1 <= value <= 6:
            return value
        raise self._wrong("die", value)

    def coin(self) -> bool:
        """Return True when the next value is ``heads``."""
        value = self._next("coin")
        if value not in ("heads", "tails"):
            raise self._wrong("coin", value)
        return value == "heads"

    def pick(self, names: Sequence[str]) -> int:
        """Return the index of the name the next value gives; heads is the first of two."""
        value = self._next("coin", names)
        if value in ("heads", "tails") and len(names) == 2:
            return 0 if value == "heads" else 1
        if value in names:
            return list(names).index(str(value))
        if isinstance(value, int) and value <= len(names):
            return value - 1
        raise self._wrong(f"coin between {', '.join(names)}", value)

    def said(self, names: Sequence[str]) -> str | None:
        """Take the next value if it is one of ``names``: a coin that the lead decides (D13-7)."""
        value = self.script[self.at][1] if self.at < len(self.script) else None
        if value not in names:
            return None
        self.at += 1
        self.used += 1
        return str(value)

    def below(self, limit: int) -> int:
        """Return the place a shuffle entry gives, or the last one."""
        if self.kept:
            self.kept -= 1
        elif self.at < len(self.script) and self.script[self.at][0] == ARROW:
            value = self.script[self.at][1]
            self.at += 1
            self.used += 1
            return (value - 1) % limit if isinstance(value, int) else limit - 1
        elif self.at < len(self.script) and self.script[self.at][0] == SHUFFLE:
            value = self.script[self.at][1]
            if not isinstance(value, int) or not 0 <= value < limit:
                raise self._wrong(f"place below {limit}", value)
            self.at += 1
            self.used += 1
            return value
        return limit - 1


class Unnamed(str):
    """A card that lies in its deck because the case names it nowhere else."""

    __slots__ = ()


class CaseDeck(list[str]):
    """A deck whose unnamed cards cannot be drawn."""

    def __init__(self, name: str, cards: Iterable[str]) -> None:
        super().__init__(cards)
        self.name = name

    def _check(self, card: str) -> None:
        if isinstance(card, Unnamed):
            raise UnnamedCardDrawn(
                f"decks.{self.name}: a card is drawn that the case does not name"
            )

    def pop(self, index: SupportsIndex = -1) -> str:
        """Draw a card.

        Raises:
            UnnamedCardDrawn: the case does not name it.
        """
        self._check(self[index])
        return super().pop(index)

    def remove(self, card: str) -> None:
        """Take a card out of the middle.

        Raises:
            UnnamedCardDrawn: the case does not name it.
        """
        self._check(self[self.index(card)])
        super().remove(card)

    def known(self) -> list[str]:
        """Return the named cards still here, top first."""
        return [str(card) for card in self if not isinstance(card, Unnamed)]
