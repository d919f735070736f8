"""Logins, counted: the accounts room as the doors and the session see it.

Room: composition. Imports accounts, store and ops.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, TypeVar

from arkham_bbs.accounts import Account, Accounts, LoginRefused, Policy
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.store import Store

T = TypeVar("T")


class CountedAccounts(Accounts):
    """The accounts room, with every login counted, whichever door it came through."""

    def __init__(self, store: Store, metrics: Metrics, policy: Policy) -> None:
        super().__init__(store, policy=policy)
        self._metrics = metrics

    async def _counted(self, method: str, login: Awaitable[T]) -> T:
        try:
            found = await login
        except LoginRefused as refused:
            self._metrics.login_failures.labels(method, refused.code).inc()
            raise
        self._metrics.logins.labels(method).inc()
        return found

    async def login(self, handle: str, password: str, address: str) -> Account:
        """Count the base's."""
        return await self._counted("password", super().login(handle, password, address))

    async def login_key(self, handle: str, openssh_key: str, address: str) -> Account:
        """Count the base's."""
        return await self._counted("key", super().login_key(handle, openssh_key, address))

    async def login_reset(self, handle: str, code: str, new_password: str, address: str) -> Account:
        """Count the base's."""
        reset = super().login_reset(handle, code, new_password, address)
        return await self._counted("reset-code", reset)

    async def resume(self, token: str, address: str) -> tuple[Account, str, dict[str, Any]]:
        """Count the base's."""
        return await self._counted("token", super().resume(token, address))
