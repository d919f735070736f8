"""A page that is read at a full screen stays, whatever others say meanwhile. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.lobby import ClockWarning
from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, Board, ScriptedCaller
from tests.session.test_full_screen_log import ANSI40
from tests.session.test_play import settle, two_at_a_table, until

SCREENS = pytest.mark.parametrize("caps", [ANSI80, ANSI40], ids=["80x24", "40x25"])


async def reading(board: Board, caps: Capabilities, what: str) -> tuple[ScriptedCaller, ...]:
    """Bring two to a table; the first has a page open."""
    ann, bob, _ = await two_at_a_table(board, caps)
    await settle()
    assert ann.terminal.in_dashboard
    ann.feed(what.encode() + b"\r")
    await until(lambda: any(row.startswith("-- ") for row in ann.screen()))
    await settle()
    return ann, bob


@SCREENS
@pytest.mark.parametrize("what", ["map legend", "help all"])
async def test_bug_talk_leaves_the_page_that_is_read(
    board: Board, caps: Capabilities, what: str
) -> None:
    ann, bob = await reading(board, caps, what)
    page = ann.screen()
    await bob.types("say hi there")
    board.lobby.chat.broadcast("Wilbur", "Tea is ready.")
    await settle()
    assert ann.screen() == page
    for _ in range(40):
        if ann.terminal.in_dashboard:
            break
        ann.feed(b"\r")
        await settle()
    await settle()
    assert ann.screen()[-1].startswith("You>")
    told = await ann.runs("log")  # 40 columns have no room for both beside the game
    assert "Bob: hi there" in told
    assert "Tea is ready." in told
    ann.feed(b"xyz")
    await settle()
    assert ann.screen()[-1].endswith("xyz")


@SCREENS
async def test_what_cannot_wait_stands_above_the_prompt_of_the_page(
    board: Board, caps: Capabilities
) -> None:
    ann, _ = await reading(board, caps, "help all")
    prompt = next(row for row in reversed(ann.screen()) if row)
    text = "The board closes in 30 seconds; every game is kept."
    board.lobby.chat.broadcast("Wilbur", text, urgent=True)
    await settle()
    shown = [row for row in ann.screen() if row]
    assert shown[-1] == prompt
    assert " ".join(shown[-3:-1]).endswith(f"The board (Wilbur): {text}")
    assert not ann.terminal.in_dashboard


async def test_who_reads_hears_that_the_own_time_runs_out(board: Board) -> None:
    ann, _ = await reading(board, ANSI80, "help all")
    presence = board.lobby.presences.by_handle("Ann")
    assert presence is not None
    table = board.lobby.tables()[0].table
    presence.notices.put(ClockWarning(table, 0, 0, "Ann", 1, 60))
    await settle()
    shown = [row for row in ann.screen() if row]
    assert shown[-1].startswith("-- ")
    assert shown[-2] == "You have 1 minute left for this decision. Half the time is gone."
    assert shown.count(shown[-2]) == 1
