"""What has to be closed again, the last first.

Room: composition. Imports session (the record of faults).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from arkham_bbs.session.faults import record_fault


class Undo:
    """Filled as a start goes on, so that one that fails half-way closes what it had opened."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, Callable[[], Awaitable[Any]]]] = []

    def add(self, name: str, close: Callable[[], Awaitable[Any]]) -> None:
        """Remember how to close what is about to be opened, or has just been."""
        self._steps.append((name, close))

    async def run(self, step_s: float) -> None:
        """Close everything once; a step gets ``step_s`` and never keeps the next from its turn."""
        steps, self._steps = self._steps[::-1], []
        for name, close in steps:
            try:
                async with asyncio.timeout(step_s):
                    await close()
            except Exception as error:  # the rest must still be closed
                record_fault(error, closing=name)
