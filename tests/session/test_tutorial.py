"""The tutorial: one guided turn, in every terminal, by its own advice and against it."""

from __future__ import annotations

import random

import pytest

from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.odds import odds_of
from arkham_bbs.game.options import Options
from arkham_bbs.lobby.laying import TUTORIAL_SEED
from arkham_bbs.lobby.live import Table
from arkham_bbs.players import cautious_answer
from arkham_bbs.session.asked import lay_out
from arkham_bbs.session.coaching import KILLED, coach, suggestion
from arkham_bbs.session.shown import Shown
from arkham_bbs.session.tutorial import LESSON, TutorialRoom
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import answer, settle, until

VIEWS = pytest.mark.parametrize(
    "caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda caps: caps.name
)


async def begun(board: Board, caps: Capabilities, *, guest: bool) -> tuple[ScriptedCaller, Table]:
    """Bring a caller to the first question of the tutorial."""
    caller = board.call(caps=caps)
    await caller.sees("Your name")
    if guest:
        await caller.types("guest", "Lobby>")
    else:
        await caller.registers_after_prompt("Ann")
    await caller.types("tutorial", "your guide", "My advice:", "will you be?")
    tables = [t for t in board.lobby._tables.values() if t.spec.tutorial]
    return caller, tables[-1]


def words(caller: ScriptedCaller) -> str:
    return " ".join(caller.read.split())


@VIEWS
@pytest.mark.parametrize("guest", [True, False], ids=["guest", "registered"])
async def test_following_the_advice_leads_through_a_whole_turn(
    board: Board, caps: Capabilities, guest: bool
) -> None:
    caller, table = await begun(board, caps, guest=guest)
    asked: list[str] = []
    while table.decision is not None and table.view(None).turn < 2:
        decision = table.decision
        asked.append(decision.kind)
        seen = caller.read.count("My advice:")
        assert seen >= len(asked), "each question is coached before it is answered"
        await answer(caller, table, suggestion(table.view(None), decision))
    assert {"choose_investigator", "split", "move", "fast_talk", "buy", "attack_items"} <= {*asked}
    assert len(asked) <= 14, "two minutes, no more"
    told = words(caller)
    assert "That was a whole turn" in told
    assert ("register" if guest else "solo for a real game") in told.partition("whole turn")[2]
    assert "is killed by Joe Diamond" in told, "the fixed dice no longer win the fight"
    assert "Something broke" not in told
    if not caps.addressing:
        assert max(map(len, caller.read.split("\n"))) <= caps.columns
    if caps.linear:
        assert not set("│═■─╔") & set(caller.read)
        assert "\x1b" not in caller.wire.sent.decode()
    menu = await caller.types("leave", "Back in the lobby", "Lobby>")
    assert ("tutorial" in menu) == guest, "whoever has a name and has taken it knows it"
    assert not [t for t in board.lobby._tables.values() if t.spec.tutorial]
    assert await board.store.games.list() == []
    if not guest:
        again = board.call(caps=caps)
        await again.logs_in("Ann")
        assert "tutorial" not in await again.sees("Lobby>")


async def test_the_caller_may_do_otherwise_and_is_coached_all_the_same(board: Board) -> None:
    for number in range(6):
        choice = random.Random(number)
        caller, table = await begun(board, PLAIN80, guest=True)
        for _ in range(40):
            decision = table.decision
            if decision is None or table.view(None).turn > 1:
                break
            assert len(coach(table.view(None), decision)) == 2
            await answer(caller, table, choice.choice(decision.keys()))
        assert "Something broke" not in caller.read
        await caller.drops()


def test_advice_is_on_offer_and_in_words_at_every_question_of_random_games() -> None:
    met: set[str] = set()
    for number in range(25):
        choice = random.Random(number)
        options = Options(per_player=1 + number % 3)
        game = Game.new(Setup(("Ann",), options), b"advice %d" % number)
        for _ in range(250):
            decision = game.decision
            if decision is None:
                break
            view = game.view(decision.seat)
            met.add(decision.kind)
            assert decision.offers(suggestion(view, decision))
            told = coach(view, decision)
            assert all(line and "{" not in line for line in told)
            game.decide(choice.choice(decision.keys()), seat=decision.seat)
    assert len(met) >= 25


def test_the_dice_are_the_same_for_everybody() -> None:
    first, second = (
        Game.new(Setup((name,), Options(per_player=1)), TUTORIAL_SEED) for name in ("Ann", "Bob")
    )
    for key in ("pick:joe_diamond", "split:5:5"):
        first.decide(key, seat=0)
        second.decide(key, seat=0)
    assert first.view(0).gates == second.view(0).gates


async def test_hint_repeats_the_advice_and_help_explains(board: Board) -> None:
    caller, table = await begun(board, PLAIN80, guest=True)
    await caller.types("hint", "Guide: ", "My advice: type 3, Joe Diamond")
    await answer(caller, table, "pick:joe_diamond")
    await answer(caller, table, "split:5:5")
    await until(lambda: table.decision is not None and table.decision.kind == "arrow")
    await settle()
    await caller.types("map", "Train")
    await caller.types("concede", "concede is for a real table")
    await caller.types("help all", "hint")


