"""Who is told when many are to be told at once: a few in each turn of the event loop.

Room: lobby. Imports asyncio.

What is told waits in each reader's own stream already, so nothing is lost or overtaken by letting
the reader come to it a turn later; but two hundred readers who all lay out and send the same line
in one turn would let nobody else in meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

AT_ONCE = 4
"""Readers let in during one turn of the loop; what each then does takes up to some milliseconds."""


class Rounds:
    """Lets readers in, at most ``most`` in each turn of the loop, in the order in which they ask.

    Whoever asks in a turn that has room is let in at once.
    """

    def __init__(self, most: int = AT_ONCE) -> None:
        self._most = most
        self._waiting: deque[Callable[[], None]] = deque()
        self._let_in = 0
        self._is_counting = False

    def ask(self, let_in: Callable[[], None]) -> None:
        """Call ``let_in`` now or in one of the next turns."""
        if not self._is_counting:
            try:
                asyncio.get_running_loop().call_soon(self._next_turn)
            except RuntimeError:  # no loop, and so no readers that could hold it
                let_in()
                return
            self._is_counting = True
        if self._waiting or self._let_in >= self._most:
            self._waiting.append(let_in)
        else:
            self._let_in += 1
            let_in()

    def _next_turn(self) -> None:
        count = min(self._most, len(self._waiting))
        self._let_in, self._is_counting = count, count > 0
        if count:
            # First, so that what follows a reader's failure is still done.
            asyncio.get_running_loop().call_soon(self._next_turn)
        for _ in range(count):
            self._waiting.popleft()()
