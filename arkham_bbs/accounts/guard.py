"""Growing delays and temporary locks after failed logins, by account and by address.

Room: accounts. Imports store and its neighbours. The counts live in the store, so a restart
forgives nobody; while the store cannot be written they live in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from arkham_bbs.accounts.errors import LoginRefused
from arkham_bbs.accounts.tally import Tally
from arkham_bbs.store.addresses import is_within, parse_networks, place_of
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.records import FailureRecord
from arkham_bbs.store.store import Store


@dataclass(frozen=True, kw_only=True)
class Patience:
    """After ``free`` failures each next try waits, doubling from ``first_s`` to ``most_s``;
    the ``lock_at``-th failure locks for ``lock_s``, doubling with each failure after a lock up
    to ``longest_lock_s``. A series is forgotten after ``forget_s`` without failure."""

    free: int
    first_s: float
    most_s: float
    lock_at: int
    lock_s: float
    longest_lock_s: float
    forget_s: float

    def delay_s(self, failures: int) -> float:
        """Return how long after the last of so many failures the next try may come."""
        if failures <= self.free:
            return 0.0
        return float(min(self.most_s, self.first_s * 2.0 ** min(30, failures - self.free - 1)))

    def lock_length_s(self, failures: int) -> float:
        """Return how long this failure locks, 0 when it does not."""
        if failures < self.lock_at:
            return 0.0
        return float(
            min(self.longest_lock_s, self.lock_s * 2.0 ** min(30, failures - self.lock_at))
        )


ACCOUNT_PATIENCE = Patience(
    free=2,
    first_s=2.0,
    most_s=60.0,
    lock_at=10,
    lock_s=15 * 60.0,
    longest_lock_s=4 * 3600.0,
    forget_s=24 * 3600.0,
)
ADDRESS_PATIENCE = Patience(
    free=9,
    first_s=2.0,
    most_s=60.0,
    lock_at=30,
    lock_s=15 * 60.0,
    longest_lock_s=4 * 3600.0,
    forget_s=6 * 3600.0,
)


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What this board allows. ``exempt``: networks whose address is not counted (this machine,
    a proxy, the sysop); their accounts are counted all the same."""

    registration: str = "open"
    registrations_per_address: int = 5
    registrations_window_s: float = 3600.0
    keys_per_account: int = 16
    reset_valid_s: float = 24 * 3600.0
    account: Patience = field(default=ACCOUNT_PATIENCE)
    address: Patience = field(default=ADDRESS_PATIENCE)
    exempt: Sequence[str] = ("127.0.0.0/8", "::1/128")


class Guard:
    """Decides who must wait before the next try."""

    def __init__(self, store: Store, policy: Policy) -> None:
        self._store = store
        self._unkept = Tally()
        self.follow(policy)

    def follow(self, policy: Policy) -> None:
        """Use these numbers and exemptions from now on."""
        self.policy = policy
        self._exempt = parse_networks(policy.exempt)

    def is_exempt(self, address: str) -> bool:
        """Say whether an address is not counted; a text that is no address is counted."""
        return is_within(address, self._exempt)

    async def admit(self, folded: str, address: str) -> None:
        """Let a try pass, or raise LoginRefused "locked" or "delay"."""
        for scope, subject, patience in self._counted(folded, address):
            for record in (
                self._unkept.get(scope, subject),
                await self._store.failures.get(scope, subject),
            ):
                if record is not None:
                    self._judge(record, patience)

    async def failed(self, folded: str, address: str) -> float:
        """Count a failure; return the seconds until the next try may come."""
        wait_s = 0.0
        for scope, subject, patience in self._counted(folded, address):
            try:
                count, lock_s = await self._count(scope, subject, patience)
            except StoreUnavailable:
                count, lock_s = await self._count_here(scope, subject, patience)
            wait_s = max(wait_s, lock_s, patience.delay_s(count))
        return wait_s

    async def _count(self, scope: str, subject: str, patience: Patience) -> tuple[int, float]:
        """Count a failure; return how many there are, and the seconds this one locks."""
        failures = self._store.failures
        forget_after = timedelta(seconds=patience.forget_s)
        record = await failures.record(scope, subject, forget_after=forget_after)
        lock_s = patience.lock_length_s(record.count)
        if lock_s:
            await failures.lock(scope, subject, self._store.clock() + timedelta(seconds=lock_s))
        return record.count, lock_s

    async def _count_here(self, scope: str, subject: str, patience: Patience) -> tuple[int, float]:
        """The same in memory, for as long as the database refuses."""
        stored = await self._store.failures.get(scope, subject)
        now = self._store.clock()
        record = self._unkept.record(
            scope,
            subject,
            now=now,
            forget_after=timedelta(seconds=patience.forget_s),
            known=0 if stored is None else stored.count,
        )
        lock_s = patience.lock_length_s(record.count)
        if lock_s:
            self._unkept.lock(scope, subject, now + timedelta(seconds=lock_s))
        return record.count, lock_s

    async def passed(self, folded: str) -> None:
        """Forget an account's failures. The address keeps its own: anyone may have an account."""
        self._unkept.clear("account", folded)
        await self._store.failures.clear("account", folded)

    def forget(self, scope: str, subject: str) -> bool:
        """Forget what is counted in memory; False when nothing is."""
        known = self._unkept.get(scope, subject) is not None
        self._unkept.clear(scope, subject)
        return known

    def _judge(self, record: FailureRecord, patience: Patience) -> None:
        now = self._store.clock()
        if record.locked_until is not None and record.locked_until > now:
            raise LoginRefused("locked", (record.locked_until - now).total_seconds())
        age_s = (now - record.last_at).total_seconds()
        if age_s >= patience.forget_s:
            return
        left_s = patience.delay_s(record.count) - age_s
        if record.locked_until is None and left_s > 0:
            raise LoginRefused("delay", left_s)

    def _counted(self, folded: str, address: str) -> list[tuple[str, str, Patience]]:
        counted = [("account", folded, self.policy.account)]
        if address and not self.is_exempt(address):
            counted.append(("address", counted_as(address), self.policy.address))
        return counted


def counted_as(address: str) -> str:
    """Return under what name an address is counted, as short as the store keeps it."""
    return place_of(address)[:128]
