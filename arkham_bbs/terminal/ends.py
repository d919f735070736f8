"""How waiting for a caller may end without an answer.

Room: terminal. Imports nothing.
"""

from __future__ import annotations


class Hangup(Exception):
    """The caller is gone. ``reason`` is a short code ("closed", "stalled", "idle", ...)."""

    def __init__(self, reason: str = "closed") -> None:
        super().__init__(reason)
        self.reason = reason


class Cancelled(Exception):
    """The caller pressed Ctrl-C at a question. The connection goes on."""
