"""Which answer can be taken back, and whether freely.

Room: game. Imports the standard library and neighbours here. Source: DESIGN.md section 5.

Free means: nothing was rolled or shown since, and nobody else has answered. Everything else
needs a vote, which the lobby holds and says so by ``:voted``.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.game.events import (
    CardDrawn,
    GateTurnedUp,
    LotOffered,
    MonsterAppeared,
    MonsterMet,
)
from arkham_bbs.game.stored import Span

REVEALING = (CardDrawn, GateTurnedUp, MonsterAppeared, MonsterMet, LotOffered)


def last_answer(spans: Sequence[Span], seat: int) -> tuple[int, bool] | None:
    """Return the number of the last answer of ``seat`` within reach, and whether it goes freely."""
    free = True
    for span in reversed(spans):
        for entry in reversed(span.entries):
            free = free and not entry.revealing and entry.seat == seat
            if entry.seat == seat and not entry.interjection:
                return entry.seq, free
    return None


def find_answer(spans: Sequence[Span], seat: int, key: str) -> tuple[Span, int]:
    """Return the span and place of the answer ``takeback:N`` or ``takeback:N:voted`` names.

    Raises:
        AnswerRefused: malformed, not-on-offer (out of reach, or a vote is needed).
    """
    parts = key.split(":")
    if len(parts) not in (2, 3) or not parts[1].isdigit() or parts[2:] not in ([], ["voted"]):
        raise AnswerRefused("malformed", answer=key)
    wanted = int(parts[1])
    free = True
    for span in reversed(spans):
        for place in range(len(span.entries) - 1, -1, -1):
            entry = span.entries[place]
            free = free and not entry.revealing and entry.seat == seat
            if entry.seq == wanted:
                if not free and len(parts) == 2:
                    raise AnswerRefused("not-on-offer", answer=key, reason="vote-needed")
                return span, place
    raise AnswerRefused("not-on-offer", answer=key, reason="out-of-reach")
