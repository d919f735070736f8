"""Which answers in a table's log no longer count."""

from __future__ import annotations

import pytest

from arkham_bbs.lobby.ledger import undone
from arkham_bbs.store.records import HistoryRecord


def log(*kinds: str) -> list[HistoryRecord]:
    """A log with one event for each answer, from answer 1 on; ``back:N`` takes back to N."""
    return [
        HistoryRecord(
            game_id="g",
            seq=seq,
            part=0,
            turn=1,
            kind="TakenBack" if kind.startswith("back") else kind,
            data=f'{{"to": {kind[5:]}}}' if kind.startswith("back") else "{}",
            text="",
        )
        for seq, kind in enumerate(kinds, 1)
    ]


@pytest.mark.parametrize(
    ("entries", "voided", "gone"),
    [
        (log("Moved", "Moved"), [], set()),
        (log("Moved", "Moved", "back:1", "Moved"), [], {2}),
        (log("Moved", "Moved", "back:1", "Moved", "back:0"), [], {1, 2, 3, 4}),
        (log("Moved", "Moved", "Moved"), [(1, 2)], {2}),
        # The game's own numbers leave out what was struck: its answer 1 is the table's third.
        (log("Moved", "Moved", "Moved", "back:1"), [(1, 2)], {2, 3}),
    ],
)
def test_what_was_struck_out_or_taken_back_does_not_count(
    entries: list[HistoryRecord], voided: list[tuple[int, int]], gone: set[int]
) -> None:
    assert undone(entries, voided) == gone
