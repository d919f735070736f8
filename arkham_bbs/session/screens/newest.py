"""The newest lines of what was told, in the rows there are, and how many more there were.

Room: session. Imports terminal (Line).

Where not all that is new has room, the lines of most weight stay, in the order in which they
happened: whoever was devoured must not make way for a roll of dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.terminal import CUT, Line, Span, cut_text

ASKS_YOU = 6
"""The weight of what waits for this caller's own answer beside the game: an offer, a vote."""


class Told(Line):
    """A line of what happened; ``weight`` is above 0 for what nobody may miss."""

    __slots__ = ("weight",)

    def __init__(self, *spans: Span | str, weight: int = 0) -> None:
        super().__init__(*spans)
        self.weight = weight


class Reply(Line):
    """A line that answers what was typed: shown among the news, and no part of what happened."""

    __slots__ = ()


def weight_of(line: Line) -> int:
    """Return how much a line weighs against others where there is no room for both."""
    return line.weight if isinstance(line, Told) else 0


def log_panel(
    log: Sequence[Line], columns: int, rows: int, unread: int = 0, reply: int = 0
) -> list[Line]:
    """Return the newest entries that fit, oldest first; one of them may be cut short.

    Where fewer are whole than the ``unread`` newest, the weightiest of these are shown, and a row
    says how many more there are and the command that shows them. The ``reply`` newest are the
    answer to what was typed last and come before all others; earlier answers are never counted.
    """
    found, whole = _newest(log, columns, rows)
    if unread <= whole or rows <= 0:
        return found
    end = len(log) - reply
    told = _told(log[:end])
    # Earlier answers make way first; what was read before fills the rows they leave.
    found, whole = _newest([*told, *log[end:]], columns, rows)
    if unread <= whole:
        return found
    fresh = [*told[-unread:], *log[end:]]
    found, whole = _weightiest(fresh, columns, rows, reply)
    if unread <= whole:
        return found
    words = more(unread - whole)
    for number, line in enumerate(found):
        if line.width + 2 + len(words) <= columns:
            beside = " " * (columns - line.width - len(words))
            found[number] = Line(*line.spans, beside, Span(words, "warn"))
            return found
    if sum(len(line.wrapped(columns, indent=2)) for line in log[end:]) >= rows:
        return found  # the answer is whole, or as much of it as there is room for
    if rows == 1:
        # The beginning of the weightiest says more than an empty row beside the count.
        words = more(unread)
        start = found[0].cut(columns - len(words) - 2, ellipsis=CUT)
        beside = " " * (columns - start.width - len(words))
        return [Line(*start.spans, beside, Span(words, "warn"))]
    found, whole = _weightiest(fresh, columns, rows - 1, reply)
    return [Line.of(cut_text(more(unread - whole), columns), "warn"), *found]


def more(count: int) -> str:
    """Return that ``count`` lines are not in sight, and how to see them."""
    return f"{count} more: type log"


def weighty_rows(log: Sequence[Line], columns: int, unread: int, least: int = 1) -> int:
    """Return the rows that those of the ``unread`` newest entries need that weigh so much."""
    fresh = _told(log)[-unread:] if unread > 0 else ()
    return sum(len(line.wrapped(columns, indent=2)) for line in fresh if weight_of(line) >= least)


def _told(log: Sequence[Line]) -> list[Line]:
    """Return the lines that tell what happened."""
    return [line for line in log if not isinstance(line, Reply)]


def _newest(log: Sequence[Line], columns: int, rows: int) -> tuple[list[Line], int]:
    """Return the newest entries that fit, and how many that tell what happened are whole."""
    return _shown(log, range(len(log) - 1, -1, -1), columns, rows)


def _weightiest(
    fresh: Sequence[Line], columns: int, rows: int, reply: int
) -> tuple[list[Line], int]:
    """Return the entries that matter most of those that fit, and how many told are whole."""
    answer = len(fresh) - reply
    order = sorted(
        range(len(fresh)), key=lambda at: (at >= answer, weight_of(fresh[at]), at), reverse=True
    )
    return _shown(fresh, order, columns, rows)


def _shown(
    log: Sequence[Line], order: Sequence[int], columns: int, rows: int
) -> tuple[list[Line], int]:
    """Return the entries taken in ``order`` while there is room, as they follow in the log."""
    taken: dict[int, list[Line]] = {}
    whole = 0
    for at in order:
        wrapped = log[at].wrapped(columns, indent=2)
        if len(wrapped) > rows:
            if rows > 0:
                rest = cut_text(wrapped[rows - 1].text, columns - 2) + CUT
                style = wrapped[rows - 1].spans[-1].style if wrapped[rows - 1].spans else ""
                taken[at] = [*wrapped[: rows - 1], Line.of(rest, style)]
            break
        taken[at] = wrapped
        rows -= len(wrapped)
        whole += not isinstance(log[at], Reply)
    return [line for at in sorted(taken) for line in taken[at]], whole
