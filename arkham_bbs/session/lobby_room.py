"""The lobby: the place between games, its short menu, and the way to a table and back.

Room: session. Imports lobby and its neighbours here. What can be typed is registered by
lobby_tables.py (tables) and lobby_commands.py (everything else).
"""

from __future__ import annotations

from typing import Any, ClassVar

from arkham_bbs.lobby import Notice, TableRow, TablesChanged
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.entry import WAY_OUT
from arkham_bbs.session.listing import table_candidates
from arkham_bbs.session.onward import own_tables
from arkham_bbs.session.parsing import Candidate, Found, choose, not_understood
from arkham_bbs.session.room import Room
from arkham_bbs.session.table_room import TableRoom
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.errors import StoreUnavailable
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
        self._is_seasoned = False
        """The caller is known to have finished a game or the tutorial."""

    def prompt(self) -> Line:
        """Return the prompt."""
        return Line.of("Lobby> ", "prompt")

    async def enter(self) -> None:
        """Show the short menu, unless it has been shown on the way here from a table."""
        if not self._is_met:
            await self.show_menu()

    async def pressed_enter(self) -> None:
        """Show the short menu again."""
        await self.show_menu()

    async def typed(self, line: str) -> None:
        """Answer a line: a number sits down at a listed table, anything else is a command."""
        if line.isdigit() and self.shown:
            row = await self.find_table(line)
            if row is not None:
                if row.mine:
                    await self.sit(row.table)
                else:
                    await self._join(line)
            return
        if line.casefold() in ("leave", "lobby"):
            self.visit.tell("You are in the lobby. quit hangs up; your seats are kept.")
            return
        if line.casefold() == "q" and not await self.visit.ask_yes_no("Hang up?", default=False):
            # One letter, perhaps meant for a page that was being read.
            return
        await self.command(line)

    async def _join(self, number: str) -> None:
        """Take a seat at a listed table; a guest reads why not from the lobby itself."""
        join = self.commands.get("join")
        if join is not None:
            await join.run(self, number)

    def way_out(self) -> str:
        """Return how to hang up."""
        return WAY_OUT

    def hear(self, notice: Notice) -> bool:
        """A changed list is news only to those who look at it: say nothing."""
        return isinstance(notice, TablesChanged)

    async def _is_new(self) -> bool:
        """Say whether the caller has finished neither a game nor the tutorial; in doubt not."""
        visit = self.visit
        if visit.account is None or visit.preferences.taught or self._is_seasoned:
            return False
        try:
            finished = await visit.services.store.honours.of_account(visit.account.id, limit=1)
        except StoreUnavailable:
            return False
        self._is_seasoned = bool(finished)
        return not finished

    async def show_menu(self) -> None:
        """Show what can be done from here in a few lines, what waits for the caller first."""
        visit, self._is_met = self.visit, True
        is_new = await self._is_new()
        waiting = [row for row in own_tables(visit) if row.my_decision]
        rows: list[tuple[str, str]] = []
        if waiting:
            rows.append(("resume", f'it is your move at "{waiting[0].title}"'))
        elif own_tables(visit):
            rows.append(("resume", "go back to your table"))
        if is_new:
            rows.append(("tutorial", "a guided first turn, two minutes"))
        if visit.is_guest:
            rows.append(("watch", "look on at a game"))
            rows.append(("tutorial", "a guided first turn, two minutes"))
            rows.append(("rules", "read the rules"))
            rows.append(("register", "get a name and play"))
        else:
            rows.append(("games", "tables: join one, or watch"))
            rows.append(("create", "a new table; Enter twice plays solo"))
            rows.append(("who", "callers on the line; say, tell, mail"))
            rows.append(("boards", "messages, news, the hall of honour"))
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
            visit.tell(not_understood(text, found) + " Type games for the list.")
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
        await self.show_menu()

    async def go_to(self, table: str) -> None:
        """Sit down at a table of the caller's."""
        await self.sit(table)

    async def go_onward(self) -> bool:
        """Go where the place just left leads, if anywhere, and come back here afterwards."""
        table, self.visit.onward = self.visit.onward, ""
        if table:
            await self.sit(table)
        return bool(table)
