"""How the dice of a game have fallen, counted from its events, beside what chance would give.

Room: game. Imports the standard library and events.
Source: DESIGN.md section 3 (verifiable dice); issue 3 (``dice``).

Counting from events makes the figures survive a restart. Every die that was rolled is in
exactly one event; a total told again with a later event is not counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from arkham_bbs.game import events as ev
from arkham_bbs.game.events import Event

# Upper limits of chi square for 5 degrees of freedom: 1 in 2, 1 in 10, 1 in 20, 1 in 100.
USUAL, SELDOM, RARE, STRANGE = 4.351, 9.236, 11.070, 15.086
FEW = 30


class DiceCount(Struct, frozen=True):
    """``faces`` counts 1 to 6; ``heads`` and ``tails`` coins with two sides."""

    faces: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    heads: int = 0
    tails: int = 0

    @property
    def total(self) -> int:
        """Return how many dice were rolled."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """Return the mean face, 0 without dice."""
        if not self.total:
            return 0.0
        return sum(face * count for face, count in enumerate(self.faces, 1)) / self.total

    @property
    def chi_square(self) -> float:
        """Return how far the faces are from even: 5 is what chance gives on average."""
        fair = self.total / 6
        return sum((count - fair) ** 2 / fair for count in self.faces) if fair else 0.0


def dice_in(event: Event) -> tuple[int, ...]:
    """Return the dice that this event tells for the first time."""
    if isinstance(event, ev.FirstPlayerRolled):
        return tuple(die for _, one, two in event.rolls for die in (one, two))
    if isinstance(event, ev.SanityChecked):
        last = () if event.loss_die is None else (event.loss_die,)
        return (*event.dice, *last)
    if isinstance(
        event, ev.EventRolled | ev.ExtraStrengthRolled | ev.ClueSpent | ev.BlessingRolled
    ):
        return (event.die,)
    return tuple(getattr(event, "dice", ()))


def count_dice(events: Iterable[Event]) -> DiceCount:
    """Count every die and coin of a game."""
    faces = [0] * 6
    heads = tails = 0
    for event in events:
        if isinstance(event, ev.CoinFlipped):
            heads += event.face == "heads"
            tails += event.face == "tails"
            continue
        for die in dice_in(event):
            faces[die - 1] += 1
    one, two, three, four, five, six = faces
    return DiceCount((one, two, three, four, five, six), heads, tails)


def verdict(count: DiceCount) -> str:
    """Say in one plain sentence whether the faces are what fair dice give."""
    if count.total < FEW:
        return "Too few rolls yet to say anything about the dice."
    far = count.chi_square
    if far <= USUAL:
        return "That is as even as fair dice usually fall."
    if far <= SELDOM:
        return "That is a little uneven, as fair dice often are."
    if far <= RARE:
        return "Fair dice fall this unevenly in about 1 game in 10 or 20."
    if far <= STRANGE:
        return "Fair dice fall this unevenly in fewer than 1 game in 20; luck has been playing."
    return (
        "Fair dice fall this unevenly in fewer than 1 game in 100. The seed will tell at the end."
    )


def report(count: DiceCount) -> list[str]:
    """Return the figures as lines: each face beside what it should be, the mean, the verdict."""
    if not count.total:
        return ["No die has been rolled yet."]
    fair = count.total / 6
    lines = [f"Dice rolled: {count.total}. Each face should come about {fair:.1f} times."]
    for face, found in enumerate(count.faces, 1):
        lines.append(f"Face {face}: {found} ({found - fair:+.1f}).")
    lines.append(f"Mean: {count.mean:.2f}; fair dice give 3.50.")
    lines.append(verdict(count))
    if count.heads or count.tails:
        lines.append(f"Coins: {count.heads} heads, {count.tails} tails.")
    return lines


def dice_report(events: Sequence[Event]) -> list[str]:
    """Return the dice of a whole game as lines."""
    return report(count_dice(events))
