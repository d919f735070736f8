"""The composition root: builds every room, opens the doors, and closes them cleanly.

Room: composition. The only module, with cli, that sees all rooms.

Order of a start: log, data directory, store (which migrates), accounts, lobby (which finds the
tables again), host key, doors. A stop goes the other way round and takes at most ten seconds.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from arkham_bbs import __version__
from arkham_bbs.accounts import Account, Accounts, LoginRefused, Policy
from arkham_bbs.config import Problem, Settings, SettingsError, load_settings
from arkham_bbs.doors.host_keys import fingerprint, load_host_key, load_rsa_host_key
from arkham_bbs.doors.limits import Limits, parse_networks
from arkham_bbs.doors.ssh import SshDoor
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.telnet import TelnetDoor, TelnetKind, load_certificate
from arkham_bbs.doors.web import AssetsMissing, BoardFacts, WebDoor, WebSettings
from arkham_bbs.lobby import Channels, Lobby, LobbySettings, Smtp
from arkham_bbs.office import Office, follow
from arkham_bbs.ops.allocator import give_large_pieces_back, spare_what_stays
from arkham_bbs.ops.data_lock import NAME as LOCK_NAME
from arkham_bbs.ops.data_lock import NO_LOCKS, DataLock, Held
from arkham_bbs.ops.http import OpsServer
from arkham_bbs.ops.logs import configure, log
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.ops.watchdog import Watchdog
from arkham_bbs.session import Origin, Services, SessionSettings, run_session, run_tutorial
from arkham_bbs.session.faults import record_fault
from arkham_bbs.session.screens import prepare_pictures
from arkham_bbs.store import Store
from arkham_bbs.store.engine import NO_ROOM, parse_url, sqlite_path
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.closing import BY_SYSOP, as_sentence
from arkham_bbs.sysop.opening import sentence_about
from arkham_bbs.terminal import Hangup, Terminal

T = TypeVar("T")

GOODBYE = "The board is closing now. Your games are kept; come back when the lamps are lit again."
STOP_S = 9.0
NOT_OURS = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT})
"""What the system says of an address that is not this machine's, or of a kind it has not."""
_STEP_S = 3.0


class StartFailed(Exception):
    """The server cannot open. The text is one sentence for the sysop."""

    status = 1


class AlreadyOpen(StartFailed):
    """Another server has this data directory."""

    status = 2


