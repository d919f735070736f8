"""What a stored game is made of: a step boundary and the answers in force since.

Room: game. Imports msgspec and neighbours here. Source: DESIGN.md section 3.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from arkham_bbs.game.options import Options
from arkham_bbs.game.state import State


class Entry(Struct, frozen=True, gc=False):
    """An answer in force: as it was applied, and whether it showed anything hidden."""

    seq: int
    seat: int
    key: str
    interjection: bool
    dice_used: int
    revealing: bool = False


class ReplayMismatch(Exception):
    """A recorded answer no longer fits; ``seq`` is its number, ``key`` what it said."""

    def __init__(self, seq: int, key: str) -> None:
        super().__init__(f"answer {seq} ({key!r}) does not fit")
        self.seq = seq
        self.key = key


class Snapshot(Struct, frozen=True, gc=False):
    """A stored game: a step boundary and the answers in force since.

    ``rules_version`` is that of the program that wrote it; ``state`` has the one it began under.
    """

    rules_version: str
    options: Options
    seed: bytes
    state: bytes
    base_seq: int
    seq: int
    entries: tuple[Entry, ...]
    dice_used: int


class Span(Struct, gc=False):
    """A step boundary and the answers applied from there to the next one."""

    base: bytes
    seq: int
    dice_used: int
    entries: list[Entry]


ENCODER = msgspec.msgpack.Encoder()
STATE = msgspec.msgpack.Decoder(State)
SNAPSHOT = msgspec.msgpack.Decoder(Snapshot)


class _Stamp(Struct, gc=False):
    """The one field of a `Snapshot` that can be read under any version."""

    rules_version: str


_STAMP = msgspec.msgpack.Decoder(_Stamp)


def written_under(data: bytes) -> str:
    """Return the version of the rules of the program that wrote a stored game.

    Raises:
        msgspec.DecodeError: it is no stored game.
    """
    return _STAMP.decode(data).rules_version
