"""A table as one caller's place: coming and going, what is asked of whom, when it is shown.

Room: session. Imports lobby, game words and its neighbours here: table_news.py hears what happens,
table_telling.py words what is shown, table_typing.py reads a line. What can be typed is
registered by table_around.py, table_board.py and table_course.py (to look), table_doing.py (to
act) and people.py (to talk).
Source: DESIGN.md section 7, USER_ASKS F1 to F5.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View
from arkham_bbs.lobby import Notice
from arkham_bbs.session.asked import Asked, lay_out, numbered_keys
from arkham_bbs.session.chances import with_chances
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.early_answers import drop_early_answers
from arkham_bbs.session.leaving import SessionOver
from arkham_bbs.session.live_screen import LiveScreen
from arkham_bbs.session.room import Room
from arkham_bbs.session.screens import map_marks
from arkham_bbs.session.scrollback import Scrollback
from arkham_bbs.session.shown import Shown
from arkham_bbs.session.structured import StructuredFeed
from arkham_bbs.session.table_news import TableNews
from arkham_bbs.session.table_telling import decision_lines, show_end, show_gathering
from arkham_bbs.session.table_typing import completions, line_typed, pressed_enter
from arkham_bbs.session.told import asked_name, labels_of
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Hangup, Line

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

TABLE: CommandTable[TableRoom] = CommandTable("the table")

LOG_LINES = 400
"""Lines of the game's log kept for this caller's screen."""


class TableRoom(Room):
    """One caller at one table, playing or looking on.

    Attributes:
        table: the lobby's table. watching: this caller has no seat here.
        log: what was told, newest last. asked: the pending decision laid out, if it is ours.
        shown: the numbers of its options that were on the caller's screen.
        news: what was heard and is not shown yet. told_status: the status last told above a
        question, so that it is told again only when it has changed.
        entered: Enter was pressed just now where it takes nothing, and that has been said.
    """

    commands: ClassVar[CommandTable[Any]] = TABLE
    scrolls: ClassVar[bool] = False
    """The game is told in lines even where a screen could be painted."""

    def __init__(
        self,
        visit: Visit,
        table_id: str,
        *,
        watching: bool = False,
        code: str = "",
        begin: bool = False,
    ) -> None:
        super().__init__(visit)
        self.table: Table = visit.services.lobby.table(table_id)
        self.watching = watching
        self.code = code
        self.begin = begin
        self.log = Scrollback(LOG_LINES)
        self.asked: Asked | None = None
        self.screen = LiveScreen(self)
        self.shown = Shown()
        self.news = TableNews(self)
        self.structured = StructuredFeed(visit.terminal)
        self._told_number: int | None = None
        self.told_status = ""
        self.entered = False
        self._named: tuple[View, View] | None = None
        """The table's view, and the same with the seats called by who sits there now."""

    # -- coming and going ------------------------------------------------------------------------
    async def live(self) -> None:
        """Sit at the table until the caller leaves it; looking away keeps the seat."""
        visit = self.visit
        presence = visit.presence
        if presence is None:
            return
        if self.watching and self.seat is None:
            await self.table.watch(presence, self.code)
        else:
            self.watching = False
            await self.table.attend(presence)
        patient, visit.patient = visit.patient, True
        forget = visit.terminal.on_resize(lambda _size: self.resized())
        is_calling = True
        try:
            await super().live()
        except (Hangup, SessionOver, asyncio.CancelledError):
            is_calling = False
            raise
        finally:
            forget()
            visit.patient = patient
            self.screen.close()
            self.structured.leave()
            self.table.part(presence, for_lobby=is_calling)

    async def enter(self) -> None:
        """Tell where the game stands, what was told last, and what is asked."""
        visit = self.visit
        visit.heading(self.table.title)
        here = (one for one in visit.services.lobby.who() if one.table == self.table.id)
        self.news.met(one.handle for one in here)
        if self.begin:
            # The host's solo game: begun here, so that its first words are told at the table.
            await self.table.start(visit.me)
            await visit.hearing.catch_up()
            return
        entries = await visit.services.store.history.last(self.table.id, 40)
        for entry in entries:
            if entry.seq != entries[0].seq:  # of the first answer a part may be missing
                self.log.begin(entry.seq)
            if entry.text:
                self.log.append(Line(entry.text))
        if not self.table.is_started:
            show_gathering(self)
            return
        if self.table.is_over:
            visit.announce_lines(self.log.last(6))
            show_end(self)
            self.structured.tell(self)
            return
        if self.view is None:
            visit.tell("The game is not to be had just now.")
            return
        self.screen.caught_up()
        self.screen.open()
        if not self.screen.is_open:
            visit.announce_lines(self.log.last(6))
        self.show_state()
        self.structured.tell(self)

    # -- what the room is ------------------------------------------------------------------------
    @property
    def at_table(self) -> str:
        """Return which table this is."""
        return self.table.id

    @property
    def seat(self) -> int | None:
        """Return the caller's seat here, if any."""
        return self.table.seat_of(self.visit.caller)

    @property
    def view(self) -> View | None:
        """Return the game as this caller may see it."""
        view: View | None = self.table.view(None if self.watching else self.visit.caller)
        if view is None:
            return None
        # Seats are called by who sits there now, not by who sat there when the game began.
        names_now = self.table.names()
        if view.seats == names_now:
            return view
        if self._named is None or self._named[0] is not view or self._named[1].seats != names_now:
            self._named = (view, msgspec.structs.replace(view, seats=names_now))
        return self._named[1]

    @property
    def kept_bytes(self) -> int:
        """About what the log and the news of this caller take, in bytes."""
        return self.log.kept_bytes + self.news.kept_bytes + self.screen.kept_bytes

    @property
    def decision(self) -> Decision | None:
        """Return what is asked now, of whomever."""
        return self.table.decision

    @property
    def is_mine(self) -> bool:
        """Say whether the pending decision is this caller's."""
        decision = self.decision
        return (
            decision is not None and decision.seat == self.seat and self.table.status == "playing"
        )

    def prompt(self) -> Line:
        """Return the prompt: whose question it is, in few letters."""
        if self.table.is_over:
            return Line.of("The end> ", "prompt")
        decision = self.decision
        if decision is None or not self.table.is_started:
            return Line.of("Table> ", "prompt")
        if self.is_mine:
            who = decision.investigator
            name = names.short_name(who) if who in CONTENT.investigators else "You"
            return Line.of(f"{name}> ", "prompt")
        return Line.of("> ", "prompt")

    # -- hearing ---------------------------------------------------------------------------------
    def hear(self, notice: Notice) -> bool:
        """Tell what happens at this table; leave the rest to the visit."""
        return self.news.hear(notice)

    def settle(self) -> None:
        """After a batch of notices: tell the news and the new state, each once."""
        news, wants = self.news.take()
        if self.is_prompting:
            # The one who is asked now stands before the cursor, whoever it was before.
            self.visit.terminal.set_prompt(self.prompt())
        over = self.table.is_over or (self.decision is None and self.table.is_started)
        if wants and not over and not self.screen.is_open:
            # All at once: a client that cannot edit gets its prompt again after each piece.
            news += self.state_lines()
            wants = False
        if news:
            self.visit.announce_lines(news)
        if over and wants:
            show_end(self)
        elif wants:
            self.show_state()
        elif self.screen.is_open:
            self.screen.paint()
        self.structured.tell(self)

    def resized(self) -> None:
        """Lay the screen out again for the new size; tell it in lines where it fits no more."""
        was_open = self.screen.is_open
        if self.screen.wanted and not was_open and self.table.is_started:
            self.screen.open()
        self.screen.paint()
        if was_open and not self.screen.is_open:
            self.told_status = ""
            self.show_state()

    # -- showing ---------------------------------------------------------------------------------
    def show_state(self) -> None:
        """Show what is asked: the question with its options, or who is waited for."""
        if self.table.is_over:
            show_end(self)
            return
        if self.screen.is_open and self.decision is not None:
            self.screen.reply(self.lay_question())
            self.screen.paint()
            return
        if self.view is None:
            return
        if self.decision is None:
            show_end(self)
            return
        self.visit.announce_lines(self.state_lines())

    def state_lines(self) -> list[Line]:
        """Lay the pending question out, ring if it is new and ours, and return it as lines."""
        view, decision = self.view, self.decision
        early = self.lay_question()
        if view is None or decision is None or self.table.is_over:
            return []
        return [*early, *self.decision_lines(view, decision)]

    def lay_question(self) -> list[Line]:
        """Number the options of the pending question if it is ours; ring if it is new.

        Returns what is to be said about answers that were typed too early for it.
        """
        view, decision = self.view, self.decision
        if view is None or decision is None or self.table.is_over:
            return []
        fresh = decision.number != self._told_number
        # Whoever has just come was not asked anything else here before.
        follows = fresh and self._told_number is not None
        self._told_number = decision.number
        self.shown.begin(decision.number)
        if self.is_mine:
            labels = labels_of(decision, view, numbered_keys(decision))
            if self.visit.preferences.odds:
                labels = with_chances(labels, decision, view, linear=self.visit.is_linear)
            self.asked = lay_out(decision, labels, marks=self.marks(view))
            self.screen.page = 0
            if fresh and self.visit.preferences.bell:
                self.visit.terminal.bell()
            return drop_early_answers(self.visit.terminal) if follows else []
        self.asked = None
        return []

    def marks(self, view: View) -> dict[str, str]:
        """Return the letters on the map, each with the place it stands for."""
        return map_marks(view, self.visit.caps)

    def decision_lines(self, view: View, decision: Decision) -> list[Line]:
        """Return the pending question as lines, the question and its options last."""
        return decision_lines(self, view, decision)

    def elsewhere(self, word: str) -> str:
        """Return what is said to a command that only other tables have; "" for any other word."""
        return ""

    @property
    def may_trade(self) -> bool:
        """Say whether this caller could offer a trade now."""
        return any("/trade:" in one.key for one in self.table.interjections(self.visit.me))

    def nothing_to_stop(self) -> str:
        """Return what is said to Ctrl-C: what is asked stays asked."""
        if self.is_mine:
            return "The question is still open. Type ? for help, or leave for the lobby."
        return "Nothing is under way. Type ? for help, or leave for the lobby."

    # -- typing ----------------------------------------------------------------------------------
    async def pressed_enter(self) -> None:
        """Enter takes the harmless answer where there is one, or shows the question."""
        await pressed_enter(self)

    async def typed(self, line: str) -> None:
        """Read a line as an answer or a command."""
        self.entered = False
        await line_typed(self, line)

    def complete(self, typed: str) -> Sequence[str]:
        """Offer commands and the names of what can be chosen."""
        return completions(self, typed)

    async def answer(self, key: str, *, number: int | None = None) -> None:
        """Give an answer; what follows is told by the notices."""
        decision = self.decision
        if decision is None:
            return
        self.screen.has_answered()
        await self.table.answer(
            self.visit.me, key, number=decision.number if number is None else number
        )

    def waiting_text(self) -> str:
        """Return who is waited for, for commands that cannot be done now."""
        decision, view = self.decision, self.view
        if decision is None or view is None:
            return "nobody"
        return asked_name(decision, view)
