"""Looking on: the list by activity, the gallery's own talk, a storm of fifty, no way to act."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import answer, settle, two_at_a_table, until

VIEWS: tuple[Capabilities, ...] = (PLAIN80, ANSI80, NARROW40, LINEAR)


async def guest(board: Board, number: int, caps: Capabilities = PLAIN80) -> ScriptedCaller:
    """Bring a guest to the lobby."""
    caller = board.call(caps=caps, address=f"192.0.2.{100 + number}")
    await caller.sees("Your name")
    await caller.types("guest", "Lobby>")
    return caller


async def test_a_long_list_of_games_is_made_in_parts_and_cut_where_one_is_asked_for(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arkham_bbs.session.lobby_tables.AT_ONCE", 2)
    monkeypatch.setattr("arkham_bbs.session.lobby_tables.SOME", 3)
    ann = await board.newcomer("Ann")
    for number in range(1, 6):
        await ann.types(f"create Fog {number}", "will you be?")
        await ann.types("leave", "Lobby>")
    text = await ann.types("games", "* your move", "Lobby>")
    assert [number for number in range(1, 9) if f"{number}*" in text] == [1, 2, 3, 4, 5]
    looker = await guest(board, 1)
    text = await looker.types("watch", "And 2 more, by a part of their title.", "Watch which?")
    assert text.count("Fog ") == 3
    await looker.types("fog 1", "Fog 1")


async def test_watch_lists_games_by_activity_and_leaves_out_what_cannot_be_watched(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    for title in ("Oldest", "Middle watch=none", "Newest"):
        await ann.types(f"create {title}", "will you be?")
        board.time.advance(60)
        await ann.types("1", "Ann will play Vincent Lee")
        await ann.types("leave", "Lobby>")
    looker = await guest(board, 1)
    text = await looker.types("watch", "Watch which?")
    assert text.index("Newest") < text.index("Oldest")
    assert "Middle" not in text
    await looker.types("", "Lobby>")
    await ann.types("resume oldest", "will you be?")
    board.time.advance(60)
    await ann.types("1", "Ann will play Gloria Goldberg")
    text = await looker.types("watch", "Watch which?")
    assert text.index("Oldest") < text.index("Newest")
    await looker.types("1", "Oldest", "Waiting for Ann")


async def test_those_who_look_on_talk_among_themselves(board: Board) -> None:
    ann, _, _ = await two_at_a_table(board)
    cat = await board.newcomer("Cat", address="192.0.2.9")
    dan = await board.newcomer("Dan", address="192.0.2.10", caps=LINEAR)
    await cat.types("watch fog", "Waiting for")
    await dan.types("watch fog", "Waiting for")
    await cat.types("say she should turn back", "Cat (watching): she should turn back")
    await dan.sees("Cat (watching): she should turn back")
    await ann.types("say I shall go in", "Ann: I shall go in")
    await cat.sees("Ann: I shall go in")
    await settle()
    assert "turn back" not in ann.read
    assert "turn back" in await dan.runs("chat")
    assert "turn back" not in await ann.runs("chat")


async def test_a_table_may_ask_its_watchers_to_keep_quiet_or_for_a_code(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("create Hush chat=no", "will you be?")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("watch hush", "Waiting for Ann")
    await cat.types("say hello", "quiet")
    await cat.types("leave", "Lobby>")
    await ann.types("leave", "Lobby>")
    await ann.types("create Locked watch=code", "will you be?")
    await cat.types("watch locked", "code", "Lobby>")
    table = next(t for t in board.lobby._tables.values() if t.title == "Locked")
    await cat.types(f"watch locked {table.state.gallery_code}", "Waiting for Ann")


async def test_a_storm_of_fifty_watchers_changes_nothing_for_the_players(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    players = {0: ann, 1: bob}
    crowd = await asyncio.gather(
        *(guest(board, number, VIEWS[number % len(VIEWS)]) for number in range(50))
    )
    await asyncio.gather(*(one.types("watch fog", "Waiting for") for one in crowd))
    assert len(table.watching) == 50
    for _ in range(8):
        decision = table.decision
        assert decision is not None
        await asyncio.gather(*(one.types("1", "looking on") for one in crowd[:5]))
        assert table.decision == decision
        await answer(players[decision.seat], table, decision.keys()[0])
        leaver, crowd = crowd[0], crowd[1:]
        await leaver.drops()
        comer = await guest(board, 50 + len(crowd))
        await comer.types("watch fog", "Waiting for")
        crowd = [*crowd, comer]
    assert len(table.watching) == 50
    told = [e.text for e in await board.store.history.since(table.id, -1) if e.text]
    await table.settled()
    for one in (ann, bob, *crowd[:40]):
        assert "Something broke" not in one.read
    assert table.status == "playing"
    for player in players.values():
        assert "looking on" not in player.read
    assert told
    await asyncio.gather(*(one.drops() for one in crowd))
    await until(lambda: not table.watching)
    await ann.types("players", "Seat 1: Ann, here")


async def test_look_is_a_word_of_the_table_and_not_another_for_watch(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("look", '"look" works at a table', "Lobby>")
    assert "Watch which?" not in ann.read
