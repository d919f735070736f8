"""One telnet option's two sides, as RFC 1143 (the Q method) has them.

Room: terminal. Imports its neighbours here.
Source: RFC 854, RFC 1143; USER_ASKS B1 and B2.
"""

from __future__ import annotations

from typing import Literal

from .telnet_codes import DO, DONT, WILL, WONT

State = Literal["no", "yes", "want-no", "want-yes"]


class Side:
    """One side (ours or theirs) of one option. Methods return the verbs to send.

    ``yes`` and ``no`` are the verbs this side speaks in: WILL and WONT for ours, DO and DONT
    for theirs. ``changes`` counts real changes of state, ``replies`` what was sent.
    """

    __slots__ = ("_no", "_yes", "changes", "opposite", "replies", "state")

    def __init__(self, *, ours: bool) -> None:
        self._yes, self._no = (WILL, WONT) if ours else (DO, DONT)
        self.state: State = "no"
        self.opposite = False
        self.changes = 0
        self.replies = 0

    @property
    def on(self) -> bool:
        """Whether both agree that it is on."""
        return self.state == "yes"

    def _become(self, state: State) -> None:
        if (state == "yes") != (self.state == "yes"):
            self.changes += 1
        self.state = state

    def ask(self, on: bool) -> int | None:
        """Wish for a state; returns the verb to send, if any."""
        if on:
            if self.state == "no":
                self.state = "want-yes"
                return self._yes
            if self.state == "want-no":
                self.opposite = True
            elif self.state == "want-yes":
                self.opposite = False
            return None
        if self.state == "yes":
            self._become("want-no")
            return self._no
        if self.state == "want-no":
            self.opposite = False
        elif self.state == "want-yes":
            self.opposite = True
        return None

    def force_off(self) -> int | None:
        """Say no at once, without waiting for the answer to an earlier yes.

        Safe against loops: the late answer to that yes finds us in "want-no" and ends there.
        """
        if self.state == "want-yes":
            self.state, self.opposite = "want-no", False
            return self._no
        return self.ask(False)

    def hear(self, on: bool, *, allowed: bool) -> int | None:
        """The peer said yes or no to (or asked for) this; returns the verb to answer."""
        state = self.state
        if on:
            if state == "no":
                if allowed:
                    self._become("yes")
                    return self._yes
                return self._no
            if state == "want-no":
                self._become("yes" if self.opposite else "no")
                self.opposite = False
            elif state == "want-yes":
                if self.opposite:
                    self.state, self.opposite = "want-no", False
                    return self._no
                self._become("yes")
            return None
        if state == "yes":
            self._become("no")
            return self._no
        if state == "want-no":
            if self.opposite:
                self.state, self.opposite = "want-yes", False
                return self._yes
            self.state = "no"
        elif state == "want-yes":
            self.state, self.opposite = "no", False
        return None
