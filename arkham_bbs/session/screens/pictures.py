"""The pictures of the board: welcome, log-off, victory and defeat, for every terminal.

Room: session. Imports terminal (Line) and the drawings under ``art``, which are the project's own.

Each drawing has a wide form (80 columns) and a narrow one (39), in characters that a Commodore has,
and both once more in strokes for terminals without frames, where corners of roofs would all be
plus signs; a screen reader hears one sentence instead.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources

import msgspec

from arkham_bbs.session.screens.townmap import glyphs_for
from arkham_bbs.terminal import Capabilities, Line, wrap_text


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One drawing: its roles by character, both forms, and what it says in words.

    ``tints`` of the "wide" or "narrow" form give another role to the lines of a stretch: row,
    column, width, role. Characters with a role of their own keep it.
    """

    sentence: str
    style: str
    chars: dict[str, str]
    wide: str
    narrow: str
    plain_wide: str
    plain_narrow: str
    tints: dict[str, list[tuple[int, int, int, str]]] = {}

    def lines(self, columns: int, *, plain: bool = False) -> list[Line]:
        """Return the form that fits, or none where even the narrow one does not.

        ``plain`` asks for the one without frames.
        """
        form = "wide" if columns >= 80 else "narrow" if columns >= 39 else ""
        if not form:
            return []
        if form == "wide":
            text = self.plain_wide if plain else self.wide
        else:
            text = self.plain_narrow if plain else self.narrow
        roles: dict[tuple[int, int], str] = {}
        for row, column, width, role in self.tints.get(form, ()):
            roles.update({(row, column + at): role for at in range(width)})
        rows = text.strip("\n").split("\n")
        return [self._painted(row, line, roles) for row, line in enumerate(rows)]

    def _painted(self, row: int, text: str, roles: dict[tuple[int, int], str]) -> Line:
        line = Line()
        run, style = "", ""
        for column, char in enumerate(text.rstrip()):
            role = self.chars.get(char) or roles.get((row, column), self.style)
            if char.isalpha() and char not in self.chars:
                role = roles.get((row, column), "title")
            if role != style and char != " ":
                if run:
                    line.add(run, style)
                run, style = "", role
            run += char
        return line.add(run, style) if run else line


PICTURES = ("welcome", "farewell", "victory", "defeat")


@lru_cache(maxsize=8)
def load_picture(name: str) -> Picture:
    """Return one of ``PICTURES``."""
    file = resources.files(__package__) / "art" / f"{name}.toml"
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), type=Picture)


@lru_cache(maxsize=16)
def _drawn(picture_name: str, form_columns: int, plain: bool) -> tuple[Line, ...]:
    """Return a drawing's lines, made once for each form; nobody may change them."""
    return tuple(load_picture(picture_name).lines(form_columns, plain=plain))


def prepare_pictures() -> None:
    """Read and paint every drawing, so that no caller waits for it."""
    for name in PICTURES:
        for columns in (80, 39):
            for plain in (False, True):
                _drawn(name, columns, plain)


def _form(caps: Capabilities) -> int:
    """Return the columns of the drawing that fits, 0 where none does."""
    return 80 if caps.columns >= 80 else 39 if caps.columns >= 39 else 0


def _show(picture_name: str, caps: Capabilities, **words: str) -> list[Line]:
    form = _form(caps)
    if form and not caps.linear and caps.rows >= 20:
        return list(_drawn(picture_name, form, glyphs_for(caps).name == "ascii"))
    sentence = load_picture(picture_name).sentence.format(**words)
    return [Line.of(row) for row in wrap_text(sentence, max(20, caps.columns - 1))]


def welcome_screen(caps: Capabilities, board_name: str = "Arkham BBS") -> list[Line]:
    """Return what a caller sees first."""
    lines = _show("welcome", caps, board=board_name)
    if len(lines) > 3:
        width = _form(caps)
        title = f"{board_name}: Massachusetts, 1926" if width >= 60 else board_name
        lines.append(Line.of(title.center(width - 1).rstrip(), "bold"))
    return lines


def farewell_screen(caps: Capabilities, name: str = "") -> list[Line]:
    """Return what a caller sees last."""
    lines = _show("farewell", caps, name=name or "stranger")
    if len(lines) > 3:
        words = f"Good night{f', {name}' if name else ''}. Mind the dark between the lamps."
        width = _form(caps) - 1
        for row in wrap_text(words, width):
            lines.append(Line.of(row.center(width).rstrip(), "bold"))
    return lines


def ending_screen(caps: Capabilities, *, victory: bool) -> list[Line]:
    """Return the picture of a game's end."""
    return _show("victory" if victory else "defeat", caps)
