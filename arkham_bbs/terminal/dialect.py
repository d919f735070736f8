"""How each kind of terminal moves its cursor and ends a line.

Room: terminal. Imports its neighbours here and the standard library.
Source: ECMA-48; Commodore 64 Programmer's Reference Guide; Atari 400/800 operating system manual.
"""

from __future__ import annotations

from typing import Protocol

from .capabilities import Capabilities
from .style import SGR_RESET, raw_byte


class Dialect(Protocol):
    """What a painter or an editor may ask of a terminal. All places count from 0."""

    newline: str
    rubout: str
    """Takes back one character, on any terminal."""
    erase_end: str
    """Clears from the cursor to the end of the row; "" where there is no such code."""
    clear: str
    bell: str
    enter: str
    """Sent once, before the first prompt."""
    leave: str
    """Puts everything back: colours, cursor, modes."""

    def left(self, count: int) -> str:
        """Move left."""

    def right(self, count: int) -> str:
        """Move right."""

    def row_start(self, column: int) -> str:
        """Go to the first column; ``column`` is where the cursor is now."""

    def goto(self, row: int, column: int) -> str:
        """Go to a place on the screen."""


class Ansi:
    """Anything that understands ESC [ ... ."""

    newline = "\r\n"
    rubout = "\b \b"
    erase_end = "\x1b[K"
    clear = "\x1b[2J\x1b[H"
    bell = "\x07"
    enter = "\x1b[?2004h"
    leave = "\x1b[?2004l\x1b[?25h" + SGR_RESET

    def left(self, count: int) -> str:
        """Move left, by backspaces where that is shorter."""
        return "\b" * count if count <= 3 else f"\x1b[{count}D"

    def right(self, count: int) -> str:
        """Move right."""
        return f"\x1b[{count}C" if count > 0 else ""

    def row_start(self, column: int) -> str:
        """Carriage return."""
        return "\r"

    def goto(self, row: int, column: int) -> str:
        """Cursor position, which counts from 1."""
        return f"\x1b[{row + 1};{column + 1}H"


class Petscii:
    """A Commodore: one code for each step, no end-of-row erase."""

    newline = raw_byte(0x0D)
    rubout = raw_byte(0x14)
    erase_end = ""
    clear = raw_byte(0x93)
    bell = raw_byte(0x07)
    enter = raw_byte(0x0E) + raw_byte(0x92) + raw_byte(0x9B)  # both cases, light grey
    leave = raw_byte(0x92) + raw_byte(0x9B)

    def left(self, count: int) -> str:
        """Cursor left, once for each step."""
        return raw_byte(0x9D) * count

    def right(self, count: int) -> str:
        """Cursor right, once for each step."""
        return raw_byte(0x1D) * count

    def row_start(self, column: int) -> str:
        """Step left; RETURN would begin a new row."""
        return raw_byte(0x9D) * column

    def goto(self, row: int, column: int) -> str:
        """Home, then steps down and right."""
        return raw_byte(0x13) + raw_byte(0x11) * row + raw_byte(0x1D) * column


class Atascii:
    """An Atari: steps left and right, no addressing."""

    newline = raw_byte(0x9B)
    rubout = raw_byte(0x7E)
    erase_end = ""
    clear = raw_byte(0x7D)
    bell = raw_byte(0xFD)
    enter = ""
    leave = ""

    def left(self, count: int) -> str:
        """Cursor left, once for each step."""
        return raw_byte(0x1E) * count

    def right(self, count: int) -> str:
        """Cursor right, once for each step."""
        return raw_byte(0x1F) * count

    def row_start(self, column: int) -> str:
        """Step left."""
        return raw_byte(0x1E) * column

    def goto(self, row: int, column: int) -> str:
        """There is no home: the best that can be done is a cleared screen."""
        return self.clear + raw_byte(0x1D) * row + raw_byte(0x1F) * column


class Plain:
    """No cursor control at all: append, and take back a character."""

    newline = "\r\n"
    rubout = "\b \b"
    erase_end = ""
    clear = ""
    bell = ""
    enter = ""
    leave = ""

    def __init__(self, *, coloured: bool) -> None:
        if coloured:
            self.leave = SGR_RESET

    def left(self, count: int) -> str:
        """Nothing."""
        return ""

    def right(self, count: int) -> str:
        """Nothing."""
        return ""

    def row_start(self, column: int) -> str:
        """Nothing."""
        return ""

    def goto(self, row: int, column: int) -> str:
        """Nothing."""
        return ""


def dialect_of(caps: Capabilities) -> Dialect:
    """Choose the dialect of a terminal."""
    if caps.is_petscii:
        return Petscii()
    if caps.charset == "atascii":
        return Atascii()
    if caps.addressing and not caps.linear:
        return Ansi()
    return Plain(coloured=caps.colour != "none")
