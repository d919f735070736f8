"""The dashboard of one caller at one table: when it is wanted, what it shows, when it is painted.

Room: session. Imports terminal, screens and its neighbours here. Painting by difference is the
terminal's; the layout is the screens'. Answers to commands that are too long for the log are paged.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arkham_bbs.session.option_list import enter_hint, enter_number
from arkham_bbs.session.refusals import format_clock
from arkham_bbs.session.screens.dashboard import Scene, dashboard, least_rows, option_pages
from arkham_bbs.session.screens.newest import Reply
from arkham_bbs.session.screens.question import Question
from arkham_bbs.session.shown import numbers_in
from arkham_bbs.session.table_telling import HALTED, asked_question, halted_question, hint_of
from arkham_bbs.session.told import asked_name, waited_for
from arkham_bbs.session.trading import without_void_offers
from arkham_bbs.terminal import Capabilities, Grid, Line, line_bytes

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom

SHORT = 2
"""Sentences of an answer that go into the log; longer ones are paged over the screen."""

KEPT = 60
"""Lines of the log that a screen is painted from, at least."""

SHORT_ROWS = 5
NARROW_ROWS = 3
"""Rows they may take, on 40 columns fewer, so that a refusal leaves the question in sight."""


class LiveScreen:
    """Owned by a TableRoom.

    Attributes:
        is_open: the dashboard is on the caller's screen. page: page of the options shown.
        aside: what is asked instead of the game's question, such as a voice in a vote.
    """

    def __init__(self, room: TableRoom) -> None:
        self._owner = weakref.ref(room)
        """Not held: a room that is left is free at once, and so are all its lines."""
        self.is_open = False
        self.page = 0
        self.aside: Question | None = None
        self._asked_aside: Question | None = None
        self._held: list[Line] = []
        self._read_to = 0
        self._replied = (0, 0)
        """Lines of the newest answer, and how many lines the log had seen with it."""
        self._answers_from = 0
        """Lines the log had seen before the newest answer: earlier ones are shown no more."""
        self._question = Question("")
        self._shown: tuple[Scene, Capabilities] | None = None
        """What is on the screen."""
        self._grid: Grid | None = None

    @property
    def _room(self) -> TableRoom:
        room = self._owner()
        assert room is not None, "used after its room"
        return room

    @property
    def kept_bytes(self) -> int:
        """About what an answer takes that is not shown yet, in bytes."""
        return sum(map(line_bytes, self._held))

    @property
    def wanted(self) -> bool:
        """Say whether this caller's game is shown full screen."""
        visit = self._room.visit
        if self._room.scrolls:
            return False
        if visit.caps.rows < least_rows(visit.caps.columns):
            return False
        return visit.caps.can_paint and visit.preferences.view in ("auto", "dashboard")

    @property
    def unread(self) -> int:
        """Lines told since the caller last answered, whether they were all in sight or not."""
        return self._room.log.total - self._read_to if self.is_open else 0

    def caught_up(self) -> None:
        """Take everything told so far as read."""
        self._read_to = self._room.log.total

    def has_answered(self) -> None:
        """What was said to earlier lines has done its work, and all told so far is read."""
        self.caught_up()
        self._answers_from = self._room.log.added

    def open(self) -> None:
        """Put the dashboard on the screen, if it is wanted and there is a game to show."""
        if self.is_open or not self.wanted or self._room.view is None:
            return
        terminal = self._room.visit.terminal
        terminal.on_announce = self._announced
        terminal.on_offer = self._offered
        self._room.visit.before_read = self.flush
        self._room.visit.show_asked = self._ask_aside
        self.is_open = True
        self._shown = None
        self.paint()

    def close(self) -> None:
        """Leave the dashboard for scrolling lines."""
        if not self.is_open:
            return
        self.is_open = False
        self._shown, self._grid, self._question = None, None, Question("")
        visit = self._room.visit
        visit.terminal.on_announce = visit.terminal.on_offer = None
        visit.before_read = visit.show_asked = None
        if not visit.terminal.closed:
            visit.terminal.hide()
        held, self._held = self._held, []
        if self._asked_aside is not None:
            held.append(Line.of(self._asked_aside.text, "bold"))
            self._asked_aside = None
        if held:
            visit.announce_lines(held)

    def _ask_aside(self, text: str) -> None:
        """Ask something in the place of the game's question; "" for no longer."""
        self._asked_aside = Question(text) if text else None

    def _offered(self, lines: list[Line]) -> None:
        """Show what Tab offers; it is an answer to what was typed, and no news."""
        self.reply(lines)
        self.paint()

    def _announced(self, lines: list[Line]) -> None:
        """Take what would have scrolled: news at once, an answer when it is complete."""
        if self._room.visit.is_reading:
            self._room.log.extend(lines)
            if not self._room.visit.hearing.is_hearing:
                self.paint()
        else:
            self._held.extend(lines)

    async def flush(self) -> None:
        """Show the answer to the last command: in the log, or paged when it is long."""
        held, self._held = self._held, []
        if not self.is_open:
            return
        columns = self._room.visit.caps.columns
        rows = [part for line in held for part in line.wrapped(columns - 1)]
        if len(held) > SHORT or len(rows) > (SHORT_ROWS if columns >= 60 else NARROW_ROWS):
            await self._room.visit.page(rows)
            # What was said to the reader meanwhile is news, not a part of the answer.
            late, self._held = self._held, []
            self._room.log.extend(late)
        else:
            self.reply(held)
        self.paint()

    def reply(self, lines: Sequence[Line]) -> None:
        """Put an answer to what was typed among the news, without making it part of the log."""
        if lines:
            self._answers_from = self._room.log.added
            self._room.log.extend(Reply(*line.spans) for line in lines)
            self._replied = len(lines), self._room.log.added

    def paint(self) -> None:
        """Draw the present state; only what differs is sent."""
        room = self._room
        if not self.is_open:
            return
        if not self.wanted:
            self.close()
            return
        scene, caps = self.scene(), room.visit.caps
        if scene is None or (scene, caps) == self._shown:
            return
        terminal = room.visit.terminal
        # Kept once, for here and for the terminal.
        self._grid = dashboard(scene, caps, terminal.dashboard_size).kept(self._grid)
        terminal.show(self._grid)
        self._shown = scene, caps

    def numbers(self) -> set[int]:
        """Return the numbers of options that stand on the screen now, in list and map."""
        return numbers_in(self._grid.lines()) if self._grid is not None else set()

    @property
    def pages(self) -> int:
        """Return how many pages the options on the screen come in."""
        scene, visit = self.scene(), self._room.visit
        return option_pages(scene, visit.caps, visit.terminal.dashboard_size) if scene else 1

    def turn_page(self) -> None:
        """Show the next page of the options; after the last comes the first again."""
        self._room.shown.add(self.numbers())
        self.page += 1
        self.paint()

    def _newest(self) -> list[Line]:
        """Return the newest lines; of answers only the newest, until the game's is answered.

        An earlier one would look as if it had happened just now, and crowd out what did.
        """
        log, most = self._room.log, max(KEPT, self.unread)
        since = log.last(max(0, log.added - self._answers_from))
        told = sum(not isinstance(line, Reply) for line in since)
        before = log.happened(most + told)
        return [*before[: len(before) - told], *since]

    def scene(self) -> Scene | None:
        """Gather what the dashboard shows."""
        room = self._room
        view, decision = room.view, room.decision
        if view is None:
            return None
        question, waiting = Question("The game is over. Type leave for the lobby."), ""
        if decision is not None:
            if room.asked is not None and room.is_mine:
                waiting = "you"
                is_bid = decision.kind == "bid"
                hints = (enter_hint(room.asked) if is_bid else "", hint_of(room, room.asked))
                question = Question(
                    asked_question(room, decision, view),
                    () if is_bid else room.asked.choices,
                    hint=". ".join(filter(None, hints)),
                    enter=enter_number(room.asked),
                    on_map=decision.kind == "move",
                    page=self.page,
                )
            else:
                waiting = asked_name(decision, view)
                question = Question(f"Waiting for {waiting}: {waited_for(decision, view)}")
        halted = halted_question(room)
        if halted is not None:
            question = halted
        if self.aside is not None:
            question = self.aside
        elif self._asked_aside is not None:
            question = self._asked_aside
        if question == self._question:
            # The same one, with the pages made of its options.
            question = self._question
        self._question = question
        clock = room.table.clock()
        left = format_clock(clock.left_s) if clock is not None and clock.ends_at else ""
        reply = self._replied[0] if self._replied[1] == room.log.added else 0
        return Scene(
            view=view,
            log=without_void_offers(self._newest(), {one.number for one in view.offers}),
            question=question,
            waiting=waiting,
            halted=HALTED[room.table.status] if halted is not None else "",
            clock=left,
            unread=self.unread,
            reply=reply,
            title=room.table.title,
        )
