"""At a table: the game as it happens, the question that is pending, and answering it.

Room: session. Imports lobby, game words and its neighbours here. What can be typed is registered
by table_around.py, table_board.py and table_course.py (to look), table_doing.py (to act) and
people.py (to talk).
Source: issue 2 ("at a table everyone sees what happens"), DESIGN.md section 7, USER_ASKS F1 to F5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import TradeOffered
from arkham_bbs.game.narration import names
from arkham_bbs.game.options import investigators_per_player
from arkham_bbs.game.views import View
from arkham_bbs.lobby import (
    ChatHeard,
    DecisionChanged,
    DecisionWaits,
    Notice,
    PresenceChanged,
    Repaint,
    SeatChanged,
    StatusChanged,
    TableEvents,
    TableNotice,
    TablesChanged,
)
from arkham_bbs.lobby.arkham import options_of
from arkham_bbs.lobby.standing import told_sentence
from arkham_bbs.session.answering import Reading, read_answer
from arkham_bbs.session.asked import Asked, Choice, lay_out
from arkham_bbs.session.chances import with_chances
from arkham_bbs.session.commands import Command, CommandTable, Ready, Refusal
from arkham_bbs.session.early_answers import drop_early_answers
from arkham_bbs.session.listing import options_text, pace_text, seats_text
from arkham_bbs.session.live_screen import LiveScreen
from arkham_bbs.session.notices import notice_sentences, table_sentences
from arkham_bbs.session.option_list import (
    FEW,
    answer_hint,
    enter_key,
    listed_choices,
    move_summary,
    rides_hint,
)
from arkham_bbs.session.parsing import join_words
from arkham_bbs.session.refusals import format_clock
from arkham_bbs.session.room import Room
from arkham_bbs.session.screens import ending_screen, map_marks
from arkham_bbs.session.scrollback import Scrollback
from arkham_bbs.session.shown import Shown, unseen_choice, unseen_sentence
from arkham_bbs.session.structured import StructuredFeed
from arkham_bbs.session.told import (
    asked_name,
    labels_of,
    question_of,
    result_lines,
    status_sentence,
    tell_event,
    unfinished_lines,
    waited_for,
)
from arkham_bbs.session.trading import offered_to
from arkham_bbs.session.visit import Visit
from arkham_bbs.session.ways import way_of
from arkham_bbs.terminal import Line, line_bytes

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

TABLE: CommandTable[TableRoom] = CommandTable("the table")

LOG_LINES = 400
"""Lines of the game's log kept for this caller's screen."""

ANSWER_WORDS = frozenset({"yes", "no", "y", "n", "stay", "fight", "sneak", "pass", "none", "roll"})
"""Words that are meant as an answer, even from somebody who is not asked."""

ALL_SEATED = "Every seat is taken. Type start to begin."
"""What the host is told."""

_NUMBERS = {2: "two investigators", 3: "three investigators"}
_ORDER = ("first", "second", "third")


class TableRoom(Room):
    """One caller at one table, playing or looking on.

    Attributes:
        table: the lobby's table. watching: this caller has no seat here.
        log: what was told, newest last. asked: the pending decision laid out, if it is ours.
        shown: the numbers of its options that were on the caller's screen.
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
        self.structured = StructuredFeed(visit.terminal)
        self._to_show = False
        self._told_number: int | None = None
        self._news: list[Line] = []
        self._told_status = ""
        self._company: set[str] = set()
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
        try:
            await super().live()
        finally:
            forget()
            visit.patient = patient
            self.screen.close()
            self.structured.leave()
            self.table.part(presence)

    async def enter(self) -> None:
        """Tell where the game stands, what was told last, and what is asked."""
        visit = self.visit
        visit.heading(self.table.title)
        here = (one for one in visit.services.lobby.who() if one.table == self.table.id)
        self._company.update(one.handle for one in here)
        if self.begin:
            # The host's solo game: begun here, so that its first words are told at the table.
            await self.table.start(visit.me)
            visit.hearing.catch_up()
            return
        for entry in await visit.services.store.history.last(self.table.id, 40):
            if entry.text:
                self.log.append(Line(entry.text))
        if not self.table.is_started:
            self.show_gathering()
            return
        if self.table.is_over:
            visit.announce_lines(self.log.last(6))
            self.show_end()
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

    def show_gathering(self) -> None:
        """Tell how a table stands that has not begun."""
        row = self.table.row(self.visit.me)
        self.visit.tell(
            f"Seats: {seats_text(row)}.",
            f"Rules: {options_text(row)}. Pace: {pace_text(row)}.",
        )
        if row.private and self.seat is not None:
            self.visit.tell(f"Private: join {row.table[:6]} {self.table.state.code}")
        if row.host == self.visit.handle:
            missing = row.minimum - sum(1 for seat in row.seats if seat.handle)
            if missing > 0:
                self.visit.tell(
                    f"{missing} more needed. Type invite NAME; or wait here, you will hear."
                )
            elif row.free:
                self.visit.tell("Type start to begin, or wait for others to sit down.")
            else:
                self.visit.tell(ALL_SEATED)
        else:
            self.visit.tell(
                f"Waiting for {row.host or 'the host'} to begin. You can talk: say hello"
            )

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
        return self.log.kept_bytes + sum(map(line_bytes, self._news)) + self.screen.kept_bytes

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
        if isinstance(notice, TablesChanged):
            return True
        if isinstance(notice, DecisionWaits) and notice.table == self.table.id:
            return True
        if isinstance(notice, Repaint):
            self.visit.announce("(Some lines went by while your line was slow; here is the state.)")
            self._to_show = True
            return True
        if isinstance(notice, ChatHeard) and notice.table == self.table.id:
            self.note(Line.of(notice_sentences(notice, self.visit.handle)[0], "chat"))
            return True
        if isinstance(notice, PresenceChanged):
            return self._hear_presence(notice)
        if not isinstance(notice, TableNotice) or notice.table != self.table.id:
            return False
        if isinstance(notice, TableEvents):
            self._hear_events(notice)
        elif isinstance(notice, DecisionChanged):
            self._to_show = True
        else:
            for sentence in table_sentences(notice, self.visit.handle):
                self.note(Line.of(sentence, "system"))
            if isinstance(notice, SeatChanged):
                self._hear_seat()
                row = self.table.row(self.visit.me)
                hosted = row.host == self.visit.handle and not self.table.is_started
                if notice.what == "sat" and hosted and not row.free:
                    self.note(Line.of(ALL_SEATED, "system"))
            if isinstance(notice, StatusChanged):
                self._hear_status(notice)
        return True

    def _hear_presence(self, notice: PresenceChanged) -> bool:
        """Those with a seat here are missed and welcomed; others are no news at a table."""
        seated = {seat.handle for seat in self.table.seats()}
        if notice.handle in seated and notice.handle != self.visit.handle:
            if not notice.here:
                self.note(
                    Line.of(f"{notice.handle}'s line has dropped; the seat is kept.", "system")
                )
            elif notice.table == self.table.id:
                self.note(Line.of(f"{notice.handle} is at the table.", "system"))
            elif notice.handle in self._company:
                gone = f"{notice.handle} has left for the lobby; the seat is kept."
                self.note(Line.of(gone, "system"))
        if notice.here and notice.table == self.table.id:
            self._company.add(notice.handle)
        else:
            self._company.discard(notice.handle)
        return True

    def _hear_events(self, notice: TableEvents) -> None:
        view = self.view
        seats = view.seats if view is not None else ()
        who = names.seat_name(notice.seat, seats)
        if notice.by == "autopilot":
            self.note(Line.of(f"(The autopilot answers for {who}.)", "dim"))
        elif notice.by == "standing":
            handle = self.table.seating.handle(notice.seat) or who
            self.note(Line.of(told_sentence(handle, notice.kind), "dim"))
        for event in notice.events:
            self.note(tell_event(event, seats))
            if isinstance(event, TradeOffered) and view is not None:
                said = offered_to(event, view)
                if said:
                    self.note(Line.of(said, "system"))

    def _hear_seat(self) -> None:
        """Whoever has lost the seat looks on from now on, and whoever got one plays."""
        if self.seat is not None:
            self.watching = False
        elif not self.watching and self.table.is_started:
            self.watching = True
            self._to_show = True
            self.note(Line.of("Your seat is somebody else's now; you look on.", "system"))

    def _hear_status(self, notice: StatusChanged) -> None:
        if notice.status == "playing":
            self.screen.open()
            self._to_show = True
        elif notice.status in ("finished", "ended"):
            self._to_show = True

    def note(self, line: Line) -> None:
        """Put a line into the log and show it, above what is being typed."""
        self.log.append(line)
        if not self.screen.is_open:
            self._news.append(line)

    def settle(self) -> None:
        """After a batch of notices: tell the news and the new state, each once."""
        news, self._news = self._news, []
        wants, self._to_show = self._to_show, False
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
            self.show_end()
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
            self._told_status = ""
            self.show_state()

    # -- showing ---------------------------------------------------------------------------------
    def show_state(self) -> None:
        """Show what is asked: the question with its options, or who is waited for."""
        if self.table.is_over:
            self.show_end()
            return
        if self.screen.is_open and self.decision is not None:
            self.log.extend(self.lay_question())
            self.screen.paint()
            return
        if self.view is None:
            return
        if self.decision is None:
            self.show_end()
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
            labels = labels_of(decision, view)
            if self.visit.preferences.odds:
                labels = with_chances(labels, decision, view, linear=self.visit.is_linear)
            self.asked = lay_out(decision, labels, marks=self.marks(view))
            self.screen.page = 0
            if fresh and self.visit.preferences.bell:
                self.visit.terminal.bell()
            return drop_early_answers(self.visit.terminal) if follows else []
        self.asked = None
        return []

    def question(self, decision: Decision, view: View) -> str:
        """Return what is asked; who runs several investigators is told how many at the outset."""
        said = question_of(decision, view)
        if decision.kind != "choose_investigator" or view.turn:
            return said
        number = investigators_per_player(options_of(self.table.spec), len(view.seats))
        if number < 2:
            return said
        chosen = sum(sheet.seat == decision.seat for sheet in view.investigators)
        return f"{said} You play {_NUMBERS[number]}; choose the {_ORDER[chosen]}."

    def marks(self, view: View) -> dict[str, str]:
        """Return the letters on the map, each with the place it stands for."""
        return map_marks(view, self.visit.caps)

    def decision_lines(self, view: View, decision: Decision) -> list[Line]:
        """Return the pending question as lines, the question and its options last."""
        visit = self.visit
        status = status_sentence(view)
        rows = visit.rows(status, style="dim") if status != self._told_status else []
        self._told_status = status
        if self.asked is None:
            clock = self.table.clock()
            left = f", {format_clock(clock.left_s)} left" if clock and clock.ends_at else ""
            said = waited_for(decision, view)
            rows += visit.rows(f"Waiting for {asked_name(decision, view)}{left}: {said}")
            return rows
        rows += visit.rows(self.question(decision, view), style="bold")
        rows += self.option_lines(self.asked, few=True)
        return rows

    def option_lines(self, asked: Asked, *, few: bool = False) -> list[Line]:
        """Return the numbered options; ``few`` leaves out most of a long list."""
        visit = self.visit
        shown: Sequence[Choice] = listed_choices(asked, few=few)
        total = len(shown)
        room = max(5, min(FEW, visit.caps.rows - 10))
        if few and len(shown) > room:
            shown = shown[:room]
        self.shown.add(choice.number for choice in shown)
        rows: list[Line] = []
        by_enter = enter_key(asked)
        for choice in shown:
            # In an auction a number is an amount of money, so nothing else is numbered.
            number = "  " if asked.decision.kind == "bid" else f"{choice.number:2}"
            line = Line.of(number, "number").add(f" {choice.label}")
            if choice.key == by_enter:
                line.add(" (Enter)", "dim")
            rows.extend(line.wrapped(max(20, visit.caps.columns - 1), indent=3))
        left = total - len(shown)
        summary = ""
        if asked.decision.kind == "move":
            summary = move_summary(asked) if few else rides_hint(asked)
        if summary:
            rows.extend(visit.rows(summary, style="dim"))
        if left:
            rows.extend(visit.rows(f"   and {left} more: type options.", style="dim"))
        # The list marks what Enter does; the dashboard, which has no room for marks, says it.
        own_words = asked.is_set or asked.decision.kind in ("move", "bid", "begin")
        hint = self.hint(asked) if own_words else ""
        if hint:
            rows.extend(visit.rows(hint, style="dim"))
        return rows

    def hint(self, asked: Asked) -> str:
        """Return how the pending question may be answered, beyond a number."""
        may_trade = asked.decision.kind == "begin" and self.may_trade
        return answer_hint(asked, may_trade=may_trade)

    @property
    def may_trade(self) -> bool:
        """Say whether this caller could offer a trade now."""
        return any("/trade:" in one.key for one in self.table.interjections(self.visit.me))

    def show_end(self) -> None:
        """Show how the game ended, once by itself and whenever it is asked for."""
        view, table = self.view, self.table
        self.asked = None
        self.screen.close()
        if view is not None and view.result is not None:
            victory, lines = view.result.victory, result_lines(view.result, view)
        else:
            victory, lines = False, unfinished_lines(table.state.why, table.turn)
        if view is not None and (view.result is not None or table.state.why == "consent"):
            self.visit.announce_lines(ending_screen(self.visit.caps, victory=victory))
        self.visit.announce(*lines, style="title")
        seed = table.revealed_seed()
        if seed is not None and (view is not None or table.seq):
            self.visit.announce(
                f"Seed of the dice: {seed.hex()}",
                f"Promised at the start: {table.commitment}",
                style="dim",
            )
        self.visit.announce("Type honor for the roll of honour, leave for the lobby.")

    def nothing_to_stop(self) -> str:
        """Return what is said to Ctrl-C: what is asked stays asked."""
        if self.is_mine:
            return "The question is still open. Type ? for help, or leave for the lobby."
        return "Nothing is under way. Type ? for help, or leave for the lobby."

    # -- typing ----------------------------------------------------------------------------------
    async def pressed_enter(self) -> None:
        """Enter takes the harmless answer where there is one; for a move it shows the question."""
        asked = self.asked if self.is_mine else None
        if asked is None or asked.decision.kind == "move" or asked.decision != self.decision:
            self._told_status = ""
            self.screen.caught_up()
            self.show_state()
            return
        key = enter_key(asked)
        if key is None:
            self.show_state()
            return
        await self.answer(key)

    async def typed(self, line: str) -> None:
        """Read a line as an answer or a command: a full command word is always a command."""
        if line.casefold() == "q" and not self.table.is_started and self.seat is not None:
            # One letter, perhaps meant for a page that was being read.
            if await self.visit.ask_yes_no("Back to the lobby? Your seat is kept.", default=False):
                self.over = True
            return
        asked = self.asked if self.is_mine else None
        word = line.split(" ", 1)[0].casefold()
        exact = self.commands.get(word)
        if asked is None:
            await self.command_or_wait(line)
            return
        is_key = not asked.is_set and any(choice.key == line for choice in asked.choices)
        is_own_verb = word in ("use", "cast") or is_key
        if exact is not None and exact.not_now(self) is None and not is_own_verb:
            await self.command(line)
            return
        reading = read_answer(asked, line)
        if self.screen.is_open:
            self.shown.add(self.screen.numbers())
        unseen = unseen_choice(asked, reading, line, self.shown)
        if unseen is not None:
            self.shown.add([unseen.number])
            self.visit.tell(unseen_sentence(unseen))
            return
        if reading.key is not None and not self._is_abbreviation(line, reading):
            await self.confirm_and_answer(reading)
            return
        found = self.commands.read(self, line)
        if isinstance(found, Ready):
            await found.command.run(self, found.argument)
        elif reading.key is not None:
            await self.confirm_and_answer(reading)
        elif reading.problem:
            self.visit.tell(reading.problem)
        else:
            self.visit.tell(self._unreadable(line, found))

    def _is_abbreviation(self, line: str, reading: Reading) -> bool:
        """Say whether a short word is sooner a command cut short than a part of an option."""
        word = line.strip().casefold()
        if not word.isalpha() or len(word) > 3 or word in ("yes", "no", "y", "n", "all"):
            return False
        if reading.choice is not None and word in (
            name.casefold() for name in reading.choice.names
        ):
            return False
        if word.upper() in (self.asked.marks if self.asked else {}) or len(word) == 1:
            return False
        found = self.commands.find(word)
        return isinstance(found, Command) and found.not_now(self) is None

    def _unreadable(self, line: str, refusal: Refusal) -> str:
        """Return the sentence for a line that is neither an answer nor a command."""
        if refusal.kind == "which":
            return refusal.sentence
        if refusal.kind == "not-now":
            return refusal.sentence
        if "Did you mean" in refusal.sentence:
            return refusal.sentence
        return f'I cannot read "{line[:40]}". Type a number, a name, or ? for help at this moment.'

    async def command_or_wait(self, line: str) -> None:
        """Run a command; an answer typed while others are asked gets a word about whose "
        "turn it is."""
        found = self.commands.read(self, line)
        if isinstance(found, Ready):
            await found.command.run(self, found.argument)
            return
        decision, view = self.decision, self.view
        looks_like_answer = line.isdigit() or line.casefold() in ANSWER_WORDS
        if looks_like_answer and self.seat is None:
            self.visit.tell("You are looking on; only those with a seat answer.")
        elif looks_like_answer and self.table.status in ("paused", "adjourned"):
            self.visit.tell(f"The table is {self.table.status}. Type unpause to go on.")
        elif looks_like_answer and decision is not None and view is not None:
            self.visit.tell(f"Not now: {asked_name(decision, view)} is asked.")
        else:
            self.visit.tell(found.sentence)

    async def confirm_and_answer(self, reading: Reading) -> None:
        """Answer; first show the way, and ask when it costs money or ends the turn."""
        visit, choice, decision = self.visit, reading.choice, self.decision
        if reading.key is None or decision is None:
            return
        # The question that was read, not one that may have come up since.
        number = self.asked.decision.number if self.asked is not None else decision.number
        view = self.view
        if choice is not None and choice.way and view is not None:
            way = way_of(choice.key, decision, view)
            if choice.cost and visit.preferences.confirm_paid:
                sheet = view.investigator(decision.investigator)
                visit.tell(way)
                question = f"You have ${sheet.money}; a ride costs ${choice.cost}. Go?"
                if not await visit.ask_yes_no(question, default=True):
                    visit.tell("You stay where you are; the question is still open.")
                    return
            elif not self.screen.is_open:
                # On the full screen it would come after what the walk brings, and say it twice.
                visit.tell(way, style="dim")
        elif not await self._confirmed_end(reading.key):
            return
        await self.answer(reading.key, number=number)

    async def _confirmed_end(self, key: str) -> bool:
        """Ask before a part of the turn ends, if the caller wants to be asked."""
        if key not in ("stay", "go_on") or not self.visit.preferences.confirm_end:
            return True
        return await self.visit.ask_yes_no("That ends this part of your turn. Sure?", default=True)

    async def answer(self, key: str, *, number: int | None = None) -> None:
        """Give an answer; what follows is told by the notices."""
        decision = self.decision
        if decision is None:
            return
        self.screen.caught_up()
        await self.table.answer(
            self.visit.me, key, number=decision.number if number is None else number
        )

    def complete(self, typed: str) -> Sequence[str]:
        """Offer commands and the names of what can be chosen."""
        words = [f"{name} " for name in self.commands.complete(typed)]
        head, _, last = typed.rpartition(" ")
        start = last.casefold()
        found: list[str] = []
        if self.asked is not None:
            found += [
                name
                for choice in self.asked.choices
                for name in choice.names[:1]
                if name.casefold().startswith(typed.casefold() if not head else start)
            ]
        if head:
            view = self.view
            pool = [place.name for place in CONTENT.locations.values()]
            if view is not None:
                pool += [sheet.name for sheet in view.investigators]
                pool += list(view.seats)
            found += [f"{head} {name}" for name in pool if name.casefold().startswith(start)]
        return list(dict.fromkeys([*words, *found]))[:40]

    def waiting_text(self) -> str:
        """Return who is waited for, for commands that cannot be done now."""
        decision, view = self.decision, self.view
        if decision is None or view is None:
            return "nobody"
        return asked_name(decision, view)

    def present(self) -> str:
        """Return who is looking at this table."""
        return join_words([seat.handle for seat in self.table.seats() if seat.handle]) or "nobody"
