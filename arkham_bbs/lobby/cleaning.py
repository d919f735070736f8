"""Text from people, made clean before it is kept or passed on.

Room: lobby. Imports the standard library, wcwidth and the refusals.

Removed: control characters C0 and C1 (whole escape sequences where one is recognised), bidi marks
and overrides, zero-width and other invisible characters, surrogates, private use and unassigned
code points, and more than two marks stacked on one letter. Length is counted in columns.
"""

from __future__ import annotations

import re
import unicodedata

from wcwidth import wcwidth

from arkham_bbs.lobby.refusals import LobbyRefused

MAX_MARKS = 2
"""Combining marks kept on one letter; real languages need no more in a message."""

_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])"  # strings begin
    r"[^\x07\x1b\x9c]{0,1000}(?:\x07|\x1b\\|\x9c)"  # and end
    r"|\x1b[ -/]*[0-~]"  # other escapes
)
_BREAKS = re.compile(r"\r\n|\n\r|[\n\r\x0b\x0c\x85\u2028\u2029]")
_SINGLES = (
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E),
    *(0x2800, 0x3164, 0xFEFF, 0xFFA0),
)
_RANGES = (
    (0x180B, 0x180E),
    (0x200B, 0x2010),
    (0x202A, 0x202F),
    (0x2060, 0x2070),
    (0xFE00, 0xFE10),
    (0xFFF0, 0xFFFC),
    (0xE0000, 0xE1000),
)
_INVISIBLE = frozenset({*_SINGLES, *(code for low, high in _RANGES for code in range(low, high))})


def columns_of(text: str) -> int:
    """How many columns a clean text takes."""
    return sum(max(0, wcwidth(ch)) for ch in text)


def _keep(text: str) -> str:
    out: list[str] = []
    marks = 0
    for ch in text:
        if ord(ch) in _INVISIBLE:
            continue
        category = unicodedata.category(ch)
        if category in ("Cc", "Cf", "Cs", "Co", "Cn"):
            continue
        if category in ("Mn", "Me", "Mc"):
            marks += 1
            if marks > MAX_MARKS or not out:
                continue
        else:
            marks = 0
            if category == "Zs":
                ch = " "
        out.append(ch)
    return "".join(out)


def clean_line(text: str) -> str:
    """One line: breaks and runs of blanks become a single space, the ends are trimmed."""
    text = _SEQUENCE.sub("", text)
    text = _BREAKS.sub(" ", text).replace("\t", " ")
    text = _keep(unicodedata.normalize("NFC", text))
    return re.sub(r" {2,}", " ", text).strip()


def clean_text(text: str) -> str:
    """Several lines, one empty line at most between them; blanks at line ends go."""
    text = _SEQUENCE.sub("", text)
    lines = [
        _keep(unicodedata.normalize("NFC", line.replace("\t", "    "))).rstrip()
        for line in _BREAKS.split(text)
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def said(text: str, limit: int, *, several_lines: bool = False) -> str:
    """Clean ``text`` and see that something is left and that it fits ``limit`` columns in all.

    Raises:
        LobbyRefused: ``empty-text``, or ``too-long`` with its columns and the limit.
    """
    clean = clean_text(text) if several_lines else clean_line(text)
    if not clean.strip():
        raise LobbyRefused("empty-text")
    width = columns_of(clean)
    if width > limit:
        raise LobbyRefused("too-long", columns=width, limit=limit)
    return clean


def optional(text: str, limit: int, *, several_lines: bool = False) -> str:
    """Like ``said``, but nothing is a good answer too."""
    clean = clean_text(text) if several_lines else clean_line(text)
    return said(clean, limit, several_lines=several_lines) if clean.strip() else ""


def with_reason(sentence: str, reason: str) -> str:
    """Return a sentence that goes on with a reason, where one was given: ``Closed: spite.``"""
    stem = sentence.rstrip(".")
    why = reason.strip().rstrip(".")
    return f"{stem}: {why}." if why else f"{stem}."
