"""Whole games by scripted callers: answers by words, news for everybody, drop and return."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable

import pytest

from arkham_bbs.lobby.live import Table
from arkham_bbs.terminal import Capabilities
from tests.session.harness import (
    ANSI80,
    LIMIT_S,
    LINEAR,
    NARROW40,
    PASSWORD,
    PLAIN80,
    Board,
    ScriptedCaller,
)


async def settle() -> None:
    """Let every session read what it was told."""
    for _ in range(30):
        await asyncio.sleep(0)


async def two_at_a_table(
    board: Board, first: Capabilities = PLAIN80, second: Capabilities = LINEAR
) -> tuple[ScriptedCaller, ScriptedCaller, Table]:
    """Bring two callers to a started table."""
    ann = await board.newcomer("Ann", caps=first)
    bob = await board.newcomer("Bob", caps=second, address="192.0.2.8")
    await ann.types("create Fog seats=2", "Fog", "1 more needed")
    await bob.types("join fog", "Waiting for Ann to begin")
    await ann.sees("Bob takes seat 2")
    await ann.types("start")
    table = next(board.lobby.table(row.table) for row in board.lobby.tables())
    await until(lambda: table.decision is not None)
    await settle()
    return ann, bob, table


async def until(met: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(LIMIT_S):
        while not met():  # noqa: ASYNC110 - nothing tells when a game has moved on
            await asyncio.sleep(0.001)


async def answer(caller: ScriptedCaller, table: Table, key: str) -> None:
    """Type an answer and wait until it has been taken."""
    decision = table.decision
    assert decision is not None
    number = decision.number
    caller.feed(key.encode() + b"\r")
    if key.split(":")[0] in ("taxi", "whistle"):
        await caller.sees("Go?")
        caller.feed(b"yes\r")
    try:
        await until(lambda: table.decision is None or table.decision.number != number)
    except TimeoutError:
        raise AssertionError(f"{key!r} was not taken; read:\n{caller.read[-1500:]}") from None
    await settle()


async def test_two_callers_play_a_whole_game_and_both_see_all_of_it(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    callers = {0: ann, 1: bob}
    choice = random.Random(1926)
    while (decision := table.decision) is not None:
        await answer(callers[decision.seat], table, choice.choice(decision.keys()))
    for caller in callers.values():
        await caller.sees("Seed of the dice", "Type honour")
        assert "Traceback" not in caller.read
        assert "Something broke" not in caller.read
        assert "I cannot read" not in caller.read
    assert "\x1b" not in bob.wire.sent.decode()
    told = [entry.text for entry in await board.store.history.since(table.id, -1, limit=100_000)]
    flat = re.sub(r"\s+", " ", ann.read)
    missing = [text for text in told if text and re.sub(r"\s+", " ", text) not in flat]
    assert missing == []
    await ann.types("honor", "Roll of honour")
    await ann.types("leave", "Lobby>")
    await ann.types("replay fog", "Replay 1/")
    await ann.types("turn 1", "turn 1>")
    await ann.types("map", "Turn 1,")
    await ann.types("", "Replay")
    await ann.types("search doom", "oom")
    await ann.types("leave", "Lobby>")
    await ann.types("replay", "Fog", "Replay which")
    await ann.types("", "Lobby>")
    await ann.types("honor", "The hall of honour")


@pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)
async def test_a_solo_game_is_three_keystrokes_away_and_playable_in_every_view(
    board: Board, caps: Capabilities
) -> None:
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("c", "Title")
    ann.feed(b"\r")
    await ann.sees("will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    choice = random.Random(7)
    for _ in range(60):
        if table.decision is None:
            break
        await answer(ann, table, choice.choice(table.decision.keys()))
    assert "Something broke" not in ann.read
    if not caps.addressing:
        told = [row for row in ann.read.split("\n") if "> " not in row]
        assert max(map(len, told)) <= caps.columns
    if caps.linear:
        assert "\x1b" not in ann.wire.sent.decode()


async def test_dropping_at_any_kind_of_decision_and_coming_back_finds_it_again(
    board: Board,
) -> None:
    ann, bob, table = await two_at_a_table(board)
    callers = {0: ann, 1: bob}
    handles = {0: "Ann", 1: "Bob"}
    choice = random.Random(13)
    met: set[str] = set()
    while (decision := table.decision) is not None:
        seat = decision.seat
        if decision.kind not in met:
            met.add(decision.kind)
            await callers[seat].drops()
            assert handles[seat] not in [person.handle for person in board.lobby.who()]
            await callers[1 - seat].sees("line has dropped")
            back = board.call(door="ssh", address=f"192.0.2.{100 + len(met)}")
            await back.logs_in(handles[seat], PASSWORD)
            await back.sees("wait", "for you", "Lobby>")
            await back.types("resume", "Fog")
            await settle()
            assert table.decision == decision
            callers[seat] = back
            await callers[1 - seat].sees(f"{handles[seat]} is at the table")
        await answer(callers[seat], table, choice.choice(decision.keys()))
        if len(met) >= 18:
            break
    assert len(met) >= 12


async def test_a_half_typed_line_survives_what_others_do(board: Board) -> None:
    ann, bob, _ = await two_at_a_table(board, first=ANSI80)
    await ann.types("settings view scroll", "View: scroll")
    ann.feed(b"say good eve")
    await bob.types("say the fog is rising", "Bob: the fog is rising")
    await settle()
    assert any("the fog is rising" in row for row in ann.screen())
    assert ann.screen()[-1].endswith("say good eve") or any(
        row.endswith("say good eve") for row in ann.screen()
    )
    ann.feed(b"ning\r")
    await bob.sees("Ann: good evening")


async def test_the_dashboard_repaints_on_resize_and_keeps_the_typed_line(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("solo", "will you be?")
    await settle()
    ann.feed(b"jo")
    ann.resize(132, 43)
    await until(lambda: ann.terminal.caps.columns == 132)
    await until(lambda: ann.screen()[-1].endswith("jo"))
    await until(lambda: any("will you be?" in row for row in ann.screen()))


async def test_a_decision_is_answered_by_number_name_or_part_of_it(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    asked = {0: ann, 1: bob}
    for typed in ("3", "gloria", "the JENNY!", "harvey walters"):
        decision = table.decision
        assert decision is not None
        number = decision.number
        caller = asked[decision.seat]
        other = asked[1 - decision.seat]
        await other.types("1", "Not now:")
        await caller.types("zzzz", "cannot read")
        await caller.types(typed)
        await until(lambda n=number: table.decision.number != n)
        await settle()
    played = {sheet.id for sheet in table.view(None).investigators}
    assert {"joe_diamond", "gloria_goldberg", "jenny_barnes", "harvey_walters"} == played


async def test_those_who_watch_see_everything_and_can_do_nothing(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    guest = board.call()
    await guest.sees("Your name")
    await guest.types("guest", "Lobby>")
    await guest.types("watch fog", "Waiting for")
    await guest.types("1", "looking on")
    await guest.types("trade ann give $1", "only those with a seat")
    await guest.types("?", "Guests listen: chat shows what was said; register")
    await guest.types("say hello", "Guests may look round")
    await guest.types("help all", "chat", "leave")
    decision = table.decision
    assert decision is not None
    await answer({0: ann, 1: bob}[decision.seat], table, "pick:joe_diamond")
    await guest.sees("will play Joe Diamond")
    await guest.types("leave", "Lobby>")


async def test_ctrl_c_at_the_table_keeps_line_and_seat(board: Board) -> None:
    ann, _, table = await two_at_a_table(board)
    await ann.cancels("Type ? for help")
    await ann.types("bug", "What went wrong?")
    await ann.cancels("Never mind")
    assert table.seat_of(ann.board.lobby.presences.by_handle("Ann").caller) == 0  # type: ignore[union-attr]
