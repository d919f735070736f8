"""What the bodies of subnegotiations ask and tell: a size, a name, variables, a charset.

Room: terminal. Imports its neighbours here.
Source: RFC 1073, 1091, 1572, 2066; USER_ASKS B7.
"""

from __future__ import annotations

from .capabilities import Size, normal_charset
from .telnet_codes import ESC, REQUEST, SEND, USERVAR, VALUE, VAR

TYPE_QUESTION = bytes([SEND])
CHARSET_QUESTION = bytes([REQUEST]) + b";UTF-8;IBM437;ISO-8859-1;US-ASCII"
ENVIRON_QUESTION = b"".join(
    (
        bytes([SEND]),
        *(bytes([VAR]) + name for name in (b"LANG", b"LC_ALL", b"COLORTERM")),
        bytes([USERVAR]) + b"CHARSET",
    )
)


def read_size(body: bytes) -> Size | None:
    """Read NAWS; None when it is cut short."""
    if len(body) < 4:
        return None
    return Size.reported(body[0] << 8 | body[1], body[2] << 8 | body[3])


def read_type(raw: bytes) -> str:
    """Read a terminal's name; what cannot be shown is left out."""
    return _word(raw[:64]).strip()


def read_charset(raw: bytes) -> str | None:
    """Read the charset a client has agreed to; None when it is none we know."""
    name = raw[:40].decode("ascii", errors="ignore")
    return None if normal_charset(name) is None else name


def choose_charset(offer: bytes) -> tuple[str, bytes] | None:
    """Choose from the charsets a client offers: ours, and the client's own word for it."""
    if offer.startswith(b"[TTABLE]"):
        offer = offer[9:]
    names = offer[1:].split(offer[:1])[:40] if len(offer) > 1 else []
    for wanted in ("utf-8", "cp437", "latin-1", "ascii"):
        for raw in names:
            if normal_charset(raw.decode("ascii", errors="ignore")) == wanted:
                return wanted, raw[:40]
    return None


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


def _word(raw: bytes | bytearray) -> str:
    text = raw.decode("ascii", errors="ignore")
    return "".join(char for char in text if char.isprintable())