class CountedAccounts(Accounts):
    """The accounts room, with every login counted, whichever door it came through."""

    def __init__(self, store: Store, metrics: Metrics, policy: Policy) -> None:
        super().__init__(store, policy=policy)
        self._metrics = metrics

    async def _counted(self, method: str, login: Awaitable[T]) -> T:
        try:
            found = await login
        except LoginRefused as refused:
            self._metrics.login_failures.labels(method, refused.code).inc()
            raise
        self._metrics.logins.labels(method).inc()
        return found

    async def login(self, handle: str, password: str, address: str) -> Account:
        """Count the base's."""
        return await self._counted("password", super().login(handle, password, address))

    async def login_key(self, handle: str, openssh_key: str, address: str) -> Account:
        """Count the base's."""
        return await self._counted("key", super().login_key(handle, openssh_key, address))

    async def login_reset(self, handle: str, code: str, new_password: str, address: str) -> Account:
        """Count the base's."""
        reset = super().login_reset(handle, code, new_password, address)
        return await self._counted("reset-code", reset)

    async def resume(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        """Count the base's."""
        return await self._counted("token", super().resume(token, address))


class Server:
    """One running board. `start`, then `wait`, then `stop`; tests use the same three."""

    def __init__(self, settings: Settings, *, read: Callable[[], Settings] = load_settings) -> None:
        self.settings = settings
        self._read = read
        self.metrics = Metrics()
        self.log = log("server")
        self.ssh: SshDoor | None = None
        self.telnets: list[TelnetDoor] = []
        self.web: WebDoor | None = None
        self.no_web = ""
        self.ops: OpsServer | None = None
        self.store: Store
        self.accounts: Accounts
        self.lobby: Lobby
        self.services: Services
        self.switchboard: Switchboard
        self.office: Office
        self.host_fingerprint = ""
        self.first_sysop_code: str | None = None
        self.reason = "stopped"
        self._watchdog = Watchdog(self.metrics)
        self._lock: DataLock | None = None
        self._stopping = asyncio.Event()
        self._is_open = False
        self._opened_at = int(time.time())
        self._open_lobby: Lobby | None = None
        # What has to be undone, last first. Filled as the start goes on, so that a start that
        # fails half-way closes what it had opened.
        self._undo: list[tuple[str, Callable[[], Awaitable[Any]]]] = []

    # -- start ----------------------------------------------------------------------------------
    async def start(self) -> None:
        """Open everything.

        Raises:
            StartFailed, SettingsError: with everything closed again.
        """
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._stray_fault)
        try:
            self._prepare_data_dir()
            self._lock_data()
            await self._open_rooms()
            await self._open_doors()
        except BaseException:
            await self.stop()
            raise
        # Not earlier: loading modules and migrating hold the loop, and nobody waits yet.
        self._watchdog.start()
        self._is_open = True
        if self._lock is not None:
            self._lock.say(self.ports())
        self.log.info("board_open", version=__version__, **self.ports())

    def _prepare_data_dir(self) -> None:
        path = self.settings.data_dir
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not os.access(path, os.W_OK | os.X_OK):
                raise PermissionError(13, "not writable")
        except OSError as error:
            allowed = "a directory the server may write to"
            raise SettingsError(
                [Problem("data_dir", str(path), allowed, error.strerror or "unusable")]
            ) from None

    def _lock_data(self) -> None:
        """See that no other server has this SQLite file, or this directory beside PostgreSQL."""
        file = sqlite_path(parse_url(self.settings.database))
        path = self.settings.data_dir / LOCK_NAME
        if file is not None:
            file = file.resolve()
            path = file.with_name(f"{file.name}.lock")
        lock = DataLock(path)
        try:
            # A new board's directory is made here, so that it is locked from the first start on.
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock.take()
        except Held as held:
            raise AlreadyOpen(
                f"Another one is open on {file or path.parent} already ({held.holder}). Stop that "
                "one first, or give this one a directory of its own with --data-dir."
            ) from None
        except OSError as error:
            if error.errno in NO_ROOM:
                raise StartFailed(
                    f"The disk that holds {path.parent} is full. Make room there, then start "
                    "again; every game is kept."
                ) from None
            if error.errno not in NO_LOCKS:
                raise StartFailed(
                    f"The database cannot be locked: {path} cannot be written ({error.strerror}). "
                    "See that its directory is there, and whose it is."
                ) from None
            # Some network drives know no locks; that is no reason to stay closed.
            self.log.warning("data_not_locked", path=str(path), error=str(error))
            return
        self._lock = lock
        self._undo.append(("lock", self._unlock_data))

    async def _unlock_data(self) -> None:
        if self._lock is not None:
            self._lock.release()

    async def _open_rooms(self) -> None:
        settings = self.settings
        try:
            self.store = await Store.open(settings.database)
        except (StoreError, OSError) as error:
            raise StartFailed(sentence_about(error, settings.database)) from error
        self._undo.append(("store", self.store.close))
        policy = Policy()
        self.accounts = CountedAccounts(
            self.store,
            self.metrics,
            replace(
                policy,
                registration=settings.registration,
                exempt=(*policy.exempt, *settings.unlimited_addresses),
            ),
        )
        self._undo.append(("accounts", self.accounts.close))
        self.lobby = Lobby(
            self.store,
            settings=lobby_settings(settings),
            channels=channels_of(settings),
        )
        self._open_lobby = self.lobby
        self._undo.append(("lobby", self._close_lobby))
        await self.lobby.open()
        self.first_sysop_code = await self.accounts.first_sysop_code()
        try:
            host_key = load_host_key(settings.data_dir)
            rsa_host_key = load_rsa_host_key(settings.data_dir)
        except (OSError, ValueError) as error:
            raise StartFailed(
                f"The SSH host key in {settings.data_dir} cannot be used: {error}."
            ) from error
        self.host_fingerprint = fingerprint(host_key)
        self.services = Services(
            lobby=self.lobby,
            accounts=self.accounts,
            store=self.store,
            settings=SessionSettings(
                board_name=settings.board_name,
                begin_s=settings.begin_s,
                login_s=settings.login_s,
                idle_warning_s=settings.idle_warning_s,
                idle_s=settings.idle_s,
                quiet_s=max(settings.table_idle_s, settings.idle_s),
                fingerprints=(self.host_fingerprint, fingerprint(rsa_host_key)),
            ),
            tutorial=run_tutorial,
            clock=self.lobby.time.now,
        )
        # Read now, while nobody waits, so that the first caller need not.
        prepare_pictures()
        self.switchboard = Switchboard(
            self._run_session, self.limits(), self.metrics, is_banned=self._is_banned
        )
        self._undo.append(("calls", self._end_calls))
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
        self._undo.append(("office", self.office.stop))
        await self.office.start()
        peers = parse_networks(settings.proxy_protocol_peers)
        self.ssh = SshDoor(
            self.switchboard,
            self.accounts,
            host_key,
            run_command=self.office.run_command,
            legacy=settings.ssh_legacy,
            proxy_peers=peers,
            more_host_keys=(rsa_host_key,),
        )
        self._watch_figures()

    def _apply(self, settings: Settings) -> None:
        """Let the rooms follow settings that may change while the board runs."""
        self.settings = settings
        self.switchboard.turnstile.set_limits(self.limits())
        follow(self.services, settings)

    async def _run_session(self, terminal: Terminal, origin: Origin) -> str:
        return await run_session(self.services, terminal, origin)

    async def _is_banned(self, address: str) -> bool:
        return await self.accounts.is_shut_out(address)

    def limits(self) -> Limits:
        """Return the doors' share of the settings."""
        settings = self.settings
        return Limits(
            max_connections=settings.max_connections,
            max_per_address=settings.max_per_address,
            new_per_second=settings.new_per_second,
            new_per_second_per_address=settings.new_per_second_per_address,
            unlimited=settings.unlimited_addresses,
            begin_s=settings.begin_s,
            login_s=settings.login_s,
            idle_warning_s=settings.idle_warning_s,
            idle_s=settings.idle_s,
            output_stall_s=settings.output_stall_s,
            output_limit=settings.output_limit_kib * 1024,
            offered_keys=settings.ssh_offered_keys,
            line_length=settings.line_length,
            input_lines=settings.input_lines,
            negotiation_bytes=settings.negotiation_limit_kib * 1024,
            session_bytes=settings.session_memory_kib * 1024,
        )

    async def _open_doors(self) -> None:
        settings = self.settings
        peers = parse_networks(settings.proxy_protocol_peers)
        if settings.ops_port:
            self.ops = OpsServer(self.metrics, self.wrong, __version__)
            self._undo.append(("ops", self.ops.stop))
            await self._listen("ops_port", settings.ops_port, self.ops.start)
        if settings.ssh_port and self.ssh is not None:
            ssh = self.ssh
            self._undo.append(("ssh", ssh.stop))
            await self._listen("ssh_port", settings.ssh_port, partial(ssh.start, settings.host))
        kinds: tuple[tuple[TelnetKind, int], ...] = (
            ("telnet", settings.telnet_port),
            ("plain", settings.telnet_plain_port),
            ("screen-reader", settings.telnet_screen_reader_port),
            ("tls", settings.telnet_tls_port),
        )
        for kind, port in kinds:
            if not port:
                continue
            tls = None
            if kind == "tls":
                try:
                    tls = load_certificate(settings.telnet_tls_cert, settings.telnet_tls_key)
                except (OSError, ValueError) as error:
                    allowed = "a PEM certificate with its key in telnet_tls_key"
                    cert = str(settings.telnet_tls_cert)
                    raise SettingsError(
                        [Problem("telnet_tls_cert", cert, allowed, str(error))]
                    ) from None
            door = TelnetDoor(
                self.switchboard, kind=kind, tls=tls, proxy_peers=peers, mssp=self.mssp
            )
            self.telnets.append(door)
            self._undo.append((f"telnet-{kind}", door.stop))
            name = "telnet_port" if kind == "telnet" else f"telnet_{kind.replace('-', '_')}_port"
            await self._listen(name, port, partial(door.start, settings.host))
        if settings.web_port:
            await self._open_web()

    async def _open_web(self) -> None:
        """Open the web door last: its page says where the others are."""
        settings = self.settings
        ports = self.ports()
        try:
            web = WebDoor(
                self.switchboard,
                self.accounts,
                self._account_of,
                settings=WebSettings(
                    listens_on=settings.host,
                    origins=settings.web_origins,
                    proxies=parse_networks(settings.trusted_web_proxies),
                    grace_s=settings.web_return_s,
                ),
                facts=BoardFacts(
                    name=settings.board_name,
                    fingerprint=self.host_fingerprint,
                    ssh_port=ports.get("ssh", 0),
                    telnet_port=ports.get("telnet", 0),
                    version=__version__,
                ),
                line_changed=self.lobby.line_changed,
            )
        except AssetsMissing as missing:
            # Everything else works without it; the sysop reads why it is closed.
            self.no_web = str(missing)
            self.log.warning("web_door_closed", reason=self.no_web)
            return
        self._undo.append(("web", web.stop))
        await self._listen("web_port", settings.web_port, partial(web.start, settings.host))
        self.web = web

    def _account_of(self, session_id: str) -> int | None:
        for presence in self.lobby.presences.all():
            if presence.session_id == session_id:
                return presence.caller.account
        return None

    async def _listen(self, name: str, port: int, start: Callable[[int], Awaitable[None]]) -> None:
        try:
            await start(port)
        except OSError as error:
            reason = error.strerror or str(error)
            if error.errno in NOT_OURS and name != "ops_port":
                raise StartFailed(
                    f"host {self.settings.host} is no address of this machine. Choose "
                    "another with ARKHAM_HOST=...: 127.0.0.1 for this machine alone, 0.0.0.0 for "
                    "all its addresses."
                ) from error
            raise StartFailed(
                f"{name} {port} on {self.settings.host} cannot be listened on ({reason}). "
                f"Choose another with ARKHAM_{name.upper()}=..., or stop what holds it."
            ) from error

    # -- while it runs --------------------------------------------------------------------------
    def ports(self) -> dict[str, int]:
        """Return the ports that are open, by the name of the door."""
        ports: dict[str, int] = {door.kind: door.port for door in self.telnets}
        if self.ssh is not None and self.ssh.port:
            ports["ssh"] = self.ssh.port
        if self.web is not None and self.web.port:
            ports["web"] = self.web.port
        if self.ops is not None and self.ops.port:
            ports["ops"] = self.ops.port
        return ports

    def mssp(self) -> dict[str, str | list[str]]:
        """Return what listing sites ask a telnet port: the MSSP variables."""
        settings = self.settings
        facts: dict[str, str | list[str]] = {
            "NAME": settings.board_name,
            "PLAYERS": str(len(self.lobby.presences.all())),
            "UPTIME": str(self._opened_at),
            "CODEBASE": f"arkham_bbs {__version__}",
            "FAMILY": "Custom",
            "GENRE": "Horror",
            "GAMEPLAY": "Strategy",
            "LANGUAGE": "English",
            "PORT": str(settings.telnet_port),
            "ANSI": "1",
            "GMCP": "1",
            "UTF-8": "1",
            "XTERM 256 COLORS": "1",
            "HIRING BUILDERS": "0",
        }
        if settings.telnet_tls_port:
            facts["SSL"] = facts["TLS"] = str(settings.telnet_tls_port)
        if settings.ssh_port:
            facts["SSH"] = str(settings.ssh_port)
        return facts

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

    def _watch_figures(self) -> None:
        """Show the figures the other rooms keep."""

        self.lobby.floor.decided = self.metrics.decision_s.observe
        watch = self.metrics
        store, lobby, accounts = self.store, self.lobby, self.accounts
        watch.watch_counter(
            "arkham_commits",
            "Transactions of the store's writer",
            lambda: store.statistics().commits,
        )
        watch.watch_counter(
            "arkham_answers", "Decisions made durable", lambda: store.statistics().answers
        )
        watch.watch_counter(
            "arkham_store_failures",
            "Writes the database refused",
            lambda: store.statistics().failures,
        )
        watch.watch_gauge(
            "arkham_store_waiting",
            "Writes that wait for the writer",
            lambda: store.statistics().waiting,
        )
        watch.watch_gauge(
            "arkham_commit_seconds",
            "How long the last answers took to become durable",
            lambda: {
                "p50": store.statistics().answer_p50_s,
                "p99": store.statistics().answer_p99_s,
            },
            "quantile",
        )
        watch.watch_gauge(
            "arkham_tables", "Tables by what they are doing", lambda: _count_tables(lobby), "status"
        )
        watch.watch_gauge(
            "arkham_people", "Callers with a name, by door", lambda: _count_people(lobby), "door"
        )
        watch.watch_gauge(
            "arkham_passwords_waiting", "Passwords being checked", lambda: accounts.hashing
        )

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
        undo, self._undo = self._undo[::-1], []
        for name, close in undo:
            try:
                async with asyncio.timeout(max(_STEP_S, self.settings.shutdown_s)):
                    await close()
            except Exception as error:  # the rest must still be closed
                record_fault(error, closing=name)
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
        self.switchboard.turnstile.is_draining = True
        await self._close_lobby()
        why = self._why()
        goodbye = f"{GOODBYE} {why}" if why else GOODBYE
        await self.switchboard.close(goodbye, min(self.settings.shutdown_s, STOP_S) - 0.25)
        if self.web is not None:
            await self.web.close()
        if self.ssh is not None:
            await self.ssh.close()

    def notice(self) -> str:
        """Return what the sysop reads when the board is open."""
        settings = self.settings
        ports = self.ports()
        shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "localhost") else settings.host
        lines = [f"{settings.board_name} is open (arkham_bbs {__version__})."]
        if "ssh" in ports:
            lines.append(f"  SSH      ssh -p {ports['ssh']} new@{shown}")
            lines.append(f"           host key {self.host_fingerprint}")
        words = {
            "telnet": ("Telnet   telnet {host} {port}", ""),
            "plain": ("Telnet   telnet {host} {port}", "without negotiation"),
            "screen-reader": ("Telnet   telnet {host} {port}", "for screen readers"),
            "tls": ("Telnet   openssl s_client -quiet -connect {host}:{port}", "inside TLS"),
        }
        for kind, (line, remark) in words.items():
            if kind in ports:
                text = line.format(host=shown, port=ports[kind])
                lines.append(f"  {text}" + (f"   ({remark})" if remark else ""))
        if "web" in ports:
            lines.append(f"  Browser  http://{shown}:{ports['web']}/")
        elif self.no_web:
            lines.append(f"  Browser  closed: {self.no_web}")
        if "ops" in ports:
            lines.append(f"  Health   http://127.0.0.1:{ports['ops']}/healthz, /readyz, /metrics")
        if not ports.keys() - {"ops"}:
            lines.append(
                "  Nobody can call: every way in is closed. Open one with ARKHAM_SSH_PORT=2233, "
                "ARKHAM_TELNET_PORT=2323 or ARKHAM_WEB_PORT=4200."
            )
        elif self.first_sysop_code is not None:
            lines += [
                "This board has no sysop yet. Register, then type in the lobby:",
                f"  claim {self.first_sysop_code}",
                "The code is good once, until the server stops.",
            ]
        if ports.keys() - {"ops"} and settings.host in ("127.0.0.1", "::1", "localhost"):
            lines.append(
                "Only this machine can call. To open the board to the world:"
                " ARKHAM_HOST=0.0.0.0 ./scripts/serve"
            )
        lines.append("Ctrl-C closes the board; every game is kept.")
        return "\n".join(lines)


