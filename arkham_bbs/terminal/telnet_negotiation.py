"""Both sides of every telnet option, what we say about them, and how much of it there may be.

Room: terminal. Imports its neighbours here.
Source: RFC 854, 860, 1143; USER_ASKS B1, B2.
"""

from __future__ import annotations

from typing import NamedTuple

from .telnet_codes import (
    BINARY,
    CHARSET,
    DO,
    DONT,
    ECHO,
    EOR,
    GMCP,
    IAC,
    MSSP,
    NAWS,
    NEW_ENVIRON,
    SGA,
    TM,
    TTYPE,
    WILL,
    WONT,
    subnegotiation,
)
from .telnet_options import Side

OURS = frozenset({BINARY, ECHO, SGA, EOR, CHARSET, GMCP, MSSP})
"""What we may do when asked. STATUS and everything else is refused."""
THEIRS = frozenset({BINARY, SGA, TTYPE, NAWS, NEW_ENVIRON, CHARSET, EOR})
"""What the client may do."""

MAX_REPLIES_PER_OPTION = 8
MAX_NEGOTIATION_SENT = 4096
MAX_NEGOTIATION_HEARD = 64 * 1024


class Heard(NamedTuple):
    """What a wish of the client has come to."""

    mine: bool
    on: bool
    changed: bool


class Negotiation:
    """Asks for options and answers wishes; what it says waits until it is ``taken``.

    Args:
        max_heard: bytes of negotiation the client may send.

    Attributes:
        is_exhausted: one side has negotiated more than it may. From then on the owner should
            listen to nothing more.
    """

    def __init__(self, max_heard: int = MAX_NEGOTIATION_HEARD) -> None:
        self.is_exhausted = False
        self._max_heard = max_heard
        self._heard = 0
        self._sent = 0
        self._send = bytearray()
        self._ours: dict[int, Side] = {}
        self._theirs: dict[int, Side] = {}

    def ours(self, option: int) -> Side:
        """Our side of an option."""
        return self._ours.setdefault(option, Side(ours=True))

    def theirs(self, option: int) -> Side:
        """The client's side of an option."""
        return self._theirs.setdefault(option, Side(ours=False))

    @property
    def is_waiting(self) -> bool:
        """Whether something we asked has not been answered."""
        return any(
            side.state in ("want-yes", "want-no")
            for side in (*self._ours.values(), *self._theirs.values())
        )

    def hear(self, verb: int, option: int) -> Heard | None:
        """Answer a wish; None when there is nothing to make of it."""
        if option == TM and verb == DO:
            # Each request is answered: there is no state (RFC 860).
            self.say(WILL, option)
            return None
        mine = verb in (DO, DONT)
        sides = self._ours if mine else self._theirs
        if option not in sides and verb in (DONT, WONT):
            return None
        side = self.ours(option) if mine else self.theirs(option)
        if side.replies >= MAX_REPLIES_PER_OPTION:
            return None
        was = side.on
        answer = side.hear(verb in (DO, WILL), allowed=option in (OURS if mine else THEIRS))
        if answer is not None:
            side.replies += 1
            self.say(answer, option)
        return Heard(mine, side.on, side.on != was)

    def ask_ours(self, option: int) -> None:
        """Offer to do something."""
        verb = self.ours(option).ask(True)
        if verb is not None:
            self.say(verb, option)

    def ask_theirs(self, option: int) -> None:
        """Ask the client to do something."""
        verb = self.theirs(option).ask(True)
        if verb is not None:
            self.say(verb, option)

    def say(self, verb: int, option: int) -> None:
        """Say a verb about an option."""
        self._sent += 3
        if self._sent > MAX_NEGOTIATION_SENT:
            self.is_exhausted = True
            return
        self._send += bytes((IAC, verb, option))

    def say_sub(self, option: int, body: bytes) -> None:
        """Say more about an option."""
        size = len(body) + 5
        if self._sent + size > MAX_NEGOTIATION_SENT:
            self.is_exhausted = True
            return
        self._sent += size
        self._send += subnegotiation(option, body)

    def say_once(self, data: bytes) -> None:
        """Say what has a bound of its own and does not count."""
        self._send += data

    def weigh(self, size: int) -> None:
        """Count bytes the client has negotiated with."""
        self._heard += size
        if self._heard > self._max_heard:
            self.is_exhausted = True

    def taken(self) -> bytes:
        """Return what is to be sent now, once."""
        send = bytes(self._send)
        self._send.clear()
        return send
