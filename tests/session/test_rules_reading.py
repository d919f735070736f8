"""``rules``: one page when it is clear, a choice when it is not; help names rule ids that work."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal import Capabilities
from tests.session.harness import LINEAR, NARROW40, PLAIN80, Board, ScriptedCaller
from tests.session.test_table_commands import solo_at

VIEWS = pytest.mark.parametrize("caps", [PLAIN80, NARROW40, LINEAR], ids=lambda c: c.name)


async def caller(board: Board, caps: Capabilities = PLAIN80) -> ScriptedCaller:
    return await board.newcomer("Ann", caps=caps)


@VIEWS
async def test_a_topic_a_card_and_a_rule_id_each_show_their_page(
    board: Board, caps: Capabilities
) -> None:
    ann = await caller(board, caps)
    for typed, *wanted in (
        ("rules sneak", "Sneaking", "SNEAK-4", "See also"),
        ("rules shotgun", "Shotgun", "Two hands"),
        ("rules ghoul", "Ghoul"),
        ("rules SNEAK-4", "SNEAK-4:", "one die"),
        ("rules sneak-4", "SNEAK-4:"),
        ("rules OPT-4", "OPT-4"),
        ("rules yuggoth", "Yuggoth"),
        ("rules zzyzx", "No page tells of"),
    ):
        text = " ".join((await ann.runs(typed)).split())
        for part in wanted:
            assert part in text, f"{typed}: {text}"
    assert max(map(len, ann.read.split("\n"))) <= caps.columns


@VIEWS
async def test_the_list_of_topics_fits_and_leads_to_a_page(
    board: Board, caps: Capabilities
) -> None:
    ann = await caller(board, caps)
    ann.feed(b"rules\r")
    assert "Sneaking" in await ann.turns_pages_to("Which page?")
    assert max(map(len, ann.read.split("\n"))) <= caps.columns
    await ann.types("gates", "Gates", "See also", "Lobby>")


async def test_the_whole_command_typed_at_the_list_of_topics_opens_its_page(board: Board) -> None:
    ann = await caller(board)
    ann.feed(b"rules\r")
    await ann.turns_pages_to("Which page?")
    await ann.types("rules gates", "\nGates", "See also", "Lobby>")


async def test_a_word_that_several_pages_share_offers_a_choice(board: Board) -> None:
    ann = await caller(board)
    await ann.types("rules card", "in 2 pages", " 1. ", "Which one?")
    await ann.types("2", "See also", "Lobby>")
    await ann.types("rules mo", "Which one?")
    await ann.types("", "Lobby>")


async def test_a_word_that_is_only_in_the_text_finds_its_pages(board: Board) -> None:
    ann = await caller(board)
    await ann.types("rules whistle in the move", "in 3 pages", "Taxi Whistle", "Which one?")
    await ann.types("2", "Taxi Whistle", "Lobby>")


async def test_help_at_a_question_names_rules_that_rules_explains(board: Board) -> None:
    ann, _ = await solo_at(board, PLAIN80, "move")
    text = " ".join((await ann.runs("?")).split())
    assert "Worth a thought:" in text
    assert "Rules: MOVE-" in text
    rule = text.partition("Rules: ")[2].split()[0]
    assert f"{rule}:" in await ann.runs(f"rules {rule}")
