"""Reading OpenSSH public keys as people paste them.

Room: accounts. Imports the standard library and its neighbours. Only the form is looked at; that
the caller holds the private key is for the SSH door to find out.
Source: RFC 4253 section 6.6, RFC 5656, RFC 8709, OpenSSH PROTOCOL.u2f.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from dataclasses import dataclass

from arkham_bbs.accounts.errors import KeyRefused

RSA_LEAST_BITS = 2048
_LONGEST = 16_384
_CURVES = {
    "ecdsa-sha2-nistp256": b"nistp256",
    "ecdsa-sha2-nistp384": b"nistp384",
    "ecdsa-sha2-nistp521": b"nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com": b"nistp256",
}
_FIELDS = {
    "ssh-rsa": 2,
    "ssh-ed25519": 1,
    "ssh-ed448": 1,
    "ecdsa-sha2-nistp256": 2,
    "ecdsa-sha2-nistp384": 2,
    "ecdsa-sha2-nistp521": 2,
    "sk-ssh-ed25519@openssh.com": 2,
    "sk-ecdsa-sha2-nistp256@openssh.com": 3,
}


@dataclass(frozen=True, kw_only=True)
class PublicKey:
    """``text`` is algorithm and base64 without the comment."""

    algorithm: str
    text: str
    fingerprint: str
    comment: str


def parse_public_key(pasted: str) -> PublicKey:
    """Read one line of an ``authorized_keys`` file (without options) or of a ``.pub`` file.

    Line breaks that a terminal put into the base64 are taken out.

    Raises:
        KeyRefused: "unreadable", "unsupported", "weak".
    """
    if len(pasted) > _LONGEST:
        raise KeyRefused("unreadable")
    words = pasted.split()
    while words and words[0] not in _FIELDS:
        if words[0] in ("ssh-dss", "ssh-rsa1") or words[0].endswith("-cert-v01@openssh.com"):
            raise KeyRefused("unsupported", algorithm=words[0])
        words.pop(0)
    if len(words) < 2:
        raise KeyRefused("unreadable")
    algorithm, encoded, rest = words[0], words[1], words[2:]
    blob = _decode(encoded)
    while (blob is None or not _is_whole(algorithm, blob)) and rest:
        # Pasted over several lines: go on as long as the pieces complete the key.
        encoded += rest.pop(0)
        blob = _decode(encoded)
    if blob is None or not _is_whole(algorithm, blob):
        raise KeyRefused("unreadable")
    parts = _fields(blob) or []
    if algorithm in _CURVES and parts[1] != _CURVES[algorithm]:
        raise KeyRefused("unreadable")
    if algorithm == "ssh-rsa":
        bits = int.from_bytes(parts[2], "big").bit_length()
        if bits < RSA_LEAST_BITS:
            raise KeyRefused("weak", bits=bits, least=RSA_LEAST_BITS)
    digest = base64.b64encode(hashlib.sha256(blob).digest()).decode("ascii").rstrip("=")
    return PublicKey(
        algorithm=algorithm,
        text=f"{algorithm} {base64.b64encode(blob).decode('ascii')}",
        fingerprint=f"SHA256:{digest}",
        comment=" ".join(rest)[:80],
    )


def _decode(encoded: str) -> bytes | None:
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return None


def _fields(blob: bytes) -> list[bytes] | None:
    """Split into length-prefixed fields; None when they do not fill the blob exactly."""
    fields: list[bytes] = []
    position = 0
    while position < len(blob):
        if position + 4 > len(blob):
            return None
        (length,) = struct.unpack_from(">I", blob, position)
        position += 4 + length
        if position > len(blob):
            return None
        fields.append(blob[position - length : position])
    return fields


def _is_whole(algorithm: str, blob: bytes) -> bool:
    fields = _fields(blob)
    if not fields or fields[0] != algorithm.encode("ascii"):
        return False
    lengths = {"ssh-ed25519": 32, "sk-ssh-ed25519@openssh.com": 32, "ssh-ed448": 57}
    if algorithm in lengths and (len(fields) < 2 or len(fields[1]) != lengths[algorithm]):
        return False
    return len(fields) == _FIELDS[algorithm] + 1
