"""Callers on the line: who is here, kick, mute, and a word to everybody.

Room: sysop. Imports accounts, lobby and its neighbours here.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.lobby.cleaning import with_reason
from arkham_bbs.sysop.board import LineHere
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import format_moment, format_time, parse_until
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, builtin, counted, say

NOBODY = "The server is not running, so nobody is on the line."
KICKED = "The sysop has closed this line."


def shown_line(line: LineHere, actor: Actor) -> dict[str, Any]:
    """Return a line's facts; where somebody calls from is for sysops only."""
    facts: dict[str, Any] = builtin(line)
    if not actor.is_sysop:
        del facts["address"], facts["key"]
    return facts


def find_line(desk: Desk, which: str) -> LineHere:
    """Find a line by handle, session id or its beginning.

    Raises:
        SysopRefused: not-running, no-such-session.
    """
    desk.running()
    lines = desk.lines()
    wanted = which.strip().casefold()
    for line in lines:
        if line.handle is not None and line.handle.casefold() == wanted:
            return line
    fitting = [line for line in lines if len(wanted) >= 3 and line.session.startswith(wanted)]
    if len(fitting) != 1:
        raise SysopRefused("no-such-session", which=which[:40])
    return fitting[0]


def end_line(desk: Desk, line: LineHere, why: Any, sentence: str, reason: str) -> bool:
    """End a line: through the lobby when it has a name there, else at the door."""
    lobby = desk.live_lobby
    if lobby is not None and line.account is not None:
        presence = lobby.presences.of(line.account)
        if presence is not None and presence.session_id == line.session:
            return lobby.expel(line.account, why, reason)
    if desk.board is None:
        return False
    return desk.board.hang_up(line.session, with_reason(sentence, reason), why)


@COMMANDS.add("moderator")
async def who(desk: Desk, actor: Actor, given: Given) -> Reply:
    """who

    List the callers who have a name, where they are and for how long they have been silent.

    Example: who
    """
    lines = [line for line in desk.lines() if line.handle is not None]
    rows = Rows.of(
        "HANDLE ROLE DOOR PLACE TABLE IDLE HERE",
        [
            (
                line.handle,
                line.role,
                line.door,
                line.place,
                line.table or "-",
                format_time(line.idle_s),
                format_time(line.here_s),
            )
            for line in lines
        ],
    )
    data = [
        {
            name: getattr(line, name)
            for name in ("handle", "role", "door", "place", "table", "idle_s", "here_s")
        }
        for line in lines
    ]
    told = f"{len(lines)} on the line." if desk.board else NOBODY
    return Reply(lines=(told,), rows=rows, data=data)


@COMMANDS.add("moderator")
async def sessions(desk: Desk, actor: Actor, given: Given) -> Reply:
    """sessions

    List every connected line, those at the login screen too. Sysops see addresses.

    Example: sessions
    """
    lines = desk.lines()
    with_address = actor.is_sysop
    rows = Rows.of(
        "SESSION HANDLE DOOR " + ("ADDRESS " if with_address else "") + "PLACE IDLE HERE TERMINAL",
        [
            (
                line.session,
                line.handle or "-",
                line.door,
                *((line.address,) if with_address else ()),
                line.place,
                format_time(line.idle_s),
                format_time(line.here_s),
                line.terminal,
            )
            for line in lines
        ],
    )
    told = f"{counted(len(lines), 'line')}." if desk.board else NOBODY
    return Reply(lines=(told,), rows=rows, data=[shown_line(line, actor) for line in lines])


@COMMANDS.add("moderator", private=True)
async def session_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """session show WHO

    Show one line in full: door, place, terminal, what waits for it. WHO is a handle or an id.

    Example: session show Ann
    """
    line = find_line(desk, given["who"])
    facts = shown_line(line, actor)
    return Reply(
        lines=tuple(f"{name}: {value}" for name, value in facts.items() if value is not None),
        data=facts,
        subject=line.handle or line.session,
    )


@COMMANDS.add("moderator", act=True)
async def kick(desk: Desk, actor: Actor, given: Given) -> Reply:
    """kick WHO REASON...

    Close somebody's line; they read the reason and may call again. WHO is a handle or a session.

    Example: kick Ann shouting at the gallery
    """
    line = find_line(desk, given["who"])
    desk.must_outrank(actor, line)
    if not end_line(desk, line, "kicked", KICKED, given.reason):
        raise SysopRefused("no-such-session", which=given["who"][:40])
    name = line.handle or line.session
    return say(
        f"{name} has been sent off the line.",
        data={"session": line.session, "handle": line.handle},
        subject=name,
        session=line.session,
    )


@COMMANDS.add("moderator", act=True)
async def mute(desk: Desk, actor: Actor, given: Given) -> Reply:
    """mute HANDLE TIME REASON...

    Let somebody play but not talk, write or post, for a time or for ever.

    Example: mute Ann 30m spoiling the auction
    """
    account = await desk.account(given["handle"])
    desk.must_outrank(actor, account)
    until = parse_until(given["time"], desk.now())
    # For ever is a date nobody here will see: one field, one meaning.
    until = until or desk.now().replace(year=9000)
    await desk.accounts.mute(account.id, until)
    if desk.live_lobby is not None:
        await desk.live_lobby.account_changed(account.id)
    end = "for ever" if until.year == 9000 else f"until {format_moment(until)} UTC"
    return say(
        f"{account.handle} cannot talk {end}.",
        data={"handle": account.handle, "until": until},
        subject=account.handle,
        until=until,
    )


@COMMANDS.add("moderator", act=True)
async def unmute(desk: Desk, actor: Actor, given: Given) -> Reply:
    """unmute HANDLE

    Let somebody talk again.

    Example: unmute Ann
    """
    account = await desk.account(given["handle"])
    desk.must_outrank(actor, account)
    await desk.accounts.mute(account.id, None)
    if desk.live_lobby is not None:
        await desk.live_lobby.account_changed(account.id)
    return say(
        f"{account.handle} may talk again.",
        data={"handle": account.handle},
        subject=account.handle,
    )


@COMMANDS.add("moderator", act=True)
async def broadcast(desk: Desk, actor: Actor, given: Given) -> Reply:
    """broadcast TEXT...

    Tell everybody on the line something, wherever they are; no ignore list stops it.

    Example: broadcast The kettle is on in the gallery.
    """
    board = desk.running()
    lobby = await desk.lobby()
    lobby.chat.broadcast(actor.signature, given["text"])
    by = f" ({actor.signature})" if actor.signature else ""
    board.announce(f"The board{by}: {given['text'][:1000]}")
    heard = len(desk.lines())
    return say(f"Told to {heard} on the line.", data={"heard": heard}, subject="everybody")
