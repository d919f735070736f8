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
from typing import TYPE_CHECKING, Any, Protocol

from arkham_bbs.accounts import Account, LoginRefused
from arkham_bbs.ops.logs import log
from arkham_bbs.store.errors import StoreError

if TYPE_CHECKING:
    from arkham_bbs.doors.web.calls import WebCall

VALID_S = 600.0
RENEW_S = 300.0
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


class Returns:
    """Knows which token leads back to which call.

    Args:
        identify: returns the account of a session by its id; None before login, negative for
            guests.
    """

    def __init__(self, accounts: TokenKeeper, identify: Callable[[str], int | None]) -> None:
        self._accounts = accounts
        self._identify = identify
        self._calls: dict[str, WebCall] = {}
        self._log = log("doors")

    def account_of(self, call: WebCall) -> int | None:
        """Return who is on this call, when it is somebody with an account."""
        account = self._identify(call.session_id)
        return account if account is not None and account > 0 else None

    async def issue(self, call: WebCall) -> str:
        """Make a token for a call. Without a database it leads to the call alone."""
        account = self.account_of(call)
        token = ""
        if account is not None:
            try:
                token = await self._accounts.resume_token(
                    account, call.session_id, call.address, valid_s=VALID_S
                )
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

    def _take(self, call: WebCall, *, keep: int = 0) -> list[str]:
        """Take a call's tokens out, but for the newest."""
        old = call.tokens[: len(call.tokens) - keep] if keep else list(call.tokens)
        del call.tokens[: len(old)]
        for token in old:
            self._calls.pop(token, None)
        return old

    async def claim(self, token: str, address: str) -> WebCall | Account | None:
        """Use a token up.

        Returns the call it leads to; or, when that has ended, the account of its caller; or None.
        """
        call = self._calls.get(token)
        if call is not None and not call.is_over:
            # Everything that decides happens before the first wait, so that of two pages with
            # one token only one gets the call.
            tokens = self._take(call)
            account = self.account_of(call)
            try:
                await self._forget(tokens)
                if await self._accounts.check_ban(account_id=account, address=address) is not None:
                    return None
            except StoreError as error:
                self._log.warning("ban_not_checked", session=call.session_id, error=str(error))
            return None if call.is_over else call
        try:
            account_found, _, _ = await self._accounts.resume(token, address)
        except (LoginRefused, StoreError) as refused:
            self._log.info("token_refused", address=address, reason=str(refused))
            return None
        return account_found

    async def end(self, call: WebCall, *, for_good: bool) -> None:
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
