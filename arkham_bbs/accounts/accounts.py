"""Accounts: registering, logging in by password, key, code or token, and what staff may change.

Room: accounts. Imports store, the standard library and its neighbours.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import msgspec

from arkham_bbs.accounts import handles, passwords
from arkham_bbs.accounts.errors import (
    Busy,
    HandleRefused,
    KeyRefused,
    LoginRefused,
    PasswordRefused,
    RegistrationRefused,
    Unknown,
)
from arkham_bbs.accounts.guard import Guard, Policy, network_of
from arkham_bbs.accounts.passwords import Hasher, Hashing
from arkham_bbs.accounts.shut_out import ShutOut
from arkham_bbs.accounts.ssh_keys import PublicKey, parse_public_key
from arkham_bbs.store.errors import Duplicate, Missing
from arkham_bbs.store.records import AccountRecord, BanRecord, InviteRecord, KeyRecord
from arkham_bbs.store.store import Store

ROLES = ("caller", "moderator", "sysop")
STATES = ("active", "hold", "disabled")
REGISTRATION_MODES = ("open", "closed", "invite-only", "hold")
KEYLESS_NAMES = ("", "bbs", "new")
"""User names of an SSH client that name nobody in particular."""

_CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_FIRST_SYSOP_TRIES = 20
_MOST_WAITING_FOR_ONE = 64


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What the other rooms may know of an account."""

    id: int
    handle: str
    role: str
    state: str
    created_at: datetime
    last_seen_at: datetime | None
    calls: int
    muted_until: datetime | None
    profile: dict[str, Any]

    @property
    def is_sysop(self) -> bool:
        return self.role == "sysop"

    @property
    def is_moderator(self) -> bool:
        """Sysops are moderators too."""
        return self.role in ("moderator", "sysop")

    @property
    def on_hold(self) -> bool:
        """May play, is not shown, may not chat."""
        return self.state == "hold"

    def is_muted(self, now: datetime) -> bool:
        return self.muted_until is not None and self.muted_until > now


