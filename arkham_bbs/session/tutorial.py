"""The tutorial: one guided turn at a private table with fixed dice, for guests too.

Room: session. Imports lobby (a tutorial table is kept nowhere) and its neighbours here.
Source: issue 5 (first steps), USER_ASKS I5, H7. The guide speaks before each decision; it scrolls
in every terminal, so that its words stay on the screen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.views import View
from arkham_bbs.lobby import TableSpec
from arkham_bbs.session import (
    table_doing,  # noqa: F401 - importing these registers what can be typed at a table
    table_looking,  # noqa: F401
    table_standing,  # noqa: F401
    table_trading,  # noqa: F401
    table_votes,  # noqa: F401
)
from arkham_bbs.session.coaching import CLOSING, OPENING, coach, next_steps, suggestion
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.terminal import Line

LAST_TURN = 1
"""The lesson is over when a later turn begins."""

NOT_HERE = (
    *("start", "invite", "vote", "pause", "unpause", "adjourn", "concede", "autopilot", "clock"),
    *("substitute", "giveup", "remove", "export", "dice", "skip", "ask", "players"),
    *("trade", "accept", "decline", "counter", "withdraw"),
)
"""Commands that make no sense alone at a table that is kept nowhere."""

LESSON: CommandTable[Any] = TABLE.without(*NOT_HERE, place="the tutorial")


class TutorialRoom(TableRoom):
    """A table with a guide.

    Attributes:
        lesson_over: the guided turn has been told to its end; the game may go on.
    """

    commands: ClassVar[CommandTable[Any]] = LESSON
    scrolls = True

    def __init__(self, visit: Visit, table_id: str) -> None:
        super().__init__(visit, table_id, begin=True)
        self.lesson_over = False
        self._coached: int | None = None

    async def enter(self) -> None:
        """Greet, then begin the game as at any table."""
        for sentence in OPENING:
            self.guide(sentence)
        await super().enter()

    def elsewhere(self, word: str) -> str:
        """Say of a command of the other tables why it is none here."""
        command = TABLE.get(word)
        if command is None or command.name not in NOT_HERE:
            return ""
        return f"{command.name} is for a real table: in the tutorial you play alone, for practice."

    def guide_rows(self, sentence: str) -> list[Line]:
        """Return a sentence of the guide's, marked by a word and not by colour alone."""
        return self.visit.rows(f"Guide: {sentence}", style="system")

    def guide(self, *sentences: str) -> None:
        """Say something as the guide."""
        self.visit.announce_lines([row for one in sentences for row in self.guide_rows(one)])

    def advice(self, view: View, decision: Decision) -> list[str]:
        """Return the guide's words about a question, with the number to type."""
        choices = self.asked.choices if self.asked is not None else ()
        key = suggestion(view, decision)
        # What the guide names need not be named twice, though it stand on no screen.
        advised = key.split("+") if decision.form == "set" else [key]
        self.shown.add(choice.number for choice in choices if choice.key in advised)
        return coach(view, decision, {choice.key: choice.number for choice in choices})

    def decision_lines(self, view: View, decision: Decision) -> list[Line]:
        """Put the guide's words before a question that is new."""
        rows: list[Line] = []
        if not self.lesson_over and view.turn > LAST_TURN:
            self.lesson_over = True
            for sentence in (*CLOSING, *next_steps(guest=self.visit.is_guest)):
                rows += self.guide_rows(sentence)
        if not self.lesson_over and decision.number != self._coached:
            self._coached = decision.number
            for sentence in self.advice(view, decision):
                rows += self.guide_rows(sentence)
        return [*rows, *super().decision_lines(view, decision)]


@LESSON.add("hint", "advice", "coach", group="Help")
async def hint(room: TutorialRoom, text: str) -> None:
    """hint

    Hear what the guide would do about the question that is open, and why.

    Example: hint
    """
    view, decision = room.view, room.decision
    if view is None or decision is None:
        room.guide("The game is over. Type leave for the lobby.")
        return
    room.guide(*room.advice(view, decision))


async def run_tutorial(visit: Visit) -> None:
    """Guide one caller through a turn; nothing of it is kept."""
    lobby = visit.services.lobby
    spec = TableSpec(title="First night in Arkham", investigators_each=1, tutorial=True)
    table = await lobby.create(visit.me, spec)
    room = TutorialRoom(visit, table.id)
    try:
        await room.live()
    finally:
        lobby.drop_tutorial(table)
    if (room.lesson_over or table.is_over) and not visit.preferences.taught:
        with suppress(StoreUnavailable):
            # Offered once more at the next call, then; that does no harm.
            await visit.keep_preferences(visit.preferences.changed(taught=True))
    if visit.presence is not None:
        visit.presence.go("lobby")
    visit.tell("Back in the lobby.", style="dim")
