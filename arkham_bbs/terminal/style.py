"""Styled text: lines of spans, each with the name of a role; and what a role looks like.

Room: terminal. Imports its neighbours here and the standard library.
Source: FIGURES ("colour depth never shared between callers by accident"): codes are made here,
per palette and depth, from constant tables; of colours nothing is remembered from caller to caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from sys import getsizeof
from typing import NamedTuple

import msgspec

from .capabilities import Capabilities
from .clean import clean_text, cut_text, text_width


class Span(msgspec.Struct, frozen=True, gc=False):
    """A piece of text in one style. ``style`` is a role of ``ROLES``; "" is plain.

    Callers have tens of thousands of them: a search for garbage passes them by.
    """

    text: str
    style: str = ""


class Line:
    """One line of styled text. Strings among the arguments are plain spans."""

    __slots__ = ("spans",)

    def __init__(self, *spans: Span | str) -> None:
        self.spans: list[Span] = [Span(s) if type(s) is str else s for s in spans]  # type: ignore[misc]

    @classmethod
    def of(cls, text: str, style: str = "") -> Line:
        """A line of a single span."""
        return cls(Span(text, style))

    def add(self, text: str, style: str = "") -> Line:
        """Append a span; returns the line, so that calls can be chained."""
        self.spans.append(Span(text, style))
        return self

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """Columns the line takes."""
        return text_width(self.text)

    def stripped(self) -> Line:
        """The same line without plain blanks at its end."""
        return Line(*_stripped(self.spans))

    def cut(self, columns: int, *, ellipsis: str = "") -> Line:
        """The same line, no wider than ``columns``; a cut is marked with ``ellipsis``."""
        if ellipsis:
            if self.width <= columns or columns <= len(ellipsis):
                return self.cut(columns)
            kept = self.cut(columns - len(ellipsis)).stripped()
            return kept.add(ellipsis, kept.spans[-1].style if kept.spans else "")
        line = Line()
        for span in self.spans:
            text = cut_text(span.text, columns)
            if text:
                line.spans.append(Span(text, span.style))
            columns -= text_width(text)
            if text != span.text:
                break
        return line

    def wrapped(self, columns: int, *, indent: int = 0) -> list[Line]:
        """Break the line at spaces into lines of at most ``columns``."""
        if self.width <= columns:
            return [self]
        spans = tuple(self.spans)
        # The same text is broken for many callers: once for each width there is.
        kept = sum(len(span.text) for span in spans) <= LONGEST_KEPT
        broken = (_broken_once if kept else _broken)(spans, max(1, columns), indent)
        return [Line(*row) for row in broken]

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def __add__(self, other: Line | Span | str) -> Line:
        if isinstance(other, Line):
            return Line(*self.spans, *other.spans)
        return Line(*self.spans, other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.spans == other.spans

    def __hash__(self) -> int:
        return hash(tuple(self.spans))

    def __repr__(self) -> str:
        return f"Line({', '.join(map(repr, self.spans))})"


SPAN_BYTES = 120
LINE_BYTES = 160
"""About what a span and a line take beside their text."""


def line_bytes(line: Line) -> int:
    """Return about what a line takes in memory, in bytes."""
    return LINE_BYTES + sum(SPAN_BYTES + getsizeof(span.text) for span in line.spans)


MOST_BROKEN = 4096
LONGEST_KEPT = 500
"""Lines remembered broken to a width, and the most characters of one: no page of somebody's."""

_WORDS = re.compile(" +|[^ ]+")


def _broken(spans: tuple[Span, ...], columns: int, indent: int) -> tuple[tuple[Span, ...], ...]:
    """Break a line that is wider than ``columns`` into rows of spans."""
    indent = indent if indent + 2 <= columns else 0
    rows: list[tuple[Span, ...]] = []
    row: list[Span] = []
    used, filled = 0, False
    begun = [Span(" " * indent)] if indent else []
    width_of = len if all(span.text.isascii() for span in spans) else text_width
    for word, style in _words(spans):
        width = width_of(word)
        if used + width > columns:
            if filled:
                rows.append(tuple(_stripped(row)))
                row, used, filled = [*begun], indent, False
                if word.isspace():
                    continue
            while used + width > columns and not word.isspace():
                head = cut_text(word, columns - used) or word[:1]
                _add(row, head, style)
                rows.append(tuple(row))
                row, used, filled = [*begun], indent, False
                word = word[len(head) :]
                width = width_of(word)
        if word:
            _add(row, word, style)
            used += width
            filled = True
    if filled or not rows:
        rows.append(tuple(_stripped(row)))
    return tuple(rows)


_broken_once = lru_cache(maxsize=MOST_BROKEN)(_broken)


