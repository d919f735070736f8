"""Reading what a sysop types: words, times, numbers, networks.

Room: sysop. Imports the store's addresses and the refusals.
"""

from __future__ import annotations

import ipaddress
import re
import shlex
from contextlib import suppress
from datetime import datetime, timedelta

from arkham_bbs.store.addresses import Network
from arkham_bbs.sysop.refusals import SysopRefused

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_TIME = re.compile(r"(?:[0-9]{1,6}[smhdw])+")
_FOR_EVER = frozenset({"forever", "ever", "never", "always", "off"})
_LONGEST_S = 10 * 366 * 86400
_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


def split_words(line: str, *, like_shell: bool = False) -> tuple[str, ...]:
    """Split a line into words; only double quotes hold words together.

    An apostrophe is a letter here: people write "don't". ``like_shell`` takes the line as a shell
    would, as long as that makes sense: the caller's own shell may have taken the quotes away.

    Raises:
        ValueError: a double quote is missing.
    """
    if like_shell:
        with suppress(ValueError):
            return tuple(shlex.split(line))
    if line.count('"') % 2:
        raise ValueError("a quotation mark is missing")
    return tuple(word.replace('"', "") for word in _WORD.findall(line))


def parse_time(text: str, name: str = "TIME") -> float:
    """Return the seconds of ``90s``, ``10m``, ``2h``, ``7d``, ``1h30m``; a bare number is minutes.

    Raises:
        SysopRefused: bad-value.
    """
    typed = text.strip().lower()
    seconds = -1
    if typed.isascii() and typed.isdecimal() and len(typed) <= 7:
        seconds = int(typed) * 60
    elif _TIME.fullmatch(typed):
        parts = re.findall(r"(\d+)([smhdw])", typed)
        seconds = sum(int(count) * _UNITS[unit] for count, unit in parts)
    if not 0 < seconds <= _LONGEST_S:
        raise SysopRefused(
            "bad-value", name=name, value=text[:40], allowed="a time such as 30m, 2h, 7d or 1h30m"
        )
    return float(seconds)


def parse_until(text: str | None, now: datetime, name: str = "TIME") -> datetime | None:
    """Return when a time is over; None for ``forever`` and for no text at all."""
    if text is None or text.strip().lower() in _FOR_EVER:
        return None
    return now + timedelta(seconds=parse_time(text, name))


def parse_number(text: str, name: str, low: int, high: int) -> int:
    """Raises SysopRefused bad-value outside the range."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= 9) or not (
        low <= int(typed) <= high
    ):
        raise SysopRefused(
            "bad-value", name=name, value=text[:40], allowed=f"a number from {low} to {high}"
        )
    return int(typed)


def parse_one_of(text: str, name: str, allowed: tuple[str, ...]) -> str:
    """Raises SysopRefused bad-value for a word that is none of them."""
    typed = text.strip().lower()
    if typed not in allowed:
        raise SysopRefused("bad-value", name=name, value=text[:40], allowed=", ".join(allowed))
    return typed


def parse_network(text: str) -> Network:
    """Read an address or a CIDR block; an IPv4 address in IPv6 clothes counts as IPv4.

    Raises:
        SysopRefused: bad-value.
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise SysopRefused(
            "bad-value",
            name="SUBJECT",
            value=text[:60],
            allowed="an address such as 192.0.2.7, or a block such as 192.0.2.0/24",
        ) from None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen == 128:
        mapped = network.network_address.ipv4_mapped
        if mapped is not None:
            return ipaddress.ip_network(mapped)
    return network


def format_time(seconds: float) -> str:
    """Return ``2 days``, ``3 h 20 min``, ``45 s``: at most two units."""
    left = int(seconds)
    if left < 60:
        return f"{left} s"
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2])


def format_size(count: float) -> str:
    """Return bytes for people."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return ""


def format_moment(moment: datetime | None) -> str:
    """Return a UTC time to the minute; a dash for none."""
    return "-" if moment is None else f"{moment:%Y-%m-%d %H:%M}"
