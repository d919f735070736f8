"""From wherever a caller is to a table: resume, and the invitations that are still open.

Room: session. Imports lobby and its neighbours here. A notice that says "type resume" or "type
invitations" may come at any place, so every place takes both.
Source: issue 5 (being told), USER_ASKS I1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arkham_bbs.lobby import TableRow
from arkham_bbs.session.commands import CommandTable, Ready
from arkham_bbs.session.listing import table_candidates
from arkham_bbs.session.parsing import Candidate, Found, choose, join_words, match
from arkham_bbs.session.refusals import lobby_sentence
from arkham_bbs.session.room import Room
from arkham_bbs.session.visit import Visit

OVER = ("finished", "ended")

_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


@dataclass(frozen=True)
class Invitation:
    """A table somebody has asked the caller to, and who: each table once."""

    table: str
    title: str
    code: str
    senders: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Return who asks to what."""
        verb = "asks" if len(self.senders) == 1 else "ask"
        return f'{join_words(self.senders)} {verb} you to sit down at "{self.title}".'


def own_tables(visit: Visit, *, besides: str = "") -> list[TableRow]:
    """Return the caller's own tables that are not over, those that wait for them first."""
    own = [row for row in visit.services.lobby.own(visit.me) if row.table != besides]
    return sorted(own, key=lambda row: (not row.my_decision, -row.active_at))


def waiting_sentence(rows: Sequence[TableRow], *, still: bool = False) -> str:
    """Return ``Three tables wait for you: "A", "B" and "C".``, or that they still do."""
    count = _COUNTS[len(rows)] if len(rows) < len(_COUNTS) else str(len(rows))
    tables = "table" if len(rows) == 1 else "tables"
    wait = ("still " if still else "") + ("waits" if len(rows) == 1 else "wait")
    titles = [f'"{row.title}"' for row in rows]
    more = f" and {len(rows) - 3} more" if len(rows) > 3 else ""
    shown = ", ".join(titles[:3]) + more if more else join_words(titles)
    return f"{count} {tables} {wait} for you: {shown}."


async def open_invitations(visit: Visit) -> list[Invitation]:
    """Return the invitations that can still be followed, the oldest first.

    Left out are tables where the caller sits already, those that are over or full, and whoever
    the caller ignores.
    """
    lobby, store = visit.services.lobby, visit.services.store
    pending = await store.invites.pending(visit.me.account)
    if not pending:
        return []
    ignored = set(await lobby.chat.ignored(visit.me))
    found: dict[str, Invitation] = {}
    for invite in pending:
        row = lobby.row(invite.game_id or "", visit.me)
        if row is None or row.mine or row.status in OVER:
            continue
        if invite.seat is None and not row.free:
            continue
        sender = await store.accounts.get(invite.from_id) if invite.from_id is not None else None
        handle = sender.handle if sender is not None else row.host
        if handle in ignored:
            continue
        known = found.get(row.table)
        senders = dict.fromkeys((*(known.senders if known else ()), handle))
        found[row.table] = Invitation(row.table, row.title, invite.code, tuple(senders))
    return list(found.values())


def no_guests(room: Room) -> str | None:
    """Return why a guest can go to no table of their own."""
    return lobby_sentence("guests-cannot", {}) if room.visit.is_guest else None


def _is_called(text: str, here: str, visit: Visit, others: Sequence[TableRow]) -> bool:
    """Say whether this names the table one is at, and none of one's others."""
    row = visit.services.lobby.row(here, visit.me)
    known = choose(text, table_candidates(tuple(others)), suggest=False)
    named = match(text, table_candidates((row,) if row else ()), suggest=False)
    return isinstance(named, Found) and not isinstance(known, Found)


async def resume(room: Room, text: str) -> None:
    """resume [TABLE]

    Go to a table of yours; without a name, to the one that waits for you. Where you are now your
    seat is kept.

    Example: resume
    """
    visit = room.visit
    here = room.at_table
    table = visit.services.lobby.table(here) if here else None
    if table is not None and not text and table.status in ("paused", "adjourned"):
        await table.resume(visit.me)
        return
    own = own_tables(visit, besides=here)
    if text and here and _is_called(text, here, visit, own):
        visit.tell("You are at it already.")
        return
    if not own:
        visit.tell(
            "You sit at no other table."
            if here
            else "You sit at no table. Type games to find one, or create to begin one."
        )
        return
    chosen = own[0].table
    if text:
        found = choose(text, table_candidates(tuple(own)))
        if not isinstance(found, Found):
            titles = join_words([f'"{row.title}"' for row in own])
            visit.tell(f'No table of yours is called "{text}". You sit at {titles}.')
            return
        chosen = found.key
    elif here and not own[0].my_decision:
        titles = join_words([f'"{row.title}"' for row in own])
        visit.tell(f"No other table waits for you. You sit at {titles}: type resume and its name.")
        return
    await room.go_to(chosen)


async def invitations(room: Room, text: str) -> None:
    """invitations

    List the tables you have been asked to, and sit down at one.

    Example: invitations
    """
    visit = room.visit
    asked = await open_invitations(visit)
    if not asked:
        visit.tell("Nobody has asked you to a table.")
        return
    choices = [
        Candidate(one.table, (f"{one.title}, from {join_words(one.senders)}", one.title, one.table))
        for one in asked
    ]
    chosen = await visit.ask_one("Which one? (Enter: none)", choices)
    for one in asked:
        if one.table == chosen:
            await visit.services.lobby.join(visit.me, one.table, code=one.code)
            await room.go_to(one.table)


def register_on(table: CommandTable[Any], group: str = "Tables") -> None:
    """Add both commands to a place's table of commands."""
    table.add("resume", group=group, not_now=no_guests)(resume)
    table.add("invitations", "invited", group=group, not_now=no_guests)(invitations)


ALONE: CommandTable[Any] = CommandTable("everywhere")
register_on(ALONE)


async def taken(room: Room, line: str) -> bool:
    """Do ``line`` when it is one of the two, for a place that reads its lines otherwise."""
    if ALONE.get(line.partition(" ")[0].casefold()) is None:
        return False
    ready = ALONE.read(room, line)
    if isinstance(ready, Ready):
        await ready.command.run(room, ready.argument)
    else:
        room.visit.tell(ready.sentence)
    return True