def test_bug_the_number_that_the_guide_names_counts_as_shown() -> None:
    game = Game.new(Setup(("Ann",), Options(per_player=1)), bytes(16))
    decision, view = game.decision, game.view(0)
    assert decision is not None
    room = TutorialRoom.__new__(TutorialRoom)
    room.shown = Shown()
    room.asked = lay_out(decision, {})
    advised = suggestion(view, decision)
    number = next(one.number for one in room.asked.choices if one.key == advised)
    assert number not in room.shown
    assert f"type {number}, " in room.advice(view, decision)[1]
    assert number in room.shown


@VIEWS
async def test_bug_enter_where_there_is_no_default_gets_the_sentence_and_then_the_question(
    board: Board, caps: Capabilities
) -> None:
    caller, _ = await begun(board, caps, guest=True)
    for _ in range(2):
        await settle()
        seen = len(caller.read)
        await caller.types("", "Nothing is taken for granted here", "again.")
        await settle()
        assert "will you be?" not in caller.read[seen:]
        await caller.types("", "will you be?", "Harvey Walters")
    await caller.types("", "again.")
    await caller.types("hint", "My advice:")
    await caller.types("", "Nothing is taken for granted here")


@pytest.mark.parametrize("name", [command.name for command in LESSON])
async def test_every_command_of_the_tutorial_answers(board: Board, name: str) -> None:
    caller, _ = await begun(board, PLAIN80, guest=True)
    if name in ("leave", "bug", "settings"):
        await caller.types(name, "> " if name == "leave" else ": " if name != "bug" else "?")
    else:
        await caller.types("help " + name, "Usage:", "Example:", "> ")
    assert "Something broke" not in caller.read


async def test_a_dropped_line_leaves_no_table_behind(board: Board) -> None:
    caller, _ = await begun(board, PLAIN80, guest=False)
    await caller.drops()
    assert not [t for t in board.lobby._tables.values() if t.spec.tutorial]
    again = board.call()
    await again.logs_in("Ann")
    await again.sees("Lobby>")
    await again.types("tutorial", "your guide", "will you be?")
    taken_over = board.call(door="ssh")
    await taken_over.logs_in("Ann")
    await taken_over.sees("Lobby>")
    assert "Something broke" not in taken_over.read
    await again.ends()


async def test_a_guest_who_took_the_tutorial_registers_in_the_same_session(board: Board) -> None:
    caller, _ = await begun(board, LINEAR, guest=True)
    assert "tutorial" in await caller.types("leave", "Back in", "Lobby>"), "left half-way"
    await caller.types("register", "Name:")
    await caller.types("Dora", "Password:")
    await caller.types("a lamp in the fog", "Once more:")
    await caller.types("a lamp in the fog", "Welcome", "Lobby>")
    assert [person.handle for person in board.lobby.who()] == ["Dora"]
    await caller.types("", "tutorial: a guided first turn", "games:")


def test_weapons_are_advised_by_the_chances_on_offer() -> None:
    """No other set on offer kills more surely, whoever fights whatever with whatever."""
    compared = better = 0
    for number in range(60):
        choice = random.Random(number)
        game = Game.new(Setup(("Ann",), Options(per_player=1)), b"arms %d" % number)
        for _ in range(150):
            decision = game.decision
            if decision is None:
                break
            view = game.view(decision.seat)
            if decision.kind == "attack_items":
                advised = odds_of(view, decision, suggestion(view, decision)).chance(*KILLED)
                offers = [odds_of(view, decision, key).chance(*KILLED) for key in decision.keys()]  # noqa: SIM118
                assert advised == max(offers[:64])
                compared += 1
                better += advised > odds_of(view, decision, cautious_answer(view, decision)).chance(
                    *KILLED
                )
            keys = decision.keys()
            game.decide("fight" if "fight" in keys else choice.choice(keys), seat=decision.seat)
    assert compared > 20
    assert better, "careful advice was never improved on; the test proves little"


@VIEWS
async def test_a_command_of_other_tables_hears_why_it_is_none_here(
    board: Board, caps: Capabilities
) -> None:
    caller, table = await begun(board, caps, guest=True)
    before = table.decision
    for word in ("trade", "trade joe give $1", "pause"):
        await caller.types(word, f"{word.split()[0]} is for a real table:")
    assert table.decision == before


@VIEWS
@pytest.mark.parametrize("line", ["take back", "Take it back"])
async def test_take_back_in_two_words_is_takeback(
    board: Board, caps: Capabilities, line: str
) -> None:
    caller, table = await begun(board, caps, guest=True)
    first = table.decision
    await answer(caller, table, suggestion(table.view(None), first))  # type: ignore[arg-type]
    assert table.decision != first
    start = len(caller.read)
    await caller.types(line)
    await until(lambda: "takes back" in " ".join(caller.read[start:].split()))
    assert table.decision is not None
    assert first is not None
    assert table.decision.kind == first.kind
