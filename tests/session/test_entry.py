"""From connect to the lobby: names, passwords, looks, guests, take-over. Room: session."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.session import SessionSettings
from arkham_bbs.session.entry import WORDS
from arkham_bbs.terminal import Capabilities
from tests.session.harness import (
    ANSI80,
    LINEAR,
    NARROW40,
    PASSWORD,
    PLAIN80,
    Board,
)


@pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40, LINEAR], ids=lambda c: c.name)
async def test_a_new_caller_registers_in_every_view(board: Board, caps: Capabilities) -> None:
    ann = board.call(caps=caps)
    await ann.registers("Ann Howe")
    assert PASSWORD not in ann.read
    for line in ann.read.split("\n"):
        assert len(line) <= caps.columns
    if caps.linear:
        assert "\x1b" not in ann.wire.sent.decode()


async def test_echo_changes_at_most_four_times_from_connect_to_lobby(board: Board) -> None:
    ann = await board.newcomer("Ann")
    assert len(ann.secrets) <= 4


async def test_a_refused_name_is_explained_and_asked_again(board: Board) -> None:
    await board.newcomer("Ann")
    bob = board.call()
    await bob.sees("Your name")
    await bob.types("new", "Name:")
    await bob.types("x", "too short", "Name:")
    await bob.types("a-very-long-name-indeed", "has 23", "Name:")
    await bob.types("ANN", "taken", "Name:")
    await bob.types("sysop", "staff", "Name:")
    await bob.types("Bob", "Password:")
    await bob.types("short", "at least", "Password:")
    await bob.types(PASSWORD, "Once more:")
    await bob.types("another thing", "not the same", "Password:")
    await bob.types(PASSWORD, "Once more:")
    await bob.types(PASSWORD, "Welcome to Arkham", "Lobby>")


async def test_an_invitation_code_is_looked_at_before_anything_else_is_asked(board: Board) -> None:
    await board.accounts.set_registration("invite-only", "Sysop")
    code = await board.accounts.create_invite(None)
    second = await board.accounts.create_invite(None)
    bob = board.call()
    await bob.sees("Your name")
    await bob.types("new", "invitation code")
    await bob.types("nope", "That invitation code is not good", "invitation code")
    await bob.types("", "New names need an invitation code here.", "Your name:")
    await bob.types("new", "invitation code")
    await bob.types(code, "Name:")
    await bob.types("Bob", "Password:")
    await bob.types(PASSWORD, "Once more:")
    await board.accounts.register("Eve", PASSWORD, "192.0.2.66", invite=code)
    await bob.types(PASSWORD, "has been used up", "invitation code")
    await bob.types(second, "Welcome to Arkham, Bob", "Lobby>")


@pytest.mark.parametrize("word", sorted(word for word in WORDS if len(word) > 1))
async def test_a_word_of_the_name_prompt_is_nobody_s_name(board: Board, word: str) -> None:
    ann = board.call()
    await ann.sees("Your name")
    await ann.types("new", "Name:")
    await ann.types(word.title(), "a word the board itself uses", "Name:")


async def test_who_calls_as_new_is_asked_for_a_name_at_once_and_may_leave(board: Board) -> None:
    bob = board.call(door="ssh", newcomer=True)
    await bob.sees("A new name", "Name:")
    assert "Your name:" not in bob.read
    await bob.types("new", "What shall it be?", "Name:")
    await bob.types("", "Leave without a name?")
    await bob.types("yes", "Type your name, new or guest.", "Your name:")
    await bob.types("guest", "Lobby>")

    zoe = board.call(door="ssh", newcomer=True, address="192.0.2.9")
    await zoe.sees("Name:")
    await zoe.types("Zoe", "Password:")
    await zoe.types(PASSWORD, "Once more:")
    await zoe.types(PASSWORD, "Welcome to Arkham, Zoe.", "Lobby>")


async def test_a_wrong_name_and_a_wrong_password_read_alike(board: Board) -> None:
    await board.newcomer("Ann")
    answers = []
    for name in ("Ann", "Nobody"):
        caller = board.call(address=f"192.0.2.{len(answers) + 50}")
        await caller.logs_in(name, "not the password")
        answers.append(await caller.sees("belong together"))
    assert answers[0] == answers[1]


async def test_too_many_wrong_tries_say_how_long_to_wait(board: Board) -> None:
    caller = board.call()
    await caller.sees("Your name")
    for _ in range(4):
        await caller.types("Nobody", "Password:")
        await caller.types("wrong wrong")
    text = await caller.sees("last try")
    assert "Please wait" in text or "stays shut" in text
    await caller.ends()
    assert caller.wire.closed


async def test_a_guest_looks_round_and_then_registers_in_the_same_session(board: Board) -> None:
    guest = board.call()
    await guest.sees("Your name")
    await guest.types("guest", "Guest 1", "Lobby>")
    await guest.types("create", "Guests may look round")
    await guest.types("register", "Name:")
    await guest.types("Carl", "Password:")
    await guest.types(PASSWORD, "Once more:")
    await guest.types(PASSWORD, "Welcome to Arkham")
    await guest.types("who", "Carl: in the lobby")
    assert [person.handle for person in board.lobby.who()] == ["Carl"]


async def test_a_correct_login_takes_over_the_older_line(board: Board) -> None:
    first = await board.newcomer("Ann")
    second = board.call(door="ssh")
    await second.logs_in("Ann")
    await second.sees("Lobby>")
    await first.sees("called from elsewhere")
    await first.ends()
    assert first.wire.closed
    assert [person.door for person in board.lobby.who()] == ["ssh"]


async def test_twenty_parallel_logins_leave_one_session(board: Board) -> None:
    first = await board.newcomer("Ann")
    await first.types("quit", "Good night")
    await first.ends()
    callers = [board.call(door="ssh") for _ in range(20)]
    await asyncio.gather(*(caller.logs_in("Ann") for caller in callers))
    for _ in range(2_000):
        alive = [caller for caller in callers if not caller.task.done()]
        if len(alive) == 1 and "Lobby>" in alive[0].read:
            break
        await asyncio.sleep(0.01)
    assert len([caller for caller in callers if not caller.task.done()]) == 1
    assert len(board.lobby.who()) == 1


@pytest.mark.parametrize("stage", ["Your name", "Name:", "Password:", "Once more:"])
async def test_a_drop_during_registration_leaves_neither_name_nor_ghost(
    board: Board, stage: str
) -> None:
    ann = board.call()
    await ann.sees("Your name")
    for prompt, line in (("Name:", "new"), ("Password:", "Ann"), ("Once more:", PASSWORD)):
        if stage == "Your name":
            break
        await ann.types(line, prompt)
        if prompt == stage:
            break
    await ann.drops()
    assert board.lobby.who() == ()
    assert await board.accounts.find("Ann") is None
    await (board.call()).registers("Ann")


async def test_ctrl_c_leaves_the_question_and_never_the_line(board: Board) -> None:
    ann = board.call()
    await ann.sees("Your name")
    await ann.cancels("Your name")
    await ann.types("new", "Name:")
    await ann.cancels("Your name")
    await ann.types("Nobody", "Password:")
    await ann.cancels("Your name")
    await ann.registers_after_prompt("Ann")
    await ann.cancels("Nothing is under way", "Lobby>")


async def test_bug_the_mark_of_screen_readers_is_taken_among_the_looks_too(board: Board) -> None:
    ann = board.call()
    await ann.sees("Type ! and Enter.", "Your name")
    await ann.types("*", "Another look", "Number")
    await ann.types("!", "Now: ", "screen reader mode", "Your name")
    assert ann.terminal.caps.linear


async def test_one_key_changes_the_look_before_login(board: Board) -> None:
    ann = board.call()
    await ann.sees("UTF-8, 80x24, no colour", "Your name")
    await ann.types("*", "Another look", "Number")
    await ann.types("1", "16 colours", "Your name")
    await ann.types("!", "Screen reader mode is on")
    assert ann.terminal.caps.linear
    await ann.types("new", "Name:")
    await ann.types("Ann", "Password:")
    await ann.types(PASSWORD, "Once more:")
    await ann.types(PASSWORD, "Lobby>")
    await ann.types("quit", "Good night")
    again = board.call()
    await again.logs_in("Ann")
    await again.sees("Lobby>")
    assert again.terminal.caps.linear


async def test_an_ssh_key_in_use_is_kept_in_one_step(board: Board) -> None:
    key = (
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ ann@home"
    )
    ann = board.call(door="ssh", key=key)
    await ann.sees("Your name")
    await ann.types("new", "Name:")
    await ann.types("Ann", "Password:")
    await ann.types(PASSWORD, "Once more:")
    await ann.types(PASSWORD, "Keep the SSH key")
    await ann.types("yes", "Your key is kept", "Lobby>")
    await ann.types("keys", "ssh-ed25519 SHA256:")


async def test_keys_are_told_by_kind_fingerprint_and_comment_and_never_at_length(
    board: Board,
) -> None:
    used = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ"
    other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGuxPGFSLTCNPIx0mlRNR4YdJSjEy1w0FeyHdJOrqSbd"
    ann = board.call(door="ssh", key=used)
    await ann.sees("Your name")
    await ann.types("new", "Name:")
    await ann.types("Ann", "Password:")
    await ann.types(PASSWORD, "Once more:")
    await ann.types(PASSWORD, "Keep the SSH key")
    await ann.types("no", "Keep the SSH key", "[Y/n]")
    await ann.types("no", "Lobby>")
    said = await ann.types("keys add", "Keep the key you are calling with, ssh-ed25519", "[Y/n]")
    assert "SHA256:" in said
    assert "AAAA" not in said
    await ann.types("no", "Paste the public key")
    said = (await ann.types(f"{other} ann@home", "Lobby>")).partition("Kept:")[2]
    assert " ".join(said.split()).startswith("ssh-ed25519 SHA256:")
    assert "ann@home" in said
    assert "AAAA" not in said


async def test_quitting_says_good_night_and_leaves_nobody_behind(board: Board) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("quit", "|###|", "Good night, Ann. Mind the dark")
    await ann.ends()
    assert board.lobby.who() == ()
    assert ann.wire.closed


async def test_a_screen_reader_hears_one_sentence_at_log_off(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=LINEAR)
    await ann.types("quit", "Good night, Ann. The last train leaves Arkham.")
    await ann.ends()
    assert not set("┌─│▒") & set(ann.read)


async def test_quitting_before_a_name_is_seen_off_too(board: Board) -> None:
    ann = board.call()
    await ann.sees("Your name")
    await ann.types("quit", "Good night. Mind the dark")
    await ann.ends()


async def test_a_take_over_goes_on_at_the_table_with_its_question(board: Board) -> None:
    first = await board.newcomer("Ann")
    await first.types("solo", "will you be?")
    second = board.call(door="ssh")
    await second.logs_in("Ann")
    await second.sees("Ann alone", "will you be?")
    await first.ends()
    await second.types("joe", "will play Joe Diamond")


async def test_a_line_closed_by_the_staff_is_told_why(board: Board) -> None:
    ann = await board.newcomer("Ann")
    account = await board.accounts.find("Ann")
    assert account is not None
    board.lobby.expel(account.id, "kicked", "the fog is no excuse")
    await ann.sees("The sysop has closed this line: the fog is no excuse.")
    await ann.ends()
    assert ann.wire.closed


async def test_a_caller_who_says_nothing_is_let_go(board: Board) -> None:
    board.services.settings = SessionSettings(begin_s=0.05)
    silent = board.call()
    await silent.sees("No answer on the line")
    await silent.ends()
    board.services.settings = SessionSettings(idle_s=0.2, idle_warning_s=0.1)
    ann = await board.newcomer("Ann")
    await ann.sees("Are you still there?", "Nobody there?")
    await ann.ends()
    assert board.lobby.who() == ()


async def test_a_name_longer_than_any_is_refused_without_a_password(board: Board) -> None:
    ann = board.call()
    await ann.sees("Your name")
    for _ in range(3):
        said = await ann.types("a" * 900, "so long a name", "Your name")
        assert "Password" not in said
    await ann.types("a" * 900, "That was the last try")


@pytest.mark.parametrize("caps", [PLAIN80, ANSI80, NARROW40], ids=lambda c: c.name)
async def test_the_way_to_a_screen_reader_comes_before_the_picture(
    board: Board, caps: Capabilities
) -> None:
    ann = board.call(caps=caps)
    await ann.sees("Your name")
    assert ann.read.lstrip().startswith("Screen reader? Type !")


async def test_the_mark_for_screen_readers_has_a_hint_in_the_lobby_and_at_a_table(
    board: Board,
) -> None:
    ann = await board.newcomer("Ann")
    await ann.types("!", "settings view linear", "Lobby>")
    await ann.types("create Fog seats=2", "Table>")
    await ann.types("!", "settings view linear", "Table>")
    await ann.types("settings view linear", "View: linear")


SILENT = Capabilities(charset="ascii")
"""What is known of a terminal that tells nothing."""


async def test_a_port_with_a_look_of_its_own_keeps_it_after_login(board: Board) -> None:
    ann = await board.newcomer("Ann", caps=ANSI80)
    await ann.types("settings colour 256", "Colours: 256")
    await ann.types("quit", "Good night")
    reader = board.call(caps=SILENT.override({"linear": True}), port="screen-reader")
    await reader.logs_in("Ann")
    await reader.sees("Lobby>")
    assert reader.terminal.caps.linear
    assert "\x1b" not in reader.wire.sent.decode()
    await reader.types("settings", "screen reader mode (this is the")
    await reader.sees("screen-reader port)", "Change which?")
    await reader.types("", "Lobby>")
    await reader.types("quit", "Good night")
    plain = board.call(caps=SILENT, port="plain")
    await plain.logs_in("Ann")
    await plain.sees("Lobby>")
    assert plain.terminal.caps == SILENT.override({})
    # What is chosen there holds there, and nowhere else.
    await plain.types("settings colour 16", "Colours: 16")
    await plain.types("quit", "Good night")
    for port, colour in (("plain", "16"), ("", "256")):
        again = board.call(caps=SILENT, port=port)
        await again.logs_in("Ann")
        await again.sees("Lobby>")
        assert again.terminal.caps.colour == colour
        assert not again.terminal.caps.linear
        await again.types("quit", "Good night")
