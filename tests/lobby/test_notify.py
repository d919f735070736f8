"""Being told outside the board: once, only when away, by mail or webhook, to real local sinks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from arkham_bbs.lobby import Caller, Channels, LobbyRefused, Smtp
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.renown import CLAIM_S

from .conftest import Hall
from .sinks import HttpSink, SmtpSink, listening


@pytest.fixture
async def smtp() -> AsyncIterator[SmtpSink]:
    sink = SmtpSink()
    async with listening(sink):
        yield sink


@pytest.fixture
async def http() -> AsyncIterator[HttpSink]:
    sink = HttpSink()
    async with listening(sink):
        yield sink


async def board(hall: Hall, smtp: SmtpSink, http: HttpSink) -> Hall:
    """A board that sends to the sinks; Bob asked for both ways."""
    hall.options["channels"] = Channels(
        smtp=Smtp("127.0.0.1", smtp.port), private_webhooks=True, address="arkham.example"
    )
    await hall.restart()
    bob = await hall.caller("Bob")
    await hall.lobby.notifier.set_ways(
        bob, email="bob@example.org", webhook=f"http://127.0.0.1:{http.port}/hook/bob"
    )
    return hall


async def told(hall: Hall) -> None:
    await hall.passes(61)
    await asyncio.wait_for(hall.lobby.notifier.idle(), 10)


async def test_somebody_away_is_told_once_by_both_ways(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    table, (ann, bob) = await hall.table("Ann", "Bob", title="Fog", pace="slow")
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    await hall.passes(47 * 3600)  # warnings come and go
    await told(hall)
    (letter,) = smtp.letters
    assert "To: bob@example.org" in letter
    assert 'your move at "Fog"' in letter
    ((path, post),) = http.posts
    assert path == "/hook/bob"
    assert post["content"] == post["text"] == post["message"]
    assert (post["table"], post["decision"]) == (table.id, 1)


async def test_a_restart_tells_nobody_again(hall: Hall, smtp: SmtpSink, http: HttpSink) -> None:
    await board(hall, smtp, http)
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    for _ in range(2):
        await hall.restart()
        await told(hall)
    assert (len(smtp.letters), len(http.posts)) == (1, 1)


async def test_what_waits_to_be_sent_when_the_board_closes_is_sent_by_the_next_one(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    await hall.lobby.notifier.set_ways(await hall.caller("Bob"), email="")
    http.open.clear()
    tables = []
    for number in range(5):
        table, (ann, bob) = await hall.table("Ann", "Bob", title=f"T{number}", pace="slow")
        await hall.lobby.detach(bob)
        await table.answer(ann.caller, "stay", number=0)
        tables.append(table.id)
        hall.time.advance(30)
    await hall.passes(61)
    async with asyncio.timeout(10):
        while len(http.posts) < 2:  # as many as are sent at a time
            http.arrived.clear()
            await http.arrived.wait()
    http.open.set()
    await hall.restart()
    await told(hall)
    assert sorted(str(post["table"]) for _, post in http.posts) == sorted(tables)


async def test_what_a_killed_server_had_claimed_is_sent_by_the_next_one_with_the_same_id(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    account = bob.caller.account
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    for way in ("email", "webhook"):
        assert await hall.store.notifications.claim(table.id, 1, account, "turn", way)
    await hall.restart()
    await told(hall)
    assert (smtp.letters, http.posts) == ([], [])
    await hall.passes(CLAIM_S)
    await told(hall)
    ((_, post),) = http.posts
    (letter,) = smtp.letters
    assert post["id"] == f"{table.id}-1-{account}"
    assert f"Message-ID: <{post['id']}@localhost>" in letter
    await hall.restart()
    await hall.passes(3 * CLAIM_S)
    await told(hall)
    assert (len(smtp.letters), len(http.posts)) == (1, 1)


async def test_somebody_connected_or_back_in_time_is_not_told(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    table.part(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    await hall.lobby.detach(bob)
    await hall.passes(30)
    await hall.call("Bob")
    await told(hall)
    assert (smtp.letters, http.posts) == ([], [])


async def test_somebody_who_did_not_ask_is_not_told(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    table, (ann, bob) = await hall.table("Bob", "Cat", pace="slow")
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    assert (smtp.letters, http.posts) == ([], [])


async def test_there_are_so_many_an_hour_and_no_more(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    await hall.lobby.notifier.set_ways(await hall.caller("Bob"), email="")
    for number in range(9):
        table, (ann, bob) = await hall.table("Ann", "Bob", title=f"T{number}", pace="slow")
        await hall.lobby.detach(bob)
        await table.answer(ann.caller, "stay", number=0)
        hall.time.advance(30)
    await told(hall)
    assert len(http.posts) == 6
    assert smtp.letters == []


async def test_a_dead_or_redirecting_sink_holds_up_nothing(
    hall: Hall, smtp: SmtpSink, http: HttpSink
) -> None:
    await board(hall, smtp, http)
    http.status = b"302 Found"
    hall.lobby.notifier.channels = Channels(smtp=Smtp("127.0.0.1", 1), private_webhooks=True)
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    await hall.lobby.close()
    since = datetime.fromtimestamp(0, UTC)
    sent = await hall.store.notifications.of_account(bob.caller.account, since)
    assert {n.way for n in sent} == {"email", "webhook"}
    assert {n.result for n in sent} <= {"HTTPError", "ConnectionRefusedError", ""}
    assert len(http.posts) == 1
    assert table.status == "playing"


async def test_trouble_with_the_store_sends_nothing_twice(
    hall: Hall, smtp: SmtpSink, http: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    await board(hall, smtp, http)

    async def trouble(*args: object) -> None:
        raise StoreUnavailable("locked")

    monkeypatch.setattr(hall.store.notifications, "settle", trouble)
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    await told(hall)
    assert len(http.posts) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "ftp://example.org/x",
        "https://user:pw@example.org/",
        "https://",
        "https://exa mple.org/",
        "https://ex\u00e4mple.org/",
        "javascript:alert(1)",
    ],
)
async def test_webhooks_that_will_not_do(hall: Hall, url: str) -> None:
    with pytest.raises(LobbyRefused, match="bad-webhook"):
        await hall.lobby.notifier.set_ways(await hall.caller("Ann"), webhook=url)


async def test_ways_are_off_at_first_and_guests_have_none(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    notifier = hall.lobby.notifier
    assert await notifier.ways(ann) == {"email": "", "webhook": ""}
    await notifier.set_ways(ann, webhook="https://ntfy.sh/arkham-ann")
    assert (await notifier.ways(ann))["webhook"] == "https://ntfy.sh/arkham-ann"
    await notifier.set_ways(ann, webhook="")
    assert await notifier.ways(ann) == {"email": "", "webhook": ""}
    with pytest.raises(LobbyRefused, match="bad-email"):
        await notifier.set_ways(ann, email="ann@example.org")  # no mail server is set up
    with pytest.raises(LobbyRefused, match="guests-cannot"):
        await notifier.set_ways(Caller(-1, "guest-1", "guest"), webhook="https://ntfy.sh/x")


async def test_a_webhook_may_not_reach_into_the_house(hall: Hall, http: HttpSink) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    await hall.store.accounts.merge_profile(
        bob.caller.account, {"notify_webhook": f"https://127.0.0.1:{http.port}/"}
    )
    await hall.lobby.detach(bob)
    await table.answer(ann.caller, "stay", number=0)
    await told(hall)
    assert http.posts == []
