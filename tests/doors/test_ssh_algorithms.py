"""What clients of different ages must be able to agree on with the board (C1, C5)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from arkham_bbs.doors.host_keys import fingerprint, load_host_key, load_rsa_host_key
from arkham_bbs.doors.ssh import SshDoor
from tests.doors.conftest import Board

CLIENTS: dict[str, dict[str, list[str]]] = {
    "current: Ed25519 and curve25519": {
        "server_host_key_algs": ["ssh-ed25519"],
        "kex_algs": ["curve25519-sha256"],
        "encryption_algs": ["chacha20-poly1305@openssh.com"],
    },
    "NIST curves and GCM": {
        "server_host_key_algs": ["ssh-ed25519"],
        "kex_algs": ["ecdh-sha2-nistp256"],
        "encryption_algs": ["aes256-gcm@openssh.com"],
    },
    "RSA and group 14, as BBS programs have": {
        "server_host_key_algs": ["rsa-sha2-256"],
        "kex_algs": ["diffie-hellman-group14-sha256"],
        "encryption_algs": ["aes128-ctr"],
        "mac_algs": ["hmac-sha2-256"],
    },
    "RSA with SHA-512 and group exchange": {
        "server_host_key_algs": ["rsa-sha2-512"],
        "kex_algs": ["diffie-hellman-group-exchange-sha256"],
        "encryption_algs": ["aes256-ctr"],
        "mac_algs": ["hmac-sha2-512"],
    },
}
OLD: dict[str, list[str]] = {
    "server_host_key_algs": ["ssh-rsa"],
    "kex_algs": ["diffie-hellman-group14-sha1"],
    "encryption_algs": ["aes128-cbc"],
    "mac_algs": ["hmac-sha1"],
}


@pytest.fixture(params=[False, True], ids=["default", "legacy"])
async def door(
    request: pytest.FixtureRequest, board: Board, tmp_path: Path
) -> AsyncIterator[tuple[SshDoor, bool]]:
    door = SshDoor(
        board.switchboard,
        None,  # type: ignore[arg-type]
        load_host_key(tmp_path),
        more_host_keys=(load_rsa_host_key(tmp_path),),
        legacy=request.param,
    )
    await door.start("127.0.0.1", 0)
    yield door, request.param
    await door.stop()
    await door.close()


async def connects(port: int, offer: dict[str, list[str]]) -> bool:
    """Say whether a client that knows only these algorithms gets in."""
    try:
        async with asyncssh.connect(
            "127.0.0.1", port, username="bbs", known_hosts=None, config=None, client_keys=None,
            **offer,
        ):  # fmt: skip
            return True
    except asyncssh.Error:
        return False


async def test_c1_clients_of_every_age_agree_with_the_board(door: tuple[SshDoor, bool]) -> None:
    ssh, _ = door
    for name, offer in CLIENTS.items():
        assert await connects(ssh.port, offer), name


async def test_c1_what_is_broken_is_for_the_legacy_switch_alone(
    door: tuple[SshDoor, bool],
) -> None:
    ssh, legacy = door
    assert await connects(ssh.port, OLD) is legacy
    # Neither an old signature of the board nor an old cipher is taken without it.
    for part in ("server_host_key_algs", "encryption_algs"):
        offer = {**CLIENTS["RSA and group 14, as BBS programs have"], part: OLD[part]}
        assert await connects(ssh.port, offer) is legacy, part


def test_c5_both_host_keys_are_made_once_and_are_their_owners_alone(tmp_path: Path) -> None:
    for load, name in ((load_host_key, "ed25519"), (load_rsa_host_key, "rsa")):
        first = load(tmp_path)
        assert fingerprint(first) == fingerprint(load(tmp_path))
        file = tmp_path / f"ssh_host_{name}_key"
        assert file.stat().st_mode & 0o077 == 0
