"""The panel with the pending question: what is asked, the numbered options, a page at a time.

Room: session. Imports terminal (Line) and game board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
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


def _shortened(choices: Sequence[Choice], columns: int, room: int, enter: int) -> list[Line] | None:
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

    rows = _flowed(brief, columns, enter)
    for most in (2, 1):
        cut = [_lines_of(row, columns, most) for row in rows]
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
    flowed = _flowed(choices, wide if is_folded else columns, enter, on_map)
    packed = [line for row in flowed for line in row]
    if len(packed) > room and not on_map:
        packed = _shortened(choices, columns, room, enter) or packed
    if len(packed) <= (each if is_folded else room):
        return [packed]
    if wide < columns:
        return _pages_behind(choices, (columns, wide), each, enter, on_map)
    pages: list[list[Line]] = []
    page: list[Line] = []
    for row in flowed:
        lines = _lines_of(row, wide, each)
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
            _lines_of(_flowed(choices[at : at + 1], wide, enter, on_map)[0], wide, each),
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


def question_pages(question: Question, columns: int, rows: int, *, known: bool = False) -> int:
    """Return how many pages ``question_panel`` needs in so much room."""
    lines = _asked(question, columns, rows, known=known)
    room = rows - len(lines)
    if room <= 0:
        return 1
    turned = _turned_at(question, lines, columns, room)
    return len(_pages(question, columns, room, turned))
