"""ECHO around a password, for clients that echo lines themselves.

Room: terminal. Imports its neighbours here.
Source: RFC 857; USER_ASKS B.
"""

from __future__ import annotations

from .telnet_options import Side

MAX_ECHO_CHANGES = 4


class PasswordEcho:
    """Turns our side of ECHO on for a password and off again.

    From connect to lobby ECHO changes at most four times; the second time it goes on it stays
    on till ``entered_lobby``, so that no password is ever shown. ``hide`` and ``show`` return
    the verb to send, if any.
    """

    def __init__(self, side: Side) -> None:
        self._side = side
        self._changes = 0
        self._off_later = False
        self._in_lobby = False

    def hide(self) -> int | None:
        """A password begins."""
        side = self._side
        self._off_later = False
        if side.state in ("yes", "want-yes"):
            return None
        if not self._in_lobby:
            self._changes += 1
        if side.state == "want-no":
            side.state = "no"
        return side.ask(True)

    def show(self) -> int | None:
        """It is over."""
        if self._side.state in ("no", "want-no"):
            return None
        if not self._in_lobby:
            if self._changes >= MAX_ECHO_CHANGES - 1:
                self._off_later = True
                return None
            self._changes += 1
        return self._side.force_off()

    def entered_lobby(self) -> bool:
        """Login is over: ECHO may change freely again. Says whether a ``show`` was held back."""
        self._in_lobby = True
        is_due, self._off_later = self._off_later, False
        return is_due
