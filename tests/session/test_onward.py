"""Following what one is told, wherever one is: type resume, type invitations. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal import Capabilities
from tests.session.harness import ANSI80, LINEAR, NARROW40, PASSWORD, PLAIN80, Board, ScriptedCaller
from tests.session.test_play import two_at_a_table, until

EVERY = pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)


async def a_second_table(board: Board, guest: ScriptedCaller, name: str) -> ScriptedCaller:
    """Let Cat lay another table and ask somebody to it; the word comes to where they are."""
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("create Marsh seats=2 private=yes", "Marsh", "1 more needed")
    await cat.types(f"invite {name}", f"{name} is asked")
    await guest.sees("Cat asks you to sit down", "Type invitations.")
    return cat


@EVERY
async def test_an_invitation_is_followed_from_a_game_under_way(
    board: Board, caps: Capabilities
) -> None:
    ann, _, table = await two_at_a_table(board, caps)
    cat = await a_second_table(board, ann, "Ann")
    await ann.types("invitations", "Marsh, from Cat", "Which one?")
    await ann.types("1", "Waiting for Cat")
    await cat.sees("Ann plays seat 2")
    assert [seat.handle for seat in table.seats()] == ["Ann", "Bob"]
    await ann.types("invitations", "Nobody has asked you")
    await ann.types("leave", "Back in the lobby", "Lobby>")


async def test_resume_goes_from_one_table_to_the_other_that_waits(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    assert table.decision is not None
    asked = ann if table.decision.seat == 0 else bob
    name = "Ann" if table.decision.seat == 0 else "Bob"
    await a_second_table(board, asked, name)
    await asked.types("invitations", "Which one?")
    await asked.types("1", "Table>")
    await asked.types("resume nowhere", "No table of yours")
    await asked.types("resume", "will you be?", "> ")
    await asked.types("resume", "No other table waits for you", '"Marsh"')
    await asked.types("resume marsh", "Table>")
    await asked.types("leave", "Back in the lobby", "Lobby>")
    await asked.types("who", f"{name}: in the lobby", "Lobby>")


async def test_the_beginning_of_a_name_is_enough_to_ask_who_is_on_the_line(board: Board) -> None:
    bob = await board.newcomer("Bob O'Hara", address="192.0.2.8")
    ann = await board.newcomer("Ann")
    await ann.types("create Fog seats=3", "more needed")
    await ann.types("invite bob", "Bob O'Hara is asked to the table.")
    await bob.sees("Type invitations.")
    await board.newcomer("Bobby", address="192.0.2.9")
    await ann.types("invite bob", "bob could be Bob O'Hara or Bobby. Type the whole")
    await ann.types("invite bobby", "Bobby is asked to the table.")


async def test_resume_at_a_paused_table_takes_it_up_again(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    await bob.types("adjourn", "It is proposed")
    await ann.types("vote yes", "adjourned")
    await until(lambda: table.status == "adjourned")
    await ann.types("resume", "Play goes on.")
    assert table.status == "playing"


async def test_both_words_work_in_a_replay_and_while_looking_on(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board)
    cat = await board.newcomer("Cat", address="192.0.2.9")
    await cat.types("watch fog", "Waiting for")
    await cat.types("resume", "You sit at no other table.")
    await cat.types("invitations", "Nobody has asked you")
    await ann.types("concede", "[y/N]")
    await ann.types("yes", "It is proposed")
    await bob.sees("giving the game up")
    await bob.types("vote yes", "given up")
    await until(lambda: table.is_over)
    await ann.types("leave", "Lobby>")
    await ann.types("replay fog", "Replay")
    await cat.types("leave", "Lobby>")
    await cat.types("create Marsh seats=2", "1 more needed")
    await cat.types("invite ann", "Ann is asked")
    await ann.sees("Type invitations.")
    await ann.types("invitations", "Marsh", "Which one?")
    await ann.types("1", "Waiting for Cat")


async def test_an_invitation_is_over_when_one_sits_there(board: Board) -> None:
    bob = await board.newcomer("Bob", address="192.0.2.8")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    ann = await board.newcomer("Ann")
    await ann.types("create Cellar seats=4", "1 more needed")
    await ann.types("invite Bob", "Bob is asked", "may sit down here", "> ")
    await ann.types("invite Bob", "Bob is asked", "may sit down here", "> ")
    account = await board.store.accounts.by_folded("bob")
    assert account is not None
    assert len(await board.store.invites.pending(account.id)) == 1
    await bob.drops()
    bob = board.call(address="192.0.2.8")
    await bob.logs_in("Bob", PASSWORD)
    await bob.sees('Ann asks you to sit down at "Cellar". Type invitations.', "Lobby>")
    await bob.types("join cellar", "Bob", "Table>")
    await cat.types("join cellar", "Table>")
    await cat.types("invite Bob", "Bob is asked", "Table>")
    await bob.types("leave", "Lobby>")
    await bob.types("invitations", "Nobody has asked you", "Lobby>")
    await bob.drops()
    bob = board.call(address="192.0.2.8")
    await bob.logs_in("Bob", PASSWORD)
    assert "sit down" not in await bob.sees("Lobby>")


async def test_two_who_ask_to_one_table_are_one_entry(board: Board) -> None:
    bob = await board.newcomer("Bob", address="192.0.2.8")
    cat = await board.newcomer("Cat", address="192.0.2.9")
    ann = await board.newcomer("Ann")
    await ann.types("create Cellar seats=3", "1 more needed")
    await cat.types("join cellar", "Table>")
    await ann.types("invite Bob", "may sit down here")
    await cat.types("invite Bob", "may sit down here")
    said = await bob.types("invitations", "Which one?")
    assert "1. Cellar, from Ann and Cat" in said
    assert "2." not in said
    await bob.types("", "Lobby>")
    await bob.types("ignore ann", "You hear nothing more")
    await bob.types("ignore cat", "You hear nothing more")
    await bob.types("invitations", "Nobody has asked you")


async def test_the_menu_is_shown_once_after_leaving(board: Board) -> None:
    ann, _, _ = await two_at_a_table(board)
    await ann.types("leave", "Lobby>")
    await ann.types("create Marsh seats=2", "1 more needed")
    said = await ann.types("leave", "Lobby>")
    assert said.count("everything else") == 1
    await ann.types("resume marsh", "Table>")
    again = board.call()
    await again.logs_in("Ann", PASSWORD)
    await again.sees("Table>")
    await again.types("leave", "Lobby>")
    await again.types("who", "Ann", "Lobby>")
    assert again.read.count("everything else") == 1


async def test_bug_the_table_one_is_at_is_known_by_its_name(board: Board) -> None:
    ann, _, _ = await two_at_a_table(board)
    await ann.types("resume fog", "You are at it already.")
    await a_second_table(board, ann, "Ann")
    await ann.types("invitations", "Which one?")
    await ann.types("1", "Table>")
    await ann.types("resume Marsh", "You are at it already.")
    await ann.types("resume nowhere", 'No table of yours is called "nowhere". You sit at "Fog".')
    await ann.types("resume fog", "Fog")
