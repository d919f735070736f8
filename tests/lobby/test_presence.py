"""Presence: one session for each account, take-over, bounded streams, watching."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.lobby import (
    Broadcast,
    Caller,
    ChatHeard,
    LobbyRefused,
    PresenceChanged,
    Repaint,
    SessionEnded,
    TableEvents,
    Told,
)
from arkham_bbs.lobby.feeds import FEED_LIMIT, Feed
from arkham_bbs.lobby.notices import TablesChanged

from .conftest import Hall


async def test_twenty_parallel_logins_of_one_account_leave_exactly_one(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    presences = await asyncio.gather(
        *(
            hall.lobby.attach(ann, session_id=f"s{n}", door="ssh", address=f"10.0.0.{n}")
            for n in range(20)
        )
    )
    alive = [p for p in presences if not p.ended.is_set()]
    assert len(alive) == 1
    assert alive[0].is_current
    assert [p.handle for p in hall.lobby.who()] == ["Ann"]
    for presence in presences:
        if presence is not alive[0]:
            last = presence.notices.take_now()[-1]
            assert isinstance(last, SessionEnded)
            assert last.why == "taken-over"
            await hall.lobby.detach(presence)  # the old line closes: the new one stays
    assert hall.lobby.presences.of(ann.account) is alive[0]


async def test_a_take_over_keeps_the_seat_and_the_decision(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    again = await hall.call("Ann")
    assert ann.ended.is_set()
    assert again.table == table.id
    await table.attend(again)
    await hall.lobby.detach(ann)
    await table.answer(again.caller, "stay", number=0)
    assert any(isinstance(n, TableEvents) for n in again.notices.take_now())
    assert await ann.notices.get() is not None
    while await ann.notices.get() is not None:
        pass


async def test_others_learn_at_once_who_comes_and_goes(hall: Hall) -> None:
    ann = await hall.call("Ann")
    ann.notices.take_now()
    bob = await hall.call("Bob")
    bob.go("reading")
    await hall.lobby.detach(bob)
    seen = [
        (n.here, n.place)
        for n in ann.notices.take_now()
        if isinstance(n, PresenceChanged) and n.handle == "Bob"
    ]
    assert seen == [(True, "lobby"), (True, "reading"), (False, "reading")]


async def test_who_shows_door_place_and_idleness_and_no_address(hall: Hall) -> None:
    await hall.call("Ann")
    hall.time.advance(90)
    (person,) = hall.lobby.who()
    assert (person.door, person.place, person.idle_s) == ("ssh", "lobby", 90)
    assert "127.0.0.1" not in repr(person)


async def test_a_guest_registers_and_keeps_the_session(hall: Hall) -> None:
    number = hall.lobby.presences.next_guest()
    guest = await hall.lobby.attach(
        Caller(number, "guest-1", "guest"), session_id="g", door="telnet", address="x"
    )
    table, _ = await hall.table("Ann")
    await table.watch(guest)
    dora = await hall.caller("Dora")
    await hall.lobby.become(guest, dora)
    assert not guest.ended.is_set()
    assert hall.lobby.presences.of(dora.account) is guest
    assert table.watching == {dora.account: guest}


async def test_a_banned_caller_is_gone_at_once(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    assert hall.lobby.expel(ann.caller.account, "banned", "spite")
    last = ann.notices.take_now()[-1]
    assert isinstance(last, SessionEnded)
    assert (last.why, last.reason) == ("banned", "spite")
    assert ann.caller.account not in table.attending
    assert not hall.lobby.expel(ann.caller.account, "banned")


async def test_closing_tells_everybody_and_refuses_newcomers(hall: Hall) -> None:
    ann = await hall.call("Ann")
    await hall.lobby.close("new lamps")
    last = ann.notices.take_now()[-1]
    assert isinstance(last, SessionEnded)
    assert (last.why, last.reason) == ("closing", "new lamps")
    with pytest.raises(LobbyRefused, match="not-lobby"):
        await hall.call("Bob")


# -- bounded streams --------------------------------------------------------------------------
def test_a_full_stream_becomes_one_repaint_and_keeps_private_words() -> None:
    feed = Feed(limit=10)
    feed.put(Told("tell", "Bob", "psst", 0.0))
    for number in range(25):
        feed.put(TablesChanged(str(number)))
    waiting = feed.take_now()
    assert len(waiting) <= 10
    assert isinstance(waiting[0], Repaint)
    assert Told("tell", "Bob", "psst", 0.0) in waiting
    assert waiting[0].lost + len(waiting) - 1 == 26
    assert waiting[-1] == TablesChanged("24")


async def test_a_stream_ends_after_its_last_notice() -> None:
    feed = Feed()
    feed.put(TablesChanged("a"))
    feed.end(SessionEnded("kicked"))
    feed.put(TablesChanged("b"))
    assert [n async for n in feed] == [TablesChanged("a"), SessionEnded("kicked")]


async def test_a_reader_who_never_reads_delays_nobody(hall: Hall) -> None:
    table, people = await hall.table("Ann", "Bob")
    deaf = await hall.call("Deaf")
    await table.watch(deaf)
    for number in range(300):
        await table.answer(people[number % 2].caller, "stay", number=number)
        hall.time.advance(1)
        for presence in people:
            presence.notices.take_now()
    assert len(deaf.notices) <= FEED_LIMIT
    assert isinstance(deaf.notices.take_now()[0], Repaint)


# -- watching ---------------------------------------------------------------------------------
async def test_fifty_spectators_see_the_public_view_and_change_nothing(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    before = (table.seats(), table.decision, table.clock())
    crowd = [await hall.call(f"W{n}") for n in range(50)]
    for presence in crowd:
        await table.watch(presence)
        assert table.view(presence.caller).seat is None
    assert (table.seats(), table.decision, table.clock()) == before
    for presence in crowd[:25]:
        table.part(presence)
    bob.notices.take_now()
    await table.answer(ann.caller, "stay", number=0)
    for presence in crowd[25:]:
        assert any(isinstance(n, TableEvents) for n in presence.notices.take_now())
    assert not any(isinstance(n, TableEvents) for p in crowd[:25] for n in p.notices.take_now())
    assert len([n for n in bob.notices.take_now() if isinstance(n, TableEvents)]) == 1
    assert hall.lobby.tables()[0].watching == 25


async def test_spectators_have_no_way_to_act(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    eve = await hall.call("Eve")
    await table.watch(eve)
    attempts = [
        table.answer(eve.caller, "stay", number=0),
        table.interject(eve.caller, "wave"),
        table.voting.propose(eve.caller, "pause"),
        table.seating.autopilot(eve.caller, 0, True),
        table.seating.remove_absent(eve.caller, 0),
        table.resume(eve.caller),
        table.end(eve.caller),
        table.thaw(eve.caller),
        hall.lobby.invite(eve.caller, table),
        table.attend(eve),
    ]
    for attempt in attempts:
        with pytest.raises(LobbyRefused):
            await attempt
    assert table.interjections(eve.caller) == ()
    vote = await table.voting.propose(ann.caller, "pause")
    with pytest.raises(LobbyRefused, match="not-seated"):
        await table.voting.cast(eve.caller, vote.vote, "yes")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("rule", "code"), [("none", "spectators-barred"), ("code", "code-needed"), ("open", "")]
)
async def test_the_table_says_who_may_look_on(hall: Hall, rule: str, code: str) -> None:
    table, _ = await hall.table("Ann", spectators=rule)
    eve = await hall.call("Eve")
    if code:
        with pytest.raises(LobbyRefused, match=code):
            await table.watch(eve)
    if rule != "none":
        await table.watch(eve, table.state.gallery_code)
        assert eve.place == "watching"


async def test_the_gallery_talks_among_itself(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    eve, dan = await hall.call("Eve"), await hall.call("Dan")
    await table.watch(eve)
    await table.watch(dan)
    ann.notices.take_now()
    await hall.lobby.chat.say_at(eve.caller, table, "she should run")
    heard = [n for n in dan.notices.take_now() if isinstance(n, ChatHeard)]
    assert [(n.channel, n.text) for n in heard] == [("gallery", "she should run")]
    assert not [n for n in ann.notices.take_now() if isinstance(n, ChatHeard)]


async def test_a_quiet_gallery_keeps_quiet(hall: Hall) -> None:
    table, _ = await hall.table("Ann", spectators_chat=False)
    eve = await hall.call("Eve")
    await table.watch(eve)
    with pytest.raises(LobbyRefused, match="spectators-silent"):
        await hall.lobby.chat.say_at(eve.caller, table, "psst")


async def test_staff_notices_reach_everybody(hall: Hall) -> None:
    ann = await hall.call("Ann")
    hall.lobby.chat.broadcast("Wilbur", "Back in ten minutes.")
    assert any(isinstance(n, Broadcast) for n in ann.notices.take_now())
