"""How tables and people are listed: one line each, and sentences for screen readers.

Room: session. Imports lobby types and terminal lines. Source: issue 5 ("the lobby list shows all
of it"), USER_ASKS F14, H1, I3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arkham_bbs.game.content.rules import option_name
from arkham_bbs.game.narration.names import counted
from arkham_bbs.lobby import TableRow
from arkham_bbs.lobby.presence import PersonHere
from arkham_bbs.session.parsing import Candidate, Found, Several, choose
from arkham_bbs.session.refusals import format_wait
from arkham_bbs.terminal import Line
from arkham_bbs.terminal.clean import CUT, cut_text, pad_text

STATUS = {
    "gathering": "open",
    "playing": "playing",
    "paused": "paused",
    "adjourned": "adjourned",
    "frozen": "stopped",
    "finished": "over",
    "ended": "closed",
}


def status_text(row: TableRow) -> str:
    """Return what a table is doing, in a word or two."""
    return "given up" if row.status == "ended" and row.why == "consent" else STATUS[row.status]


def short_id(table: str) -> str:
    """Return the part of a table's id that callers type."""
    return table[:6]


def table_candidates(rows: Sequence[TableRow]) -> list[Candidate]:
    """Return what a caller may call each table: its title, its id, its host."""
    return [
        Candidate(row.table, (row.title or short_id(row.table), short_id(row.table), row.table))
        for row in rows
    ]


def games_called(text: str, games: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the ids of the games a typed title may mean, by the rule of ``resume`` and ``join``.

    ``games`` are ids and titles; a bare number counts no list here.
    """
    if text.isdigit():
        return ()
    found = choose(text, [Candidate(key, (title,)) for key, title in games], suggest=False)
    if isinstance(found, Found):
        return (found.key,)
    return tuple(one.key for one in found.choices) if isinstance(found, Several) else ()


def seats_text(row: TableRow) -> str:
    """Return who sits where: ``Ann, Bob (away), 1 free``; of a game that is over, who sat there."""
    if row.status in ("finished", "ended"):
        return ", ".join(seat.handle for seat in row.seats if seat.handle) or "nobody"
    parts: list[str] = []
    for seat in row.seats:
        if seat.handle is None:
            continue
        note = ""
        if seat.control == "autopilot":
            note = " (autopilot)"
        elif seat.offered:
            note = " (seat offered)"
        elif not seat.present:
            note = " (away)"
        parts.append(f"{seat.handle}{note}")
    if row.free:
        parts.append(f"{row.free} free")
    return ", ".join(parts) or "nobody"


def options_text(row: TableRow) -> str:
    """Return preset, investigators each where that was chosen, switches and modules in words."""
    on = [
        option_name(name if value is True else f"{name}={value}")
        for name, value in row.switches.items()
        if value
    ]
    each = row.investigators_each
    chosen = [f"{counted(each, 'investigator')} each"] if each else []
    words = [f"{row.preset} rules", *chosen, *on, *(option_name(name) for name in row.modules)]
    return ", ".join([words[0], *(word.lower() for word in words[1:])])


def pace_text(row: TableRow) -> str:
    """Return the pace: ``live, 5 minutes a decision``; no clock runs for one who plays alone."""
    if len(row.seats) == 1:
        return "played alone, in your own time" if row.mine else "played alone, without a clock"
    pace = f"{row.pace}, {format_wait(row.decision_s)} a decision"
    taken = sum(1 for seat in row.seats if seat.handle is not None)
    return f"{pace} (no clock while one is alone)" if taken <= 1 and row.turn else pace


def waiting_text(row: TableRow, me: str) -> str:
    """Return who is waited for and how long, or nothing."""
    if row.status != "playing" or row.waiting_for is None:
        return ""
    who = "you" if row.waiting_for == me else row.waiting_for
    return f"waiting for {who} ({format_wait(row.waiting_s)})"


def table_sentence(row: TableRow, number: int, me: str) -> str:
    """Return one table as a sentence, labels before values."""
    parts = [f"{number}: {row.title or 'untitled'}. Status: {status_text(row)}"]
    if row.turn:
        parts.append(f"Turn: {row.turn}")
    parts.append(f"Seats: {seats_text(row)}")
    if waiting := waiting_text(row, me):
        parts.append(waiting[0].upper() + waiting[1:])
    parts.append(f"Rules: {options_text(row)}")
    parts.append(f"Pace: {pace_text(row)}")
    if row.private:
        parts.append("Private, by code")
    if row.spectators == "none":
        parts.append("No watching")
    elif row.spectators == "code":
        parts.append("Watching by code")
    elif not row.spectators_chat:
        parts.append("Watchers keep quiet")
    if row.watching:
        parts.append(f"Watching: {row.watching}")
    return ". ".join(parts) + "."


TITLE_COLUMNS, NARROW_TITLE, STATUS_COLUMNS = 24, 20, 13
"""What a list of tables spends on a title, on 40 columns as well, and on "adjourned t12"."""

MARKS = "* your move   + your seat"
"""What the marks in a list of tables mean."""


def table_lines(
    rows: Sequence[TableRow], columns: int, me: str, *, linear: bool, first: int = 1
) -> list[Line]:
    """Return a list of tables, or the part of one that begins with number ``first``."""
    lines: list[Line] = []
    for number, row in enumerate(rows, first):
        if linear:
            lines.append(Line(table_sentence(row, number, me)))
            continue
        mark = "*" if row.my_decision else ("+" if row.mine else " ")
        status = status_text(row) + (f" t{row.turn}" if row.turn else "")
        head = Line.of(f"{number:2}{mark}", "number")
        most = TITLE_COLUMNS if columns >= 60 else NARROW_TITLE
        title = cut_text(row.title or "untitled", most, ellipsis=CUT)
        head.add(pad_text(title, most + 1), "title" if row.mine else "")
        if columns >= 60:
            head.add(pad_text(status, STATUS_COLUMNS), "good" if row.free else "dim")
            head.add(seats_text(row))
            lines.extend(head.wrapped(columns - 1, indent=4))
        else:
            head.add(status, "good" if row.free else "dim")
            lines.append(head.cut(columns - 1, ellipsis=CUT))
            lines.extend(Line.of(f"    {seats_text(row)}", "other").wrapped(columns - 1, indent=4))
        notes = [
            part for part in (waiting_text(row, me), options_text(row), pace_text(row)) if part
        ]
        if row.private:
            notes.append("private")
        if row.spectators != "open":
            notes.append("no watching" if row.spectators == "none" else "watching by code")
        if row.watching:
            notes.append(f"{row.watching} watching")
        text = "; ".join(notes)
        lines.extend(line for line in Line.of(f"    {text}", "dim").wrapped(columns - 1, indent=4))
    return lines


def person_sentence(person: PersonHere, titles: Mapping[str, str]) -> str:
    """Return where somebody is, in words."""
    title = titles.get(person.table or "")
    where = {
        "lobby": "in the lobby",
        # Only the tables of the tutorial are in no list.
        "table": f'playing at "{title}"' if title else "taking the tutorial",
        "watching": f'watching "{title}"' if title else "watching a table",
        "reading": "reading",
        "away": "away",
    }.get(person.place, person.place)
    idle = f", quiet for {format_wait(person.idle_s)}" if person.idle_s >= 60 else ""
    role = f" ({person.role})" if person.role in ("moderator", "sysop") else ""
    through = f"by {person.door}" + (" on another server" if person.elsewhere else "")
    return f"{person.handle}{role}: {where}, {through}{idle}"
