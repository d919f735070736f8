"""A line typed at a table: an answer, a command, or a word about why it is neither.

Room: session. Imports game words and its neighbours here; the room is handed in.
Source: DESIGN.md section 8, USER_ASKS F1 to F5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.session.answering import Reading, read_answer
from arkham_bbs.session.asked import lay_out
from arkham_bbs.session.commands import Command, Ready, Refusal
from arkham_bbs.session.option_list import enter_key
from arkham_bbs.session.shown import (
    TAKEN_BACK_FREELY,
    alone_sentence,
    enter_sentence,
    unseen_choice,
    unseen_default,
    unseen_sentence,
)
from arkham_bbs.session.told import asked_name
from arkham_bbs.session.ways import way_of

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom

ANSWER_WORDS = frozenset({"yes", "no", "y", "n", "stay", "fight", "sneak", "pass", "none", "roll"})
"""Words that are meant as an answer, even from somebody who is not asked."""

NO_DEFAULT = "Nothing is taken for granted here: type a number or a name."
"""What Enter alone gets where a question has no harmless answer."""

TAKE_BACK = (["take", "back"], ["take", "it", "back"], ["take", "that", "back"])
"""The command takeback, as it is said."""

ENTER_SHOWS = "Enter once more shows the question again."
"""What is added to that where the question may have scrolled away."""

SHORTEST_NAME = 3
"""Letters that may name an answer somebody else is asked for; fewer are a part of too much."""


async def pressed_enter(room: TableRoom) -> None:
    """Enter takes the harmless answer where there is one; elsewhere it is said that there is none.

    Where the game is told in lines, a second time it shows the question again.
    """
    asked = room.asked if room.is_mine else None
    if asked is None or asked.decision != room.decision:
        room.told_status = ""
        room.screen.caught_up()
        room.show_state()
        return
    key = enter_key(asked)
    if key is None:
        room.screen.caught_up()
        stands = any(line.text == NO_DEFAULT for line in room.log.last(1))
        room.entered = not room.entered
        if not room.screen.is_open and room.entered:
            room.visit.tell(f"{NO_DEFAULT} {ENTER_SHOWS}")
            return
        room.told_status = ""
        room.show_state()
        if room.screen.is_open and not stands:
            room.visit.tell(NO_DEFAULT)
        return
    _note_numbers(room)
    unseen = unseen_default(asked, room.shown)
    if unseen is not None:
        room.shown.add([unseen.number])
        room.visit.tell(enter_sentence(unseen))
        return
    await room.answer(key)


async def line_typed(room: TableRoom, line: str) -> None:
    """Read a line as an answer or a command: a full command word is always a command."""
    if line.casefold() == "q" and not room.table.is_started and room.seat is not None:
        # One letter, perhaps meant for a page that was being read.
        if await room.visit.ask_yes_no("Back to the lobby? Your seat is kept.", default=False):
            room.over = True
        return
    if line.casefold().split() in TAKE_BACK:
        line = "takeback"
    asked = room.asked if room.is_mine else None
    word = line.split(" ", 1)[0].casefold()
    exact = room.commands.get(word)
    if asked is None:
        await _command_or_wait(room, line)
        return
    is_key = not asked.is_set and any(choice.key == line for choice in asked.choices)
    is_own_verb = word in ("use", "cast") or is_key
    if exact is not None and exact.not_now(room) is None and not is_own_verb:
        await room.command(line)
        return
    reading = read_answer(asked, line)
    _note_numbers(room)
    unseen = unseen_choice(asked, reading, line, room.shown)
    if unseen is not None:
        room.shown.add([unseen.number])
        if asked.decision.kind not in TAKEN_BACK_FREELY:
            room.visit.tell(unseen_sentence(unseen))
            return
    if is_own_verb and not is_key and line.casefold() == word and reading.choice is not None:
        room.shown.add([reading.choice.number])
        room.visit.tell(alone_sentence(reading.choice))
        return
    if reading.key is not None and not _is_abbreviation(room, line, reading):
        await _confirm_and_answer(room, reading)
        return
    found = room.commands.read(room, line)
    if isinstance(found, Ready):
        await found.command.run(room, found.argument)
    elif reading.key is not None:
        await _confirm_and_answer(room, reading)
    elif elsewhere := room.elsewhere(word):
        room.visit.tell(elsewhere)
    elif reading.problem:
        room.visit.tell(reading.problem)
    else:
        room.visit.tell(_unreadable(room, line, found))


def _note_numbers(room: TableRoom) -> None:
    """What stands on a full screen now has been shown."""
    if room.screen.is_open:
        room.shown.add(room.screen.numbers())


def _is_abbreviation(room: TableRoom, line: str, reading: Reading) -> bool:
    """Say whether a short word is sooner a command cut short than a part of an option."""
    word = line.strip().casefold()
    if not word.isalpha() or len(word) > 3 or word in ("yes", "no", "y", "n", "all"):
        return False
    if reading.choice is not None and word in (name.casefold() for name in reading.choice.names):
        return False
    if word.upper() in (room.asked.marks if room.asked else {}) or len(word) == 1:
        return False
    found = room.commands.find(word)
    return isinstance(found, Command) and found.not_now(room) is None


def _unreadable(room: TableRoom, line: str, refusal: Refusal) -> str:
    """Return the sentence for a line that is neither an answer nor a command."""
    if refusal.kind == "which":
        return refusal.sentence
    if refusal.kind == "not-now":
        return refusal.sentence
    if "Did you mean" in refusal.sentence:
        return refusal.sentence
    return f'I cannot read "{line[:40]}". Type a number, a name, or ? for help.'


async def _command_or_wait(room: TableRoom, line: str) -> None:
    """Run a command; an answer typed while others are asked hears whose turn it is."""
    found = room.commands.read(room, line)
    if isinstance(found, Ready):
        await found.command.run(room, found.argument)
        return
    decision, view = room.decision, room.view
    looks_like_answer = (
        line.isdigit()
        or line.casefold() in ANSWER_WORDS
        or (found.kind == "unreadable" and _fits(decision, line))
    )
    if looks_like_answer and room.seat is None:
        room.visit.tell("You are looking on; only those with a seat answer.")
    elif looks_like_answer and room.table.status in ("paused", "adjourned"):
        room.table.must_be_playing()  # it is not, and the refusal says why
    elif looks_like_answer and decision is not None and view is not None:
        room.visit.tell(f"Not now: {asked_name(decision, view)} is asked.")
    else:
        room.visit.tell(room.elsewhere(line.split(" ", 1)[0].casefold()) or found.sentence)


def _fits(decision: Decision | None, line: str) -> bool:
    """Say whether a line names answers to what somebody else is asked."""
    if decision is None or len(line) < SHORTEST_NAME:
        return False
    reading = read_answer(lay_out(decision, {}), line)
    return reading.key is not None or bool(reading.problem)


async def _confirm_and_answer(room: TableRoom, reading: Reading) -> None:
    """Answer; first show the way, and ask when it costs money or ends the turn."""
    visit, choice, decision = room.visit, reading.choice, room.decision
    if reading.key is None or decision is None:
        return
    # The question that was read, not one that may have come up since.
    number = room.asked.decision.number if room.asked is not None else decision.number
    view = room.view
    if choice is not None and choice.way and view is not None:
        way = way_of(choice.key, decision, view)
        if choice.cost and visit.preferences.confirm_paid:
            sheet = view.investigator(decision.investigator)
            visit.tell(way)
            question = f"You have ${sheet.money}; a ride costs ${choice.cost}. Go?"
            if not await visit.ask_yes_no(question, default=True):
                visit.tell("You stay where you are; the question is still open.")
                return
        elif not room.screen.is_open:
            # On the full screen it would come after what the walk brings, and say it twice.
            visit.tell(way, style="dim")
    elif not await _confirmed_end(room, reading.key):
        return
    await room.answer(reading.key, number=number)


async def _confirmed_end(room: TableRoom, key: str) -> bool:
    """Ask before a part of the turn ends, if the caller wants to be asked."""
    if key not in ("stay", "go_on") or not room.visit.preferences.confirm_end:
        return True
    return await room.visit.ask_yes_no("That ends this part of your turn. Sure?", default=True)


def completions(room: TableRoom, typed: str) -> Sequence[str]:
    """Offer commands and the names of what can be chosen."""
    words = [f"{name} " for name in room.commands.complete(typed)]
    head, _, last = typed.rpartition(" ")
    start = last.casefold()
    found: list[str] = []
    if room.asked is not None:
        found += [
            name
            for choice in room.asked.choices
            for name in choice.names[:1]
            if name.casefold().startswith(typed.casefold() if not head else start)
        ]
    if head:
        view = room.view
        pool = [place.name for place in CONTENT.locations.values()]
        if view is not None:
            pool += [sheet.name for sheet in view.investigators]
            pool += list(view.seats)
        found += [f"{head} {name}" for name in pool if name.casefold().startswith(start)]
    return list(dict.fromkeys([*words, *found]))[:40]
