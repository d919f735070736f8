"""The accounts room as the others hold it: one face before the parts that know each subject.

Room: accounts. Imports store and its neighbours. The package's docstring lists every call.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from arkham_bbs.accounts import handles, passwords
from arkham_bbs.accounts.account import Account, account_of
from arkham_bbs.accounts.barring import ban_of
from arkham_bbs.accounts.entrance import Entrance
from arkham_bbs.accounts.first_sysop import FirstSysop
from arkham_bbs.accounts.guard import Guard, Policy
from arkham_bbs.accounts.keyring import Keyring
from arkham_bbs.accounts.new_passwords import NewPasswords
from arkham_bbs.accounts.passwords import Hasher, Hashing
from arkham_bbs.accounts.registrar import Registrar
from arkham_bbs.accounts.shut_out import ShutOut
from arkham_bbs.accounts.standing import Standing
from arkham_bbs.accounts.turns import Turns
from arkham_bbs.store.store import Store


class Accounts:
    """Every call is answered by the part whose subject it is; what each does is said there.

    The four ways to prove oneself are methods here, so that a server may count them by overriding.
    """

    check_handle = staticmethod(handles.check_handle)
    check_password = staticmethod(passwords.check_password)

    def __init__(
        self, store: Store, *, policy: Policy | None = None, hashing: Hashing | None = None
    ) -> None:
        self._store = store
        self._guard = Guard(store, policy or Policy())
        self._hasher = Hasher(hashing or Hashing())
        self._turns = Turns()

        keyring = Keyring(store, self._guard)
        self.add_key = keyring.add
        self.keys = keyring.list
        self.remove_key = keyring.remove

        registrar = Registrar(store, self._guard, self._hasher, keyring)
        self.available = registrar.available
        self.register = registrar.register
        self.create = registrar.create
        self.rename = registrar.rename
        self.registration = registrar.mode
        self.set_registration = registrar.set_mode
        self.create_invite = registrar.create_invite
        self.invitation = registrar.invitation

        self._entrance = Entrance(store, self._guard, self._hasher, self._turns, keyring)
        self.knows_key = self._entrance.knows_key
        self.readmit = self._entrance.once_more
        self.resume_token = self._entrance.issue_token
        self.forget_token = self._entrance.forget_token
        self.revoke_tokens = store.tokens.revoke

        new_passwords = NewPasswords(store, self._guard, self._hasher, self._turns)
        self.change_password = new_passwords.change
        self.set_password = new_passwords.set
        self.reset_code = new_passwords.reset_code

        shut_out = ShutOut(store)
        self.check_ban = partial(ban_of, store)
        self.is_shut_out = shut_out.holds
        self.bans_changed = shut_out.forget

        first_sysop = FirstSysop(store)
        self.first_sysop_code = first_sysop.code
        self.claim_sysop = first_sysop.claim
        self.is_claimable = first_sysop.is_claimable

        standing = Standing(store, first_sysop, self._guard)
        self.grant = standing.grant
        self.set_state = standing.set_state
        self.mute = standing.mute
        self.set_profile = standing.set_profile
        self.delete = standing.delete
        self.unlock = standing.unlock

    async def close(self) -> None:
        """Let the hashing workers finish."""
        await self._hasher.close()

    @property
    def hashing(self) -> int:
        """How many passwords are being hashed or wait for it, for metrics."""
        return self._hasher.inside

    @property
    def policy(self) -> Policy:
        """The numbers in force."""
        return self._guard.policy

    def set_policy(self, policy: Policy) -> None:
        """Use other numbers and exemptions from now on."""
        self._guard.follow(policy)

    async def get(self, account_id: int) -> Account | None:
        record = await self._store.accounts.get(account_id)
        return None if record is None else account_of(record)

    async def find(self, handle: str) -> Account | None:
        """Find by handle, whatever the case of its letters."""
        record = await self._store.accounts.by_folded(handles.fold(handle))
        return None if record is None else account_of(record)

    async def login(self, handle: str, password: str, address: str) -> Account:
        """See ``Entrance.by_password``."""
        return await self._entrance.by_password(handle, password, address)

    async def login_key(self, handle: str, openssh_key: str, address: str) -> Account:
        """See ``Entrance.by_key``."""
        return await self._entrance.by_key(handle, openssh_key, address)

    async def login_reset(self, handle: str, code: str, new_password: str, address: str) -> Account:
        """See ``Entrance.by_reset``."""
        return await self._entrance.by_reset(handle, code, new_password, address)

    async def resume(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        """See ``Entrance.by_token``."""
        return await self._entrance.by_token(token, address)
