"""The real game at a table: whole games, restarts at every kind of decision, take-backs."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections import Counter

import pytest

from arkham_bbs.lobby import LobbyRefused, Presence, Table, TableSpec
from arkham_bbs.lobby.arkham import ArkhamEngine
from arkham_bbs.players import cautious_answer

from .conftest import Hall


@pytest.fixture
def arkham(hall: Hall) -> Hall:
    hall.options["engine"] = ArkhamEngine()
    hall.lobby.floor.engine = hall.options["engine"]
    return hall


async def plays(table: Table, people: list[Presence], dice: random.Random) -> str:
    """One random legal answer; returns the kind of the decision."""
    decision = table.decision
    assert decision is not None
    keys = decision.keys() if decision.form == "one" else decision.keys()[:50]
    await table.answer(people[decision.seat].caller, dice.choice(keys), number=decision.number)
    return decision.kind


async def test_two_callers_play_to_the_end_with_restarts_at_new_kinds_of_decision(
    arkham: Hall,
) -> None:
    table, people = await arkham.table("Ann", "Bob")
    dice = random.Random(7)
    restarted: Counter[str] = Counter()
    count = 0
    while table.decision is not None and count < 1500:
        kind = table.decision.kind
        if not restarted[kind]:
            restarted[kind] += 1
            before = table.game.fingerprint()  # type: ignore[union-attr]
            for presence in people:
                await arkham.lobby.detach(presence)
            table = (await arkham.restart()).table(table.id)
            people = [await arkham.call(h) for h in ("Ann", "Bob")]
            for presence in people:
                await table.attend(presence)
            assert table.game.fingerprint() == before  # type: ignore[union-attr]
        await plays(table, people, dice)
        arkham.time.advance(1)
        count += 1
    assert len(restarted) >= 10
    if table.decision is None:
        assert table.status == "finished"


async def test_a_game_left_to_the_autopilot_ends_and_its_replay_stands_where_it_ended(
    arkham: Hall,
) -> None:
    table, (ann, bob) = await arkham.table("Ann", "Bob")
    for presence, seat in ((ann, 0), (bob, 1)):
        await table.seating.autopilot(presence.caller, seat, True)
    for _ in range(200):
        if table.decision is None:
            break
        await arkham.passes(15)
    assert table.status == "finished"
    await table.settled()
    eve = await arkham.caller("Eve")
    replay = await arkham.lobby.replay(table.id, eve)
    replay.to(10_000)
    assert replay.view() == table.view(None)
    assert replay.record.result is not None
    assert await arkham.store.honours.of_game(table.id)


async def test_a_free_take_back_stands_again_after_a_restart(arkham: Hall) -> None:
    table, (ann, bob) = await arkham.table("Ann", "Bob")
    while table.decision is not None and table.decision.kind != "move":
        decision = table.decision
        who = (ann, bob)[decision.seat]
        key = cautious_answer(table.view(who.caller), decision)
        await table.answer(who.caller, key, number=decision.number)
        point = table.take_back_point(decision.seat)
        if point is not None and point[1]:
            assert await table.voting.propose(who.caller, "takeback") is None
            assert table.decision is not None
            assert (table.decision.kind, table.decision.seat) == (decision.kind, decision.seat)
            before = table.game.fingerprint()  # type: ignore[union-attr]
            table = (await arkham.restart()).table(table.id)
            assert table.game.fingerprint() == before  # type: ignore[union-attr]
            return
    pytest.fail("no answer could be taken back freely")


async def test_undos_right_after_a_restart_go_back_step_by_step(arkham: Hall) -> None:
    table, people = await arkham.table("Ann", "Bob")
    sysop = await arkham.caller("Wilbur", "sysop")
    dice = random.Random(3)
    for _ in range(60):
        await plays(table, people, dice)
        arkham.time.advance(1)
    for _ in range(3):
        table = (await arkham.restart()).table(table.id)
        seq = table.game.seq  # type: ignore[union-attr]
        undone = await table.undo_to_checkpoint(sysop)
        assert 0 < undone < 20
        assert table.game.seq < seq  # type: ignore[union-attr]
        before = table.game.fingerprint()  # type: ignore[union-attr]
        table = (await arkham.restart()).table(table.id)
        assert table.game.fingerprint() == before  # type: ignore[union-attr]
    people = [await arkham.call(h) for h in ("Ann", "Bob")]
    for _ in range(6):
        await plays(table, people, dice)
        arkham.time.advance(1)
    before = table.game.fingerprint()  # type: ignore[union-attr]
    table = (await arkham.restart()).table(table.id)
    assert table.game.fingerprint() == before  # type: ignore[union-attr]


async def test_the_real_engine_names_the_option_it_refuses(arkham: Hall) -> None:
    ann = await arkham.call("Ann")
    for spec in (
        TableSpec(preset="loose"),
        TableSpec(switches={"OPT-99": True}),
        TableSpec(modules=("chess",)),
        TableSpec(switches={"HOUSE-5": True}),
    ):
        with pytest.raises(LobbyRefused, match="bad-spec"):
            await arkham.lobby.create(ann.caller, spec)


async def test_a_substitute_sits_down_in_the_middle_of_an_auction(arkham: Hall) -> None:
    for seed in range(12):
        table, people = await arkham.table("Ann", "Bob", title=f"T{seed}")
        dice = random.Random(seed)
        arkham.time.advance(60)
        for _ in range(60):
            if table.decision is None or table.decision.kind == "bid":
                break
            await plays(table, people, dice)
            arkham.time.advance(1)
        decision = table.decision
        if decision is None or decision.kind != "bid":
            continue
        leaver, seat = people[decision.seat], decision.seat
        code = await arkham.lobby.invite(leaver.caller, table, seat=seat)
        cat = await arkham.call("Cat")
        await arkham.lobby.join(cat.caller, table.id, code)
        await table.attend(cat)
        with pytest.raises(LobbyRefused, match="not-seated"):
            await table.answer(leaver.caller, "pass", number=decision.number)
        await table.answer(cat.caller, decision.options[0].key, number=decision.number)
        before = table.game.fingerprint()  # type: ignore[union-attr]
        table = (await arkham.restart()).table(table.id)
        assert table.game.fingerprint() == before  # type: ignore[union-attr]
        assert table.seats()[seat].handle == "Cat"
        return
    pytest.fail("no auction was met")


async def test_a_table_off_the_list_goes_without_a_search_for_garbage(
    arkham: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = (await arkham.call("Wilbur", "sysop")).caller
    gc.collect()
    gc.disable()
    try:
        table, people = await arkham.table("Ann", "Bob")
        dice = random.Random(3)
        while table.seq < 60:
            await plays(table, people, dice)
            arkham.time.advance(1)
            table.view(people[0].caller)
            table.row(people[0].caller)
        for presence in people:
            table.part(presence)
        monkeypatch.setattr("arkham_bbs.lobby.tables.OVER_LISTED", 0)
        left = weakref.ref(table), weakref.ref(table.game)
        await table.end(staff, "host")
        seq = table.seq
        game = table.id
        del table
        async with asyncio.timeout(20):
            while any(one() for one in left):  # noqa: ASYNC110 - what is gone has no event
                await asyncio.sleep(0.01)
        # What was still to be written when it went has been.
        assert (await arkham.store.history.last(game, 1))[0].kind == "TableEnded"
        assert await arkham.store.answers.last_seq(game) == seq
    finally:
        gc.enable()
