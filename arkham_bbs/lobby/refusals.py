"""What the lobby says no with: a stable code and its facts.

Room: lobby. Imports the standard library.
"""

from __future__ import annotations

from typing import Any


class LobbyRefused(Exception):
    """Something the lobby will not do now; nothing has changed.

    ``code`` is stable and ``facts`` are its arguments (plain values); the session turns both into
    a sentence. Codes are listed in ``REFUSALS`` with the facts each carries.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code + "".join(f" {k}={v!r}" for k, v in sorted(facts.items())))


REFUSALS: dict[str, str] = {
    # tables
    "no-such-table": "table",
    "which-table": "table names (of an export: ids of games of that title)",
    "bad-spec": "field value allowed",
    "table-full": "table seats",
    "table-closed": "table status (finished, ended)",
    "wrong-code": "table",
    "code-needed": "table",
    "already-started": "table free_seats",
    "not-started": "table needs seated",
    "too-few": "table needs seated",
    "not-host": "table host",
    "not-seated": "table",
    "seat-taken": "table seat handle",
    "seat-free": "table seat",
    "no-such-seat": "table seat seats",
    "caller-present": "table seat handle (the absent-caller rule asks for absence)",
    "not-absent-long-enough": "table seat wait_s",
    "guests-cannot": "what",
    "too-many-tables": "limit",
    "spectators-barred": "table",
    "spectators-silent": "table",
    "no-invitation": "table",
    # answers
    "paused": "table; reason, though perhaps empty, when staff have paused it",
    "adjourned": "table",
    "frozen": "table reference",
    "game-over": "table",
    "not-your-turn": "table seat handle (who is waited for)",
    "stale-decision": "table number now",
    "not-on-offer": "table decision answer",
    "look-again": "table (somebody else answered first; what is asked may have changed)",
    "store-unavailable": "table reason (locked, full, lost): give the answer again",
    # votes
    "no-such-vote": "table vote",
    "not-a-voter": "table vote",
    "no-such-choice": "vote choice choices",
    "vote-open": "table kind (one of this kind is being held)",
    "nothing-to-take-back": "table",
    # people and talk
    "no-such-person": "handle",
    "which-person": "handle names (of who is on the line and may be meant)",
    "not-here": "handle",
    "empty-text": "",
    "too-long": "columns limit",
    "too-fast": "what wait_s",
    "muted": "until (epoch seconds or None)",
    "held": "(new accounts on hold cannot talk yet)",
    "mailbox-full": "handle limit",
    "no-such-message": "message",
    "no-such-board": "board",
    "no-such-thread": "thread",
    "not-allowed": "what",
    "bad-webhook": "allowed",
    "bad-email": "",
    "bad-quiet-hours": "allowed",
    "not-finished": "table",
    "not-lobby": "(the lobby is closing)",
}
