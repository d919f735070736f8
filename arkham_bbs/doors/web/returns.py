"""Calls that may be taken up again: by a token that is good once.

Room: doors. Imports accounts, store errors and its neighbours here. Source: USER_ASKS D4, G4.

A call whose connection broke goes on without one for a while. Who comes back with the call's
token takes it up where it was. When that while is over, or the server was started again, the
token of somebody with a name still opens a new session without a password, for some minutes.
A guest's or a stranger's token is known here alone and dies with the call.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from arkham_bbs.accounts import Account, LoginRefused
from arkham_bbs.ops.logs import log
from arkham_bbs.store.errors import StoreError

RENEW_S = 300.0
VALID_S = 600.0
"""How long a token of somebody with a name is good, at least; twice as long as it is in use."""

KEPT = 2
"""Tokens of one call that are good: the last, and the one before it, since a connection may break
just while the last is on its way. The first of them that is used ends the other."""


class TokenKeeper(Protocol):
    """The part of the accounts room that is needed here."""

    async def resume_token(
        self,
        account_id: int,
        session_id: str,
        address: str,
        data: Mapping[str, Any] | None = None,
        valid_s: float = 300.0,
    ) -> str:
        """Return a token that resumes a session once."""

    async def resume(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        """Use a token up."""

    async def forget_token(self, token: str) -> None:
        """Make a token worthless."""

    async def check_ban(
        self,
        *,
        account_id: int | None = None,
        key: str | None = None,
        address: str | None = None,
    ) -> Any:
        """Return a ban in force, or None."""


class Resumable(Protocol):
    """What a call shows here.

    Attributes:
        tokens: what leads back to it, oldest first; kept by `Returns`.
    """

    address: str
    session_id: str
    tokens: list[str]
    is_over: bool


C = TypeVar("C", bound=Resumable)


class Returns(Generic[C]):
    """Knows which token leads back to which call.

    Args:
        identify: returns the account of a session by its id; None before login, negative for
            guests.
        grace_s: how long a call may wait; its token must not end before.
    """

    def __init__(
        self,
        accounts: TokenKeeper,
        identify: Callable[[str], int | None],
        *,
        grace_s: float = 0.0,
    ) -> None:
        self._accounts = accounts
        self._identify = identify
        self._valid_s = max(VALID_S, RENEW_S + grace_s)
        self._calls: dict[str, C] = {}
        self._kept: set[str] = set()
        self._in_use: set[str] = set()
        self._log = log("doors")

    def account_of(self, call: C) -> int | None:
        """Return who is on this call, when it is somebody with an account."""
        account = self._identify(call.session_id)
        return account if account is not None and account > 0 else None

    async def issue(self, call: C) -> str:
        """Make a token for a call. Without a database it leads to the call alone."""
        account = self.account_of(call)
        token = ""
        if account is not None:
            try:
                token = await self._accounts.resume_token(
                    account, call.session_id, call.address, valid_s=self._valid_s
                )
                self._kept.add(token)
            except StoreError as error:
                self._log.warning("token_not_kept", session=call.session_id, error=str(error))
        token = token or secrets.token_urlsafe(32)
        if call.is_over:
            await self._forget((token,))
            return token
        self._calls[token] = call
        call.tokens.append(token)
        await self._forget(self._take(call, keep=KEPT))
        return token

    def _take(self, call: C, *, keep: int = 0) -> list[str]:
        """Take a call's tokens out, but for the newest."""
        old = call.tokens[: len(call.tokens) - keep] if keep else list(call.tokens)
        del call.tokens[: len(old)]
        for token in old:
            self._calls.pop(token, None)
            self._kept.discard(token)
        return old

    async def claim(self, token: str, address: str) -> C | Account | None:
        """Use a token up.

        Returns the call it leads to; or, when that has ended, the account of its caller; or None.
        """
        if token in self._in_use:
            return None
        self._in_use.add(token)
        try:
            return await self._claim(token, address)
        finally:
            self._in_use.discard(token)

    async def _claim(self, token: str, address: str) -> C | Account | None:
        call = self._calls.get(token)
        if call is not None and not call.is_over:
            # Everything that decides happens before the first wait, so that of two pages with
            # one token only one gets the call.
            is_kept = token in self._kept
            others = [one for one in self._take(call) if one != token]
            try:
                await self._forget(others)
                if not await self._may_return(call, token, address, is_kept=is_kept):
                    return None
            except StoreError as error:
                # A database in trouble must not part a caller from their game.
                self._log.warning("token_not_checked", session=call.session_id, error=str(error))
            return None if call.is_over else call
        try:
            account_found, _, _ = await self._accounts.resume(token, address)
        except (LoginRefused, StoreError) as refused:
            self._log.info("token_refused", address=address, reason=str(refused))
            return None
        return account_found

    async def _may_return(self, call: C, token: str, address: str, *, is_kept: bool) -> bool:
        """Ask the accounts: a ban, a new password or an end of the account ends tokens."""
        if is_kept:
            try:
                await self._accounts.resume(token, address)
            except LoginRefused as refused:
                self._log.info("token_refused", session=call.session_id, reason=refused.code)
                return False
            return True
        account = self.account_of(call)
        return await self._accounts.check_ban(account_id=account, address=address) is None

    async def end(self, call: C, *, for_good: bool) -> None:
        """A call is over. ``for_good``: its caller left, so its tokens are worth nothing more."""
        tokens = self._take(call)
        if for_good:
            await self._forget(tokens)

    async def _forget(self, tokens: list[str] | tuple[str, ...]) -> None:
        for token in tokens:
            try:
                await self._accounts.forget_token(token)
            except StoreError as error:
                # It ends by itself in a few minutes.
                self._log.warning("token_not_forgotten", error=str(error))
