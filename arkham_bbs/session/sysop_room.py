"""The sysop's menu: a place where lines go to the desk instead of the lobby.

Room: session. Imports sysop and its neighbours here. Permissions, words and records are the
desk's; this page only reads lines and shows what it answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

from arkham_bbs.session import onward
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.room import Room
from arkham_bbs.session.visit import Visit
from arkham_bbs.sysop import COMMANDS, Actor, Desk, split_words
from arkham_bbs.sysop.reply import counted

LEAVE = frozenset({"quit", "q", "back", "lobby", "leave", "exit", "done"})
SHOWN_AT_ONCE = 12
"""Longer answers go through the pager."""

HOUSE: CommandTable[Any] = CommandTable("the sysop's desk")


class SysopRoom(Room):
    """Where staff are while they run the board. Notices of the lobby are still heard."""

    commands: ClassVar[CommandTable[Any]] = HOUSE

    def __init__(self, visit: Visit, desk: Desk) -> None:
        super().__init__(visit)
        self.desk = desk

    def prompt(self) -> str:
        """Return what stands before the cursor."""
        return "Sysop> "

    async def actor(self) -> Actor:
        """Look anew at each line: the role may have been taken away meanwhile."""
        account = self.visit.account
        return await self.desk.actor(
            account.id if account else None, "menu", self.visit.origin.address
        )

    async def enter(self) -> None:
        """Say where one is, and what is in trouble."""
        visit = self.visit
        visit.heading("The sysop's desk")
        visit.tell("Type help for the commands, help and a word for its page, back to leave.")
        lobby = self.desk.live_lobby
        frozen = [] if lobby is None else [r for r in lobby.tables() if r.status == "frozen"]
        for row in frozen[:5]:
            visit.tell(f'Table {row.table} ("{row.title}") is frozen.', style="bad")
        reports = len(await self.desk.store.reports.open())
        if reports:
            visit.tell(f"{counted(reports, 'open report')}: report list.")
        coming = self.desk.closing.sentence() if self.desk.closing is not None else ""
        if coming:
            visit.tell(coming, style="warn")

    def way_out(self) -> str:
        """Return how to go back to the lobby."""
        return "Type back for the lobby."

    async def pressed_enter(self) -> None:
        """Answer an empty line."""
        self.visit.tell("Type help for the commands, back to leave.", style="dim")

    async def typed(self, line: str) -> None:
        """Answer a line."""
        if line.strip().casefold() in LEAVE:
            self.over = True
            return
        if await onward.taken(self, line):
            return
        if line.startswith("?"):
            line = f"help {line[1:]}"
        try:
            words = split_words(line)
        except ValueError:
            self.visit.tell("I cannot read that: a quotation mark is missing.")
            return
        actor = await self.actor()
        outcome = await self.desk.run(actor, words)
        visit = self.visit
        lines = outcome.lines(visit.caps.columns - 1, visit.is_linear)
        if outcome.code:
            visit.tell(*lines, style="bad")
        elif outcome.is_to_copy:
            await visit.show_to_copy(lines)
        elif len(lines) > min(SHOWN_AT_ONCE, max(4, visit.caps.rows - 4)):
            await visit.page(lines)
        else:
            visit.tell(*lines)
        if actor.role not in ("moderator", "sysop"):
            self.over = True

    def complete(self, typed: str) -> Sequence[str]:
        """Return the commands that go on from what is typed."""
        return COMMANDS.complete(typed, self.visit.me.role)


def sysop_menu(desk: Desk) -> Callable[[Visit], Awaitable[None]]:
    """Return what the lobby's ``sysop`` command runs."""

    async def run(visit: Visit) -> None:
        await SysopRoom(visit, desk).live()

    return run
