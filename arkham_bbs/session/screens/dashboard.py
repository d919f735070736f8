"""The full-screen view: status bar, map, sheets and gates, log and question, for every size.

Room: session. Imports terminal (Grid), game views and its neighbours here.

The layout follows the room there is: 80x24 shows the town, some lines of log and the question,
and less of the town while what happened to one's own investigator or the question needs the rows;
wider screens put sheets, gates and doom beside the map, taller ones give log and question more.
40 columns show the streets around the viewer, as many rows of them as what happened and what is
asked leave, and no map to whoever is not in town. The last row of the terminal belongs to the line
being typed and is not part of the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arkham_bbs.game.views import View
from arkham_bbs.session.screens.board_tables import (
    gates_panel,
    monsters_table,
    worlds_panel,
)
from arkham_bbs.session.screens.newest import Told, log_panel, more, weighty_rows
from arkham_bbs.session.screens.option_rows import paid_places, place_numbers
from arkham_bbs.session.screens.panels import doom_lines, heading, status_line
from arkham_bbs.session.screens.plan import Glyphs, Plan
from arkham_bbs.session.screens.question import (
    Question,
    least_of_move,
    question_pages,
    question_panel,
    whole_rows,
)
from arkham_bbs.session.screens.sheets import sheet_row, sheets_compact, values_words
from arkham_bbs.session.screens.townmap import (
    draw_town,
    glyphs_for,
    plan_for,
    row_on,
    viewer_place,
    viewer_sheet,
)
from arkham_bbs.terminal import CUT, Capabilities, Grid, Line, Size

SIDE_COLUMNS = 19
"""The narrowest panel beside the map that says something."""

TEXT_COLUMNS = 60
"""Columns that question and log keep for themselves beside a panel; with less they take all."""

GRAVE = 3
"""The weight from which a line keeps its rows where options need them."""

AMPLE = 10
"""Rows below the map that hold any question and what happened before it."""

READ_ROWS = 4
"""Rows that what happened last keeps on a narrow screen, and so all that nobody may miss."""

NEWS_ROWS = 6
"""Rows of news for which the map of a narrow screen makes way."""

AROUND = (9, 7, 5)
AROUND_MOVING = (11, 9, 7)
"""Rows of a narrow map: as many as leave room for the rest, more where places are chosen on it."""

LEAST_TOWN = 11
LEAST_WALKED = 13
"""Rows of the town that stay on a wide screen, however much there is to be read; of a walk, whose
numbers are on it, a few more."""

LONG_QUESTION = 8
"""Rows of question and options for which the map of a wide screen makes way."""

TALL = 34
"""Rows of a narrow screen that show half the town whole and the rest with ease."""


def least_rows(columns: int) -> int:
    """Return the rows of a terminal that hold map, question and news; lower ones scroll."""
    return 22 if columns >= TEXT_COLUMNS else 24


@dataclass(frozen=True)
class Scene:
    """Everything a dashboard shows.

    Attributes:
        view: the game as the viewer may see it. log: what was told, newest last.
        question: what is asked, of whomever. waiting: who is waited for, as words. clock: the
            time left for it, as words. title: the table's name.
        unread: how many lines of the log are new to the viewer. reply: how many of them answer
            what was typed last; they are shown whole where there is any room.
        halted: the word for a game that nobody can play on just now, "" while it is played.
    """

    view: View
    log: Sequence[Line] = ()
    question: Question = field(default_factory=lambda: Question(""))
    waiting: str = ""
    clock: str = ""
    title: str = ""
    unread: int = 0
    reply: int = 0
    halted: str = ""


class Frame(NamedTuple):
    """Where the map is: its plan, the first row of it that is shown and how many are.

    Attributes:
        below: the columns of the rows below the map. around: it is cut out around the viewer.
        own: a row below it tells how the viewer's own investigator is.
    """

    plan: Plan
    first: int
    rows: int
    below: int
    around: bool = False
    own: bool = False


def dashboard(scene: Scene, caps: Capabilities, size: Size) -> Grid:
    """Lay a scene out on a grid of ``size``: the terminal's room without its input row."""
    grid = Grid(size.columns, size.rows)
    glyphs = glyphs_for(caps)
    columns, rows = size.columns, size.rows
    frame = _frame_of(scene, size)
    sheet = viewer_sheet(scene.view)
    # A panel beside the map has everybody's values.
    told = frame.own or (frame.rows and columns - frame.plan.columns > SIDE_COLUMNS)
    bar = status_line(
        scene.view,
        columns,
        waiting=scene.waiting,
        halted=scene.halted,
        clock=scene.clock,
        title=scene.title,
        own=values_words(sheet, scene.view) if sheet is not None and not told else "",
    )
    grid.put_line(0, 0, bar)
    if frame.rows:
        _draw_map(grid, scene, glyphs, frame)
    beside = columns - frame.plan.columns - 1
    if frame.rows and beside >= SIDE_COLUMNS:
        # Where the text needs every column the panel ends with the map.
        end = rows if frame.below < columns else min(rows, 1 + frame.rows)
        _fill_side(grid, scene, glyphs, frame.plan.columns + 1, beside, end)
    _fill_below(grid, scene, glyphs, frame)
    return grid


