"""``log`` tells what happened, as far back as one asks, and nothing else. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.lobby.live import Table
from arkham_bbs.session.screens.newest import Reply
from arkham_bbs.session.scrollback import Scrollback
from arkham_bbs.terminal import Line
from arkham_bbs.terminal.pager import PAGE_PROMPT
from tests.session.harness import ANSI80, Board, ScriptedCaller
from tests.session.test_play import answer, settle, two_at_a_table


async def play(table: Table, callers: tuple[ScriptedCaller, ...], answers: int) -> None:
    for _ in range(answers):
        decision = table.decision
        assert decision is not None
        await answer(callers[decision.seat], table, decision.default or decision.keys()[0])


def flat(text: str) -> str:
    """Return text without blanks and the prompts of a pager: rows may be broken anywhere."""
    return "".join(text.replace(PAGE_PROMPT, "").split())


async def test_after_a_return_log_goes_back_as_far_as_it_is_asked(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await play(table, (ann, bob), 40)
    await ann.drops()
    back = board.call()
    await back.logs_in("Ann")
    await back.sees("Lobby>")
    await back.types("resume", "Fog")
    await play(table, (back, bob), 4)
    await bob.types("say hello from Bob")
    await back.sees("hello from Bob")
    await table.settled()
    told = [entry.text for entry in await board.store.history.last(table.id, 10_000)]
    told = [flat(text) for text in told if text]
    assert len(told) > 60
    text = flat(await back.runs("log 1000"))
    assert "Thesearethelast" not in text
    at = 0
    for line in told:
        assert line in text[at:], line
        at = text.index(line, at) + len(line)
    assert text.count("hellofromBob") == 1
    assert text.count(told[0]) == 1
    text = flat(await back.runs(f"log {len(told) - 1}"))
    assert told[2] in text
    assert told[0] not in text


async def test_more_lines_than_are_shown_at_once_are_refused_in_words(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arkham_bbs.session.table_course.MOST_LINES", 10)
    ann, bob, table = await two_at_a_table(board)
    await play(table, (ann, bob), 12)
    text = flat(await ann.runs("log 11"))
    assert "Thesearethelast10lines;exportreportshowsthewholegame." in text
    assert "Thesearethelast" not in flat(await ann.runs("log 10"))
    assert "Howmanylines?" in flat(await ann.runs("log everything"))


async def test_what_answered_a_typed_line_is_no_part_of_the_log(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board, ANSI80)
    await play(table, (ann, bob), 10)
    await ann.types("clock")
    ann.feed(b"mo\t\t")
    await ann.sees("monsters")
    ann.feed(b"\x15")
    await ann.types("xyzzy plugh", "I cannot read")
    await settle()
    assert "I cannot read" in "\n".join(ann.screen())
    page = (await ann.runs("log")).partition("goes back --")[0]
    assert "begins with strength" in page
    assert "I cannot read" not in page
    assert "monsters" not in page


def test_an_answer_to_a_typed_line_is_not_counted_as_news() -> None:
    log = Scrollback(10)
    log.extend([Line("One."), Reply("No."), Line("Two.")])
    assert (log.total, log.added) == (2, 3)
    assert log.happened(10) == [Line("One."), Line("Two.")]
    assert log.happened(1) == [Line("Two.")]


def test_what_is_whole_begins_with_the_first_answer_that_is_kept() -> None:
    log = Scrollback(3)
    assert log.whole_since() is None
    log.append(Line("Before."))
    log.begin(4)
    log.append(Line("Four."))
    assert log.whole_since() == (4, [Line("Four.")])
    log.begin(4)
    log.extend([Line("Four again."), Reply("No.")])
    assert log.whole_since() == (4, [Line("Four."), Line("Four again.")])
    log.begin(5)
    log.append(Line("Five."))
    assert log.whole_since() == (5, [Line("Five.")])
    log.break_off()
    assert log.whole_since() is None
