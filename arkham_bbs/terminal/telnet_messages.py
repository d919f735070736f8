"""Messages beside the text: GMCP for MUD clients, MSSP for those who list boards.

Room: terminal. Imports msgspec, telnetlib3's constants and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from telnetlib3 import telopt

from .telnet_codes import GMCP, MSSP, subnegotiation
from .telnet_events import Message


def read_message(body: bytes) -> Message:
    """Read a GMCP message."""
    name, _, rest = body.partition(b" ")
    data = None
    if rest.strip():
        try:
            data = msgspec.json.decode(rest)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            data = None
    return Message(name[:100].decode("utf-8", errors="replace"), data)


def gmcp_message(name: str, data: Any = None) -> bytes:
    """Put a GMCP message into its subnegotiation; ``data`` goes as JSON."""
    body = name.encode()
    if data is not None:
        body += b" " + msgspec.json.encode(data)
    return subnegotiation(GMCP, body)


def mssp_message(facts: Mapping[str, str | list[str]]) -> bytes:
    """Put a table of facts into the MSSP subnegotiation."""
    body = bytearray()
    for name, value in facts.items():
        body += telopt.MSSP_VAR + name.encode("utf-8")
        for one in [value] if isinstance(value, str) else value:
            body += telopt.MSSP_VAL + one.encode("utf-8")
    return subnegotiation(MSSP, bytes(body))
