"""One-time codes to be read out, and the digests under which secrets are kept.

Room: accounts. Imports the standard library.
"""

from __future__ import annotations

import hashlib
import secrets

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_code(length: int) -> str:
    """Return a random code in groups of four, easy to read out: ``K3TX-9FQA``."""
    marks = "".join(secrets.choice(_ALPHABET) for _ in range(length))
    return "-".join(marks[start : start + 4] for start in range(0, length, 4))


def plain_code(code: str) -> str:
    """Return a typed code as it is compared: case, blanks and dashes do not count."""
    return "".join(mark for mark in code[:64].upper() if mark.isalnum())


def digest(secret: str) -> str:
    """Return the hex SHA-256 that is kept in a secret's stead."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def digest_of_code(code: str) -> str:
    """Return the digest of a code, however it is typed."""
    return digest(plain_code(code))
