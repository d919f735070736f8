"""Failed logins counted in memory, while the database cannot take them.

Room: accounts. Imports store's records. A full disk must not be the hour for guessing passwords.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from arkham_bbs.store.records import FailureRecord

MOST = 10_000
"""Subjects that are remembered; beyond it the oldest goes."""


class Tally:
    """The same counting as ``store.failures``, forgotten at the next start."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], FailureRecord] = {}

    def get(self, scope: str, subject: str) -> FailureRecord | None:
        return self._kept.get((scope, subject))

    def record(
        self, scope: str, subject: str, *, now: datetime, forget_after: timedelta, known: int
    ) -> FailureRecord:
        """Count one failure more, going on from ``known`` that the store has counted."""
        before = self._kept.pop((scope, subject), None)
        if before is not None and before.last_at < now - forget_after:
            before = None
        if before is None:
            record = FailureRecord(
                scope=scope,
                subject=subject,
                count=known + 1,
                first_at=now,
                last_at=now,
                locked_until=None,
            )
        else:
            record = msgspec.structs.replace(before, count=before.count + 1, last_at=now)
        while len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[(scope, subject)] = record
        return record

    def lock(self, scope: str, subject: str, until: datetime) -> None:
        """Lock a subject that has been counted here."""
        record = self._kept[(scope, subject)]
        self._kept[(scope, subject)] = msgspec.structs.replace(record, locked_until=until)

    def clear(self, scope: str, subject: str) -> None:
        self._kept.pop((scope, subject), None)
