"""What an address counts as, and which networks it lies in."""

from __future__ import annotations

import pytest

from arkham_bbs.store.addresses import is_within, networks_of, parse_networks, place_of


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_what_counts_as_one_place(address: str, source: str) -> None:
    assert place_of(address) == source


def test_networks_are_compared_within_their_family() -> None:
    networks = parse_networks(["10.0.0.5/8", "2001:db8::/32"])
    assert is_within("10.9.9.9", networks)
    assert is_within("::ffff:10.1.1.1", networks)
    assert is_within("2001:db8::7", networks)
    assert not is_within("11.0.0.1", networks)
    assert not is_within("nonsense", networks)
    assert not is_within("10.0.0.1", ())


def test_the_interface_behind_a_local_address_is_passed_over() -> None:
    local = parse_networks(["fe80::/10"])
    assert is_within("fe80::1%eth0", local)
    assert networks_of("fe80::1%eth0") == networks_of("fe80::1")


def test_a_ban_looks_for_every_network_round_an_address() -> None:
    assert len(networks_of("192.0.2.1")) == 33
    assert len(networks_of("fe80::1")) == 129
    assert networks_of("::ffff:192.0.2.1") == networks_of("192.0.2.1")
    assert networks_of("") == networks_of(None) == networks_of("nonsense") == ()
