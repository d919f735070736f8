"""Asking a terminal about itself without ever hanging: a plan, driven from outside.

Room: terminal. Imports its neighbours here. The time is passed in.
Source: USER_ASKS B4 and B20: no answer is waited for longer than 2 s, all together 4 s, then a
plain question. The trick: write a character's UTF-8 bytes and see how far the cursor went.
"""

from __future__ import annotations

import re

from .capabilities import Capabilities, Charset

ONE_ANSWER_S = 2.0
ALL_ANSWERS_S = 4.0

# U+00E9 in UTF-8: one column there, two in CP437 and Latin-1.
_TEST = b"\xc3\xa9"
_ASK_POSITION = b"\x1b[6n"
_RUB_OUT = b"\r  \r"
_POSITION = re.compile(r"\[(\d{1,5});(\d{1,5})R")
_ATTRIBUTES = re.compile(r"\[[?=>]([\d;]*)c")


class Probe:
    """Finds out whether a terminal answers, and whether it is UTF-8.

    Call ``start``, send what it returns, hand in reports with ``report`` and the time with
    ``tick``; stop when ``done``. ``answered`` tells whether the terminal ever answered: if
    not, the caller should be asked a plain question (``QUESTION``).
    """

    def __init__(self, caps: Capabilities) -> None:
        self.done = False
        self.answered = False
        self.charset: Charset | None = None
        self._caps = caps
        self._step = ""
        self._began = 0.0
        self._asked = 0.0

    def start(self, now: float) -> bytes:
        """Begin; returns the first bytes to send."""
        self._began = self._asked = now
        self._step = "width"
        return b"\r" + _TEST + _ASK_POSITION

    def deadline(self) -> float:
        """The moment at which ``tick`` should be called at the latest."""
        return min(self._asked + ONE_ANSWER_S, self._began + ALL_ANSWERS_S)

    def report(self, text: str, now: float) -> bytes:
        """Take a report (as in ``Key("report", text)``); returns what to send next."""
        if self.done:
            return b""
        if self._step == "width":
            found = _POSITION.fullmatch(text)
            if found is None:
                return b""
            self.answered = True
            column = int(found.group(2))
            if column == 2:
                self.charset = "utf-8"
                self.done = True
                return _RUB_OUT
            # Two columns: bytes were shown one by one. CTerm answers device attributes with
            # its own signature; others are taken for CP437 as most BBS terminals are.
            self.charset = "cp437" if column == 3 else None
            self._step, self._asked = "kind", now
            return _RUB_OUT + b"\x1b[c"
        found = _ATTRIBUTES.fullmatch(text)
        if found is None:
            return b""
        self.done = True
        is_cterm = found.group(1).startswith("67;84;101;114;109")  # it spells "CTerm"
        name = self._caps.name.lower()
        if self.charset == "cp437" and not is_cterm and ("vt220" in name or "xterm" in name):
            self.charset = "latin-1"
        return b""

    def tick(self, now: float) -> bytes:
        """The time is ``now``: give up what has waited long enough."""
        if not self.done and now >= self.deadline():
            self.done = True
            if not self.answered:
                return _RUB_OUT
        return b""

    def result(self) -> Capabilities:
        """The capabilities with what was learnt laid over them."""
        caps = self._caps
        if not self.answered:
            return caps
        changes: dict[str, object] = {"addressing": not caps.linear}
        if caps.colour == "none" and not caps.linear:
            changes["colour"] = "16"
        if self.charset is not None:
            changes["charset"] = self.charset
        return caps.override(changes)


QUESTION = "Your terminal? 1 ANSI 2 CP437 3 plain 4 Commodore 5 Atari 6 screen reader"
CHOICES: dict[str, str] = {
    "1": "ansi",
    "2": "cp437",
    "3": "plain",
    "4": "petscii",
    "5": "atascii",
    "6": "reader",
}
"""The answers to ``QUESTION`` and the presets of ``capabilities.PRESETS`` they stand for."""
