"""The telnet protocol as a pure machine: bytes in; data, events and answers out.

Room: terminal. Imports its neighbours here; no socket, no clock (the time is passed in).
Bytes are taken apart in telnet_parsing.py, options agreed in telnet_negotiation.py, bodies read in
telnet_reading.py; here is what is asked, in what order, and what is learnt of it.
Source: RFC 854, 857, 858, 860, 885, 1073, 1091, 1143, 1572, 2066; MTTS, GMCP and MSSP as MUD
clients have them; USER_ASKS A7, A13 and B1-B16.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .capabilities import PLAIN, STANDARD, Capabilities, is_mud_client
from .telnet_clues import Clues
from .telnet_codes import (
    ABORT,
    ACCEPTED,
    AYT,
    BINARY,
    BRK,
    CHARSET,
    CMD_EOR,
    EC,
    ECHO,
    EL,
    EOR,
    GA,
    GMCP,
    IAC,
    IP,
    IS,
    MSSP,
    NAWS,
    NEW_ENVIRON,
    NOP,
    REJECTED,
    REQUEST,
    SGA,
    SUSP,
    TTYPE,
    WONT,
    doubled,
)
from .telnet_echo import PasswordEcho
from .telnet_events import Event, Exhausted, Fed, Interrupted, Learnt, Resized
from .telnet_messages import gmcp_message, mssp_message, read_message
from .telnet_negotiation import MAX_NEGOTIATION_HEARD, Negotiation
from .telnet_parsing import Command, TelnetParser, Told, Typed, Weight, Wish
from .telnet_reading import (
    CHARSET_QUESTION,
    ENVIRON_QUESTION,
    TYPE_QUESTION,
    choose_charset,
    parse_environ,
    read_charset,
    read_size,
    read_type,
)

MAX_TYPE_ASKS = 4
FIRST_ANSWER_S = 1.0
NEXT_ANSWER_S = 1.0
SETTLE_S = 3.0

AYT_ANSWER = b"\r\n[Yes]\r\n"
MAX_AYT = 20

_LONE_CR = re.compile(rb"\r(?![\n\x00])")


class TelnetMachine:
    """The telnet side of one connection.

    Args:
        quiet: never say anything by itself and answer nothing (for modems that choke on
            negotiation); commands in the input are still taken out.
        mssp: gives what crawlers ask for.
        max_heard: bytes of negotiation the client may send.
    """

    def __init__(
        self,
        *,
        quiet: bool = False,
        mssp: Callable[[], Mapping[str, str | list[str]]] | None = None,
        max_heard: int = MAX_NEGOTIATION_HEARD,
    ) -> None:
        self.quiet = quiet
        self._mssp = mssp
        self._mssp_sent = False
        self._parser = TelnetParser()
        self._options = Negotiation(max_heard)
        self._echo = PasswordEcho(self._options.ours(ECHO))
        self._events: list[Event] = []
        self._is_exhaustion_told = False
        self._ayt = 0
        self._began = 0.0
        self._heard_at: float | None = None
        self.heard = False
        """Whether the client ever said anything in telnet's own words."""
        self.known = Clues()
        """What the client has told about its terminal."""
        self._asks = 0
        self._type_done = False
        self.settled = quiet
        self._charset_asked = False
        self._char_wish = False  # ECHO was asked for good, and not refused
        self._waiting: set[int] = set()  # subnegotiations asked for and not answered yet

    # State ---------------------------------------------------------------------------

    def ours(self, option: int) -> bool:
        """Whether an option of ours is on."""
        return self._options.ours(option).on

    def theirs(self, option: int) -> bool:
        """Whether an option of the client's is on."""
        return self._options.theirs(option).on

    @property
    def is_mud_client(self) -> bool:
        """Whether the client's name is that of a MUD client: lines, and its own echo."""
        return is_mud_client(self.known.names)

    def capabilities(self) -> Capabilities:
        """What is known now. A client that answered nothing sends lines: 80x24, plain."""
        if not self.heard:
            return PLAIN.resized(self.known.size or STANDARD).override({"line_mode": True})
        caps = self.known.capabilities()
        return caps if self.char_mode else caps.override({"line_mode": True})

    @property
    def char_mode(self) -> bool:
        """Whether the client sends key by key and leaves the echo to us."""
        return self._char_wish and self.ours(ECHO)

    # In ------------------------------------------------------------------------------

    def start(self, now: float) -> bytes:
        """What to send when the line opens."""
        self._began = now
        if self.quiet:
            return b""
        self._options.ask_theirs(TTYPE)
        self._options.ask_theirs(NAWS)
        if self._mssp is not None:
            self._options.ask_ours(MSSP)
        return self._taken()

    def feed(self, data: bytes, now: float) -> Fed:
        """Take bytes from the client."""
        self._parser.forget_stale(now)
        if self._parser.is_typing(data):
            return Fed(data, [], b"")
        out = bytearray()
        for piece in self._parser.pieces(data, now):
            match piece:
                case Typed(data=typed):
                    out += typed
                case Command(code=code):
                    out += self._command(code, now)
                case Wish(verb=verb, option=option):
                    self._heard(3, now)
                    self._wished(verb, option)
                case Told(body=body):
                    self._heard(4, now)
                    if body and self._is_listening:
                        self._subnegotiation(body[0], body[1:])
                case Weight(size=size):
                    self._options.weigh(size)
        self._settle()
        return Fed(bytes(out), self._happened(), self._taken())

    def _settle(self) -> None:
        """Everything asked has been answered: no need to wait any longer."""
        if self.settled or not self._type_done or self._waiting:
            return
        if self.theirs(NAWS) and self.known.size is None:
            return
        if self._options.is_waiting:
            return
        self.settled = True
        self._events.append(Learnt())

    def tick(self, now: float) -> Fed:
        """Time has passed: give up unfinished subnegotiations and silent clients."""
        self._parser.forget_stale(now)
        if not self.settled and now >= self.deadline():
            self._type_known()
            self.settled = True
            self._events.append(Learnt())
        return Fed(b"", self._happened(), self._taken())

    def _happened(self) -> list[Event]:
        """Return what is new, once."""
        if self._options.is_exhausted and not self._is_exhaustion_told:
            self._is_exhaustion_told = True
            self._events.append(Exhausted())
        events, self._events = self._events, []
        return events

    def deadline(self) -> float:
        """When ``tick`` should be called at the latest while not ``settled``."""
        if self._heard_at is None:
            return self._began + FIRST_ANSWER_S
        return min(self._heard_at + NEXT_ANSWER_S, self._began + SETTLE_S)

    @property
    def _is_listening(self) -> bool:
        return not self.quiet and not self._options.is_exhausted

    def _command(self, code: int, now: float) -> bytes:
        """Obey a command; returns what it stands for, had it been typed."""
        self._heard(2, now)
        if code in (IP, BRK, ABORT, SUSP):
            self._events.append(Interrupted())
        elif code == EC:
            return b"\x7f"
        elif code == EL:
            return b"\x15"
        elif code == AYT and self._ayt < MAX_AYT and not self.quiet:
            self._ayt += 1
            self._options.say_once(AYT_ANSWER)
        return b""

    def _heard(self, size: int, now: float) -> None:
        self.heard = True
        self._heard_at = now
        self._options.weigh(size)

    def _wished(self, verb: int, option: int) -> None:
        if not self._is_listening:
            return
        heard = self._options.hear(verb, option)
        if heard is None:
            return
        if option == ECHO and heard.mine and not heard.on:
            self._char_wish = False
        if heard.changed:
            self._changed(option, mine=heard.mine, on=heard.on)
        elif option == TTYPE and not heard.mine and not heard.on:
            self._type_known()

    # Real changes of state -----------------------------------------------------------

    def _changed(self, option: int, *, mine: bool, on: bool) -> None:
        if option == TTYPE and not mine:
            if on and not self._asks:
                self._ask_type()
            elif not on:
                self._type_known()
        elif option == NEW_ENVIRON and not mine and on:
            self._ask_environ()
        elif option == CHARSET and on and mine:
            if not self._charset_asked:
                self._charset_asked = True
                self._waiting.add(CHARSET)
                self._options.say_sub(CHARSET, CHARSET_QUESTION)
        elif option == MSSP and mine and on:
            self._send_mssp()
        elif option == ECHO and mine:
            self._events.append(Learnt())

    def _ask_type(self) -> None:
        self._asks += 1
        self._options.say_sub(TTYPE, TYPE_QUESTION)

    def _type_known(self) -> None:
        """The cycle is over (or there is none): now the rest may be asked."""
        if self._type_done:
            return
        self._type_done = True
        if not self.heard or self.quiet:
            return
        if self.is_mud_client:
            # State the wish for no echo even though that is the default (B13).
            self._options.say(WONT, ECHO)
            self._options.ask_ours(EOR)
            self._options.ask_ours(CHARSET)
            self._options.ask_ours(GMCP)
        else:
            self._char_wish = True
            self._options.ask_ours(ECHO)
            self._options.ask_ours(SGA)
            self._options.ask_theirs(SGA)
            self._options.ask_ours(BINARY)
            self._options.ask_theirs(BINARY)
            if self.known.names and self.known.names[0].upper() != "VTNT":
                self._options.ask_theirs(NEW_ENVIRON)
                self._options.ask_ours(CHARSET)
        self._events.append(Learnt())

    def _ask_environ(self) -> None:
        self._waiting.add(NEW_ENVIRON)
        self._options.say_sub(NEW_ENVIRON, ENVIRON_QUESTION)

    def _send_mssp(self) -> None:
        if self._mssp is None or self._mssp_sent:
            return
        self._mssp_sent = True
        self._options.say_once(mssp_message(self._mssp()))

    # Subnegotiations -----------------------------------------------------------------

    def _subnegotiation(self, option: int, body: bytes) -> None:
        if option == TTYPE and body[:1] == bytes([IS]) and self.theirs(TTYPE):
            self._type_told(body[1:])
        elif option == NAWS and self.theirs(NAWS):
            size = read_size(body)
            if size is not None and size != self.known.size:
                self.known.size = size
                self._events.append(Resized(size))
        elif option == NEW_ENVIRON and body[:1] in (b"\x00", b"\x02"):
            self._environ_told(body[1:])
        elif option == CHARSET and body:
            self._charset_told(body)
        elif option == GMCP and self.ours(GMCP):
            self._events.append(read_message(body))

    def _type_told(self, raw: bytes) -> None:
        if self._type_done or len(self.known.names) >= self._asks:
            return
        name = read_type(raw)
        repeated = bool(self.known.names) and name == self.known.names[-1]
        if not repeated:
            self.known.names.append(name)
        if repeated or self._asks >= MAX_TYPE_ASKS or not name:
            self._type_known()
        else:
            self._ask_type()

    def _environ_told(self, body: bytes) -> None:
        """Read IS or INFO; a missing list, name or value is no trouble (B7)."""
        self._waiting.discard(NEW_ENVIRON)
        for name, value in parse_environ(body):
            if self.known.note(name, value):
                self._events.append(Learnt())

    def _charset_told(self, body: bytes) -> None:
        verb = body[0]
        if verb in (ACCEPTED, REJECTED):
            self._waiting.discard(CHARSET)
        if verb == ACCEPTED:
            name = read_charset(body[1:])
            if name is not None and name != self.known.charset:
                self.known.charset = name
                self._events.append(Learnt())
        elif verb == REQUEST and self.theirs(CHARSET):
            chosen = choose_charset(body[1:])
            if chosen is None:
                self._options.say_sub(CHARSET, bytes([REJECTED]))
                return
            wanted, theirs = chosen
            self._options.say_sub(CHARSET, bytes([ACCEPTED]) + theirs)
            if self.known.charset != wanted:
                self.known.charset = wanted
                self._events.append(Learnt())

    # Out -----------------------------------------------------------------------------

    def _taken(self) -> bytes:
        send = self._options.taken()
        return b"" if self.quiet else send

    def escape(self, data: bytes) -> bytes:
        """Make data fit to be sent: IAC doubled, a lone CR followed by NUL unless BINARY."""
        if IAC in data:
            data = doubled(data)
        if b"\r" in data and not self.quiet and not self.ours(BINARY):
            data = _LONE_CR.sub(b"\r\x00", data)
        return data

    def set_echo(self, on: bool) -> bytes:
        """A password begins (True) or is over: for clients that echo lines themselves."""
        if self.quiet or self._char_wish:
            return b""
        verb = self._echo.hide() if on else self._echo.show()
        return b"" if verb is None else bytes((IAC, verb, ECHO))

    def entered_lobby(self) -> bytes:
        """Login is over: ECHO may change freely again, and one held back is sent."""
        return self.set_echo(False) if self._echo.entered_lobby() else b""

    def prompt_mark(self) -> bytes:
        """What marks a prompt's end: EOR where agreed, else GA while SGA is off (B14)."""
        if self.quiet or not self.heard:
            return b""
        if self.ours(EOR):
            return bytes((IAC, CMD_EOR))
        if self._options.ours(SGA).state in ("yes", "want-yes"):
            return b""
        return bytes((IAC, GA))

    def keepalive(self) -> bytes:
        """A NOP, unless this port is quiet or the client never spoke telnet."""
        return bytes((IAC, NOP)) if self.heard and not self.quiet else b""

    def takes_gmcp(self) -> bool:
        """Whether the client has agreed to GMCP."""
        return self.ours(GMCP) and not self.quiet

    def gmcp(self, name: str, data: Any = None) -> bytes:
        """A GMCP message, empty when the client does not want any."""
        if not self.ours(GMCP) or self.quiet:
            return b""
        return gmcp_message(name, data)
