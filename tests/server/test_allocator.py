"""Memory below the program: large pieces go back."""

from __future__ import annotations

import subprocess
import sys

import pytest

from arkham_bbs.ops.allocator import give_large_pieces_back

HOLD_AND_LET_GO = """
import os, sys, threading
from arkham_bbs.ops.allocator import give_large_pieces_back

def resident_mib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

if not give_large_pieces_back():
    sys.exit(77)
before = resident_mib()

def work():
    for _ in range(3):
        bytearray(b"x" * (19 * 2**20))

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(resident_mib() - before)
"""


def test_threads_that_held_much_for_a_moment_keep_none_of_it() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", HOLD_AND_LET_GO], capture_output=True, text=True, check=False
    )
    if ended.returncode == 77:
        pytest.skip("this C library has no such switch")
    assert ended.returncode == 0, ended.stderr
    assert float(ended.stdout) < 19


def test_elsewhere_nothing_is_asked_of_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arkham_bbs.ops.allocator.sys.platform", "darwin")
    assert give_large_pieces_back() is False
