"""A whole server in a process of its own that starts in a moment and may be killed.

The process is forked from one that has everything imported, so a start costs what opening the
database and the doors costs. It is the server of `arkham-bbs serve` with three things made cheap
or known: passwords are hashed in no time, nobody is told to slow down, and the seed of new games
may be given. With ``hand_clock`` the lobby's clock stands still until ``passes`` moves it. What
``prepare`` changes in the new process is changed before the server is built. Port 0 doors are
avoided so that clients come back to the same address.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tests.server.conftest import free_ports

PRELOADED = ["arkham_bbs.server.running", "arkham_bbs.sysop", "tests.wire.board"]
START_S = 60.0
STOP_S = 15.0

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(PRELOADED)


class FileTime:
    """A clock that another process moves: its seconds are what a file says."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> float:
        return float(self._file.read_text(encoding="ascii"))


Prepare = Callable[[Path], None]
"""Gets the board's directory, in the server's process."""


def serve(
    settings: dict[str, Any],
    seed: bytes | None,
    log: str,
    clock: Path | None = None,
    prepare: Prepare | None = None,
) -> None:
    """Run the server in this process, which is the caller's only to kill."""
    from arkham_bbs.accounts import Hashing, accounts
    from arkham_bbs.config import Settings
    from arkham_bbs.lobby import RATES, Lobby, Rate
    from arkham_bbs.lobby.clocks import Scheduler
    from arkham_bbs.server import board, running

    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    vars(accounts)["Hashing"] = partial(Hashing, memory_kib=64, passes=1, lanes=1)
    if clock is not None:
        Scheduler.LONGEST_NAP_S = 0.05
    vars(board)["Lobby"] = partial(
        Lobby,
        time=None if clock is None else FileTime(clock),
        rates={name: Rate(100_000, 0.0001) for name in RATES},
        new_seed=None if seed is None else lambda: seed,
    )
    if prepare is not None:
        prepare(Path(log).parent)
    os._exit(running.run(Settings(**settings)))


class FastBoard:
    """A server that can be started, stopped and killed, on a data directory that stays."""

    def __init__(
        self,
        directory: Path,
        *,
        game_seed: bytes | None = None,
        hand_clock: bool = False,
        prepare: Prepare | None = None,
        **settings: Any,
    ) -> None:
        self.directory = directory
        self.game_seed = game_seed
        self.prepare = prepare
        self.clock: Path | None = directory / "clock" if hand_clock else None
        self._seconds = int(time.time())
        self.passes(0)
        self.ssh_port, self.telnet_port, self.plain_port, self.reader_port = free_ports(4)
        self.settings: dict[str, Any] = {
            "data_dir": directory / "data",
            "ssh_port": self.ssh_port,
            "telnet_port": self.telnet_port,
            "telnet_plain_port": self.plain_port,
            "telnet_screen_reader_port": self.reader_port,
            "web_port": 0,
            "ops_port": 0,
            "max_per_address": 500,
            "new_per_second_per_address": 100_000.0,
            "new_per_second": 100_000.0,
            "log_format": "json",
            "log_level": "warning",
        } | settings
        self.log = directory / "server.log"
        self.process: BaseProcess | None = None

    @property
    def file(self) -> Path:
        """The board's database, for looking into it."""
        return self.directory / "data" / "arkham.db"

    def passes(self, seconds: int) -> None:
        """Let time go by at the board; its clocks notice within moments."""
        if self.clock is None:
            return
        self._seconds += seconds
        written = self.clock.with_suffix(".new")
        written.write_text(str(self._seconds), encoding="ascii")
        written.replace(self.clock)

    async def start(self) -> None:
        """Start the server and wait until its last door is open."""
        process = _CONTEXT.Process(
            target=serve,
            args=(self.settings, self.game_seed, str(self.log), self.clock, self.prepare),
            daemon=True,
        )
        self.process = process
        await asyncio.to_thread(process.start)
        async with asyncio.timeout(START_S):
            while True:
                assert process.is_alive(), self.log.read_text()[-3000:]
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.reader_port)
                except OSError:
                    await asyncio.sleep(0.01)
                    continue
                writer.close()
                return

    def kill(self) -> None:
        """End the process as a power cut would."""
        if self.process is not None and self.process.pid is not None:
            os.kill(self.process.pid, signal.SIGKILL)

    async def gone(self) -> int:
        """Wait for the end of the process; returns its exit status."""
        process = self.process
        if process is None:
            return 0
        await asyncio.to_thread(process.join, STOP_S)
        status = process.exitcode
        assert status is not None, "the server does not end"
        process.close()
        self.process = None
        return status

    async def stop(self) -> int:
        """End the server cleanly."""
        if self.process is None:
            return 0
        self.process.terminate()
        return await self.gone()

    async def close(self) -> None:
        """Leave nothing running, whatever happened."""
        if self.process is not None:
            self.kill()
            await self.gone()
