"""Seats: given up, handed over, substituted, freed by absence; and the history of all that."""

from __future__ import annotations

import pytest

from arkham_bbs.lobby import Invited, LobbyRefused, TableSpec

from .conftest import Hall


async def test_a_seat_given_up_is_free_and_the_game_goes_on(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    cat = await hall.call("Cat")
    await table.seating.give_up(ann.caller)
    assert [(s.handle, s.control) for s in table.seats()] == [(None, "nobody"), ("Bob", "caller")]
    assert table.status == "playing"
    assert table.host == bob.caller.account
    await hall.lobby.join(cat.caller, table.id)
    await table.answer(cat.caller, "stay", number=0)


async def test_a_substitute_takes_the_seat_by_code_in_the_middle_of_things(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob", private=True)
    await table.answer(ann.caller, "stay", number=0)
    code = await hall.lobby.invite(bob.caller, table, "", seat=1)
    cat = await hall.call("Cat")
    with pytest.raises(LobbyRefused, match="wrong-code"):
        await hall.lobby.join(cat.caller, table.id, "notthecode")
    await hall.lobby.join(cat.caller, table.id, code)
    await table.answer(cat.caller, "roll", number=1)
    assert [s.handle for s in table.seats()] == ["Ann", "Cat"]
    with pytest.raises(LobbyRefused, match="not-seated"):
        await table.answer(bob.caller, "stay", number=2)
    await table.settled()
    history = await table.ledger.seat_history()
    assert [(h.handle, h.what) for h in history if h.seat == 1] == [
        ("Bob", "sat"),
        ("Bob", "offered"),
        ("Cat", "substituted"),
    ]


async def test_an_invitation_is_for_one_and_used_once(hall: Hall) -> None:
    ann, bob, cat = [await hall.call(n) for n in ("Ann", "Bob", "Cat")]
    table = await hall.lobby.create(ann.caller, TableSpec(seats=3, private=True))
    code = await hall.lobby.invite(ann.caller, table, "Bob")
    with pytest.raises(LobbyRefused, match="no-invitation"):
        await hall.lobby.join(cat.caller, table.id, code)
    await hall.lobby.join(bob.caller, table.id, code)
    open_code = await hall.lobby.invite(ann.caller, table)
    await hall.lobby.join(cat.caller, table.id, open_code)
    dan = await hall.call("Dan")
    with pytest.raises(LobbyRefused, match="wrong-code"):
        await hall.lobby.join(dan.caller, table.id, open_code)


async def test_an_offered_seat_is_its_callers_again_when_they_return(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob", end_rule="offer")
    await hall.lobby.detach(ann)
    await hall.passes(90 + 300 + 61)
    assert table.seats()[0].offered
    await hall.call("Ann")
    assert not table.seats()[0].offered


async def test_the_host_frees_a_seat_only_after_the_tables_time(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    with pytest.raises(LobbyRefused, match="caller-present"):
        await table.seating.remove_absent(ann.caller, 1)
    await hall.lobby.detach(bob)
    await hall.passes(500)
    with pytest.raises(LobbyRefused) as early:
        await table.seating.remove_absent(ann.caller, 1)
    assert (early.value.code, early.value.facts["wait_s"]) == ("not-absent-long-enough", 100)
    await hall.passes(101)
    await table.seating.remove_absent(ann.caller, 1)
    assert table.seats()[1].handle is None
    with pytest.raises(LobbyRefused, match="not-host"):
        await table.seating.remove_absent((await hall.caller("Cat")), 0)


async def test_a_seat_is_handed_to_somebody_who_looks_on(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    cat = await hall.call("Cat")
    with pytest.raises(LobbyRefused, match="not-here"):
        await table.seating.hand_over(bob.caller, 1, cat.caller)
    await table.watch(cat)
    with pytest.raises(LobbyRefused, match="caller-present"):
        await table.seating.hand_over(ann.caller, 1, cat.caller)
    await table.seating.hand_over(bob.caller, 1, cat.caller)
    assert table.seats()[1].handle == "Cat"
    assert (cat.place, cat.table) == ("table", table.id)
    await table.answer(ann.caller, "stay", number=0)
    await table.answer(cat.caller, "stay", number=1)


async def test_staff_may_put_anybody_anywhere(hall: Hall) -> None:
    table, _ = await hall.table("Ann", "Bob")
    sysop, cat = await hall.caller("Wilbur", "sysop"), await hall.caller("Cat")
    await table.seating.hand_over(sysop, 1, cat)
    await table.seating.autopilot(sysop, 0, True)
    assert [(s.handle, s.control) for s in table.seats()] == [
        ("Ann", "autopilot"),
        ("Cat", "caller"),
    ]


async def test_seats_and_hosts_outlive_a_restart(hall: Hall) -> None:
    table, (_, bob) = await hall.table("Ann", "Bob")
    await table.seating.autopilot(bob.caller, 1, True)
    again = (await hall.restart()).table(table.id)
    assert [(s.handle, s.control, s.present) for s in again.seats()] == [
        ("Ann", "caller", False),
        ("Bob", "autopilot", False),
    ]
    assert again.seating.host_handle() == "Ann"


async def test_an_ignored_caller_invites_in_vain_and_does_not_notice(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    cat, dan = await hall.call("Cat"), await hall.call("Dan")
    await hall.lobby.chat.ignore(cat.caller, "Ann")
    for handle in ("Cat", "Dan"):
        assert await hall.lobby.invite(ann.caller, table, handle)
    assert not [n for n in cat.notices.take_now() if isinstance(n, Invited)]
    assert [n for n in dan.notices.take_now() if isinstance(n, Invited)]


async def test_a_free_seat_does_not_stop_the_game_for_ever(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.seating.give_up(ann.caller)
    await hall.passes(301)
    (vote,) = table.voting.open_for(bob.caller)
    await table.voting.cast(bob.caller, vote.vote, "autopilot")
    await hall.passes(2)
    assert table.decision is not None
    assert (table.decision.number, table.seats()[0].control) == (1, "autopilot")
    cat = await hall.call("Cat")
    await hall.lobby.join(cat.caller, table.id)
    assert table.seats()[0].control == "caller"


async def test_the_host_may_let_the_autopilot_play_a_free_seat(hall: Hall) -> None:
    table, (_, bob) = await hall.table("Ann", "Bob")
    with pytest.raises(LobbyRefused, match="not-allowed"):
        await table.seating.autopilot(bob.caller, 0, True)
    await table.seating.give_up(await hall.caller("Ann"))
    await table.seating.autopilot(bob.caller, 0, True)  # Bob is host now
    await hall.passes(2)
    assert table.decision is not None
    assert table.decision.number == 1
