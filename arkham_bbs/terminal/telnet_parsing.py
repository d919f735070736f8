"""A telnet client's bytes, taken apart: typing, commands, wishes and subnegotiations.

Room: terminal. Imports its neighbours here; no socket, no clock (the time is passed in).
Source: RFC 854; USER_ASKS B3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .telnet_codes import DO, DONT, IAC, SB, SE, WILL, WONT

MAX_SUBNEGOTIATION = 4096
SUBNEGOTIATION_S = 30.0


class Typed(NamedTuple):
    """Bytes for the terminal."""

    data: bytes


class Command(NamedTuple):
    """IAC and one byte that is no negotiation."""

    code: int


class Wish(NamedTuple):
    """DO, DONT, WILL or WONT, and an option."""

    verb: int
    option: int


class Told(NamedTuple):
    """A whole subnegotiation, its option first. Empty when it was too long to be honest."""

    body: bytes


class Weight(NamedTuple):
    """So many bytes of a subnegotiation that has not ended yet."""

    size: int


Piece = Typed | Command | Wish | Told | Weight

_DATA, _COMMAND, _OPTION, _SUB, _SUB_IAC = range(5)


class TelnetParser:
    """Takes bytes in any pieces; what is not finished waits for the next ones."""

    def __init__(self) -> None:
        self._state = _DATA
        self._verb = 0
        self._sub_began = 0.0
        self._sub_is_long = False
        self.unfinished = bytearray()
        """The subnegotiation so far, never more than ``MAX_SUBNEGOTIATION`` bytes."""

    def forget_stale(self, now: float) -> None:
        """Give up a subnegotiation that has not ended in ``SUBNEGOTIATION_S``."""
        if self._state in (_SUB, _SUB_IAC) and now - self._sub_began > SUBNEGOTIATION_S:
            self._state = _DATA
            self.unfinished.clear()

    def is_typing(self, data: bytes) -> bool:
        """Say whether all of ``data`` is for the terminal."""
        return self._state == _DATA and IAC not in data

    def pieces(self, data: bytes, now: float) -> Iterator[Piece]:
        """Take bytes apart, in order. Walk it to the end: what is not walked is lost."""
        at, size = 0, len(data)
        while at < size:
            state = self._state
            if state == _DATA:
                found = data.find(IAC, at)
                if found < 0:
                    yield Typed(data[at:])
                    return
                yield Typed(data[at:found])
                at = found + 1
                self._state = _COMMAND
                continue
            if state == _SUB:
                found = data.find(IAC, at)
                end = size if found < 0 else found
                yield Weight(end - at)
                self._keep(data[at:end])
                at = end
                if found >= 0:
                    self._state = _SUB_IAC
                    at += 1
                continue
            byte = data[at]
            at += 1
            if state == _COMMAND:
                yield from self._command(byte, now)
            elif state == _OPTION:
                self._state = _DATA
                yield Wish(self._verb, byte)
            else:
                yield from self._after_iac(byte)

    def _command(self, byte: int, now: float) -> Iterator[Piece]:
        self._state = _DATA
        if byte == IAC:
            yield Typed(bytes([IAC]))
        elif byte in (DO, DONT, WILL, WONT):
            self._verb, self._state = byte, _OPTION
        elif byte == SB:
            self._state, self._sub_began, self._sub_is_long = _SUB, now, False
            self.unfinished.clear()
        else:
            yield Command(byte)

    def _after_iac(self, byte: int) -> Iterator[Piece]:
        if byte == IAC:
            self._state = _SUB
            yield Weight(2)
            self._keep(bytes([IAC]))
            return
        self._state = _DATA
        body = b"" if self._sub_is_long else bytes(self.unfinished)
        self.unfinished.clear()
        if byte == SE:
            yield Told(body)
        elif byte in (DO, DONT, WILL, WONT):
            # The end was lost: what follows IAC is a command of its own.
            self._verb, self._state = byte, _OPTION

    def _keep(self, data: bytes) -> None:
        room = MAX_SUBNEGOTIATION - len(self.unfinished)
        if len(data) > room:
            # Too long to be honest. It is no typing either: all of it is dropped till it ends,
            # or till its time is over.
            self._sub_is_long = True
        self.unfinished += data[:room]
