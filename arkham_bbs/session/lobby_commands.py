"""What can be typed in the lobby: tables, people, reading, yourself, the board, in that order.

Room: session. Imports its neighbours here. Importing it registers every command of the lobby and
of the table; the commands about people, letters, reading and yourself are registered by their own
files.
"""

from __future__ import annotations

from arkham_bbs.session import (
    letters,
    lobby_tables,  # noqa: F401 - importing these registers what can be typed
    people,
    reading,
    table_around,  # noqa: F401 - importing these registers what can be typed at a table
    table_board,  # noqa: F401
    table_course,  # noqa: F401
    table_doing,  # noqa: F401
    table_standing,  # noqa: F401
    table_trading,  # noqa: F401
    table_votes,  # noqa: F401
    yourself,
)
from arkham_bbs.session.lobby_room import LOBBY, LobbyRoom
from arkham_bbs.session.onward import own_tables, waiting_sentence
from arkham_bbs.session.room import leave_board
from arkham_bbs.session.rules_pages import show_rules
from arkham_bbs.session.table_room import TABLE


@LOBBY.add("tutorial", "learn", group="Tables")
async def tutorial(room: LobbyRoom, text: str) -> None:
    """tutorial

    A guided first turn at a private table, two minutes; nothing you do there counts.

    Example: tutorial
    """
    run = room.visit.services.tutorial
    if run is None:
        room.visit.tell("There is no tutorial on this board. Type rules for the rules in short.")
        return
    await run(room.visit)
    if not await room.go_onward():
        await room.show_menu()


@LOBBY.add("rules", group="Reading")
async def rules(room: LobbyRoom, text: str) -> None:
    """rules [TOPIC]

    Read the rules in short, or the page about one thing.

    Example: rules gates
    """
    await show_rules(room.visit, text)


TABLE.beyond = ((LOBBY, "works in the lobby; leave goes there."),)
LOBBY.beyond = ((TABLE, "works at a table; resume, join or watch leads to one."),)

people.register_on(LOBBY, in_lobby=True)
letters.register_on(LOBBY)
reading.register_on(LOBBY)
yourself.register_on(LOBBY)


@LOBBY.add(
    "sysop",
    group="Board",
    not_now=lambda room: None if room.visit.me.is_staff else "That is for the sysop.",
)
async def sysop(room: LobbyRoom, text: str) -> None:
    """sysop

    The sysop's menu.

    Example: sysop
    """
    run = room.visit.services.sysop_menu
    if run is None:
        room.visit.tell("There is no sysop menu on this board; use the command line.")
        return
    await run(room.visit)
    await room.go_onward()


@LOBBY.add("bug", "report", group="Board")
async def bug(room: LobbyRoom, text: str) -> None:
    """bug [WORDS]

    Report something odd to the sysop; you get a number to refer to.

    Example: bug the list of tables shows my seat twice
    """
    words = text or await room.visit.ask("What went wrong?")
    if not words:
        room.visit.tell("Nothing was reported.")
        return
    account = room.visit.account
    data = {"from": room.visit.handle, "where": "lobby"}
    report = await room.visit.services.store.reports.add(
        "bug", words, data, account_id=account.id if account else None
    )
    room.visit.tell(f"Thank you. The sysop knows it as {report.ref}.")


@LOBBY.add("help", "h", group="Board")
async def help_(room: LobbyRoom, text: str) -> None:
    """help [COMMAND]

    List what can be typed here, or explain one command; ? does the same.

    Example: help create
    """
    if not text:
        await room.show_menu()
    await room.show_help(text)


@LOBBY.add("quit", "q", "bye", "exit", "logoff", "logout", "off", group="Board")
async def quit_(room: LobbyRoom, text: str) -> None:
    """quit

    Hang up. Your seats and your games are kept.

    Example: quit
    """
    waiting = [row for row in own_tables(room.visit) if row.my_decision]
    raise leave_board("quit", *([waiting_sentence(waiting, still=True)] if waiting else []))
