"""The PROXY protocol parser, fed whole, in pieces and with nonsense."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arkham_bbs.doors.proxy_header import V2_MARK, HeaderParser, HeaderRefused, ProxyHeader

V1 = b"PROXY TCP4 192.0.2.7 192.0.2.1 51000 2233\r\n"
V1_SIX = b"PROXY TCP6 2001:db8::7 2001:db8::1 51000 2233\r\n"


def v2(address: str, port: int, *, command: int = 1, extra: bytes = b"") -> bytes:
    six = ":" in address
    family = socket.AF_INET6 if six else socket.AF_INET
    body = socket.inet_pton(family, address) * 2 + port.to_bytes(2, "big") + b"\x08\xb9" + extra
    kind = 0x21 if six else 0x11
    return V2_MARK + bytes([0x20 | command, kind]) + len(body).to_bytes(2, "big") + body


WHOLE = [
    (V1, ProxyHeader("192.0.2.7", 51000)),
    (V1_SIX, ProxyHeader("2001:db8::7", 51000)),
    (b"PROXY UNKNOWN\r\n", ProxyHeader(None, 0)),
    (b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", ProxyHeader(None, 0)),
    (v2("192.0.2.7", 51000), ProxyHeader("192.0.2.7", 51000)),
    (v2("2001:db8::7", 1, extra=b"\x04\x00\x01x"), ProxyHeader("2001:db8::7", 1)),
    (v2("192.0.2.7", 1, command=0), ProxyHeader(None, 0)),
    (V2_MARK + b"\x20\x00\x00\x00", ProxyHeader(None, 0)),
]


@pytest.mark.parametrize(("data", "header"), WHOLE)
def test_a_whole_header_is_read_and_the_rest_is_left(data: bytes, header: ProxyHeader) -> None:
    parser = HeaderParser()
    assert parser.feed(data + b"SSH-2.0-x\r\n") == header
    assert parser.rest == b"SSH-2.0-x\r\n"


@pytest.mark.parametrize(("data", "header"), WHOLE)
def test_reading_what_is_wanted_never_takes_a_byte_of_the_caller(
    data: bytes, header: ProxyHeader
) -> None:
    stream = data + b"SSH-2.0-OpenSSH\r\n"
    parser = HeaderParser()
    at = 0
    while parser.header is None:
        wanted = parser.wanted
        parser.feed(stream[at : at + wanted])
        at += wanted
    assert parser.header == header
    assert parser.rest == b""
    assert stream[at:] == b"SSH-2.0-OpenSSH\r\n"


@pytest.mark.parametrize(("data", "header"), WHOLE)
def test_any_split_gives_the_same(data: bytes, header: ProxyHeader) -> None:
    for at in range(1, len(data)):
        parser = HeaderParser()
        parser.feed(data[:at])
        assert parser.feed(data[at:]) == header


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n",
        b"PROXY TCP4 300.0.2.7 192.0.2.1 51000 2233\r\n",
        b"PROXY TCP4 2001:db8::7 192.0.2.1 51000 2233\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 99999 2233\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 -1 2233\r\n",
        b"PROXY TCP4 192.0.2.7\r\n",
        b"PROXY " + b"x" * 200,
        V2_MARK + b"\x31\x11\x00\x0c" + b"x" * 12,
        V2_MARK + b"\x2f\x11\x00\x0c" + b"x" * 12,
        V2_MARK + b"\x21\x11\x00\x04" + b"x" * 4,
        V2_MARK + b"\x21\x11\xff\xff",
    ],
)
def test_what_is_no_header_is_refused(data: bytes) -> None:
    with pytest.raises(HeaderRefused):
        HeaderParser().feed(data)


@given(st.binary(max_size=300), st.sampled_from([b"", b"PROXY ", b"PROXY TCP4 ", V2_MARK]))
def test_no_bytes_can_do_worse_than_be_refused(data: bytes, start: bytes) -> None:
    parser = HeaderParser()
    try:
        parser.feed(start + data)
    except HeaderRefused:
        return
    assert parser.header is None or parser.header.port <= 65_535
