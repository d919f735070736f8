"""A place a caller can be in: it prompts, reads lines, runs commands, and hears notices.

Room: session. Imports its neighbours here. The lobby, a table, a replay and the letter writer are
rooms; the visit keeps the one the caller is in, and the notice pump speaks to that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from arkham_bbs.session.commands import CommandTable, Ready, help_lines
from arkham_bbs.session.leaving import SessionOver, TypedInstead
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Cancelled, Line


class Room:
    """Base of all places.

    Attributes:
        commands: the table of what can be typed here.
        over: set by a command that leads out of here.
        is_prompting: the line being typed stands behind this place's own prompt.
        is_doing: a typed line is being answered, so that another may be typed instead.
    """

    commands: ClassVar[CommandTable[Any]]

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.over = False
        self.is_prompting = False
        self.is_doing = False

    @property
    def at_table(self) -> str:
        """Return which table this place is at, or nothing."""
        return ""

    async def go_to(self, table: str) -> None:
        """Go to a table of the caller's: out of here, and the lobby leads there."""
        self.visit.onward = table
        self.over = True

    # -- to be filled in by each place -----------------------------------------------------------
    def prompt(self) -> str | Line:
        """Return what stands before the cursor."""
        return "> "

    async def enter(self) -> None:
        """Show the place on arrival."""

    async def pressed_enter(self) -> None:
        """Answer an empty line."""
        self.visit.tell("Type ? for what can be done here.", style="dim")

    async def typed(self, line: str) -> None:
        """Answer a line; by default it is a command."""
        await self.command(line)

    def hear(self, notice: Any) -> bool:
        """React to a notice; False when it means nothing here."""
        return False

    def settle(self) -> None:
        """After a batch of notices: show what has changed."""

    @property
    def kept_bytes(self) -> int:
        """About what the place keeps for this caller alone, in bytes."""
        return 0

    def resized(self) -> None:
        """The terminal has another size."""

    # -- the same everywhere ---------------------------------------------------------------------
    async def live(self) -> None:
        """Be here until a command leads out."""
        visit = self.visit
        with visit.hearing.inside(self):
            await visit.attempt(self.enter(), doing=f"enter {self.commands.place}")
            while not self.over:
                await visit.hearing.catch_up()
                if self.over:
                    break
                try:
                    self.is_prompting = True
                    line = await visit.read(
                        self.prompt(),
                        remember=True,
                        complete=self.complete,
                        way_out=self.way_out(),
                    )
                except Cancelled:
                    visit.tell(self.nothing_to_stop(), style="dim")
                    continue
                finally:
                    self.is_prompting = False
                if line:
                    await self._do(line)
                else:
                    await visit.attempt(self.pressed_enter(), doing="enter")

    async def _do(self, line: str) -> None:
        """Answer a line, and what was typed instead of an answer to a question it led to."""
        while line:
            self.is_doing = True
            try:
                await self.visit.attempt(self.typed(line), doing=line)
                line = ""
            except TypedInstead as instead:
                line = instead.line
            finally:
                self.is_doing = False

    def nothing_to_stop(self) -> str:
        """Return what is said to Ctrl-C at the prompt of the place."""
        return "Nothing is under way. Type ? for help, or quit."

    def way_out(self) -> str:
        """Return what is said to Ctrl-D at the empty prompt of the place."""
        return "Type leave for the lobby."

    async def command(self, line: str) -> None:
        """Read a line as a command and run it, or say why not."""
        ready = self.commands.read(self, line)
        if isinstance(ready, Ready):
            await ready.command.run(self, ready.argument)
        else:
            self.visit.tell(ready.sentence)

    def complete(self, typed: str) -> Sequence[str]:
        """Return what Tab may make of the typed text."""
        return [f"{name} " for name in self.commands.complete(typed)]

    async def show_help(self, topic: str) -> None:
        """Show all commands, or the help screen of one."""
        visit = self.visit
        if topic:
            found = self.commands.find(topic)
            if hasattr(found, "sentence") and not hasattr(found, "usage"):
                visit.tell(found.sentence)
                return
            lines = help_lines(found)  # type: ignore[arg-type]
            if not found.more():  # type: ignore[union-attr]
                visit.tell(*lines)
                return
            indent = "" if visit.is_linear else "  "
            await visit.page([row for line in lines for row in visit.rows(line, indent=indent)])
            return
        rows: list[str | Line] = []
        for group, commands in self.commands.groups(self):
            names = [command.name for command in commands]
            if visit.is_linear:
                rows.append(f"{group}: {', '.join(names)}.")
            else:
                rows.append(Line.of(group, "title"))
                rows.extend(visit.rows("  " + "  ".join(names), indent="  "))
        rows.append("Type help and a word for its page. Every word may be shortened.")
        await visit.page(rows)


def leave_board(why: str, *lines: str) -> SessionOver:
    """Return what ends a visit in good order."""
    return SessionOver(why, lines)
