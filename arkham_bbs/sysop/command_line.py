"""`arkham-bbs sysop COMMAND`: the services on the machine itself, server running or stopped.

Room: sysop. Imports accounts, lobby, store and its neighbours here.

A running server is reached through its socket, so that what is done is done at once. Without one
the commands work on the store; those that need callers say that the server is not running.
"""

from __future__ import annotations

import asyncio
import getpass
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from arkham_bbs.accounts import Accounts
from arkham_bbs.lobby import Lobby, ManualTime
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.board import Site
from arkham_bbs.sysop.desk import Desk
from arkham_bbs.sysop.line import NAME, Answer, Request, answer_of, ask, machine_actor

USAGE = """Usage: arkham-bbs sysop [--config FILE] [--data-dir DIR] COMMAND [ARGUMENTS] [--json]

Runs the board from this machine, whether the server runs or not.
`arkham-bbs sysop help` lists the commands; `arkham-bbs sysop help ban` explains one."""


def main(arguments: Sequence[str], site: Site) -> int:
    """Run one command and print what it says; returns 0 done, 1 refused, 2 wrong usage."""
    words = list(arguments)
    if not words or words[0] in ("--help", "-h"):
        print(USAGE)
        return 0 if words else 2
    try:
        answer = run(words, site)
    except (OSError, StoreError, ValueError) as error:
        print(f"arkham-bbs sysop: {error}", file=sys.stderr)
        return 1
    stream = sys.stdout if answer.status == 0 or "--json" in words else sys.stderr
    for line in answer.lines:
        print(line, file=stream)
    return answer.status


def run(words: list[str], site: Site) -> Answer:
    """Ask the running server, or do it here."""
    columns = shutil.get_terminal_size((100, 24)).columns
    request = Request(words, _user(), columns)
    answer = ask(site.data_dir / NAME, request)
    return answer if answer is not None else asyncio.run(_stopped(request, site))


def _user() -> str:
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return ""


async def _stopped(request: Request, site: Site) -> Answer:
    """Do one command on the store of a stopped board."""
    site.data_dir.mkdir(parents=True, exist_ok=True)
    store = await Store.open(site.database)
    accounts = Accounts(store)
    lobbies: list[Lobby] = []

    async def open_lobby() -> Lobby:
        # A clock that stands still: no game may go on because somebody looks at it.
        lobby = Lobby(store, time=ManualTime(time.time()))
        await lobby.open()
        lobbies.append(lobby)
        return lobby

    desk = Desk(store, accounts, site, open_lobby=open_lobby)
    try:
        outcome = await desk.run(machine_actor(request.user), request.words)
    finally:
        for lobby in lobbies:
            await lobby.close()
        await accounts.close()
        await desk.store.close()
    return answer_of(outcome, request.columns)
