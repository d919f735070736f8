"""The newest lines of what was told, in the rows there are, and how many more there were.

Room: session. Imports terminal (Line).
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.terminal import CUT, Line, Span, cut_text


def log_panel(log: Sequence[Line], columns: int, rows: int, unread: int = 0) -> list[Line]:
    """Return the newest entries that fit, oldest first; an older one may be cut short.

    Where fewer are whole than the ``unread`` newest, a row says how many more there are and the
    command that shows them.
    """
    found, whole = _newest(log, columns, rows)
    if unread <= whole or rows <= 0:
        return found
    words = more_above(unread - whole)
    for number, line in enumerate(found):
        if line.width + 2 + len(words) <= columns:
            beside = " " * (columns - line.width - len(words))
            found[number] = Line(*line.spans, beside, Span(words, "warn"))
            return found
    found, whole = _newest(log, columns, rows - 1)
    return [Line.of(cut_text(more_above(unread - whole), columns), "warn"), *found]


def more_above(count: int) -> str:
    """Return that ``count`` lines are not in sight, and how to see them."""
    return f"{count} more above: type log"


def _newest(log: Sequence[Line], columns: int, rows: int) -> tuple[list[Line], int]:
    """Return the newest entries that fit, and how many of them are whole."""
    found: list[Line] = []
    whole = 0
    for entry in reversed(log):
        wrapped = entry.wrapped(columns, indent=2)
        if len(found) + len(wrapped) > rows:
            left = rows - len(found)
            if left > 0:
                start = wrapped[: left - 1]
                rest = cut_text(wrapped[left - 1].text, columns - 2) + CUT
                style = wrapped[left - 1].spans[-1].style if wrapped[left - 1].spans else ""
                found = [*start, Line.of(rest, style), *found]
            break
        found = wrapped + found
        whole += 1
    return found, whole
