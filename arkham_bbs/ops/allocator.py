"""Memory below the program: the C library's allocator.

Room: ops. Imports the standard library.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
LARGE = 1024 * 1024
"""Pieces from this size on are the machine's again as soon as they are free."""

POOLS = 2


def give_large_pieces_back() -> bool:
    """Keep glibc from holding on to the memory of password hashes; say whether it listened.

    A hash takes 19 MB for a moment. Left to itself glibc learns from that to keep such pieces, one
    for each thread that ever hashed. Other C libraries have no such habit, and no such switch.
    """
    if sys.platform != "linux":
        return False
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_M_MMAP_THRESHOLD, LARGE)) and bool(mallopt(_M_ARENA_MAX, POOLS))
    return False
