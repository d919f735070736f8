"""What page and door say to each other beside the terminal's own bytes.

Room: doors. Imports msgspec. Binary frames carry the terminal's bytes, both ways; text frames
carry one JSON object each, named by its "type". docs/clients.md lists them for other clients.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Cells = Annotated[int, Meta(ge=0, le=1_000)]
View = Literal["terminal", "text"]
Depth = Literal["true", "16"]

LINE_LIMIT = 1_000
FRAME_LIMIT = 16_384
"""Bytes of one frame from a page; more closes the line. Pages cut what is pasted into pieces."""


class Hello(Struct, tag_field="type", tag="hello"):
    """The first frame of every connection.

    ``token`` is what the door gave last, to go on with a call; ``received`` is how many bytes
    of its output the page has, or -1 when it has lost them (a page that was loaded again).
    """

    columns: Cells = 80
    rows: Cells = 24
    view: View = "terminal"
    colour: Depth = "true"
    token: Annotated[str, Meta(max_length=128)] = ""
    received: int = -1


class Resize(Struct, tag_field="type", tag="resize"):
    """The terminal on the page has another size."""

    columns: Cells
    rows: Cells


class TypedLine(Struct, tag_field="type", tag="line"):
    """A whole line from the page's own input field."""

    text: Annotated[str, Meta(max_length=LINE_LIMIT)]


class Look(Struct, tag_field="type", tag="look"):
    """The page shows text instead of a terminal, or has a theme of one colour."""

    view: View
    colour: Depth


class HangUp(Struct, tag_field="type", tag="hangup"):
    """The caller leaves for good: nobody waits for them to come back."""


class Ping(Struct, tag_field="type", tag="ping"):
    """The page wants to know whether the line still lives."""


Heard = Hello | Resize | TypedLine | Look | HangUp | Ping

_decoder = msgspec.json.Decoder(Heard)
_encoder = msgspec.json.Encoder()


class BadFrame(Exception):
    """A text frame that is none of the above."""


def parse_frame(text: str) -> Heard:
    """Read a text frame.

    Raises:
        BadFrame: no JSON, an unknown type, or values out of their range.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame(str(error)) from None


def format_frame(kind: str, **facts: Any) -> str:
    """Write a text frame to the page.

    Kinds: ``welcome`` (resumed, reset), ``at`` (total), ``token`` (token), ``prompt``,
    ``secret`` (on), ``look`` (view), ``gmcp`` (name, data), ``pong``, ``refused`` (sentence),
    ``over``.
    """
    return _encoder.encode({"type": kind, **facts}).decode()
