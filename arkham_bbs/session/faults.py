"""What a caller reads when the fault is ours, and where the sysop finds the cause.

Room: session. Imports structlog only. Source: STYLE.md section 6: the caller gets a short
reference, the log holds the traceback under the same reference.
"""

from __future__ import annotations

import secrets

import structlog

_LOG = structlog.get_logger("arkham.session")
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def new_reference() -> str:
    """Return a reference that is easy to read aloud, for example ``K4-71``."""
    letter = secrets.choice(_LETTERS)
    return f"{letter}{secrets.randbelow(10)}-{secrets.randbelow(100):02d}"


def record_fault(error: BaseException, **facts: object) -> str:
    """Log an unexpected error with its traceback and return the reference for the caller."""
    reference = new_reference()
    _LOG.error(
        "session_fault",
        reference=reference,
        error=type(error).__name__,
        exc_info=(type(error), error, error.__traceback__),
        **{name: repr(value) for name, value in facts.items()},
    )
    return reference


def apology(reference: str) -> str:
    """Return the sentence a caller reads when something of ours broke."""
    return f"Something broke on our side. Your game is saved. Tell the sysop {reference}."
