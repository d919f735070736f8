"""The log: one line per record whatever a caller typed, and no secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from arkham_bbs.ops.logs import configure, escape, log, set_level

NASTY = "bob\r\n2026-01-01 INFO forged=1 \x1b[31mred\x07 \u202egnp.exe"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_caller_text_stays_on_one_line_of_plain_ascii(stream: io.StringIO) -> None:
    configure("info", "console", stream)
    log("doors").info("said", text=NASTY, name="ann")
    [line] = stream.getvalue().splitlines()
    assert line.isascii()
    assert line.isprintable()
    assert "name=ann" in line
    assert "\\x1b[31m" in line


def test_json_records_are_one_object_a_line(stream: io.StringIO) -> None:
    configure("info", "json", stream)
    log("doors").info("said", text=NASTY, seat=2)
    [line] = stream.getvalue().splitlines()
    record = json.loads(line)
    assert (record["event"], record["text"], record["seat"]) == ("said", NASTY, 2)
    assert line.isascii()
    assert line.isprintable()


def test_records_of_libraries_are_escaped_too(stream: io.StringIO) -> None:
    configure("info", "console", stream)
    logging.getLogger("some.library").warning("user %s", NASTY)
    [line] = stream.getvalue().splitlines()
    assert line.isprintable()


def test_a_traceback_follows_its_record_without_raw_control_characters(
    stream: io.StringIO,
) -> None:
    configure("info", "console", stream)
    try:
        raise ValueError(NASTY)
    except ValueError as error:
        log("doors").error("session_fault", reference="K4-71", exc_info=error)
    text = stream.getvalue()
    assert "Traceback" in text
    assert "K4-71" in text
    assert "\x1b" not in text
    assert "\x07" not in text
    assert all(line.startswith("    ") for line in text.splitlines()[1:])


def test_secrets_are_hidden_by_name(stream: io.StringIO) -> None:
    configure("info", "json", stream)
    log("doors").info("login", password="ia! ia!", resume_token="t0k", client_secret="s")
    assert "ia!" not in stream.getvalue()
    assert "t0k" not in stream.getvalue()


def test_the_level_can_be_changed_while_running(stream: io.StringIO) -> None:
    configure("warning", "console", stream)
    log("x").info("one")
    set_level("debug")
    log("x").debug("two")
    assert "one" not in stream.getvalue()
    assert "two" in stream.getvalue()


@pytest.mark.parametrize("value", [NASTY, "", "a b", "x" * 9_000, None, 3, 2.5, b"\x00", ["\n"]])
def test_escape_gives_one_bounded_printable_line(value: object) -> None:
    text = escape(value)
    assert text.isascii()
    assert text.isprintable()
    assert 0 < len(text) < 20_000
