"""The lobby: what waits for you, tables, people, reading, yourself, in that order.

Room: session. Imports lobby and its neighbours here. The commands about people and reading are
registered by people.py, letters.py, reading.py and yourself.py on the same table.
"""

from __future__ import annotations

from typing import Any, ClassVar

from arkham_bbs.lobby import LobbyRefused, Notice, TableRow, TablesChanged, TableSpec
from arkham_bbs.session import (
    letters,
    onward,
    people,
    reading,
    table_around,  # noqa: F401 - importing these registers what can be typed at a table
    table_board,  # noqa: F401
    table_course,  # noqa: F401
    table_doing,  # noqa: F401
    table_standing,  # noqa: F401
    table_trading,  # noqa: F401
    table_votes,  # noqa: F401
    yourself,
)
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.creating import CannotRead, ask_spec, explain_create, parse_create
from arkham_bbs.session.listing import table_candidates, table_lines
from arkham_bbs.session.onward import no_guests, own_tables
from arkham_bbs.session.parsing import Candidate, Found, choose
from arkham_bbs.session.replay_room import ReplayRoom
from arkham_bbs.session.room import Room, leave_board
from arkham_bbs.session.rules_pages import show_rules
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Line

LOBBY: CommandTable[LobbyRoom] = CommandTable("the lobby")


class LobbyRoom(Room):
    """The lobby.

    Attributes:
        shown: the tables as they were last listed, so that a number means what was seen.
    """

    commands: ClassVar[CommandTable[Any]] = LOBBY

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.shown: tuple[TableRow, ...] = ()
        self._is_met = False

    def prompt(self) -> Line:
        """Return the prompt."""
        return Line.of("Lobby> ", "prompt")

    async def enter(self) -> None:
        """Show the short menu, unless it has been shown on the way here from a table."""
        if not self._is_met:
            self.show_menu()

    async def pressed_enter(self) -> None:
        """Show the short menu again."""
        self.show_menu()

    async def typed(self, line: str) -> None:
        """Answer a line: a number sits down at a listed table, anything else is a command."""
        if line.isdigit() and self.shown:
            row = await self.find_table(line)
            if row is not None:
                if row.mine:
                    await self.sit(row.table)
                else:
                    await join(self, line)
            return
        if line.casefold() in ("leave", "lobby"):
            self.visit.tell("You are in the lobby. quit hangs up; your seats are kept.")
            return
        if line.casefold() == "q" and not await self.visit.ask_yes_no("Hang up?", default=False):
            # One letter, perhaps meant for a page that was being read.
            return
        await self.command(line)

    def hear(self, notice: Notice) -> bool:
        """A changed list is news only to those who look at it: say nothing."""
        return isinstance(notice, TablesChanged)

    def show_menu(self) -> None:
        """Show what can be done from here in a few lines, what waits for the caller first."""
        visit, self._is_met = self.visit, True
        waiting = [row for row in own_tables(visit) if row.my_decision]
        rows: list[tuple[str, str]] = []
        if waiting:
            rows.append(("resume", f'it is your move at "{waiting[0].title}"'))
        elif own_tables(visit):
            rows.append(("resume", "go back to your table"))
        if visit.is_guest:
            rows.append(("watch", "look on at a game"))
            rows.append(("tutorial", "a guided first turn, two minutes"))
            rows.append(("rules", "read the rules"))
            rows.append(("register", "get a name and play"))
        else:
            rows.append(("games", "tables: join one, or watch"))
            rows.append(("create", "a new table; Enter twice plays solo"))
            rows.append(("who", "callers on the line; say, tell, mail"))
            rows.append(("boards", "messages, news, the hall of honor"))
        rows.append(("?", "everything else"))
        rows.append(("quit", "hang up"))
        if visit.is_linear:
            for word, meaning in rows:
                visit.tell(f"{word}: {meaning}.")
            return
        visit.lines(
            line
            for word, meaning in rows
            for line in Line.of(f" {word:8} ", "key")
            .add(meaning)
            .wrapped(visit.caps.columns - 1, indent=10)
        )

    async def find_table(
        self, text: str, rows: tuple[TableRow, ...] | None = None
    ) -> TableRow | None:
        """Find one table by number, title, host or id, or say why not."""
        visit = self.visit
        pool = rows if rows is not None else self.shown or visit.services.lobby.tables(visit.me)
        found = choose(text, table_candidates(pool))
        if not isinstance(found, Found) and rows is None:
            pool = visit.services.lobby.tables(visit.me)
            by_host = [Candidate(row.table, (row.host,)) for row in pool]
            found = choose(text, table_candidates(pool))
            if not isinstance(found, Found) and not text.isdigit():
                host = choose(text, by_host)
                found = host if isinstance(host, Found) else found
        if isinstance(found, Found):
            for row in pool:
                if row.table == found.key:
                    return row
        if text.isdigit():
            visit.tell(f"There is no table {text}. Type games for the list.")
        else:
            visit.tell(visit.explain(text, found) + " Type games for the list.")
        return None

    async def sit(
        self, table_id: str, *, watching: bool = False, code: str = "", begin: bool = False
    ) -> None:
        """Go to a table, and come back here afterwards."""
        room = TableRoom(self.visit, table_id, watching=watching, code=code, begin=begin)
        await room.live()
        if await self.go_onward():
            return
        if self.visit.presence is not None:
            self.visit.presence.go("lobby")
        self.shown = ()
        self.visit.tell("Back in the lobby.", style="dim")
        self.show_menu()

    async def go_to(self, table: str) -> None:
        """Sit down at a table of the caller's."""
        await self.sit(table)

    async def go_onward(self) -> bool:
        """Go where the place just left leads, if anywhere, and come back here afterwards."""
        table, self.visit.onward = self.visit.onward, ""
        if table:
            await self.sit(table)
        return bool(table)


