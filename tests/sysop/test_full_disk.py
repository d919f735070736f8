"""A disk that is full: callers are told so and stay, the host hears of it, and it passes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.refusing import SAY_AGAIN_S, Refusing
from tests.sysop.bureau import KEYS, Bureau

PASSWORD = "fog over the river"
FULL = "disk is full"
Switch = Callable[[bool], None]


def disk_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> Switch:
    """Return what fills a store's disk (True) and makes room again (False)."""
    writer = store._database.writer
    attempt = writer._attempt
    state = {"full": False}

    async def with_or_without_room(group: Sequence[Any]) -> Sequence[Any]:
        if state["full"]:
            raise sqlite3.OperationalError("database or disk is full")
        return await attempt(group)

    monkeypatch.setattr(writer, "_attempt", with_or_without_room)
    return lambda on: state.update(full=on)


async def test_login_does_not_hang_on_what_is_noted_beside_it(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bureau.accounts.set_password(bureau.people["Ann"].id, PASSWORD)
    disk_of(bureau.store, monkeypatch)(True)
    ann = bureau.call()
    await ann.sees("Your name:")
    await ann.types("Ann", "Password:")
    await ann.types(PASSWORD, "Arkham greets you, Ann.")
    await ann.sees(FULL)
    await ann.sees("Lobby>")
    await ann.types("oneliner hello", FULL)
    await ann.sees("Lobby>")
    assert not ann.wire.is_down
    assert "Something broke" not in ann.read


async def test_a_key_opens_the_door_on_a_full_disk(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk_of(bureau.store, monkeypatch)(True)
    found = await bureau.accounts.login_key("Ann", KEYS["Ann"], "192.0.2.7")
    assert found.handle == "Ann"
    assert found.calls == 0


async def test_a_registration_is_refused_in_words_and_the_line_stays(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = disk_of(bureau.store, monkeypatch)
    zoe = bureau.call()
    await zoe.sees("Your name:")

    async def registers() -> None:
        await zoe.types("new", "Name:")
        await zoe.types("Zoe", "Password:")
        await zoe.types(PASSWORD, "Once more:")
        await zoe.types(PASSWORD)

    fill(True)
    await registers()
    await zoe.sees(FULL)
    await zoe.sees("Your name:")
    assert await bureau.accounts.find("Zoe") is None
    fill(False)
    await registers()
    await zoe.sees("Welcome to Arkham, Zoe.")
    await zoe.sees("Lobby>")
    found = await bureau.accounts.find("Zoe")
    assert found is not None
    assert (found.calls, found.last_seen_at is not None) == (1, True)


async def test_wrong_passwords_are_counted_on_a_full_disk_too(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bureau.accounts.set_password(bureau.people["Ann"].id, PASSWORD)
    fill = disk_of(bureau.store, monkeypatch)
    fill(True)
    ann = bureau.call()
    await ann.sees("Your name:")
    for answer in ("belong together", "belong together", "belong together"):
        await ann.types("Ann", "Password:")
        await ann.types("not the password", answer)
    await ann.types("Ann", "Password:")
    await ann.types(PASSWORD, "Too quick after a wrong try")
    assert await bureau.store.failures.get("account", "ann") is None
    fill(False)
    assert (await bureau.does("Wilbur", "unlock", "Ann")).status == 0
    await bureau.accounts.login("Ann", PASSWORD, "192.0.2.7")


async def test_the_store_remembers_that_it_refuses_until_a_write_is_taken(
    bureau: Bureau, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = bureau.store
    fill = disk_of(store, monkeypatch)
    assert store.refusing is None
    fill(True)
    with capture_logs() as logs:
        for _ in range(5):
            with pytest.raises(StoreUnavailable):
                await store.chat.add("lobby", None, "Ann", "hello")
    said = [line for line in logs if line["event"] == "writes_refused"]
    assert [(line["log_level"], line["code"]) for line in said] == [("warning", "full")]
    assert store.refusing == "full"
    with pytest.raises(StoreUnavailable):
        await store.try_writing()
    outcome = await bureau.does("Wilbur", "doctor")
    assert outcome.reply is not None
    found = {(f.subject, f.state) for f in outcome.reply.data["findings"]}
    assert ("database", "bad") in found
    fill(False)
    await store.try_writing()
    assert store.refusing is None
    assert await store.settings.all() == {}


def test_a_long_trouble_is_told_again_with_how_much_was_refused() -> None:
    now = [0.0]
    refusing = Refusing(lambda: now[0])
    with capture_logs() as logs:
        for moment in (0.0, 1.0, SAY_AGAIN_S - 1, SAY_AGAIN_S + 1):
            now[0] = moment
            refusing.refused(StoreUnavailable("locked", why="busy"), 2)
        refusing.taken()
        refusing.taken()
    assert [(line["event"], line["refused"]) for line in logs] == [
        ("writes_refused", 2),
        ("writes_refused", 8),
        ("writes_taken_again", 8),
    ]
    assert refusing.code is None
