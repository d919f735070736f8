"""Tables: made, joined, started, answered, restored, frozen; and what they refuse."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.lobby import (
    Caller,
    DecisionChanged,
    LobbyRefused,
    LobbySettings,
    StatusChanged,
    SystemTime,
    TableEvents,
    TablesChanged,
    TableSpec,
    WentBack,
)
from arkham_bbs.lobby.clocks import Scheduler
from arkham_bbs.store.errors import SequenceTaken, StoreUnavailable

from .conftest import Hall
from .toy import Toy

GUEST = Caller(-1, "guest-1", "guest")


async def refused(work: object) -> LobbyRefused:
    with pytest.raises(LobbyRefused) as caught:
        await work  # type: ignore[misc]
    return caught.value


# -- making and joining -----------------------------------------------------------------------
async def test_create_four_times_at_once_makes_one_table(hall: Hall) -> None:
    ann = await hall.call("Ann")
    spec = TableSpec(title="Fog", seats=2)
    tables = await asyncio.gather(*(hall.lobby.create(ann.caller, spec) for _ in range(4)))
    assert len({t.id for t in tables}) == 1
    hall.time.advance(6)
    assert (await hall.lobby.create(ann.caller, spec)).id != tables[0].id


async def test_joining_twice_keeps_one_seat(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    table = await hall.lobby.create(ann.caller, TableSpec(seats=3))
    await asyncio.gather(*(hall.lobby.join(bob.caller, table.id) for _ in range(5)))
    assert [s.handle for s in table.seats()] == ["Ann", "Bob", None]


async def test_the_list_shows_seats_and_options(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    await hall.lobby.create(ann.caller, TableSpec(title="Fog", seats=2, preset="printed"))
    (row,) = hall.lobby.tables(bob.caller)
    assert (row.title, row.host, row.free, row.preset, row.mine) == (
        "Fog",
        "Ann",
        1,
        "printed",
        False,
    )


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": 9}, "seats"),
        ({"seats": 2, "minimum": 3}, "minimum"),
        ({"clock_s": 5}, "clock_s"),
        ({"preset": "none"}, "preset"),
        ({"seats": 8, "investigators_each": 2}, "investigators_each"),
    ],
)
async def test_a_senseless_table_is_refused_by_field(
    hall: Hall, change: dict[str, int], field: str
) -> None:
    ann = await hall.call("Ann")
    no = await refused(hall.lobby.create(ann.caller, TableSpec(**change)))  # type: ignore[arg-type]
    assert (no.code, no.facts["field"]) == ("bad-spec", field)
    assert hall.lobby.tables() == ()


async def test_private_tables_open_by_their_code_only(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    table = await hall.lobby.create(ann.caller, TableSpec(seats=2, private=True))
    assert (await refused(hall.lobby.join(bob.caller, table.id))).code == "code-needed"
    assert (await refused(hall.lobby.join(bob.caller, table.id, "xxxxxx"))).code == "wrong-code"
    await hall.lobby.join(bob.caller, table.id, table.state.code)
    assert table.seat_of(bob.caller) == 1


async def test_refusals_say_why(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    cat = await hall.call("Cat")
    table = await hall.lobby.create(ann.caller, TableSpec(seats=2, minimum=2))
    assert (await refused(hall.lobby.join(GUEST, table.id))).code == "guests-cannot"
    assert (await refused(hall.lobby.join(ann.caller, "nowhere"))).code == "no-such-table"
    too_few = await refused(table.start(ann.caller))
    assert (too_few.code, too_few.facts["needs"], too_few.facts["seated"]) == ("too-few", 2, 1)
    await hall.lobby.join(bob.caller, table.id)
    assert (await refused(hall.lobby.join(cat.caller, table.id))).code == "table-full"
    assert (await refused(table.start(bob.caller))).code == "not-host"
    assert (await refused(table.answer(ann.caller, "stay", number=0))).code == "not-started"
    await table.start(ann.caller)
    assert (await refused(hall.lobby.join(cat.caller, table.id))).code == "already-started"
    assert (await refused(table.answer(cat.caller, "stay", number=0))).code == "not-seated"


async def test_the_last_to_leave_before_the_start_closes_the_table(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    table = await hall.lobby.create(ann.caller, TableSpec(seats=2))
    await hall.lobby.join(bob.caller, table.id)
    await table.seating.give_up(ann.caller)
    assert table.host == bob.caller.account
    await table.seating.give_up(bob.caller)
    assert table.status == "ended"


async def test_empty_seats_are_left_out_at_the_start(hall: Hall) -> None:
    ann, bob, cat = [await hall.call(n) for n in ("Ann", "Bob", "Cat")]
    table = await hall.lobby.create(ann.caller, TableSpec(seats=4))
    await hall.lobby.join(bob.caller, table.id, seat=1)
    await hall.lobby.join(cat.caller, table.id, seat=3)
    await table.seating.give_up(bob.caller)
    await table.start(ann.caller)
    assert [(s.seat, s.handle) for s in table.seats()] == [(0, "Ann"), (1, "Cat")]
    lobby = await hall.restart()
    assert [(s.seat, s.handle) for s in lobby.table(table.id).seats()] == [(0, "Ann"), (1, "Cat")]


# -- answering --------------------------------------------------------------------------------
async def test_an_answer_is_told_to_everybody_after_it_is_durable(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "stay", number=0)
    assert [a.key for a in await hall.store.answers.since(table.id)] == ["stay"]
    for presence in (ann, bob):
        told = presence.notices.take_now()
        events = [n for n in told if isinstance(n, TableEvents)]
        asked = [n for n in told if isinstance(n, DecisionChanged)]
        assert [n.events[0].text for n in events] == ["Ann: stay"]
        assert [(n.number, n.seat, n.handle) for n in asked] == [(1, 1, "Bob")]


async def test_wrong_answers_change_nothing(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    assert (await refused(table.answer(bob.caller, "stay", number=0))).code == "not-your-turn"
    assert (await refused(table.answer(ann.caller, "fly", number=0))).code == "not-on-offer"
    assert (await refused(table.answer(ann.caller, "stay", number=7))).code == "stale-decision"
    assert (await refused(table.interject(bob.caller, "dance"))).code == "not-on-offer"
    assert await hall.store.answers.last_seq(table.id) == 0
    assert table.decision is not None
    assert table.decision.number == 0


async def test_an_interjection_is_taken_out_of_turn(hall: Hall) -> None:
    table, (_, bob) = await hall.table("Ann", "Bob")
    assert [o.key for o in table.interjections(bob.caller)] == ["wave"]
    await table.interject(bob.caller, "wave")
    (answer,) = await hall.store.answers.since(table.id)
    assert (answer.seat, answer.key, answer.interjection) == (1, "wave", True)


async def test_of_many_answers_to_one_decision_one_counts(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    results = await asyncio.gather(
        *(table.answer(ann.caller, "stay", number=0) for _ in range(10)), return_exceptions=True
    )
    codes = [r.code for r in results if isinstance(r, LobbyRefused)]
    assert codes == ["stale-decision"] * 9
    assert await hall.store.answers.last_seq(table.id) == 1


async def test_an_answer_is_finished_even_if_its_session_is_cancelled(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    typing = asyncio.create_task(table.answer(ann.caller, "stay", number=0))
    await asyncio.sleep(0)
    typing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await typing
    async with table.lock:
        assert table.decision is not None
        assert table.decision.number == 1
    await table.answer(bob.caller, "stay", number=1)


@pytest.mark.parametrize("code", ["locked", "full", "lost"])
async def test_a_store_in_trouble_refuses_the_answer_and_it_can_be_given_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")

    async def trouble(*args: object, **kwargs: object) -> None:
        raise StoreUnavailable(code)

    with monkeypatch.context() as broken:
        broken.setattr(hall.store.answers, "append", trouble)
        no = await refused(table.answer(ann.caller, "stay", number=0))
    assert (no.code, no.facts["reason"]) == ("store-unavailable", code)
    assert table.decision is not None
    assert table.decision.number == 0
    await table.answer(ann.caller, "stay", number=0)
    assert table.decision.number == 1


async def test_an_answer_that_had_arrived_before_the_line_to_the_store_broke_is_not_doubled(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    append = hall.store.answers.append

    async def half(*args: object, **kwargs: object) -> None:
        await append(*args, **kwargs)  # type: ignore[arg-type]
        raise StoreUnavailable("lost")

    with monkeypatch.context() as broken:
        broken.setattr(hall.store.answers, "append", half)
        assert (await refused(table.answer(ann.caller, "stay", number=0))).code == (
            "store-unavailable"
        )
    assert (await refused(table.answer(ann.caller, "stay", number=0))).code == "look-again"
    assert table.decision is not None
    assert table.decision.number == 1
    assert await hall.store.answers.last_seq(table.id) == 1


async def test_the_loser_of_a_race_between_two_servers_looks_again(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.store.answers.append(table.id, 1, 0, "roll")  # the other server was first
    with pytest.raises(SequenceTaken):
        await hall.store.answers.append(table.id, 1, 0, "stay")
    assert (await refused(table.answer(ann.caller, "stay", number=0))).code == "look-again"
    told = [n for n in bob.notices.take_now() if isinstance(n, TableEvents)]
    assert told[0].key == "roll"
    await table.answer(bob.caller, "stay", number=1)


async def test_news_of_another_server_wakes_the_table(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    await hall.store.answers.append(table.id, 1, 0, "roll")
    await table.wake()
    assert table.decision is not None
    assert table.decision.number == 1
    assert any(isinstance(n, TableEvents) for n in ann.notices.take_now())


# -- restarts ---------------------------------------------------------------------------------
@pytest.mark.parametrize("answers", range(8))
async def test_a_restart_finds_the_same_decision(hall: Hall, answers: int) -> None:
    table, people = await hall.table("Ann", "Bob")
    for number in range(answers):
        await table.answer(people[number % 2].caller, "roll", number=number)
    before = table.game.snapshot() if table.game else b""
    lobby = await hall.restart()
    again = lobby.table(table.id)
    assert again.game is not None
    assert again.game.snapshot() == before
    assert again.status == "playing"
    texts = [e.text for e in await hall.store.history.since(table.id, -1)]
    assert len(texts) == answers + 1


async def test_history_lost_in_a_crash_is_made_again(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "stay", number=0)
    await table.settled()
    await hall.store.answers.append(table.id, 2, 1, "roll")  # durable, then the power went
    await hall.restart()
    await hall.lobby.table(table.id).settled()
    texts = [e.text for e in await hall.store.history.since(table.id, -1)]
    assert [t[:9] for t in texts] == ["The game ", "Ann: stay", "Bob: roll"]


async def test_an_answer_the_new_rules_refuse_takes_the_table_back_to_its_checkpoint(
    hall: Hall,
) -> None:
    table, people = await hall.table("Ann", "Bob")
    for number, key in enumerate(["stay", "stay", "roll", "stay", "old"]):
        await table.answer(people[number % 2].caller, key, number=number)
    Toy.modern = True
    lobby = await hall.restart()
    again = lobby.table(table.id)
    assert again.decision is not None
    assert again.decision.number == 3
    bob = await hall.call("Bob")
    await again.attend(bob)
    await again.answer(bob.caller, "stay", number=3)
    lobby = await hall.restart()
    assert lobby.table(table.id).game.state.log[-1] == "Bob: stay"  # type: ignore[union-attr]
    kinds = [e.kind for e in await hall.store.history.since(table.id, -1)]
    assert "WentBack" in kinds
    assert await hall.store.answers.last_seq(table.id) == 6


# -- faults -----------------------------------------------------------------------------------
async def test_a_fault_freezes_one_table_and_leaves_the_others_alone(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    other, (cat,) = await hall.table("Cat")
    await table.answer(ann.caller, "stay", number=0)
    no = await refused(table.answer(bob.caller, "boom", number=1))
    assert no.code == "frozen"
    told = [n for n in ann.notices.take_now() if isinstance(n, StatusChanged)]
    assert (told[-1].status, told[-1].reference) == ("frozen", no.facts["reference"])
    assert (await refused(table.answer(bob.caller, "stay", number=1))).code == "frozen"
    await other.answer(cat.caller, "stay", number=0)
    await table.settled()
    assert "ZeroDivisionError" in (await hall.store.reports.open())[0].text


async def test_a_frozen_table_thaws_once_the_fault_is_gone(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    sysop = await hall.caller("Wilbur", "sysop")
    await refused(table.answer(ann.caller, "boom", number=0))
    assert (await refused(table.thaw(ann.caller))).code == "not-allowed"
    assert (await refused(table.thaw(sysop))).code == "frozen"
    Toy.faulty = False
    await table.thaw(sysop)
    assert table.status == "playing"
    assert table.decision is not None
    assert table.decision.number == 1


async def test_a_frozen_table_can_go_back_to_its_checkpoint(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    sysop = await hall.caller("Wilbur", "sysop")
    await table.answer(ann.caller, "stay", number=0)
    await refused(table.answer(bob.caller, "boom", number=1))
    lobby = await hall.restart()
    table = lobby.table(table.id)
    assert table.status == "frozen"
    ann = await hall.call("Ann")
    await table.attend(ann)
    await table.thaw(sysop, to_checkpoint=True)
    assert table.decision is not None
    assert table.decision.number == 0
    assert any(isinstance(n, WentBack) for n in ann.notices.take_now())
    await table.answer(ann.caller, "roll", number=0)
    again = (await hall.restart()).table(table.id)
    assert again.game.state.log == [table.game.state.log[-1]]  # type: ignore[union-attr]


# -- the end ----------------------------------------------------------------------------------
async def test_a_finished_game_is_recorded_and_reveals_its_seed(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    assert table.revealed_seed() is None
    await table.answer(ann.caller, "end", number=0)
    assert table.status == "finished"
    assert table.floor.engine.commitment(table.revealed_seed() or b"") == table.commitment
    assert (await refused(table.answer(ann.caller, "stay", number=1))).code == "game-over"
    await asyncio.gather(*hall.lobby.floor.tasks)
    (first, second) = await hall.store.honours.of_game(table.id)
    assert (first.name, first.rank, second.rank) == ("Ann", (2, 5), (1, 5))
    assert (await hall.store.games.get(table.id)).state == "finished"  # type: ignore[union-attr]


async def test_a_started_table_outlives_everybody(hall: Hall) -> None:
    table, people = await hall.table("Ann", "Bob")
    for presence in people:
        await hall.lobby.detach(presence)
    await hall.passes(10 * 86400)
    assert table.status == "playing"
    assert table.decision is not None
    assert table.decision.number == 0


# -- at the edges -----------------------------------------------------------------------------
async def test_an_interjection_spoils_neither_clock_nor_answer_of_whoever_is_asked(
    hall: Hall,
) -> None:
    table, (ann,) = await hall.table("Ann")
    await hall.passes(100)
    clock = table.state.clock
    await table.interject(ann.caller, "wave")
    assert table.decision is not None
    assert table.decision.number == 1
    assert table.state.clock is clock
    await table.answer(ann.caller, "stay", number=0)
    with pytest.raises(LobbyRefused, match="stale-decision"):
        await table.answer(ann.caller, "stay", number=1)


async def test_staff_on_the_line_hear_of_a_frozen_table(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    sysop = await hall.call("Wilbur", "sysop")
    sysop.notices.take_now()
    await refused(table.answer(ann.caller, "boom", number=0))
    assert [n.status for n in sysop.notices.take_now() if isinstance(n, StatusChanged)] == [
        "frozen"
    ]


async def test_an_event_without_words_is_kept_and_stops_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")

    def speechless(event: object, names: object) -> str:
        raise KeyError("no teller")

    monkeypatch.setattr(table.floor.engine, "narrate", speechless)
    await table.answer(ann.caller, "stay", number=0)
    await table.settled()
    last = (await hall.store.history.last(table.id, 1))[0]
    assert (last.kind, last.text) == ("Said", "")
    assert table.status == "playing"


async def test_the_list_is_news_once_a_second_at_most(hall: Hall) -> None:
    cat = await hall.call("Cat")
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await hall.passes(2)
    cat.notices.take_now()
    for number in range(6):
        await table.answer((ann, bob)[number % 2].caller, "stay", number=number)
    await hall.passes(2)
    assert [n.table for n in cat.notices.take_now() if isinstance(n, TablesChanged)] == [table.id]


async def test_a_guest_takes_the_tutorial_and_nothing_is_kept(hall: Hall) -> None:
    guest = await hall.lobby.attach(GUEST, session_id="g", door="telnet", address="x")
    table = await hall.lobby.create(GUEST, TableSpec(tutorial=True))
    await table.attend(guest)
    await table.start(GUEST)
    await table.answer(GUEST, "roll", number=0)
    again = await hall.lobby.create(GUEST, TableSpec(tutorial=True))
    await again.start(GUEST)
    await again.answer(GUEST, "roll", number=0)
    assert again.game.state.log == table.game.state.log  # type: ignore[union-attr]  # fixed dice
    assert hall.lobby.tables(GUEST) == ()
    assert await hall.store.games.list() == []
    hall.lobby.drop_tutorial(again)
    assert hall.lobby.floor.seated == {}
    with pytest.raises(LobbyRefused, match="no-such-table"):
        hall.lobby.table(again.id)


async def test_one_account_sits_at_so_many_tables_and_no_more(hall: Hall) -> None:
    hall.lobby.floor.settings = LobbySettings(tables_each=2)
    ann = await hall.call("Ann")
    for title in ("one", "two"):
        await hall.lobby.create(ann.caller, TableSpec(title=title))
    no = await refused(hall.lobby.create(ann.caller, TableSpec(title="three")))
    assert (no.code, no.facts["limit"]) == ("too-many-tables", 2)


async def test_titles_are_kept_clean(hall: Hall) -> None:
    ann = await hall.call("Ann")
    table = await hall.lobby.create(ann.caller, TableSpec(title="Fog\x1b[2J\u202e over\nArkham"))
    assert table.title == "Fog over Arkham"


async def test_writing_behind_waits_for_a_store_in_trouble(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")

    async def trouble(*args: object, **kwargs: object) -> None:
        raise StoreUnavailable("locked")

    with monkeypatch.context() as broken:
        broken.setattr(hall.store.history, "append", trouble)
        await table.answer(ann.caller, "stay", number=0)
        await table.settled()
    await hall.passes(5)
    await table.settled()
    texts = [e.text for e in await hall.store.history.since(table.id, -1)]
    assert texts == ["The game begins.", "Ann: stay"]


async def test_the_machines_clock_drives_the_scheduler() -> None:
    scheduler = Scheduler(SystemTime())
    done = asyncio.Event()

    async def ring() -> None:
        done.set()

    async def fail() -> None:
        raise RuntimeError("one timer fails, the others go off")

    scheduler.start()
    scheduler.at(0.0, fail)
    silent = scheduler.at(0.0, ring)
    silent.cancel()
    scheduler.at(SystemTime().now() + 0.01, ring)
    await asyncio.wait_for(done.wait(), 5)
    await scheduler.stop()


async def test_an_undo_that_a_crash_cut_short_is_not_done_by_half(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, people = await hall.table("Ann", "Bob")
    sysop = await hall.caller("Wilbur", "sysop")
    for number in range(6):
        await table.answer(people[number % 2].caller, "stay", number=number)
    await table.settled()

    async def trouble(*args: object, **kwargs: object) -> None:
        raise StoreUnavailable("lost")

    # The toy's step of three answers has just begun: its checkpoint is behind the last answer.
    with monkeypatch.context() as broken:
        broken.setattr(hall.store.checkpoints, "save", trouble)
        assert await table.undo_to_checkpoint(sysop) == 3
        await table.settled()
        after = Hall(hall.store, hall.time)
        await after.open()
    found = after.lobby.table(table.id)
    await found.ready()
    assert found.game is not None
    assert (found.game.seq, found.state.voided) == (6, [])
    await after.lobby.close()


async def test_an_undo_is_kept_when_it_is_told_of(hall: Hall) -> None:
    table, people = await hall.table("Ann", "Bob")
    sysop = await hall.caller("Wilbur", "sysop")
    for number in range(6):
        await table.answer(people[number % 2].caller, "stay", number=number)
    assert await table.undo_to_checkpoint(sysop) == 3
    after = await Hall(hall.store, hall.time).open()
    found = after.lobby.table(table.id)
    await found.ready()
    assert found.game is not None
    assert (found.game.seq, found.state.voided) == (3, [(3, 6)])
    await after.lobby.close()


async def test_an_undo_goes_back_a_step_where_the_present_one_has_no_answer(hall: Hall) -> None:
    table, people = await hall.table("Ann", "Bob")
    sysop = await hall.caller("Wilbur", "sysop")
    for number in range(7):
        who = people[number % 2]
        await table.answer(who.caller, ("roll", "stay")[number % 2], number=number)
    # Steps of the toy are three answers long. Of this one there is one.
    assert await table.undo_to_checkpoint(sysop) == 1
    assert table.game.seq == 6  # type: ignore[union-attr]
    table = (await hall.restart()).table(table.id)
    assert table.game.seq == 6  # type: ignore[union-attr]
    assert await table.undo_to_checkpoint(sysop) == 3
    assert table.game.seq == 3  # type: ignore[union-attr]
    table = (await hall.restart()).table(table.id)
    assert table.game.seq == 3  # type: ignore[union-attr]
    assert await table.undo_to_checkpoint(sysop) == 3
    assert table.game.seq == 0  # type: ignore[union-attr]
    assert await table.undo_to_checkpoint(sysop) == 0
    await table.answer(people[0].caller, "roll", number=0)
    table = (await hall.restart()).table(table.id)
    assert table.game.seq == 1  # type: ignore[union-attr]