def _draw_map(grid: Grid, scene: Scene, glyphs: Glyphs, frame: Frame) -> None:
    """Draw the rows of the map that are shown, below the status bar."""
    plan, choices = frame.plan, scene.question.choices
    town = Grid(min(plan.columns, grid.columns), plan.rows)
    numbers, paid = place_numbers(choices), paid_places(choices)
    draw_town(town, 0, 0, plan, glyphs, scene.view, numbers, paid)
    shown = town.rows_of_cells[frame.first : frame.first + frame.rows]
    for row, cells in enumerate(shown[: grid.rows - 1], 1):
        grid.rows_of_cells[row][: len(cells)] = cells


def _frame_of(scene: Scene, size: Size) -> Frame:
    """Choose the plan, the rows of it that are shown, and how many columns are below it."""
    columns, rows = size.columns, size.rows
    tall = rows >= 26 + 1 + 10
    plan = plan_for(columns if tall else min(columns, 131), rows - 1, scene.view)
    beside = columns - plan.columns - 1
    if plan.columns >= TEXT_COLUMNS:
        below = columns if beside < SIDE_COLUMNS else plan.columns
        height = _town_rows(scene, plan, rows, below - 1)
        first = _first_row(plan, row_on(plan, viewer_place(scene.view)) or 0, height)
        return Frame(plan, first, height, below, around=height < plan.rows)
    if rows >= TALL:
        return Frame(plan, 0, plan.rows, columns)
    somebody = viewer_sheet(scene.view) is not None
    # Before anybody is in it the town is seen from the north.
    at = row_on(plan, viewer_place(scene.view)) if somebody else 0
    if at is None:
        return Frame(plan, 0, 0, columns)
    heights = AROUND_MOVING if scene.question.on_map else AROUND
    own = somebody and beside < SIDE_COLUMNS
    needed = 1 + own + _needed_below(scene, columns - 1)
    height = next((one for one in heights if one + needed <= rows), heights[-1])
    return Frame(plan, _first_row(plan, at, height), height, columns, around=True, own=own)


