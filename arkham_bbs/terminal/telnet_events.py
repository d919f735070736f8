"""What the telnet machine makes of some bytes: data, events, and bytes to send.

Room: terminal. Imports its neighbours here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .capabilities import Size


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
