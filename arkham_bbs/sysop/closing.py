"""Shutting down with a countdown that everybody sees, and calling it off again.

Room: sysop. Imports lobby's clock and its neighbours here. Source: USER_ASKS G6.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog

from arkham_bbs.sysop.reading import format_time

if TYPE_CHECKING:
    from arkham_bbs.lobby import Lobby
    from arkham_bbs.lobby.clocks import Timer
    from arkham_bbs.sysop.board import RunningBoard

log = structlog.get_logger("arkham.sysop", room="sysop")

MARKS_S = (
    *(24 * 3600.0, 12 * 3600.0, 6 * 3600.0, 3600.0, 1800.0, 900.0, 600.0),
    *(300.0, 240.0, 180.0, 120.0, 60.0, 30.0, 10.0),
)
"""When everybody is told again how long there is."""
BY_SYSOP = "sysop: "
"""How a stop's reason begins whose rest are the sysop's own words, for everybody."""
DOORS_SHUT_S = 60.0
"""New calls are refused from here on."""
NO_CALLS = "The board takes no new calls for the moment. Please ring again a little later."
CLOSING_SOON = "The board is closing for the night and takes no new calls. Come back soon."


def as_sentence(reason: str) -> str:
    """Return a sysop's reason as it is told: with a capital and a full stop."""
    return f"{reason[:1].upper()}{reason[1:].rstrip('.')}."


def format_left(seconds: float) -> str:
    """Return how long there is, to the second in the last hour: ``1 min 59 s``, ``2 min``."""
    whole = math.ceil(seconds)
    minutes, rest = divmod(whole, 60)
    if whole < 3600 and minutes and rest:
        return f"{minutes} min {rest} s"
    return format_time(whole)


class Closing:
    """One countdown at a time; a new one takes the place of the old.

    Args:
        lobby, board: tell those with a name, and those without.
    """

    def __init__(self, lobby: Lobby, board: RunningBoard) -> None:
        self._lobby = lobby
        self._board = board
        self._timers: list[Timer] = []
        self._was_draining = False
        self.ends_at: float | None = None
        self.reason = ""
        self.by = ""

    @property
    def left_s(self) -> float | None:
        """Seconds until the board closes; None when no closing is under way."""
        if self.ends_at is None:
            return None
        return max(0.0, self.ends_at - self._lobby.time.now())

    def begin(self, after_s: float, by: str, reason: str) -> None:
        """Close the board after a time; everybody is told now and at every mark.

        Args:
            by: what callers read of who closes it (`Actor.signature`).
        """
        if self.ends_at is None:
            self._was_draining = self._board.is_draining
        self._stop_timers()
        now = self._lobby.time.now()
        self.ends_at, self.by, self.reason = now + after_s, by, reason
        for mark in MARKS_S:
            if mark < after_s:
                self._at(self.ends_at - mark, self._tell)
        if after_s > DOORS_SHUT_S:
            self._at(self.ends_at - DOORS_SHUT_S, self._shut_doors)
        else:
            self._board.drain(True)
        self._at(self.ends_at, self._close)
        self._say(self._sentence(after_s))

    def cancel(self) -> bool:
        """Call it off; False when there was nothing to call off."""
        if self.ends_at is None:
            return False
        self._stop_timers()
        self.ends_at = None
        self._board.drain(self._was_draining)
        self._say("The board stays open after all. Play on.")
        return True

    def sentence(self) -> str:
        """Say what is coming, for somebody who has just come in; "" when nothing is."""
        left = self.left_s
        return "" if left is None else self._sentence(left)

    def refusal(self) -> str:
        """Return what a new caller reads who is not of the staff; "" while calls are taken."""
        if not self._board.is_draining:
            return ""
        return NO_CALLS if self.ends_at is None else CLOSING_SOON

    def _sentence(self, left_s: float) -> str:
        reason = f" {as_sentence(self.reason)}" if self.reason else ""
        return f"The board closes in {format_left(left_s)}; every game is kept.{reason}"

    def _say(self, sentence: str) -> None:
        self._lobby.chat.broadcast(self.by, sentence, urgent=True)
        self._board.announce(sentence)

    def _at(self, when: float, action: Callable[[], object]) -> None:
        async def do() -> None:
            action()

        self._timers.append(self._lobby.scheduler.at(when, do))

    def _tell(self) -> None:
        left = self.left_s
        if left is not None:
            # A clock that was late must not say odd numbers.
            near = min(MARKS_S, key=lambda mark: abs(mark - left))
            self._say(self._sentence(near if abs(near - left) < 3 else left))

    def _shut_doors(self) -> None:
        self._board.drain(True)

    def _close(self) -> None:
        self._stop_timers()
        log.info("shutdown_due", by=self.by, reason=self.reason)
        self._board.stop(f"{BY_SYSOP}{self.reason}" if self.reason else "sysop")

    def _stop_timers(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
