"""The panel with the pending question: what is asked, the numbered options, a page at a time.

Room: session. Imports terminal (Line) and game board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class Question:
    """What is asked now.

    Attributes:
        text: the question. choices: the options in the order of their numbers; empty for somebody
            else's question. hint: what else may be typed. on_map: the options are places, shown
            by their numbers on the map. page: which page of the options, from 0.
        enter: the number of the option that Enter takes, which is marked; 0 for none.
        laid_out: the pages made so far, by columns and rows; kept as long as the question.
    """

    text: str
    choices: Sequence[Choice] = ()
    hint: str = ""
    on_map: bool = False
    page: int = 0
    enter: int = 0
    laid_out: dict[tuple[int, int, str], list[list[Line]]] = field(
        default_factory=dict, compare=False, repr=False
    )


MORE = " ..more"
"""What ends a row of options when there is no room to say how the pages are turned."""

LEGEND = "Marks: map legend."
"""What is said of the map where there is room."""

PLACE = "Or type a place."

ROOMY = 60
"""Columns from which the pages are counted in the row of the options, if nowhere else."""

PAGE_COUNT = "Page 99 of 99: type more"
"""The columns that takes at most."""

BY_ENTER = " (Enter)"
"""What stands behind the option that Enter takes."""

WHOLE = f"{CUT} type ?"
"""What ends a question that is cut: the help at the moment quotes it whole."""


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


def _flowed(choices: Sequence[Choice], columns: int, enter: int, on_map: bool = False) -> list[Row]:
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
            rows.append(entry.wrapped(columns, indent=2))
            continue
        if used:
            row.add("  ")
            used += 2
        row.spans.extend(entry.spans)
        used += width
    if used:
        rows.append([row])
    return rows


def option_rows(
    choices: Sequence[Choice], columns: int, enter: int = 0, on_map: bool = False
) -> list[Line]:
    """Flow the options over rows, as many side by side as fit; only a long one is broken."""
    return [line for row in _flowed(choices, columns, enter, on_map) for line in row]


def _lines_of(row: Row, columns: int, most: int) -> list[Line]:
    """Return a row in at most ``most`` lines; what is cut is marked, and Enter keeps its mark."""
    if len(row) <= most:
        return row
    end = CUT
    if any(span.text.strip() == BY_ENTER.strip() for line in row for span in line):
        end += BY_ENTER
    return [*row[: most - 1], row[most - 1].cut(columns - len(end)).stripped().add(end, "dim")]


def _shortened(choices: Sequence[Choice], columns: int, room: int, enter: int) -> list[Line] | None:
    """Return all options in ``room`` rows, the long ones cut; None where that cannot be done.

    Options that can no longer be told from one another are no help.
    """
    rows = _flowed(choices, columns, enter)
    for most in (2, 1):
        cut = [_lines_of(row, columns, most) for row in rows]
        said = [_spoken(lines) for row, lines in zip(rows, cut, strict=True) if len(row) > most]
        if sum(map(len, cut)) <= room and len(set(said)) == len(said):
            return [line for lines in cut for line in lines]
    return None


def _spoken(lines: Sequence[Line]) -> str:
    """Return the words of an option without its number and marks."""
    return "".join(
        span.text for line in lines for span in line if span.style not in ("number", "dim")
    )


def _in_order(question: Question) -> list[Choice]:
    """Return the options in the order of their numbers.

    Of places shown on the map only locations within a walk come first, with what is no place;
    squares and rides have their numbers on the map, and all can be typed by name.
    """
    if not question.on_map:
        return list(question.choices)
    near: list[Choice] = []
    far: list[Choice] = []
    for choice in question.choices:
        is_near = not choice.to or (is_location(choice.to) and not choice.cost)
        (near if is_near else far).append(choice)
    return near + far


ENOUGH = 4
"""Rows for options from which one is spent on saying how the pages are turned."""

BESIDE, BELOW, BEHIND = "beside", "below", "behind"
"""Where it stands how pages are turned: after the question, in a row of its own, after options."""


def _turned_at(question: Question, asked: Sequence[Line], columns: int, room: int) -> str:
    """Return where it is said how the pages are turned, given the rows for options."""
    if room >= ENOUGH:
        return BELOW
    if question.on_map and columns >= ROOMY:
        if asked[-1].width + 2 + len(f"{PAGE_COUNT}. {PLACE}") <= columns:
            return BESIDE
        return BELOW if room > 1 else BEHIND
    return BEHIND


def _turning(question: Question, page: int, pages: int, columns: int) -> str:
    """Return how the pages are turned with as much as fits of what else may be typed, or ""."""
    short = f"Page {page + 1} of {pages}: type more"
    turns = f"{short} for the next.", f"{short}."
    hints = [question.hint] if question.hint else []
    if question.on_map:
        hints = [f"{question.hint} {LEGEND}".strip(), *hints, f"{PLACE} {LEGEND}", PLACE]
    for hint in (*hints, ""):
        for turn in turns:
            words = f"{turn} {hint}".strip()
            if len(words) <= columns:
                return words
    return ""


def _pages(question: Question, columns: int, room: int, turned: str) -> list[list[Line]]:
    """Return the options in pages of at most ``room`` rows, at least one page."""
    known = question.laid_out
    key = columns, room, turned
    if key not in known:
        # A screen has one layout at a time.
        known.clear()
        choices = _in_order(question)
        pages = _divided(question, choices, columns, room, turned)
        if len(pages) > 1 and question.enter and not _offers(pages[0], question.enter):
            # What Enter takes is in sight from the beginning.
            choices = sorted(question.choices, key=lambda choice: choice.number != question.enter)
            pages = _divided(question, choices, columns, room, turned)
        known[key] = pages
    return known[key]


def _offers(page: Sequence[Line], number: int) -> bool:
    return any(span == (str(number), "number") for line in page for span in line)


def _divided(
    question: Question, choices: Sequence[Choice], columns: int, room: int, turned: str
) -> list[list[Line]]:
    enter, on_map = question.enter, question.on_map
    flowed = _flowed(choices, columns, enter, on_map)
    packed = [line for row in flowed for line in row]
    if len(packed) > room and not on_map:
        packed = _shortened(choices, columns, room, enter) or packed
    if len(packed) <= room:
        return [packed]
    wide = columns
    if turned == BEHIND:
        wide -= len(MORE if columns < ROOMY else PAGE_COUNT)
    each = room - 1 if turned == BELOW else room
    pages: list[list[Line]] = []
    page: list[Line] = []
    for row in flowed if wide == columns else _flowed(choices, wide, enter, on_map):
        lines = _lines_of(row, wide, each)
        left = each - len(page)
        if each < ENOUGH and 0 < left < len(lines):
            lines = _lines_of(row, wide, left)  # its beginning beats an empty row
        if page and len(lines) > left:
            pages.append(page)
            page = []
        page = [*page, *lines]
    if page:
        pages.append(page)
    return pages or [[]]


def _asked(question: Question, columns: int, rows: int) -> list[Line]:
    """Return the question; where it is too long for the panel its cut is marked."""
    lines = Line.of(question.text, "bold").wrapped(columns, indent=2)
    most = max(1, rows - 1 if question.choices else rows)
    if len(lines) <= most:
        return lines
    last = lines[most - 1].cut(columns - len(WHOLE)).stripped().add(WHOLE, "dim")
    return [*lines[: most - 1], last]


def question_panel(question: Question, columns: int, rows: int) -> list[Line]:
    """Return the question and its options in at most ``rows`` lines, the options last.

    Options that do not all fit come in pages; it is said how to turn them.
    """
    lines = _asked(question, columns, rows)
    room = rows - len(lines)
    if room <= 0:
        return lines
    turned = _turned_at(question, lines, columns, room)
    pages = _pages(question, columns, room, turned)
    page = question.page % len(pages)
    shown = pages[page]
    if len(pages) == 1:
        return lines + shown + _hints(question, columns, room - len(shown))
    if turned == BEHIND:
        mark = MORE if columns < ROOMY else f"  more: page {page + 1} of {len(pages)}"
        return lines + shown[:-1] + [shown[-1] + Span(mark, "dim")]
    if turned == BESIDE:
        words = _turning(question, page, len(pages), columns - lines[-1].width - 2)
        return [*lines[:-1], lines[-1] + Span(f"  {words}", "dim"), *shown]
    words = _turning(question, page, len(pages), columns) or MORE.strip()
    return [*lines, *shown, Line.of(words, "dim")]


def _hints(question: Question, columns: int, left: int) -> list[Line]:
    """Return what else may be typed, where all options are in sight."""
    if left <= 0 or not question.hint:
        return []
    hint = Line.of(question.hint, "dim")
    if question.on_map and hint.width + 1 + len(LEGEND) <= columns:
        hint = hint.add(f" {LEGEND}", "dim")
    return _lines_of(hint.wrapped(columns), columns, left)


def least_of_move(question: Question, columns: int) -> int:
    """Return the rows in which a walk is asked with a row of its options and how to see more."""
    asked = Line.of(question.text, "bold").wrapped(columns, indent=2)
    return len(asked) + (1 if _turned_at(question, asked, columns, 1) == BESIDE else 2)


def whole_rows(question: Question, columns: int) -> int:
    """Return the rows that the question and all its options need on one page."""
    asked = Line.of(question.text, "bold").wrapped(columns, indent=2)
    rows = option_rows(question.choices, columns, question.enter, question.on_map)
    return len(asked) + len(rows)


def question_pages(question: Question, columns: int, rows: int) -> int:
    """Return how many pages ``question_panel`` needs in so much room."""
    lines = _asked(question, columns, rows)
    room = rows - len(lines)
    if room <= 0:
        return 1
    turned = _turned_at(question, lines, columns, room)
    return len(_pages(question, columns, room, turned))
