"""The composition root: one running board, from its first room to its last.

Room: composition. With cli, the only one that sees all rooms.

Order of a start: log, data directory, store (which migrates), accounts, lobby (which finds the
tables again), host key, doors. A stop goes the other way round and takes at most ten seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from arkham_bbs import __version__
from arkham_bbs.accounts import Accounts
from arkham_bbs.config import Settings, load_settings
from arkham_bbs.doors.host_keys import fingerprint
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.lobby import Lobby
from arkham_bbs.office import Office, follow
from arkham_bbs.ops.data_lock import DataLock
from arkham_bbs.ops.http import OpsServer
from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.ops.watchdog import Watchdog
from arkham_bbs.server.announcing import mssp_facts, opening_notice
from arkham_bbs.server.data_dir import load_host_keys, lock_data, prepare_data_dir
from arkham_bbs.server.doors import Doors, Inside
from arkham_bbs.server.figures import watch_figures
from arkham_bbs.server.logins import CountedAccounts
from arkham_bbs.server.shares import (
    channels_of,
    limits_of,
    lobby_settings,
    policy_of,
    session_settings,
)
from arkham_bbs.server.start_failed import StartFailed
from arkham_bbs.server.undo import Undo
from arkham_bbs.session import Origin, Services, run_session, run_tutorial
from arkham_bbs.session.faults import record_fault
from arkham_bbs.session.screens import prepare_pictures
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.closing import BY_SYSOP, as_sentence
from arkham_bbs.sysop.opening import sentence_about
from arkham_bbs.terminal import Hangup, Terminal

GOODBYE = "The board is closing now. Your games are kept; come back when the lamps are lit again."
STOP_S = 9.0
_STEP_S = 3.0


class Server:
    """One running board. `start`, then `wait`, then `stop`; tests use the same three."""

    def __init__(self, settings: Settings, *, read: Callable[[], Settings] = load_settings) -> None:
        self.settings = settings
        self._read = read
        self.metrics = Metrics()
        self.log = log("server")
        self.store: Store
        self.accounts: Accounts
        self.lobby: Lobby
        self.services: Services
        self.switchboard: Switchboard
        self.office: Office
        self.doors: Doors | None = None
        self.host_fingerprint = ""
        self.first_sysop_code: str | None = None
        self.reason = "stopped"
        self._watchdog = Watchdog(self.metrics)
        self._lock: DataLock | None = None
        self._stopping = asyncio.Event()
        self._is_open = False
        self._opened_at = int(time.time())
        self._open_lobby: Lobby | None = None
        self._undo = Undo()

    # -- start ----------------------------------------------------------------------------------
    async def start(self) -> None:
        """Open everything.

        Raises:
            StartFailed, SettingsError: with everything closed again.
        """
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._stray_fault)
        try:
            prepare_data_dir(self.settings.data_dir)
            self._lock = lock_data(self.settings)
            self._undo.add("lock", self._unlock_data)
            self.doors = await self._open_rooms()
            await self.doors.open()
        except BaseException:
            await self.stop()
            raise
        # Not earlier: loading modules and migrating hold the loop, and nobody waits yet.
        self._watchdog.start()
        self._is_open = True
        if self._lock is not None:
            self._lock.say(self.ports())
        self.log.info("board_open", version=__version__, **self.ports())

    async def _unlock_data(self) -> None:
        if self._lock is not None:
            self._lock.release()

    async def _open_rooms(self) -> Doors:
        """Build every room; returns the doors, still closed."""
        settings = self.settings
        try:
            self.store = await Store.open(settings.database)
        except (StoreError, OSError) as error:
            raise StartFailed(sentence_about(error, settings.database)) from error
        self._undo.add("store", self.store.close)
        self.accounts = CountedAccounts(self.store, self.metrics, policy_of(settings))
        self._undo.add("accounts", self.accounts.close)
        self.lobby = Lobby(
            self.store,
            settings=lobby_settings(settings),
            channels=channels_of(settings),
        )
        self._open_lobby = self.lobby
        self._undo.add("lobby", self._close_lobby)
        await self.lobby.open()
        self.first_sysop_code = await self.accounts.first_sysop_code()
        host_keys = load_host_keys(settings.data_dir)
        fingerprints = tuple(fingerprint(key) for key in host_keys)
        self.host_fingerprint = fingerprints[0]
        self.services = Services(
            lobby=self.lobby,
            accounts=self.accounts,
            store=self.store,
            settings=session_settings(settings, fingerprints),
            tutorial=run_tutorial,
            clock=self.lobby.time.now,
        )
        # Read now, while nobody waits, so that the first caller need not.
        prepare_pictures()
        self.switchboard = Switchboard(
            self._run_session, limits_of(settings), self.metrics, is_banned=self._is_banned
        )
        self._undo.add("calls", self._end_calls)
        self.switchboard.start()
        self.office = Office(
            settings,
            self.services,
            self.switchboard,
            self.metrics,
            read=self._read,
            apply=self._apply,
            stop=self.ask_to_stop,
        )
        self._undo.add("office", self.office.stop)
        await self.office.start()
        watch_figures(self.metrics, self.store, self.accounts, self.lobby)
        inside = Inside(
            settings=settings,
            services=self.services,
            switchboard=self.switchboard,
            host_keys=host_keys,
            run_command=self.office.run_command,
            ops=OpsServer(self.metrics, self.wrong, __version__),
            mssp=self._mssp,
        )
        return Doors(inside, self._undo)

    def _apply(self, settings: Settings) -> None:
        """Let the rooms follow settings that may change while the board runs."""
        self.settings = settings
        self.switchboard.turnstile.set_limits(limits_of(settings))
        follow(self.services, settings)

    async def _run_session(self, terminal: Terminal, origin: Origin) -> str:
        return await run_session(self.services, terminal, origin)

    async def _is_banned(self, address: str) -> bool:
        return await self.accounts.is_shut_out(address)

    # -- while it runs --------------------------------------------------------------------------
    def ports(self) -> dict[str, int]:
        """Return the ports that are open, by the name of the door."""
        return {} if self.doors is None else self.doors.ports()

    def notice(self) -> str:
        """Return what the sysop reads when the board is open."""
        return opening_notice(
            self.settings,
            self.ports(),
            fingerprint=self.host_fingerprint,
            no_web="" if self.doors is None else self.doors.no_web,
            first_sysop_code=self.first_sysop_code,
        )

    def _mssp(self) -> dict[str, str | list[str]]:
        return mssp_facts(self.settings, len(self.lobby.presences.all()), self._opened_at)

    async def wrong(self) -> Mapping[str, str]:
        """Say what keeps the board from taking callers, for /readyz."""
        found: dict[str, str] = {}
        if not self._is_open or self._stopping.is_set():
            found["server"] = "not open"
            return found
        try:
            async with asyncio.timeout(_STEP_S):
                await self.store.ping()
                if self.store.refusing is not None:
                    # Whoever sends callers elsewhere meanwhile must hear when it is over.
                    await self.store.try_writing()
        except StoreError as error:
            found["store"] = f"{error.code}: {error.facts.get('why', 'refused')}"
        except TimeoutError:
            found["store"] = self.store.refusing or "slow"
        return found

    def _stray_fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what no one awaited. The server goes on."""
        error = context.get("exception")
        message = str(context.get("message", ""))
        if isinstance(error, Hangup | OSError):
            # A caller who went while nobody happened to be waiting for them.
            self.log.debug("line_gone_unheard", message=message, error=repr(error))
            return
        self.metrics.faults.inc()
        if isinstance(error, BaseException):
            record_fault(error, task=message)
        else:
            self.log.error("loop_complaint", message=message)

    def ask_to_stop(self, reason: str) -> None:
        """Begin a clean stop; `wait` returns."""
        if not self._stopping.is_set():
            self.reason = reason
            self._stopping.set()

    async def wait(self) -> None:
        """Wait until somebody asks the server to stop."""
        await self._stopping.wait()

    # -- stop -----------------------------------------------------------------------------------
    async def stop(self) -> None:
        """Close the doors, tell and see out the callers, flush the tables, close the store."""
        self._stopping.set()
        self._is_open = False
        began = time.monotonic()
        await self._undo.run(max(_STEP_S, self.settings.shutdown_s))
        self._watchdog.stop()
        self.log.info("board_closed", reason=self.reason, took_s=round(time.monotonic() - began, 2))

    async def _close_lobby(self) -> None:
        """Close the lobby once, whichever part of the start came last."""
        lobby, self._open_lobby = self._open_lobby, None
        if lobby is not None:
            await lobby.close(self._why())

    def _why(self) -> str:
        """Return what the sysop gave as the reason of the closing, as a sentence; "" for none."""
        said = self.reason.removeprefix(BY_SYSOP)
        return as_sentence(said) if said != self.reason else ""

    async def _end_calls(self) -> None:
        """Let the lobby tell those who are logged in, and the switchboard all the others."""
        self.switchboard.turnstile.is_closed = True
        await self._close_lobby()
        why = self._why()
        goodbye = f"{GOODBYE} {why}" if why else GOODBYE
        await self.switchboard.close(goodbye, min(self.settings.shutdown_s, STOP_S) - 0.25)
        if self.doors is not None:
            await self.doors.hang_up()
