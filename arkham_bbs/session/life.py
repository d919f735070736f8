"""A visit from its first byte to its last: who, attach, listen, lobby, good-bye.

Room: session. Imports lobby, terminal and its neighbours here.
Source: contract of ``run_session``; USER_ASKS D1, D2, D8, C4.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

import structlog

from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.session import lobby_commands  # noqa: F401 - registers what can be typed
from arkham_bbs.session.arrival import greet
from arkham_bbs.session.entry import enter_board
from arkham_bbs.session.faults import apology, record_fault
from arkham_bbs.session.leaving import SessionOver
from arkham_bbs.session.lobby_room import LobbyRoom
from arkham_bbs.session.refusals import lobby_sentence
from arkham_bbs.session.screens import farewell_screen
from arkham_bbs.session.services import Origin, Services
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.errors import StoreError, StoreUnavailable
from arkham_bbs.terminal import Cancelled, Hangup, Terminal

LOG = structlog.get_logger("arkham.session")


async def run_session(services: Services, terminal: Terminal, origin: Origin) -> str:
    """Serve one caller until they leave; the terminal is closed when this returns.

    Returns why it ended, as a stable word for log and figures ("left", "idle", "fault:K4-71").

    Never raises for anything the caller or the line does; a fault of ours is logged under the
    reference the caller reads. CancelledError passes, after the seat and the line are let go.
    """
    visit = Visit(services, terminal, origin)
    why, last = "left", ()  # type: tuple[str, tuple[str, ...]]
    try:
        await _live(visit)
    except SessionOver as over:
        why, last = over.why, over.lines
    except Hangup as gone:
        why = f"hangup:{gone.reason}"
    except Cancelled:
        why = "cancelled"
    except LobbyRefused as refused:
        why, last = refused.code, (lobby_sentence(refused.code, refused.facts),)
    except asyncio.CancelledError:
        why = "stopped"
        raise
    except Exception as error:  # the last net: the caller reads an apology, never a traceback
        reference = record_fault(error, doing="session", handle=visit.handle, door=origin.door)
        why, last = f"fault:{reference}", (apology(reference),)
    finally:
        await _let_go(visit, why, last)
    return visit.ended.why if visit.ended is not None else why


async def _live(visit: Visit) -> None:
    await enter_board(visit)
    await _attach(visit)
    visit.terminal.entered_lobby()
    visit.terminal.send_gmcp("Char.Name", {"name": visit.handle})
    listener = asyncio.create_task(_listen(visit), name=f"listen:{visit.handle}")
    try:
        await _inside(visit)
    finally:
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)


async def _attach(visit: Visit) -> None:
    origin = visit.origin
    session_id = origin.session_id or secrets.token_hex(8)
    visit.presence = await visit.services.lobby.attach(
        visit.me, session_id=session_id, door=origin.door, address=origin.address
    )
    with suppress(StoreUnavailable):
        visit.call_id = await visit.services.store.calls.begin(
            visit.account.id if visit.account else None, visit.handle, origin.door, origin.address
        )
    LOG.info(
        "caller_in",
        handle=visit.handle,
        door=origin.door,
        address=origin.address,
        session=session_id,
    )


async def _listen(visit: Visit) -> None:
    """Hear notices beside the caller's typing; an ended session lets go of the line at once."""
    await visit.hearing.listen()
    if visit.ended is not None and not visit.terminal.closed:
        visit.terminal.close(
            [line for text in visit.ended.lines for line in visit.rows(text, style="warn")]
        )


async def _inside(visit: Visit) -> None:
    presence = visit.presence
    table = presence.table if presence is not None else None
    place = presence.place if presence is not None else "lobby"
    lobby = LobbyRoom(visit)
    if visit.origin.resumed and table is not None:
        visit.tell("The line is back.", style="good")
    else:
        with visit.hearing.inside(lobby):
            await visit.attempt(greet(visit), doing="greet")
    # A tutorial is gone with the session that took it.
    known = table is not None and visit.services.lobby.row(table, visit.me) is not None
    if table is not None and known and place in ("table", "watching"):
        # A session that was taken over, or a web page that came back, goes on where it was.
        with visit.hearing.inside(lobby):
            await visit.attempt(
                lobby.sit(table, watching=place == "watching"), doing="go back to the table"
            )
    await lobby.live()


async def _let_go(visit: Visit, why: str, last: tuple[str, ...]) -> None:
    """Leave no ghost: the presence, the record of the call, the line."""
    if visit.ended is not None:
        why, last = visit.ended.why, visit.ended.lines
    if not visit.terminal.closed:
        lines = [line for text in last for line in visit.rows(text)]
        if why == "quit":
            lines += farewell_screen(visit.caps, visit.caller.handle if visit.caller else "")
        visit.terminal.close(lines)
    if visit.presence is not None:
        hung_up = why == "hangup:hung-up" or not why.startswith("hangup:")
        await visit.services.lobby.detach(visit.presence, hung_up=hung_up)
    if visit.call_id is not None:
        with suppress(StoreError):
            await visit.services.store.calls.end(visit.call_id)
    if visit.caller is not None:
        LOG.info("caller_out", handle=visit.handle, door=visit.origin.door, why=why)
