"""Looking at what lies on the board: sheets, gates, monsters, Other Worlds.

Room: session. Imports game words, screens and its neighbours here.
Source: DESIGN.md section 8, USER_ASKS F1, F3, F10, H3 (the whole board in sentences).
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, View
from arkham_bbs.session import screens
from arkham_bbs.session.board_words import gate_sentences, monster_sentences, world_sentences
from arkham_bbs.session.parsing import Found, choose, not_understood, parse_number
from arkham_bbs.session.table_looking import (
    here,
    not_begun,
    page_columns,
    people_pool,
    show,
    the_view,
)
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.terminal import Line


@TABLE.add("sheet", "sh", "i", "inventory", group="Look", not_now=not_begun)
async def sheet(room: TableRoom, text: str) -> None:
    """sheet [NAME]

    Show an investigator: strength, sanity, skills, money, cards, trophies; a number is a seat.

    Example: sheet gloria
    """
    view = the_view(room)
    chosen: list[InvestigatorView]
    if not text:
        chosen = list(view.mine()) or [s for s in (here(room, view),) if s is not None]
    elif text.casefold() in ("all", "everybody"):
        chosen = list(view.investigators)
    else:
        number = parse_number(text)
        if number is not None:
            chosen = [s for s in view.investigators if s.seat == number - 1]
        else:
            wanted = people_pool(view)
            by_seat = [s for s in view.investigators if _is_player(view, s, text)]
            result = choose(text, wanted)
            if by_seat:
                chosen = by_seat
            elif isinstance(result, Found):
                chosen = [s for s in view.investigators if s.id == result.key]
            else:
                room.visit.tell(not_understood(text, result))
                return
    if not chosen:
        room.visit.tell("There is no such sheet. Type players for who is in the game.")
        return
    lines: list[Line | str] = []
    for one in chosen:
        lines.extend(screens.sheet_lines(view, one.id, room.visit.caps))
    await show(room, lines)


def _is_player(view: View, one: InvestigatorView, text: str) -> bool:
    return names.seat_name(one.seat, view.seats).casefold() == text.casefold()


@TABLE.add("gates", group="Look", not_now=not_begun)
async def gates(room: TableRoom, text: str) -> None:
    """gates

    List the open gates, where they lead as far as is known, and the Elder Signs.

    Example: gates
    """
    view, visit = the_view(room), room.visit
    if visit.is_linear:
        await show(room, gate_sentences(view))
        return
    columns = page_columns(room)
    lines = screens.gates_panel(view, columns)
    await show(room, [*lines, *screens.doom_lines(view, columns, screens.glyphs_for(visit.caps))])


@TABLE.add("monsters", group="Look", not_now=not_begun)
async def monsters(room: TableRoom, text: str) -> None:
    """monsters [NAME]

    List the monsters on the board: where, how they move, and what is known of each.

    Example: monsters ghoul
    """
    view = the_view(room)
    lines: Sequence[Line | str]
    if text or room.visit.is_linear:
        lines = monster_sentences(view, text)
    else:
        lines = screens.monsters_table(view, page_columns(room))
    if not lines:
        room.visit.tell("No such monster is on the board.")
        return
    await show(room, lines)


@TABLE.add("worlds", group="Look", not_now=not_begun)
async def worlds(room: TableRoom, text: str) -> None:
    """worlds

    List the Other Worlds, their letter and colour, who is there, and which gates are known.

    Example: worlds
    """
    view = the_view(room)
    if room.visit.is_linear:
        await show(room, world_sentences(view))
    else:
        hint = "2 is the box where one arrives, 1 the one before home."
        rows = screens.worlds_panel(view, page_columns(room))
        await show(room, [*rows, *room.visit.rows(hint, style="dim")])
