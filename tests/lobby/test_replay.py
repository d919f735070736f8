"""Finished games, gone through again; who may see them; what can be taken home."""

from __future__ import annotations

import hashlib
import json

import pytest

from arkham_bbs.lobby import LobbyRefused, Replay, Table

from .conftest import Hall


async def finished(hall: Hall, answers: int = 90, **spec: object) -> Table:
    table, people = await hall.table("Ann", "Bob", title="Fog", **spec)
    for number in range(answers):
        await table.answer(
            people[number % 2].caller, "roll" if number % 5 else "stay", number=number
        )
        hall.time.advance(1)
    await table.answer(people[answers % 2].caller, "end", number=answers)
    await table.settled()
    return table


async def open_it(hall: Hall, table: Table) -> Replay:
    return await hall.lobby.replay(table.id, await hall.caller("Eve"))


async def test_a_replay_equals_the_log(hall: Hall) -> None:
    table = await finished(hall)
    replay = await open_it(hall, table)
    told: list[str] = []
    while (step := replay.next()) is not None:
        told += step.sentences
    log = await hall.store.history.since(table.id, -1, limit=1000)
    assert told == [entry.text for entry in log]
    assert len(told) == 92


async def test_steps_go_both_ways_with_the_position_beside_them(hall: Hall) -> None:
    replay = await open_it(hall, await finished(hall))
    seen = {}
    while (step := replay.next()) is not None:
        seen[step.index] = replay.view()
    assert seen[91].result is not None
    for index in (91, 50, 3, 77, 0):
        replay.to(index)
        assert replay.view() == seen[index]
    assert replay.back() is None
    assert replay.back() is None
    step = replay.next()
    assert step is not None
    assert step.seq == 0


async def test_jump_to_a_turn_and_search(hall: Hall) -> None:
    replay = await open_it(hall, await finished(hall))
    step = replay.jump(7)
    assert step is not None
    assert (step.turn, replay.here) == (7, step)
    assert replay.jump(10_000) is None
    found = replay.search("ANN: ROLL")
    assert found
    assert all("Ann: roll" in s.sentences[0] for s in found)
    assert replay.search("  ") == ()
    assert replay.turns()[0] == 1


async def test_after_going_back_the_position_is_still_right(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    sysop = await hall.caller("Wilbur", "sysop")
    for number, (who, key) in enumerate([(ann, "roll"), (bob, "roll"), (ann, "stay")]):
        await table.answer(who.caller, key, number=number)
    await table.answer(bob.caller, "roll", number=3)
    await table.undo_to_checkpoint(sysop)
    await table.answer(bob.caller, "stay", number=3)
    await table.answer(ann.caller, "end", number=4)
    await table.settled()
    replay = await open_it(hall, table)
    assert [s.went_back for s in replay.steps] == [False, False, False, False, True, False, False]
    replay.to(99)
    assert replay.view() == table.view(None)


async def test_the_export_proves_the_dice(hall: Hall) -> None:
    table = await finished(hall, 10)
    replay = await open_it(hall, table)
    data = json.loads(json.dumps(replay.as_json()))
    assert hashlib.sha256(bytes.fromhex(data["seed"])).hexdigest() == data["commitment"]
    assert [a["key"] for a in data["answers"]][-1] == "end"
    assert len(data["events"]) == 12
    assert data["setup"] == {"seats": ["Ann", "Bob"]}


async def test_the_report_reads_in_the_order_of_play(hall: Hall) -> None:
    table = await finished(hall, 10)
    report = (await open_it(hall, table)).as_text()
    for line in ("Fog", "Players: Ann, Bob", "Result: won in turn 1", "Turn 2", "  Ann: stay"):
        assert line in report
    assert report.index("Turn 1") < report.index("Turn 2")


async def test_a_game_in_play_keeps_its_secrets(hall: Hall) -> None:
    table, _ = await hall.table("Ann", "Bob")
    with pytest.raises(LobbyRefused, match="not-finished"):
        await open_it(hall, table)
    with pytest.raises(LobbyRefused, match="no-such-table"):
        await hall.lobby.replay("nothing", await hall.caller("Eve"))


async def test_private_games_are_for_those_who_sat_there(hall: Hall) -> None:
    table = await finished(hall, 3, private=True)
    with pytest.raises(LobbyRefused, match="not-allowed"):
        await open_it(hall, table)
    assert await hall.lobby.replay(table.id, await hall.caller("Bob"))
    assert await hall.lobby.replay(table.id, await hall.caller("Wilbur", "sysop"))


async def test_finished_games_outlive_a_restart_in_the_list(hall: Hall) -> None:
    table = await finished(hall, 3)
    lobby = await hall.restart()
    assert [(r.title, r.status) for r in lobby.tables()] == [("Fog", "finished")]
    assert lobby.table(table.id).revealed_seed() == table.seed


async def test_retention_takes_old_finished_games_only(hall: Hall) -> None:
    table = await finished(hall, 3)
    live, _ = await hall.table("Ann", "Bob")
    hall.time.advance(40 * 86400)
    assert await hall.lobby.records.retire(0) == 0
    assert await hall.lobby.records.retire(60) == 0
    assert await hall.lobby.records.retire(30) == 1
    assert await hall.store.games.get(table.id) is None
    assert await hall.store.games.get(live.id) is not None
