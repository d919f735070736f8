"""Answers typed before their question was shown are dropped; commands and chat are not."""

from __future__ import annotations

import pytest

from arkham_bbs.session.early_answers import is_bare
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80, Board
from tests.session.test_play import settle, until

EVERY = pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)


@EVERY
async def test_what_was_typed_for_another_question_answers_none(
    board: Board, caps: Capabilities
) -> None:
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    ann.feed(b"1\r\r2\rsay good evening\ryes\r1")
    await until(
        lambda: "good evening" in ann.read.partition("2\rsay")[2] or "Ann: good" in ann.read
    )
    await settle()
    assert "3 lines typed before this question were not used." in " ".join(ann.read.split())
    assert [sheet.seat for sheet in table.view(None).investigators] == [0]
    # What was not ended yet waits to be: it is typed at this question.
    await ann.types("")
    await until(lambda: len(table.view(None).investigators) == 2)


async def test_named_answers_and_commands_run_in_their_turn(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=PLAIN80)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    ann.feed(b"joe\rplayers\rgloria\r")
    await until(lambda: len(table.view(None).investigators) == 2)
    await ann.sees("plays Joe Diamond.")
    assert "not used" not in ann.read


async def test_the_same_question_keeps_what_was_typed_for_it(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=PLAIN80)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    ann.feed(b"players\r1\r")
    await until(lambda: len(table.view(None).investigators) == 1)
    assert "not used" not in ann.read


@pytest.mark.parametrize("text", ["", "1", "1 3", "#2", "$4", "yes", "N"])
def test_bare_answers(text: str) -> None:
    assert is_bare(text)


@pytest.mark.parametrize("text", ["look", "hospital", "say yes", "s20", "taxi 3", "say 1"])
def test_what_says_what_it_means_is_not_bare(text: str) -> None:
    assert not is_bare(text)


async def test_coming_back_to_a_question_keeps_what_was_typed_for_it(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=PLAIN80)
    await ann.types("solo", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    await ann.types("leave", "Lobby>")
    ann.feed(b"resume\r1\r")
    await until(lambda: len(table.view(None).investigators) == 1)
    assert "not used" not in ann.read
