"""One caller from connect to log-off: login, menus, commands, screens.

Room: session. Imports sysop, lobby, accounts, game, terminal, and the store's types.

    await run_session(services, terminal, origin)      # services.tutorial is run_tutorial

returns when the caller has left, whatever the reason, with the terminal put back as it was.
"""

from __future__ import annotations

from arkham_bbs.session.life import run_session
from arkham_bbs.session.services import Origin, Services, SessionSettings
from arkham_bbs.session.tutorial import run_tutorial

__all__ = ["Origin", "Services", "SessionSettings", "run_session", "run_tutorial"]
