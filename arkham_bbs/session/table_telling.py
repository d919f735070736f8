"""What a table tells its caller: who gathers, what is asked with its options, how it ended.

Room: session. Imports game words, lobby and its neighbours here; the room is handed in.
Source: DESIGN.md section 8, USER_ASKS F1 to F5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.options import investigators_per_player
from arkham_bbs.game.views import View
from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.lobby.arkham import options_of
from arkham_bbs.session.asked import Asked, Choice
from arkham_bbs.session.listing import options_text, pace_text, seats_text
from arkham_bbs.session.option_list import (
    FEW,
    answer_hint,
    enter_key,
    listed_choices,
    move_summary,
    rides_hint,
)
from arkham_bbs.session.refusals import format_clock, lobby_sentence
from arkham_bbs.session.screens import ending_screen
from arkham_bbs.session.screens.option_rows import BY_ENTER
from arkham_bbs.session.screens.question import Question
from arkham_bbs.session.told import (
    asked_name,
    question_of,
    result_lines,
    status_sentence,
    unfinished_lines,
    waited_for,
)
from arkham_bbs.terminal import Line

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom

ALL_SEATED = "Every seat is taken. Type start to begin."
"""What the host is told."""

_NUMBERS = {2: "two investigators", 3: "three investigators"}
_ORDER = ("first", "second", "third")


def show_gathering(room: TableRoom) -> None:
    """Tell how a table stands that has not begun."""
    row = room.table.row(room.visit.me)
    room.visit.tell(
        f"Seats: {seats_text(row)}.",
        f"Rules: {options_text(row)}. Pace: {pace_text(row)}.",
    )
    if row.private and room.seat is not None:
        room.visit.tell(f"Private: join {row.table[:6]} {room.table.state.code}")
    if row.host == room.visit.handle:
        missing = row.minimum - sum(1 for seat in row.seats if seat.handle)
        if missing > 0:
            room.visit.tell(
                f"{missing} more needed. Type invite NAME; or wait here, you will hear."
            )
        elif row.free:
            room.visit.tell("Type start to begin, or wait for others to sit down.")
        else:
            room.visit.tell(ALL_SEATED)
    else:
        room.visit.tell(f"Waiting for {row.host or 'the host'} to begin. You can talk: say hello")


def asked_question(room: TableRoom, decision: Decision, view: View) -> str:
    """Return what is asked; who runs several investigators is told how many at the outset."""
    said = question_of(decision, view)
    if decision.kind != "choose_investigator" or view.turn:
        return said
    number = investigators_per_player(options_of(room.table.spec), len(view.seats))
    if number < 2:
        return said
    chosen = sum(sheet.seat == decision.seat for sheet in view.investigators)
    return f"{said} You play {_NUMBERS[number]}; choose the {_ORDER[chosen]}."


HALTED: dict[str, str] = {"paused": "Paused", "adjourned": "Adjourned", "frozen": "Stopped"}
"""What stands in the place of who is waited for while nobody can answer, by the table's status."""


def halted_question(room: TableRoom) -> Question | None:
    """Return what is said instead of the question while nobody can answer: why, and how to go on.

    None while the game is being played.
    """
    status, view, decision = room.table.status, room.view, room.decision
    if status not in HALTED or view is None or decision is None:
        return None
    said = f"The table is {status}."
    if status == "frozen" or room.table.lifetime.is_held_by_staff or room.seat is not None:
        try:
            room.table.must_be_playing()
        except LobbyRefused as refused:
            said = lobby_sentence(refused.code, refused.facts)
    who = "you are" if decision.seat == room.seat else f"{asked_name(decision, view)} is"
    return Question(said, hint=f"When it goes on, {who} asked.")


def decision_lines(room: TableRoom, view: View, decision: Decision) -> list[Line]:
    """Return the pending question as lines, the question and its options last."""
    visit = room.visit
    status = status_sentence(view)
    rows = visit.rows(status, style="dim") if status != room.told_status else []
    room.told_status = status
    halted = halted_question(room)
    if halted is not None:
        return [*rows, *visit.rows(f"{halted.text} {halted.hint}", style="bold")]
    if room.asked is None:
        clock = room.table.clock()
        left = f", {format_clock(clock.left_s)} left" if clock and clock.ends_at else ""
        said = waited_for(decision, view)
        rows += visit.rows(f"Waiting for {asked_name(decision, view)}{left}: {said}")
        return rows
    rows += visit.rows(asked_question(room, decision, view), style="bold")
    rows += option_lines(room, room.asked, few=True)
    return rows


def option_lines(room: TableRoom, asked: Asked, *, few: bool = False) -> list[Line]:
    """Return the numbered options; ``few`` leaves out most of a long list."""
    visit = room.visit
    shown: Sequence[Choice] = listed_choices(asked, few=few)
    total = len(shown)
    most = max(5, min(FEW, visit.caps.rows - 10))
    by_enter = enter_key(asked)
    if few and len(shown) > most:
        # What Enter takes is always in the list.
        rest = [choice for choice in shown[most - 1 :] if choice.key == by_enter]
        shown = [*shown[: most - len(rest)], *rest]
    room.shown.add(choice.number for choice in shown)
    rows: list[Line] = []
    for choice in shown:
        # In an auction a number is an amount of money, so nothing else is numbered.
        number = "  " if asked.decision.kind == "bid" else f"{choice.number:2}"
        line = Line.of(number, "number").add(f" {choice.label}")
        if choice.key == by_enter:
            line.add(BY_ENTER, "dim")
        rows.extend(line.wrapped(max(20, visit.caps.columns - 1), indent=3))
    left = total - len(shown)
    summary = ""
    if asked.decision.kind == "move" and len(shown) < len(asked.choices):
        summary = move_summary(asked) if few else rides_hint(asked)
    if unlisted := unlisted_words(left, summary):
        rows.extend(visit.rows(unlisted, style="dim"))
    if hint := hint_of(room, asked):
        rows.extend(visit.rows(hint, style="dim"))
    return rows


def unlisted_words(left: int, summary: str) -> str:
    """Return how many options have no line and how they are seen, said once for all of them."""
    if summary:
        return f"And {left} more. {summary}" if left else summary
    return f"   and {left} more: type options." if left else ""


def hint_of(room: TableRoom, asked: Asked) -> str:
    """Return how the pending question may be answered, beyond a number and Enter."""
    may_trade = asked.decision.kind == "begin" and room.may_trade
    return answer_hint(asked, may_trade=may_trade)


def show_end(room: TableRoom) -> None:
    """Show how the game ended, once by itself and whenever it is asked for."""
    view, table = room.view, room.table
    room.asked = None
    room.screen.close()
    if view is not None and view.result is not None:
        victory, lines = view.result.victory, result_lines(view.result, view)
    else:
        victory, lines = False, unfinished_lines(table.state.why, table.turn)
    if view is not None and (view.result is not None or table.state.why == "consent"):
        room.visit.announce_lines(ending_screen(room.visit.caps, victory=victory))
    room.visit.announce(*lines, style="title")
    seed = table.revealed_seed()
    if seed is not None and (view is not None or table.seq):
        room.visit.announce(
            f"Seed of the dice: {seed.hex()}",
            f"Promised at the start: {table.commitment}",
            style="dim",
        )
    room.visit.announce("Type honour for the roll of honour, leave for the lobby.")
