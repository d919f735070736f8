"""A board without xterm.js: everything but the web door works, and the start says why."""

from __future__ import annotations

import pytest

from arkham_bbs.doors.web import pages
from tests.doors.clients import RawClient
from tests.web.conftest import StartBoard


@pytest.fixture(autouse=True)
def _assets() -> None:
    """These tests want none."""


async def test_the_other_doors_open_and_the_start_says_why(
    start_board: StartBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "VENDOR_FILES", ("nowhere.js",))
    board = await start_board()
    assert "web" not in board.ports()
    assert "Browser  closed: nowhere.js not found; ./scripts/fetch-web-assets" in board.notice()
    caller = await RawClient.connect(board.settings.telnet_port)
    await caller.expect(b"Your name: ")
    await caller.close()
