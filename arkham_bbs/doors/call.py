"""A call: one connection that was put through, with its terminal and its wire.

Room: doors. Imports session, terminal and its neighbours here.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field

from arkham_bbs.doors.wire import Wire
from arkham_bbs.session.services import Origin
from arkham_bbs.terminal import Terminal


@dataclass(eq=False)
class Call:
    """One call that was put through, from its session's start to its end."""

    origin: Origin
    terminal: Terminal
    wire: Wire
    task: asyncio.Task[None] | None = None
    taken_bytes: int = 0
    stalled_since: float | None = None
    dropped: str = ""
    began: float = field(default_factory=time.monotonic)

    @property
    def kept_bytes(self) -> int:
        """About what this call holds in memory for its caller alone: all its queues together."""
        return self.terminal.kept_bytes + self.wire.pending()

    def drop(self, reason: str) -> None:
        """Cut a caller who cannot be told any more."""
        if self.dropped:
            return
        self.dropped = reason
        self.wire.abort()
        self.terminal.hangup(reason)


def new_session_id() -> str:
    """Return a name for one session, used in the log and in `who`."""
    return secrets.token_hex(6)
