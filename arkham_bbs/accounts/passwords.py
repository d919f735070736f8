"""Passwords: which will do, and their hashing away from the event loop.

Room: accounts. Imports argon2-cffi, the standard library and its neighbours.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from arkham_bbs.accounts.errors import Busy, PasswordRefused
from arkham_bbs.accounts.handles import fold, skeleton

T = TypeVar("T")

LEAST = 8
MOST = 128

# The commonest ones that are long enough to pass otherwise, in lower case, and their roots.
_COMMON_WORDS = (
    "password passw0rd p@ssword p@ssw0rd passwort motdepasse contrasena password1 password12 "
    "password123 password1234 passw0rd1 iloveyou iloveyou1 sunshine princess football baseball "
    "basketball superman batman123 starwars trustno1 whatever computer internet michelle "
    "jennifer jessica1 jordan23 charlie1 midnight corvette mercedes mustang1 victoria "
    "alexander danielle elizabeth samantha september november december welcome1 welcome123 "
    "letmein1 letmein123 changeme changeme1 changeme123 abc12345 abcd1234 abc123456 a1b2c3d4 "
    "1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc qwer1234 qwerty12 qwerty123 qwerty1234 qwertyui "
    "qwertyuiop asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 q1w2e3r4 q1w2e3r4t5 admin123 admin1234 "
    "administrator root1234 default1 guest123 testtest test1234 test12345 secret123 master123 "
    "monkey123 dragon123 shadow123 killer123 freedom1 ninja123 hello123 hellohello loveyou1 "
    "liverpool chelsea1 arsenal1 pokemon1 minecraft fortnite naruto123 cthulhu1 arkham123 "
    "arkhamhorror necronomicon lovecraft miskatonic innsmouth"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_RUNS = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
)


def check_password(password: str, handle: str) -> None:
    """Refuse passwords that are guessed first.

    Raises:
        PasswordRefused: "too-short", "too-long", "is-handle", "common".
    """
    if len(password) < LEAST:
        raise PasswordRefused("too-short", least=LEAST, most=MOST)
    if len(password) > MOST:
        raise PasswordRefused("too-long", least=LEAST, most=MOST)
    low = fold(password[:MOST])
    name = fold(handle)
    if name and (low in (name, name[::-1], name + name) or skeleton(low) == skeleton(name)):
        raise PasswordRefused("is-handle")
    if low in _COMMON or len(set(low)) <= 2 or _is_run(low):
        raise PasswordRefused("common")


def _is_run(low: str) -> bool:
    """Say whether it is a walk along the digits, the alphabet or a row of keys, or one repeated."""
    for size in (2, 3, 4):
        if len(low) % size == 0 and low == low[:size] * (len(low) // size):
            return True
    return any(low in run or low in run[::-1] for run in _RUNS)


def plain_form(password: str) -> bytes:
    """Return what is hashed: the same bytes however a keyboard composes its accents."""
    return unicodedata.normalize("NFC", password[: MOST * 2]).encode("utf-8", "surrogatepass")


@dataclass(frozen=True, kw_only=True)
class Hashing:
    """Cost of argon2id (KiB, passes, lanes), and how many hashes may run and wait.

    The defaults take about 35 ms and 19 MB a hash; ``waiting`` of them are worked off in some
    five seconds by two workers.
    """

    memory_kib: int = 19_456
    passes: int = 2
    lanes: int = 1
    workers: int = 2
    waiting: int = 256


STAND_BACK = 5
"""How much nicer than the board itself a worker is: a game goes before a crowd at the door."""


def _stand_back() -> None:
    """Let everything else of the board go first, where a thread has a priority of its own."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STAND_BACK)


class Hasher:
    """A bounded pool of workers that hash and verify; the event loop never does."""

    def __init__(self, hashing: Hashing) -> None:
        self._argon = PasswordHasher(
            time_cost=hashing.passes,
            memory_cost=hashing.memory_kib,
            parallelism=hashing.lanes,
        )
        self._pool = ThreadPoolExecutor(
            hashing.workers, thread_name_prefix="password", initializer=_stand_back
        )
        self._free = asyncio.Semaphore(hashing.workers)
        self._most = hashing.workers + hashing.waiting
        self._inside = 0
        # Checked when there is no account, so that this takes as long as a wrong password. No
        # password has this hash: it was not made from one.
        salt, digest = (
            b64encode(secrets.token_bytes(length)).rstrip(b"=").decode()
            for length in (self._argon.salt_len, self._argon.hash_len)
        )
        cost = f"m={hashing.memory_kib},t={hashing.passes},p={hashing.lanes}"
        self._nobody = f"$argon2id$v=19${cost}${salt}${digest}"

    @property
    def inside(self) -> int:
        """How many are being hashed or wait for it."""
        return self._inside

    async def hash(self, password: str) -> str:
        """Raises Busy when too many wait."""
        return await self._work(lambda: self._argon.hash(plain_form(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Check a password; without a stored hash the same work is done and the answer is no.

        Raises Busy when too many wait.
        """
        against = stored or self._nobody
        matches = await self._work(lambda: self._matches(against, password))
        return matches and stored is not None

    def is_dated(self, stored: str) -> bool:
        """Say whether a hash was made at another cost than today's."""
        return self._argon.check_needs_rehash(stored)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self._argon.verify(stored, plain_form(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _work(self, work: Callable[[], T]) -> T:
        if self._inside >= self._most:
            raise Busy(retry_after_s=5.0)
        self._inside += 1
        try:
            async with self._free:
                # A caller who hangs up must not free the place while the worker still runs.
                running = asyncio.get_running_loop().run_in_executor(self._pool, work)
                try:
                    return await asyncio.shield(running)
                except asyncio.CancelledError:
                    await asyncio.wait([running])
                    raise
        finally:
            self._inside -= 1
