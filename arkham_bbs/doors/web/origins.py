"""Who may call: the Host a page was asked for, the Origin of its script, the address behind it.

Room: doors. Imports its neighbours here. Source: USER_ASKS G8; issue 4 "In the browser".

A browser sends Host and Origin honestly, whatever a page wants. The Origin must be the page's own
(or one the sysop named), so that no other site can open a terminal here with somebody's browser.
The Host is checked because a name of an attacker's may be made to point to this machine.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from arkham_bbs.store.addresses import Network, is_within, parse_address

_HOST = re.compile(r"(?:\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))(?::\d{1,5})?")
_LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port, in small letters."""
    name = host if host.endswith("]") else re.sub(r":\d+$", "", host)
    return name.lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Gatekeeper:
    """Answers the three questions for every request.

    Attributes:
        listens_on: the address of the door; on a loopback address only local names are ours.
        origins: further origins the sysop allows, such as https://bbs.example.org.
        proxies: peers whose X-Forwarded-For and X-Forwarded-Proto are believed.
    """

    listens_on: str
    origins: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()

    def is_our_host(self, host: str) -> bool:
        """Say whether a Host header names this board."""
        if not _HOST.fullmatch(host):
            return False
        name = host_name(host)
        if name in _LOCAL or name in self._named():
            return True
        if self._is_loopback():
            return False
        # An address cannot be made to point elsewhere; names are free unless the sysop gave some.
        return _is_address(name) or not self.origins

    def _named(self) -> frozenset[str]:
        return frozenset(host_name(urlsplit(origin).netloc) for origin in self.origins)

    def _is_loopback(self) -> bool:
        return self.listens_on in ("localhost", "::1") or self.listens_on.startswith("127.")

    def is_our_origin(self, peer: str, headers: Mapping[str, str]) -> bool:
        """Say whether a WebSocket was opened by our own page."""
        origin = headers.get("origin", "").lower()
        if not origin or origin == "null":
            return False
        if origin in (allowed.lower().rstrip("/") for allowed in self.origins):
            return True
        parts = urlsplit(origin)
        return (
            parts.scheme == self.scheme(peer, headers)
            and _with_port(parts.netloc, parts.scheme)
            == _with_port(headers.get("host", "").lower(), parts.scheme)
            and not parts.path
        )

    def scheme(self, peer: str, headers: Mapping[str, str]) -> str:
        """Return https when a trusted proxy says that it speaks TLS with the caller."""
        if is_within(peer, self.proxies):
            said = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
            if said in ("https", "wss"):
                return "https"
        return "http"

    def address(self, peer: str, headers: Mapping[str, str]) -> str:
        """Return the caller's own address: the last one that no trusted proxy has.

        What stands further left may have been written by anybody.
        """
        if not is_within(peer, self.proxies):
            return peer
        address = peer
        for hop in reversed(headers.get("x-forwarded-for", "")[-2_000:].split(",")):
            found = _bare(hop.strip())
            if found is None:
                break
            address = found
            if not is_within(found, self.proxies):
                break
        return address


def _with_port(netloc: str, scheme: str) -> str:
    if re.search(r":\d+$", netloc):
        return netloc
    return f"{netloc}:{443 if scheme == 'https' else 80}"


def _bare(hop: str) -> str | None:
    """Return the address in one hop of X-Forwarded-For, which may carry a port."""
    if hop.startswith("["):
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:
        hop = hop.partition(":")[0]
    address = parse_address(hop)
    return None if address is None else str(address)
