"""The page in a real browser: register, play, resize, drop and return, phone, themes, text.

With ARKHAM_TEST_PICTURES=1 the pictures in docs/gallery are taken again.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arkham_bbs.lobby.live import Table
from arkham_bbs.server.board import Server
from tests.web.browser import CHROMIUM, WAIT_S, Browser, Page, browser
from tests.web.conftest import PASSWORD

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    async with browser() as found:
        yield found


async def picture(page: Page, name: str) -> None:
    if os.environ.get("ARKHAM_TEST_PICTURES"):
        await asyncio.sleep(0.4)
        await page.picture(GALLERY / f"web-{name}.png")


async def opened(
    chromium: Browser,
    board: Server,
    width: int,
    height: int,
    *,
    phone: bool = False,
    path: str = "",
) -> Page:
    assert board.doors is not None
    assert board.doors.web is not None
    page = await chromium.page(touch=phone)
    await page.size(width, height, mobile=phone)
    await page.go(f"http://127.0.0.1:{board.doors.web.port}/{path}")
    return page


async def register(page: Page, name: str) -> None:
    await page.sees("Your name:")
    await page.type("new")
    await page.sees("Name:")
    await page.type(name)
    await page.sees("Password:")
    await page.type(PASSWORD)
    await page.sees("Once more:")
    await page.type(PASSWORD)
    await page.sees("Lobby>")


def only_table(board: Server) -> Table:
    return board.lobby.table(board.lobby.tables()[0].table)


async def play(page: Page, table: Table, turns: int) -> None:
    """Answer what is asked, by typing, till so many turns are over."""
    async with asyncio.timeout(WAIT_S * 4):
        while (view := table.view(None)) is not None and view.turn <= turns:
            decision = table.decision
            assert decision is not None, "a new game is not over after a turn or two"
            keys = [o.key for o in decision.options if not o.key.startswith(("taxi", "whistle"))]
            key = decision.default or keys[0]
            await page.until(f"window.arkham.decision() === {decision.number}")
            await page.type(key)
            await answered(table, decision.number)


async def answered(table: Table, number: int) -> None:
    async with asyncio.timeout(WAIT_S):
        while table.decision is not None and table.decision.number == number:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def clean(page: Page, board: Server) -> None:
    """The page broke nothing of its own policy and asked nobody else for anything."""
    assert board.doors is not None
    assert board.doors.web is not None
    assert page.complaints == []
    ours = f"http://127.0.0.1:{board.doors.web.port}/"
    assert [url for url in page.requests if not url.startswith((ours, "data:"))] == []


async def test_register_play_resize_drop_and_return(chromium: Browser, board: Server) -> None:
    page = await opened(chromium, board, 1280, 800)
    await page.sees("Your name:")
    await picture(page, "welcome")
    await register(page, "Ann")
    await page.type("create Fog seats=1")
    await page.sees("who will you be?")
    table = only_table(board)
    assert table.decision is not None

    # An answer by a click on it.
    number = table.decision.number
    x, y = await page.run(
        """(() => {
          const rows = [...document.querySelectorAll('.xterm-rows > div')];
          const row = rows.find((one) => /\\b1 \\S+ \\S+ +2 /.test(one.textContent));
          const at = row.textContent.indexOf('1 ');
          const box = row.getBoundingClientRect();
          const cell = document.querySelector('.xterm-screen').getBoundingClientRect().width
            / Number(window.arkham.columns());
          return [box.left + (at + 2.5) * cell, box.top + box.height / 2];
        })()"""
    )
    await page.click(x, y)
    await answered(table, number)
    await page.run("document.querySelector('.xterm-helper-textarea').focus()")
    await play(page, table, 1)
    await page.sees("Doom")
    await picture(page, "desktop")

    # Another size keeps what is half-typed, and the page's title tells whose turn it is.
    await page.type("loo", enter=False)
    await page.sees("> loo")
    before = await page.run("window.arkham.columns()")
    await page.size(760, 620)
    await page.until(f"window.arkham.columns() < {before}")
    await page.sees("> loo", "Doom")
    columns = await page.run("window.arkham.columns()")
    call = next(iter(board.switchboard.calls.values()))
    async with asyncio.timeout(WAIT_S):
        while call.terminal.caps.columns != columns:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await page.size(1280, 800)
    await page.sees("> loo")
    await page.until("document.title.includes('Your turn')")

    # The line drops without a word; the page comes back by itself, to the same session.
    assert board.doors is not None
    assert board.doors.web is not None
    session = call.origin.session_id
    link = next(iter(board.doors.web.office._calls)).wire.link
    assert link is not None
    link._abort()
    await page.until("document.getElementById('status').textContent.includes('back')")
    await page.sees("> loo", "Doom")
    assert list(board.switchboard.calls) == [session]

    # So does a page that is loaded again.
    await page.call("Page.reload")
    await page.sees("> loo", "Doom")
    assert list(board.switchboard.calls) == [session]
    await page.key("c", code=67, modifiers=2)
    await play(page, table, 2)
    clean(page, board)

    # What is pasted waits for Enter.
    await page.run("window.arkham.paste('say one\\nsay two')")
    await page.sees("> say one say two")
    await page.key("c", code=67, modifiers=2)
    await page.type("leave")
    await page.sees("Lobby>")
    await page.type("quit")
    await page.until("!document.getElementById('over').hidden")
    await page.press("#again")
    await page.sees("Your name:")
    clean(page, board)


async def test_the_keyboard_is_never_trapped(chromium: Browser, board: Server) -> None:
    page = await opened(chromium, board, 1280, 800)
    await page.sees("Your name:")
    inside = "document.activeElement.classList.contains('xterm-helper-textarea')"
    assert await page.run(inside)
    await page.key("Tab", code=9, modifiers=8)
    assert not await page.run(inside), "Shift and Tab leave the terminal"
    assert await page.run("document.activeElement.id") == "about-open"
    await page.run("document.querySelector('.xterm-helper-textarea').focus()")
    await page.key("F6", code=117)
    assert not await page.run(inside), "so does F6"
    await page.press("#field")
    assert await page.run("document.activeElement.id") == "line"
    await page.key("Tab", code=9)
    assert await page.run("document.activeElement.type") == "submit", "Tab is Tab in the field"


async def test_the_text_view_is_a_live_log_with_a_labelled_field(
    chromium: Browser, board: Server
) -> None:
    page = await opened(chromium, board, 1000, 700, path="?view=text")
    await page.sees("[Your name:]")
    await register(page, "Bob")
    shown = await page.shown()
    assert PASSWORD not in shown
    assert "\u2588" not in shown, "no drawing"
    await page.type("create Mist seats=1")
    await page.sees("who will you be?")
    table = only_table(board)
    assert table.decision is not None
    number = table.decision.number
    await page.until("document.querySelectorAll('#options button').length > 1")
    await page.press("#options button")
    await answered(table, number)
    await play(page, table, 1)
    await page.type("where")
    await page.sees("Vincent Lee:")
    await picture(page, "text")
    tree = await page.call("Accessibility.getFullAXTree")
    found = {
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in tree["nodes"]
        if not node.get("ignored")
    }
    assert ("log", "What happens") in found
    fields = [name for role, name in found if role == "textbox"]
    assert fields, "the field has a name"
    assert all(fields)
    assert [name for role, name in found if role == "button" and not name] == []
    clean(page, board)

    # The same session as a terminal, and back: nothing of one view gets into the other.
    await page.press("#view")
    await page.sees("A  R  K  H  A  M", "Doom")
    await page.press("#view")
    await page.until("document.getElementById('log').childElementCount > 2")
    shown = await page.shown()
    assert "\u2550" not in shown
    assert "\u2551" not in shown


async def test_a_password_is_hidden_in_the_field(chromium: Browser, board: Server) -> None:
    page = await opened(chromium, board, 1000, 700, path="?view=text")
    await page.sees("[Your name:]")
    await page.type("Nobody")
    await page.until("document.getElementById('line').type === 'password'")
    await page.type("not the word")
    await page.until("document.getElementById('line').type === 'text'")
    assert "not the word" not in await page.shown()


async def test_on_a_phone(chromium: Browser, board: Server) -> None:
    page = await opened(chromium, board, 390, 844, phone=True)
    await page.sees("Your name:")
    assert await page.run("document.activeElement.id") == "line"
    field = await page.run(
        """(() => {
          const field = document.getElementById('line');
          return [field.autocomplete, field.getAttribute('autocorrect'),
                  field.autocapitalize, field.spellcheck];
        })()"""
    )
    assert field == ["off", "off", "none", False], "phones must not improve what is typed (B27)"
    assert await page.run("document.documentElement.scrollWidth <= innerWidth"), (
        "nothing sticks out"
    )
    assert await page.run("window.arkham.columns()") >= 40
    await register(page, "Kit")
    await page.type("create Rain seats=1")
    await page.sees("the west side", "who will you be?")
    table = only_table(board)
    assert table.decision is not None
    number = table.decision.number
    await page.press("#options button")
    await answered(table, number)
    await play(page, table, 1)
    await picture(page, "phone")

    # The keyboard comes up: less room, the same game.
    await page.size(390, 480, mobile=True)
    await page.sees("Doom")
    await page.size(390, 844, mobile=True)
    await page.press("#view")
    await page.until("document.getElementById('log').childElementCount > 1")
    await picture(page, "phone-text")
    clean(page, board)


@pytest.mark.parametrize("theme", ["amber", "green"])
async def test_a_theme_of_one_colour_is_one_colour(
    chromium: Browser, board: Server, theme: str
) -> None:
    page = await opened(chromium, board, 1280, 800)
    await register(page, f"Ann {theme}")
    await page.run(
        f"""(() => {{
          const choice = document.getElementById('theme');
          choice.value = '{theme}';
          choice.dispatchEvent(new Event('change'));
        }})()"""
    )
    await page.type(f"create {theme} seats=1")
    await page.sees("who will you be?")
    call = next(iter(board.switchboard.calls.values()))
    assert call.terminal.caps.colour == "16"
    await page.type("1")
    await page.sees("Doom")
    await picture(page, theme)
    await page.call("Page.reload")
    await page.sees("Doom")
    assert await page.run("document.documentElement.dataset.theme") == theme, "it is remembered"
    clean(page, board)


async def test_the_page_can_be_installed(chromium: Browser, board: Server) -> None:
    page = await opened(chromium, board, 1000, 700)
    await page.sees("Your name:")
    answer = await page.call("Page.getAppManifest")
    assert answer["errors"] == []
    assert "Arkham BBS" in answer["data"]
    await page.until("navigator.serviceWorker.ready.then((found) => Boolean(found.active))")
    wrong = await page.call("Page.getInstallabilityErrors")
    assert [
        error["errorId"]
        for error in wrong["installabilityErrors"]
        if error["errorId"] != "in-incognito"
    ] == []


async def test_the_page_shows_the_host_key_and_the_other_doors(
    chromium: Browser, board: Server
) -> None:
    page = await opened(chromium, board, 1000, 700)
    await page.sees("Your name:")
    await page.press("#about-open")
    about = await page.run("document.getElementById('about').innerText")
    assert board.host_fingerprint in about
    assert str(board.settings.ssh_port) in about
    assert str(board.settings.telnet_port) in about
    await picture(page, "about")
