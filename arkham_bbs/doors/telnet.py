"""The telnet door: plain, inside TLS, without negotiation, or for screen readers.

Room: doors. Imports session, terminal and its neighbours here. telnetlib3 gives the protocol's
names and numbers (see terminal/telnet_codes.py); its server does not carry the bytes, because it
decodes strictly and leaves a line hanging at the first broken character, sets no bound on the
size or time of a subnegotiation, asks for the terminal type up to nine times, reads LF CR as two
lines, and lets a line of a megabyte block every caller for half a minute. Here, small pieces go
from the socket through a machine of our own, bounded and tolerant, to the terminal.

Source: issue 2 "Doors", issue 4 "Knowing the terminal", USER_ASKS A and B.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal, cast

import msgspec

from arkham_bbs.doors.call import Call, new_session_id
from arkham_bbs.doors.gmcp import GmcpTalk
from arkham_bbs.doors.intake import Intake
from arkham_bbs.doors.limits import Ticket
from arkham_bbs.doors.listener import Listener
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.wire import Wire
from arkham_bbs.ops.logs import log
from arkham_bbs.session.services import Origin
from arkham_bbs.store.addresses import Network
from arkham_bbs.terminal import Capabilities, Line, Terminal
from arkham_bbs.terminal.strangers import REFUSALS, stranger
from arkham_bbs.terminal.telnet import TelnetMachine
from arkham_bbs.terminal.telnet_events import Exhausted, Interrupted, Learnt, Message, Resized

TelnetKind = Literal["telnet", "plain", "screen-reader", "tls"]
Facts = Callable[[], Mapping[str, str | list[str]]]

READ_SIZE = 2_048
"""Bytes taken at a time. The time one caller can hold the loop grows with it."""

FIRST_BYTES = 32
HANDSHAKE_S = 10.0
NOP_S = 45.0
KEY_S = 0.15
"""One character alone for this long was a key, not a line: its sender leaves the echo to us."""
EOF_S = 1.0
"""After the end of input, time for what was typed to be answered. A client that was closed looks
the same as one that only has no more to say, and its seat should not seem taken for long."""

TOO_MUCH_TALK = "Your client negotiates without end. The line is closed."


def load_certificate(cert: Path | None, key: Path | None) -> ssl.SSLContext:
    """Make the context of the TLS port.

    Raises:
        OSError, ValueError: the files are missing, no PEM, or do not belong together.
    """
    if cert is None or key is None:
        raise ValueError("both telnet_tls_cert and telnet_tls_key are needed")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(cert, key)
    return context


class TelnetDoor:
    """Listens on one port and hands calls to the switchboard."""

    def __init__(
        self,
        switchboard: Switchboard,
        *,
        kind: TelnetKind = "telnet",
        tls: ssl.SSLContext | None = None,
        proxy_peers: tuple[Network, ...] = (),
        mssp: Facts | None = None,
    ) -> None:
        self.switchboard = switchboard
        self.kind = kind
        self.mssp = mssp
        self._tls = tls
        self._listener = Listener("telnet", switchboard, self._handle, _refusal, proxy_peers)

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return self._listener.port

    async def start(self, host: str, port: int) -> None:
        """Listen."""
        self._listener.start(host, port)

    async def stop(self) -> None:
        """Stop listening. Calls go on; the switchboard ends them."""
        await self._listener.stop()

    async def _handle(self, sock: socket.socket, address: str, ticket: Ticket) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(
                lambda: TelnetCall(self, address, ticket),
                sock,
                ssl=self._tls,
                ssl_handshake_timeout=HANDSHAKE_S if self._tls is not None else None,
            )
        except (ssl.SSLError, OSError) as error:
            ticket.release()
            log("doors").info("tls_failed", address=address, error=repr(error))


def _refusal(sentence: str) -> bytes:
    return sentence.encode("ascii") + b"\r\n"


class TelnetWire(Wire):
    """Bytes to one telnet socket. `send` escapes, `send_command` does not."""

    def __init__(
        self, transport: asyncio.Transport, machine: TelnetMachine, output_limit: int
    ) -> None:
        super().__init__(output_limit)
        self._transport = transport
        self._machine = machine

    def send(self, data: bytes) -> None:
        """Send text for the terminal."""
        super().send(self._machine.escape(data))

    def send_command(self, data: bytes) -> None:
        """Send telnet's own words, in their place among the text."""
        super().send(data)

    def transmit(self, data: bytes) -> None:
        """Write to the socket."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def unsent(self) -> int:
        """Count what the socket has not taken."""
        return 0 if self._transport.is_closing() else self._transport.get_write_buffer_size()

    def hang_up(self) -> None:
        """End our side; the other side then closes.

        Closing both at once with input unread would reset the connection, and the last words
        would be lost on their way.
        """
        if self._transport.is_closing():
            return
        if self._transport.can_write_eof():
            self._transport.write_eof()
        else:
            self._transport.close()

    def cut(self) -> None:
        """Close at once."""
        self._transport.abort()


class TelnetCall(asyncio.BufferedProtocol):
    """One telnet connection.

    The terminal exists from the start, so that what is typed early is kept; the session begins
    when the machine has settled what the client is, at the latest three seconds on.
    """

    def __init__(self, door: TelnetDoor, address: str, ticket: Ticket) -> None:
        self._door = door
        self._board = door.switchboard
        self._address = address
        self._ticket = ticket
        self._buffer = bytearray(READ_SIZE)
        self._first = bytearray()
        self._machine = TelnetMachine(
            quiet=door.kind == "plain",
            mssp=door.mssp if door.kind != "plain" else None,
            max_heard=self._board.limits.negotiation_bytes,
        )
        self._gmcp = GmcpTalk()
        self._intake = Intake()
        self._transport: asyncio.Transport
        self._wire: TelnetWire
        self._terminal: Terminal
        self._known: Capabilities
        self._call: Call | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._has_typed = False
        self._key_timer: asyncio.TimerHandle | None = None

    # -- the connection -------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to negotiate."""
        self._transport = cast(asyncio.Transport, transport)
        self._wire = TelnetWire(self._transport, self._machine, self._board.limits.output_limit)
        self._known = self._capabilities()
        self._terminal = Terminal(
            self._wire, self._known, stall_s=self._board.limits.output_stall_s
        )
        self._terminal.on_secret = self._secret
        self._terminal.on_prompt = self._prompt_is_out
        self._terminal.on_lobby = self._in_lobby
        self._terminal.out_of_band = self._out_of_band
        self._terminal.takes_out_of_band = self._machine.takes_gmcp
        self._wire.send_command(self._machine.start(time.monotonic()))
        self._settle()

    def get_buffer(self, sizehint: int) -> bytearray:
        """Offer the small buffer, whatever the kernel has."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take bytes from the client."""
        if self._wire.is_closed or self._is_closed:
            return
        data = bytes(self._buffer[:nbytes])
        if len(self._first) < FIRST_BYTES and self._is_stranger(data):
            return
        fed = self._machine.feed(data, time.monotonic())
        self._wire.send_command(fed.send)
        self._take_events(fed.events)
        if fed.data:
            self._has_typed = True
            if not self._machine.heard and self._terminal.caps.line_mode:
                self._watch_for_keys(fed.data)
            self._terminal.feed(fed.data)
        if self._call is None:
            self._settle()
        pause_s = self._intake.take(nbytes)
        if pause_s and not self._transport.is_closing():
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(pause_s, self._resume)

    def _resume(self) -> None:
        if not self._is_closed and not self._transport.is_closing():
            self._transport.resume_reading()

    def resume_writing(self) -> None:
        """The socket took most of what waited: let the terminal send on."""
        self._terminal.writable()

    def eof_received(self) -> bool:
        """Let what was typed be answered, then hang up: no more will come."""
        if self._wire.is_closed or not self._has_typed:
            return False
        asyncio.get_running_loop().call_later(EOF_S, self._transport.close)
        return self._door.kind != "tls"

    def connection_lost(self, exc: Exception | None) -> None:
        """End the session."""
        self._is_closed = True
        self._ticket.release()
        for timer in (self._timer, self._key_timer):
            if timer is not None:
                timer.cancel()
        if self._call is not None:
            self._board.lost(self._call, "hangup")
        else:
            self._terminal.hangup("hangup")

    # -- who is calling -------------------------------------------------------------------------
    def _is_stranger(self, data: bytes) -> bool:
        """Refuse, in one line, who does not speak telnet."""
        self._first += data[: FIRST_BYTES - len(self._first)]
        kind = stranger(bytes(self._first))
        if kind is None:
            return False
        self._board.metrics.refused.labels("telnet", kind).inc()
        log("doors").info("stranger_refused", address=self._address, kind=kind)
        self._wire.send_command(REFUSALS[kind])
        self._wire.close()
        self._terminal.hangup("stranger")
        if self._timer is not None:
            self._timer.cancel()
        return True

    def _settle(self) -> None:
        """Start the session as soon as the machine knows enough, or has waited enough."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._is_closed or self._wire.is_closed:
            return
        now = time.monotonic()
        if not self._machine.settled:
            fed = self._machine.tick(now)
            self._wire.send_command(fed.send)
            self._take_events(fed.events)
        loop = asyncio.get_running_loop()
        if self._machine.settled:
            self._begin()
            self._timer = loop.call_later(NOP_S, self._nop)
        else:
            wait_s = max(0.01, self._machine.deadline() - now)
            self._timer = loop.call_later(wait_s, self._settle)

    def _watch_for_keys(self, data: bytes) -> None:
        """Tell a modem's keys, one by one and not echoed, from the whole lines of a socket."""
        is_key = len(data) == 1 and data not in b"\r\n\x00"
        if self._key_timer is not None:
            self._key_timer.cancel()
            self._key_timer = None
            if is_key:
                self._is_typed_by_key()
        elif is_key:
            loop = asyncio.get_running_loop()
            self._key_timer = loop.call_later(KEY_S, self._is_typed_by_key)

    def _is_typed_by_key(self) -> None:
        self._key_timer = None
        if not self._machine.heard and not self._terminal.closed:
            given = self._terminal.given
            self._terminal.set_capabilities(msgspec.structs.replace(given, line_mode=False))

    def _begin(self) -> None:
        if self._call is not None:
            return
        kind = self._door.kind
        origin = Origin(
            door="telnet",
            address=self._address,
            session_id=new_session_id(),
            port=kind if kind in ("plain", "screen-reader") else "",
        )
        self._call = self._board.connect(
            origin, self._terminal, self._wire, probe=self._machine.heard
        )

    def _capabilities(self) -> Capabilities:
        caps = self._machine.capabilities()
        if self._door.kind == "plain":
            # Behind a port without negotiation are serial lines, where the host echoes.
            caps = caps.override({"line_mode": False})
        elif self._door.kind == "screen-reader":
            caps = caps.override({"linear": True})
        return caps

    def _take_events(self, events: Iterable[object]) -> None:
        for event in events:
            match event:
                case Resized(size):
                    self._terminal.resize(size)
                case Learnt():
                    self._learn()
                case Interrupted():
                    self._terminal.interrupt()
                case Exhausted():
                    self._board.metrics.dropped.labels("telnet", "negotiation").inc()
                    self._terminal.close([Line.of(TOO_MUCH_TALK)])
                case Message(name, data):
                    for answer, facts in self._gmcp.hear(name, data):
                        self._wire.send_command(self._machine.gmcp(answer, facts))
                case _:
                    continue

    def _learn(self) -> None:
        """Tell the terminal what is new, except where the caller or a probe knew better."""
        new, old, now = self._capabilities(), self._known, self._terminal.caps
        self._known = new
        changes = {
            name: getattr(new, name)
            for name in msgspec.structs.asdict(new)
            if getattr(new, name) != getattr(old, name) and getattr(now, name) == getattr(old, name)
        }
        if changes:
            self._terminal.set_capabilities(msgspec.structs.replace(now, **changes))

    # -- what the terminal asks for -------------------------------------------------------------
    def _secret(self, secret: bool) -> None:
        self._wire.send_command(self._machine.set_echo(secret))

    def _prompt_is_out(self) -> None:
        self._wire.send_command(self._machine.prompt_mark())

    def _in_lobby(self) -> None:
        self._wire.send_command(self._machine.entered_lobby())

    def _out_of_band(self, name: str, data: object) -> None:
        if self._gmcp.tell(name, data):
            self._wire.send_command(self._machine.gmcp(name, data))

    def _nop(self) -> None:
        """Keep boxes on the way from forgetting a silent line."""
        if self._is_closed or self._wire.is_closed:
            return
        if self._terminal.caps.keepalive and not self._wire.pending():
            self._wire.send_command(self._machine.keepalive())
        self._timer = asyncio.get_running_loop().call_later(NOP_S, self._nop)
