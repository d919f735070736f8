"""Help about the moment at hand: what is asked, what the options mean, what good players weigh.

Room: session. Imports game (decisions) and its neighbours here.
Source: issue 5 (contextual help at any prompt), DESIGN.md section 8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.game.narration import help_text
from arkham_bbs.session.chances import odds_lines
from arkham_bbs.session.option_list import enter_hint
from arkham_bbs.session.rules_pages import about_option
from arkham_bbs.session.table_telling import hint_of
from arkham_bbs.session.told import question_of, waited_for

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom


def _talk_while_watching(room: TableRoom) -> str:
    """Return whether this caller may speak to the others who look on, and how."""
    if room.visit.is_guest:
        return "Guests listen: chat shows what was said; register in the lobby gets you a name."
    if not room.table.spec.spectators_chat:
        return "Those who look on keep quiet here."
    return "say speaks to the others who look on."


def help_at_this_moment(room: TableRoom) -> list[str]:
    """Return what a caller at a table should know right now."""
    view, decision = room.view, room.decision
    if view is None or not room.table.is_started:
        return [
            "The game has not begun.",
            "start begins it (the host). invite NAME asks somebody. say speaks to the table.",
            "leave goes back to the lobby. help all lists every command.",
        ]
    if decision is None:
        return [
            "The game is over.",
            "honour shows the roll of honour, log what happened, dice how they fell.",
            "leave goes back to the lobby.",
        ]
    if room.watching or room.seat is None:
        return [
            "You are looking on. map, look, sheet, gates, monsters and log show the game.",
            f"{_talk_while_watching(room)} leave goes back to the lobby.",
        ]
    if not room.is_mine:
        return [
            f"{room.waiting_text()} is asked: {waited_for(decision, view)}",
            "Meanwhile: map, look, sheet, gates, monsters, log; say, tell, trade, use, cast.",
            "clock tells the time left. help all lists every command.",
        ]
    lines = [f"Asked: {question_of(decision, view)}"]
    if room.asked is not None:
        many = len(room.asked.choices)
        if decision.kind != "bid":  # there a number is an amount, as the hint says
            lines.append(
                f"Answer with a number from 1 to {many}, a name or a part of it. options lists all."
                if many > 1
                else "There is one answer: type 1."
            )
        said = (enter_hint(room.asked), hint_of(room, room.asked))
        lines += [f"{hint.removesuffix('.')}." for hint in said if hint]
        keys = [choice.key for choice in room.asked.choices[:40]]
        if decision.kind == "bid":  # what is to be had, not what one could give for it
            keys = [str(decision.facts.get("item", ""))]
        notes = [about_option(key) for key in keys]
        lines += [note for note in dict.fromkeys(notes) if note][:6]
    lines += [part for part in help_text(decision).split("\n\n") if part]
    lines += odds_lines(decision, view)
    lines.append(
        "map, look, sheet, gates, monsters, log, why and rules can be typed at any time. "
        "help all lists every command."
    )
    return lines
