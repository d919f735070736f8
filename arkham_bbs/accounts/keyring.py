"""The SSH keys of accounts: added, listed, removed, and whose a key is.

Room: accounts. Imports store and its neighbours.
"""

from __future__ import annotations

from arkham_bbs.accounts import handles
from arkham_bbs.accounts.errors import KeyRefused, Unknown
from arkham_bbs.accounts.guard import Guard
from arkham_bbs.accounts.ssh_keys import PublicKey, parse_public_key
from arkham_bbs.store.errors import Duplicate, Missing
from arkham_bbs.store.records import AccountRecord, KeyRecord
from arkham_bbs.store.store import Store

KEYLESS_NAMES = ("", "bbs", "new")
"""User names of an SSH client that name nobody in particular."""


class Keyring:
    """Everybody's keys; a key belongs to one account."""

    def __init__(self, store: Store, guard: Guard) -> None:
        self._store = store
        self._guard = guard

    async def add(self, account_id: int, openssh_key: str, comment: str = "") -> KeyRecord:
        """Add a pasted or proven public key. Raises KeyRefused."""
        parsed = parse_public_key(openssh_key)
        most = self._guard.policy.keys_per_account
        if len(await self._store.keys.list(account_id)) >= most:
            raise KeyRefused("too-many", most=most)
        return await self.keep(account_id, parsed, comment or parsed.comment)

    async def list(self, account_id: int) -> list[KeyRecord]:
        """Oldest first."""
        return await self._store.keys.list(account_id)

    async def remove(self, account_id: int, which: str) -> KeyRecord:
        """Remove a key by fingerprint or by its number in ``list`` (from 1).

        Raises:
            KeyRefused: "unknown".
        """
        for number, key in enumerate(await self._store.keys.list(account_id), start=1):
            names = (key.fingerprint, key.fingerprint.removeprefix("SHA256:"), str(number))
            if which.strip() in names:
                await self._store.keys.remove(account_id, key.fingerprint)
                return key
        raise KeyRefused("unknown", which=which)

    async def nobodys(self, openssh_key: str) -> PublicKey:
        """Return a key that no account has yet. Raises KeyRefused."""
        parsed = parse_public_key(openssh_key)
        if await self._store.keys.by_fingerprint(parsed.fingerprint) is not None:
            raise KeyRefused("taken", fingerprint=parsed.fingerprint)
        return parsed

    async def keep(self, account_id: int, key: PublicKey, comment: str) -> KeyRecord:
        """Write a key down, however many there are. Raises KeyRefused "taken", Unknown."""
        try:
            return await self._store.keys.add(
                account_id, key.fingerprint, key.algorithm, key.text, comment[:80]
            )
        except Duplicate as taken:
            raise KeyRefused("taken", fingerprint=key.fingerprint) from taken
        except Missing as missing:
            raise Unknown("unknown-account", account=account_id) from missing

    async def owner(self, handle: str, openssh_key: str) -> AccountRecord | None:
        """Return the account whose key it is; None when ``handle`` is another account's."""
        try:
            fingerprint = parse_public_key(openssh_key).fingerprint
        except KeyRefused:
            return None
        key = await self._store.keys.by_fingerprint(fingerprint)
        if key is None:
            return None
        record = await self._store.accounts.get(key.account_id)
        folded = handles.fold(handle)
        if record is None or folded in KEYLESS_NAMES or folded == record.folded:
            return record
        other = await self._store.accounts.by_folded(folded)
        return record if other is None else None
