"""The telnet protocol as a pure machine: bytes in; data, events and answers out.

Room: terminal. Imports telnetlib3's constants, msgspec and its neighbours here; no socket, no
clock (the time is passed in).
Source: RFC 854, 857, 858, 860, 885, 1073, 1091, 1143, 1572, 2066; MTTS, GMCP and MSSP as MUD
clients have them; USER_ASKS A7, A13 and B1-B16.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from telnetlib3 import telopt

from .capabilities import (
    PLAIN,
    STANDARD,
    Capabilities,
    Size,
    from_ttype,
    is_mud_client,
    normal_charset,
)
from .telnet_options import DO, DONT, WILL, WONT, Side

IAC, SB, SE = telopt.IAC[0], telopt.SB[0], telopt.SE[0]
GA, NOP, AYT, IP, BRK = telopt.GA[0], telopt.NOP[0], telopt.AYT[0], telopt.IP[0], telopt.BRK[0]
EC, EL, DM = telopt.EC[0], telopt.EL[0], telopt.DM[0]
CMD_EOR, ABORT, SUSP = telopt.CMD_EOR[0], telopt.ABORT[0], telopt.SUSP[0]
BINARY, ECHO, SGA, TM = telopt.BINARY[0], telopt.ECHO[0], telopt.SGA[0], telopt.TM[0]
TTYPE, EOR, NAWS, NEW_ENVIRON = (
    telopt.TTYPE[0],
    telopt.EOR[0],
    telopt.NAWS[0],
    telopt.NEW_ENVIRON[0],
)
CHARSET, MSSP, GMCP = telopt.CHARSET[0], telopt.MSSP[0], telopt.GMCP[0]
IS, SEND = telopt.IS[0], telopt.SEND[0]
VAR, VALUE, ESC, USERVAR = telopt.VAR[0], telopt.VALUE[0], telopt.ESC[0], telopt.USERVAR[0]
REQUEST, ACCEPTED, REJECTED = telopt.REQUEST[0], telopt.ACCEPTED[0], telopt.REJECTED[0]

OURS = frozenset({BINARY, ECHO, SGA, EOR, CHARSET, GMCP, MSSP})
"""What we may do when asked. STATUS and everything else is refused."""
THEIRS = frozenset({BINARY, SGA, TTYPE, NAWS, NEW_ENVIRON, CHARSET, EOR})
"""What the client may do."""

MAX_SUBNEGOTIATION = 4096
SUBNEGOTIATION_S = 30.0
MAX_TYPE_ASKS = 4
MAX_REPLIES_PER_OPTION = 8
MAX_NEGOTIATION_SENT = 4096
MAX_NEGOTIATION_HEARD = 64 * 1024
MAX_ECHO_CHANGES = 4
FIRST_ANSWER_S = 1.0
NEXT_ANSWER_S = 1.0
SETTLE_S = 3.0

AYT_ANSWER = b"\r\n[Yes]\r\n"
MAX_AYT = 20

# Display hints only; never who somebody is.
_HINTS = ("TERM", "LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "CHARSET")
_ENVIRON_ASKED = (b"LANG", b"LC_ALL", b"COLORTERM")


class Resized(NamedTuple):
    """NAWS told a size."""

    size: Size


class Learnt(NamedTuple):
    """More is known about the terminal: ask ``capabilities`` again."""


class Interrupted(NamedTuple):
    """IP or BRK: Ctrl-C in telnet's own words."""


class Message(NamedTuple):
    """A GMCP message. ``data`` is decoded JSON, ``None`` when there was none or it was bad."""

    name: str
    data: Any


class Exhausted(NamedTuple):
    """The peer negotiates without end: nothing more is answered; the door may hang up."""


Event = Resized | Learnt | Interrupted | Message | Exhausted


class Fed(NamedTuple):
    """What came of some bytes: data for the terminal, events for the door, bytes to send."""

    data: bytes
    events: list[Event]
    send: bytes


_DATA, _COMMAND, _OPTION, _SUB, _SUB_IAC = range(5)


