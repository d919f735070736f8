"""Answers and checkpoints: durable, unique, in order, one piece never failing another."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.store import Missing, SequenceTaken, Store, StoreUnavailable
from arkham_bbs.store.records import HistoryRecord
from tests.store.conftest import add_account, add_game
from tests.store.databases import Clock

pytestmark = pytest.mark.parametrize("url", ["file", "memory", "postgresql"], indirect=True)


async def test_an_answer_comes_back_as_it_was_given(store: Store, clock: Clock) -> None:
    game = await add_game(store)
    await store.answers.append(game.id, 1, 0, "knife+revolver_38")
    await store.answers.append(game.id, 2, 3, "trade:ж", interjection=True)
    first, second = await store.answers.since(game.id)
    assert (first.seq, first.seat, first.key, first.interjection) == (
        1,
        0,
        "knife+revolver_38",
        False,
    )
    assert (second.seq, second.seat, second.key, second.interjection) == (2, 3, "trade:ж", True)
    assert first.at == clock()
    assert await store.answers.last_seq(game.id) == 2
    assert [answer.seq for answer in await store.answers.since(game.id, 1)] == [2]


async def test_a_taken_number_is_refused_and_the_first_answer_stays(store: Store) -> None:
    game = await add_game(store)
    await store.answers.append(game.id, 1, 0, "fight")
    with pytest.raises(SequenceTaken) as caught:
        await store.answers.append(game.id, 1, 0, "sneak")
    assert caught.value.facts == {"game": game.id, "seq": 1}
    assert [answer.key for answer in await store.answers.since(game.id)] == ["fight"]


async def test_of_many_racing_for_one_number_exactly_one_wins(store: Store) -> None:
    game = await add_game(store)
    outcomes = await asyncio.gather(
        *(store.answers.append(game.id, 1, seat, f"by-{seat}") for seat in range(20)),
        return_exceptions=True,
    )
    won = [seat for seat, outcome in enumerate(outcomes) if outcome is None]
    assert len(won) == 1
    assert all(isinstance(o, SequenceTaken) for o in outcomes if o is not None)
    (answer,) = await store.answers.since(game.id)
    assert answer.seat == won[0]


async def test_a_refused_row_fails_nobody_else_in_its_group(store: Store) -> None:
    game = await add_game(store)
    await store.answers.append(game.id, 5, 0, "taken")
    outcomes = await asyncio.gather(
        *(store.answers.append(game.id, seq, 0, f"a{seq}") for seq in range(1, 11)),
        store.answers.append("no-such-game", 1, 0, "lost"),
        store.chat.add("lobby", None, "Ann", "said in the same breath"),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert {type(outcome) for outcome in refused} == {SequenceTaken, Missing}
    assert len(refused) == 2
    kept = {answer.seq: answer.key for answer in await store.answers.since(game.id)}
    assert kept == {**{seq: f"a{seq}" for seq in range(1, 11)}, 5: "taken"}
    assert len(await store.chat.scrollback("lobby")) == 1


async def test_waiting_answers_share_commits(store: Store) -> None:
    games = [await add_game(store) for _ in range(4)]
    before = store.statistics()
    await asyncio.gather(
        *(store.answers.append(game.id, seq, 0, "x") for game in games for seq in range(1, 26))
    )
    after = store.statistics()
    assert after.answers - before.answers == 100
    assert after.commits - before.commits < 20
    assert after.largest_group > 10
    assert 0 < after.answer_p50_s <= after.answer_p99_s


async def test_a_caller_who_goes_away_while_waiting_disturbs_nobody(store: Store) -> None:
    game = await add_game(store)
    leaving = [
        asyncio.create_task(store.answers.append(game.id, seq, 0, "x")) for seq in range(1, 6)
    ]
    staying = asyncio.create_task(store.answers.append(game.id, 6, 0, "stays"))
    await asyncio.sleep(0)
    for task in leaving:
        task.cancel()
    await asyncio.gather(*leaving, return_exceptions=True)
    await staying
    assert "stays" in [answer.key for answer in await store.answers.since(game.id)]
    await store.answers.append(game.id, 7, 0, "afterwards")


async def test_load_gives_the_last_checkpoint_and_the_answers_after_it(store: Store) -> None:
    game = await add_game(store)
    assert await store.answers.load(game.id) == (None, [])
    await store.checkpoints.save(game.id, 0, b"start")
    for seq in range(1, 8):
        await store.answers.append(game.id, seq, 0, str(seq))
    await store.checkpoints.save(game.id, 5, b"\x00five\xff")
    checkpoint, answers = await store.answers.load(game.id)
    assert checkpoint is not None
    assert (checkpoint.seq, checkpoint.blob) == (5, b"\x00five\xff")
    assert [answer.seq for answer in answers] == [6, 7]


async def test_old_checkpoints_go_but_never_the_first(store: Store) -> None:
    game = await add_game(store)
    for seq in (0, 3, 6, 9, 12, 15, 18):
        await store.checkpoints.save(game.id, seq, bytes([seq]))
    assert [kept.seq for kept in await store.checkpoints.list(game.id)] == [0, 9, 12, 15, 18]


async def test_a_checkpoint_saved_twice_is_the_later_one(store: Store) -> None:
    game = await add_game(store)
    await store.checkpoints.save(game.id, 4, b"one")
    await store.checkpoints.save(game.id, 4, b"two")
    (kept,) = await store.checkpoints.list(game.id)
    assert kept.blob == b"two"


async def test_a_checkpoint_and_what_is_said_of_the_table_are_kept_together(store: Store) -> None:
    game = await add_game(store)
    await store.checkpoints.save(game.id, 4, b"one", table={"voided": [[1, 4]]})
    found = await store.games.get(game.id)
    assert found is not None
    assert (found.table, found.title) == ({"voided": [[1, 4]]}, game.title)
    with pytest.raises(Missing):
        await store.checkpoints.save("nope", 4, b"one", table={})


def _entry(game_id: str, seq: int, part: int, turn: int, text: str) -> HistoryRecord:
    return HistoryRecord(
        game_id=game_id, seq=seq, part=part, turn=turn, kind="Told", data="{}", text=text
    )


async def test_history_is_kept_once_and_found_by_turn_and_word(store: Store) -> None:
    game = await add_game(store)
    entries = [
        _entry(game.id, 0, 0, 1, "The fog comes in."),
        _entry(game.id, 1, 0, 1, "Ann walks to the Woods."),
        _entry(game.id, 1, 1, 1, "A gate opens: 100% dread."),
        _entry(game.id, 2, 0, 2, "Bob stays in the woods."),
    ]
    await store.history.append(game.id, entries)
    await store.history.append(game.id, [*entries[2:], _entry(game.id, 3, 0, 2, "Dawn.")])
    await store.history.append(game.id, [])
    everything = await store.history.since(game.id, -1)
    assert [(e.seq, e.part) for e in everything] == [(0, 0), (1, 0), (1, 1), (2, 0), (3, 0)]
    assert [e.text for e in await store.history.last(game.id, 2)] == [
        "Bob stays in the woods.",
        "Dawn.",
    ]
    assert list(await store.history.turns(game.id)) == [1, 2]
    assert [e.seq for e in await store.history.search(game.id, "WOODS")] == [1, 2]
    assert [e.part for e in await store.history.search(game.id, "100%")] == [1]
    assert list(await store.history.search(game.id, "1_0")) == []


async def test_activity_of_the_games_follows_their_answers(store: Store, clock: Clock) -> None:
    old, new = await add_game(store, "old"), await add_game(store, "new")
    clock.pass_time(minutes=5)
    await store.answers.append(old.id, 1, 0, "x")
    assert [game.title for game in await store.games.list()] == ["old", "new"]
    assert new.active_at < clock()


async def test_deleting_a_game_takes_its_answers_along(store: Store) -> None:
    ann = await add_account(store, "Ann")
    game = await add_game(store)
    await store.answers.append(game.id, 1, 0, "x")
    await store.checkpoints.save(game.id, 0, b"x")
    await store.history.append(game.id, [_entry(game.id, 0, 0, 1, "x")])
    await store.seats.put(game.id, 0, account_id=ann.id, name="Ann")
    assert await store.notifications.claim(game.id, 1, ann.id)
    assert await store.games.delete(game.id)
    assert not await store.games.delete(game.id)
    assert await store.answers.load(game.id) == (None, [])
    assert await store.integrity() == []


async def test_integrity_names_a_game_with_a_hole(store: Store) -> None:
    game = await add_game(store)
    await store.answers.append(game.id, 1, 0, "x")
    assert await store.integrity() == []
    await store.answers.append(game.id, 3, 0, "x")
    (wrong,) = await store.integrity()
    assert game.id in wrong


async def test_a_closed_store_refuses_and_what_waited_is_committed(store: Store) -> None:
    game = await add_game(store)
    waiting = [
        asyncio.create_task(store.answers.append(game.id, seq, 0, "x")) for seq in range(1, 30)
    ]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [None] * 29
    with pytest.raises(StoreUnavailable) as caught:
        await store.answers.append(game.id, 30, 0, "x")
    assert caught.value.code == "lost"
    await store.close()
