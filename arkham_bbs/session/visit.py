"""One caller's visit: the line, the name, the choices made, and how to ask and tell.

Room: session. Imports terminal, lobby types and its neighbours here. Every wait on the caller
goes through ``Visit.read``, which has a deadline; every question can be left with Ctrl-C.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from sys import getsizeof
from typing import TYPE_CHECKING

from arkham_bbs.lobby import Caller
from arkham_bbs.session.deadline import within_deadline
from arkham_bbs.session.hearing import Hearing
from arkham_bbs.session.leaving import SessionOver, TypedInstead
from arkham_bbs.session.parsing import Candidate, Found, choose, not_understood, parse_yes_no, plain
from arkham_bbs.session.preferences import Preferences, plain_preferences, read_preferences
from arkham_bbs.session.stopped import stopped_sentence
from arkham_bbs.terminal import Cancelled, Capabilities, Hangup, Line, Terminal
from arkham_bbs.terminal.clean import clean_text, text_width, wrap_text

if TYPE_CHECKING:
    from arkham_bbs.accounts import Account
    from arkham_bbs.lobby import Presence
    from arkham_bbs.session.services import Origin, Services

NEVER_MIND = frozenset({"none", "cancel", "back", "quit", "q", "never mind", "nothing"})
"""Words that leave a question as it was."""

COPIED_AT_ONCE = 4_000
"""Characters of a long text handed to the line before waiting until they are gone."""

NOTICE_BYTES = 300
"""About what a notice takes while it waits to be heard."""

ROOM_TO_TYPE = 14
"""Columns that a prompt leaves free for what is typed."""


class Visit:
    """The caller on this line, from connect to log-off.

    Attributes:
        account: None until login and for guests. caller: who the lobby takes this for.
        presence: the place in the lobby, once attached.
        history: typed lines, for the arrow keys; never holds a password.
        patient: True where silence is thinking (at a table), so the longer deadline holds.
    """

    def __init__(self, services: Services, terminal: Terminal, origin: Origin) -> None:
        self.services = services
        self.terminal = terminal
        self.origin = origin
        self.guessed: Capabilities = terminal.given
        self._laid_over: frozenset[str] = frozenset()
        self.account: Account | None = None
        self.caller: Caller | None = None
        self.presence: Presence | None = None
        self.preferences = Preferences()
        self.history: list[str] = []
        self.patient = False
        self.ended: SessionOver | None = None
        self.last_told = time.monotonic()
        self.call_id: int | None = None
        self.hearing = Hearing(self)
        self.is_reading = False
        self.before_read: Callable[[], Awaitable[None]] | None = None
        self.show_asked: Callable[[str], None] | None = None
        """Shows, as long as it is asked, what is too long to stand before the cursor."""
        self.onward = ""
        """The table to go to next, set by a place that is being left for it."""
        self.written: list[str] = []
        """The letter or post that is being written, line by line."""
        terminal.also_kept = self._kept_bytes

    # -- who ------------------------------------------------------------------------------------
    @property
    def handle(self) -> str:
        """Return the name others see."""
        return self.caller.handle if self.caller else "somebody"

    @property
    def is_guest(self) -> bool:
        """Say whether this caller has no account."""
        return self.account is None

    @property
    def me(self) -> Caller:
        """Return the lobby's idea of this caller.

        Raises:
            SessionOver: before login, which would be a fault of ours.
        """
        if self.caller is None:
            raise SessionOver("no-caller")
        return self.caller

    @property
    def caps(self) -> Capabilities:
        """Return what the terminal can do now."""
        return self.terminal.caps

    @property
    def is_linear(self) -> bool:
        """Say whether a screen reader is at work: one fact a line, labels first."""
        return self.caps.linear or self.preferences.view == "linear"

    def _kept_bytes(self) -> int:
        """About what this visit keeps for its caller, in bytes."""
        kept = sum(map(getsizeof, self.history)) + sum(map(getsizeof, self.written))
        if self.presence is not None:
            kept += NOTICE_BYTES * len(self.presence.notices)
        return kept + sum(room.kept_bytes for room in self.hearing.rooms)

    # -- telling --------------------------------------------------------------------------------
    def tell(self, *sentences: str, style: str = "") -> None:
        """Write sentences, each on rows of its own, broken at spaces."""
        self.last_told = time.monotonic()
        self.terminal.write(self._said(sentences, style))

    def rows(self, sentence: str, *, style: str = "", indent: str = "") -> list[Line]:
        """Break one sentence into lines that fit this terminal."""
        width = max(20, self.caps.columns - 1)
        return [
            Line.of(row, style) for row in wrap_text(clean_text(sentence), width, indent=indent)
        ]

    def tell_item(self, number: int, text: str) -> None:
        """Write one line of a numbered list; what goes on in the next row stands under the text."""
        indent = "" if self.is_linear else "    "
        self.lines(self.rows(f"{number:2}. {text}", indent=indent))

    def lines(self, lines: Iterable[Line]) -> None:
        """Write lines that are ready to show."""
        self.last_told = time.monotonic()
        self.terminal.write(list(lines))

    def heading(self, text: str) -> None:
        """Write a heading; plain words in linear mode."""
        self.tell(text, style="title")

    def announce(self, *sentences: str, style: str = "") -> None:
        """Say something while the caller may be typing: above the line, which stays."""
        self.last_told = time.monotonic()
        self.terminal.announce(self._said(sentences, style))

    def break_in(self, *sentences: str, style: str = "") -> None:
        """Say something that cannot wait, not even until a page is read."""
        self.last_told = time.monotonic()
        self.terminal.break_in(self._said(sentences, style))

    def _said(self, sentences: Sequence[str], style: str) -> list[Line]:
        """Break sentences into rows, unless a full screen takes them: it breaks them itself."""
        if self.terminal.on_announce is not None:
            parts = (part for said in sentences for part in clean_text(said).split("\n"))
            return [Line.of(part, style) for part in parts]
        return [row for said in sentences for row in self.rows(said, style=style)]

    def announce_lines(self, lines: Iterable[Line]) -> None:
        """Show ready lines above what is being typed, broken to this terminal's width."""
        width = max(20, self.caps.columns - 1)
        self.last_told = time.monotonic()
        self.terminal.announce([part for line in lines for part in line.wrapped(width)])

    async def page(self, lines: Sequence[Line | str]) -> None:
        """Show something long, a screen at a time; Ctrl-C leaves it."""
        ready: list[Line] = []
        for line in lines:
            ready.extend(self.rows(line) if isinstance(line, str) else [line])
        try:
            await within_deadline(self, self.terminal.page(ready))
        except Cancelled:
            return

    async def show_to_copy(self, lines: Sequence[str]) -> None:
        """Write lines as they are, neither broken nor paged, so that they can be copied."""
        text = "\n".join(lines)
        for start in range(0, len(text), COPIED_AT_ONCE):
            self.terminal.write(text[start : start + COPIED_AT_ONCE])
            await within_deadline(self, self.terminal.drain())
        self.terminal.write("\n")

    # -- asking ---------------------------------------------------------------------------------
    async def read(
        self,
        prompt: str | Line,
        *,
        secret: bool = False,
        remember: bool = False,
        complete: Callable[[str], Sequence[str]] | None = None,
        initial: str = "",
        way_out: str = "",
    ) -> str:
        """Read one line, cleaned; ``way_out`` is said to Ctrl-D where nothing is typed.

        Raises:
            Cancelled: Ctrl-C.
            Hangup: the line is gone. SessionOver: silence beyond the deadline.
        """
        show_asked = self.show_asked
        if isinstance(prompt, str) and text_width(prompt) > self.caps.columns - ROOM_TO_TYPE:
            # A question too long to leave room for its answer goes on rows of its own.
            if show_asked is not None:
                show_asked(prompt.strip())
            else:
                self.tell(prompt.strip())
            prompt = "> "
        if self.before_read is not None:
            await self.before_read()
        self.is_reading = True
        try:
            line = await within_deadline(
                self,
                self.terminal.read_line(
                    prompt,
                    secret=secret,
                    history=self.history if remember else None,
                    complete=complete,
                    initial=initial,
                    way_out=way_out,
                ),
            )
        finally:
            self.is_reading = False
            if show_asked is not None:
                show_asked("")
        if self.presence is not None:
            self.presence.touch()
            # Staff may have changed the handle or the role while this line was typed.
            if self.caller is not None and self.caller.account == self.presence.caller.account:
                self.caller = self.presence.caller
        if self.ended is not None:
            raise self.ended
        return line if secret else clean_text(line, newlines=False).strip()

    async def ask(self, question: str, *, initial: str = "", complete: Sequence[str] = ()) -> str:
        """Ask for words; an empty answer is allowed."""
        names = tuple(complete)
        return await self.read(
            question + " ",
            initial=initial,
            complete=(lambda typed: [n for n in names if n.casefold().startswith(typed.casefold())])
            if names
            else None,
        )

    async def ask_yes_no(self, question: str, *, default: bool | None = None) -> bool:
        """Ask until the answer is yes or no; Enter takes the default, if there is one."""
        hint = {True: "[Y/n]", False: "[y/N]", None: "[y/n]"}[default]
        while True:
            answer = await self.read(f"{question} {hint} ")
            if not answer and default is not None:
                return default
            said = parse_yes_no(answer)
            if said is not None:
                return said
            self.tell("Please answer yes or no; Ctrl-C leaves the question.")

    def instead(self, line: str) -> None:
        """Leave the question that is asked, if ``line`` is a whole command of this place.

        Raises:
            TypedInstead: it is one.
        """
        room = self.hearing.rooms[-1] if self.hearing.rooms else None
        word = plain(line.partition(" ")[0])
        if room is None or not room.is_doing or len(word) < 2:
            return
        if room.commands.get(word) is not None:
            raise TypedInstead(line)

    async def ask_one(
        self,
        question: str,
        choices: Sequence[Candidate],
        *,
        default: str | None = None,
        listed: bool = True,
    ) -> str | None:
        """Show numbered choices and return the key of one; None when left with Enter.

        Without ``listed`` the choices stand before the caller already.

        Raises:
            TypedInstead: a command was typed, which names none of the choices.
        """
        for number, choice in enumerate(choices if listed else (), 1):
            mark = " (now)" if choice.key == default else ""
            self.tell_item(number, f"{choice.shown}{mark}")
        while True:
            answer = await self.read(f"{question} ")
            if not answer or plain(answer) in NEVER_MIND:
                return default
            found = choose(answer, choices)
            if isinstance(found, Found):
                return found.key
            self.instead(answer)
            self.tell(not_understood(answer, found))

    # -- doing ----------------------------------------------------------------------------------
    async def attempt(self, what: Awaitable[object], *, doing: str) -> bool:
        """Do something for the caller and explain whatever stops it.

        Returns True when it was done. A line that is gone, a visit that ends and a cancelled task
        pass through; everything else becomes a sentence, and a fault of ours a reference.
        """
        try:
            await what
        except (Hangup, SessionOver, TypedInstead, asyncio.CancelledError):
            raise
        except Cancelled:
            self.tell("Never mind, then.", style="dim")
        except Exception as error:  # a caller must never read a traceback
            self.tell(self.sentence(error, doing=doing), style="bad")
        else:
            return True
        return False

    def sentence(self, error: Exception, *, doing: str) -> str:
        """Return what the caller reads about an error."""
        return stopped_sentence(
            error,
            doing=doing,
            handle=self.handle,
            door=self.origin.door,
            typed=self.history[-1:],
        )

    # -- choices --------------------------------------------------------------------------------
    def use_preferences(self) -> None:
        """Lay the caller's choices for this door over what the door found out."""
        door = self.origin.look_kept_as
        # Size and line mode belong to the line, and the door may learn more of them.
        found = self.guessed if "line_mode" in self._laid_over else self.terminal.given
        base = self.guessed.resized(self.terminal.window).override({"line_mode": found.line_mode})
        if not self.guessed.name and door in self.preferences.seen:
            base = base.override(self.preferences.seen[door])
        chosen = dict(self.preferences.doors.get(door, {}))
        if self.preferences.view == "linear":
            chosen["linear"] = True
        self._laid_over = frozenset(chosen)
        self.terminal.fixed_columns = chosen.get("columns")
        self.terminal.fixed_rows = chosen.get("rows")
        self.terminal.set_capabilities(base.override(chosen))

    async def keep_preferences(self, preferences: Preferences) -> None:
        """Use new choices from now on and keep them in the profile."""
        self.preferences = preferences
        self.use_preferences()
        if self.account is not None:
            self.account = await self.services.accounts.set_profile(
                self.account.id, {"session": plain_preferences(preferences)}
            )

    def take_account(self, account: Account) -> None:
        """Become the owner of an account: its name, its role, its choices."""
        self.account = account
        role = account.role if account.role in ("moderator", "sysop") else "caller"
        self.caller = Caller(account=account.id, handle=account.handle, role=role)  # type: ignore[arg-type]
        before = self.preferences
        stored = account.profile.get("session")
        if stored:
            self.preferences = read_preferences(stored)
            # What was chosen at the welcome screen a minute ago wins over an older call.
            chosen = before.doors.get(self.origin.look_kept_as, {})
            self.preferences = self.preferences.with_terminal(self.origin.look_kept_as, **chosen)
            if before.view != "auto":
                self.preferences = self.preferences.changed(view=before.view)
        self.use_preferences()
