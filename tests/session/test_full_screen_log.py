"""What a full screen has no room for is counted, and a refusal leaves the question in sight.

Room: session.
"""

from __future__ import annotations

import re

import pytest

from arkham_bbs.session.screens.newest import (
    log_panel,
    more_above,
)
from arkham_bbs.terminal import Capabilities, Line
from arkham_bbs.terminal.capabilities import PRESETS
from tests.session.harness import ANSI80, Board, ScriptedCaller
from tests.session.test_play import settle, until

ANSI40 = ANSI80.override({"columns": 40, "rows": 25})
SCREENS = pytest.mark.parametrize(
    "caps",
    [ANSI80, ANSI40, PRESETS["ansi"].override({"columns": 132, "rows": 43})],
    ids=["80x24", "40x25", "132x43"],
)


def rows(*texts: str) -> list[Line]:
    return [Line.of(text) for text in texts]


def test_lines_that_are_not_whole_in_sight_are_counted_beside_the_first_that_has_room() -> None:
    log = rows("One.", "Two.", "Three.", "Four.")
    found = [line.text for line in log_panel(log, 40, 2, 4)]
    assert found == ["Three." + " " * 12 + "2 more above: type log", "Four."]
    assert all(line.width <= 40 for line in log_panel(log, 40, 2, 4))


def test_where_no_row_has_room_the_count_has_a_row_of_its_own() -> None:
    log = rows("One.", *("A sentence as long as the row",) * 3)
    found = [line.text for line in log_panel(log, 30, 3, 4)]
    assert found == ["2 more above: type log", *("A sentence as long as the row",) * 2]


def test_a_row_cut_short_counts_as_missed() -> None:
    log = rows("This sentence needs quite a few rows of such a panel.", "Two.")
    assert more_above(1) in log_panel(log, 34, 2, 2)[0].text + log_panel(log, 34, 2, 2)[1].text


def test_nothing_is_counted_when_all_that_is_new_is_in_sight() -> None:
    log = rows("One.", "Two.", "Three.")
    assert [line.text for line in log_panel(log, 40, 2, 2)] == ["Two.", "Three."]
    assert log_panel(log, 40, 0, 3) == []


async def alone(board: Board, caps: Capabilities) -> ScriptedCaller:
    """Bring Ann to a game of her own, at its first question."""
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("create", "Title")
    ann.feed(b"\r")
    await until(lambda: bool(board.lobby.tables()))
    table = board.lobby.table(board.lobby.tables()[0].table)
    await until(lambda: table.decision is not None)
    await settle()
    return ann


@SCREENS
async def test_what_was_dealt_unseen_is_counted_and_log_shows_it(
    board: Board, caps: Capabilities
) -> None:
    ann = await alone(board, caps)
    table = board.lobby.table(board.lobby.tables()[0].table)
    missed = None
    for _ in range(200):
        missed = next(filter(None, map(COUNT.search, ann.screen())), None)
        if missed:
            break
        decision = table.decision
        assert decision is not None
        ann.feed((decision.default or decision.keys()[0]).encode() + b"\r")
        await until(lambda was=decision: table.decision != was)
        await settle()
    assert missed, "nothing was ever missed"
    told = [entry.text for entry in await board.store.history.last(table.id, int(missed[1]))]
    flat = re.sub(r"\s+", " ", await ann.runs("log"))
    assert [text for text in told if re.sub(r"\s+", " ", text) not in flat] == []
    await settle()
    assert not any(map(COUNT.search, ann.screen()))


COUNT = re.compile(r"(\d+) more above: type log")


@SCREENS
async def test_a_refusal_stands_whole_above_the_question(board: Board, caps: Capabilities) -> None:
    ann = await alone(board, caps)
    await ann.types("xyzzy plugh", "I cannot read")
    await settle()
    text = "\n".join(ann.screen())
    assert "goes back --" not in text
    at = text.index("I cannot read")
    assert "this moment." in re.sub(r"\n +", " ", text[at:])
    assert "will you be?" in re.sub(r"\n +", " ", text[at:])
    told = text[at:].split("moment.")[0].split("\n")
    assert all(row.startswith("  ") for row in told[1:]), "a row begins in mid-sentence"


async def test_a_refusal_of_three_rows_is_whole_and_the_question_stays(board: Board) -> None:
    ann = await alone(board, ANSI40)
    await ann.types("harvey", "choose the second")
    await ann.types("joe", "how do you share")
    await ann.types("5", "was not in your list")
    await settle()
    text = re.sub(r"\s+", " ", " ".join(ann.screen()))
    assert "or options for all." in text
    assert "Harvey Walters: how do you" in text
