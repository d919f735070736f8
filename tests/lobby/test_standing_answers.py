"""Standing answers: given by the table, kept with the seat, told in the log."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.lobby import LobbyRefused, Table, TableEvents
from arkham_bbs.lobby.standing import OPTIONAL
from arkham_bbs.store.errors import StoreUnavailable

from .conftest import Hall


@pytest.fixture(autouse=True)
def toys_are_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPTIONAL, "toy", "toys")


async def at_rest(hall: Hall, table: Table) -> None:
    """Let what the table does by itself be done."""
    while hall.lobby.floor.tasks:
        await asyncio.gather(*hall.lobby.floor.tasks)
    await table.settled()


async def test_an_open_question_and_every_later_one_is_answered_with_its_default(
    hall: Hall,
) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    assert await table.standing.set(ann.caller, ("toy",), True) == ("toy",)
    await at_rest(hall, table)
    assert (table.seq, table.decision.seat) == (1, 1)  # type: ignore[union-attr]
    told = [n for n in bob.notices.take_now() if isinstance(n, TableEvents)]
    assert [(n.key, n.by, n.kind) for n in told] == [("stay", "standing", "toy")]
    await table.answer(bob.caller, "roll", number=1)
    await at_rest(hall, table)
    assert (table.seq, table.decision.seat) == (3, 1)  # type: ignore[union-attr]
    texts = [e.text for e in await hall.store.history.since(table.id, -1)]
    assert texts.count("(Standing answer of Ann: no toys.)") == 2


async def test_whoever_skips_is_asked_again_when_they_say_so(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "stay", number=0)
    await table.standing.set(ann.caller, tuple(OPTIONAL), True)
    assert await table.standing.set(ann.caller, ("arrow",), False) == tuple(
        kind for kind in OPTIONAL if kind != "arrow"
    )
    await table.standing.set(ann.caller, ("toy",), False)
    await at_rest(hall, table)
    await table.answer(bob.caller, "stay", number=1)
    await at_rest(hall, table)
    assert table.decision is not None
    assert table.decision.seat == 0


async def test_standing_answers_hold_over_a_drop_and_a_restart_and_notify_nobody(
    hall: Hall,
) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob", pace="slow")
    await table.answer(ann.caller, "stay", number=0)
    await table.standing.set(ann.caller, ("toy",), True)
    await hall.lobby.detach(ann)
    await at_rest(hall, table)
    lobby = await hall.restart()
    bob = await hall.call("Bob")
    again = lobby.table(table.id)
    assert again.standing.of(ann.caller) == ("toy",)
    await again.attend(bob)
    await again.answer(bob.caller, "stay", number=1)
    await at_rest(hall, again)
    assert again.decision is not None
    assert (again.seq, again.decision.seat) == (3, 1)
    back = await hall.call("Ann")
    assert "DecisionWaits" not in [type(n).__name__ for n in back.notices.take_now()]


async def test_a_substitute_is_asked_everything(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "stay", number=0)
    await table.standing.set(ann.caller, ("toy",), True)
    await table.seating.give_up(ann.caller)
    cat = await hall.call("Cat")
    await hall.lobby.join(cat.caller, table.id)
    await table.answer(bob.caller, "stay", number=1)
    await at_rest(hall, table)
    assert table.seq == 2
    assert table.standing.of(cat.caller) == ()


async def test_a_paused_table_answers_nothing_until_it_goes_on(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    boss = await hall.call("Boss", "sysop")
    assert table.row(ann.caller).my_decision
    await table.pause(boss.caller)
    assert not table.row(ann.caller).my_decision, "nobody has to move at a paused table"
    await table.standing.set(ann.caller, ("toy",), True)
    await at_rest(hall, table)
    assert table.seq == 0
    with pytest.raises(LobbyRefused, match="paused"):
        await table.resume(ann.caller)
    await table.resume(boss.caller)
    await at_rest(hall, table)
    assert table.seq == 1


async def test_what_is_not_optional_and_whoever_has_no_seat_is_refused(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob")
    cat = await hall.call("Cat")
    with pytest.raises(LobbyRefused, match="not-allowed"):
        await table.standing.set(ann.caller, ("meet",), True)
    with pytest.raises(LobbyRefused, match="not-seated"):
        await table.standing.set(cat.caller, ("toy",), True)


async def test_when_the_store_refuses_the_caller_is_asked_after_all(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    await table.answer(ann.caller, "stay", number=0)
    await table.standing.set(ann.caller, ("toy",), True)
    append = table.ledger.append

    async def full(seq: int, seat: int, key: str, interjection: bool) -> None:
        if seat == 0:
            raise StoreUnavailable("full")
        await append(seq, seat, key, interjection)

    monkeypatch.setattr(table.ledger, "append", full)
    ann.notices.take_now()
    await table.answer(bob.caller, "stay", number=1)
    await at_rest(hall, table)
    assert table.seq == 2
    assert "DecisionChanged" in [type(n).__name__ for n in ann.notices.take_now()]
