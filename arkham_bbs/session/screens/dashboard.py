"""The full-screen view: status bar, map, sheets and gates, log and question, for every size.

Room: session. Imports terminal (Grid), game views and its neighbours here.

The layout follows the room there is: 80x24 shows the town, two lines of log and the question;
wider screens put sheets, gates and doom beside the map, taller ones give log and question more;
40 columns show the side of town where the viewer stands. The last row of the terminal belongs to
the line being typed and is not part of the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arkham_bbs.game.views import View
from arkham_bbs.session.screens.board_tables import (
    gates_panel,
    monsters_table,
    worlds_panel,
)
from arkham_bbs.session.screens.newest import Told, log_panel, weighty_rows
from arkham_bbs.session.screens.panels import doom_lines, heading, status_line
from arkham_bbs.session.screens.plan import Glyphs, Plan
from arkham_bbs.session.screens.question import (
    Question,
    paid_places,
    place_numbers,
    question_pages,
    question_panel,
    whole_rows,
)
from arkham_bbs.session.screens.sheets import sheets_compact
from arkham_bbs.session.screens.townmap import draw_town, glyphs_for, plan_for
from arkham_bbs.terminal import CUT, Capabilities, Grid, Line, Size

SIDE_COLUMNS = 19
"""The narrowest panel beside the map that says something."""

TEXT_COLUMNS = 60
"""Columns that question and log keep for themselves beside a panel; with less they take all."""


GRAVE = 3
"""The weight from which a line keeps its rows where options need them."""

AMPLE = 10
"""Rows below the map that hold any question and what happened before it."""


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
        side: "west" or "east" on narrow screens; "" follows the viewer.
        unread: how many lines of the log are new to the viewer. reply: how many of them answer
            what was typed last; they are shown whole where there is any room.
    """

    view: View
    log: Sequence[Line] = ()
    question: Question = field(default_factory=lambda: Question(""))
    waiting: str = ""
    clock: str = ""
    title: str = ""
    side: str = ""
    unread: int = 0
    reply: int = 0


def dashboard(scene: Scene, caps: Capabilities, size: Size) -> Grid:
    """Lay a scene out on a grid of ``size``: the terminal's room without its input row."""
    grid = Grid(size.columns, size.rows)
    glyphs = glyphs_for(caps)
    columns, rows = size.columns, size.rows
    bar = status_line(
        scene.view, columns, waiting=scene.waiting, clock=scene.clock, title=scene.title
    )
    grid.put_line(0, 0, bar)
    plan, below = _plan_of(scene, size)
    numbers = place_numbers(scene.question.choices)
    draw_town(grid, 1, 0, plan, glyphs, scene.view, numbers, paid_places(scene.question.choices))
    beside = columns - plan.columns - 1
    if beside >= SIDE_COLUMNS:
        # Where the text needs every column the panel ends with the map.
        end = rows if below < columns else min(rows, 1 + plan.rows)
        _fill_side(grid, scene, glyphs, plan.columns + 1, beside, end)
    _fill_below(grid, scene, glyphs, plan, below, rows)
    return grid


def _plan_of(scene: Scene, size: Size) -> tuple[Plan, int]:
    """Choose the plan, and how many columns the rows below it have."""
    columns, rows = size.columns, size.rows
    tall = rows >= 26 + 1 + 10
    plan = plan_for(columns if tall else min(columns, 131), rows - 1, scene.view, scene.side)
    beside = columns - plan.columns - 1
    narrow = plan.columns < TEXT_COLUMNS or beside < SIDE_COLUMNS
    return plan, columns if narrow else plan.columns


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


def _fill_below(
    grid: Grid, scene: Scene, glyphs: Glyphs, plan: Plan, columns: int, rows: int
) -> None:
    """Fill the rows below the map: sheets where there is plenty, the log, the question last."""
    view = scene.view
    top = 1 + plan.rows
    room = rows - top
    if room <= 0:
        return
    full = columns - 1
    asked = question_panel(scene.question, full, _question_rows(room, scene, full))
    left = room - len(asked)
    wide = plan.columns >= 132
    if left >= 9 and (wide or columns == grid.columns):
        if wide:
            split = columns * 3 // 5
            _fill_corner(grid, scene, glyphs, top, split + 1, columns - split - 1, left)
            log = log_panel(scene.log, split - 1, left, scene.unread, scene.reply)
        else:
            used = 0
            told_beside = grid.columns - plan.columns > SIDE_COLUMNS
            if not told_beside:
                sheets = sheets_compact(view, full)[: left - 5]
                grid.put_line(top, 0, heading("Investigators", columns, glyphs))
                grid.put_lines(top + 1, 0, sheets)
                used = 1 + len(sheets)
            if left - used >= 9 and not told_beside:
                gates = gates_panel(view, full)
                grid.put_line(top + used, 0, heading("Gates", columns, glyphs))
                gates = gates[: left - used - 5]
                grid.put_lines(top + used + 1, 0, gates)
                used += 1 + len(gates)
            grid.put_line(top + used, 0, heading("What happened", columns, glyphs))
            used += 1
            top, left = top + used, left - used
            log = log_panel(scene.log, full, left, scene.unread, scene.reply)
    else:
        log = log_panel(scene.log, full, left, scene.unread, scene.reply)
    grid.put_lines(top + left - len(log), 0, log)
    grid.put_lines(rows - len(asked), 0, asked)


def _question_rows(room: int, scene: Scene, columns: int) -> int:
    """Return how many of the rows below the map a question may take; the log keeps the rest.

    Where there is plenty, what happened last and what nobody may miss is read whole, up to three
    rows. Where there is little, the options come first: what cannot be answered without turning
    pages is worse than what ``log`` shows. A long list has pages in any case.
    """
    if scene.reply:
        said = sum(len(line.wrapped(columns, indent=2)) for line in scene.log[-scene.reply :])
        counted = scene.unread > 0  # a row may be needed to say how many more there are
        return max(min(room - 1, 3 if room > 5 else 2), room - said - counted)
    newest = len(scene.log[-1].wrapped(columns, indent=2)) if scene.log else 1
    weighty = weighty_rows(scene.log, columns, scene.unread)
    grave = weighty_rows(scene.log, columns, scene.unread, GRAVE)
    # Beside what is grave a row says how many lines more there were.
    told = min(3, max(newest, weighty) if room >= AMPLE else grave + 1)
    most = max(1, min(room - 1, max(3, room - told)))
    # What people say is kept in sight; what led to the question can do without a row.
    can_wait = bool(scene.log) and isinstance(scene.log[-1], Told) and not grave
    is_narrow = columns < TEXT_COLUMNS and not scene.question.on_map
    if is_narrow and can_wait and whole_rows(scene.question, columns) > most:
        return room
    if not scene.question.on_map or columns < TEXT_COLUMNS:
        return most
    whole = len(Line.of(scene.question.text).wrapped(columns, indent=2)) + 1
    return min(most, max(3, room // 2, whole))


def option_pages(scene: Scene, caps: Capabilities, size: Size) -> int:
    """Return how many pages the options of a scene take on a dashboard of ``size``."""
    plan, below = _plan_of(scene, size)
    rows = _question_rows(size.rows - 1 - plan.rows, scene, below - 1)
    return question_pages(scene.question, below - 1, rows)


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
