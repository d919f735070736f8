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
from collections.abc import Collection
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
        self._file = _opened(threading.get_native_id())

    def read(self) -> Spent:
        """Return the times of this thread up to now."""
        return Spent(time.monotonic(), time.thread_time(), self._waited_s())

    def _waited_s(self) -> float:
        waited_s = _waited_s(self._file)
        if waited_s is None:
            self.close()
        return waited_s or 0.0

    def close(self) -> None:
        """Let go of the kernel's file; from now on nothing is known of waiting."""
        file, self._file = self._file, -1
        _close(file)


class OtherThreads:
    """How long the other threads of this process waited for a core.

    One thread at a time has the interpreter; when it has no core, all the others stand still.
    """

    def __init__(self) -> None:
        self._files: dict[int, int] = {}
        self._noted: dict[int, float] = {}

    def note(self, but: Collection[int | None] = ()) -> None:
        """Begin to count anew, for all threads there are now, but those with these native ids."""
        here = {thread.native_id for thread in threading.enumerate()} - {None, *but}
        for gone in self._files.keys() - here:
            _close(self._files.pop(gone))
        for number in here:
            if number is not None and number not in self._files:
                self._files[number] = _opened(number)
        self._noted = {number: _waited_s(file) or 0.0 for number, file in self._files.items()}

    def waited_s(self) -> float:
        """Return the most that one of them has waited since ``note``, in seconds."""
        return max(
            (
                (_waited_s(self._files[number]) or 0.0) - noted
                for number, noted in self._noted.items()
            ),
            default=0.0,
        )

    def close(self) -> None:
        """Let go of the kernel's files."""
        for file in self._files.values():
            _close(file)
        self._files.clear()
        self._noted.clear()


def _opened(thread: int) -> int:
    """Open the kernel's file about a thread; -1 where there is none."""
    try:
        return os.open(f"/proc/self/task/{thread}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return -1


def _waited_s(file: int) -> float | None:
    """Return how long a thread waited for a core up to now; None when the kernel does not tell."""
    if file < 0:
        return None
    try:
        return int(os.pread(file, 100, 0).split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return None


def _close(file: int) -> None:
    if file >= 0:
        with suppress(OSError):
            os.close(file)