def lobby_settings(settings: Settings) -> LobbySettings:
    """Return the lobby's share of the settings."""
    return LobbySettings(
        notify_after_s=settings.notify_after_s,
        tables_each=settings.tables_per_caller,
        tables_in_all=settings.tables_in_all,
        retention_days=settings.retention_days,
        scrollback=settings.talk_kept,
        mail_limit=settings.letters_kept,
    )


def channels_of(settings: Settings) -> Channels:
    """Return how callers who are away may be told that it is their turn."""
    smtp = None
    if settings.smtp_host:
        smtp = Smtp(
            host=settings.smtp_host,
            port=settings.smtp_port,
            sender=settings.smtp_sender,
            user=settings.smtp_user,
            password=settings.smtp_password,
            security=settings.smtp_security,
        )
    return Channels(
        smtp=smtp,
        webhooks=settings.webhooks,
        private_webhooks=settings.private_webhooks,
        board_name=settings.board_name,
        address=settings.public_address,
    )


def _count_tables(lobby: Lobby) -> Mapping[str, float]:
    return Counter(row.status for row in lobby.tables())


def _count_people(lobby: Lobby) -> Mapping[str, float]:
    return Counter(presence.door for presence in lobby.presences.all())


async def _serve(settings: Settings, read: Callable[[], Settings]) -> int:
    server = Server(settings, read=read)
    loop = asyncio.get_running_loop()
    for number, reason in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "Ctrl-C")):
        loop.add_signal_handler(number, server.ask_to_stop, reason)
    # A terminal that closes must not take the board with it half-way.
    with suppress(AttributeError):
        loop.add_signal_handler(signal.SIGHUP, server.ask_to_stop, "SIGHUP")
    await server.start()
    spare_what_stays()
    print(server.notice(), flush=True)
    await server.wait()
    print(f"Closing ({server.reason}): callers are told and games are kept ...", flush=True)
    await server.stop()
    print("Closed.", flush=True)
    return 0


def run(settings: Settings, read: Callable[[], Settings] = load_settings) -> int:
    """Serve until told to stop. Returns the exit status of the process.

    ``read`` reads the settings again as they were read for this start (`settings reload`).
    """
    configure(settings.log_level, settings.log_format)
    give_large_pieces_back()
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(_serve(settings, read))
    except SettingsError as error:
        print("A setting is wrong, so nothing was started:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        return 2
    except StartFailed as error:
        print(f"The board could not be opened. {error}", file=sys.stderr)
        return error.status


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use uvloop where it exists; it helps plain sockets and changes nothing else."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