LOBBY.add("resume", "r", "back", group="Tables", not_now=no_guests)(onward.resume)


@LOBBY.add("games", "g", "tables", "list", group="Tables")
async def games(room: LobbyRoom, text: str) -> None:
    """games [all]

    List the tables: who sits there, whose turn it is and how long it waits; all adds the finished.

    Example: games
    """
    visit = room.visit
    rows = visit.services.lobby.tables(visit.me)
    if not text.startswith("a"):
        rows = tuple(row for row in rows if row.status not in ("finished", "ended"))
    room.shown = rows
    if not rows:
        more = "" if visit.is_guest else " Type create to lay the first."
        visit.tell(f"No tables are laid yet.{more}")
        return
    await visit.page(table_lines(rows, visit.caps.columns, visit.handle, linear=visit.is_linear))
    visit.tell("Type join or watch and a number.", style="dim")


@LOBBY.add("create", "c", "new", group="Tables", not_now=no_guests)
async def create(room: LobbyRoom, text: str) -> None:
    """create [TITLE] [key=value ...]

    Lay a new table; alone it asks, and Enter at its first question begins a solo game at once.

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
    await open_table(room, spec)


@LOBBY.add("solo", group="Tables", not_now=no_guests)
async def solo(room: LobbyRoom, text: str) -> None:
    """solo [key=value ...]

    Begin a game on your own at once, with the sensible rules or with those you name.

    Example: solo on=HOUSE-2 each=1
    """
    visit = room.visit
    try:
        spec = parse_create(text, visit.handle, untitled=f"{visit.handle} alone")
    except CannotRead as problem:
        visit.tell(str(problem))
        return
    if spec.seats != 1:
        visit.tell("solo lays a table for one. Type create for more seats.")
        return
    await open_table(room, spec)


async def open_table(room: LobbyRoom, spec: TableSpec) -> None:
    """Make a table, begin it when it is for one, and go there."""
    visit = room.visit
    table = await visit.services.lobby.create(visit.me, spec)
    await room.sit(table.id, begin=spec.seats == 1 and not table.is_started)


@LOBBY.add("join", "j", "sit", group="Tables", not_now=no_guests)
async def join(room: LobbyRoom, text: str) -> None:
    """join TABLE [CODE]

    Take a seat at a table, by its number in the list, its title or its host; a private one needs
    its code.

    Example: join 2
    """
    visit = room.visit
    if not text:
        await games(room, "")
        if not room.shown:
            return
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


@LOBBY.add("watch", "w", "look", group="Tables")
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
                for row in visit.services.lobby.tables(visit.me)
                if row.status in ("playing", "paused", "adjourned") and row.spectators != "none"
            ),
            key=lambda row: -row.active_at,
        )
        room.shown = tuple(rows)
        if not rows:
            visit.tell("No game is being played that can be watched.")
            return
        visit.lines(table_lines(rows, visit.caps.columns, visit.handle, linear=visit.is_linear))
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
    over = tuple(
        row for row in visit.services.lobby.tables(visit.me) if row.status in ("finished", "ended")
    )
    if not over:
        visit.tell("No game has been finished yet.")
        return
    if not text:
        room.shown = over
        visit.lines(table_lines(over, visit.caps.columns, visit.handle, linear=visit.is_linear))
        text = await _ask_table(room, "Replay which? (Enter: none)")
        if not text:
            return
    row = await room.find_table(text, over)
    if row is not None:
        await ReplayRoom(visit, row.table, row.title).live()
        if not await room.go_onward():
            room.show_menu()


LOBBY.add("invitations", "invited", group="Tables", not_now=no_guests)(onward.invitations)


@LOBBY.add("tutorial", "learn", group="Tables")
async def tutorial(room: LobbyRoom, text: str) -> None:
    """tutorial

    A guided first turn at a private table, two minutes; nothing you do there counts.

    Example: tutorial
    """
    run = room.visit.services.tutorial
    if run is None:
        room.visit.tell("There is no tutorial on this board. Type rules for the rules in short.")
        return
    await run(room.visit)
    if not await room.go_onward():
        room.show_menu()


@LOBBY.add("rules", group="Reading")
async def rules(room: LobbyRoom, text: str) -> None:
    """rules [TOPIC]

    Read the rules in short, or the page about one thing.

    Example: rules gates
    """
    await show_rules(room.visit, text)


TABLE.beyond = ((LOBBY, "works in the lobby; leave goes there."),)
LOBBY.beyond = ((TABLE, "works at a table; resume, join or watch leads to one."),)

people.register_on(LOBBY, in_lobby=True)
letters.register_on(LOBBY)
reading.register_on(LOBBY)
yourself.register_on(LOBBY)


@LOBBY.add(
    "sysop",
    group="Board",
    not_now=lambda room: None if room.visit.me.is_staff else "That is for the sysop.",
)
async def sysop(room: LobbyRoom, text: str) -> None:
    """sysop

    The sysop's menu.

    Example: sysop
    """
    run = room.visit.services.sysop_menu
    if run is None:
        room.visit.tell("There is no sysop menu on this board; use the command line.")
        return
    await run(room.visit)
    await room.go_onward()


@LOBBY.add("bug", "report", group="Board")
async def bug(room: LobbyRoom, text: str) -> None:
    """bug [WORDS]

    Report something odd to the sysop; you get a number to refer to.

    Example: bug the list of tables shows my seat twice
    """
    words = text or await room.visit.ask("What went wrong?")
    if not words:
        room.visit.tell("Nothing was reported.")
        return
    account = room.visit.account
    report = await room.visit.services.store.reports.add(
        "bug", words, {"where": "lobby"}, account_id=account.id if account else None
    )
    room.visit.tell(f"Thank you. The sysop knows it as {report.ref}.")


@LOBBY.add("help", "h", group="Board")
async def help_(room: LobbyRoom, text: str) -> None:
    """help [COMMAND]

    List what can be typed here, or explain one command; ? does the same.

    Example: help create
    """
    if not text:
        room.show_menu()
    await room.show_help(text)


@LOBBY.add("quit", "q", "bye", "exit", "logoff", "logout", "off", group="Board")
async def quit_(room: LobbyRoom, text: str) -> None:
    """quit

    Hang up. Your seats and your games are kept.

    Example: quit
    """
    waiting = [row for row in own_tables(room.visit) if row.my_decision]
    notes = [f'"{waiting[0].title}" still waits for you.'] if waiting else []
    raise leave_board("quit", *notes)
