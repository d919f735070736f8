"""A listening port: accepts, finds out who is calling, asks the switchboard, hands over.

Room: doors. Imports the standard library and its neighbours here. Used by the SSH and the telnet
door alike; the socket is handed over raw so that nothing is read that belongs to the caller.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable

from arkham_bbs.doors.limits import Ticket
from arkham_bbs.doors.proxy_header import HeaderParser, HeaderRefused
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.ops.logs import log
from arkham_bbs.session.faults import record_fault
from arkham_bbs.store.addresses import Network, is_within

BACKLOG = 512
HEADER_S = 5.0
REFUSE_S = 5.0
_REFUSING_AT_ONCE = 256

Handler = Callable[[socket.socket, str, Ticket], Awaitable[None]]
"""Takes over socket and ticket, whatever happens next."""

Refusal = Callable[[str], bytes]
"""Puts the sentence of a refusal into the protocol of the door."""


def bind(host: str, port: int) -> socket.socket:
    """Open a listening socket. `::` takes IPv4 callers as well.

    Raises:
        OSError: the port is taken, or the address is not of this machine.
    """
    if host == "localhost":
        host = "127.0.0.1"
    is_v6 = ":" in host
    listener = socket.create_server(
        (host, port),
        family=socket.AF_INET6 if is_v6 else socket.AF_INET,
        backlog=BACKLOG,
        dualstack_ipv6=is_v6 and host == "::" and socket.has_dualstack_ipv6(),
    )
    listener.setblocking(False)
    return listener


def keep_alive(sock: socket.socket) -> None:
    """Let the kernel find a caller who vanished within 90 seconds, idle or not."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", 30),
        ("TCP_KEEPINTVL", 15),
        ("TCP_KEEPCNT", 3),
        # Keepalive is silent while unacknowledged output waits; this covers that case.
        ("TCP_USER_TIMEOUT", 75_000),
        ("TCP_NODELAY", 1),
    ):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class Listener:
    """One port of one door."""

    def __init__(
        self,
        door: str,
        switchboard: Switchboard,
        handle: Handler,
        refuse: Refusal,
        proxy_peers: tuple[Network, ...] = (),
    ) -> None:
        self._door = door
        self._switchboard = switchboard
        self._handle = handle
        self._refuse = refuse
        self._proxy_peers = proxy_peers
        self._socket: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._arrivals: set[asyncio.Task[None]] = set()
        self._refusing = 0
        self._log = log("doors")
        self.port = 0

    def start(self, host: str, port: int) -> None:
        """Listen; `self.port` tells where when `port` is 0."""
        self._socket = bind(host, port)
        self.port = self._socket.getsockname()[1]
        self._accepting = asyncio.create_task(self._accept(), name=f"{self._door}-accept")

    async def stop(self) -> None:
        """Stop listening and give up on callers who are not put through yet."""
        tasks = [task for task in (self._accepting, *self._arrivals) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        assert self._socket is not None
        while True:
            try:
                sock, peer = await loop.sock_accept(self._socket)
            except OSError as error:
                if error.errno not in (errno.ECONNABORTED, errno.EINTR):
                    self._log.error("accept_failed", door=self._door, error=str(error))
                    await asyncio.sleep(0.5)
                continue
            task = asyncio.create_task(self._arrive(sock, str(peer[0])))
            self._arrivals.add(task)
            task.add_done_callback(self._arrivals.discard)

    async def _arrive(self, sock: socket.socket, address: str) -> None:
        try:
            sock.setblocking(False)
            keep_alive(sock)
            address = address.removeprefix("::ffff:")
            if is_within(address, self._proxy_peers):
                address = await self._read_header(sock, address)
            ticket = await self._switchboard.admit(self._door, address)
            if isinstance(ticket, str):
                await self._turn_away(sock, ticket)
                return
        except (OSError, TimeoutError, EOFError, HeaderRefused) as error:
            self._log.info("call_failed", door=self._door, address=address, error=repr(error))
            sock.close()
            return
        except asyncio.CancelledError:
            sock.close()
            raise
        except Exception as error:  # the database may be down; the door stays open
            record_fault(error, door=self._door, address=address)
            sock.close()
            return
        try:
            await self._handle(sock, address, ticket)
        except (OSError, TimeoutError) as error:
            self._log.info("call_failed", door=self._door, address=address, error=repr(error))
            ticket.release()
        except Exception as error:  # one bad call must not end the listener
            record_fault(error, door=self._door, address=address)
            ticket.release()

    async def _read_header(self, sock: socket.socket, peer: str) -> str:
        """Read exactly the PROXY header and return the caller's own address."""
        loop = asyncio.get_running_loop()
        parser = HeaderParser()
        async with asyncio.timeout(HEADER_S):
            while parser.header is None:
                data = await loop.sock_recv(sock, parser.wanted)
                if not data:
                    raise EOFError("closed before the PROXY header was whole")
                parser.feed(data)
        return parser.header.address or peer

    async def _turn_away(self, sock: socket.socket, sentence: str) -> None:
        """Say why, and wait for the other side to have read it; never for long."""
        loop = asyncio.get_running_loop()
        try:
            if self._refusing >= _REFUSING_AT_ONCE:
                return
            self._refusing += 1
            try:
                async with asyncio.timeout(REFUSE_S):
                    await loop.sock_sendall(sock, self._refuse(sentence))
                    sock.shutdown(socket.SHUT_WR)
                    # Closing with unread input would reset the connection and eat the sentence.
                    while await loop.sock_recv(sock, 4_096):
                        pass
            finally:
                self._refusing -= 1
        except (OSError, TimeoutError):
            self._log.debug("refusal_unread", door=self._door)
        finally:
            sock.close()
