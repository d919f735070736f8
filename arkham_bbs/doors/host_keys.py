"""The keys this board is known by over SSH: made at the first start, kept with the data.

Room: doors. Imports asyncssh. Ed25519 is what current clients choose; RSA is there for those of
older machines and BBS programs, which know no other (USER_ASKS C1, C5).
"""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh

RSA_BITS = 2_048


def load_host_key(data_dir: Path) -> asyncssh.SSHKey:
    """Read the host key of this board, or make it: Ed25519, readable by its owner alone.

    Raises:
        OSError: the data directory cannot be used.
        asyncssh.KeyImportError: the file holds no key.
    """
    return _load(data_dir / "ssh_host_ed25519_key", "ssh-ed25519")


def load_rsa_host_key(data_dir: Path) -> asyncssh.SSHKey:
    """Read or make the board's RSA key, for clients that cannot check an Ed25519 one.

    Raises: as ``load_host_key``.
    """
    return _load(data_dir / "ssh_host_rsa_key", "ssh-rsa", key_size=RSA_BITS)


def _load(path: Path, algorithm: str, **choices: int) -> asyncssh.SSHKey:
    if path.exists():
        return asyncssh.read_private_key(str(path))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = asyncssh.generate_private_key(algorithm, comment="arkham_bbs", **choices)
    # Written beside and moved into place: a start that dies in between leaves no half a key.
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.export_private_key("openssh"))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return key


def fingerprint(key: asyncssh.SSHKey) -> str:
    """Return what OpenSSH shows a caller who connects for the first time."""
    return str(key.get_fingerprint("sha256"))
