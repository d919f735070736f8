"""Host, Origin and the address behind proxies, as values (G8)."""

from __future__ import annotations

import pytest

from arkham_bbs.doors.web.origins import Gatekeeper
from arkham_bbs.store.addresses import parse_networks

LOCAL = Gatekeeper("127.0.0.1")
PUBLIC = Gatekeeper("0.0.0.0")
NAMED = Gatekeeper("0.0.0.0", ("https://bbs.example.org",), parse_networks(["10.0.0.0/8"]))


@pytest.mark.parametrize(
    ("gate", "host", "ours"),
    [
        (LOCAL, "localhost:4200", True),
        (LOCAL, "LOCALHOST:4200", True),
        (LOCAL, "127.0.0.1", True),
        (LOCAL, "[::1]:4200", True),
        (LOCAL, "evil.example:4200", False),
        (LOCAL, "192.0.2.1:4200", False),
        (PUBLIC, "bbs.example.org", True),
        (PUBLIC, "192.0.2.1:4200", True),
        (NAMED, "bbs.example.org", True),
        (NAMED, "bbs.example.org.", True),
        (NAMED, "192.0.2.1:4200", True),
        (NAMED, "evil.example", False),
        (PUBLIC, "", False),
        (PUBLIC, "a b", False),
        (PUBLIC, "host/path", False),
        (PUBLIC, "x;script-src *", False),
        (PUBLIC, "host:99:99", False),
    ],
)
def test_only_our_own_names_are_hosts(gate: Gatekeeper, host: str, ours: bool) -> None:
    assert gate.is_our_host(host) is ours


@pytest.mark.parametrize(
    ("peer", "headers", "ours"),
    [
        ("192.0.2.5", {"host": "h:4200", "origin": "http://h:4200"}, True),
        ("192.0.2.5", {"host": "h", "origin": "http://h:80"}, True),
        ("192.0.2.5", {"host": "h:4200", "origin": "https://h:4200"}, False),
        ("192.0.2.5", {"host": "h:4200", "origin": "http://h"}, False),
        ("192.0.2.5", {"host": "h:4200", "origin": "http://other:4200"}, False),
        ("192.0.2.5", {"host": "h:4200"}, False),
        ("192.0.2.5", {"host": "h:4200", "origin": "null"}, False),
        ("192.0.2.5", {"host": "h:4200", "origin": "https://BBS.example.org"}, True),
        ("10.1.1.1", {"host": "h", "origin": "https://h", "x-forwarded-proto": "https"}, True),
        ("192.0.2.5", {"host": "h", "origin": "https://h", "x-forwarded-proto": "https"}, False),
    ],
)
def test_only_our_own_page_may_open_a_line(peer: str, headers: dict[str, str], ours: bool) -> None:
    assert NAMED.is_our_origin(peer, headers) is ours


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.5", "203.0.113.9", "192.0.2.5"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9:5555", "203.0.113.9"),
        ("10.0.0.1", "[2001:db8::1]:5555", "2001:db8::1"),
        ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_the_last_address_no_trusted_proxy_has_is_the_caller_s(
    peer: str, forwarded: str, address: str
) -> None:
    assert NAMED.address(peer, {"x-forwarded-for": forwarded}) == address
