"""Accounts: who a caller is, and how they prove it.

Room: accounts. Imports store, argon2-cffi and the standard library.

    accounts = Accounts(store, policy=Policy(), hashing=Hashing())
    await accounts.close()

All methods are coroutines unless marked. Errors carry a code and facts; the session words them.

Records   Account(id, handle, role, state, created_at, last_seen_at, muted_until, profile: dict)
          with .on_hold.  Key = store's KeyRecord.
Errors    AccountError(code, **facts) is the base.
  HandleRefused    codes: "too-short" "too-long" (least, most, length) "characters" (bad)
                   "mixed-scripts" "edges" "no-letter" "reserved" "taken" (also look-alikes)
  PasswordRefused  codes: "too-short" "too-long" (least, most) "is-handle" "common" "wrong"
  RegistrationRefused  codes: "closed" "invite-needed" "invite-unknown" "banned" "busy" "limit"
                   (retry_after_s)
  LoginRefused     codes: "wrong" "delay" (retry_after_s) "locked" (retry_after_s) "busy" "disabled"
                   "banned" (reason, expires_at) "unknown-key"; .retry_after_s is 0 or more
  KeyRefused       codes: "unreadable" "weak" "unsupported" "taken" "too-many" "unknown"
  Unknown          code "unknown-account"

check_handle(text) -> str (sync)            the handle as it will be kept; raises HandleRefused
check_password(password, handle) (sync)     raises PasswordRefused
available(handle) -> str                    raises HandleRefused("taken") and the others
register(handle, password, address, *, invite=None, key=None) -> Account
                                            state "hold" when registration is "hold"
create(handle, password=None, *, role, state, allow_reserved=False) -> Account    staff only
login(handle, password, address) -> Account
login_key(handle, openssh_key, address) -> Account     the key's owner; refused only when the
                                            handle belongs to another account
knows_key(handle, openssh_key) -> bool      for SSH's first question, no counting, no last seen
login_reset(handle, code, new_password, address) -> Account    one-time reset code
change_password(account_id, old, new), set_password(account_id, new)
reset_code(account_id) -> str               valid 24 h, shown once; the sysop hands it on
add_key(account_id, openssh_key, comment="") -> KeyRecord, keys(account_id), remove_key(account_id,
                                            fingerprint or number)
get(account_id), find(handle) -> Account | None
resume_token(account_id, session_id, address, data=None, valid_s=300) -> str   single use
resume(token, address) -> (Account, session_id, data)    raises LoginRefused("wrong")
revoke_tokens(account_id)
registration() -> "open" | "closed" | "invite-only" | "hold", set_registration(mode, by)
create_invite(from_id, uses=1, valid_s=...) -> str code
invitation(code) -> a good invitation, not used up
grant(handle, role, by="") -> Account, set_state(account_id, state), rename(account_id, handle),
mute(account_id, until | None), set_profile(account_id, patch) -> Account, delete(account_id)
check_ban(account_id=, key=, address=) -> BanRecord | None
first_sysop_code() -> str | None            None when a sysop exists; a new one each start
claim_sysop(account_id, code, address) -> Account        raises LoginRefused("wrong")
is_claimable() -> bool (sync)               there is such a code
unlock(handle or address)                   lifts a lock-out
"""

from __future__ import annotations

from arkham_bbs.accounts.account import ROLES, STATES, Account
from arkham_bbs.accounts.accounts import Accounts
from arkham_bbs.accounts.barring import format_end
from arkham_bbs.accounts.codes import new_code
from arkham_bbs.accounts.errors import (
    AccountError,
    HandleRefused,
    KeyRefused,
    LoginRefused,
    PasswordRefused,
    RegistrationRefused,
    Unknown,
)
from arkham_bbs.accounts.guard import Patience, Policy
from arkham_bbs.accounts.handles import check_handle, fold, skeleton
from arkham_bbs.accounts.keyring import KEYLESS_NAMES
from arkham_bbs.accounts.passwords import Hashing, check_password
from arkham_bbs.accounts.registrar import REGISTRATION_MODES
from arkham_bbs.accounts.ssh_keys import PublicKey, parse_public_key

__all__ = [
    "KEYLESS_NAMES",
    "REGISTRATION_MODES",
    "ROLES",
    "STATES",
    "Account",
    "AccountError",
    "Accounts",
    "HandleRefused",
    "Hashing",
    "KeyRefused",
    "LoginRefused",
    "PasswordRefused",
    "Patience",
    "Policy",
    "PublicKey",
    "RegistrationRefused",
    "Unknown",
    "check_handle",
    "check_password",
    "fold",
    "format_end",
    "new_code",
    "parse_public_key",
    "skeleton",
]