def _add(row: list[Span], text: str, style: str) -> None:
    """Append text to a row; what goes on in the same style is one span."""
    if row and row[-1].style == style:
        row[-1] = Span(row[-1].text + text, style)
    else:
        row.append(Span(text, style))


def _stripped(spans: Iterable[Span]) -> list[Span]:
    """Return spans without plain blanks at their end."""
    kept = list(spans)
    while kept:
        last = kept.pop()
        text = last.text.rstrip()
        if text:
            kept.append(Span(text, last.style))
            break
    return kept


def _words(spans: Iterable[Span]) -> Iterator[tuple[str, str]]:
    """Split spans into blanks and words, each with its style."""
    for span in spans:
        for word in _WORDS.findall(span.text):
            yield word, span.style


def as_line(text: Line | Span | str) -> Line:
    """Make a line of whatever a caller of ``write`` may pass."""
    if isinstance(text, Line):
        return text
    return Line(text)


class Look(NamedTuple):
    """How a role looks at each depth: 0xRRGGBB, a number of 0-255, a number of 0-15."""

    rgb: int = -1
    index256: int = -1
    ansi: int = -1
    bold: bool = False
    underline: bool = False
    reverse: bool = False


# Other Worlds wear the colours of their counters and gates (facts: misc.yaml, colours).
ROLES: dict[str, Look] = {
    "title": Look(0xE6C84B, 221, 11, bold=True),
    "dim": Look(0x8A8A8A, 245, 8),
    "bold": Look(bold=True),
    "bar": Look(reverse=True),
    "prompt": Look(0xFFFFFF, 231, 15, bold=True),
    "key": Look(0xFFFFFF, 231, 15, bold=True),
    "number": Look(0x87D7FF, 117, 14),
    "place": Look(0xD7D7AF, 187, 7),
    "street": Look(0x9E9E9E, 247, 7),
    "reach": Look(0xFFFF87, 228, 11, bold=True, underline=True),
    "taxi": Look(0xFFD700, 220, 11),
    "water": Look(0x5F87D7, 68, 4),
    "frame": Look(0x6C6C6C, 242, 8),
    "gate": Look(0xD75FFF, 171, 13, bold=True),
    "seal": Look(0x5FFFAF, 85, 10, bold=True),
    "doom": Look(0xFF5F5F, 203, 9, bold=True),
    "monster": Look(0xFF8787, 210, 9),
    "investigator": Look(0x87FFFF, 123, 14, bold=True),
    "you": Look(0x5FFFFF, 87, 14, bold=True, underline=True),
    "other": Look(0x87AFFF, 111, 12),
    "item": Look(0xD7AF5F, 179, 3),
    "spell": Look(0xAF87FF, 141, 13),
    "money": Look(0xAFD75F, 149, 10),
    "strength": Look(0xFF8700, 208, 9),
    "sanity": Look(0x5FD7FF, 81, 14),
    "dice": Look(0xFFFFFF, 231, 15),
    "good": Look(0x5FD75F, 77, 10),
    "bad": Look(0xFF5F5F, 203, 9),
    "warn": Look(0xFFAF00, 214, 11),
    "chat": Look(0xD7D7FF, 189, 15),
    "system": Look(0xAFAFAF, 145, 7),
    "link": Look(0x87AFFF, 111, 12, underline=True),
    "abyss": Look(0xFFFF5F, 227, 11),
    "another_dimension": Look(0xFF5F5F, 203, 9),
    "city_of_the_great_race": Look(0xD7AF00, 178, 3),
    "earths_dreamlands": Look(0xD7875F, 173, 1),
    "great_hall_of_celeano": Look(0xAF87D7, 140, 13),
    "plateau_of_leng": Look(0x87D7FF, 117, 14),
    "rlyeh": Look(0x5FD75F, 77, 10),
    "yuggoth": Look(0x875FAF, 97, 5),
}
"""The roles, as the default palette shows them; the role of an Other World is its id."""

# Blue and orange-yellow stay apart for red-green and blue-yellow blindness (after Okabe and
# Ito); what the default palette tells by red against green is told by lightness and underline.
_SAFE: dict[str, Look] = {
    "gate": Look(0xCC79A7, 175, 13, bold=True),
    "seal": Look(0x56B4E9, 74, 14, bold=True),
    "doom": Look(0xE69F00, 214, 11, bold=True, underline=True),
    "monster": Look(0xE69F00, 214, 11),
    "good": Look(0x56B4E9, 74, 14, bold=True),
    "bad": Look(0xE69F00, 214, 11, underline=True),
    "money": Look(0xF0E442, 227, 11),
    "strength": Look(0xE69F00, 214, 11),
    "sanity": Look(0x56B4E9, 74, 14),
    "warn": Look(0xF0E442, 227, 11, bold=True),
    "item": Look(0xF0E442, 227, 15),
    "abyss": Look(0xF0E442, 227, 11),
    "another_dimension": Look(0xD55E00, 166, 3, bold=True),
    "city_of_the_great_race": Look(0xE69F00, 214, 3),
    "earths_dreamlands": Look(0xB07050, 131, 7),
    "great_hall_of_celeano": Look(0xCC79A7, 175, 13),
    "plateau_of_leng": Look(0x56B4E9, 74, 14),
    "rlyeh": Look(0x009E73, 36, 6),
    "yuggoth": Look(0x0072B2, 25, 12),
}

