"""Pages for the scrolling view and for screen readers, chosen by what the terminal can do.

Room: session. Imports terminal (Line), game views and its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.views import View
from arkham_bbs.session.screens.board_tables import (
    gates_panel,
    legend_lines,
)
from arkham_bbs.session.screens.marks import SPECIES_LETTERS, legend
from arkham_bbs.session.screens.panels import doom_lines, heading, status_line
from arkham_bbs.session.screens.sheets import sheet_panel, sheet_sentences, sheets_compact
from arkham_bbs.session.screens.states import legend_rows
from arkham_bbs.session.screens.townmap import glyphs_for, map_lines
from arkham_bbs.terminal import Capabilities, Line


def _columns(caps: Capabilities) -> int:
    """Return how wide a page may be: the last column stays empty, so that no terminal wraps."""
    return max(20, min(caps.columns, 132) - 1)


def sheet_lines(view: View, who: str, caps: Capabilities) -> list[Line]:
    """Return the sheet of one investigator."""
    if caps.linear:
        return sheet_sentences(view, who)
    return sheet_panel(view, who, _columns(caps), glyphs_for(caps))


def table_page(view: View, caps: Capabilities, *, waiting: str = "", clock: str = "") -> list[Line]:
    """Return the whole table for the scrolling view: status, map, sheets, gates."""
    columns, glyphs = _columns(caps), glyphs_for(caps)
    lines = [status_line(view, columns, waiting=waiting, clock=clock)]
    lines += map_lines(view, caps)
    lines.append(heading("Investigators", columns, glyphs))
    lines += sheets_compact(view, columns)
    lines.append(heading("Gates", columns, glyphs))
    lines += gates_panel(view, columns)
    return lines + doom_lines(view, columns, glyphs)


def legend_page(caps: Capabilities, view: View | None = None) -> list[Line]:
    """Return what the marks on the map mean, those of the modules in play among them."""
    if not caps.linear:
        return legend_lines(_columns(caps), glyphs_for(caps), view)
    rows = (*legend(), *legend_rows(view))
    lines = [f"Mark {sign}: {words}." for sign, _style, words in rows]
    lines += [f"Monster {letter}: {name}." for name, letter in SPECIES_LETTERS.items()]
    lines += [f"World {world.letter}: {world.name}." for world in CONTENT.worlds.values()]
    return [Line.of(text) for text in lines]
