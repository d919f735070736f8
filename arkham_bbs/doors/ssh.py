"""The SSH door.

Room: doors. Imports asyncssh, session, accounts and terminal. Sessions carry bytes
(`encoding=None`), so broken UTF-8 reaches the terminal's own decoder instead of closing the line.

Who gets in, and as whom:
- `bbs` and `new` need no proof and land where telnet callers land: at the login screen;
- `guest` needs none either and looks round at once;
- any other name proves itself with a password or with a registered key;
- keys nobody registered are not failures; the first of them is remembered, so that the session
  can offer to register it.

Source: issue 2 "Doors", USER_ASKS C1 to C9; RFC 4252, RFC 4253 section 11.1, RFC 4254.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import asyncssh

from arkham_bbs.accounts import Account, AccountError, Accounts, LoginRefused
from arkham_bbs.doors.call import Call, new_session_id
from arkham_bbs.doors.intake import Intake
from arkham_bbs.doors.limits import Network, Ticket
from arkham_bbs.doors.listener import Listener
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.wire import Wire
from arkham_bbs.ops.logs import log
from arkham_bbs.session.account_refusals import account_sentence
from arkham_bbs.session.faults import apology, record_fault
from arkham_bbs.session.refusals import store_sentence
from arkham_bbs.session.services import Origin
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.sysop import split_words
from arkham_bbs.terminal import Terminal
from arkham_bbs.terminal.capabilities import Size, from_term

COMMANDS = frozenset({"sysop", "export"})
"""What may follow `ssh HOST`, beside nothing at all."""
GUEST, NEWCOMER = "guest", "new"
OPEN_NAMES = frozenset({"bbs", NEWCOMER, GUEST})
"""Names without a password; nobody can register one of them."""
PASSWORD_PROMPTS = 3
CHANNELS = 4
KEEPALIVE_S = 25
WINDOW = 16_384
PACKET = 4_096
EOF_S = 10.0
UNUSED_S = 5.0
_EARLY_INPUT = 4_096
_HELLO = b"SSH-2.0-ArkhamBBS\r\n"

NO_PTY = (
    "This board needs a terminal, and your client asked for none. "
    "Call again with: ssh -t (leave out any command)."
)
NO_COMMANDS = (
    "No such command on this line. The board takes two: export GAME, for a game you sat in, and "
    "sysop ..., from its sysop. Call without one to play."
)
WRONG_TWICE = "Wrong name or password. New in town? Call as the user 'new' to register."
TOO_MANY_TRIES = "Three wrong passwords are enough for one call. New in town? Call as 'new'."
TOO_MANY_KEYS = (
    "Your agent offers more keys than this board will look at. Offer one with: "
    "ssh -o IdentitiesOnly=yes -i KEYFILE, or a password with: -o PubkeyAuthentication=no"
)
TOO_SLOW = "You took too long to say who is calling. Please ring again."

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


@dataclass(frozen=True)
class ExecRequest:
    """A command sent with `ssh HOST sysop ...`: who sends it, from where, and its words.

    ``command`` is one of `COMMANDS`, ``words`` what follows it.
    """

    account_id: int | None
    address: str
    words: tuple[str, ...]
    session_id: str
    by_key: bool = True
    command: str = "sysop"


@dataclass(frozen=True)
class ExecReply:
    """What the command printed and how it ended."""

    status: int
    out: str = ""
    err: str = ""


ExecHook = Callable[[ExecRequest], Awaitable[ExecReply]]


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
        caller = SshCaller(self, address, ticket)
        loop = asyncio.get_running_loop()
        limits = self.switchboard.limits
        timers = (
            loop.call_later(limits.begin_s, caller.too_slow_to_begin),
            loop.call_later(limits.login_s, caller.too_slow),
        )
        try:
            await asyncssh.run_server(sock, options=self._options, server_factory=lambda: caller)
        except Exception as error:
            # Broken packets surface as whatever asyncssh stumbled over; none of it is ours, and
            # a scan must not fill the log with tracebacks.
            self.log.debug("ssh_not_let_in", address=address, error=repr(error))
            self._give_up(caller, sock, ticket)
        except BaseException:
            # Includes a stop of the server in the middle of a handshake.
            self._give_up(caller, sock, ticket)
            raise
        finally:
            for timer in timers:
                timer.cancel()

    @staticmethod
    def _give_up(caller: SshCaller, sock: socket.socket, ticket: Ticket) -> None:
        ticket.release()
        if caller.connection is not None:
            caller.connection.abort()
        else:
            # Nobody else owns the socket yet; later, closing it here would pull the
            # descriptor from under the event loop.
            sock.close()

    def opened(self, connection: asyncssh.SSHServerConnection) -> None:
        """A connection began."""
        self._connections.add(connection)

    def closed(self, connection: asyncssh.SSHServerConnection) -> None:
        """A connection ended."""
        self._connections.discard(connection)


class SshCaller(asyncssh.SSHServer):
    """One SSH connection: who is calling, and how they prove it."""

    def __init__(self, door: SshDoor, address: str, ticket: Ticket) -> None:
        self.door = door
        self.address = address
        self.connection: asyncssh.SSHServerConnection | None = None
        self.first_offered: str | None = None
        self._ticket = ticket
        self._offered: set[str] = set()
        self._tries = 0
        self._channels = 0
        # Each belongs to the name it was given for; a client may change names half-way.
        self._by_password: tuple[str, Account] | None = None
        self._by_key: tuple[str, str] | None = None

    # -- the connection -------------------------------------------------------------------------
    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Note the connection."""
        self.connection = conn
        self.door.opened(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._ticket.release()
        if self.connection is not None:
            self.door.closed(self.connection)

    def too_slow_to_begin(self) -> None:
        """Hang up on a line where nobody speaks SSH."""
        if self.connection is None or not self.connection.get_extra_info("client_version"):
            self._count("begin-time")
            self._refuse(TOO_SLOW)

    def too_slow(self) -> None:
        """Hang up on a caller who has not proved anything in time."""
        self._count("login-time")
        self._refuse(TOO_SLOW)

    def _count(self, reason: str) -> None:
        self.door.switchboard.metrics.dropped.labels("ssh", reason).inc()

    def _refuse(self, sentence: str) -> None:
        if self.connection is not None:
            with suppress(OSError):
                self.connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, sentence)

    def _say(self, sentence: str) -> None:
        """Show a sentence during authentication; clients print it as it is."""
        if self.connection is not None:
            self.connection.send_auth_banner(sentence + "\r\n")

    # -- proof ----------------------------------------------------------------------------------
    def begin_auth(self, username: str) -> bool:
        """Say whether this name must prove anything."""
        return username.casefold() not in OPEN_NAMES

    def password_auth_supported(self) -> bool:
        """Announce passwords."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Announce keys."""
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Say whether this key belongs to this name. Asked once to offer and once to sign."""
        text = key.export_public_key("openssh").decode("ascii", "replace").strip()
        if self.first_offered is None:
            self.first_offered = text
        try:
            is_known = await self.door.accounts.knows_key(username, text)
        except Exception as error:  # a database in trouble leaves the password to try
            record_fault(error, door="ssh", address=self.address)
            return False
        if is_known:
            self._by_key = (username, text)
            return True
        self._offered.add(text)
        if len(self._offered) > self.door.switchboard.limits.offered_keys:
            self._count("offered-keys")
            self._refuse(TOO_MANY_KEYS)
        return False

    async def validate_password(self, username: str, password: str) -> bool:
        """Say whether the password is right; three wrong ones end the call."""
        self._tries += 1
        if self._tries > PASSWORD_PROMPTS:
            self._refuse(TOO_MANY_TRIES)
            return False
        try:
            account = await self.door.accounts.login(username, password, self.address)
        except LoginRefused as refused:
            self.door.log.info(
                "login_refused", door="ssh", address=self.address, name=username, code=refused.code
            )
            if self._tries >= PASSWORD_PROMPTS:
                self._count("password-tries")
                self._refuse(TOO_MANY_TRIES)
            else:
                self._say(WRONG_TWICE if refused.code == "wrong" else account_sentence(refused))
            return False
        except StoreUnavailable as trouble:  # it must not look like a wrong password
            self._say(store_sentence(trouble.code))
            return False
        except Exception as error:
            self._say(apology(record_fault(error, door="ssh", address=self.address)))
            return False
        self._by_password = (username, account)
        return True

    def auth_completed(self) -> None:
        """Hang up later if no session is asked for; who it is, `identify` says then."""
        asyncio.get_running_loop().call_later(
            self.door.switchboard.limits.begin_s, self._close_if_unused
        )

    async def identify(self) -> Account | None:
        """Return whose call this is; None for the open names.

        Raises:
            AccountError: the key's owner may not come in (banned, disabled, gone).
        """
        assert self.connection is not None
        username = str(self.connection.get_extra_info("username"))
        if username.casefold() in OPEN_NAMES:
            return None
        if self._by_password is not None and self._by_password[0] == username:
            # One connection may open several sessions, and much may have happened since.
            return await self.door.accounts.readmit(self._by_password[1].id, self.address)
        if self._by_key is None or self._by_key[0] != username:
            raise LoginRefused("unknown-key")
        return await self.door.accounts.login_key(username, self._by_key[1], self.address)

    @property
    def called_as(self) -> str:
        """The name before the @, in small letters."""
        assert self.connection is not None
        return str(self.connection.get_extra_info("username")).casefold()

    @property
    def is_by_key(self) -> bool:
        """The caller has proved a registered key, not a password."""
        return self._by_key is not None and self._by_password is None

    @property
    def key(self) -> str | None:
        """The key that was used, or else the first that was offered."""
        return self._by_key[1] if self._by_key is not None else self.first_offered

    # -- channels -------------------------------------------------------------------------------
    def session_requested(self) -> Any:
        """Open a session. Every other kind of channel and forwarding stays refused."""
        if self._channels >= CHANNELS:
            return False
        self._channels += 1
        return SshSession(self)

    def session_gone(self) -> None:
        """A channel was closed; a connection with none left is of no use to anybody."""
        self._channels -= 1
        if self._channels == 0:
            asyncio.get_running_loop().call_later(UNUSED_S, self._close_if_unused)

    def _close_if_unused(self) -> None:
        if self._channels == 0 and self.connection is not None:
            self.connection.close()


class SshWire(Wire):
    """Bytes to one SSH channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], output_limit: int) -> None:
        super().__init__(output_limit)
        self._channel = channel
        self._connection = channel.get_connection()

    def transmit(self, data: bytes) -> None:
        """Write to the channel; a channel that is closing takes nothing."""
        with suppress(OSError):
            self._channel.write(data)

    def unsent(self) -> int:
        """Count what waits for the client's window and what waits for the network."""
        # asyncssh offers no public way to the socket's own queue.
        transport = getattr(self._connection, "_transport", None)
        below = transport.get_write_buffer_size() if transport is not None else 0
        return int(self._channel.get_write_buffer_size() + below)

    def hang_up(self) -> None:
        """End the session with status 0."""
        with suppress(OSError):
            self._channel.exit(0)

    def cut(self) -> None:
        """Close the channel, and the connection too when it takes nothing."""
        with suppress(OSError):
            self._channel.abort()
            if self.unsent():
                cast(Any, self._connection).abort()


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One channel: a terminal for the game, or one command of the sysop."""

    def __init__(self, caller: SshCaller) -> None:
        self._caller = caller
        self._door = caller.door
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._has_pty = False
        self._size = Size(columns=80, rows=24)
        self._command: str | None = None
        self._early = bytearray()
        self._call: Call | None = None
        self._intake = Intake()
        self._start: asyncio.Task[None] | None = None
        self._is_gone = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Note the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any
    ) -> bool:
        """Take the terminal's size; 0x0 means 80x24."""
        self._has_pty = True
        self._size = Size.reported(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """Take the request; whether it can be served is said in words, with a status."""
        return True

    def exec_requested(self, command: str) -> bool:
        """As above."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse sftp and all the others."""
        return False

    def session_started(self) -> None:
        """Begin, in a task of its own."""
        self._start = asyncio.create_task(self._begin(), name="ssh-session-start")

    async def _begin(self) -> None:
        try:
            if self._command is not None:
                await self._run_command(self._command)
            elif not self._has_pty:
                self._end(1, err=NO_PTY)
            else:
                account = await self._caller.identify()
                self._open_terminal(account)
        except AccountError as refused:
            self._end(1, err=account_sentence(refused))
        except Exception as error:  # the caller gets a reference, the connection lives
            self._end(1, err=apology(record_fault(error, door="ssh")))

    def _open_terminal(self, account: Account | None) -> None:
        channel = self._channel
        if channel is None or self._is_gone:
            return
        environment = channel.get_environment()
        lang = next(
            (environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)),
            "",
        )
        caps = from_term(
            channel.get_terminal_type() or "",
            self._size,
            lang=lang,
            colorterm=environment.get("COLORTERM", ""),
        )
        board = self._door.switchboard
        wire = SshWire(channel, board.limits.output_limit)
        terminal = Terminal(wire, caps, stall_s=board.limits.output_stall_s)
        origin = Origin(
            door="ssh",
            address=self._caller.address,
            account_id=account.id if account is not None else None,
            key=self._caller.key,
            session_id=new_session_id(),
            guest=self._caller.called_as == GUEST,
            newcomer=self._caller.called_as == NEWCOMER,
        )
        self._call = board.connect(origin, terminal, wire)
        if self._early:
            early, self._early = bytes(self._early), bytearray()
            terminal.feed(early)

    async def _run_command(self, command: str) -> None:
        run = self._door.run_command
        try:
            words = split_words(command, like_shell=True)
        except ValueError:
            self._end(1, err="I cannot read that command: a quotation mark is missing.")
            return
        if run is None or not words or words[0] not in COMMANDS:
            self._end(1, err=NO_COMMANDS)
            return
        account = await self._caller.identify()
        request = ExecRequest(
            account_id=account.id if account is not None else None,
            address=self._caller.address,
            words=words[1:],
            command=words[0],
            session_id=new_session_id(),
            by_key=self._caller.is_by_key,
        )
        reply = await run(request)
        self._end(reply.status, out=reply.out, err=reply.err)

    def _end(self, status: int, *, out: str = "", err: str = "") -> None:
        """Print, and close the channel with an exit status."""
        channel = self._channel
        if channel is None or self._is_gone:
            return
        with suppress(OSError):
            if out:
                channel.write(self._lines(out))
            if err:
                channel.write_stderr(self._lines(err))
            channel.exit(status)

    def _lines(self, text: str) -> bytes:
        text = text if text.endswith("\n") else text + "\n"
        return (text.replace("\n", "\r\n") if self._has_pty else text).encode()

    # -- what the client sends ------------------------------------------------------------------
    def data_received(self, data: bytes, datatype: Any) -> None:
        """Pass input on, at the pace this caller may have."""
        if self._call is None:
            if len(self._early) + len(data) <= _EARLY_INPUT:
                self._early += data
            return
        self._call.terminal.feed(data)
        pause_s = self._intake.take(len(data))
        if pause_s and self._channel is not None:
            self._channel.pause_reading()
            asyncio.get_running_loop().call_later(pause_s, self._resume)

    def _resume(self) -> None:
        if self._channel is not None and not self._is_gone:
            self._channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass a new size on."""
        self._size = Size.reported(width, height)
        if self._call is not None:
            self._call.terminal.resize(self._size)

    def signal_received(self, signal: str) -> None:
        """Treat an interrupt as Ctrl-C."""
        if signal == "INT" and self._call is not None:
            self._call.terminal.interrupt()

    def break_received(self, msec: int) -> bool:
        """Treat a break as Ctrl-C."""
        self.signal_received("INT")
        return True

    def resume_writing(self) -> None:
        """The channel took most of what waited: let the terminal send on."""
        if self._call is not None:
            self._call.terminal.writable()

    def eof_received(self) -> bool:
        """Let what was typed be answered, then hang up: no more will come."""
        if self._call is not None:
            call = self._call
            asyncio.get_running_loop().call_later(EOF_S, self._door.switchboard.lost, call, "eof")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the session."""
        self._is_gone = True
        self._caller.session_gone()
        if self._start is not None and not self._start.done() and self._command is None:
            self._start.cancel()
        if self._call is not None:
            self._door.switchboard.lost(self._call, "hangup")
