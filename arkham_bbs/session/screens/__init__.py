"""What callers see: the town, the panels, the pictures. Nothing here decides or remembers.

Room: session. Imports terminal and game; imported by the rest of the session.

Full screen: ``dashboard(Scene(...), caps, size) -> Grid``; ``size`` is ``terminal.dashboard_size``.
Scrolling: ``map_lines``, ``sheet_lines``, ``gates_panel``, ``monsters_table`` and so on, lists of
lines no wider than told. Pictures: ``welcome_screen``, ``farewell_screen``, ``ending_screen``.
"""

from __future__ import annotations

from arkham_bbs.session.screens.board_tables import (
    gates_panel,
    monsters_table,
    worlds_panel,
)
from arkham_bbs.session.screens.dashboard import Scene, dashboard, option_pages
from arkham_bbs.session.screens.newest import (
    log_panel,
)
from arkham_bbs.session.screens.option_rows import paid_places, place_numbers
from arkham_bbs.session.screens.pages import legend_page, sheet_lines, table_page
from arkham_bbs.session.screens.panels import doom_lines, status_line
from arkham_bbs.session.screens.pictures import (
    ending_screen,
    farewell_screen,
    prepare_pictures,
    welcome_screen,
)
from arkham_bbs.session.screens.question import (
    Question,
    question_pages,
    question_panel,
)
from arkham_bbs.session.screens.sheets import sheet_panel, sheets_compact
from arkham_bbs.session.screens.townmap import glyphs_for, map_lines, map_marks

__all__ = [
    "Question",
    "Scene",
    "dashboard",
    "doom_lines",
    "ending_screen",
    "farewell_screen",
    "gates_panel",
    "glyphs_for",
    "legend_page",
    "log_panel",
    "map_lines",
    "map_marks",
    "monsters_table",
    "option_pages",
    "paid_places",
    "place_numbers",
    "prepare_pictures",
    "question_pages",
    "question_panel",
    "sheet_lines",
    "sheet_panel",
    "sheets_compact",
    "status_line",
    "table_page",
    "welcome_screen",
    "worlds_panel",
]
