"""Who calls by SSH, and how they prove it: one connection up to its sessions.

Room: doors. Imports asyncssh, accounts, session (the sentences) and its neighbours here.

Who gets in, and as whom:
- `bbs` and `new` need no proof and land where telnet callers land: at the login screen;
- `guest` needs none either and looks round at once;
- any other name proves itself with a password or with a registered key;
- keys nobody registered are not failures; the first of them is remembered, so that the session
  can offer to register it.

Source: RFC 4252.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import asyncssh

from arkham_bbs.accounts import Account, Accounts, LoginRefused
from arkham_bbs.doors.limits import Ticket
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.ops.logs import log
from arkham_bbs.session.account_refusals import account_sentence
from arkham_bbs.session.faults import apology, record_fault
from arkham_bbs.session.refusals import store_sentence
from arkham_bbs.store.errors import StoreUnavailable

GUEST, NEWCOMER = "guest", "new"
OPEN_NAMES = frozenset({"bbs", NEWCOMER, GUEST})
"""Names without a password; nobody can register one of them."""
PASSWORD_PROMPTS = 3
CHANNELS = 4
UNUSED_S = 5.0

WRONG_TWICE = "Wrong name or password. New in town? Call as the user 'new' to register."
TOO_MANY_TRIES = "Three wrong passwords are enough for one call. New in town? Call as 'new'."
TOO_MANY_KEYS = (
    "Your agent offers more keys than this board will look at. Offer one with: "
    "ssh -o IdentitiesOnly=yes -i KEYFILE, or a password with: -o PubkeyAuthentication=no"
)
TOO_SLOW = "You took too long to say who is calling. Please ring again."

SessionOpener = Callable[["SshCaller"], asyncssh.SSHServerSession[bytes]]


def _hear_no_more() -> bool:
    """Stand in for what reads the packets of a connection, when there is none."""
    return False


class SshCaller(asyncssh.SSHServer):
    """One SSH connection: who is calling, and how they prove it.

    Args:
        ticket: released when the connection is lost.
        connections: the door's open ones; this one is in it while it lasts.
        open_session: makes what serves one channel.
    """

    def __init__(
        self,
        accounts: Accounts,
        switchboard: Switchboard,
        address: str,
        ticket: Ticket,
        *,
        connections: set[asyncssh.SSHServerConnection],
        open_session: SessionOpener,
    ) -> None:
        self.address = address
        self.connection: asyncssh.SSHServerConnection | None = None
        self.first_offered: str | None = None
        self._accounts = accounts
        self._switchboard = switchboard
        self._ticket = ticket
        self._connections = connections
        self._open_session = open_session
        self._log = log("doors")
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
        self._connections.add(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._ticket.release()
        if self.connection is not None:
            self._connections.discard(self.connection)
            # asyncssh leaves a method of the connection in the connection. Untied, it goes by
            # itself, and need not wait for a search for garbage.
            cast(Any, self.connection)._recv_handler = _hear_no_more

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
        self._switchboard.metrics.dropped.labels("ssh", reason).inc()

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
            is_known = await self._accounts.knows_key(username, text)
        except Exception as error:  # a database in trouble leaves the password to try
            record_fault(error, door="ssh", address=self.address)
            return False
        if is_known:
            self._by_key = (username, text)
            return True
        self._offered.add(text)
        if len(self._offered) > self._switchboard.limits.offered_keys:
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
            account = await self._accounts.login(username, password, self.address)
        except LoginRefused as refused:
            self._log.info(
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
            self._switchboard.limits.begin_s, self._close_if_unused
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
            return await self._accounts.readmit(self._by_password[1].id, self.address)
        if self._by_key is None or self._by_key[0] != username:
            raise LoginRefused("unknown-key")
        return await self._accounts.login_key(username, self._by_key[1], self.address)

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
        return self._open_session(self)

    def session_gone(self) -> None:
        """A channel was closed; a connection with none left is of no use to anybody."""
        self._channels -= 1
        if self._channels == 0:
            asyncio.get_running_loop().call_later(UNUSED_S, self._close_if_unused)

    def _close_if_unused(self) -> None:
        if self._channels == 0 and self.connection is not None:
            self.connection.close()
