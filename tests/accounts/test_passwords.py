"""Passwords: which will do, and hashing that is bounded and off the loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from arkham_bbs.accounts import Hashing, PasswordRefused, check_password
from arkham_bbs.accounts.errors import Busy
from arkham_bbs.accounts.passwords import Hasher
from tests.accounts.conftest import CHEAP


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "too-short"),
        ("x" * 129, "too-long"),
        ("Miss Lee", "is-handle"),
        ("miss-lee", "is-handle"),
        ("MISS_LEE", "is-handle"),
        ("eel ssim", "is-handle"),
        ("password", "common"),
        ("PassWord", "common"),
        ("12345678", "common"),
        ("87654321", "common"),
        ("abcdefgh", "common"),
        ("qwertyuiop", "common"),
        ("aaaaaaaaaaaa", "common"),
        ("abababab", "common"),
        ("abc123abc123", ""),
        ("xyzxyzxyz", "common"),
        ("fog over the river", ""),
        ("ünïcödé pässwörd", ""),
        ("x9" + "q7" * 63, ""),
    ],
)
def test_a_password_is_judged_by_code(password: str, code: str) -> None:
    try:
        check_password(password, "Miss Lee")
        found = ""
    except PasswordRefused as refused:
        found = refused.code
    assert found == code


async def test_a_hash_is_argon2id_and_verifies_only_its_password() -> None:
    hasher = Hasher(CHEAP)
    stored = await hasher.hash("correct")
    assert stored.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert await hasher.verify(stored, "correct")
    assert not await hasher.verify(stored, "wrong")
    assert not await hasher.verify(None, "nobody's password")
    assert not await hasher.verify("not a hash", "correct")
    await hasher.close()


async def test_the_defaults_are_the_cost_we_chose() -> None:
    hasher = Hasher(Hashing())
    assert (await hasher.hash("x")).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    await hasher.close()


async def test_accents_verify_however_they_were_typed() -> None:
    hasher = Hasher(CHEAP)
    stored = await hasher.hash("Zoë was here")
    assert await hasher.verify(stored, "Zoe\u0308 was here")
    await hasher.close()


async def test_the_loop_goes_on_while_passwords_are_hashed() -> None:
    hasher = Hasher(Hashing())
    ticks = 0
    hashing = asyncio.create_task(hasher.hash("x"))
    while not hashing.done():
        await asyncio.sleep(0)
        ticks += 1
    assert ticks > 10
    await hasher.close()


async def test_few_run_at_once_few_wait_and_the_rest_hear_so_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasher = Hasher(Hashing(memory_kib=8, passes=1, workers=2, waiting=3))
    gate = threading.Event()
    running: list[int] = []
    most = 0
    lock = threading.Lock()

    def slow(_stored: str, _password: str) -> bool:
        nonlocal most
        with lock:
            running.append(1)
            most = max(most, len(running))
        gate.wait(10)
        with lock:
            running.pop()
        return True

    monkeypatch.setattr(hasher, "_matches", slow)
    waiting = [asyncio.create_task(hasher.verify("x", "y")) for _ in range(5)]
    await asyncio.sleep(0)
    assert hasher.inside == 5
    with pytest.raises(Busy) as caught:
        await hasher.verify("x", "y")
    assert caught.value.retry_after_s > 0
    # One who leaves while waiting makes room; one whose hash runs keeps its worker.
    waiting[4].cancel()
    await asyncio.gather(waiting[4], return_exceptions=True)
    assert hasher.inside == 4
    gate.set()
    assert await asyncio.gather(*waiting[:4]) == [True] * 4
    assert most == 2
    assert hasher.inside == 0
    await hasher.close()


async def test_the_same_work_is_done_for_nobody_as_for_somebody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasher = Hasher(CHEAP)
    stored = await hasher.hash("secret")
    checked: list[str] = []
    matches = hasher._matches

    def watched(against: str, password: str) -> bool:
        checked.append(against)
        return matches(against, password)

    monkeypatch.setattr(hasher, "_matches", watched)
    assert not await hasher.verify(stored, "wrong")
    assert not await hasher.verify(None, "wrong")
    # One argon2 check each, at the same cost: all that stands before the salt is equal.
    assert [against.split("$")[:4] for against in checked] == [stored.split("$")[:4]] * 2
    await hasher.close()
