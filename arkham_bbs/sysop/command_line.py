"""`arkham-bbs sysop COMMAND`: the services on the machine itself, server running or stopped.

Room: sysop. Imports accounts, lobby, store and its neighbours here.

A running server is reached through its socket, so that what is done is done at once. Without one
the commands work on the store; those that need callers say that the server is not running.
"""

from __future__ import annotations

import asyncio
import sys
import time

from arkham_bbs.accounts import Accounts
from arkham_bbs.lobby import Lobby, ManualTime
from arkham_bbs.ops.local_line import NAME, Answer, Request, ask, request_of, show
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.board import Site
from arkham_bbs.sysop.desk import Desk
from arkham_bbs.sysop.line import answer_of, machine_actor
from arkham_bbs.sysop.opening import no_board, sentence_about


def run(words: list[str], site: Site) -> Answer:
    """Ask the running server, or do it here.

    Raises:
        OSError: the server is another user's.
    """
    request = request_of(words)
    answer = ask(site.data_dir / NAME, request)
    return answer if answer is not None else asyncio.run(_stopped(request, site))


def main(words: list[str], site: Site) -> int:
    """Do a command on a stopped board and print what it says; returns the exit status."""
    try:
        answer = asyncio.run(_stopped(request_of(words), site))
    except StoreError as error:
        print(f"arkham-bbs sysop: {sentence_about(error, site.database)}", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(f"arkham-bbs sysop: {error}", file=sys.stderr)
        return 1
    return show(answer, words)


async def _stopped(request: Request, site: Site) -> Answer:
    """Do one command on the store of a stopped board."""
    missing = no_board(site.data_dir, site.database)
    if missing and request.words[:1] != ["help"]:
        return Answer(2, [missing])
    unopened: Exception | None = None
    try:
        store = await Store.open("sqlite:///:memory:" if missing else site.database)
    except (StoreError, OSError) as error:
        # The doctor, and putting back a backup, are wanted most just now.
        unopened = error
        store = await Store.open("sqlite:///:memory:")
    accounts = Accounts(store)
    lobbies: list[Lobby] = []

    async def open_lobby() -> Lobby:
        # A clock that stands still: no game may go on because somebody looks at it.
        lobby = Lobby(store, time=ManualTime(time.time()))
        await lobby.open()
        lobbies.append(lobby)
        # What a table says of itself is as old as its last small print; its answers are not.
        await lobby.loaded()
        return lobby

    desk = Desk(store, accounts, site, open_lobby=open_lobby, unopened=unopened)
    try:
        outcome = await desk.run(machine_actor(request.user), request.words)
    finally:
        for lobby in lobbies:
            await lobby.close()
        await accounts.close()
        await desk.store.close()
    return answer_of(outcome, request.columns)
