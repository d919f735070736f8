"""Tables: look, pause, take up, mend, hand over, end, export.

Room: sysop. Imports lobby, store and its neighbours here. A table goes by its id or
its title; seats are counted from 1, as callers see them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from arkham_bbs.lobby import Caller, LobbyRefused, Table, TableRow
from arkham_bbs.lobby.export import export_lines
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.export import export_table, write_export
from arkham_bbs.sysop.reading import format_time, parse_number
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, builtin, counted, say

_WORD = re.compile(r"[^\W_]+")


async def find_table(desk: Desk, typed: str) -> Table:
    """Find a table that is in memory, by its id, its title, or the beginnings of its id or of
    words of its title.

    Of tables that are called so those that are not over come first.

    Raises:
        SysopRefused: no-such-table, which-table.
    """
    lobby = await desk.lobby()
    wanted = typed.strip().casefold()
    rows = lobby.tables() if wanted else ()
    titled = [row for row in rows if row.title.casefold() == wanted]
    fitting = (
        [row.table for row in rows if row.table == wanted]
        or _rather_playing(titled)
        or [row.table for row in rows if row.table.startswith(wanted)]
        or _rather_playing([row for row in rows if _is_called(row.title, wanted)])
    )
    if len(fitting) > 1:
        raise SysopRefused("which-table", table=wanted[:20], names=", ".join(fitting[:8]))
    if not fitting:
        raise SysopRefused("no-such-table", table=typed[:20])
    return lobby.table(fitting[0])


def _rather_playing(rows: Sequence[TableRow]) -> list[str]:
    playing = [row.table for row in rows if row.status not in ("finished", "ended")]
    return playing or [row.table for row in rows]


def _is_called(title: str, wanted: str) -> bool:
    """Say whether each word typed begins a word of the title."""
    words = _WORD.findall(title.casefold())
    typed = _WORD.findall(wanted)
    return bool(typed) and all(any(word.startswith(part) for word in words) for part in typed)


def _seat(table: Table, typed: str) -> int:
    return parse_number(typed, "SEAT", 1, max(1, len(table.seating.seats))) - 1


def _told(table: Table) -> str:
    return f'{table.id} ("{table.title}")'


def _row(table: Table) -> dict[str, Any]:
    row = table.row(None)
    return {
        "table": row.table,
        "title": row.title,
        "status": row.status,
        "host": row.host,
        "seats": [s.handle for s in row.seats],
        "turn": row.turn,
        "waiting_for": row.waiting_for,
        "waiting_s": row.waiting_s,
        "watching": row.watching,
        "pace": row.pace,
        "private": row.private,
        "reference": table.state.reference,
    }


@COMMANDS.add("moderator")
async def table_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table list [--all]

    List the tables that are not over, those in trouble first; with --all the last finished too.

    Example: table list
    """
    lobby = await desk.lobby()
    tables = [lobby.table(row.table) for row in lobby.tables()]
    if not given.has("all"):
        tables = [t for t in tables if not t.is_over]
    tables.sort(key=lambda t: (t.status != "frozen", -t.active_at))
    data = [_row(t) for t in tables]
    rows = Rows.of(
        "TABLE STATUS TURN WAITS-FOR SINCE SEATS TITLE",
        [
            (
                r["table"],
                r["status"],
                r["turn"],
                r["waiting_for"] or "-",
                format_time(r["waiting_s"]) if r["waiting_for"] else "-",
                " ".join(name or "(free)" for name in r["seats"]),
                r["title"],
            )
            for r in data
        ],
    )
    return Reply(lines=(f"{counted(len(tables), 'table')}.",), rows=rows, data=data)


