"""The PROXY protocol header, versions 1 and 2: who a load balancer says is calling.

Room: doors. Imports the standard library. No socket inside: `feed(data)` until it has an answer.
Source: HAProxy's "The PROXY protocol", versions 1 and 2. Only read from configured peers; a
header from anyone else is a forgery and never reaches this parser.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

V2_MARK = b"\r\n\r\n\x00\r\nQUIT\n"
_V1_LONGEST = 107
_V2_LONGEST = 2_048


class HeaderRefused(Exception):
    """The bytes are not a PROXY header. Codes: "not-a-header", "bad-line", "too-long"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class ProxyHeader:
    """What was said. `address` is None when the proxy speaks for itself (LOCAL, UNKNOWN)."""

    address: str | None
    port: int


class HeaderParser:
    """Feed bytes; `header` is set when the header is complete, `rest` is what came after it."""

    def __init__(self) -> None:
        self._data = bytearray()
        self.header: ProxyHeader | None = None
        self.rest = b""

    @property
    def wanted(self) -> int:
        """How many bytes may be read now without taking any that belong to the caller.

        The SSH door must not read past the header. Version 2 says its own length; version 1
        ends at a line end and is read a byte at a time.
        """
        have = len(self._data)
        if self._data[:1] == V2_MARK[:1] or not have:
            if have < 16:
                # Version 1 is at least 15 bytes long; 8 tell the two apart.
                return 8 - have if have < 8 else 16 - have
            return max(1, 16 + int.from_bytes(self._data[14:16], "big") - have)
        return 8 - have if have < 8 else 1

    def feed(self, data: bytes) -> ProxyHeader | None:
        """Add bytes. Returns the header once it is whole.

        Raises:
            HeaderRefused: the bytes can not become a header.
        """
        self._data += data
        have = bytes(self._data)
        if have.startswith(V2_MARK[: len(have)]) or have.startswith(V2_MARK):
            self._parse_v2(have)
        elif have.startswith(b"PROXY "[: len(have)]) or have.startswith(b"PROXY "):
            self._parse_v1(have)
        else:
            raise HeaderRefused("not-a-header")
        return self.header

    def _parse_v1(self, have: bytes) -> None:
        line, end, rest = have.partition(b"\r\n")
        if not end:
            if len(have) > _V1_LONGEST:
                raise HeaderRefused("too-long")
            return
        if len(line) + 2 > _V1_LONGEST:
            raise HeaderRefused("too-long")
        words = line.split(b" ")
        self.rest = rest
        if words[1:2] == [b"UNKNOWN"]:
            self.header = ProxyHeader(None, 0)
            return
        if len(words) != 6 or words[1] not in (b"TCP4", b"TCP6"):
            raise HeaderRefused("bad-line")
        version = 4 if words[1] == b"TCP4" else 6
        try:
            source = ipaddress.ip_address(words[2].decode("ascii"))
            ipaddress.ip_address(words[3].decode("ascii"))
        except (ValueError, UnicodeDecodeError):
            raise HeaderRefused("bad-line") from None
        if source.version != version or not all(_is_port(word) for word in words[4:]):
            raise HeaderRefused("bad-line")
        self.header = ProxyHeader(str(source), int(words[4]))

    def _parse_v2(self, have: bytes) -> None:
        if len(have) < 16:
            return
        length = int.from_bytes(have[14:16], "big")
        if have[12] >> 4 != 2 or (command := have[12] & 0x0F) not in (0, 1):
            raise HeaderRefused("bad-line")
        if length > _V2_LONGEST:
            raise HeaderRefused("too-long")
        if len(have) < 16 + length:
            return
        body, self.rest = have[16 : 16 + length], have[16 + length :]
        family = have[13] >> 4
        if command == 0 or family not in (1, 2):
            self.header = ProxyHeader(None, 0)
            return
        size = 4 if family == 1 else 16
        if length < 2 * size + 4:
            raise HeaderRefused("bad-line")
        source = ipaddress.ip_address(body[:size])
        port = int.from_bytes(body[2 * size : 2 * size + 2], "big")
        self.header = ProxyHeader(str(source), port)


def _is_port(word: bytes) -> bool:
    return word.isdigit() and len(word) <= 5 and int(word) <= 65_535
