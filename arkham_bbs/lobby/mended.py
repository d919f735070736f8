"""What was told under an earlier version of the rules, held against what happens now.

Room: lobby. Imports game, store's records and its neighbours here. Source: game/versions.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from arkham_bbs.game.versions import difference, plain
from arkham_bbs.store.records import HistoryRecord

WENT_BACK_PART = 1000
"""Parts of an answer's history from here on tell of going back, after its events."""
MENDED_PART = WENT_BACK_PART - 1
"""The part that says that the game goes on under mended rules."""


class ToldOtherwise(Exception):
    """What an answer brings now is not what was told when it was given; ``seq`` is its number."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"answer {seq} brings something else than was told")
        self.seq = seq


class Told:
    """The log of some answers, by the number of the answer, without what the table wrote itself.

    The log is written a moment after the answers: of the last of them it may hold nothing.
    """

    def __init__(self, entries: Iterable[HistoryRecord]) -> None:
        self._events: dict[int, list[dict[str, Any]]] = {}
        for entry in entries:
            if entry.part >= MENDED_PART:
                continue
            self._events.setdefault(entry.seq, []).append(msgspec.json.decode(entry.data))

    def must_be(self, seq: int, happened: Iterable[Any]) -> None:
        """Raise `ToldOtherwise` where an answer's events are not those that were told."""
        told = self._events.get(seq)
        if (
            told is not None
            and difference(told, [plain(e) for e in happened], exact=False) is not None
        ):
            raise ToldOtherwise(seq)

    def must_end_with(self, seq: int, happened: Iterable[Any]) -> None:
        """Raise `ToldOtherwise` where what was told of an answer does not end with these events."""
        now = [plain(event) for event in happened]
        told = self._events.get(seq)
        if told is None or not now:
            return
        if difference(told[-len(now) :], now, exact=False) is not None:
            raise ToldOtherwise(seq)
