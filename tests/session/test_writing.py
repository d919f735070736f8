"""Letters and posts that are pasted: every line arrives, and what does not is told of."""

from __future__ import annotations

import pytest

from tests.session.harness import ANSI80, PLAIN80, Board, ScriptedCaller

START, END = b"\x1b[200~", b"\x1b[201~"


async def begin(board: Board, caps: object = PLAIN80) -> ScriptedCaller:
    await board.newcomer("Bob", address="192.0.2.8")
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("mail bob", "Subject:")
    await ann.types("The harbour", " 1> ")
    return ann


async def arrived(board: Board) -> list[str]:
    bob = await board.accounts.find("Bob")
    assert bob is not None
    (letter,) = await board.lobby.floor.store.mail.inbox(bob.id, limit=5)
    return letter.body.split("\n")


LINES = [f"On night {number} the fog came in." for number in range(80)]


@pytest.mark.parametrize("caps", [PLAIN80, ANSI80])
@pytest.mark.parametrize("is_marked", [False, True])
async def test_a_pasted_letter_arrives_whole(board: Board, caps: object, is_marked: bool) -> None:
    ann = await begin(board, caps)
    text = "\r".join(LINES).encode()
    ann.feed(START + text + END + b"\r" if is_marked else text + b"\r")
    await ann.sees("81> ")
    await ann.types(".", "is on its way")
    assert await arrived(board) == LINES
    assert "Too much" not in ann.read


@pytest.mark.parametrize("is_marked", [False, True])
async def test_what_is_beyond_a_letter_is_told_and_no_line_is_cut(
    board: Board, is_marked: bool
) -> None:
    ann = await begin(board)
    lines = LINES * 20
    text = "\r".join(lines).encode() + b"\r"
    ann.feed(START + text + END if is_marked else text)
    told = " ".join((await ann.sees("has been dropped.")).split())
    assert "beyond 1000 lines or 16000 characters has been dropped." in told
    await ann.types("/show")
    await ann.types("/drop", "Thrown away", "Lobby>")
    shown = ann.read.rpartition("/show")[2]
    kept = [line.strip() for line in shown.splitlines() if line.startswith("On night")]
    assert 200 < len(kept) < len(lines)
    assert kept == lines[: len(kept)]


async def test_a_letter_takes_no_more_than_can_be_sent(board: Board) -> None:
    ann = await begin(board)
    for number in range(1, 9):
        await ann.types("x" * 990, f" {number + 1}> ")
    await ann.types("y" * 90, "Left out: it would be longer than 8000 characters", " 9> ")
    await ann.types("z" * 90, "Left out, too.", " 9> ")
    await ann.types("short", "10> ")
    await ann.types(".", "is on its way")
    assert await arrived(board) == ["x" * 990] * 8 + ["short"]


async def test_a_line_that_is_too_long_is_cut_and_told(board: Board) -> None:
    ann = await begin(board)
    ann.feed(START + b"fog " * 300 + b"\rlight" + END + b"\r")
    await ann.sees("A line holds 1000 characters", " 3> ")
    await ann.types(".", "is on its way")
    assert await arrived(board) == [("fog " * 250).strip(), "light"]


async def test_at_an_ordinary_prompt_a_paste_stays_one_line(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("mail", "No letters", "Lobby>")
    ann.feed(START + b"who\rquit" + END)
    ann.feed(b"\r")
    await ann.sees("Lobby>")
    assert not ann.task.done()
