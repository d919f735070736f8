"""Answers typed before their question was shown: they cannot have been meant for it.

Room: session. Imports terminal and parsing.
Named commands, chat and answers by name say what they mean, and are kept; a bare number, yes, no
or Enter means whatever is asked, so it is dropped when something else is asked by then.
"""

from __future__ import annotations

import re

from arkham_bbs.session.parsing import parse_yes_no
from arkham_bbs.terminal import Line, Terminal

_NUMBERS = re.compile(r"[\d\s,.$#()+&]*")


def is_bare(text: str) -> bool:
    """Say whether a line is an answer to whatever is asked: empty, numbers, yes or no."""
    return _NUMBERS.fullmatch(text) is not None or parse_yes_no(text) is not None


def drop_early_answers(terminal: Terminal) -> list[Line]:
    """Forget the bare answers that wait unread, and return what is to be said about it."""
    dropped = terminal.drop_ahead(is_bare)
    if not dropped:
        return []
    were = (
        "line typed before this question was"
        if dropped == 1
        else ("lines typed before this question were")
    )
    return [Line.of(f"{dropped} {were} not used.", "dim")]
