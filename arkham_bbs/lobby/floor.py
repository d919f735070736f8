"""What all tables share: the store, time, people, limits, and who is told of what.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import structlog

from arkham_bbs.lobby.clocks import NO_QUIET, QuietHours, Scheduler, TimeSource
from arkham_bbs.lobby.engine import Engine
from arkham_bbs.lobby.limits import RateLimits
from arkham_bbs.lobby.presence import PresenceBoard
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.store import Store

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

log = structlog.get_logger("lobby")


def fresh_seed() -> bytes:
    """Return 32 bytes nobody can foresee: the seed of a new game's dice."""
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class LobbySettings:
    """The lobby's numbers.

    Attributes:
        autopilot_pause_s: time between two answers of the autopilot, so that people can read.
        grace_s: how long a live clock stands still when the caller it waits for drops.
        live_vote_s, slow_vote_s: how long the others have to say what a lapsed clock means.
        live_motion_s, slow_motion_s: how long a motion (pause, take-back ...) stays open.
        notify_after_s: absence before somebody is told by mail or webhook.
        tables_each: tables one account may sit at. tables_in_all: live tables of the board.
        retention_days: finished games older than this are deleted; 0 keeps them for ever.
        scrollback: lines of talk kept for each channel.
    """

    autopilot_pause_s: float = 1.5
    grace_s: float = 90.0
    live_vote_s: float = 60.0
    slow_vote_s: float = 12 * 3600.0
    live_motion_s: float = 120.0
    slow_motion_s: float = 48 * 3600.0
    notify_after_s: float = 60.0
    tables_each: int = 16
    tables_in_all: int = 2000
    retention_days: int = 0
    scrollback: int = 500
    mail_limit: int = 200


@dataclass
class Floor:
    """Handed to every table; built once by the ``Lobby``."""

    store: Store
    time: TimeSource
    scheduler: Scheduler
    people: PresenceBoard
    limits: RateLimits
    engine: Engine
    settings: LobbySettings
    decision_waits: Callable[[Table, int, int], None] = lambda table, number, account: None
    """A decision of ``account`` waits and it is not looking: ``(table, number, account)``."""
    table_over: Callable[[Table], None] = lambda table: None
    list_changed: Callable[[str], None] = lambda table: None
    fault: Callable[[Table, str, BaseException], None] = lambda table, reference, error: None
    is_elsewhere: Callable[[int], bool] = lambda account: False
    """Say whether an account is connected to another server of this board."""
    new_seed: Callable[[], bytes] = lambda: fresh_seed()  # looked up at each call, for tests
    """The secret seed of a table that is laid; tests give their own."""
    decided: Callable[[float], None] = lambda seconds: None
    """An answer was given and published; the seconds that took, for the figures."""
    seated: dict[int, dict[str, None]] = field(default_factory=dict)
    """The ids of the tables not over at which each account has a seat, in the order of sitting."""
    quiet: dict[int, QuietHours] = field(default_factory=dict)
    """Quiet hours of callers who have some."""
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def quiet_of(self, account: int | None) -> QuietHours:
        return self.quiet.get(account, NO_QUIET) if account is not None else NO_QUIET

    def is_here(self, account: int | None) -> bool:
        return account is not None and self.people.of(account) is not None

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Start work that outlives its caller; it is kept, logged when it fails, and awaited at
        the end."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, LobbyRefused):
            log.error("lobby_task_failed", task=task.get_name(), exc_info=error)
