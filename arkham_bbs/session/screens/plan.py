"""The town plans: where every street square and every location is drawn, and the lines between.

Room: session. Imports the standard library and msgspec.
Source: the TOML files under ``plans``, drawn by hand; the streets are those of the board.

A plan is data: a cell for every square, the corners of the streets that turn, a name, a field for
whoever is inside and a path to the door for every location. From it the empty town is drawn once
per kind of line; the map of a game is a copy of that with the counters laid on it.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

import msgspec

Point = tuple[int, int]

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


class PlanError(ValueError):
    """A plan is wrong; the text names the file and the entry."""


class Glyphs(msgspec.Struct, frozen=True):
    """The characters a plan is drawn with on one kind of terminal.

    ``street`` and ``door`` map a mask of NORTH, EAST, SOUTH, WEST to a line; ``arrows`` maps a
    step in columns and rows to a heading; ``full`` and ``empty`` make bars, ``rule`` and ``post``
    part panels.
    """

    name: str
    street: dict[int, str]
    door: dict[int, str]
    square: str
    stand: str
    rising: str
    falling: str
    arrows: dict[Point, str]
    full: str
    empty: str
    rule: str = "─"
    post: str = "│"


def _lines(shapes: str) -> dict[int, str]:
    """Name the eleven joints of a line drawing set, given in the order of ``masks``."""
    masks = (
        EAST | WEST,
        NORTH | SOUTH,
        EAST | SOUTH,
        SOUTH | WEST,
        NORTH | EAST,
        NORTH | WEST,
        NORTH | EAST | SOUTH,
        NORTH | SOUTH | WEST,
        EAST | SOUTH | WEST,
        NORTH | EAST | WEST,
        15,
    )
    table = dict(zip(masks, shapes, strict=True))
    for single, like in ((NORTH, 5), (SOUTH, 5), (EAST, 10), (WEST, 10)):
        table[single] = table[like]
    return table


_POINTERS: dict[Point, str] = {
    (0, -1): "^",
    (1, 0): ">",
    (0, 1): "v",
    (-1, 0): "<",
    (1, -1): "/",
    (-1, 1): "/",
    (1, 1): "\\",
    (-1, -1): "\\",
}
_ARROWS: dict[Point, str] = {
    (0, -1): "↑",
    (1, 0): "→",
    (0, 1): "↓",
    (-1, 0): "←",
    (1, -1): "↗",
    (-1, 1): "↙",
    (1, 1): "↘",
    (-1, -1): "↖",
}
_DOUBLE = _lines("═║╔╗╚╝╠╣╦╩╬")
_SINGLE = _lines("─│┌┐└┘├┤┬┴┼")

GLYPHS: dict[str, Glyphs] = {
    "unicode": Glyphs(
        "unicode", _DOUBLE, _SINGLE, "■", "T", "/", "\\", _ARROWS, full="█", empty="░"
    ),
    "cp437": Glyphs("cp437", _DOUBLE, _SINGLE, "■", "T", "/", "\\", _POINTERS, full="█", empty="░"),
    "single": Glyphs(
        "single", _SINGLE, _SINGLE, "o", "T", "/", "/", _POINTERS, full="#", empty="."
    ),
    "ascii": Glyphs(
        "ascii",
        _lines("-|+++++++++"),
        _lines(".:..::::.::"),
        "o",
        "T",
        "/",
        "\\",
        _POINTERS,
        full="#",
        empty=".",
        rule="-",
        post="|",
    ),
}


class Field(NamedTuple):
    """A stretch of one row."""

    column: int
    row: int
    width: int


class Place(msgspec.Struct, frozen=True):
    """Where a location is drawn: its name, row by row, and the field for what is inside.

    ``leans_right`` puts what is inside at the right end of its field, towards the door.
    """

    id: str
    names: tuple[Field, ...]
    words: tuple[str, ...]
    inside: Field
    leans_right: bool


class Mark(msgspec.Struct, frozen=True, gc=False):
    """One drawn character of the empty town and its role."""

    column: int
    row: int
    char: str
    style: str


class _LocationEntry(msgspec.Struct, forbid_unknown_fields=True):
    names: list[tuple[str, int, int]]
    inside: tuple[int, int, int]
    doors: dict[str, list[Point]]


class _PlanFile(msgspec.Struct, forbid_unknown_fields=True):
    columns: int
    rows: int
    cell: tuple[int, int]
    spaces: dict[str, Point]
    turns: dict[str, list[Point]]
    locations: dict[str, _LocationEntry]
    scenery: list[tuple[int, int, str, str]] = []
    cells: dict[str, tuple[int, int]] = {}
    beyond: dict[str, list[Point]] = {}
    title: str = ""


class Plan(msgspec.Struct, frozen=True):
    """One town plan.

    Attributes:
        squares: the point of every street square. cells: the field its counters may fill.
        places: the locations. streets: the points of every street, ends included, by the pair of
            its squares in both directions. doors: the points of every path from a square to its
            location, the square excluded, by square and location. beyond: streets that leave a
        district, from a square of this plan to the edge, by the pair of squares.
        stands: the squares where taxis wait.
    """

    name: str
    title: str
    columns: int
    rows: int
    squares: dict[str, Point]
    cells: dict[str, Field]
    places: dict[str, Place]
    streets: dict[tuple[str, str], tuple[Point, ...]]
    doors: dict[tuple[str, str], tuple[Point, ...]]
    beyond: dict[tuple[str, str], tuple[Point, ...]]
    stands: frozenset[str]
    scenery: tuple[tuple[int, int, str, str], ...]

    def direction(self, space: str, towards: str) -> Point | None:
        """Return the step by which the street from ``space`` to ``towards`` begins."""
        street = self.streets.get((space, towards)) or self.beyond.get((space, towards))
        if street is None:
            return None
        (x, y), (to_x, to_y) = street[0], street[1]
        return (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)

    def draw(self, glyphs: Glyphs) -> tuple[Mark, ...]:
        """Return the empty town, mark by mark."""
        return _draw(self.name, glyphs.name)


def _walk(points: list[Point], where: str) -> tuple[Point, ...]:
    """Fill in the points between corners; each leg is straight or a diagonal."""
    walked = [points[0]]
    for target in points[1:]:
        x, y = walked[-1]
        across, down = target[0] - x, target[1] - y
        if across and down and abs(across) != abs(down):
            raise PlanError(f"{where}: no straight line from {(x, y)} to {target}")
        step_x, step_y = (across > 0) - (across < 0), (down > 0) - (down < 0)
        while (x, y) != target:
            x, y = x + step_x, y + step_y
            walked.append((x, y))
    return tuple(walked)


def read_plan(
    name: str, text: str, streets: tuple[tuple[str, str], ...], stands: frozenset[str]
) -> Plan:
    """Read a plan from its TOML text.

    Raises:
        PlanError: something is missing, unknown, or not a straight line.
    """
    try:
        entry = msgspec.convert(tomllib.loads(text), type=_PlanFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PlanError(f"{name}: {error}") from error
    shift, width = entry.cell
    squares = entry.spaces
    cells: dict[str, Field] = {}
    for key, (x, y) in squares.items():
        left, wide = entry.cells.get(key, (shift, width))
        cells[key] = Field(x + left, y, wide)
    paths: dict[tuple[str, str], tuple[Point, ...]] = {}
    turns = {tuple(key.split()): corners for key, corners in entry.turns.items()}
    for one, other in streets:
        if one not in squares or other not in squares:
            continue
        corners = turns.pop((one, other), None)
        if corners is None:
            corners = list(reversed(turns.pop((other, one), [])))
        where = f"{name}: street {one} {other}"
        points = [squares[one], *corners, squares[other]]
        path = _walk(points, where)
        paths[one, other] = path
        paths[other, one] = tuple(reversed(path))
    if turns:
        raise PlanError(f"{name}: no such street: {', '.join(' '.join(key) for key in turns)}")
    beyond: dict[tuple[str, str], tuple[Point, ...]] = {}
    for key, corners in entry.beyond.items():
        one, other = key.split()
        where = f"{name}: street {key}"
        if one not in squares or other in squares:
            raise PlanError(f"{where}: it must lead from a square of this plan to one outside")
        beyond[one, other] = _walk([squares[one], *corners], where)
    places: dict[str, Place] = {}
    doors: dict[tuple[str, str], tuple[Point, ...]] = {}
    for key, location in entry.locations.items():
        words = tuple(word for word, _x, _y in location.names)
        names = tuple(Field(x, y, len(word)) for word, x, y in location.names)
        inside = Field(*location.inside)
        last = [corners[-1][0] for corners in location.doors.values()]
        leans_right = all(x >= inside.column + inside.width for x in last)
        places[key] = Place(key, names, words, inside, leans_right)
        for square, corners in location.doors.items():
            where = f"{name}: door {square} {key}"
            if square not in squares:
                raise PlanError(f"{where}: no such square")
            points = [squares[square], *corners]
            doors[square, key] = _walk(points, where)[1:]
    return Plan(
        name=name,
        title=entry.title,
        columns=entry.columns,
        rows=entry.rows,
        squares=squares,
        cells=cells,
        places=places,
        streets=paths,
        doors=doors,
        beyond=beyond,
        stands=stands & frozenset(squares),
        scenery=tuple(entry.scenery),
    )


def _line(
    path: tuple[Point, ...], glyphs: Glyphs, table: dict[int, str], style: str, *, last: int
) -> list[Mark]:
    """Draw a path from its second point up to, not including, point ``last``."""
    marks: list[Mark] = []
    for at in range(1, last):
        x, y = path[at]
        mask, slope = 0, ""
        for other_x, other_y in (path[at - 1], *path[at + 1 : at + 2]):
            across, down = other_x - x, other_y - y
            if across and down:
                slope = glyphs.rising if across * down < 0 else glyphs.falling
            elif across:
                mask |= EAST if across > 0 else WEST
            else:
                mask |= SOUTH if down > 0 else NORTH
        marks.append(Mark(x, y, slope or table[mask], style))
    return marks


@lru_cache(maxsize=32)
def _draw(plan_name: str, glyph_name: str) -> tuple[Mark, ...]:
    plan, glyphs = load_plan(plan_name), GLYPHS[glyph_name]
    marks: list[Mark] = []
    for column, row, words, style in plan.scenery:
        marks.extend(Mark(column + i, row, c, style) for i, c in enumerate(words) if c != " ")
    for (square, _), path in plan.doors.items():
        whole = (plan.squares[square], *path)
        marks.extend(_line(whole, glyphs, glyphs.door, "dim", last=len(whole)))
    for path in plan.streets.values():
        marks.extend(_line(path, glyphs, glyphs.street, "street", last=len(path) - 1))
    for path in plan.beyond.values():
        marks.extend(_line(path, glyphs, glyphs.street, "street", last=len(path) - 1))
        (x, y), (end_x, end_y) = path[-2:]
        marks.append(Mark(end_x, end_y, glyphs.arrows[end_x - x, end_y - y], "link"))
    for place in plan.places.values():
        for field, word in zip(place.names, place.words, strict=True):
            marks.extend(Mark(field.column + i, field.row, c, "place") for i, c in enumerate(word))
    for square, (x, y) in plan.squares.items():
        stand = square in plan.stands
        char, style = (glyphs.stand, "taxi") if stand else (glyphs.square, "street")
        marks.append(Mark(x, y, char, style))
    return tuple(marks)


PLANS = ("town80", "town132", "west40", "east40")


@lru_cache(maxsize=8)
def load_plan(name: str) -> Plan:
    """Return one of ``PLANS``."""
    from arkham_bbs.game.content import CONTENT

    file = resources.files(__package__) / "plans" / f"{name}.toml"
    stands = frozenset(space.id for space in CONTENT.spaces.values() if space.taxi)
    return read_plan(name, file.read_text(encoding="utf-8"), CONTENT.streets, stands)
