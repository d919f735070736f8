"""A caller's terminal from end to end: typing, announcing, paging, pausing, leaving.

Room: terminal.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import pytest

from arkham_bbs.terminal import (
    PRESETS,
    Cancelled,
    Capabilities,
    Grid,
    Hangup,
    Key,
    Line,
    Size,
    Span,
    Terminal,
)
from arkham_bbs.terminal.keys import KeyReader
from arkham_bbs.terminal.pager import BACK_PROMPT, PAGE_PROMPT
from arkham_bbs.terminal.recorder import Recorder

from .caller import ANSI, Caller

PLAIN_CHAR = PRESETS["plain"]
READER = PRESETS["reader"]
MUD = PLAIN_CHAR.override({"line_mode": True})


@pytest.fixture(params=["ansi", "cp437", "plain", "reader"])
async def anyone(request: pytest.FixtureRequest) -> AsyncIterator[Caller]:
    caller = Caller(PRESETS[request.param])
    yield caller
    caller.terminal.hangup()


@pytest.mark.parametrize("end", [b"\r\n", b"\r\x00", b"\r", b"\n", b"\n\r"])
@pytest.mark.parametrize("erase", [b"\x08", b"\x7f"])
async def test_a1_a3_a5_enter_and_erase_work_on_every_terminal(
    anyone: Caller, end: bytes, erase: bytes
) -> None:
    for _ in range(3):
        task = anyone.ask()
        await anyone.turn()
        await anyone.type(b"lookx" + erase + end)
        assert await task == "look"
    secret = anyone.ask("Password: ", secret=True)
    await anyone.type(b"hunterx" + erase + end)
    assert await secret == "hunter"
    assert "hunter" not in anyone.recorder.text


async def test_a12_a13_what_is_typed_before_the_question_answers_it() -> None:
    caller = Caller()
    await caller.type("Carter\r\nsecret\r\nlook\r\nmap\r\nquit\r\n")
    answers = [await caller.terminal.read_line(f"{n}> ") for n in range(5)]
    assert answers == ["Carter", "secret", "look", "map", "quit"]


async def test_a11_at_most_20_lines_wait_and_one_notice_is_given() -> None:
    caller = Caller()
    for _ in range(50):
        await caller.type("go\n" * 2000)
    answers = [await caller.terminal.read_line("> ") for _ in range(20)]
    assert answers == ["go"] * 20
    last = caller.ask()
    await caller.turn()
    assert not last.done()
    await caller.sees_dropped(1)
    await caller.type("look\r")
    assert await last == "look"


async def test_a11_a_flood_is_dropped_unread_but_ctrl_c_is_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []
    original = KeyReader.feed

    def counting(self: KeyReader, data: bytes) -> list[Key]:
        read.append(len(data))
        return original(self, data)

    monkeypatch.setattr(KeyReader, "feed", counting)
    caller = Caller()
    await caller.type("go\n" * 500_000)
    assert sum(read) < 10_000
    await caller.type(b"x" * 50_000 + b"\x03" + b"look\r")
    assert await caller.terminal.read_line() == "look"


async def test_a11_an_endless_line_is_cut_at_1000_characters() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.turn()
    for _ in range(40):
        await caller.type("x" * 50_000)
    await caller.type("\r")
    assert len(await task) == 1000


async def test_a7_a8_ctrl_c_cancels_the_question_and_what_was_typed_ahead() -> None:
    caller = Caller()
    task = caller.ask("Name: ")
    await caller.turn()
    await caller.type(b"Car\x03")
    with pytest.raises(Cancelled):
        await task
    assert not caller.terminal.closed
    await caller.type("a\rb\rc\r")
    caller.terminal.interrupt()
    task = caller.ask()
    await caller.type("look\r")
    assert await task == "look"


@pytest.mark.parametrize("caps", [ANSI, PLAIN_CHAR, READER, MUD, PRESETS["petscii"]])
async def test_a8_no_control_byte_at_the_login_prompt_does_harm(caps: Capabilities) -> None:
    caller = Caller(caps)
    for code in range(256):
        task = caller.ask("Name: ")
        await caller.turn()
        await caller.type(bytes([code]))
        if task.done():
            assert task.exception() is None or isinstance(task.exception(), Cancelled)
            continue
        caller.terminal.flush_keys()
        await caller.type(b"\x15\r")
        if not task.done():
            await caller.type(b"\r")
        await task
    assert not caller.terminal.closed


async def test_a9_ctrl_s_pauses_with_a_notice_and_any_key_resumes() -> None:
    caller = Caller()
    caller.ask()
    await caller.turn()
    await caller.type(b"lo\x13")
    assert "Any key goes on" in caller.recorder.text
    caller.terminal.announce("Ann walks to the woods.")
    await caller.turn()
    assert "Ann walks" not in caller.recorder.text
    await caller.type(b"o")
    assert "Ann walks" in caller.recorder.text
    assert caller.recorder.rows[caller.recorder.cursor[0]] == "> loo"


async def test_what_others_do_appears_above_the_half_typed_line() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.type("walk wo")
    caller.terminal.announce([Line("Bob: ", Span("hello", "chat"))])
    caller.terminal.write("A gate opens.\n")
    await caller.turn()
    assert caller.recorder.rows[:3] == ["Bob: hello", "A gate opens.", "> walk wo"]
    await caller.type("ods\r")
    assert await task == "walk woods"


async def test_h4_a_linear_terminal_only_appends() -> None:
    caller = Caller(READER)
    task = caller.ask("Say: ")
    await caller.type("hel")
    caller.terminal.announce(Line.of("Bob arrives.", "good"))
    await caller.type("lo\x1b[D\x1b[A\t\r")
    assert await task == "hello"
    caller.terminal.write([Line.of("Doom: 3 of 13.", "doom")])
    page = asyncio.ensure_future(caller.terminal.page([f"Line {n}." for n in range(60)]))
    await caller.turn()
    await caller.type("\r")
    await caller.type("\r")
    assert await page
    caller.terminal.close("Good night.")
    sent = bytes(caller.recorder.sent)
    assert b"\x1b" not in sent
    assert not re.search(rb"\r(?!\n)", sent)
    assert b"\x08" not in sent
    assert sent.endswith(b"Good night.\r\n")


async def test_h5_h8_a_linear_terminal_has_colour_only_when_asked() -> None:
    caller = Caller(READER.override({"colour": "16"}))
    caller.terminal.write(Line.of("Doom: 3.", "doom"))
    caller.terminal.close()
    assert bytes(caller.recorder.sent) == b"\x1b[1;31mDoom: 3.\x1b[0m\r\n\x1b[0m"


async def test_b10_a_mud_client_gets_no_echo_and_no_cursor_codes() -> None:
    caller = Caller(MUD)
    secrets: list[bool] = []
    prompts: list[int] = []
    caller.terminal.on_secret = secrets.append
    caller.terminal.on_prompt = lambda: prompts.append(len(caller.recorder.sent))
    name = caller.ask("Name: ")
    await caller.type("Carter\r\n")
    assert await name == "Carter"
    for prompt in ("Password: ", "Again: "):
        secret = caller.ask(prompt, secret=True)
        await caller.type("hunter2\r\n")
        assert await secret == "hunter2"
    assert secrets == [True]
    caller.terminal.entered_lobby()
    assert secrets == [True, False]
    assert bytes(caller.recorder.sent) == b"Name: Password: \r\nAgain: \r\n"
    assert prompts == [6, 16, 25]


async def test_b12_nothing_of_a_password_is_ever_written_and_tab_and_history_are_off() -> None:
    caller = Caller()
    task = caller.ask("Password: ", secret=True, history=["x"], complete=lambda head: ["yy"])
    await caller.type("sec\t\x1b[Aret\r")
    assert await task == "secret"
    assert b"sec" not in bytes(caller.recorder.sent)


async def test_b25_a_late_report_is_no_answer() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.turn()
    await caller.type(b"lo\x1b[24;")
    await caller.type(b"80Rok\x1b[?1;2c\r")
    assert await task == "look"


async def test_b28_the_pager_names_its_keys_and_goes_on_or_stops() -> None:
    caller = Caller()
    page = asyncio.ensure_future(caller.terminal.page([f"row {n}" for n in range(60)]))
    await caller.turn()
    assert caller.recorder.rows[-1] == PAGE_PROMPT
    assert caller.recorder.rows[-2] == "row 22"
    caller.terminal.announce("Bob arrives.")
    await caller.type(" ")
    assert caller.recorder.rows[-2] == "row 45"
    assert "Bob" not in caller.recorder.text
    await caller.type(b"\x1b[C")
    assert not page.done(), "a key that means nothing leaves the page where it is"
    await caller.type("q")
    assert await page is False
    await caller.turn()
    assert caller.recorder.rows[-2] == "Bob arrives."
    assert "more" not in caller.recorder.text
    page = asyncio.ensure_future(caller.terminal.page(["x " * 100, "end"]))
    await caller.turn()
    assert await page is True


@pytest.mark.parametrize("typed", ["xyz", "export", "tell bob hi", "say no", "next", "quit", "7"])
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "letter by letter"])
async def test_what_is_typed_at_a_page_ends_it_and_stands_on_the_next_line(
    typed: str, at_once: bool
) -> None:
    caller = Caller()
    page = asyncio.ensure_future(caller.terminal.page([f"row {n}" for n in range(60)]))
    await caller.turn()
    for piece in [typed] if at_once or typed == "quit" else list(typed):
        await caller.type(piece)
    assert await page is False
    line = caller.ask()
    await caller.type("\r")
    assert await line == typed


@pytest.mark.parametrize("pieces", [["q\r"], ["q", "\r"]], ids=["at once", "key by key"])
async def test_bug_enter_behind_the_q_that_stops_a_page_answers_nothing(pieces: list[str]) -> None:
    caller = Caller()
    page = asyncio.ensure_future(caller.terminal.page([f"row {n}" for n in range(60)]))
    await caller.turn()
    for piece in pieces:
        await caller.type(piece)
    assert await page is False
    line = caller.ask()
    await caller.turn()
    assert not line.done()
    await caller.type("stay\r")
    assert await line == "stay"
    second = caller.ask()
    await caller.type("\r")
    assert await second == "", "an Enter of its own is one"


async def test_on_40_columns_the_pager_names_both_keys() -> None:
    caller = Caller(ANSI.override({"columns": 40}))
    page = asyncio.ensure_future(caller.terminal.page([f"row {n}" for n in range(60)]))
    await caller.turn()
    assert caller.recorder.rows[-1] == PAGE_PROMPT
    await caller.type("q")
    assert await page is False


TAKEN_OVER = "You have called from elsewhere."


@pytest.mark.parametrize(
    "caps", [ANSI, ANSI.override({"columns": 40}), PLAIN_CHAR], ids=["80", "40", "dumb"]
)
async def test_the_last_word_at_a_page_stands_on_a_row_of_its_own(caps: Capabilities) -> None:
    caller = Caller(caps)
    page = asyncio.ensure_future(caller.terminal.page([f"row {n}" for n in range(60)]))
    await caller.turn()
    assert caller.recorder.rows[-1] == PAGE_PROMPT
    caller.terminal.close([TAKEN_OVER])
    with pytest.raises(Hangup):
        await page
    assert TAKEN_OVER in caller.recorder.rows


async def test_the_last_word_over_a_view_at_its_page_stands_on_a_row_of_its_own() -> None:
    caller = Caller()
    caller.terminal.show(Grid(80, 23))
    page = asyncio.ensure_future(caller.terminal.page(["row"]))
    await caller.turn()
    assert BACK_PROMPT in caller.recorder.rows
    caller.terminal.close([TAKEN_OVER])
    with pytest.raises(Hangup):
        await page
    assert TAKEN_OVER in caller.recorder.rows
    assert BACK_PROMPT not in caller.recorder.rows


async def test_pages_for_mud_clients_come_whole() -> None:
    caller = Caller(MUD)
    assert await caller.terminal.page([f"row {n}" for n in range(300)])
    await caller.turn()
    assert b"row 299" in bytes(caller.recorder.sent)


async def test_keys_come_one_by_one_and_escape_does_not_swallow_the_next() -> None:
    caller = Caller()
    await caller.type(b"ab\x1b[A")
    names = [await caller.terminal.read_key() for _ in range(3)]
    assert [key.text or key.name for key in names] == ["a", "b", "up"]
    waiting = asyncio.ensure_future(caller.terminal.read_key())
    await caller.turn()
    caller.terminal.feed(b"\x1b")
    assert (await asyncio.wait_for(waiting, 5)).name == "escape"
    waiting = asyncio.ensure_future(caller.terminal.read_key())
    await caller.turn()
    await caller.type(b"\x03")
    with pytest.raises(Cancelled):
        await waiting


async def test_every_wait_ends_when_the_line_is_gone() -> None:
    for wait in ("read_line", "read_key", "page", "drain", "probe"):
        caller = Caller()
        if wait == "drain":
            caller.recorder.held = 1000
        argument: tuple[object, ...] = ([f"{n}" for n in range(90)],) if wait == "page" else ()
        task = asyncio.ensure_future(getattr(caller.terminal, wait)(*argument))
        await caller.turn()
        caller.terminal.hangup("lost")
        caller.terminal.hangup("again")
        with pytest.raises(Hangup) as caught:
            await task
        assert caught.value.reason == "lost"
        with pytest.raises(Hangup):
            await caller.terminal.read_line()
        caller.terminal.write("into the void")
        caller.terminal.feed(b"look\r")
        caller.terminal.resize(Size(columns=100, rows=40))
        caller.terminal.close("bye")


async def test_last_words_wider_than_the_screen_are_broken_at_spaces() -> None:
    caller = Caller(ANSI.override({"columns": 40}))
    caller.terminal.close(
        [Line.of("The board closes now; every game is kept. A new lamp is put in.", "warn"), "Bye."]
    )
    await caller.turn()
    assert [row for row in caller.recorder.rows if row.strip()] == [
        "The board closes now; every game is",
        "kept. A new lamp is put in.",
        "Bye.",
    ]


async def test_b26_leaving_resets_colours_cursor_and_modes() -> None:
    caller = Caller()
    caller.ask()
    await caller.turn()
    assert b"\x1b[?2004h" in bytes(caller.recorder.sent)
    caller.terminal.close(Line.of("The lights go out.", "dim"))
    await caller.turn()
    sent = bytes(caller.recorder.sent)
    assert sent.endswith(b"\x1b[?2004l\x1b[?25h\x1b[0m")
    assert caller.recorder.closed
    assert "The lights go out." in caller.recorder.text


async def test_text_from_callers_is_cleaned_before_it_is_shown() -> None:
    caller = Caller()
    caller.terminal.write("a\x1b[2Jb\x9b1mc\u202ed\x07\n")
    caller.terminal.write(Line("e\x1b]0;x\x07f", Span("g\nh", "chat")))
    await caller.turn()
    assert caller.recorder.rows[:2] == ["abcd", "efg h"]


async def test_one_send_for_all_that_is_written_in_one_turn() -> None:
    caller = Caller()
    for n in range(10):
        caller.terminal.write(f"{n}\n")
    await caller.turn()
    assert len(caller.recorder.chunks) == 1


class Deaf(Recorder):
    """Keeps what it is sent without showing it, which takes its time."""

    def send(self, data: bytes) -> None:
        self.sent += data


async def test_a_slow_reader_is_told_what_was_left_out_and_typing_goes_on() -> None:
    caller = Caller()
    caller.recorder = Deaf()
    caller.terminal = Terminal(caller.recorder, ANSI, clock=lambda: caller.now)
    task = caller.ask()
    await caller.turn()
    caller.recorder.held = 40_000
    for n in range(4000):
        caller.terminal.announce(f"line {n} " + "x" * 100)
    caller.recorder.held = 0
    for _ in range(20):
        caller.terminal.writable()
        await caller.turn()
    assert len(caller.recorder.sent) < 300_000
    await caller.type("ok\r")
    assert await task == "ok"
    await caller.turn()
    assert b"left out" in caller.recorder.sent


async def test_a_reader_who_stalls_for_a_minute_is_cut() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.turn()
    caller.recorder.held = 5000
    caller.terminal.writable()
    caller.now = 61.0
    caller.terminal.writable()
    with pytest.raises(Hangup) as caught:
        await task
    assert caught.value.reason == "stalled"
    assert caller.recorder.closed


async def test_tab_lists_choices_above_the_line() -> None:
    caller = Caller()
    caller.ask(complete=lambda head: ["walk Gaol", "walk Graveyard"])
    await caller.type("walk G\t\t")
    assert caller.recorder.rows[:2] == ["walk Gaol  walk Graveyard", "> walk G"]


async def test_a10_a_paste_waits_for_enter() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.turn()
    await caller.type(b"\x1b[200~say one\r\nsay two\r\n\x1b[201~")
    assert not task.done()
    assert caller.recorder.rows[0] == "> say one say two"
    await caller.type("\r")
    assert await task == "say one say two"


@pytest.mark.parametrize("columns", [40, 80, 132])
async def test_b17_a_resize_keeps_the_typed_text(columns: int) -> None:
    caller = Caller()
    sizes: list[Size] = []
    forget = caller.terminal.on_resize(sizes.append)
    text = "a rather long line that will not fit forty columns at all"
    task = caller.ask()
    await caller.type(text)
    caller.recorder.resize(columns, 30)
    caller.terminal.resize(Size(columns=columns, rows=30))
    await asyncio.sleep(0.1)
    row = caller.recorder.rows[caller.recorder.cursor[0]]
    assert row.startswith("> ")
    assert row.endswith(text[-10:])
    assert sizes == [Size(columns=columns, rows=30)]
    forget()
    caller.terminal.resize(Size(columns=columns + 1, rows=30))
    await caller.type("!\r")
    assert await task == text + "!"


async def test_c9_b17_a_size_of_nothing_is_80_by_24() -> None:
    caller = Caller(ANSI.resized(Size(columns=100, rows=50)))
    caller.terminal.resize(Size(columns=0, rows=0))
    await asyncio.sleep(0.1)
    assert caller.terminal.size == Size(columns=80, rows=24)


async def test_b20_changing_the_charset_midway_keeps_the_half_typed_line() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.type("caf")
    caller.terminal.set_capabilities(ANSI.override({"charset": "cp437"}))
    await caller.type(b"\x82\r")
    assert await task == "café"
    assert b"caf\x82" in bytes(caller.recorder.sent)


async def test_b22_a_commodore_gets_no_escape_codes_at_all() -> None:
    caller = Caller(PRESETS["petscii"])
    caller.terminal.write([Line.of("Arkham", "title"), Line("doom 3")])
    task = caller.ask()
    await caller.turn()
    await caller.type(b"\x4c\x4f\x4f\x4b\x9d\x14\x0d")
    assert await task == "lok"
    caller.terminal.announce("x")
    caller.terminal.close("bye")
    sent = bytes(caller.recorder.sent)
    assert b"\x1b" not in sent
    assert b"\n" not in sent
    assert sent.startswith(b"\x0e")


async def test_b4_b20_a_probe_finds_utf8_and_keeps_what_is_typed_meanwhile() -> None:
    caller = Caller(PRESETS["cp437"])
    task = asyncio.ensure_future(caller.terminal.probe())
    await caller.turn()
    await caller.type(b"Car\x1b[1;2Rter\r")
    assert await task
    assert caller.terminal.caps.charset == "utf-8"
    assert await caller.terminal.read_line() == "Carter"


async def test_b4_a_probe_of_a_silent_terminal_ends_by_itself() -> None:
    caller = Caller()
    task = asyncio.ensure_future(caller.terminal.probe())
    await caller.turn()
    caller.now = 2.0
    caller.terminal.feed(b"\x1b[0n")
    assert await asyncio.wait_for(task, 5) is False
    assert caller.terminal.caps == ANSI


async def test_only_one_reader_at_a_time() -> None:
    caller = Caller()
    task = caller.ask()
    await caller.turn()
    with pytest.raises(RuntimeError):
        await caller.terminal.read_key()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    again = caller.ask()
    await caller.type("ok\r")
    assert await again == "ok"


async def test_gmcp_goes_beside_the_text_only_where_a_door_takes_it() -> None:
    caller = Caller()
    caller.terminal.send_gmcp("Char.Vitals", {"sanity": 3})
    told: list[tuple[str, object]] = []
    caller.terminal.out_of_band = lambda name, data: told.append((name, data))
    caller.terminal.send_gmcp("Char.Vitals", {"sanity": 2})
    assert told == [("Char.Vitals", {"sanity": 2})]
