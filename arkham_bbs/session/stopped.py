"""What the caller reads when something was refused, the database is gone, or a fault of ours.

Room: session. Imports accounts, lobby and store (their errors) and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from arkham_bbs.accounts import AccountError
from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.session.account_refusals import account_sentence
from arkham_bbs.session.faults import apology, record_fault
from arkham_bbs.session.refusals import lobby_sentence, store_sentence
from arkham_bbs.store.errors import StoreError, StoreUnavailable

LOG = structlog.get_logger("arkham.session")


def stopped_sentence(
    error: Exception, *, doing: str, handle: str, door: str, typed: Sequence[str]
) -> str:
    """Return what the caller reads about ``error``; a fault of ours is kept, with a reference.

    Args:
        doing: what was being done. typed: the lines typed last, for the record of a fault.
    """
    if isinstance(error, LobbyRefused):
        return lobby_sentence(error.code, error.facts)
    if isinstance(error, AccountError):
        return account_sentence(error)
    if isinstance(error, StoreUnavailable):
        LOG.warning("store_unavailable", code=error.code, doing=doing)
        return store_sentence(error.code)
    if isinstance(error, StoreError):
        return {
            "handle-taken": "That name is taken.",
            "key-taken": "That key belongs to another caller already.",
        }.get(error.code, "That is not there any more.")
    reference = record_fault(error, doing=doing, handle=handle, door=door, typed=typed)
    return apology(reference)
