"""A number that was in no list is explained before it is taken. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.game.board import is_location
from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.game import Game
from arkham_bbs.lobby.live import Table
from arkham_bbs.session.answering import read_answer
from arkham_bbs.session.asked import lay_out, ordered_keys
from arkham_bbs.session.shown import (
    TAKEN_BACK_FREELY,
    Shown,
    numbers_in,
    unseen_choice,
    unseen_default,
)
from arkham_bbs.session.table_telling import unlisted_words
from arkham_bbs.terminal import Capabilities, Line, Span
from tests.session.asked import asked_at_a_table, standing_at
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import answer, settle, two_at_a_table, until

LINES = pytest.mark.parametrize("caps", [PLAIN80, NARROW40, LINEAR], ids=lambda c: c.name)


async def to_a_walk(board: Board, caps: Capabilities) -> tuple[ScriptedCaller, Table, Decision]:
    """Play until Ann is asked where to go and may walk to a street square."""
    ann, bob, table = await two_at_a_table(board, caps)
    for _ in range(600):
        decision = table.decision
        assert decision is not None
        if decision.kind == "move" and decision.seat == 0 and street(decision):
            return ann, table, decision
        await answer((ann, bob)[decision.seat], table, decision.default or decision.keys()[0])
    raise AssertionError("nobody could walk")


def street(decision: Decision) -> int:
    """Return the number of the first street square on foot, 0 when there is none."""
    for number, key in enumerate(ordered_keys(decision), 1):
        if key.startswith("walk:") and not is_location(key.removeprefix("walk:")):
            return number
    return 0


@LINES
async def test_a_hidden_number_is_explained_first_and_taken_the_second_time(
    board: Board, caps: Capabilities
) -> None:
    ann, table, decision = await to_a_walk(board, caps)
    number = street(decision)
    await ann.types(str(number), f"{number} was not shown", "Walk to", "again")
    assert table.decision == decision
    ann.feed(f"{number}\r".encode())
    await until(lambda: table.decision is None or table.decision.number != decision.number)


async def test_a_number_listed_by_options_is_taken_at_once(board: Board) -> None:
    ann, table, decision = await to_a_walk(board, PLAIN80)
    await ann.runs("options")
    ann.feed(f"{street(decision)}\r".encode())
    await until(lambda: table.decision is None or table.decision.number != decision.number)
    assert "was not shown" not in ann.read


async def test_a_number_on_the_map_of_a_full_screen_is_taken_at_once(board: Board) -> None:
    ann, table, decision = await to_a_walk(board, ANSI80)
    ann.feed(f"{street(decision)}\r".encode())
    await until(lambda: table.decision is None or table.decision.number != decision.number)


def test_only_what_is_marked_as_a_number_counts_as_shown() -> None:
    row = Line(Span("3", "number"), " Walk 9 spaces ", Span("12", "reach"), Span("$40", "taxi"))
    assert numbers_in([row]) == {3, 12, 40}


def test_what_was_shown_is_forgotten_with_its_question() -> None:
    shown = Shown()
    shown.begin(7)
    shown.add([1, 2])
    shown.begin(7)
    assert 2 in shown
    shown.begin(8)
    assert 2 not in shown


def test_a_name_is_never_unseen_and_a_number_is() -> None:
    walks = tuple(Option(key) for key in ("stay", "walk:hospital", "walk:s0"))
    asked = lay_out(Decision(1, "move", 0, "joe_diamond", walks), {})
    shown = Shown()
    shown.add([1, 2])
    for line, unseen in (("hospital", None), ("s0", None), ("2", None), ("3", 3)):
        found = unseen_choice(asked, read_answer(asked, line), line, shown)
        assert (found.number if found else None) == unseen, line


async def test_an_unseen_number_is_taken_at_once_where_it_can_be_taken_back(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80.override({"columns": 40, "rows": 14}))
    await ann.types("solo", "will you be?", "3 more: type options")
    table = board.lobby.table(board.lobby.tables()[0].table)
    decision = table.decision
    assert decision is not None
    assert " 8 " not in ann.read.partition("will you be?")[2]
    await ann.types("8")
    await until(lambda: table.decision is None or table.decision.number != decision.number)
    await settle()
    assert "was not shown" not in ann.read
    await ann.types("takeback")
    await until(lambda: getattr(table.decision, "keys", tuple)() == decision.keys())


@pytest.mark.parametrize("kind", sorted(TAKEN_BACK_FREELY))
def test_what_is_taken_unseen_can_be_taken_back(kind: str) -> None:
    game = Game.restore(standing_at(kind))
    decision = game.decision
    assert decision is not None
    game.decide(decision.keys()[-1], seat=decision.seat)
    point = game.take_back_point(decision.seat)
    assert point is not None
    assert point[1], "a vote is needed"


def test_what_enter_takes_is_asked_again_where_it_was_not_shown() -> None:
    asked = asked_at_a_table("pay").asked
    assert asked is not None
    shown = Shown()
    unseen = unseen_default(asked, shown)
    assert unseen is not None
    assert unseen.key == "no"
    shown.add([unseen.number])
    assert unseen_default(asked, shown) is None


def test_how_the_options_without_a_line_are_seen_is_said_once() -> None:
    walk = "Also 43 street squares on foot: type options, or a name."
    assert unlisted_words(2, walk) == f"And 2 more. {walk}"
    assert unlisted_words(0, walk) == walk
    assert "2 more: type options" in unlisted_words(2, "")
    assert unlisted_words(0, "") == ""
