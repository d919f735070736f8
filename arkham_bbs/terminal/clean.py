"""Text from people made safe to show: nothing in it can steer a terminal.

Room: terminal. Imports the standard library and wcwidth.
Source: USER_ASKS B24 and DESIGN section 7 ("Text from callers is data").
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wcwidth import wcwidth

# C0 except tab and newline, DEL, C1; soft hyphen; zero-width and bidi marks; line and paragraph
# separators; word joiner and invisible operators; byte order mark; interlinear marks; tags;
# variation selectors; private use (the charsets room uses those as raw bytes); surrogates.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\ud800-\udfff\ue000-\uf8ff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|\x1b[ -~]?"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
TAB = "    "

MOST_WRAPPED = 2048
LONGEST_KEPT = 500
"""Texts remembered with their rows, and the most characters of one: no letters, no pages."""


def clean_text(text: str, *, newlines: bool = True) -> str:
    """Take out everything in ``text`` that could steer a terminal or hide what is written.

    Whole escape sequences go, not only their first byte, so that no debris is left. Tabs
    become spaces; CR LF and CR become newlines, or spaces when ``newlines`` is false.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", TAB)
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPES.sub("", text)
    text = _UNSAFE.sub("", text)
    return text if newlines else text.replace("\n", " ")


@lru_cache(maxsize=4096)
def char_width(char: str) -> int:
    """Columns one character takes: 0 for combining marks, 2 for wide ones; unknown is 1."""
    if " " <= char <= "~":
        return 1
    width = wcwidth(char)
    return width if width >= 0 else 1


def text_width(text: str) -> int:
    """Columns a cleaned text takes."""
    if text.isascii():
        return len(text)
    return sum(map(char_width, text))


def is_known(char: str) -> bool:
    """Whether Unicode has assigned this character (an unassigned one has no known width)."""
    return unicodedata.category(char) not in ("Cn", "Co", "Cs")


CUT = ".."
"""What ends a text that was cut short; every charset has it."""


def cut_text(text: str, columns: int, *, ellipsis: str = "") -> str:
    """Return as much of ``text`` as fits ``columns``; mark a cut with ``ellipsis``."""
    if text_width(text) <= columns:
        return text
    room = columns - text_width(ellipsis)
    if room <= 0:
        return cut_text(text, columns) if ellipsis else ""
    if text.isascii():
        return text[:room] + ellipsis
    used = 0
    for at, char in enumerate(text):
        used += char_width(char)
        if used > room:
            return text[:at] + ellipsis
    return text


def pad_text(text: str, columns: int, *, right: bool = False) -> str:
    """Cut or fill ``text`` to exactly ``columns`` columns."""
    text = cut_text(text, columns)
    gap = " " * (columns - text_width(text))
    return gap + text if right else text + gap


def wrap_text(text: str, columns: int, *, indent: str = "") -> list[str]:
    """Break ``text`` at spaces into rows of at most ``columns``; long words are split.

    Later rows start with ``indent``. Newlines in ``text`` begin new rows. An empty text is
    one empty row.
    """
    columns = max(1, columns)
    if len(text) > LONGEST_KEPT:
        return _wrapped(text, columns, indent)
    return list(_wrapped_once(text, columns, indent))


def _wrapped(text: str, columns: int, indent: str) -> list[str]:
    rows: list[str] = []
    if text_width(indent) + 2 > columns:
        indent = ""
    for paragraph in text.split("\n"):
        row = ""
        empty = True
        for word in re.findall(r"\s*\S+", paragraph):
            if text_width(row) + text_width(word) <= columns:
                row += word
                empty = False
                continue
            if not empty:
                rows.append(row)
                row = indent
            word = word.lstrip() if rows or not empty else word
            while text_width(row) + text_width(word) > columns:
                head = cut_text(word, columns - text_width(row))
                if not head:
                    head = word[:1]
                rows.append(row + head)
                word = word[len(head) :]
                row = indent
            row += word
            empty = False
        rows.append(row)
    return rows


@lru_cache(maxsize=MOST_WRAPPED)
def _wrapped_once(text: str, columns: int, indent: str) -> tuple[str, ...]:
    """Break a text that many callers are told: once for each width there is."""
    return tuple(_wrapped(text, columns, indent))
