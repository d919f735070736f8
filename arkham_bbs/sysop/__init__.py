"""Administration: one set of services behind the menu, SSH commands and the command line.

Room: sysop. Imports lobby, accounts, store, game (content) and ops (the log).

    desk = Desk(store, accounts, site, lobby=lobby, board=running_board)
    actor = await desk.actor(account_id, "ssh", address)     role "none" for whoever may not
    outcome = await desk.run(actor, ("ban", "account", "Ann", "--for", "7d", "spite"))
    outcome.status, outcome.lines(width, linear), outcome.json()

- ``COMMANDS`` is the one table of commands: name, grammar, help, least role, handler.
- ``Desk.run`` is the one place where permissions are checked and acts are recorded.
- ``board.RunningBoard`` is what a running server offers; a stopped board has none, and commands
  then work on the store, or say that the server is not running.
- ``line.LineServer`` lets ``arkham-bbs sysop`` reach a running server through a Unix socket.
"""

from __future__ import annotations

from arkham_bbs.sysop import (  # noqa: F401  (imported for the commands they register)
    backups,
    bans,
    callers,
    doctor,
    entrance,
    games,
    keys,
    notices,
    people,
    roles,
    running,
)
from arkham_bbs.sysop.board import (
    LineHere,
    Reloaded,
    RunningBoard,
    SettingShown,
    Site,
    Upkeep,
)
from arkham_bbs.sysop.catalogue import COMMANDS, Command
from arkham_bbs.sysop.closing import Closing
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import split_words
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Outcome, Reply
from arkham_bbs.sysop.upkeep import Caretaker

__all__ = [
    "COMMANDS",
    "Actor",
    "Caretaker",
    "Closing",
    "Command",
    "Desk",
    "LineHere",
    "Outcome",
    "Reloaded",
    "Reply",
    "RunningBoard",
    "SettingShown",
    "Site",
    "SysopRefused",
    "Upkeep",
    "split_words",
]
