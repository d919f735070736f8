"""Internet addresses as callers have them, and the networks they lie in.

Room: store. Imports the standard library. Bans, limits and delays all count by these rules: an
IPv4 address in IPv6 clothes is that IPv4 address, and the name of an interface behind ``%`` is
passed over. A text that is no address lies in no network.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def parse_address(text: str) -> Address | None:
    """Return the address a text says, None when it says none."""
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read addresses and CIDR networks; host bits may be set.

    Raises:
        ValueError: one of them is neither.
    """
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def is_within(address: str, networks: Iterable[Network]) -> bool:
    """Say whether the address lies in one of the networks."""
    parsed = parse_address(address)
    return parsed is not None and any(
        parsed.version == network.version and parsed in network for network in networks
    )


def place_of(address: str) -> str:
    """Return what counts as one caller's place: an IPv4 address, or an IPv6 customer's /64.

    A text that is no address comes back as it is.
    """
    parsed = parse_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address if parsed is None else str(parsed)


@lru_cache(maxsize=1024)
def networks_of(address: str | None) -> tuple[str, ...]:
    """Return every CIDR block that holds the address, so that a ban is found by equality.

    At most 33 for IPv4 and 129 for IPv6; nothing for a text that is no address.
    """
    parsed = parse_address(address or "")
    if parsed is None:
        return ()
    return tuple(
        str(ipaddress.ip_network((parsed, length), strict=False))
        for length in range(parsed.max_prefixlen + 1)
    )
