"""What a session is given: the rooms below, a few settings, and where the caller came from.

Room: session. Imports the rooms whose objects it names; builds none of them (server/board.py does).
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from arkham_bbs.accounts import Accounts
    from arkham_bbs.lobby import Lobby
    from arkham_bbs.session.visit import Visit
    from arkham_bbs.store import Store


@dataclass(frozen=True)
class SessionSettings:
    """The few numbers a session needs.

    Attributes:
        begin_s: time for the first key at the welcome screen.
        login_s: time for the whole way to a name.
        idle_warning_s, idle_s: silence after which a caller is warned, then let go.
        quiet_s: as idle_s, for a caller at a table or watching, where silence is thinking.
        fingerprints: host keys of the SSH door, for callers who want to check them.
    """

    board_name: str = "Arkham BBS"
    begin_s: float = 60.0
    login_s: float = 180.0
    idle_warning_s: float = 3_000.0
    idle_s: float = 3_600.0
    quiet_s: float = 4 * 3_600.0
    fingerprints: tuple[str, ...] = ()


@dataclass
class Services:
    """Everything a session may use.

    Attributes:
        sysop_menu: runs the sysop's menu for a visit; None where there is none.
        tutorial: runs the guided first turn for a visit; None where there is none.
        why_shut: says what new callers read who are not of the staff; "" while calls are taken.
        clock: seconds since the epoch, for dates shown to callers.
    """

    lobby: Lobby
    accounts: Accounts
    store: Store
    settings: SessionSettings = field(default_factory=SessionSettings)
    sysop_menu: Callable[[Visit], Awaitable[None]] | None = None
    tutorial: Callable[[Visit], Awaitable[None]] | None = None
    why_shut: Callable[[], str] = str
    clock: Callable[[], float] = time.time


@dataclass(frozen=True)
class Origin:
    """How a caller came in.

    Attributes:
        account_id: who the SSH door has already proved this to be.
        key: the OpenSSH public key the client offered or used.
        resumed: a web session that came back with its token; it skips the welcome.
        guest: the door was told to let this caller look round without a name.
        newcomer: the door was told that this caller wants a new name.
        port: the kind of port, where it has a look of its own; "" for an ordinary one.
    """

    door: Literal["ssh", "telnet", "web"]
    address: str
    account_id: int | None = None
    key: str | None = None
    session_id: str = ""
    resumed: bool = False
    guest: bool = False
    newcomer: bool = False
    port: Literal["", "plain", "screen-reader"] = ""

    @property
    def look_kept_as(self) -> str:
        """Return the name under which looks are kept: what was found or chosen elsewhere is not.

        Who dials a port with a look of its own wants that look.
        """
        return f"{self.door} {self.port}".rstrip()
