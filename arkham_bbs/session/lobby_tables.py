"""Tables, from the lobby: the list, a new one, a seat, a look on, a game gone through again.

Room: session. Imports lobby and its neighbours here; registers what it says on the lobby's table
of commands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from arkham_bbs.lobby import LobbyRefused, TableRow, TableSpec
from arkham_bbs.session import onward
from arkham_bbs.session.creating import (
    CannotRead,
    ask_spec,
    choices_of_create,
    explain_create,
    how_many_each,
    parse_create,
    solo_title,
)
from arkham_bbs.session.listing import MARKS, STATUS, table_candidates, table_lines
from arkham_bbs.session.lobby_room import LOBBY, LobbyRoom
from arkham_bbs.session.onward import OVER, no_guests
from arkham_bbs.session.parsing import Found, choose, words_of
from arkham_bbs.session.replay_room import ReplayRoom
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Line

LOBBY.add("resume", "r", "back", group="Tables", not_now=no_guests)(onward.resume)


AT_ONCE = 16
"""Tables whose lines are made before others have their turn: a full board has hundreds."""
SOME = 24
"""Tables shown where one of them is asked for."""


async def _listed(visit: Visit, rows: Sequence[TableRow]) -> list[Line]:
    lines: list[Line] = []
    for start in range(0, len(rows), AT_ONCE):
        part = rows[start : start + AT_ONCE]
        lines += table_lines(
            part, visit.caps.columns, visit.handle, linear=visit.is_linear, first=start + 1
        )
        await asyncio.sleep(0)
    return lines if visit.is_linear else [*lines, Line.of(MARKS, "dim")]


async def _show_some(visit: Visit, rows: Sequence[TableRow]) -> None:
    visit.lines(await _listed(visit, rows[:SOME]))
    if len(rows) > SOME:
        visit.tell(f"And {len(rows) - SOME} more, by a part of their title.", style="dim")


@LOBBY.add("games", "g", "tables", "list", group="Tables")
async def games(room: LobbyRoom, text: str) -> None:
    """games [all]

    List the tables: who sits there, whose turn it is and how long it waits; all adds the finished.

    Example: games
    """
    visit = room.visit
    rows = visit.services.lobby.tables(visit.me, but=() if text.startswith("a") else OVER)
    room.shown = rows
    if not rows:
        more = "" if visit.is_guest else " Type create to lay the first."
        visit.tell(f"No tables are laid yet.{more}")
        return
    await visit.page(await _listed(visit, rows))
    visit.tell("Type join or watch and a number.", style="dim")


@LOBBY.add("create", "c", "new", group="Tables", not_now=no_guests, more=choices_of_create)
async def create(room: LobbyRoom, text: str) -> None:
    """create [TITLE] [key=value ...]

    Lay a new table; alone it asks, and Enter at its first question begins a solo game at once.
    A title without seats= is a solo game at once too. Each key is written with its value and no
    space between:

    Example: create Fog over Arkham seats=3 pace=slow
    """
    visit = room.visit
    if text in ("?", "help"):
        await explain_create(visit)
        return
    try:
        spec = parse_create(text, visit.handle) if text else await ask_spec(visit)
    except CannotRead as problem:
        visit.tell(str(problem))
        return
    quick = spec.title == solo_title(visit)
    if not quick and any(
        row.host == visit.handle and words_of(row.title) == words_of(spec.title)
        for row in visit.services.lobby.own(visit.me)
    ):
        visit.tell(f'You have a table called "{spec.title}" already; resume takes you there.')
        if not await visit.ask_yes_no("Lay another of the same name?", default=False):
            return
    if spec.seats == 1 and not quick:
        visit.tell(
            "A table for one, begun at once. With more seats it would have waited for others: "
            "create TITLE seats=2",
            style="dim",
        )
    # Whoever was asked has been told already, in time to choose otherwise.
    await open_table(room, spec, told=how_many_each(spec) if text else "")


@LOBBY.add("solo", group="Tables", not_now=no_guests)
async def solo(room: LobbyRoom, text: str) -> None:
    """solo [key=value ...]

    Begin a game on your own at once, with the sensible rules or with those you name.

    Example: solo on=HOUSE-2 each=1
    """
    visit = room.visit
    try:
        spec = parse_create(text, visit.handle, untitled=solo_title(visit))
    except CannotRead as problem:
        visit.tell(str(problem))
        return
    if spec.seats != 1:
        visit.tell("solo lays a table for one. Type create for more seats.")
        return
    await open_table(room, spec)


async def open_table(room: LobbyRoom, spec: TableSpec, *, told: str = "") -> None:
    """Make a table, tell something about it, begin it when it is for one, and go there."""
    visit = room.visit
    table = await visit.services.lobby.create(visit.me, spec)
    if told:
        visit.tell(told, style="dim")
    await room.sit(table.id, begin=spec.seats == 1 and not table.is_started)


@LOBBY.add("join", "j", "sit", group="Tables", not_now=no_guests)
async def join(room: LobbyRoom, text: str) -> None:
    """join [TABLE] [CODE]

    Take a seat at a table, by its number in the list, its title or its host; a private one needs
    its code. Alone it lists the tables with a free seat.

    Example: join 2
    """
    visit = room.visit
    if not text:
        rows = visit.services.lobby.tables(visit.me, but=OVER)
        room.shown = tuple(row for row in rows if row.free and not row.mine)
        if not room.shown:
            visit.tell("No table has a seat free for you. games lists all; create lays a new one.")
            return
        await visit.page(await _listed(visit, room.shown))
        visit.tell("These have a free seat; games lists all.", style="dim")
        text = await _ask_table(room, "Join which? (Enter: none)")
        if not text:
            return
    table_id, code = await _table_and_code(room, text)
    if table_id is None:
        return
    try:
        await visit.services.lobby.join(visit.me, table_id, code=code)
    except LobbyRefused as refused:
        if refused.code not in ("code-needed", "wrong-code"):
            raise
        code = await visit.ask("The code of this table (Enter: none):")
        if not code:
            return
        await visit.services.lobby.join(visit.me, table_id, code=code)
    await room.sit(table_id)


async def _ask_table(room: LobbyRoom, question: str) -> str:
    """Ask for one of the tables just listed; words that name none may be a command instead."""
    visit = room.visit
    while True:
        text = await visit.ask(question)
        if text.startswith("?"):
            visit.tell("Type a number or a title from the list; Enter goes back to the lobby.")
            continue
        listed = table_candidates(room.shown)
        words = (text, text.rpartition(" ")[0])
        if not any(isinstance(choose(one, listed, suggest=False), Found) for one in words):
            visit.instead(text)
        return text


async def _table_and_code(room: LobbyRoom, text: str) -> tuple[str | None, str]:
    """Read ``TABLE`` or ``TABLE CODE``; the table's id is None when it was not found."""
    head, _, tail = text.rpartition(" ")
    pool = room.shown or room.visit.services.lobby.tables(room.visit.me)
    candidates = table_candidates(pool)
    if head and not isinstance(choose(text, candidates), Found):
        found = choose(head, candidates)
        if isinstance(found, Found):
            return found.key, tail
    row = await room.find_table(text)
    return (row.table if row else None), ""


