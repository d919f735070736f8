"""Games, seats, the roll of honour, achievements, notices, reports."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from arkham_bbs.store import Duplicate, HonourLine, Missing, Store
from arkham_bbs.store.renown import CLAIM_S, new_ref, rank_key
from tests.store.conftest import add_account, add_game
from tests.store.databases import Clock


async def test_a_game_goes_from_lobby_to_its_end(store: Store, clock: Clock) -> None:
    game = await add_game(store, code="WXYZ")
    assert (game.state, game.table, game.seed) == ("lobby", {"least": 1}, b"\x00seed")
    clock.pass_time(minutes=1)
    live = await store.games.start(game.id, setup={"seats": ["Ann", "Bob"]})
    assert (live.state, live.started_at) == ("live", clock())
    clock.pass_time(hours=2)
    over = await store.games.finish(game.id, "finished", {"reason": "gates-closed"})
    assert (over.state, over.ended_at, over.result) == (
        "finished",
        clock(),
        {"reason": "gates-closed"},
    )
    assert list(await store.games.list()) == []
    assert [g.id for g in await store.games.list(("finished",))] == [game.id]
    day = timedelta(days=1)
    assert [g.id for g in await store.games.ended_between(clock() - day, clock() + day)] == [
        game.id
    ]
    assert [g.id for g in await store.games.started_between(clock() - day, clock())] == [game.id]
    assert list(await store.games.ended_before(clock())) == []
    assert len(await store.games.ended_before(clock() + day)) == 1
    # Its code may be had by another table.
    await add_game(store, "again", code="WXYZ")


async def test_games_change_by_field_and_refuse_unknown_fields(store: Store) -> None:
    game = await add_game(store)
    changed = await store.games.update(game.id, table={"clock": 300}, paused=True, title="New")
    assert (changed.table, changed.paused, changed.title) == ({"clock": 300}, True, "New")
    with pytest.raises(ValueError, match="colour"):
        await store.games.update(game.id, colour="red")
    with pytest.raises(ValueError, match="id"):
        await store.games.update(game.id, id="other")
    with pytest.raises(Missing):
        await store.games.update("nope", title="x")


async def test_a_code_and_an_id_are_had_once(store: Store) -> None:
    await add_game(store, code="WXYZ", id="abcdef")
    for fields in ({"code": "WXYZ"}, {"id": "abcdef"}):
        with pytest.raises(Duplicate):
            await add_game(store, **fields)
    assert await store.games.count() == 1


async def test_games_are_listed_by_who_sits_there(store: Store) -> None:
    ann = await add_account(store, "Ann")
    mine, _other = await add_game(store, "mine"), await add_game(store, "other")
    await store.seats.put(mine.id, 0, account_id=ann.id, name="Ann")
    await store.seats.put(mine.id, 1, account_id=ann.id, name="Ann")
    assert [g.title for g in await store.games.list(account_id=ann.id)] == ["mine"]
    assert [(s.game_id, s.seat) for s in await store.seats.of_account(ann.id)] == [
        (mine.id, 0),
        (mine.id, 1),
    ]
    assert list(await store.seats.of_account(ann.id, ("finished",))) == []


async def test_a_seat_knows_who_sat_there_before(store: Store, clock: Clock) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    game = await add_game(store)
    await store.seats.put(game.id, 0, account_id=ann.id, name="Ann", data={"standing": ["x"]})
    clock.pass_time(minutes=5)
    handed = await store.seats.put(
        game.id, 0, account_id=bob.id, name="Bob", change="handed-over", by="Ann"
    )
    assert (handed.account_id, handed.since, handed.data) == (
        bob.id,
        clock(),
        {"standing": ["x"]},
    )
    assert await store.seats.set_data(game.id, 0, {})
    auto = await store.seats.put(
        game.id, 0, account_id=bob.id, name="Bob", controller="autopilot", change="autopilot"
    )
    assert (auto.controller, auto.data) == ("autopilot", {})
    assert await store.seats.remove(game.id, 0, by="Bob")
    assert not await store.seats.remove(game.id, 0)
    assert [(h.name, h.change, h.by) for h in await store.seats.history(game.id)] == [
        ("Ann", "sat", ""),
        ("Bob", "handed-over", "Ann"),
        ("Bob", "autopilot", ""),
        ("Bob", "left", "Bob"),
    ]
    assert await store.seats.of_games([game.id, "nope"]) == {game.id: [], "nope": []}
    with pytest.raises(Missing):
        await store.seats.put("nope", 0, account_id=None, name="")


def _line(investigator: str, *rank: int, **fields: object) -> HonourLine:
    values: dict[str, object] = {
        "account_id": None,
        "name": "Ann",
        "first_citizen": False,
        "victory": True,
        "reason": "gates-closed",
        "turns": 12,
        "players": 2,
    }
    return HonourLine(investigator=investigator, rank=rank, **{**values, **fields})  # type: ignore[arg-type]


async def test_the_roll_of_honour_lists_the_best_and_all_who_tie(store: Store) -> None:
    ann = await add_account(store, "Ann")
    await store.honours.record(
        "g1",
        [
            _line("kate", 3, 10, account_id=ann.id, first_citizen=True),
            _line("harvey", 2, 99),
        ],
    )
    await store.honours.record("g2", [_line("mandy", 3, 2), _line("joe", 3, 10, victory=False)])
    await store.honours.record("g3", [_line("ashcan", -1, 0), _line("dexter", 3, 2)])
    top = await store.honours.top(3)
    assert [(line.investigator, line.rank) for line in top] == [
        ("kate", (3, 10)),
        ("joe", (3, 10)),
        ("mandy", (3, 2)),
        ("dexter", (3, 2)),
    ]
    assert [line.investigator for line in await store.honours.top(1, victories_only=True)] == [
        "kate"
    ]
    assert [line.investigator for line in await store.honours.top(50)][-1] == "ashcan"
    # A game is entered once, however often it is told.
    await store.honours.record("g1", [_line("kate", 9, 9)])
    await store.honours.record("g9", [])
    assert [line.rank for line in await store.honours.of_game("g1")] == [(3, 10), (2, 99)]
    assert await store.honours.statistics(ann.id) == {
        "games": 1,
        "victories": 1,
        "first_citizen": 1,
        "turns": 12,
        "best_rank": [3, 10],
    }
    assert (await store.honours.statistics(999))["best_rank"] is None


def test_a_rank_key_sorts_like_the_numbers() -> None:
    ranks = [(-3, 5), (0,), (0, 0), (2, 100), (10, 1), (10, 2)]
    assert sorted(ranks, key=rank_key) == ranks


async def test_the_roll_outlives_its_game(store: Store) -> None:
    game = await add_game(store)
    await store.honours.record(game.id, [_line("kate", 1)])
    await store.games.delete(game.id)
    assert len(await store.honours.of_game(game.id)) == 1


async def test_an_achievement_is_awarded_once(store: Store) -> None:
    ann = await add_account(store, "Ann")
    outcomes = await asyncio.gather(
        *(store.achievements.award(ann.id, "first-gate", "g1") for _ in range(5))
    )
    assert sorted(outcomes) == [False] * 4 + [True]
    await store.achievements.award(ann.id, "survivor")
    assert [a.key for a in await store.achievements.list(ann.id)] == ["first-gate", "survivor"]
    assert await store.achievements.counts() == {"first-gate": 1, "survivor": 1}


async def test_a_notice_is_claimed_once(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    game = await add_game(store)
    outcomes = await asyncio.gather(
        *(store.notifications.claim(game.id, 7, ann.id, "turn", "mail") for _ in range(5))
    )
    assert sorted(outcomes) == [False] * 4 + [True]
    assert await store.notifications.claim(game.id, 7, ann.id, "turn", "webhook")
    assert await store.notifications.claim(game.id, 8, ann.id, "turn", "mail")
    await store.notifications.settle(game.id, 7, ann.id, "turn", "mail", "ok")
    sent = await store.notifications.of_account(ann.id, clock())
    assert sorted((n.decision, n.way, n.result) for n in sent) == [
        (7, "mail", "ok"),
        (7, "webhook", ""),
        (8, "mail", ""),
    ]
    clock.pass_time(days=400)
    assert await store.notifications.purge(clock()) == 0
    await store.games.finish(game.id, "ended", None)
    assert await store.notifications.purge(clock()) == 3


async def test_a_claim_of_which_nothing_is_heard_is_void_after_a_while(
    store: Store, clock: Clock
) -> None:
    ann = await add_account(store, "Ann")
    game = await add_game(store)
    notices = store.notifications
    lost, sent = (game.id, 7, ann.id, "turn", "email"), (game.id, 7, ann.id, "turn", "webhook")
    assert not await notices.is_on_its_way(*lost)
    assert await notices.claim(*lost)
    assert await notices.claim(*sent)
    await notices.settle(*sent, "ok")
    assert await notices.is_on_its_way(*lost)
    assert not await notices.is_on_its_way(*sent)
    clock.pass_time(seconds=CLAIM_S - 1)
    assert not await notices.claim(*lost)
    clock.pass_time(seconds=1)
    outcomes = await asyncio.gather(*(notices.claim(*lost) for _ in range(5)))
    assert sorted(outcomes) == [False] * 4 + [True]
    assert not await notices.claim(*sent)
    clock.pass_time(seconds=CLAIM_S)
    await notices.settle(*lost, "timeout")
    assert not await notices.claim(*lost)


async def test_a_report_has_a_number_to_read_out(store: Store) -> None:
    ann = await add_account(store, "Ann")
    report = await store.reports.add(
        "bug", "The map is upside down", {"screen": ["x"]}, account_id=ann.id, ref="K4-0071"
    )
    assert await store.reports.get(" k4-0071 ") == report
    assert list(await store.reports.open()) == [report]
    with pytest.raises(Duplicate):
        await store.reports.add("bug", "again", ref="K4-0071")
    assert await store.reports.close("K4-0071")
    assert not await store.reports.close("K4-0071")
    assert list(await store.reports.open()) == []
    assert (await store.reports.add("fault", "x")).ref != "K4-0071"
    assert len(new_ref()) == 7
