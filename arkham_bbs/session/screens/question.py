"""The panel with the pending question: what is asked, the numbered options, a page at a time.

Room: session. Imports terminal (Line), game board and the rows of options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arkham_bbs.game.board import is_location
from arkham_bbs.session.screens.option_rows import (
    Choice,
    cut_row,
    flowed_rows,
    option_rows,
    shortened_rows,
)
from arkham_bbs.terminal import CUT, Line, Span


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

FOLDED = " ..options"
"""The same where all that is listed is in sight, and there are more ways to go."""

MANY_PAGES = 9
"""Pages of which the count still says something; beyond it the options are counted."""

LEGEND = "Marks: map legend."
"""What is said of the map where there is room."""

ROOMY = 60
"""Columns from which the pages are counted in the row of the options, if nowhere else."""

PAGE_COUNT = "  more: page 9 of 9"
"""What stands behind the last option there, at its longest."""

WAYS_COUNT = "999 ways: type a place, more, options."
"""The least that is said of a walk beside its question."""

WHOLE = f"{CUT} type ?"
"""What ends a question that is cut: the help at the moment quotes it whole."""


MANY_RIDES = 20
"""Paid ways to go beyond which they are not listed one by one."""


def _listed(question: Question) -> list[Choice]:
    """Return the options that the pages hold, in the order of their numbers.

    Of a walk what is no place and the locations come first, then the squares. Rides go to every
    place in town, so they are left to the map, to their names and to ``options``.
    """
    if not question.on_map:
        return list(question.choices)
    near: list[Choice] = []
    squares: list[Choice] = []
    rides: list[Choice] = []
    for choice in question.choices:
        is_near = not choice.to or is_location(choice.to)
        (rides if choice.cost else near if is_near else squares).append(choice)
    on_foot = near + squares
    return on_foot if len(rides) > MANY_RIDES and on_foot else on_foot + rides


ENOUGH = 4
"""Rows for options from which one is spent on saying how the pages are turned."""

BESIDE, BELOW, BEHIND = "beside", "below", "behind"
"""Where it stands how pages are turned: after the question, in a row of its own, after options."""


def _turned_at(question: Question, asked: Sequence[Line], columns: int, room: int) -> str:
    """Return where it is said how the pages are turned, given the rows for options."""
    if room >= ENOUGH:
        return BELOW
    if question.on_map and columns >= ROOMY:
        if asked[-1].width + 2 + len(WAYS_COUNT) <= columns:
            return BESIDE
        return BELOW if room > 1 else BEHIND
    return BEHIND


def _turning(question: Question, page: int, pages: int, columns: int) -> str:
    """Return how more is seen with as much as fits of what else may be typed, or ""."""
    many = len(question.choices)
    hint = question.hint
    if question.on_map:
        # The same on every page and in any room, or the count itself would be a puzzle.
        more = "more, " if pages > 1 else ""
        full = f"{many} ways in all: type {more}or options for all." if more else ""
        full = full or f"{many} ways in all: options lists them."
        place = f"{many} ways: type a place, {more}or options for all."
        tries = [f"{full} {hint} {LEGEND}", f"{full} {hint}"] if hint else []
        tries += [f"{place} {LEGEND}", place, f"{many} ways: type a place, {more}options."]
    else:
        turns = [f"Page {page + 1} of {pages}: type more for the next."]
        turns += [f"Page {page + 1} of {pages}: type more."]
        if pages > MANY_PAGES:
            turns = [f"{many} in all: type a name, more, or options for all."]
            turns += [f"{many} in all: more, or options."]
        tries = [f"{turn} {hint}" for turn in turns if hint] + turns
    return next((words for words in tries if len(words) <= columns), "")


def _behind(question: Question, page: int, pages: int, columns: int) -> str:
    """Return what is said of the other pages behind the last option in sight."""
    if pages == 1:
        return FOLDED
    if columns < ROOMY:
        return MORE
    if pages > MANY_PAGES:
        return f"  more: {len(question.choices)} in all"
    return f"  more: page {page + 1} of {pages}"


def _pages(question: Question, columns: int, room: int, turned: str) -> list[list[Line]]:
    """Return the options in pages of at most ``room`` rows, at least one page."""
    known = question.laid_out
    key = columns, room, turned
    if key not in known:
        # A screen has one layout at a time.
        known.clear()
        choices = _listed(question)
        pages = _divided(question, choices, columns, room, turned)
        if len(pages) > 1 and question.enter and not _offers(pages[0], question.enter):
            # What Enter takes is in sight from the beginning.
            choices.sort(key=lambda choice: choice.number != question.enter)
            pages = _divided(question, choices, columns, room, turned)
        known[key] = pages
    return known[key]


def _offers(page: Sequence[Line], number: int) -> bool:
    wanted = Span(str(number), "number")
    return any(span == wanted for line in page for span in line)


def _divided(
    question: Question, choices: Sequence[Choice], columns: int, room: int, turned: str
) -> list[list[Line]]:
    enter, on_map = question.enter, question.on_map
    wide = columns
    if turned == BEHIND:
        wide -= len(FOLDED if on_map else MORE if columns < ROOMY else PAGE_COUNT)
    each = room - 1 if turned == BELOW else room
    # Of a walk it may have to be said that there are more ways, even on a single page.
    is_folded = len(choices) < len(question.choices)
    flowed = flowed_rows(choices, wide if is_folded else columns, enter, on_map)
    packed = [line for row in flowed for line in row]
    if len(packed) > room and not on_map:
        packed = shortened_rows(choices, columns, room, enter) or packed
    if len(packed) <= (each if is_folded else room):
        return [packed]
    if wide < columns:
        return _pages_behind(choices, (columns, wide), each, enter, on_map)
    pages: list[list[Line]] = []
    page: list[Line] = []
    for row in flowed:
        lines = cut_row(row, wide, each)
        if page and len(lines) > each - len(page):
            pages.append(page)
            page = []
        page = [*page, *lines]
    if page:
        pages.append(page)
    return pages or [[]]


def _pages_behind(
    choices: Sequence[Choice], widths: tuple[int, int], each: int, enter: int, on_map: bool
) -> list[list[Line]]:
    """Return pages of ``each`` rows with room behind the last option of each.

    Args:
        widths: the columns of a row, and those of the last row of a page.
    """
    wide = widths[1]
    pages: list[list[Line]] = []
    at = 0
    while at < len(choices):
        # An option that needs more rows than a page has is cut.
        page, taken = (
            cut_row(flowed_rows(choices[at : at + 1], wide, enter, on_map)[0], wide, each),
            1,
        )
        for number in range(2, len(choices) - at + 1):
            some = choices[at : at + number]
            tries = [option_rows(some, width, enter, on_map) for width in widths]
            if len(tries[0]) > each:
                break
            fitting = (rows for rows in tries if len(rows) <= each and rows[-1].width <= wide)
            rows = next(fitting, None)
            if rows is not None:
                page, taken = rows, number
        pages.append(page)
        at += taken
    return pages or [[]]


def _asked(question: Question, columns: int, rows: int, *, known: bool) -> list[Line]:
    """Return the question; where it is too long for the panel its cut is marked.

    One that is ``known`` makes way for its options, if these are all in sight then.
    """
    lines = Line.of(question.text, "bold").wrapped(columns, indent=2)
    most = max(1, rows - 1 if question.choices else rows)
    if known and len(lines) > 1 and not question.on_map:
        needed = len(option_rows(question.choices, columns, question.enter))
        most = rows - needed if 0 < rows - needed < len(lines) else most
    if len(lines) <= most:
        return lines
    last = lines[most - 1].cut(columns - len(WHOLE)).stripped().add(WHOLE, "dim")
    return [*lines[: most - 1], last]


def question_panel(
    question: Question, columns: int, rows: int, *, known: bool = False
) -> list[Line]:
    """Return the question and its options in at most ``rows`` lines, the options last.

    Options that do not all fit come in pages; it is said how to turn them.

    Args:
        known: the question has been read, and something was typed since.
    """
    lines = _asked(question, columns, rows, known=known)
    room = rows - len(lines)
    if room <= 0:
        return lines
    turned = _turned_at(question, lines, columns, room)
    pages = _pages(question, columns, room, turned)
    page = question.page % len(pages)
    shown = pages[page]
    if len(pages) == 1 and len(_listed(question)) == len(question.choices):
        return lines + shown + _hints(question, columns, room - len(shown))
    if turned == BEHIND:
        mark = _behind(question, page, len(pages), columns)
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
    return cut_row(hint.wrapped(columns), columns, left)


def least_of_move(question: Question, columns: int) -> int:
    """Return the rows in which a walk is asked with a row of its options and how to see more."""
    asked = Line.of(question.text, "bold").wrapped(columns, indent=2)
    return len(asked) + (1 if _turned_at(question, asked, columns, 1) == BESIDE else 2)


def whole_rows(question: Question, columns: int) -> int:
    """Return the rows that the question and all its options need on one page."""
    asked = Line.of(question.text, "bold").wrapped(columns, indent=2)
    rows = option_rows(question.choices, columns, question.enter, question.on_map)
    return len(asked) + len(rows)


def question_pages(question: Question, columns: int, rows: int, *, known: bool = False) -> int:
    """Return how many pages ``question_panel`` needs in so much room."""
    lines = _asked(question, columns, rows, known=known)
    room = rows - len(lines)
    if room <= 0:
        return 1
    turned = _turned_at(question, lines, columns, room)
    return len(_pages(question, columns, room, turned))
