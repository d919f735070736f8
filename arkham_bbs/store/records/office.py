"""The sysop's: what was done, and what is set.

Room: store. Imports the standard library and its neighbours here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from arkham_bbs.store.records.base import Json, Record


class AuditRecord(Record, frozen=True, kw_only=True):
    """One act. ``way``: "menu", "ssh", "cli", "system"; ``result``: "ok" or an error's code."""

    id: int
    at: datetime
    account_id: int | None
    who: str
    way: str
    address: str
    action: str
    subject: str
    why: str
    result: str
    details: Json


class SettingRecord(Record, frozen=True, kw_only=True):
    key: str
    value: Any
    by: str
    at: datetime
