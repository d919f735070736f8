"""The rules under way: one step after another, and what is done out of turn on top of them.

Room: game. Imports neighbours here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from weakref import WeakMethod

from arkham_bbs.game.play import Ask, Finished, Play, Rule
from arkham_bbs.game.turn import STEPS

OVER = "over"
"""The step that no rule follows."""


class Course:
    """Runs rules until one of them asks. Nothing is suspended when nothing is asked.

    ``boundary``, a method of whoever holds the course, is called before each step and after the
    last; False halts there.
    """

    def __init__(self, play: Play, boundary: Callable[[], bool]) -> None:
        self._play = play
        # Weakly: whoever drops the game must not wait for a search for garbage to be rid of it.
        self._weak_boundary = WeakMethod(boundary)
        self._stack: list[Generator[Ask, str, object]] = []
        self.asks: list[Ask] = []
        """What is asked, the question to be answered first at the end; empty when over."""

    def _boundary(self) -> bool:
        boundary = self._weak_boundary()
        assert boundary is not None, "a course ends with its game"
        return boundary()

    def run(self) -> None:
        """Run whole steps until one of them asks or the game is over."""
        state = self._play.state
        self._stack = []
        self.asks = []
        try:
            while state.result is None:
                if not self._boundary():
                    return
                rule = STEPS[state.step](self._play)
                try:
                    ask = next(rule)
                except StopIteration as done:
                    state.step = str(done.value)
                    continue
                self._stack = [rule]
                self.asks = [ask]
                return
        except Finished:
            pass
        self._finish()

    def answer(self, key: str) -> None:
        """Give the rule that asked last its answer, and run on to the next question."""
        self.asks.pop()
        self._advance(key)

    def put_aside(self, rule: Rule[None]) -> None:
        """Run a rule out of turn; the question stays."""
        # What was laid out for it may be gone from a hand after this.
        self.asks[-1].ready = None
        self._stack.append(rule)
        self._advance(None)

    def _advance(self, answer: str | None) -> None:
        rule = self._stack[-1]
        try:
            ask = next(rule) if answer is None else rule.send(answer)
        except StopIteration as done:
            self._stack.pop()
            if not self._stack:
                self._play.state.step = str(done.value)
                self.run()
        except Finished:
            self._finish()
        else:
            self.asks.append(ask)

    def _finish(self) -> None:
        self._stack = []
        self.asks = []
        self._play.state.step = OVER
        self._play.state.offers.clear()
        self._boundary()
