"""What every look at the game begins with: the view, who looks, how an answer is shown.

Room: session. Imports game words and its neighbours here. The commands that show and never
change anything are registered by table_around.py, table_board.py and table_course.py.
Source: DESIGN.md section 8.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, View
from arkham_bbs.session.parsing import Candidate
from arkham_bbs.session.table_room import TableRoom
from arkham_bbs.terminal import Line


def not_begun(room: TableRoom) -> str | None:
    """Return why a look at the game is not possible yet."""
    if room.view is None:
        return "The game has not begun. Type start when everybody is here."
    return None


def the_view(room: TableRoom) -> View:
    """Return the view; only for commands guarded by ``not_begun``."""
    view = room.view
    if view is None:
        raise RuntimeError("no view")
    return view


def here(room: TableRoom, view: View) -> InvestigatorView | None:
    """Return the investigator a look is taken from: the one asked, else one's own, else "
    "the active."""
    decision = room.decision
    mine = view.mine()
    if decision is not None and decision.seat == room.seat:
        for sheet in mine:
            if sheet.id == decision.investigator:
                return sheet
    if mine:
        for sheet in mine:
            if sheet.id == view.active:
                return sheet
        return mine[0]
    for sheet in view.investigators:
        if sheet.id == view.active:
            return sheet
    return view.investigators[0] if view.investigators else None


def people_pool(view: View) -> list[Candidate]:
    """Return the investigators by their own names and those of their players."""
    return [
        Candidate(sheet.id, (sheet.name, names.seat_name(sheet.seat, view.seats)))
        for sheet in view.investigators
    ]


async def show(room: TableRoom, lines: Sequence[Line | str]) -> None:
    """Show an answer to a look; over the dashboard it waits for a key."""
    await room.visit.page(list(lines))


def page_columns(room: TableRoom) -> int:
    """Return how wide a page may be: the last column stays empty, so that no terminal wraps."""
    return max(20, min(room.visit.caps.columns, 132) - 1)