PALETTE_LOOKS: dict[str, dict[str, Look]] = {"default": ROLES, "safe": {**ROLES, **_SAFE}}


SGR_RESET = "\x1b[0m"


def sgr(style: str, colour: str, palette: str = "default") -> str:
    """Return the sequence that switches a fresh terminal to a role; "" when it looks plain.

    Never uses codes above 37 for 16 colours: bright is bold, which old ANSI clients know.
    """
    if colour == "none" or not style:
        return ""
    look = PALETTE_LOOKS[palette].get(style)
    if look is None:
        return ""
    codes: list[str] = []
    bold = look.bold or (colour == "16" and look.ansi >= 8)
    if bold:
        codes.append("1")
    if look.underline:
        codes.append("4")
    if look.reverse:
        codes.append("7")
    if colour == "true" and look.rgb >= 0:
        codes.append(f"38;2;{look.rgb >> 16};{look.rgb >> 8 & 255};{look.rgb & 255}")
    elif colour == "256" and look.index256 >= 0:
        codes.append(f"38;5;{look.index256}")
    elif colour == "16" and look.ansi >= 0:
        codes.append(str(30 + (look.ansi & 7)))
    return f"\x1b[{';'.join(codes)}m" if codes else ""


RAW = 0xE000
"""Characters from here stand for one raw byte each; only our own code makes them."""


def raw_byte(byte: int) -> str:
    """The character that the PETSCII and ATASCII encoders send as exactly this byte."""
    return chr(RAW + byte)


# ANSI colour number to the Commodore's colour control code.
_PETSCII_COLOURS = (
    0x9B,  # black is not readable on black: light grey
    0x1C,  # red
    0x1E,  # green
    0x95,  # brown
    0x1F,  # blue
    0x9C,  # purple
    0x9F,  # cyan
    0x9B,  # light grey
    0x98,  # grey
    0x96,  # light red
    0x99,  # light green
    0x9E,  # yellow
    0x9A,  # light blue
    0x9C,  # purple
    0x9F,  # cyan
    0x05,  # white
)
PETSCII_PLAIN = raw_byte(0x92) + raw_byte(0x9B)
_REVERSE_ON = raw_byte(0x12)


def petscii_codes(style: str, colour: str, palette: str = "default") -> str:
    """Return the Commodore colour codes for a role; "" when it looks plain."""
    if colour == "none" or not style:
        return ""
    look = PALETTE_LOOKS[palette].get(style)
    if look is None:
        return ""
    codes = raw_byte(_PETSCII_COLOURS[look.ansi]) if look.ansi >= 0 else ""
    return codes + (_REVERSE_ON if look.reverse else "")


class Painter:
    """Turns styled spans into what one terminal must be sent. Belongs to one caller."""

    __slots__ = ("_codes", "_make", "caps", "plain")

    def __init__(self, caps: Capabilities) -> None:
        self.caps = caps
        self._codes: dict[str, str] = {}
        if caps.charset == "atascii" or caps.colour == "none":
            self._make = None
            self.plain = ""
        elif caps.is_petscii:
            self._make = petscii_codes
            self.plain = PETSCII_PLAIN
        else:
            self._make = sgr
            self.plain = SGR_RESET

    def on(self, style: str) -> str:
        """The codes that switch from plain to a role; "" when there are none."""
        if self._make is None or not style:
            return ""
        codes = self._codes.get(style)
        if codes is None:
            codes = self._make(style, self.caps.colour, self.caps.palette)
            if len(self._codes) < 256:
                self._codes[style] = codes
        return codes

    def span(self, text: str, style: str) -> str:
        """Text in its role, plain again after it. The text must be clean."""
        codes = self.on(style)
        return f"{codes}{text}{self.plain}" if codes else text

    def line(self, line: Line | Span | str) -> str:
        """A whole line, cleaned, without its line end."""
        if isinstance(line, str):
            return clean_text(line, newlines=False)
        return "".join(
            self.span(clean_text(span.text, newlines=False), span.style) for span in as_line(line)
        )
