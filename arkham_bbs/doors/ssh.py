"""The SSH door: listens, chooses algorithms, and hands each connection to its caller.

Room: doors. Imports asyncssh, accounts and its neighbours here. Who gets in is decided in
ssh_caller.py; what a channel does is in ssh_session.py.

Source: USER_ASKS C1 to C9; RFC 4253 section 11.1.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Sequence

import asyncssh

from arkham_bbs.accounts import Accounts
from arkham_bbs.doors.limits import Ticket
from arkham_bbs.doors.listener import Listener
from arkham_bbs.doors.ssh_caller import SshCaller
from arkham_bbs.doors.ssh_commands import ExecHook
from arkham_bbs.doors.ssh_session import SshSession
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.ops.logs import log
from arkham_bbs.store.addresses import Network

KEEPALIVE_S = 25
WINDOW = 16_384
PACKET = 4_096
_HELLO = b"SSH-2.0-ArkhamBBS\r\n"

STRONG_HOST_KEYS = frozenset({b"ssh-ed25519", b"rsa-sha2-256", b"rsa-sha2-512"})
"""How the board may prove who it is, without the legacy switch."""

LEGACY = {
    "kex_algs": "+diffie-hellman-group14-sha1,diffie-hellman-group1-sha1,"
    "diffie-hellman-group-exchange-sha1",
    "encryption_algs": "+aes256-cbc,aes192-cbc,aes128-cbc,3des-cbc",
    "mac_algs": "+hmac-sha1,hmac-md5",
    "signature_algs": "+ssh-rsa",
}
"""What the `ssh_legacy` setting adds, for clients that know nothing newer."""


def refusal_packet(sentence: str) -> bytes:
    """Put a sentence into an SSH disconnect that costs no key exchange.

    RFC 4253 allows SSH_MSG_DISCONNECT at any time after the version lines; clients show its text.
    Reason 12 is SSH_DISCONNECT_TOO_MANY_CONNECTIONS.
    """
    text = sentence.encode()
    payload = struct.pack(">BII", 1, 12, len(text)) + text + struct.pack(">I", 0)
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    packet = struct.pack(">IB", len(payload) + padding + 1, padding) + payload + bytes(padding)
    return _HELLO + packet


class SshDoor:
    """Listens for SSH and hands interactive sessions to the switchboard."""

    def __init__(
        self,
        switchboard: Switchboard,
        accounts: Accounts,
        host_key: asyncssh.SSHKey,
        *,
        run_command: ExecHook | None = None,
        legacy: bool = False,
        proxy_peers: tuple[Network, ...] = (),
        more_host_keys: Sequence[asyncssh.SSHKey] = (),
    ) -> None:
        self.switchboard = switchboard
        self.accounts = accounts
        self.run_command = run_command
        self.log = log("doors")
        self._host_keys = [host_key, *more_host_keys]
        self._legacy = legacy
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self._listener = Listener("ssh", switchboard, self._handle, refusal_packet, proxy_peers)
        self._connections: set[asyncssh.SSHServerConnection] = set()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return self._listener.port

    async def start(self, host: str, port: int) -> None:
        """Listen."""
        algorithms = LEGACY if self._legacy else {}
        host_keys = asyncssh.load_keypairs(self._host_keys)
        if not self._legacy:
            # An RSA key can be shown in old ways too; those are for the legacy switch.
            for key in host_keys:
                strong = [name for name in key.host_key_algorithms if name in STRONG_HOST_KEYS]
                key.host_key_algorithms = strong
        self._options = asyncssh.SSHServerConnectionOptions(
            server_factory=asyncssh.SSHServer,
            server_host_keys=host_keys,
            server_version="ArkhamBBS",
            encoding=None,
            window=WINDOW,
            max_pktsize=PACKET,
            line_editor=False,
            password_auth=True,
            public_key_auth=True,
            kbdint_auth=False,
            host_based_auth=False,
            gss_host=None,
            allow_pty=True,
            x11_forwarding=False,
            agent_forwarding=False,
            allow_scp=False,
            # Ours are below, because they can say something to the caller.
            login_timeout=0,
            keepalive_interval=KEEPALIVE_S,
            keepalive_count_max=2,
            # Callers send lines of text: compression would only cost memory for each of them.
            compression_algs=["none"],
            **algorithms,
        )
        self._listener.start(host, port)

    async def stop(self) -> None:
        """Stop listening. Calls go on; `close` ends them."""
        await self._listener.stop()

    async def close(self) -> None:
        """Hang up on everybody who is left."""
        for connection in tuple(self._connections):
            connection.disconnect(asyncssh.DISC_BY_APPLICATION, "The board has closed.")
        for connection in tuple(self._connections):
            connection.abort()

    async def _handle(self, sock: socket.socket, address: str, ticket: Ticket) -> None:
        """Run one connection as far as authentication; its sessions then live on their own."""
        caller = SshCaller(
            self.accounts,
            self.switchboard,
            address,
            ticket,
            connections=self._connections,
            open_session=self._open_session,
        )
        loop = asyncio.get_running_loop()
        limits = self.switchboard.limits
        timers = (
            loop.call_later(limits.begin_s, caller.too_slow_to_begin),
            loop.call_later(limits.login_s, caller.too_slow),
        )
        # Asked once: what still named the caller would tie caller and connection together for good.
        factory = [caller].pop
        try:
            await asyncssh.run_server(sock, options=self._options, server_factory=factory)
        except Exception as error:
            # Broken packets surface as whatever asyncssh stumbled over; none of it is ours, and
            # a scan must not fill the log with tracebacks.
            self.log.debug("ssh_not_let_in", address=address, error=repr(error))
            # The connection keeps what it raised, and that the frames that hold the connection.
            error.__traceback__ = None
            self._give_up(caller, sock, ticket)
        except BaseException:
            # Includes a stop of the server in the middle of a handshake.
            self._give_up(caller, sock, ticket)
            raise
        finally:
            for timer in timers:
                timer.cancel()

    def _open_session(self, caller: SshCaller) -> SshSession:
        return SshSession(caller, self.switchboard, self.run_command)

    @staticmethod
    def _give_up(caller: SshCaller, sock: socket.socket, ticket: Ticket) -> None:
        ticket.release()
        if caller.connection is not None:
            caller.connection.abort()
        else:
            # Nobody else owns the socket yet; later, closing it here would pull the
            # descriptor from under the event loop.
            sock.close()
