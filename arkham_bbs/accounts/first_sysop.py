"""The first sysop of a board: a code that each start shows until there is one, and who types it.

Room: accounts. Imports store, the standard library and its neighbours.
"""

from __future__ import annotations

import hmac

from arkham_bbs.accounts.account import Account, account_of, record_of
from arkham_bbs.accounts.codes import digest_of_code, new_code
from arkham_bbs.accounts.errors import LoginRefused
from arkham_bbs.store.store import Store

_TRIES = 20


class FirstSysop:
    """The code, kept in memory only: the same while the server runs, another after each start."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._code: str | None = None
        self._tries = 0

    def settled(self) -> None:
        """The board has a sysop: the code is worth nothing any more."""
        self._code = None

    def is_claimable(self) -> bool:
        """Say whether there is a code that makes a sysop."""
        return self._code is not None

    async def code(self) -> str | None:
        """Return the one-time code that makes a sysop, None when the board has one."""
        if await self._store.accounts.count(role="sysop"):
            self._code = None
            return None
        if self._code is None:
            self._code = new_code(12)
            self._tries = 0
        return self._code

    async def claim(self, account_id: int, code: str, address: str) -> Account:
        """Make an account sysop by the code shown at the start; it is audited here.

        Raises:
            LoginRefused: "wrong"; after 20 wrong ones the code ends until the next start.
        """
        record = await record_of(self._store, account_id)
        wanted, self._tries = self._code, self._tries + 1
        right = (
            wanted is not None
            and self._tries <= _TRIES
            and hmac.compare_digest(digest_of_code(code), digest_of_code(wanted))
        )
        if not right:
            raise LoginRefused("wrong")
        # Taken before the first wait: two claims at once make one sysop.
        self._code = None
        try:
            if await self._store.accounts.count(role="sysop"):
                raise LoginRefused("wrong")
            changed = await self._store.accounts.set_role(account_id, "sysop")
        except LoginRefused:
            raise
        except BaseException:
            self._code = wanted
            raise
        await self._store.audit.add(
            who=record.handle,
            account_id=account_id,
            way="menu",
            address=address,
            action="account role",
            subject=record.handle,
            why="the code printed at the start",
            details={"role": "sysop"},
        )
        return account_of(changed)
