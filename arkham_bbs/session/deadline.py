"""Silence: how long a caller may say nothing, the warning, and the end of the visit.

Room: session. Imports its neighbours here; the visit is handed in. A patient visit (at a table)
counts from the last words it was told, and has the longer deadline.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING, TypeVar

from arkham_bbs.session.leaving import SessionOver

if TYPE_CHECKING:
    from arkham_bbs.session.visit import Visit

T = TypeVar("T")


async def within_deadline(visit: Visit, waiting: Awaitable[T]) -> T:
    """Wait for the caller, warn in silence, and end the visit when it lasts too long.

    Raises:
        SessionOver: the silence lasted beyond the deadline.
    """
    settings = visit.services.settings
    limit = settings.quiet_s if visit.patient else settings.idle_s
    warning = limit - max(60.0, settings.idle_s - settings.idle_warning_s)
    task = asyncio.ensure_future(waiting)
    started = time.monotonic()
    warned = False
    try:
        while True:
            since = max(started, visit.last_told if visit.patient else 0.0)
            silence = time.monotonic() - since
            until = (limit if warned else max(warning, 0.0)) - silence
            await asyncio.wait({task}, timeout=max(0.01, until))
            if task.done():
                return task.result()
            if time.monotonic() - since < (limit if warned else warning):
                continue
            if warned:
                raise SessionOver("idle", ("Nobody there? The line is closed. Call again.",))
            warned = True
            told = visit.last_told
            visit.break_in("Are you still there? Press Enter, or the line will be closed soon.")
            visit.last_told = told
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        # What it raised holds this frame, and it holds what it raised.
        del task