class TelnetMachine:
    """The telnet side of one connection.

    ``quiet`` never says anything by itself and answers nothing (for modems that choke on
    negotiation); commands in the input are still taken out. ``mssp`` gives what crawlers
    ask for.
    """

    def __init__(
        self,
        *,
        quiet: bool = False,
        mssp: Callable[[], Mapping[str, str | list[str]]] | None = None,
    ) -> None:
        self.quiet = quiet
        self._mssp = mssp
        self._mssp_sent = False
        self._ours: dict[int, Side] = {}
        self._theirs: dict[int, Side] = {}
        self._state = _DATA
        self._verb = 0
        self._sub = bytearray()
        self._sub_began = 0.0
        self._sub_is_long = False
        self._send = bytearray()
        self._events: list[Event] = []
        self._sent = 0
        self._heard_bytes = 0
        self.max_heard = MAX_NEGOTIATION_HEARD
        self._exhausted = False
        self._ayt = 0
        self._began = 0.0
        self._heard_at: float | None = None
        self.heard = False
        """Whether the client ever said anything in telnet's own words."""
        self.names: list[str] = []
        """The terminal type answers, in order."""
        self._asks = 0
        self._type_done = False
        self.settled = quiet
        self.environ: dict[str, str] = {}
        self.charset = ""
        self._charset_asked = False
        self.size: Size | None = None
        self.echo_changes = 0
        self._echo_off_later = False
        self._char_wish = False  # ECHO was asked for good, and not refused
        self._waiting: set[int] = set()  # subnegotiations asked for and not answered yet
        self.in_lobby = False

    # State ---------------------------------------------------------------------------

    def ours(self, option: int) -> bool:
        """Whether an option of ours is on."""
        side = self._ours.get(option)
        return side is not None and side.on

    def theirs(self, option: int) -> bool:
        """Whether an option of the client's is on."""
        side = self._theirs.get(option)
        return side is not None and side.on

    @property
    def is_mud_client(self) -> bool:
        """Whether the client's name is that of a MUD client: lines, and its own echo."""
        return is_mud_client(self.names)

    def capabilities(self) -> Capabilities:
        """What is known now. A client that answered nothing sends lines: 80x24, plain."""
        size = self.size or STANDARD
        if not self.heard:
            return PLAIN.resized(size).override({"line_mode": True})
        lang = next(
            (self.environ[k] for k in ("LC_ALL", "LC_CTYPE", "LANG") if k in self.environ), ""
        )
        names = self.names or ([self.environ["TERM"]] if "TERM" in self.environ else [])
        caps = from_ttype(
            names,
            size,
            lang=lang,
            charset=self.charset or self.environ.get("CHARSET", ""),
            colorterm=self.environ.get("COLORTERM", ""),
        )
        if self.size is not None:
            caps = caps.resized(self.size)
        if not self.char_mode:
            caps = caps.override({"line_mode": True})
        return caps

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
        self._ask_theirs(TTYPE, True)
        self._ask_theirs(NAWS, True)
        if self._mssp is not None:
            self._ask_ours(MSSP, True)
        return self._taken()

    def feed(self, data: bytes, now: float) -> Fed:
        """Take bytes from the client."""
        if self._state in (_SUB, _SUB_IAC) and now - self._sub_began > SUBNEGOTIATION_S:
            self._state = _DATA
            self._sub.clear()
        if self._state == _DATA and IAC not in data:
            return Fed(data, [], b"")
        out = bytearray()
        at, size = 0, len(data)
        while at < size:
            state = self._state
            if state == _DATA:
                found = data.find(IAC, at)
                if found < 0:
                    out += data[at:]
                    break
                out += data[at:found]
                at = found + 1
                self._state = _COMMAND
                continue
            if state == _SUB:
                found = data.find(IAC, at)
                end = size if found < 0 else found
                self._count(end - at)
                room = MAX_SUBNEGOTIATION - len(self._sub)
                if end - at > room:
                    # Too long to be honest. It is no typing either: all of it is dropped till it
                    # ends, or till its time is over.
                    self._sub_is_long = True
                self._sub += data[at : min(end, at + room)]
                at = end
                if found >= 0:
                    self._state = _SUB_IAC
                    at += 1
                continue
            byte = data[at]
            at += 1
            if state == _COMMAND:
                self._command(byte, out, now)
            elif state == _OPTION:
                self._state = _DATA
                self._heard(3, now)
                self._negotiate(self._verb, byte)
            else:
                self._sub_command(byte, now)
        self._settle()
        events, self._events = self._events, []
        return Fed(bytes(out), events, self._taken())

    def _settle(self) -> None:
        """Everything asked has been answered: no need to wait any longer."""
        if self.settled or not self._type_done or self._waiting:
            return
        if self.theirs(NAWS) and self.size is None:
            return
        for side in (*self._ours.values(), *self._theirs.values()):
            if side.state in ("want-yes", "want-no"):
                return
        self.settled = True
        self._events.append(Learnt())

    def tick(self, now: float) -> Fed:
        """Time has passed: give up unfinished subnegotiations and silent clients."""
        if self._state in (_SUB, _SUB_IAC) and now - self._sub_began > SUBNEGOTIATION_S:
            self._state = _DATA
            self._sub.clear()
        if not self.settled and now >= self.deadline():
            self._type_known()
            self.settled = True
            self._events.append(Learnt())
        events, self._events = self._events, []
        return Fed(b"", events, self._taken())

    def deadline(self) -> float:
        """When ``tick`` should be called at the latest while not ``settled``."""
        if self._heard_at is None:
            return self._began + FIRST_ANSWER_S
        return min(self._heard_at + NEXT_ANSWER_S, self._began + SETTLE_S)

    def _command(self, byte: int, out: bytearray, now: float) -> None:
        self._state = _DATA
        if byte == IAC:
            out.append(IAC)
            return
        if byte in (DO, DONT, WILL, WONT):
            self._verb, self._state = byte, _OPTION
            return
        if byte == SB:
            self._state, self._sub_began, self._sub_is_long = _SUB, now, False
            self._sub.clear()
            return
        self._heard(2, now)
        if byte in (IP, BRK, ABORT, SUSP):
            self._events.append(Interrupted())
        elif byte == EC:
            out.append(0x7F)
        elif byte == EL:
            out.append(0x15)
        elif byte == AYT and self._ayt < MAX_AYT and not self.quiet:
            self._ayt += 1
            self._send += AYT_ANSWER

    def _heard(self, size: int, now: float) -> None:
        self.heard = True
        self._heard_at = now
        self._count(size)

    def _count(self, size: int) -> None:
        self._heard_bytes += size
        if self._heard_bytes > self.max_heard:
            self._give_up()

    def _give_up(self) -> None:
        if not self._exhausted:
            self._exhausted = True
            self._events.append(Exhausted())

    def _negotiate(self, verb: int, option: int) -> None:
        if self._exhausted or self.quiet:
            return
        if option == TM and verb == DO:
            # Each request is answered: there is no state (RFC 860).
            self._say(WILL, option)
            return
        mine = verb in (DO, DONT)
        sides = self._ours if mine else self._theirs
        side = sides.get(option)
        if side is None:
            if verb in (DONT, WONT):
                return
            side = sides[option] = Side(ours=mine)
        if side.replies >= MAX_REPLIES_PER_OPTION:
            return
        was = side.on
        answer = side.hear(verb in (DO, WILL), allowed=option in (OURS if mine else THEIRS))
        if answer is not None:
            side.replies += 1
            self._say(answer, option)
        if option == ECHO and mine and not side.on:
            self._char_wish = False
        if side.on != was:
            self._changed(option, mine=mine, on=side.on)
        elif option == TTYPE and not mine and not side.on:
            self._type_known()

    def _say(self, verb: int, option: int) -> None:
        self._sent += 3
        if self._sent > MAX_NEGOTIATION_SENT:
            self._give_up()
            return
        self._send += bytes((IAC, verb, option))

    def _ask_ours(self, option: int, on: bool) -> None:
        side = self._ours.setdefault(option, Side(ours=True))
        verb = side.ask(on)
        if verb is not None:
            self._say(verb, option)

    def _ask_theirs(self, option: int, on: bool) -> None:
        side = self._theirs.setdefault(option, Side(ours=False))
        verb = side.ask(on)
        if verb is not None:
            self._say(verb, option)

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
                self._say_sub(CHARSET, bytes([REQUEST]) + b";UTF-8;IBM437;ISO-8859-1;US-ASCII")
        elif option == MSSP and mine and on:
            self._send_mssp()
        elif option == ECHO and mine:
            self._events.append(Learnt())

    def _ask_type(self) -> None:
        self._asks += 1
        self._say_sub(TTYPE, bytes([SEND]))

    def _type_known(self) -> None:
        """The cycle is over (or there is none): now the rest may be asked."""
        if self._type_done:
            return
        self._type_done = True
        if not self.heard or self.quiet:
            return
        if self.is_mud_client:
            # State the wish for no echo even though that is the default (B13).
            self._say(WONT, ECHO)
            self._ask_ours(EOR, True)
            self._ask_ours(CHARSET, True)
            self._ask_ours(GMCP, True)
        else:
            self._char_wish = True
            self._ask_ours(ECHO, True)
            self._ask_ours(SGA, True)
            self._ask_theirs(SGA, True)
            self._ask_ours(BINARY, True)
            self._ask_theirs(BINARY, True)
            if self.names and self.names[0].upper() != "VTNT":
                self._ask_theirs(NEW_ENVIRON, True)
                self._ask_ours(CHARSET, True)
        self._events.append(Learnt())

    def _say_sub(self, option: int, body: bytes) -> None:
        size = len(body) + 5
        if self._sent + size > MAX_NEGOTIATION_SENT:
            self._give_up()
            return
        self._sent += size
        self._send += bytes((IAC, SB, option)) + _doubled(body) + bytes((IAC, SE))

    def _ask_environ(self) -> None:
        body = bytes([SEND])
        for name in _ENVIRON_ASKED:
            body += bytes([VAR]) + name
        body += bytes([USERVAR]) + b"CHARSET"
        self._waiting.add(NEW_ENVIRON)
        self._say_sub(NEW_ENVIRON, body)

    def _send_mssp(self) -> None:
        if self._mssp is None or self._mssp_sent:
            return
        self._mssp_sent = True
        self._send += self.mssp_message(self._mssp())

    # Subnegotiations -----------------------------------------------------------------

    def _sub_command(self, byte: int, now: float) -> None:
        if byte == IAC:
            self._state = _SUB
            self._count(2)
            if len(self._sub) < MAX_SUBNEGOTIATION:
                self._sub.append(IAC)
            else:
                self._sub_is_long = True
            return
        self._state = _DATA
        body = bytes(self._sub)
        self._sub.clear()
        if byte != SE:
            # The end was lost: what follows IAC is a command of its own.
            if byte in (DO, DONT, WILL, WONT):
                self._verb, self._state = byte, _OPTION
            return
        self._heard(4, now)
        if body and not self._sub_is_long and not self._exhausted and not self.quiet:
            self._subnegotiation(body[0], body[1:])

    def _subnegotiation(self, option: int, body: bytes) -> None:
        if option == TTYPE and body[:1] == bytes([IS]) and self.theirs(TTYPE):
            self._type_told(body[1:])
        elif option == NAWS and len(body) >= 4 and self.theirs(NAWS):
            columns, rows = body[0] << 8 | body[1], body[2] << 8 | body[3]
            size = Size.reported(columns, rows)
            if size != self.size:
                self.size = size
                self._events.append(Resized(size))
        elif option == NEW_ENVIRON and body[:1] in (b"\x00", b"\x02"):
            self._environ_told(body[1:])
        elif option == CHARSET and body:
            self._charset_told(body)
        elif option == GMCP and self.ours(GMCP):
            self._gmcp_told(body)

    def _type_told(self, raw: bytes) -> None:
        if self._type_done or len(self.names) >= self._asks:
            return
        name = raw[:64].decode("ascii", errors="ignore")
        name = "".join(char for char in name if char.isprintable()).strip()
        repeated = bool(self.names) and name == self.names[-1]
        if not repeated:
            self.names.append(name)
        if repeated or self._asks >= MAX_TYPE_ASKS or not name:
            self._type_known()
        else:
            self._ask_type()

    def _environ_told(self, body: bytes) -> None:
        """Read IS or INFO; a missing list, name or value is no trouble (B7)."""
        self._waiting.discard(NEW_ENVIRON)
        for name, value in parse_environ(body):
            if name in _HINTS and len(self.environ) < 16 and self.environ.get(name) != value:
                self.environ[name] = value
                self._events.append(Learnt())

    def _charset_told(self, body: bytes) -> None:
        verb = body[0]
        if verb in (ACCEPTED, REJECTED):
            self._waiting.discard(CHARSET)
        if verb == ACCEPTED:
            name = body[1:41].decode("ascii", errors="ignore")
            if normal_charset(name) is not None and name != self.charset:
                self.charset = name
                self._events.append(Learnt())
        elif verb == REQUEST and self.theirs(CHARSET):
            offer = body[1:]
            if offer.startswith(b"[TTABLE]"):
                offer = offer[9:]
            names = offer[1:].split(offer[:1])[:40] if len(offer) > 1 else []
            for wanted in ("utf-8", "cp437", "latin-1", "ascii"):
                for raw in names:
                    if normal_charset(raw.decode("ascii", errors="ignore")) == wanted:
                        self._say_sub(CHARSET, bytes([ACCEPTED]) + raw[:40])
                        if self.charset != wanted:
                            self.charset = wanted
                            self._events.append(Learnt())
                        return
            self._say_sub(CHARSET, bytes([REJECTED]))

    def _gmcp_told(self, body: bytes) -> None:
        name, _, rest = body.partition(b" ")
        data = None
        if rest.strip():
            try:
                data = msgspec.json.decode(rest)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                data = None
        self._events.append(Message(name[:100].decode("utf-8", errors="replace"), data))

    # Out -----------------------------------------------------------------------------

    def _taken(self) -> bytes:
        send = bytes(self._send)
        self._send.clear()
        return b"" if self.quiet else send

    def escape(self, data: bytes) -> bytes:
        """Make data fit to be sent: IAC doubled, a lone CR followed by NUL unless BINARY."""
        if IAC in data:
            data = _doubled(data)
        if b"\r" in data and not self.quiet and not self.ours(BINARY):
            data = _LONE_CR.sub(b"\r\x00", data)
        return data

    def set_echo(self, on: bool) -> bytes:
        """A password begins (True) or is over: for clients that echo lines themselves.

        From connect to lobby ECHO changes at most four times; the second time it goes on it
        stays on till ``entered_lobby``, so that no password is ever shown.
        """
        if self.quiet or self._char_wish:
            return b""
        side = self._ours.setdefault(ECHO, Side(ours=True))
        if on:
            self._echo_off_later = False
            if side.state in ("yes", "want-yes"):
                return b""
            if not self.in_lobby:
                self.echo_changes += 1
            if side.state == "want-no":
                side.state = "no"
            verb = side.ask(True)
        else:
            if side.state in ("no", "want-no"):
                return b""
            if not self.in_lobby and self.echo_changes >= MAX_ECHO_CHANGES - 1:
                self._echo_off_later = True
                return b""
            if not self.in_lobby:
                self.echo_changes += 1
            verb = side.force_off()
        return bytes((IAC, verb, ECHO)) if verb is not None else b""

    def entered_lobby(self) -> bytes:
        """Login is over: ECHO may change freely again, and one held back is sent."""
        self.in_lobby = True
        if self._echo_off_later:
            self._echo_off_later = False
            return self.set_echo(False)
        return b""

    def prompt_mark(self) -> bytes:
        """What marks a prompt's end: EOR where agreed, else GA while SGA is off (B14)."""
        if self.quiet or not self.heard:
            return b""
        if self.ours(EOR):
            return bytes((IAC, CMD_EOR))
        side = self._ours.get(SGA)
        if side is not None and side.state in ("yes", "want-yes"):
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
        body = name.encode()
        if data is not None:
            body += b" " + msgspec.json.encode(data)
        return bytes((IAC, SB, GMCP)) + _doubled(body) + bytes((IAC, SE))

    @staticmethod
    def mssp_message(facts: Mapping[str, str | list[str]]) -> bytes:
        """The MSSP subnegotiation for a table of facts."""
        body = bytearray()
        for name, value in facts.items():
            body += telopt.MSSP_VAR + name.encode("utf-8")
            for one in [value] if isinstance(value, str) else value:
                body += telopt.MSSP_VAL + one.encode("utf-8")
        return bytes((IAC, SB, MSSP)) + _doubled(bytes(body)) + bytes((IAC, SE))


