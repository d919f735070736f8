"""A line that drops: the same session, the same prompt, by a token that is good once (D4, D6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from arkham_bbs.server.board import Server
from tests.web.conftest import PASSWORD, WAIT_S, StartBoard, WebCaller


async def until(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not check():  # noqa: ASYNC110 - the board has no event for this
            await asyncio.sleep(0.01)


def waiting(board: Server) -> int:
    """Count the calls that wait for their page."""
    assert board.doors is not None
    assert board.doors.web is not None
    return sum(1 for call in board.doors.web.office._calls if call.is_waiting)


async def test_the_half_typed_line_is_there_again_and_goes_on(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.sees("Your name:")
    await ann.types("new", "Name:")
    await ann.keys("Rand")
    await ann.sees("Name: Rand")
    token, received = ann.token, ann.received
    await ann.drop()
    await until(lambda: waiting(board) == 1)

    again = await WebCaller.call(board, token=token, received=received)
    welcome = await again.hears("welcome")
    assert welcome["resumed"] is True
    assert welcome["reset"] is False, "nothing was missed, so nothing is painted again"
    assert again.raw == b""
    await again.keys("olph\r")
    await again.sees("Password:")
    await again.types(PASSWORD, "Once more:")
    await again.types(PASSWORD, "Welcome to Arkham, Randolph")


async def test_what_was_missed_arrives_exactly_once(board: Server) -> None:
    ann, bob = await WebCaller.call(board), await WebCaller.call(board)
    await ann.registers("Ann")
    await bob.registers("Bob")
    await ann.keys("who i")
    await ann.sees("Lobby> who i")
    await ann.drop()
    await until(lambda: waiting(board) == 1)
    await bob.types("tell Ann The lamps are out.")
    await bob.sees("lamps are out")

    again = await WebCaller.call(board, token=ann.token, received=ann.received)
    shown = await again.sees("The lamps are out.")
    assert shown.count("The lamps are out.") == 1
    assert shown.splitlines()[-1] == "Lobby> who i", "the half-typed line stands below the news"


async def test_a_page_that_was_loaded_again_gets_its_screen_and_prompt(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.keys("create F")
    await ann.sees("Lobby> create F")
    await ann.drop()
    again = await WebCaller.call(board, token=ann.token, received=-1)
    assert (await again.hears("welcome"))["reset"] is True
    shown = await again.sees("Welcome to Arkham, Ann", "Lobby> create F")
    assert shown.splitlines()[-1] == "Lobby> create F"
    assert b"\x1b[?2004h" in again.raw, "pasting is bracketed again"


async def test_the_dashboard_is_painted_again_with_what_was_half_typed(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.types("create Fog seats=1", "who will you be?")
    await ann.keys("glor")
    await ann.sees("You> glor")
    await ann.drop()
    again = await WebCaller.call(board, token=ann.token, received=-1)
    shown = await again.sees("A  R  K  H  A  M", "who will you be?", "You> glor")
    assert shown.splitlines()[-1].startswith("You> glor")
    options = [frame for frame in again.heard("gmcp") if frame["name"] == "Game.Options"]
    assert options[-1]["data"]["options"], "the page's buttons come back too"
    await again.keys("ia\r")
    await again.sees("Gloria")


async def test_another_size_after_coming_back_lays_the_screen_out_again(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.types("create Fog seats=1", "who will you be?")
    await ann.drop()
    again = await WebCaller.call(board, token=ann.token, received=ann.received, columns=40, rows=30)
    await again.sees("the west side", "who will you be?")


async def test_a_token_is_good_once(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    token = ann.token
    await ann.drop()
    again = await WebCaller.call(board, token=token, received=ann.received)
    assert (await again.hears("welcome"))["resumed"] is True
    thief = await WebCaller.call(board, token=token)
    assert (await thief.hears("welcome"))["resumed"] is False
    await thief.sees("That line is gone", "Your name:")
    await again.types("", "Lobby>")
    assert again.code is None, "the rightful caller is not disturbed"


async def test_of_two_pages_with_one_token_exactly_one_gets_the_call(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    token = ann.token
    await ann.drop()
    pages = await asyncio.gather(*(WebCaller.call(board, token=token) for _ in range(6)))
    welcomes = [(await page.hears("welcome"))["resumed"] for page in pages]
    assert welcomes.count(True) == 1


async def test_an_old_token_dies_when_the_newer_one_is_used(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.hears("token", 2)
    first, second = (frame["token"] for frame in ann.heard("token")[:2])
    assert first != second
    await ann.drop()
    again = await WebCaller.call(board, token=second)
    assert (await again.hears("welcome"))["resumed"] is True
    late = await WebCaller.call(board, token=first)
    assert (await late.hears("welcome"))["resumed"] is False


async def test_a_new_line_takes_over_from_one_the_server_believes_alive(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    again = await WebCaller.call(board, token=ann.token, received=ann.received)
    assert await ann.closes() == 4001
    await again.types("who", "Ann")


async def test_after_the_grace_time_the_token_still_opens_a_session(
    start_board: StartBoard,
) -> None:
    board = await start_board(web_return_s=5)
    assert board.doors is not None
    assert board.doors.web is not None
    board.doors.web.office.grace_s = 0.05
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.hears("token", 2)
    await ann.drop()
    await until(lambda: not board.switchboard.calls)
    again = await WebCaller.call(board, token=ann.token)
    assert (await again.hears("welcome"))["resumed"] is False, "the session is a new one"
    await again.sees("Arkham greets you, Ann.", "Lobby>")


async def test_a_guest_has_nothing_to_come_back_to_after_the_grace_time(board: Server) -> None:
    assert board.doors is not None
    assert board.doors.web is not None
    board.doors.web.office.grace_s = 0.05
    guest = await WebCaller.call(board)
    await guest.sees("Your name:")
    await guest.types("guest", "Lobby>")
    await guest.drop()
    await until(lambda: not board.switchboard.calls)
    again = await WebCaller.call(board, token=guest.token)
    await again.sees("That line is gone", "Your name:")


async def test_who_leaves_leaves_no_token_behind(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.hears("token", 2)
    await ann.types("quit")
    assert await ann.closes() == 4000
    await until(lambda: not board.switchboard.calls)
    again = await WebCaller.call(board, token=ann.token)
    await again.sees("That line is gone", "Your name:")


async def test_hanging_up_ends_the_session_at_once(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.tell("hangup")
    assert await ann.closes() == 4000
    await until(lambda: not board.switchboard.calls)


async def test_a_line_nobody_ever_typed_on_is_not_kept(board: Server) -> None:
    idle = await WebCaller.call(board)
    await idle.sees("Your name:")
    await idle.drop()
    await until(lambda: not board.switchboard.calls)


async def test_a_ban_reaches_those_who_are_away(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.drop()
    await until(lambda: waiting(board) == 1)
    account = await board.accounts.find("Ann")
    assert account is not None
    await board.store.bans.add("account", str(account.id), "test", "Sysop")
    again = await WebCaller.call(board, token=ann.token, received=ann.received)
    assert (await again.hears("welcome"))["resumed"] is False
    await again.sees("Your name:")


async def test_those_at_the_table_hear_of_a_line_that_is_gone_and_of_its_return(
    board: Server,
) -> None:
    ann, bob = await WebCaller.call(board), await WebCaller.call(board)
    await ann.registers("Ann")
    await bob.registers("Bob")
    await ann.types("create Fog seats=2", "1 more needed")
    await bob.types("join fog", "Waiting for Ann")
    await ann.drop()
    await bob.sees("Ann's line has dropped; the seat is kept.")
    again = await WebCaller.call(board, token=ann.token, received=ann.received)
    await bob.sees("Ann is at the table.")
    # A blink is no news: nobody hears of it.
    before = bob.text.count("Ann's line")
    await again.hears("token")
    await again.drop()
    third = await WebCaller.call(board, token=again.token, received=again.received)
    await third.types("say Here I am.")
    await bob.sees("Here I am.")
    assert bob.text.count("Ann's line") == before


async def test_a_new_password_ends_the_tokens_of_the_old_one(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.hears("token", 2)
    account = await board.accounts.find("Ann")
    assert account is not None
    await board.accounts.change_password(account.id, PASSWORD, "another lamp entirely")
    await ann.drop()
    thief = await WebCaller.call(board, token=ann.token, received=ann.received)
    assert (await thief.hears("welcome"))["resumed"] is False
    await thief.sees("Your name:")


async def test_a_disabled_account_does_not_come_back(board: Server) -> None:
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.hears("token", 2)
    account = await board.accounts.find("Ann")
    assert account is not None
    await ann.drop()
    await board.store.accounts.set_state(account.id, "disabled")
    again = await WebCaller.call(board, token=ann.token, received=ann.received)
    await again.sees("Your name:")


async def test_after_a_restart_the_page_is_in_the_lobby_without_a_password(
    start_board: StartBoard,
) -> None:
    board = await start_board()
    ann = await WebCaller.call(board)
    await ann.registers("Ann")
    await ann.hears("token", 2)
    await board.stop()
    assert await ann.closes() == 1012, "which tells the page to call again by itself"
    board = await start_board()
    again = await WebCaller.call(board, token=ann.token)
    await again.sees("Arkham greets you, Ann.", "Lobby>")
