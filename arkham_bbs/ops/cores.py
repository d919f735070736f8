"""How a thread spent a stretch of time: on a core, waiting for one, or neither.

Room: ops. Imports the standard library.

A machine with more to do than it has cores makes every program late. The kernel keeps for each
thread how long it was ready to run and no core was free; what is late because of that is not the
thread's own doing.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import NamedTuple


class Spent(NamedTuple):
    """Seconds of a thread: by the clock, on a core, and ready to run while none was free."""

    wall_s: float
    cpu_s: float
    waited_s: float

    def since(self, earlier: Spent) -> Spent:
        """Return what lies between an earlier reading and this one."""
        return Spent(
            self.wall_s - earlier.wall_s,
            self.cpu_s - earlier.cpu_s,
            max(0.0, self.waited_s - earlier.waited_s),
        )


class ThreadTimes:
    """The times of the thread that makes this; only that thread may ask for them.

    Where the kernel does not tell how long a thread waited for a core, it waited 0 seconds.
    """

    def __init__(self) -> None:
        self._file = -1
        with suppress(OSError):
            path = f"/proc/self/task/{threading.get_native_id()}/schedstat"
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    @property
    def tells_waiting(self) -> bool:
        """Whether the kernel says how long the thread waited for a core."""
        return self._file >= 0

    def read(self) -> Spent:
        """Return the times of this thread up to now."""
        return Spent(time.monotonic(), time.thread_time(), self._waited_s())

    def _waited_s(self) -> float:
        if self._file < 0:
            return 0.0
        try:
            return int(os.pread(self._file, 100, 0).split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            self.close()
            return 0.0

    def close(self) -> None:
        """Let go of the kernel's file; from now on nothing is known of waiting."""
        file, self._file = self._file, -1
        if file >= 0:
            with suppress(OSError):
                os.close(file)