_LONE_CR = re.compile(rb"\r(?![\n\x00])")


def _doubled(data: bytes) -> bytes:
    return data.replace(b"\xff", b"\xff\xff")


def parse_environ(body: bytes) -> list[tuple[str, str]]:
    """Read the variables of a NEW-ENVIRON answer; whatever is incomplete is left out."""
    found: list[tuple[str, str]] = []
    name: bytearray | None = None
    value: bytearray | None = None
    escaped = False
    for byte in [*body, VAR]:
        if escaped:
            escaped = False
        elif byte == ESC:
            escaped = True
            continue
        elif byte in (VAR, USERVAR):
            if name and value is not None and len(found) < 32:
                found.append((_word(name), _word(value)))
            name, value = bytearray(), None
            continue
        elif byte == VALUE:
            value = bytearray()
            continue
        target = value if value is not None else name
        if target is not None and len(target) < 128:
            target.append(byte)
    return found


def _word(raw: bytearray) -> str:
    text = raw.decode("ascii", errors="ignore")
    return "".join(char for char in text if char.isprintable())


_HTTP = re.compile(
    rb"(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|TRACE|CONNECT) (?:/|\*|http|[\w.-]+:\d)"
)

REFUSALS: dict[str, bytes] = {
    "http": b"HTTP/1.0 400 This is a telnet port: call it with a telnet client, not a browser.\r\n",
    "tls": b"This port speaks plain telnet, not TLS.\r\n",
    "ssh": b"This is the telnet port; SSH has a port of its own.\r\n",
}
"""The one line for each kind of stranger."""


def stranger(first: bytes) -> str | None:
    """Tell by its first bytes whether this is no telnet client: "http", "tls", "ssh"."""
    if first[:2] == b"\x16\x03":
        return "tls"
    if _HTTP.match(first) or first.startswith(b"PRI * HTTP/2"):
        return "http"
    if first.startswith(b"SSH-2") or first.startswith(b"SSH-1"):
        return "ssh"
    return None
