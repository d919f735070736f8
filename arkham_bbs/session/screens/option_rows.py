"""The options of a question as rows: side by side, broken, or shortened to where they differ.

Room: session. Imports terminal (Line) and game board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Protocol

from arkham_bbs.game.board import is_location
from arkham_bbs.terminal import CUT, Line, Span, text_width


class Choice(Protocol):
    """An option as a panel shows it: its number, its words, and the place it leads to or ""."""

    @property
    def number(self) -> int:
        """Return the number to type."""

    @property
    def label(self) -> str:
        """Return the words."""

    @property
    def to(self) -> str:
        """Return the place it leads to, or ""."""

    @property
    def cost(self) -> int:
        """Return the dollars it costs for certain."""


BY_ENTER = " (Enter)"
"""What stands behind the option that Enter takes."""


def place_numbers(choices: Sequence[Choice]) -> dict[str, int]:
    """Return the number that takes one to each place: the cheapest, then the first.

    Street squares that can only be reached for money are left out, to keep the map readable.
    """
    best: dict[str, Choice] = {}
    for choice in choices:
        if not choice.to or (choice.cost and not is_location(choice.to)):
            continue
        if choice.to not in best or choice.cost < best[choice.to].cost:
            best[choice.to] = choice
    return {place: choice.number for place, choice in best.items()}


def paid_places(choices: Sequence[Choice]) -> frozenset[str]:
    """Return the places that only a paid ride reaches."""
    free = {choice.to for choice in choices if choice.to and not choice.cost}
    return frozenset(c.to for c in choices if c.to and c.cost and c.to not in free)


ON_FOOT = re.compile(r"^Walk to (?:the )?(?=.)")
"""What every option of a walk begins with; the question has said it."""


def _entry(choice: Choice, enter: int, on_map: bool) -> Line:
    label = choice.label
    if on_map and label.startswith("Walk to "):
        short = ON_FOOT.sub("", label)
        label = short[:1].upper() + short[1:]
    line = Line(Span(f"{choice.number}", "number"), f" {label}")
    return line.add(BY_ENTER, "dim") if choice.number == enter else line


Row = list[Line]
"""Options side by side; an option wider than the panel has a row of several lines to itself."""


def flowed_rows(
    choices: Sequence[Choice], columns: int, enter: int, on_map: bool = False
) -> list[Row]:
    """Return the options, as many side by side as fit; only a long one is broken."""
    rows: list[Row] = []
    row = Line()
    used = 0
    for choice in choices:
        entry = _entry(choice, enter, on_map)
        text = entry.text
        width = len(text) if text.isascii() else text_width(text)
        if used and used + 2 + width > columns:
            rows.append([row])
            row, used = Line(), 0
        if width > columns:
            rows.append(_wrapped(entry, columns))
            continue
        if used:
            row.add("  ")
            used += 2
        row.spans.extend(entry.spans)
        used += width
    if used:
        rows.append([row])
    return rows


def _wrapped(entry: Line, columns: int) -> Row:
    """Return an option in lines; what says that Enter takes it never stands alone on one."""
    lines = entry.wrapped(columns, indent=2)
    if lines[-1].text.strip() == BY_ENTER.strip():
        words = Line(*entry.spans[:-1]).wrapped(columns - len(BY_ENTER), indent=2)
        lines = [*words[:-1], words[-1] + entry.spans[-1]]
    return lines


def option_rows(
    choices: Sequence[Choice], columns: int, enter: int = 0, on_map: bool = False
) -> list[Line]:
    """Return the lines of ``flowed_rows``."""
    return [line for row in flowed_rows(choices, columns, enter, on_map) for line in row]


def cut_row(row: Row, columns: int, most: int) -> list[Line]:
    """Return a row in at most ``most`` lines; what is cut is marked, and Enter keeps its mark."""
    if len(row) <= most:
        return row
    end = CUT
    if any(span.text.strip() == BY_ENTER.strip() for line in row for span in line):
        end += BY_ENTER
    return [*row[: most - 1], row[most - 1].cut(columns - len(end)).stripped().add(end, "dim")]


@dataclass(frozen=True)
class _Brief:
    """An option whose words begin where they differ from those of the one before."""

    number: int
    label: str
    to: str
    cost: int


SHARED = 20
"""Columns of words that two options have in common from which the second leaves them out."""


def _without_shared_words(choices: Sequence[Choice], columns: int) -> list[Choice]:
    """Return the options; one too long for a row leaves out what the one before has said."""
    found: list[Choice] = list(choices[:1])
    for before, choice in pairwise(choices):
        words, said = choice.label.split(" "), before.label.split(" ")
        same = takewhile(lambda pair: pair[0] == pair[1], zip(said, words, strict=False))
        # A word of what is shared stays, so that the rest can be read.
        shared = max(0, len(list(same)) - 1)
        is_long = text_width(choice.label) + len(f"{choice.number} ") > columns
        if is_long and len(" ".join(words[:shared])) >= SHARED:
            label = f"{CUT} {' '.join(words[shared:])}"
            found.append(_Brief(choice.number, label, choice.to, choice.cost))
        else:
            found.append(choice)
    return found


def shortened_rows(
    choices: Sequence[Choice], columns: int, room: int, enter: int
) -> list[Line] | None:
    """Return all options in ``room`` rows, the long ones cut; None where that cannot be done.

    Options that can no longer be told from one another are no help.
    """
    brief = _without_shared_words(choices, columns)
    lines = option_rows(brief, columns, enter)
    if len(lines) <= room:
        return lines
    labels = [_unspaced(one.label) for one in (*choices, *brief)]

    def fits_many(said: str) -> bool:
        return len({label for label in labels if label.startswith(_unspaced(said))}) > 1

    rows = flowed_rows(brief, columns, enter)
    for most in (2, 1):
        cut = [cut_row(row, columns, most) for row in rows]
        said = [_spoken(lines) for row, lines in zip(rows, cut, strict=True) if len(row) > most]
        if sum(map(len, cut)) <= room and not any(map(fits_many, said)):
            return [line for lines in cut for line in lines]
    return None


def _spoken(lines: Sequence[Line]) -> str:
    """Return the words of an option without its number and marks."""
    return "".join(
        span.text for line in lines for span in line if span.style not in ("number", "dim")
    )


def _unspaced(words: str) -> str:
    """Return words without blanks, which differ where rows end."""
    return "".join(words.split())