class Accounts:
    """See the room's docstring for a list of what is here."""

    def __init__(
        self, store: Store, *, policy: Policy | None = None, hashing: Hashing | None = None
    ) -> None:
        self._store = store
        self._policy = policy or Policy()
        self._guard = Guard(store, self._policy)
        self._hasher = Hasher(hashing or Hashing())
        self._shut_out = ShutOut(store)
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}
        self._first_code: str | None = None
        self._first_tries = 0

    def set_policy(self, policy: Policy) -> None:
        """Use other numbers and exemptions from now on."""
        self._policy = policy
        self._guard = Guard(self._store, policy)

    @property
    def policy(self) -> Policy:
        """The numbers in force."""
        return self._policy

    async def close(self) -> None:
        """Let the hashing workers finish."""
        await self._hasher.close()

    @property
    def hashing(self) -> int:
        """How many passwords are being hashed or wait for it, for metrics."""
        return self._hasher.inside

    # -- names and registration -------------------------------------------------------------

    @staticmethod
    def check_handle(typed: str) -> str:
        """Return the handle as it will be kept. Raises HandleRefused."""
        return handles.check_handle(typed)

    @staticmethod
    def check_password(password: str, handle: str) -> None:
        """Raises PasswordRefused."""
        passwords.check_password(password, handle)

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
        mode = await self.registration()
        invitation = await self._admit_newcomer(mode, invite, address)
        handle = await self.available(handle)
        passwords.check_password(password, handle)
        parsed = None
        if key is not None:
            parsed = parse_public_key(key)
            if await self._store.keys.by_fingerprint(parsed.fingerprint) is not None:
                raise KeyRefused("taken", fingerprint=parsed.fingerprint)
        ban = await self.check_ban(address=address, key=key)
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
                handle, password_hash, state="hold" if mode == "hold" else "active"
            )
        except BaseException:
            if invitation is not None:
                await self._store.invites.give_back(invitation.code)
            raise
        if parsed is not None:
            await self._keep_key(record.id, parsed, parsed.comment)
        if self._counts_registrations(address):
            await self._store.failures.record(
                "register",
                network_of(address),
                forget_after=timedelta(seconds=self._policy.registrations_window_s),
            )
        return _account(record)

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
        _must_be_one_of(role, ROLES)
        _must_be_one_of(state, STATES)
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
        return _account(await self._create(handle, password_hash, role=role, state=state))

    async def registration(self) -> str:
        """Return "open", "closed", "invite-only" or "hold"."""
        mode = await self._store.settings.get("registration")
        return mode if mode in REGISTRATION_MODES else self._policy.registration

    async def set_registration(self, mode: str, by: str) -> None:
        """Raises ValueError for a mode that is none."""
        _must_be_one_of(mode, REGISTRATION_MODES)
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
            _plain_code(code),
            from_id=from_id,
            uses=uses,
            note=note,
            expires_at=self._store.clock() + timedelta(seconds=valid_s),
        )
        return code

    # -- logging in -------------------------------------------------------------------------

    async def login(self, handle: str, password: str, address: str) -> Account:
        """Let a caller in by password.

        Wrong names and wrong passwords take the same way and the same time.

        Raises:
            LoginRefused: see there.
        """
        await self._must_not_be_banned(address=address)
        folded = handles.fold(handle)
        async with self._turn(folded):
            await self._guard.admit(folded, address)
            record = await self._store.accounts.by_folded(folded)
            stored = None if record is None else record.password_hash
            try:
                matches = await self._hasher.verify(stored, password)
            except Busy as busy:
                raise LoginRefused("busy", busy.retry_after_s) from busy
            if record is None or not matches:
                raise LoginRefused("wrong", await self._guard.failed(folded, address))
            await self._guard.passed(folded)
        entered = await self._enter(record)
        if stored is not None and self._hasher.is_dated(stored):
            await self._rehash(record.id, password)
        return entered

    async def login_key(self, handle: str, openssh_key: str, address: str) -> Account:
        """Let a caller in by a key whose possession the SSH door has checked.

        The key says who it is. A handle that belongs to another account is refused; one that
        belongs to nobody (the name of a machine's user, "bbs") does not matter.

        Raises:
            LoginRefused: "unknown-key", "disabled", "banned".
        """
        await self._must_not_be_banned(address=address, key=openssh_key)
        record = await self._by_key(handle, openssh_key)
        if record is None:
            raise LoginRefused("unknown-key")
        entered = await self._enter(record)
        await self._store.keys.touch(parse_public_key(openssh_key).fingerprint)
        return entered

    async def knows_key(self, handle: str, openssh_key: str) -> bool:
        """Say whether ``login_key`` would find an account. Counts nothing, changes nothing."""
        try:
            return await self._by_key(handle, openssh_key) is not None
        except LoginRefused:
            return False

    async def login_reset(self, handle: str, code: str, new_password: str, address: str) -> Account:
        """Exchange a one-time code for a new password and let the caller in.

        Raises:
            LoginRefused: as ``login``; a wrong or stale code is "wrong".
            PasswordRefused: the new password will not do; the code stays good.
        """
        await self._must_not_be_banned(address=address)
        folded = handles.fold(handle)
        passwords.check_password(new_password, handle)
        async with self._turn(folded):
            await self._guard.admit(folded, address)
            record = await self._store.accounts.by_folded(folded)
            try:
                password_hash = await self._hasher.hash(new_password)
            except Busy as busy:
                raise LoginRefused("busy", busy.retry_after_s) from busy
            account_id = -1 if record is None else record.id
            used = await self._store.accounts.use_reset(
                account_id, _digest(_plain_code(code)), password_hash
            )
            if record is None or not used:
                raise LoginRefused("wrong", await self._guard.failed(folded, address))
            await self._guard.passed(folded)
        await self._store.tokens.revoke(record.id)
        return await self._enter(record)

    # -- passwords --------------------------------------------------------------------------

    async def change_password(self, account_id: int, old: str, new: str) -> None:
        """Change a caller's own password; tokens to resume with end.

        Raises:
            PasswordRefused: "wrong" or a reason against the new one.
            LoginRefused: "delay", "locked", "busy".
        """
        record = await self._record(account_id)
        passwords.check_password(new, record.handle)
        async with self._turn(record.folded):
            await self._guard.admit(record.folded, "")
            try:
                # Somebody who came by key and has no password yet has no old one to show.
                if record.password_hash is not None and not await self._hasher.verify(
                    record.password_hash, old
                ):
                    await self._guard.failed(record.folded, "")
                    raise PasswordRefused("wrong")
                password_hash = await self._hasher.hash(new)
            except Busy as busy:
                raise LoginRefused("busy", busy.retry_after_s) from busy
            await self._guard.passed(record.folded)
        await self._store.accounts.set_password(account_id, password_hash)
        await self._store.tokens.revoke(account_id)

    async def set_password(self, account_id: int, new: str) -> None:
        """Set a password without the old one: staff only. Raises PasswordRefused."""
        record = await self._record(account_id)
        passwords.check_password(new, record.handle)
        await self._store.accounts.set_password(account_id, await self._hasher.hash(new))
        await self._store.tokens.revoke(account_id)

    async def reset_code(self, account_id: int) -> str:
        """Return a new one-time code for ``login_reset``; an older one ends. It is kept hashed."""
        code = new_code(12)
        expires_at = self._store.clock() + timedelta(seconds=self._policy.reset_valid_s)
        try:
            await self._store.accounts.set_reset(account_id, _digest(_plain_code(code)), expires_at)
        except Missing as missing:
            raise Unknown("unknown-account", account=account_id) from missing
        return code

    # -- keys -------------------------------------------------------------------------------

    async def add_key(self, account_id: int, openssh_key: str, comment: str = "") -> KeyRecord:
        """Add a pasted or proven public key. Raises KeyRefused."""
        parsed = parse_public_key(openssh_key)
        if len(await self._store.keys.list(account_id)) >= self._policy.keys_per_account:
            raise KeyRefused("too-many", most=self._policy.keys_per_account)
        return await self._keep_key(account_id, parsed, comment or parsed.comment)

    async def keys(self, account_id: int) -> list[KeyRecord]:
        return list(await self._store.keys.list(account_id))

    async def remove_key(self, account_id: int, which: str) -> KeyRecord:
        """Remove a key by fingerprint or by its number in ``keys`` (from 1).

        Raises:
            KeyRefused: "unknown".
        """
        owned = await self.keys(account_id)
        for number, key in enumerate(owned, start=1):
            names = (key.fingerprint, key.fingerprint.removeprefix("SHA256:"), str(number))
            if which.strip() in names:
                await self._store.keys.remove(account_id, key.fingerprint)
                return key
        raise KeyRefused("unknown", which=which)

    # -- coming back ------------------------------------------------------------------------

    async def resume_token(
        self,
        account_id: int,
        session_id: str,
        address: str,
        data: Mapping[str, Any] | None = None,
        valid_s: float = 300.0,
    ) -> str:
        """Return a token that resumes a session once. Only its hash is kept."""
        token = secrets.token_urlsafe(32)
        await self._store.tokens.issue(
            _digest(token),
            account_id,
            session_id,
            address,
            self._store.clock() + timedelta(seconds=valid_s),
            dict(data or {}),
        )
        return token

    async def resume(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        """Use a token up; return account, session id and data.

        Raises:
            LoginRefused: "wrong" (unknown, used, expired), "disabled", "banned".
        """
        await self._must_not_be_banned(address=address)
        taken = await self._store.tokens.take(_digest(token[:256]))
        if taken is None:
            raise LoginRefused("wrong")
        record = await self._store.accounts.get(taken.account_id)
        if record is None:
            raise LoginRefused("wrong")
        await self._may_enter(record)
        return _account(record), taken.session_id, taken.data

    async def forget_token(self, token: str) -> None:
        """Make one token worthless, whether it is good or not."""
        await self._store.tokens.take(_digest(token[:256]))

    async def readmit(self, account_id: int, address: str) -> Account:
        """Let in again somebody who has proved themselves a while ago on the same line.

        Raises:
            LoginRefused: "wrong" (gone), "disabled", "banned".
        """
        await self._must_not_be_banned(address=address)
        record = await self._store.accounts.get(account_id)
        if record is None:
            raise LoginRefused("wrong")
        await self._may_enter(record)
        return _account(record)

    async def revoke_tokens(self, account_id: int) -> int:
        return await self._store.tokens.revoke(account_id)

    # -- looking up -------------------------------------------------------------------------

    async def get(self, account_id: int) -> Account | None:
        record = await self._store.accounts.get(account_id)
        return None if record is None else _account(record)

    async def find(self, handle: str) -> Account | None:
        """Find by handle, whatever the case of its letters."""
        record = await self._store.accounts.by_folded(handles.fold(handle))
        return None if record is None else _account(record)

    async def check_ban(
        self,
        *,
        account_id: int | None = None,
        key: str | None = None,
        address: str | None = None,
    ) -> BanRecord | None:
        """Return a ban in force. ``key`` is a public key or a fingerprint."""
        fingerprint = key
        if key is not None and not key.startswith("SHA256:"):
            try:
                fingerprint = parse_public_key(key).fingerprint
            except KeyRefused:
                fingerprint = None
        return await self._store.bans.match(
            account_id=account_id, fingerprint=fingerprint, address=address
        )

    async def is_shut_out(self, address: str) -> bool:
        """Say whether an address is banned, from a list that is at most seconds old."""
        return await self._shut_out.holds(address)

    def bans_changed(self) -> None:
        """A ban was made or lifted: ``is_shut_out`` knows it at once."""
        self._shut_out.forget()

    # -- what staff may do ------------------------------------------------------------------

    async def grant(self, handle: str, role: str, by: str = "") -> Account:
        """Give a role. The caller of this writes the audit record, ``by`` only names the act.

        Raises:
            Unknown, ValueError.
        """
        _must_be_one_of(role, ROLES)
        record = await self._store.accounts.by_folded(handles.fold(handle))
        if record is None:
            raise Unknown("unknown-account", handle=handle, by=by)
        changed = await self._store.accounts.set_role(record.id, role)
        if role == "sysop":
            self._first_code = None
        return _account(changed)

    async def set_state(self, account_id: int, state: str) -> Account:
        """Make it "active", "hold" or "disabled"; a disabled one's tokens end."""
        _must_be_one_of(state, STATES)
        changed = await self._changed(account_id, self._store.accounts.set_state(account_id, state))
        if state == "disabled":
            await self._store.tokens.revoke(account_id)
        return changed

    async def rename(self, account_id: int, handle: str) -> Account:
        """Raises HandleRefused, Unknown."""
        handle = handles.check_handle(handle)
        await self._must_be_free(handle, but=account_id)
        try:
            return await self._changed(
                account_id,
                self._store.accounts.rename(
                    account_id, handle, handles.fold(handle), handles.skeleton(handle)
                ),
            )
        except Duplicate as taken:
            raise HandleRefused("taken", handle=handle) from taken

    async def mute(self, account_id: int, until: datetime | None) -> Account:
        return await self._changed(account_id, self._store.accounts.set_muted(account_id, until))

    async def set_profile(self, account_id: int, patch: Mapping[str, Any]) -> Account:
        """Put the patch's keys into the profile (None removes one)."""
        try:
            await self._store.accounts.merge_profile(account_id, dict(patch))
        except Missing as missing:
            raise Unknown("unknown-account", account=account_id) from missing
        return _account(await self._record(account_id))

    async def delete(self, account_id: int) -> None:
        """Remove an account; what others have read stays without the name. Raises Unknown."""
        record = await self._record(account_id)
        await self._store.failures.clear("account", record.folded)
        await self._store.accounts.delete(account_id)

    async def unlock(self, name: str) -> bool:
        """Lift the lock of a handle or an address; False when there was nothing."""
        lifted = [
            await self._store.failures.clear("account", handles.fold(name)),
            await self._store.failures.clear("address", network_of(name)),
            await self._store.failures.clear("register", network_of(name)),
        ]
        return any(lifted)

    # -- the first sysop --------------------------------------------------------------------

    async def first_sysop_code(self) -> str | None:
        """Return the one-time code that makes a sysop, None when the board has one.

        The same while the server runs, another after each start; it is kept in memory only.
        """
        if await self._store.accounts.count(role="sysop"):
            self._first_code = None
            return None
        if self._first_code is None:
            self._first_code = new_code(12)
            self._first_tries = 0
        return self._first_code

    async def claim_sysop(self, account_id: int, code: str, address: str) -> Account:
        """Make an account sysop by the first start's code; it is audited here.

        Raises:
            LoginRefused: "wrong"; after 20 wrong ones the code ends until the next start.
        """
        record = await self._record(account_id)
        wanted, self._first_tries = self._first_code, self._first_tries + 1
        right = (
            wanted is not None
            and self._first_tries <= _FIRST_SYSOP_TRIES
            and hmac.compare_digest(_digest(_plain_code(code)), _digest(_plain_code(wanted)))
        )
        if not right:
            raise LoginRefused("wrong")
        # Taken before the first wait: two claims at once make one sysop.
        self._first_code = None
        try:
            if await self._store.accounts.count(role="sysop"):
                raise LoginRefused("wrong")
            changed = await self._store.accounts.set_role(account_id, "sysop")
        except LoginRefused:
            raise
        except BaseException:
            self._first_code = wanted
            raise
        await self._store.audit.add(
            who=record.handle,
            account_id=account_id,
            way="menu",
            address=address,
            action="account role",
            subject=record.handle,
            why="the first start's code",
            details={"role": "sysop"},
        )
        return _account(changed)

    # -- within -----------------------------------------------------------------------------

    async def _admit_newcomer(
        self, mode: str, invite: str | None, address: str
    ) -> InviteRecord | None:
        if mode == "closed":
            raise RegistrationRefused("closed")
        if self._counts_registrations(address):
            record = await self._store.failures.get("register", network_of(address))
            if record is not None and record.count >= self._policy.registrations_per_address:
                age_s = (self._store.clock() - record.last_at).total_seconds()
                left_s = self._policy.registrations_window_s - age_s
                if left_s > 0:
                    raise RegistrationRefused("limit", retry_after_s=left_s)
        if mode != "invite-only":
            return None
        if not invite:
            raise RegistrationRefused("invite-needed")
        invitation = await self._store.invites.get(_plain_code(invite))
        if invitation is None or invitation.kind != "register":
            raise RegistrationRefused("invite-unknown")
        return invitation

    def _counts_registrations(self, address: str) -> bool:
        return (
            self._policy.registrations_per_address > 0
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
        self, handle: str, password_hash: str | None, *, role: str = "caller", state: str
    ) -> AccountRecord:
        try:
            return await self._store.accounts.create(
                handle,
                handles.fold(handle),
                handles.skeleton(handle),
                password_hash,
                role=role,
                state=state,
            )
        except Duplicate as taken:
            raise HandleRefused("taken", handle=handle) from taken

    async def _keep_key(self, account_id: int, key: PublicKey, comment: str) -> KeyRecord:
        try:
            return await self._store.keys.add(
                account_id, key.fingerprint, key.algorithm, key.text, comment[:80]
            )
        except Duplicate as taken:
            raise KeyRefused("taken", fingerprint=key.fingerprint) from taken
        except Missing as missing:
            raise Unknown("unknown-account", account=account_id) from missing

    async def _by_key(self, handle: str, openssh_key: str) -> AccountRecord | None:
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

    async def _must_not_be_banned(
        self,
        *,
        address: str | None = None,
        key: str | None = None,
        account_id: int | None = None,
    ) -> None:
        ban = await self.check_ban(account_id=account_id, key=key, address=address)
        if ban is not None:
            raise LoginRefused("banned", reason=ban.reason, expires_at=ban.expires_at)

    async def _may_enter(self, record: AccountRecord) -> None:
        if record.state == "disabled":
            raise LoginRefused("disabled")
        await self._must_not_be_banned(account_id=record.id)

    async def _enter(self, record: AccountRecord) -> Account:
        await self._may_enter(record)
        try:
            return _account(await self._store.accounts.touch(record.id))
        except Missing as missing:
            raise LoginRefused("wrong") from missing

    async def _rehash(self, account_id: int, password: str) -> None:
        try:
            password_hash = await self._hasher.hash(password)
        except Busy:
            # The next login will do it.
            return
        await self._store.accounts.set_password(account_id, password_hash)

    async def _record(self, account_id: int) -> AccountRecord:
        record = await self._store.accounts.get(account_id)
        if record is None:
            raise Unknown("unknown-account", account=account_id)
        return record

    async def _changed(self, account_id: int, change: Any) -> Account:
        try:
            return _account(await change)
        except Missing as missing:
            raise Unknown("unknown-account", account=account_id) from missing

    @asynccontextmanager
    async def _turn(self, folded: str) -> AsyncIterator[None]:
        """One try at a time for each name: a volley of guesses must not outrun the counting."""
        lock, waiting = self._turns.get(folded, (asyncio.Lock(), 0))
        if waiting >= _MOST_WAITING_FOR_ONE:
            raise LoginRefused("busy", 5.0)
        self._turns[folded] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            waiting = self._turns[folded][1] - 1
            if waiting:
                self._turns[folded] = (lock, waiting)
            else:
                del self._turns[folded]


def _account(record: AccountRecord) -> Account:
    return Account(
        **{name: getattr(record, name) for name in Account.__struct_fields__},
    )


def new_code(length: int) -> str:
    """Return a random code in groups of four, easy to read out: ``K3TX-9FQA``."""
    marks = "".join(secrets.choice(_CODE_ALPHABET) for _ in range(length))
    return "-".join(marks[start : start + 4] for start in range(0, length, 4))


def _plain_code(code: str) -> str:
    """Return a typed code as it is compared: case, blanks and dashes do not count."""
    return "".join(mark for mark in code[:64].upper() if mark.isalnum())


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _must_be_one_of(word: str, allowed: tuple[str, ...]) -> None:
    if word not in allowed:
        raise ValueError(f"{word!r} is none of {', '.join(allowed)}")