@COMMANDS.add("moderator", private=True)
async def table_inspect(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table inspect TABLE

    Show a table in full: seats, what is asked, clock, votes, answers, and why it is frozen.
    What the game hides stays hidden.

    Example: table inspect "Night shift"
    """
    table = await find_table(desk, given["table"])
    try:
        await table.ready()
    except LobbyRefused as refused:
        if refused.code != "store-unavailable":
            raise
    decision, clock = table.decision, table.clock()
    facts = _row(table) | {
        "why": table.state.why,
        "answers": table.seq,
        "voided": [list(span) for span in table.state.voided],
        "commitment": table.commitment,
        "rules": table.state.rules,
        "attending": sorted(p.caller.handle for p in table.attending.values()),
        "gallery": sorted(p.caller.handle for p in table.watching.values()),
        "spec": builtin(table.spec) | {"code": "(hidden)" if table.spec.code else ""},
        "seats": [
            {
                "seat": s.seat + 1,
                "handle": s.handle,
                "control": s.control,
                "present": s.present,
                "idle_s": s.idle_s,
                "offered": s.offered,
            }
            for s in table.seats()
        ],
        "decision": None
        if decision is None
        else {
            "number": decision.number,
            "kind": decision.kind,
            "seat": decision.seat + 1,
            "rule": decision.rule,
            "options": len(decision.options),
        },
        "clock": None if clock is None else builtin(clock),
        "votes": [{"id": v.vote, "kind": v.kind} for v in table.voting.votes if not v.is_secret],
    }
    rows = Rows.of(
        "SEAT HANDLE CONTROL ON-THE-LINE IDLE",
        [
            (
                s["seat"],
                s["handle"] or "(free)",
                s["control"],
                "yes" if s["present"] else "no",
                format_time(s["idle_s"]),
            )
            for s in facts["seats"]
        ],
    )
    lines = [
        f"{_told(table)}: {table.status}, turn {table.turn}, {counted(table.seq, 'answer')}.",
        f"Host {table.seating.host_handle() or 'nobody'}; {table.spec.preset}, {table.spec.pace}.",
    ]
    if table.state.rules:
        lines.append(f"Rules of version {table.state.rules}.")
    if table.status == "frozen":
        lines.append(
            f"Frozen by a fault known as {table.state.reference}. table resume tries again; "
            "table resume --from-checkpoint goes back to the last safe point."
        )
    if decision is not None:
        lines.append(f"Seat {decision.seat + 1} is asked {decision.kind} ({decision.rule}).")
    return Reply(lines=tuple(lines), rows=rows, data=facts, subject=table.id)


@COMMANDS.add("moderator", act=True)
async def table_pause(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table pause TABLE [REASON...]

    Pause a table: clocks stand, nobody can answer, and everybody there, or who comes, is told why.
    Only staff let it go on, with table resume or unpause at the table.

    Example: table pause k4x7qn the power goes in ten minutes
    """
    table = await find_table(desk, given["table"])
    await table.ready()
    await table.pause(actor.as_caller(), given.reason)
    return await _done(table, f"{_told(table)} is paused.")


@COMMANDS.add("moderator", act=True)
async def table_resume(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table resume TABLE [--from-checkpoint]

    Take a paused table up again, or try a frozen one again: from its answers, or from the last
    checkpoint when the answers are what breaks it.

    Example: table resume k4x7qn
    """
    table = await find_table(desk, given["table"])
    before = table.status
    if before == "frozen":
        await table.thaw(actor.as_caller(), to_checkpoint=given.has("from-checkpoint"))
    else:
        if before not in ("paused", "adjourned"):
            table.must_be_playing()
        await table.resume(actor.as_caller())
    return await _done(table, f"{_told(table)} goes on (was {before}).", before=before)


@COMMANDS.add("sysop", act=True)
async def table_end(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table end TABLE REASON...

    Close a table for good. The game is not finished and enters no roll of honour.

    Example: table end k4x7qn its callers asked for it
    """
    table = await find_table(desk, given["table"])
    if table.is_over:
        raise SysopRefused("game-over")
    await table.end(actor.as_caller())
    return await _done(table, f"{_told(table)} is closed.")


@COMMANDS.add("moderator", act=True)
async def table_hand_over(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table hand-over TABLE SEAT HANDLE [REASON...]

    Give a seat to somebody else, whoever has it now.

    Example: table hand-over k4x7qn 2 Bob Ann is away till spring
    """
    table = await find_table(desk, given["table"])
    seat = _seat(table, given["seat"])
    heir = await desk.account(given["handle"])
    before = table.seating.handle(seat)
    role: Any = heir.role
    await table.seating.hand_over(actor.as_caller(), seat, Caller(heir.id, heir.handle, role))
    return await _done(
        table,
        f"Seat {seat + 1} of {_told(table)} is {heir.handle}'s now (was {before or 'free'}).",
        seat=seat + 1,
        before=before,
        after=heir.handle,
    )


@COMMANDS.add("moderator", act=True)
async def table_autopilot(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table autopilot TABLE SEAT on|off [REASON...]

    Let the autopilot answer for a seat (on), or give the seat back to its caller (off).

    Example: table autopilot k4x7qn 2 on
    """
    table = await find_table(desk, given["table"])
    seat, on = _seat(table, given["seat"]), given["choice"] == "on"
    await table.seating.autopilot(actor.as_caller(), seat, on)
    told = "answered by the autopilot" if on else "its caller's again"
    return await _done(table, f"Seat {seat + 1} of {_told(table)} is {told}.", seat=seat + 1, on=on)


@COMMANDS.add("moderator", act=True)
async def table_take_back(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table take-back TABLE SEAT [REASON...]

    Undo the last answer of a seat that can be undone, as a vote of the table would.

    Example: table take-back k4x7qn 1 a slip of the finger
    """
    table = await find_table(desk, given["table"])
    seat = _seat(table, given["seat"])
    await table.ready()
    async with table.lock:
        table.must_be_playing()
        await table.take_back(seat, "sysop", actor.handle)
    return await _done(
        table, f"The last answer of seat {seat + 1} of {_told(table)} is undone.", seat=seat + 1
    )


@COMMANDS.add("sysop", act=True)
async def table_undo(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table undo TABLE REASON...

    Set a table back to where this step of the turn began, or the one before when nobody has
    answered in this one yet; everybody there is told, and the answers stay on record.

    Example: table undo k4x7qn a rule was read wrongly
    """
    table = await find_table(desk, given["table"])
    await table.ready()
    undone = await table.undo_to_checkpoint(actor.as_caller())
    told = f"{_told(table)} stands where it began; there is nothing to undo."
    if undone:
        told = f"{_told(table)} is back at the beginning of a step: turn {table.turn}"
        told += f"; {counted(undone, 'answer')} undone."
    return await _done(table, told, undone=undone)


@COMMANDS.add("sysop", private=True)
async def table_export(desk: Desk, actor: Actor, given: Given) -> Reply:
    """table export TABLE [--file]

    Show the whole record of a table as JSON, seed and answers too, as `game verify` reads it;
    --file writes it, and the checkpoints, into the exports of the data directory instead.

    Example: table export k4x7qn --file
    """
    wanted = given["table"].strip().lower()
    if await desk.store.games.get(wanted) is None:
        wanted = (await find_table(desk, wanted)).id
    lobby = desk.live_lobby
    if lobby is not None and wanted in {row.table for row in lobby.tables()}:
        await lobby.table(wanted).settled()
    data = await export_table(desk.store, wanted)
    if data is None:
        raise SysopRefused("no-such-table", table=wanted[:20])
    if not given.has("file"):
        shown = {name: value for name, value in data.items() if name != "checkpoints"}
        lines = await asyncio.to_thread(export_lines, shown)
        return Reply(lines=tuple(lines), data=data, subject=wanted, is_exact=True)
    path = await asyncio.to_thread(write_export, desk.site.exports, wanted, data)
    return say(f"Written to {path}.", data={"table": wanted, "file": str(path)}, subject=wanted)


async def _done(table: Table, sentence: str, **details: Any) -> Reply:
    await table.settled()
    return say(sentence, data=_row(table) | details, subject=table.id, **details)
