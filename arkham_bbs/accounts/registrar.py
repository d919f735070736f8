"""How accounts come to be and get their names: registration, invitations, renaming.

Room: accounts. Imports store and its neighbours.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from arkham_bbs.accounts import handles, passwords
from arkham_bbs.accounts.account import ROLES, STATES, Account, account_of, changed, must_be_one_of
from arkham_bbs.accounts.barring import ban_of
from arkham_bbs.accounts.codes import new_code, plain_code
from arkham_bbs.accounts.errors import Busy, HandleRefused, RegistrationRefused
from arkham_bbs.accounts.guard import Guard, counted_as
from arkham_bbs.accounts.keyring import Keyring
from arkham_bbs.accounts.passwords import Hasher
from arkham_bbs.store.errors import Duplicate, StoreUnavailable
from arkham_bbs.store.records import AccountRecord, InviteRecord
from arkham_bbs.store.store import Store

REGISTRATION_MODES = ("open", "closed", "invite-only", "hold")


class Registrar:
    """Whoever registers chooses a name that nobody has, nor one that looks like it."""

    def __init__(self, store: Store, guard: Guard, hasher: Hasher, keyring: Keyring) -> None:
        self._store = store
        self._guard = guard
        self._hasher = hasher
        self._keyring = keyring

    async def available(self, typed: str) -> str:
        """Return the handle as it will be kept when it can be had now. Raises HandleRefused."""
        handle = handles.check_handle(typed)
        await self._must_be_free(handle, but=None)
        return handle

    async def register(
        self,
        handle: str,
        password: str,
        address: str,
        *,
        invite: str | None = None,
        key: str | None = None,
    ) -> Account:
        """Make an account for a caller, on hold when the board says so.

        ``key`` is a public key to log in with from now on, one the caller has proved to own.

        Raises:
            RegistrationRefused, HandleRefused, PasswordRefused, KeyRefused.
        """
        mode = await self.mode()
        invitation = await self._admit_newcomer(mode, invite, address)
        handle = await self.available(handle)
        passwords.check_password(password, handle)
        parsed = None if key is None else await self._keyring.nobodys(key)
        ban = await ban_of(self._store, address=address, key=key)
        if ban is not None:
            raise RegistrationRefused("banned", reason=ban.reason, expires_at=ban.expires_at)
        try:
            password_hash = await self._hasher.hash(password)
        except Busy as busy:
            raise RegistrationRefused("busy", retry_after_s=busy.retry_after_s) from busy
        if invitation is not None and await self._store.invites.use(invitation.code) is None:
            raise RegistrationRefused("invite-unknown")
        try:
            record = await self._create(
                handle,
                password_hash,
                state="hold" if mode == "hold" else "active",
                is_calling=True,
            )
        except BaseException:
            if invitation is not None:
                await self._store.invites.give_back(invitation.code)
            raise
        if parsed is not None:
            await self._keyring.keep(record.id, parsed, parsed.comment)
        if self._counts(address):
            with suppress(StoreUnavailable):
                await self._store.failures.record(
                    "register",
                    counted_as(address),
                    forget_after=timedelta(seconds=self._guard.policy.registrations_window_s),
                )
        return account_of(record)

    async def create(
        self,
        handle: str,
        password: str | None = None,
        *,
        role: str = "caller",
        state: str = "active",
        allow_reserved: bool = False,
    ) -> Account:
        """Make an account for somebody else: staff only, whatever the registration switch says.

        Without a password the account is entered by key or by reset code.

        Raises:
            HandleRefused, PasswordRefused.
        """
        must_be_one_of(role, ROLES)
        must_be_one_of(state, STATES)
        try:
            handle = handles.check_handle(handle)
        except HandleRefused as refused:
            if refused.code != "reserved" or not allow_reserved:
                raise
            handle = " ".join(handle.split())
        await self._must_be_free(handle, but=None)
        password_hash = None
        if password is not None:
            passwords.check_password(password, handle)
            password_hash = await self._hasher.hash(password)
        return account_of(await self._create(handle, password_hash, role=role, state=state))

    async def rename(self, account_id: int, handle: str) -> Account:
        """Raises HandleRefused, Unknown."""
        handle = handles.check_handle(handle)
        await self._must_be_free(handle, but=account_id)
        folded, skeleton = handles.fold(handle), handles.skeleton(handle)
        try:
            return await changed(
                account_id, self._store.accounts.rename(account_id, handle, folded, skeleton)
            )
        except Duplicate as taken:
            raise HandleRefused("taken", handle=handle) from taken

    async def mode(self) -> str:
        """Return "open", "closed", "invite-only" or "hold"."""
        mode = await self._store.settings.get("registration")
        return mode if mode in REGISTRATION_MODES else self._guard.policy.registration

    async def set_mode(self, mode: str, by: str) -> None:
        """Raises ValueError for a mode that is none."""
        must_be_one_of(mode, REGISTRATION_MODES)
        await self._store.settings.set("registration", mode, by)

    async def create_invite(
        self,
        from_id: int | None,
        *,
        uses: int = 1,
        valid_s: float = 14 * 24 * 3600.0,
        note: str = "",
    ) -> str:
        """Return a code that lets ``uses`` people register while registration is invite-only."""
        code = new_code(10)
        await self._store.invites.create(
            "register",
            plain_code(code),
            from_id=from_id,
            uses=uses,
            note=note,
            expires_at=self._store.clock() + timedelta(seconds=valid_s),
        )
        return code

    async def _admit_newcomer(
        self, mode: str, invite: str | None, address: str
    ) -> InviteRecord | None:
        if mode == "closed":
            raise RegistrationRefused("closed")
        if self._counts(address):
            policy = self._guard.policy
            record = await self._store.failures.get("register", counted_as(address))
            if record is not None and record.count >= policy.registrations_per_address:
                age_s = (self._store.clock() - record.last_at).total_seconds()
                left_s = policy.registrations_window_s - age_s
                if left_s > 0:
                    raise RegistrationRefused("limit", retry_after_s=left_s)
        if mode != "invite-only":
            return None
        return await self.invitation(invite)

    async def invitation(self, invite: str | None) -> InviteRecord:
        """Return an invitation that is good now; it is not used up by looking.

        Raises:
            RegistrationRefused: invite-needed, invite-unknown.
        """
        if not invite:
            raise RegistrationRefused("invite-needed")
        invitation = await self._store.invites.get(plain_code(invite))
        if invitation is None or invitation.kind != "register":
            raise RegistrationRefused("invite-unknown")
        return invitation

    def _counts(self, address: str) -> bool:
        return (
            self._guard.policy.registrations_per_address > 0
            and bool(address)
            and not self._guard.is_exempt(address)
        )

    async def _must_be_free(self, handle: str, *, but: int | None) -> None:
        for found in (
            await self._store.accounts.by_folded(handles.fold(handle)),
            await self._store.accounts.by_skeleton(handles.skeleton(handle)),
        ):
            if found is not None and found.id != but:
                raise HandleRefused("taken", handle=handle)

    async def _create(
        self,
        handle: str,
        password_hash: str | None,
        *,
        role: str = "caller",
        state: str,
        is_calling: bool = False,
    ) -> AccountRecord:
        try:
            return await self._store.accounts.create(
                handle,
                handles.fold(handle),
                handles.skeleton(handle),
                password_hash,
                role=role,
                state=state,
                is_calling=is_calling,
            )
        except Duplicate as taken:
            raise HandleRefused("taken", handle=handle) from taken
