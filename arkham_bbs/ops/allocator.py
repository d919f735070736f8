"""Memory below the program: the C library's allocator, and Python's search for garbage.

Room: ops. Imports the standard library.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
LARGE = 1024 * 1024
"""Pieces from this size on are the machine's again as soon as they are free."""

POOLS = 2

YOUNG, MIDDLE, OLD = 5_000, 4, 400
"""New objects before the youngest are searched for garbage, such searches before the next age is,
and such searches in turn before everything is. The first two come often, so that each is short. The
last holds everybody for as long as there is much to look at: up to a tenth of a second with 200
restless callers, seen every twelve seconds or so. It must come: with callers left out of it the
memory of such a board grew and did not come back."""


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


def spare_what_stays() -> None:
    """Leave out of every later search for garbage what is there now: it is there for good.

    A whole search through the code and the box takes a tenth of a second, in which nobody is
    answered; called once, when the board is open, this leaves only callers and tables to look at.
    """
    gc.freeze()
    # Lines for a crowd come and go by thousands: searched too early they count as old, and what is
    # old is searched as a whole, with the loop held.
    gc.set_threshold(YOUNG, MIDDLE, OLD)
