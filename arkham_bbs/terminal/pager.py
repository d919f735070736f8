"""Long texts a screenful at a time, with a prompt that says which key goes on.

Room: terminal. Imports its neighbours here.
Source: USER_ASKS B28 ("every pause says which key continues; no invisible waits").
"""

from __future__ import annotations

from typing import Protocol

from .capabilities import Capabilities
from .ends import Cancelled
from .keys import Key
from .style import Line

PAGE_PROMPT = "-- more: Space or Enter, Q stops --"
"""The same at every width; 40 columns have room for it."""
PAGE_PROMPT_LINEAR = "More: Enter goes on, Q stops. "
BACK_PROMPT = "-- Space or Enter goes back --"

_GO_ON = ("enter", "page_down", "down")
_STOP = ("escape", "end")


class Reader(Protocol):
    """The part of a terminal a pager needs."""

    @property
    def caps(self) -> Capabilities:
        """What the terminal can do now (its size may change between pages)."""

    def write(self, text: list[Line]) -> None:
        """Write whole lines."""

    def write_prompt(self, prompt: Line) -> None:
        """Write a prompt without a line end."""

    def wipe_prompt(self, prompt: Line) -> None:
        """Take the prompt away again."""

    async def read_key(self) -> Key:
        """Wait for a key."""

    def unread(self, key: Key) -> None:
        """Give a key back: it is the next to be read."""

    def has_more_text(self) -> bool:
        """Say whether more letters came together with the one just read."""

    def forgive_enter(self) -> None:
        """Pass over an Enter that comes right behind the key just read."""


async def read_pages(terminal: Reader, rows: list[Line], *, pause_at_end: bool) -> bool:
    """Show rows that fit the width already; False when the caller stopped early.

    Clients that send whole lines keep their own scrollback and get everything at once.
    ``pause_at_end`` waits for a key after the last row (a view is about to come back).
    """
    at = 0
    while at < len(rows):
        room = len(rows) if terminal.caps.line_mode else max(4, terminal.caps.rows - 1)
        terminal.write(rows[at : at + room])
        at += room
        more = PAGE_PROMPT_LINEAR if terminal.caps.linear else PAGE_PROMPT
        if at < len(rows) and not await _pause(terminal, more):
            return False
    return await _pause(terminal, BACK_PROMPT) if pause_at_end else True


async def _pause(terminal: Reader, text: str) -> bool:
    """Wait at a pager's prompt; True to go on.

    A letter that is no key of the pager begins the next command: the reading is over, and the
    letter stands on the line that is typed next.
    """
    prompt = Line.of(text, "prompt").cut(terminal.caps.columns - 1)
    terminal.write_prompt(prompt)
    go_on: bool | None = None
    while go_on is None:
        try:
            key = await terminal.read_key()
        except Cancelled:
            go_on = False
            break
        if key.name in _GO_ON or key.text == " ":
            go_on = True
        elif key.name in _STOP:
            go_on = False
        elif key.text:
            go_on = False
            if key.text not in ("q", "Q") or terminal.has_more_text():
                terminal.unread(key)
            else:
                terminal.forgive_enter()
    terminal.wipe_prompt(prompt)
    return go_on
