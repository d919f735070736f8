"""The ways in, as the settings ask for them: SSH, every kind of telnet, the web, health pages.

Room: composition. Imports config, doors, ops and session.
"""

from __future__ import annotations

import errno
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

import asyncssh

from arkham_bbs import __version__
from arkham_bbs.config import Problem, Settings, SettingsError
from arkham_bbs.doors.host_keys import fingerprint
from arkham_bbs.doors.ssh import SshDoor
from arkham_bbs.doors.ssh_commands import ExecHook
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.telnet import TelnetDoor, TelnetKind, load_certificate
from arkham_bbs.doors.web import AssetsMissing, BoardFacts, WebDoor, WebSettings
from arkham_bbs.ops.http import OpsServer
from arkham_bbs.ops.logs import log
from arkham_bbs.server.start_failed import StartFailed
from arkham_bbs.server.undo import Undo
from arkham_bbs.session import Services
from arkham_bbs.store.addresses import parse_networks

NOT_OURS = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT})
"""What the system says of an address that is not this machine's, or of a kind it has not."""


@dataclass(frozen=True)
class Inside:
    """What the doors open on to. The first of the host keys is the usual one."""

    settings: Settings
    services: Services
    switchboard: Switchboard
    host_keys: tuple[asyncssh.SSHKey, ...]
    run_command: ExecHook
    ops: OpsServer
    mssp: Callable[[], Mapping[str, str | list[str]]]


class Doors:
    """Opens the doors one by one, and leaves with ``undo`` how each is closed."""

    def __init__(self, inside: Inside, undo: Undo) -> None:
        self._inside = inside
        self._undo = undo
        self.ssh: SshDoor | None = None
        self.telnets: list[TelnetDoor] = []
        self.web: WebDoor | None = None
        self.no_web = ""
        """Why the web door is closed although it was asked for."""
        self.ops: OpsServer | None = None

    async def open(self) -> None:
        """Open every door that has a port; the web last, for its page says where the others are.

        Raises:
            StartFailed: a port cannot be listened on.
            SettingsError: the certificate cannot be used.
        """
        inside, settings = self._inside, self._inside.settings
        peers = parse_networks(settings.proxy_protocol_peers)
        if settings.ops_port:
            self.ops = inside.ops
            self._undo.add("ops", self.ops.stop)
            await self._listen("ops_port", settings.ops_port, self.ops.start)
        if settings.ssh_port:
            host_key, *more = inside.host_keys
            self.ssh = ssh = SshDoor(
                inside.switchboard,
                inside.services.accounts,
                host_key,
                run_command=inside.run_command,
                legacy=settings.ssh_legacy,
                proxy_peers=peers,
                more_host_keys=more,
            )
            self._undo.add("ssh", ssh.stop)
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
            tls = _tls_context(settings) if kind == "tls" else None
            door = TelnetDoor(
                inside.switchboard, kind=kind, tls=tls, proxy_peers=peers, mssp=inside.mssp
            )
            self.telnets.append(door)
            self._undo.add(f"telnet-{kind}", door.stop)
            name = "telnet_port" if kind == "telnet" else f"telnet_{kind.replace('-', '_')}_port"
            await self._listen(name, port, partial(door.start, settings.host))
        if settings.web_port:
            await self._open_web()

    async def _open_web(self) -> None:
        inside, settings = self._inside, self._inside.settings
        ports = self.ports()
        try:
            web = WebDoor(
                inside.switchboard,
                inside.services.accounts,
                self._account_of,
                settings=WebSettings(
                    listens_on=settings.host,
                    origins=settings.web_origins,
                    proxies=parse_networks(settings.trusted_web_proxies),
                    grace_s=settings.web_return_s,
                ),
                facts=BoardFacts(
                    name=settings.board_name,
                    fingerprint=fingerprint(inside.host_keys[0]),
                    ssh_port=ports.get("ssh", 0),
                    telnet_port=ports.get("telnet", 0),
                    version=__version__,
                ),
                line_changed=inside.services.lobby.line_changed,
            )
        except AssetsMissing as missing:
            # Everything else works without it; the sysop reads why it is closed.
            self.no_web = str(missing)
            log("server").warning("web_door_closed", reason=self.no_web)
            return
        self._undo.add("web", web.stop)
        await self._listen("web_port", settings.web_port, partial(web.start, settings.host))
        self.web = web

    def _account_of(self, session_id: str) -> int | None:
        for presence in self._inside.services.lobby.presences.all():
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
                    f"host {self._inside.settings.host} is no address of this machine. Choose "
                    "another with ARKHAM_HOST=...: 127.0.0.1 for this machine alone, 0.0.0.0 for "
                    "all its addresses."
                ) from error
            raise StartFailed(
                f"{name} {port} on {self._inside.settings.host} cannot be listened on ({reason}). "
                f"Choose another with ARKHAM_{name.upper()}=..., or stop what holds it."
            ) from error

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

    async def hang_up(self) -> None:
        """End every connection that is left, whether it became a call or not."""
        if self.web is not None:
            await self.web.close()
        if self.ssh is not None:
            await self.ssh.close()


def _tls_context(settings: Settings) -> ssl.SSLContext:
    try:
        return load_certificate(settings.telnet_tls_cert, settings.telnet_tls_key)
    except (OSError, ValueError) as error:
        allowed = "a PEM certificate with its key in telnet_tls_key"
        cert = str(settings.telnet_tls_cert)
        raise SettingsError([Problem("telnet_tls_cert", cert, allowed, str(error))]) from None
