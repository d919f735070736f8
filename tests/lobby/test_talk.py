"""Talk and text: what is removed, what is too long, too fast, ignored, muted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arkham_bbs.lobby import Caller, ChatHeard, LobbyRefused, Told
from arkham_bbs.lobby.chat import CHAT_COLUMNS
from arkham_bbs.lobby.cleaning import clean_line, clean_text, columns_of, optional, said

from .conftest import Hall


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("plain words", "plain words"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b2Jgone", "gone"),
        ("bell\x07 and null\x00", "bell and null"),
        ("title\x1b]0;owned\x07 here", "title here"),
        ("c1 \x85next \x90", "c1 next"),
        ("abc\u202edcba\u202c", "abcdcba"),
        ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
        ("\u2066isolate\u2069", "isolate"),
        ("tab\there", "tab here"),
        ("two\r\nlines", "two lines"),
        ("tag\U000e0041s", "tags"),
        ("soft\u00adhyphen", "softhyphen"),
        ("e\u0301", "\u00e9"),
        ("  spaces   inside  ", "spaces inside"),
        ("\ud800lone", "lone"),
        ("nbsp\u00a0here", "nbsp here"),
    ],
)
def test_what_is_removed_from_a_line(dirty: str, clean: str) -> None:
    assert clean_line(dirty) == clean


def test_marks_stacked_on_a_letter_are_cut() -> None:
    assert len(clean_line("a" + "\u0301" * 40)) <= 3


@given(st.text())
def test_nothing_clean_can_move_a_cursor_or_turn_a_line(text: str) -> None:
    for clean in (clean_line(text), clean_text(text).replace("\n", "")):
        for ch in clean:
            assert ch.isprintable() or ch == " ", repr(ch)
            assert not 0x7F <= ord(ch) <= 0x9F
            assert ch not in "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    assert clean_line(clean_line(text)) == clean_line(text)


def test_length_is_counted_in_columns() -> None:
    assert columns_of("\u6f22\u5b57") == 4
    assert said("\u6f22\u5b57", 4) == "\u6f22\u5b57"
    with pytest.raises(LobbyRefused) as caught:
        said("\u6f22\u5b57!", 4)
    assert (caught.value.code, caught.value.facts) == ("too-long", {"columns": 5, "limit": 4})


@pytest.mark.parametrize("text", ["", "   ", "\x00\x1b[0m", "\u200b\u200e"])
def test_nothing_left_is_nothing_said(text: str) -> None:
    with pytest.raises(LobbyRefused, match="empty-text"):
        said(text, 10)
    assert optional(text, 10) == ""


# -- channels ---------------------------------------------------------------------------------
async def test_what_is_said_is_heard_clean_and_kept_clean(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    await hall.lobby.chat.say(ann.caller, "good\x1b[2J evening\u202e")
    heard = [n for n in bob.notices.take_now() if isinstance(n, ChatHeard)]
    assert [(n.sender, n.text) for n in heard] == [("Ann", "good evening")]
    lines = await hall.lobby.chat.scrollback(bob.caller, "lobby")
    assert [(line.sender, line.text) for line in lines] == [("Ann", "good evening")]


async def test_a_tables_talk_stays_at_the_table_and_scrolls_back(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    cat = await hall.call("Cat")
    await hall.lobby.chat.say_at(ann.caller, table, "north, I think")
    assert [n for n in bob.notices.take_now() if isinstance(n, ChatHeard)]
    assert not [n for n in cat.notices.take_now() if isinstance(n, ChatHeard)]
    with pytest.raises(LobbyRefused, match="not-seated"):
        await hall.lobby.chat.scrollback(cat.caller, "table", table)
    (line,) = await hall.lobby.chat.scrollback(bob.caller, "table", table)
    assert line.text == "north, I think"


@pytest.mark.parametrize("kind", ["tell", "page"])
async def test_private_words_reach_one(hall: Hall, kind: str) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    cat = await hall.call("Cat")
    await getattr(hall.lobby.chat, kind)(ann.caller, "bob", "psst")
    (told,) = [n for n in bob.notices.take_now() if isinstance(n, Told)]
    assert (told.kind, told.sender, told.text) == (kind, "Ann", "psst")
    assert not [n for n in cat.notices.take_now() if isinstance(n, Told)]
    with pytest.raises(LobbyRefused, match="not-here"):
        await getattr(hall.lobby.chat, kind)(ann.caller, "nobody", "psst")


async def test_ignoring_is_silent_in_every_channel_and_outlives_a_restart(hall: Hall) -> None:
    table, (ann, bob) = await hall.table("Ann", "Bob")
    chat = hall.lobby.chat
    await chat.ignore(bob.caller, "ann")
    bob.notices.take_now()
    await chat.say(ann.caller, "one")
    await chat.say_at(ann.caller, table, "two")
    await chat.tell(ann.caller, "Bob", "three")
    await chat.page(ann.caller, "Bob", "four")
    assert not [n for n in bob.notices.take_now() if isinstance(n, (ChatHeard, Told))]
    assert await chat.scrollback(bob.caller, "lobby") == ()
    lobby = await hall.restart()
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    assert await lobby.chat.ignored(bob.caller) == ("Ann",)
    await lobby.chat.tell(ann.caller, "Bob", "five")
    assert not [n for n in bob.notices.take_now() if isinstance(n, Told)]
    await lobby.chat.ignore(bob.caller, "Ann", False)
    await lobby.chat.tell(ann.caller, "Bob", "six")
    assert [n.text for n in bob.notices.take_now() if isinstance(n, Told)] == ["six"]


async def test_staff_cannot_be_ignored(hall: Hall) -> None:
    bob, mod = await hall.call("Bob"), await hall.call("Mod", "moderator")
    with pytest.raises(LobbyRefused, match="not-allowed"):
        await hall.lobby.chat.ignore(bob.caller, "Mod")
    await hall.lobby.chat.tell(mod.caller, "Bob", "a word, please")
    assert [n for n in bob.notices.take_now() if isinstance(n, Told)]


async def test_the_rate_limit_says_when_to_try_again(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    for _ in range(6):
        await hall.lobby.chat.say(ann.caller, "again")
    with pytest.raises(LobbyRefused) as caught:
        await hall.lobby.chat.say(ann.caller, "again")
    assert (caught.value.code, caught.value.facts) == ("too-fast", {"what": "chat", "wait_s": 2})
    await hall.lobby.chat.say(bob.caller, "I may")
    hall.time.advance(2)
    await hall.lobby.chat.say(ann.caller, "again")


async def test_the_muted_the_held_and_guests_do_not_talk(hall: Hall) -> None:
    ann, bob = await hall.call("Ann"), await hall.call("Bob")
    until = hall.time.now() + 600
    await hall.store.accounts.set_muted(ann.caller.account, datetime.fromtimestamp(until, UTC))
    await hall.lobby.account_changed(ann.caller.account)
    with pytest.raises(LobbyRefused) as caught:
        await hall.lobby.chat.say(ann.caller, "hm")
    assert (caught.value.code, caught.value.facts["until"]) == ("muted", until)
    hall.time.advance(601)
    await hall.lobby.chat.say(ann.caller, "at last")
    await hall.store.accounts.set_state(bob.caller.account, "hold")
    await hall.lobby.account_changed(bob.caller.account)
    with pytest.raises(LobbyRefused, match="held"):
        await hall.lobby.chat.say(bob.caller, "hm")
    with pytest.raises(LobbyRefused, match="guests-cannot"):
        await hall.lobby.chat.say(Caller(-1, "guest-1", "guest"), "hm")


async def test_too_long_is_refused_with_the_limit(hall: Hall) -> None:
    ann = await hall.call("Ann")
    with pytest.raises(LobbyRefused) as caught:
        await hall.lobby.chat.say(ann.caller, "x" * (CHAT_COLUMNS + 1))
    assert caught.value.facts == {"columns": CHAT_COLUMNS + 1, "limit": CHAT_COLUMNS}