def _first_row(plan: Plan, at: int, height: int) -> int:
    """Return the first of the ``height`` rows of a plan around row ``at``."""
    return max(0, min(at - height // 2, plan.rows - height))


def _town_rows(scene: Scene, plan: Plan, rows: int, columns: int) -> int:
    """Return the rows of the town on a wide screen: all, if the rest can be read below them.

    A walk needs the whole town, for the numbers on it, unless there is something grave to read.
    """
    grave = min(weighty_rows(scene.log, columns, scene.unread, GRAVE), NEWS_ROWS)
    walks = scene.question.on_map
    if walks and not grave:
        return plan.rows
    if walks:
        asked = max(3, least_of_move(scene.question, columns))
    else:
        asked = min(whole_rows(scene.question, columns), LONG_QUESTION)
    # A row says how many lines more there were, and an answer stands below what happened.
    counted = grave > 0 and scene.unread > 1
    said = scene.log[-scene.reply :] if scene.reply else ()
    answer = sum(len(line.wrapped(columns, indent=2)) for line in said)
    needed = 1 + asked + max(1, grave + counted + answer)
    # Two by two, so that the town moves little.
    spare = max(0, plan.rows + needed - rows)
    return max(LEAST_WALKED if walks else LEAST_TOWN, plan.rows - spare - spare % 2)


def _move_rows(question: Question, columns: int) -> int:
    """Return the rows a walk takes on a narrow screen: the map has the numbers as well."""
    return least_of_move(question, columns) + 4


def _needed_below(scene: Scene, columns: int) -> int:
    """Return the rows that question, options and news need on a narrow screen, within reason."""
    # A walk has too many ways to lay them all out for a look at how long they are.
    rows_of = _move_rows if scene.question.on_map else whole_rows
    asked = rows_of(scene.question, columns)
    fresh = scene.log[-max(1, scene.unread, scene.reply) :]
    news = sum(len(line.wrapped(columns, indent=2)) for line in fresh[-NEWS_ROWS:])
    return asked + min(news, NEWS_ROWS)


def _fill_side(
    grid: Grid, scene: Scene, glyphs: Glyphs, column: int, columns: int, rows: int
) -> None:
    """Stack the panels beside the map: doom, sheets, gates, then whatever there is room for."""
    view = scene.view
    for row in range(1, rows):
        grid.put(row, column - 1, glyphs.post, "frame")
    stack: list[Line] = [*doom_lines(view, columns, glyphs)]
    parts = [
        ("Investigators", sheets_compact(view, columns)),
        ("Gates", gates_panel(view, columns)),
        ("Monsters", monsters_table(view, columns)),
        ("Other Worlds", worlds_panel(view, columns)),
    ]
    for title, lines in parts:
        if len(stack) + len(lines) + 1 > rows - 1 and title not in ("Investigators", "Gates"):
            continue
        stack.append(heading(title, columns, glyphs))
        stack.extend(lines)
    grid.put_lines(1, column, (line.cut(columns, ellipsis=CUT) for line in stack[: rows - 1]))


def _fill_below(grid: Grid, scene: Scene, glyphs: Glyphs, frame: Frame) -> None:
    """Fill the rows below the map: sheets where there is plenty, the log, the question last."""
    view, columns, rows = scene.view, frame.below, grid.rows
    top = 1 + frame.rows
    full = columns - 1
    sheet = viewer_sheet(view)
    if frame.own and sheet is not None:
        grid.put_lines(top, 0, sheet_row(sheet, view, full, named=False)[:1])
        top += 1
    room = rows - top
    if room <= 0:
        return
    most = _question_rows(room, scene, full)
    asked = question_panel(scene.question, full, most, known=scene.reply > 0)
    grid.put_lines(rows - len(asked), 0, asked)
    left = room - len(asked)
    wide = frame.plan.columns >= 132
    if left >= 9 and wide:
        split = columns * 3 // 5
        _fill_corner(grid, scene, glyphs, top, split + 1, columns - split - 1, left)
        full = split - 1
    elif left >= 9 and columns == grid.columns and not frame.around:
        news = min(left - 6, _needed_below(scene, full) - len(asked))
        used = _fill_between(grid, scene, glyphs, frame, top, left - max(news, 5))
        top, left = top + used, left - used
    log = log_panel(scene.log, full, left, scene.unread, scene.reply)
    grid.put_lines(top + left - len(log), 0, log)


def _fill_between(
    grid: Grid, scene: Scene, glyphs: Glyphs, frame: Frame, top: int, room: int
) -> int:
    """Put sheets and gates between map and log, with headings; return the rows they took."""
    columns = frame.below
    lines: list[Line] = []
    beside = frame.rows > 0 and grid.columns - frame.plan.columns > SIDE_COLUMNS
    if not beside:
        sheets = sheets_compact(scene.view, columns - 1)
        lines = [heading("Investigators", columns, glyphs), *sheets][: room - 1]
        if room - len(lines) > 4:
            gates = [heading("Gates", columns, glyphs), *gates_panel(scene.view, columns - 1)]
            lines += gates[: room - len(lines) - 1]
    lines.append(heading("What happened", columns, glyphs))
    grid.put_lines(top, 0, lines)
    return len(lines)


def _question_rows(room: int, scene: Scene, columns: int) -> int:
    """Return how many of the rows below the map a question may take; the log keeps the rest.

    Where there is plenty, what happened last and what nobody may miss is read whole, up to three
    rows, and on a narrow screen up to four. Where there is little, the options come first: what
    cannot be answered without turning pages is worse than what ``log`` shows. A long list has
    pages in any case.
    """
    if scene.reply:
        said = [row for one in scene.log[-scene.reply :] for row in one.wrapped(columns, indent=2)]
        # How many more there are stands beside the answer, or makes way for an option.
        beside = any(row.width + 2 + len(more(scene.unread)) <= columns for row in said)
        counted = scene.unread > 0 and not beside
        left = room - len(said)
        counted = counted and whole_rows(scene.question, columns) < left
        return max(min(room - 1, 3 if room > 5 else 2), left - counted)
    newest = len(scene.log[-1].wrapped(columns, indent=2)) if scene.log else 1
    weighty = weighty_rows(scene.log, columns, scene.unread)
    grave = weighty_rows(scene.log, columns, scene.unread, GRAVE)
    # Beside what is grave a row says how many lines more there were.
    most_told = 3 if columns >= TEXT_COLUMNS else READ_ROWS
    told = min(most_told, max(newest, weighty) if room >= AMPLE else grave + 1)
    if columns < TEXT_COLUMNS and room >= AMPLE and scene.unread > 1:
        told += 1  # to say how many more there are
    most = max(1, min(room - 1, max(3, room - told)))
    # What people say is kept in sight; what led to the question can do without a row.
    can_wait = bool(scene.log) and isinstance(scene.log[-1], Told) and not grave
    is_tight = columns < TEXT_COLUMNS and room < AMPLE and not scene.question.on_map
    if is_tight and can_wait and whole_rows(scene.question, columns) > most:
        return room
    if not scene.question.on_map:
        return most
    if columns < TEXT_COLUMNS:
        return min(most, _move_rows(scene.question, columns))
    return min(most, max(3, room // 2, least_of_move(scene.question, columns)))


def option_pages(scene: Scene, caps: Capabilities, size: Size) -> int:
    """Return how many pages the options of a scene take on a dashboard of ``size``."""
    frame = _frame_of(scene, size)
    columns = frame.below - 1
    rows = _question_rows(size.rows - 1 - frame.rows - frame.own, scene, columns)
    return question_pages(scene.question, columns, rows, known=scene.reply > 0)


def _fill_corner(
    grid: Grid, scene: Scene, glyphs: Glyphs, top: int, column: int, columns: int, rows: int
) -> None:
    """Put sheets and gates into the lower right corner of a wide screen."""
    view = scene.view
    stack: list[Line] = [heading("Investigators", columns, glyphs)]
    stack.extend(sheets_compact(view, columns))
    if len(stack) + 3 <= rows:
        stack.append(heading("Gates", columns, glyphs))
        stack.extend(gates_panel(view, columns))
    grid.put_lines(top, column, stack[:rows])
