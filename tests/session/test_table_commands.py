"""What can be typed at a table beside answers, in every view. Room: session."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from arkham_bbs.game.decisions import Decision
from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.lobby.live import Table
from arkham_bbs.players.autopilot import cautious_answer
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import settle, two_at_a_table, until

VIEWS = pytest.mark.parametrize("caps", [PLAIN80, NARROW40, LINEAR], ids=lambda c: c.name)


async def play_until(board: Board, table: Table, kind: str, *, seat: int | None = None) -> Decision:
    """Let cautious answers run until somebody (or ``seat``) is asked a kind of question."""
    for _ in range(3_000):
        decision = table.decision
        assert decision is not None
        if decision.kind == kind and seat in (None, decision.seat):
            await settle()
            return decision
        holder = next(held for held in table.seats() if held.seat == decision.seat)
        presence = board.lobby.presences.of(holder.account or 0)
        assert presence is not None
        key = cautious_answer(table.view(presence.caller), decision)
        try:
            await table.answer(presence.caller, key, number=decision.number)
        except LobbyRefused as refused:
            # A standing answer was quicker.
            if refused.code not in ("stale-decision", "not-your-turn"):
                raise
        await asyncio.sleep(0)
    raise AssertionError(f"{kind} was never asked")


async def solo_at(board: Board, caps: Capabilities, kind: str) -> tuple[ScriptedCaller, Table]:
    """Bring one caller to a question of a kind in a game alone, with a fresh prompt."""
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    await play_until(board, table, kind)
    await ann.types("players", "Seat 1: Ann", "> ")
    return ann, table


@VIEWS
async def test_everything_about_the_board_can_be_looked_at(
    board: Board, caps: Capabilities
) -> None:
    ann, _ = await solo_at(board, caps, "move")
    for line, *wanted in (
        ("look", "Place: Train Station", "People:"),
        ("look graveyard", "Place: Graveyard"),
        ("near", "From the Train Station"),
        ("path hospital", "on foot"),
        ("where", "Train Station"),
        ("exits", "From the Train Station"),
        ("sheet", "trength", "Skills:"),
        ("sheet all", "trength"),
        ("gates", "Gates", "Doom"),
        ("monsters", "o"),
        ("worlds", "Yuggoth"),
        ("status", "Where to?"),
        ("options", "Stay here"),
        ("why", "Where to?"),
        ("why doom", "has changed Doom"),
        ("dice", "Face 6:", "Promise"),
        ("players", "Seat 1: Ann"),
        ("clock", "plays alone"),
        ("rules movement", "Movement", "MOVE-"),
        ("?", "Answer with a number"),
        ("help all", "Type help and a word"),
        ("map", "Train"),
    ):
        text = " ".join((await ann.runs(line)).split())
        for part in wanted:
            assert part in text, f"{line}: {text}"
        assert "Something broke" not in text
    assert max(map(len, ann.read.split("\n"))) <= caps.columns
    if caps.linear:
        assert not set("│═■─╔") & set(ann.read)


async def test_gates_monsters_and_worlds_are_tables_for_the_sighted(board: Board) -> None:
    ann, table = await solo_at(board, PLAIN80, "move")
    while not (table.view(None).gates and table.view(None).monsters):
        decision = await play_until(board, table, "move")
        caller = board.lobby.presences.of(table.seats()[0].account or 0)
        assert caller is not None
        await table.answer(caller.caller, "stay", number=decision.number)
    await play_until(board, table, "move")
    await ann.types("status", "Where to?")
    assert "Monster           Code Str San    Place" in await ann.runs("monsters")
    gates = await ann.runs("gates")
    assert "face down" in gates
    assert "Doom" in gates
    worlds = await ann.runs("worlds")
    assert " 2: " in worlds
    assert "Moves:" in await ann.runs(f"monsters {table.view(None).monsters[0].species}")


async def test_a_paid_ride_shows_way_and_fare_and_asks_first(board: Board) -> None:
    ann, table = await solo_at(board, PLAIN80, "move")
    for _ in range(60):
        decision = await play_until(board, table, "move")
        rides = [option.key for option in decision.options if option.key.startswith("taxi:")]
        if rides:
            break
        caller = board.lobby.presences.of(table.seats()[0].account or 0)
        assert caller is not None
        await table.answer(caller.caller, "stay", number=decision.number)
    assert rides
    await ann.types("status", "Where to?")
    picture = await ann.runs("map")
    assert re.search(r"#\d", picture), "places that only a paid ride reaches are marked"
    await ann.types(rides[0], "ride", "a ride costs $1. Go?")
    await ann.types("no", "still open")
    assert table.decision == decision
    await ann.types("settings confirm_paid off", "Ask before a paid ride: off")
    await ann.types(rides[0], "You ")
    await until(lambda: table.decision is None or table.decision.number != decision.number)


async def test_two_in_one_place_trade_by_words(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await play_until(board, table, "move")
    await ann.types("players", "Seat 1: Ann", "> ")
    view = table.view(None)
    mine = {sheet.seat: sheet for sheet in reversed(view.investigators)}
    partner = mine[1].name
    await ann.types("trade", "Trade with whom")
    await ann.types("")
    await ann.types(f"trade {partner} give $3", "would give", "$3")
    await bob.sees("would give")
    offer = table.view(None).offers[0]
    assert (offer.give, offer.take) == (("cash-3",), ()) or offer.give == ("cash:3",)
    await bob.types("accept", "is accepted")
    await ann.sees("is accepted")
    assert table.view(None).investigator(offer.partner).money == mine[1].money + 3
    await ann.types(f"trade {partner} give $99", "not $99")
    await ann.types(f"trade {partner} give elephant", 'has no "elephant"')
    await ann.types("trade nobody give $1", "Trade with whom?")
    await bob.types("accept", "no offer you can accept")
    await ann.types(f"trade {partner} give $1", "would give")
    await bob.types("decline", "is declined")
    await ann.types(f"trade {partner} give $1", "would give")
    await ann.types("withdraw", "is withdrawn")
    await ann.types(f"trade {partner} give $1", "would give")
    await bob.sees("would give")
    await bob.types("counter give $2", "is declined", "would give", "$2")
    await ann.types("accept", "is accepted")


async def test_bug_an_offer_that_gives_way_to_a_newer_one_is_told_of(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await play_until(board, table, "move")
    partner = next(sheet.name for sheet in table.view(None).investigators if sheet.seat == 1)
    await ann.types(f"trade {partner} give $1", "Offer 1:", "would give")
    await bob.sees("accept 1 or decline 1")
    await ann.types(f"trade {partner} give $2", "Offer 1 is withdrawn: offer 2", "Offer 2:")
    await bob.sees("Offer 1 is withdrawn: offer 2 takes its place.", "accept 2 or decline 2")
    await bob.types("accept 1", "Offer 1 was withdrawn: offer 2 took its place.")
    await bob.types("accept 7", "There is no offer 7 that you can accept.")
    await bob.types("accept 2", "is accepted")


async def test_a_take_back_is_free_until_something_was_seen(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    await ann.types("joe", "will play Joe Diamond", "will you be?")
    start = len(ann.read)
    await ann.types("takeback", "Ann takes back an answer", "will you be?")
    assert "took back" not in ann.read[start:]
    table = board.lobby.table(board.lobby.tables()[0].table)
    assert table.view(None).investigators == ()


async def test_bug_going_back_behind_the_dice_is_told_once_and_truly(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    while table.take_back_point(0) is None or table.take_back_point(0)[1]:  # type: ignore[index]
        assert table.decision is not None
        ann.feed(table.decision.keys()[0].encode() + b"\r")
        await until(lambda was=table.decision: table.decision != was)  # type: ignore[misc]
        await settle()
    start = len(ann.read)
    await ann.types("takeback", "Ann goes back to an earlier question.")
    await settle()
    told = " ".join(ann.read[start:].split())
    assert "The dice are new ones: they go on in the promised order" in told
    assert "vote" not in told
    assert "where they were" not in told


async def test_a_vote_on_an_answer_says_whose_it_is_and_which(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    decision = await play_until(board, table, "move", seat=1)
    keys = decision.keys()
    way = next(key for key in keys if key.startswith("walk:") and key[5] != "s")
    await bob.types(way)
    await until(lambda: table.decision != decision)
    await play_until(board, table, "move")
    await settle()
    await bob.types("takeback", "the others are asked")
    await ann.sees("Vote on taking Bob's last answer back: 1 of 2")
    await ann.types("vote", "Vote on taking Bob's last answer back", "none yet)")


async def test_pausing_is_voted_and_stops_the_game(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await ann.types("pause", "the others are asked")
    await bob.sees("Vote on a pause")
    await bob.types("vote", "Vote on a pause", "none yet)")
    await bob.types("yes", "paused")
    await ann.sees("paused")
    assert table.status == "paused"
    await ann.types("1")
    await ann.types("unpause", "Play goes on")
    assert table.status == "playing"


@pytest.mark.parametrize(
    "caps", [ANSI80, ANSI80.override({"columns": 40, "rows": 25}), PLAIN80, LINEAR]
)
async def test_whoever_comes_back_to_a_paused_table_sees_that_it_is_paused(
    board: Board, caps: Capabilities
) -> None:
    ann, bob, table = await two_at_a_table(board, second=caps)
    await play_until(board, table, "move", seat=1)
    await ann.types("pause", "the others are asked")
    await bob.types("vote yes", "paused")
    await bob.types("leave", "Lobby>")
    start = len(bob.read)
    await bob.types("join fog", "Type unpause to go")
    await settle()
    shown = bob.screen() if caps.can_paint else bob.read[start:].split("\n")
    flat = re.sub(r"\s+", " ", " ".join(shown))
    assert "The table is paused. Type unpause to go on." in flat
    assert "When it goes on, you are asked." in flat
    assert "Waiting for" not in flat
    assert shown[0].endswith("Paused") or not caps.can_paint
    await bob.types("unpause", "Play goes on")
    await settle()
    last = " ".join(bob.screen()) if caps.can_paint else bob.read[start:]
    assert "Where to?" in last


async def test_the_autopilot_takes_a_seat_and_gives_it_back(board: Board) -> None:
    ann, bob, _ = await two_at_a_table(board)
    await bob.types("autopilot on", "autopilot plays seat 2, yours: autopilot off ends that.")
    await ann.sees("autopilot plays seat 2 until Bob returns.")
    await bob.types("autopilot off", "plays seat 2")


async def test_the_dashboard_takes_every_command(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    await play_until(board, table, "move")
    await ann.types("players", "Seat 1: Ann")
    for line in ("look", "map", "sheet", "gates", "monsters", "log", "options", "?", "help all"):
        assert "Something broke" not in await ann.runs(line)
    await ann.types("xyzzy", "cannot read")
    await settle()
    assert any("Train Stn" in row for row in ann.screen())
    await ann.types("settings view scroll")
    await until(lambda: not ann.terminal.in_dashboard)
    await ann.types("settings view auto")
    await until(lambda: ann.terminal.in_dashboard)
    await ann.types("leave", "Back in the lobby", "Lobby>")
    assert not ann.terminal.in_dashboard


async def test_leaving_keeps_the_seat_and_resume_finds_the_question(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    decision = table.decision
    assert decision is not None
    asked = {0: ann, 1: bob}[decision.seat]
    await asked.types("leave", "Lobby>")
    await asked.types("r", "who will you be?")
    await asked.types("1", "will play")


async def test_an_export_and_a_report_can_be_read(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("solo", "will you be?")
    await ann.types("joe", "will you be?")
    copied = await ann.runs("export")
    assert "-- more" not in copied
    found = json.loads(copied[copied.index("{") : copied.rindex("}") + 1])
    assert (found["seed"], found["events"], found["state"]) == ("", [], "live")
    assert [answer["key"] for answer in found["answers"]] == ["pick:joe_diamond"]
    await ann.types("export report", "Joe Diamond")
    await ann.types("export case", "phase: new", "choose_investigator", "waiting_for")
    await ann.types("bug the map is upside down", "The sysop knows it as")


@pytest.mark.parametrize("caps", [PLAIN80, NARROW40], ids=["80", "40"])
async def test_the_map_says_where_its_marks_are_explained(board: Board, caps: Capabilities) -> None:
    ann, _ = await solo_at(board, caps, "move")
    assert "Type map legend" in " ".join((await ann.runs("map")).split())
    assert "#12 the same by a paid ride" in " ".join((await ann.runs("help map")).split())


async def test_bug_an_answer_by_name_to_what_another_is_asked_hears_whose_turn_it_is(
    board: Board,
) -> None:
    _, bob, _ = await two_at_a_table(board)
    for typed in ("gloria", "joe diamond", "3", "99"):
        await bob.types(typed, "Not now: Ann is asked.")
    await bob.types("xyzzy", 'I cannot read "xyzzy".')


async def test_bug_talk_of_the_lobby_is_marked_as_such_at_a_table(board: Board) -> None:
    ann, bob, _ = await two_at_a_table(board, ANSI80)
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("say hello all", "Cat: hello all")
    await ann.sees("[lobby] Cat: hello all")
    await bob.sees("[lobby] Cat: hello all")
    await bob.types("say and you", "Bob: and you")
    await settle()
    assert "[lobby] Bob" not in ann.read + bob.read


async def test_bug_a_number_is_no_yes_where_none_is_shown(board: Board) -> None:
    _, bob, table = await two_at_a_table(board)
    await bob.types("giveup", "for good? [y/N]")
    await bob.types("1", "Please answer yes or no", "for good? [y/N]")
    await bob.types("0", "Please answer yes or no", "for good? [y/N]")
    await bob.types("n")
    await settle()
    assert table.seat_of(board.lobby.presences.by_handle("Bob").caller) == 1  # type: ignore[union-attr]
