"""News from other servers on the same PostgreSQL: which game has new answers, and words they say.

Room: store. Imports asyncpg, the standard library and its neighbours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg
from sqlalchemy.engine import URL

from arkham_bbs.store.engine import Limits
from arkham_bbs.store.writer import CHANNEL, WORDS

Callback = Callable[[str, int], None]
Heard = Callable[[str, str], None]
_RETRY_S = (0.1, 0.5, 1.0, 2.0, 5.0)
_PING_EVERY_S = 20.0


class Listener:
    """Holds one connection that listens, and opens another when it is lost."""

    def __init__(
        self, url: URL, limits: Limits, *, node: str, callback: Callback, heard: Heard
    ) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._limits = limits
        self._node = node
        self._callback = callback
        self._heard = heard
        self._ready = asyncio.Event()
        self._task = asyncio.create_task(self._serve(), name="store-listener")

    async def ready(self, timeout_s: float) -> None:
        """Wait until it listens; TimeoutError when that takes too long."""
        async with asyncio.timeout(timeout_s):
            await self._ready.wait()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _serve(self) -> None:
        failures = 0
        missed = False
        while True:
            lost = asyncio.Event()
            try:
                connection = await asyncpg.connect(self._dsn, timeout=self._limits.connect_s)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(_RETRY_S[min(failures, len(_RETRY_S) - 1)])
                failures += 1
                continue
            try:
                connection.add_termination_listener(lambda _gone, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._answered)
                await connection.add_listener(WORDS, self._said)
                failures = 0
                if missed:
                    # What was told while nobody listened is not told again.
                    self._callback("", 0)
                missed = True
                self._ready.set()
                while not lost.is_set():
                    try:
                        async with asyncio.timeout(_PING_EVERY_S):
                            await lost.wait()
                    except TimeoutError:
                        # A network that swallows packets ends no connection by itself.
                        await connection.execute("SELECT 1", timeout=self._limits.connect_s)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                failures += 1
            finally:
                connection.terminate()

    def _said(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        node, word = str(payload).split(" ", 1)
        if node != self._node:
            self._heard(node, word)

    def _answered(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        node, seq, game_id = str(payload).split(" ", 2)
        if node != self._node:
            self._callback(game_id, int(seq))
