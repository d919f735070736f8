"""SSH public keys: reading what people paste, and whose they are."""

from __future__ import annotations

import base64
import struct

import asyncssh
import pytest

from arkham_bbs.accounts import (
    Accounts,
    KeyRefused,
    LoginRefused,
    RegistrationRefused,
    parse_public_key,
)
from arkham_bbs.store import Store
from tests.accounts.conftest import GOOD, HERE


def _key(algorithm: str = "ssh-ed25519", **options: int) -> str:
    key = asyncssh.generate_private_key(algorithm, comment="ann@miskatonic", **options)
    return key.export_public_key().decode().strip()


def _rsa(bits: int) -> str:
    def field(data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + data

    number = (1 << (bits - 1)) | 1
    modulus = b"\x00" + number.to_bytes((bits + 7) // 8, "big")
    blob = field(b"ssh-rsa") + field(b"\x01\x00\x01") + field(modulus)
    return f"ssh-rsa {base64.b64encode(blob).decode()} made up"


ED25519 = _key()
OTHER = _key()


@pytest.mark.parametrize(
    "text",
    [ED25519, _key("ecdsa-sha2-nistp256"), _key("ecdsa-sha2-nistp521"), _rsa(2048), _rsa(4096)],
    ids=["ed25519", "p256", "p521", "rsa2048", "rsa4096"],
)
def test_a_key_has_the_fingerprint_openssh_shows(text: str) -> None:
    parsed = parse_public_key(text)
    assert parsed.fingerprint == asyncssh.import_public_key(text).get_fingerprint()
    assert parsed.text == " ".join(text.split()[:2])
    assert parse_public_key(parsed.text).fingerprint == parsed.fingerprint


def test_a_key_is_read_with_comment_options_and_broken_lines() -> None:
    parsed = parse_public_key(ED25519)
    assert parsed.comment == "ann@miskatonic"
    algorithm, encoded, comment = ED25519.split()
    broken = f"{algorithm} {encoded[:30]}\n  {encoded[30:60]}\n{encoded[60:]} {comment} at home"
    assert parse_public_key(broken).fingerprint == parsed.fingerprint
    assert parse_public_key(broken).comment == "ann@miskatonic at home"
    assert parse_public_key("no-pty " + ED25519).fingerprint == parsed.fingerprint


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable"),
        ("hello", "unreadable"),
        ("ssh-ed25519", "unreadable"),
        ("ssh-ed25519 !!!!", "unreadable"),
        ("ssh-ed25519 AAAA", "unreadable"),
        (ED25519.replace("ssh-ed25519", "ssh-rsa", 1), "unreadable"),
        (ED25519.rpartition(" ")[0][:-8], "unreadable"),
        ("x" * 20_000, "unreadable"),
        ("ssh-dss AAAAB3NzaC1kc3M=", "unsupported"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "unreadable"),
        (_rsa(1024), "weak"),
    ],
    ids=range(11),
)
def test_what_is_no_good_key_is_refused_by_code(text: str, code: str) -> None:
    with pytest.raises(KeyRefused) as caught:
        parse_public_key(text)
    assert caught.value.code == code


async def test_a_key_lets_its_owner_in(accounts: Accounts, store: Store) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    await accounts.register("Bob", GOOD, HERE)
    assert not await accounts.knows_key("Ann", ED25519)
    with pytest.raises(LoginRefused) as caught:
        await accounts.login_key("Ann", ED25519, HERE)
    assert caught.value.code == "unknown-key"
    kept = await accounts.add_key(ann.id, ED25519)
    assert kept.comment == "ann@miskatonic"
    for name in ("Ann", "ANN", "", "bbs", "new", "root"):
        assert await accounts.knows_key(name, ED25519), name
        assert (await accounts.login_key(name, ED25519, HERE)).id == ann.id
    # Nobody gets in under another caller's name.
    assert not await accounts.knows_key("bob", ED25519)
    with pytest.raises(LoginRefused):
        await accounts.login_key("Bob", ED25519, HERE)
    assert not await accounts.knows_key("Ann", "rubbish")
    (key,) = await accounts.keys(ann.id)
    assert key.used_at == store.clock()


async def test_a_key_is_had_once_and_not_too_many(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    bob = await accounts.register("Bob", GOOD, HERE, key=ED25519)
    assert len(await accounts.keys(bob.id)) == 1
    for account in (ann, bob):
        with pytest.raises(KeyRefused) as caught:
            await accounts.add_key(account.id, ED25519)
        assert caught.value.code == "taken"
    with pytest.raises(KeyRefused) as caught:
        await accounts.register("Eve", GOOD, HERE, key=ED25519)
    assert await accounts.find("Eve") is None
    for n in range(16):
        await accounts.add_key(ann.id, _key(), f"key {n}")
    with pytest.raises(KeyRefused) as caught:
        await accounts.add_key(ann.id, OTHER)
    assert caught.value.code == "too-many"


async def test_a_key_is_removed_by_number_or_fingerprint(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    first = await accounts.add_key(ann.id, ED25519)
    second = await accounts.add_key(ann.id, OTHER)
    assert await accounts.remove_key(ann.id, "2") == second
    with pytest.raises(KeyRefused) as caught:
        await accounts.remove_key(ann.id, "2")
    assert caught.value.code == "unknown"
    assert await accounts.remove_key(ann.id, first.fingerprint) == first
    assert not await accounts.knows_key("Ann", ED25519)


async def test_a_banned_key_stays_out_and_cannot_register(accounts: Accounts, store: Store) -> None:
    ann = await accounts.register("Ann", GOOD, HERE, key=ED25519)
    fingerprint = parse_public_key(ED25519).fingerprint
    await store.bans.add("key", fingerprint, "stolen", "Sysop")
    with pytest.raises(LoginRefused) as caught:
        await accounts.login_key("Ann", ED25519, HERE)
    assert caught.value.facts["reason"] == "stolen"
    assert (await accounts.login("Ann", GOOD, HERE)).id == ann.id
    await accounts.remove_key(ann.id, "1")
    with pytest.raises(RegistrationRefused):
        await accounts.register("Eve", GOOD, HERE, key=ED25519)
    assert await accounts.check_ban(key=fingerprint) is not None
