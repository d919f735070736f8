"""Strangers at a telnet port: browsers, TLS and SSH, told by their first bytes.

Room: terminal. Imports the standard library.
"""

from __future__ import annotations

import re

_HTTP = re.compile(
    rb"(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|TRACE|CONNECT) (?:/|\*|http|[\w.-]+:\d)"
)

REFUSALS: dict[str, bytes] = {
    "http": b"HTTP/1.0 400 This is a telnet port: call it with a telnet client, not a browser.\r\n",
    "tls": b"This port speaks plain telnet, not TLS.\r\n",
    "ssh": b"This is the telnet port; SSH has a port of its own.\r\n",
}
"""The one line for each kind of stranger."""


def stranger(first: bytes) -> str | None:
    """Tell by its first bytes whether this is no telnet client: "http", "tls", "ssh"."""
    if first[:2] == b"\x16\x03":
        return "tls"
    if _HTTP.match(first) or first.startswith(b"PRI * HTTP/2"):
        return "http"
    if first.startswith(b"SSH-2") or first.startswith(b"SSH-1"):
        return "ssh"
    return None
