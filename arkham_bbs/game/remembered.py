"""What a game remembers of its answers: for the store, and for whoever takes one back.

Room: game. Imports msgspec and neighbours here. Source: DESIGN.md section 3.

A game is its last checkpoint plus the answers since. A checkpoint is the state between two
steps, when no rule is suspended, and the answers in force since when one was taken back.
"""

from __future__ import annotations

from collections import deque

from arkham_bbs.game.decisions import Answer
from arkham_bbs.game.options import Options
from arkham_bbs.game.state import State
from arkham_bbs.game.stored import ENCODER, STATE, Entry, Snapshot, Span
from arkham_bbs.game.versions import RULES_VERSION

KEPT_SPANS = 24


class Remembered:
    """The last step boundaries of one game, and the answers after each."""

    def __init__(self, options: Options, seed: bytes, seq: int) -> None:
        self._options = options
        self._seed = seed
        self.spans: deque[Span] = deque(maxlen=KEPT_SPANS)
        self.answers: list[Answer] = []
        """The answers since the checkpoint, as they came."""
        self.checkpoint_seq = seq
        self._entries: tuple[Entry, ...] = ()
        self._dice_used = 0

    def mark(self, state: State, seq: int) -> None:
        """Remember a step boundary; it becomes the checkpoint."""
        self.spans.append(Span(ENCODER.encode(state), seq, state.dice_used, []))
        self._entries = ()
        self.checkpoint_seq = seq
        self.answers.clear()

    def stand(self, entries: tuple[Entry, ...], seq: int, dice_used: int) -> None:
        """Make the last boundary with these answers in force the checkpoint."""
        self._entries = entries
        self.checkpoint_seq = seq
        self._dice_used = dice_used
        self.answers.clear()

    def checkpoint(self) -> bytes:
        """Return the last checkpoint, fit to be stored with ``answers``."""
        span = self.spans[-1]
        if not self._entries and self.checkpoint_seq == span.seq:
            return self._stored((), self.checkpoint_seq, span.dice_used)
        return self._stored(self._entries, self.checkpoint_seq, self._dice_used)

    def snapshot(self, seq: int, dice_used: int) -> bytes:
        """Return everything up to now: the last boundary and the answers in force since."""
        return self._stored(tuple(self.spans[-1].entries), seq, dice_used)

    def _stored(self, entries: tuple[Entry, ...], seq: int, dice_used: int) -> bytes:
        span = self.spans[-1]
        return ENCODER.encode(
            Snapshot(
                rules_version=RULES_VERSION,
                options=self._options,
                seed=self._seed,
                state=span.base,
                base_seq=span.seq,
                seq=seq,
                entries=entries,
                dice_used=dice_used,
            )
        )

    def last_span(self, over: bool) -> tuple[State, int, tuple[Entry, ...]]:
        """Return the boundary before the last answers, the draws made by then, and those.

        For a finished game these are the answers that ended it, if still remembered.
        """
        spans = list(self.spans)
        span = spans[-1]
        if over and not span.entries and len(spans) > 1:
            span = spans[-2]
        return STATE.decode(span.base), span.dice_used, tuple(span.entries)