@LOBBY.add("watch", "w", group="Tables")
async def watch(room: LobbyRoom, text: str) -> None:
    """watch [TABLE] [CODE]

    Look on at a game as everybody may see it; without a name, the games in play are listed, the
    liveliest first.

    Example: watch 1
    """
    visit = room.visit
    if not text:
        rows = sorted(
            (
                row
                for row in visit.services.lobby.tables(visit.me, but=(*OVER, "gathering", "frozen"))
                if row.spectators != "none"
            ),
            key=lambda row: -row.active_at,
        )
        room.shown = tuple(rows)
        if not rows:
            visit.tell("No game is being played that can be watched.")
            return
        await _show_some(visit, rows)
        text = await _ask_table(room, "Watch which? (Enter: none)")
        if not text:
            return
    table_id, code = await _table_and_code(room, text)
    if table_id is not None:
        await room.sit(table_id, watching=True, code=code)


@LOBBY.add("replay", group="Tables")
async def replay(room: LobbyRoom, text: str) -> None:
    """replay [TABLE]

    Go through a finished game step by step; you can jump to a turn and search.

    Example: replay fog over arkham
    """
    visit = room.visit
    over = visit.services.lobby.tables(visit.me, but=set(STATUS) - set(OVER))
    if not over:
        visit.tell("No game has been finished yet.")
        return
    if not text:
        room.shown = over
        await _show_some(visit, over)
        text = await _ask_table(room, "Replay which? (Enter: none)")
        if not text:
            return
    row = await room.find_table(text, over)
    if row is not None:
        await ReplayRoom(visit, row.table, row.title).live()
        if not await room.go_onward():
            await room.show_menu()


LOBBY.add("invitations", "invited", group="Tables", not_now=no_guests)(onward.invitations)
