"""The first evening of the README, played as it is printed. Room: session."""

from __future__ import annotations

import re
from pathlib import Path

from tests.session.harness import Board
from tests.session.test_play import answer, settle

README = Path(__file__).resolve().parents[2] / "README.md"
STEP = re.compile(r"^(\w+)> (\S+)", re.MULTILINE)


async def test_the_first_evening_of_the_readme_can_be_played(board: Board) -> None:
    block = README.read_text(encoding="utf-8").partition("A first evening")[2].partition("The game")
    steps = STEP.findall(block[0])
    assert [typed for _, typed in steps][:2] == ["tutorial", "create"]
    ann = await board.newcomer("Ann")
    await ann.types("create", "Enter alone begins a solo game", "Title")
    await ann.types("", "will you be?")
    table = board.lobby.table(board.lobby.tables()[0].table)
    for _, typed in steps[2:]:
        if typed == "sheet":
            # What comes between is summed up in the line before.
            while (asked := table.decision) is not None and asked.kind != "move":
                await answer(ann, table, asked.default or asked.keys()[0])
        await settle()
        before = table.decision
        said = await ann.runs(typed)
        assert "I cannot read" not in said, typed
        assert "Something broke" not in said, typed
        if typed in ("joe", "gloria", "3"):
            assert table.decision != before
        if typed == "sheet":
            assert "Items:" in said
    assert [row.title for row in board.lobby.tables()] == ["Ann alone"]
