"""The map of a game: a town plan with everybody and everything laid on it.

Room: session. Imports terminal (Grid), game views and its neighbours here.

The empty town is drawn once per plan and kind of line and copied; only what stands on the board is
written each time. What does not fit into a cell is counted (``3+``); ``look`` spells it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from arkham_bbs.game.views import GateView, InvestigatorView, MonsterView, View
from arkham_bbs.session.screens.marks import (
    CLUE,
    KEY_MARK,
    SEAL,
    gate_mark,
    gate_style,
    initials,
    monster_letter,
    monster_style,
)
from arkham_bbs.session.screens.plan import GLYPHS, Field, Glyphs, Plan, load_plan
from arkham_bbs.terminal import Capabilities, Cell, Grid, Line, Span, cells_of

Piece = tuple[str, str]
"""A text and its role."""

BLANK: Piece = (" ", "")
"""What keeps two marks apart where there is room."""

WIDE_FIELD = 9
"""Fields of this width or more show the movement codes of monsters inside."""


def glyphs_for(caps: Capabilities) -> Glyphs:
    """Return the characters a plan is drawn with on this terminal."""
    if caps.is_petscii:
        return GLYPHS["single"]
    if caps.frames == "ascii" or caps.charset in ("ascii", "latin-1", "atascii"):
        return GLYPHS["ascii"]
    return GLYPHS["cp437" if caps.charset == "cp437" else "unicode"]


@lru_cache(maxsize=32)
def _empty(plan_name: str, glyph_name: str) -> tuple[tuple[Cell, ...], ...]:
    plan, glyphs = load_plan(plan_name), GLYPHS[glyph_name]
    grid = Grid(plan.columns, plan.rows)
    for mark in plan.draw(glyphs):
        grid.rows_of_cells[mark.row][mark.column] = cells_of(mark.style)[mark.char]
    return tuple(tuple(cells) for cells in grid.rows_of_cells)


def _drawn_at(place: str) -> str:
    """Return where on the map whoever is in a place is drawn: the cell is in the station."""
    return "police_station" if place == "jail_cell" else place


class Standing:
    """Who and what is where, gathered once from a view."""

    __slots__ = ("clues", "gates", "marks", "monsters", "people", "seals", "seat")

    def __init__(self, view: View) -> None:
        self.seat = view.seat
        self.people: dict[str, list[InvestigatorView]] = {}
        for sheet in view.investigators:
            place = _drawn_at(sheet.place)
            if sheet.status in ("active", "defeated"):
                self.people.setdefault(place, []).append(sheet)
        self.monsters: dict[str, list[MonsterView]] = {}
        for monster in view.monsters:
            self.monsters.setdefault(monster.place, []).append(monster)
        self.gates: dict[str, GateView] = {gate.place: gate for gate in view.gates}
        self.seals = frozenset((*view.elder_signs, *view.powers_left))
        self.clues = view.clues
        self.marks = frozenset(s.key_mark for s in view.investigators if s.key_mark)

    def persons(self, place: str) -> list[Piece]:
        """Return the investigators in a place, the viewer's own first and marked."""
        found: list[Piece] = []
        for sheet in self.people.get(place, ()):
            if sheet.status == "defeated":
                found.append((f"x{initials(sheet.id)}", "warn"))
            elif sheet.seat == self.seat:
                found.insert(0, (f"@{initials(sheet.id)}", "you"))
            else:
                found.append((initials(sheet.id), "investigator"))
        return found

    def places(self) -> list[str]:
        """Return every place that has something on it, in a stated order."""
        return list(
            dict.fromkeys(
                (*self.gates, *sorted(self.seals), *self.people, *self.monsters, *self.clues)
            )
        ) + sorted(self.marks)


def _width(pieces: Sequence[Piece]) -> int:
    return sum(len(text) for text, _style in pieces)


def _spaced(people: Sequence[Piece], others: Sequence[Piece]) -> list[Piece]:
    """Return people and what else stands with them, a blank behind each of the people."""
    pieces = [piece for person in people for piece in (person, BLANK)]
    return [*pieces, *others] if others else pieces[:-1]


def _least(people: Sequence[Piece], monsters: Sequence[MonsterView]) -> int:
    """Return the columns that what stands here needs beside a number.

    The viewer's own mark is never given up for a number, for the place can be typed by its name
    as well; of others a sign that they are there will do.
    """
    if people and people[0][1] == "you":
        return len(people[0][0]) + (len(people) + len(monsters) > 1)
    return 1 if people or monsters else 0


def _counted(
    people: Sequence[Piece], monsters: Sequence[MonsterView], room: int, digits: bool
) -> list[Piece]:
    """Say that, or how many, stand here, in at most ``room`` columns.

    ``digits`` is False beside an option number, where a count would read as part of it.
    """
    total = len(people) + len(monsters)
    mine = bool(people) and people[0][1] == "you"
    style = "you" if mine else "monster" if monsters else "investigator"
    own = people[0][0] if mine else ""
    for text in (f"{own}+" if mine else "", own, f"{total}+" if digits else "", "+"):
        if not text:
            continue
        if len(text) <= room:
            return [(text, style)]
    return []


def _crowd(
    people: Sequence[Piece],
    monsters: Sequence[MonsterView],
    room: int,
    shown: Sequence[Sequence[str]],
    digits: bool = True,
) -> list[Piece]:
    """Fit people and monsters into ``room`` columns, with as much said of monsters as fits.

    ``shown`` lists, from the fullest to the shortest, a text for each monster.
    """
    if not people and not monsters:
        return []
    for texts in shown:
        pieces = list(people)
        beasts = [(t, monster_style(m)) for t, m in zip(texts, monsters, strict=True)]
        pieces += beasts
        if _width(pieces) <= room:
            spaced = _spaced(people, beasts)
            return spaced if _width(spaced) <= room else pieces
    return _counted(people, monsters, room, digits)


def _arrow(monster: MonsterView, plan: Plan, glyphs: Glyphs) -> str:
    if not monster.heading or monster.place not in plan.squares:
        return ""
    step = plan.direction(monster.place, monster.heading[0])
    return glyphs.arrows[step] if step else ""


def _on_street(monsters: Sequence[MonsterView], plan: Plan, glyphs: Glyphs) -> list[list[str]]:
    letters = [monster_letter(m) for m in monsters]
    if len(monsters) != 1:
        return [letters]
    (monster,), (letter,) = monsters, letters
    arrow = _arrow(monster, plan, glyphs)
    code = monster.code.replace("-", "")
    return [[letter + arrow + code], [letter + arrow + code[:1]], [letter + arrow], [letter]]


def _inside(monsters: Sequence[MonsterView], width: int) -> list[list[str]]:
    letters = [monster_letter(m) for m in monsters]
    codes = [x + m.code.replace("-", "") for x, m in zip(letters, monsters, strict=True)]
    return [codes, letters] if width >= WIDE_FIELD and len(monsters) < 3 else [letters]


def _square(
    place: str, standing: Standing, width: int, plan: Plan, glyphs: Glyphs, reach: Piece | None
) -> list[Piece]:
    people = standing.persons(place)
    monsters = standing.monsters.get(place, [])
    least = _least(people, monsters)
    if reach and least and len(reach[0]) + least > width:
        reach = None
    pieces: list[Piece] = [reach] if reach else []
    if reach and place in plan.stands and len(reach[0]) + least < width:
        pieces.insert(0, (glyphs.stand, "taxi"))
    room = width - _width(pieces)
    shown = _on_street(monsters, plan, glyphs)
    crowd = _crowd(people, monsters, room, shown, digits=not reach)
    if not crowd and not pieces and place in standing.marks:
        return [(KEY_MARK, "spell")]
    return pieces + crowd


def _location(place: str, standing: Standing, width: int, reach: Piece | None) -> list[Piece]:
    pieces: list[Piece] = []
    people = standing.persons(place)
    monsters = standing.monsters.get(place, [])
    gate = standing.gates.get(place)
    if gate is not None:
        pieces.append((gate_mark(gate), gate_style(gate)))
    elif place in standing.seals:
        pieces.append((SEAL, "seal"))
    if standing.clues.get(place):
        pieces.append((CLUE, "item"))
    # What stands here matters more than the number: the name is marked as well.
    if reach and _width(pieces) + len(reach[0]) + _least(people, monsters) <= width:
        pieces.insert(0, reach)
    room, shown = width - _width(pieces), _inside(monsters, width)
    crowd = _crowd(people, monsters, room, shown, digits=pieces[-1:] != [reach])
    if people and pieces and _width(crowd) < room:
        pieces.append(BLANK)
    pieces += crowd
    if place in standing.marks and _width(pieces) < width:
        pieces.append((KEY_MARK, "spell"))
    return pieces


def draw_town(
    grid: Grid,
    row: int,
    column: int,
    plan: Plan,
    glyphs: Glyphs,
    view: View | None,
    numbers: Mapping[str, int] | None = None,
    paid: frozenset[str] = frozenset(),
) -> None:
    """Draw the town with its upper left corner at a place of the grid.

    Args:
        numbers: the option number of every place that can be gone to now; 0 marks a place
            without naming a number. paid: those of them that only a paid ride reaches,
            marked apart, but for the place one is in.
    """
    empty = _empty(plan.name, glyphs.name)
    rows = grid.rows_of_cells
    wide = min(plan.columns, grid.columns - column)
    for y, cells in enumerate(empty):
        if row + y < grid.rows:
            rows[row + y][column : column + wide] = cells[:wide]
    if view is None:
        return
    standing = Standing(view)
    numbers = numbers or {}
    here = viewer_place(view)
    for place in (*standing.places(), *numbers):
        number = ""
        if place in numbers:
            number = str(numbers[place]) if numbers[place] else "*"
        reach: Piece | None = (number, "reach") if number else None
        if number and place in paid:
            # A ride round the block to where one stands is nothing to look for.
            reach = (f"#{number}", "taxi") if place != here else None
        _lay(grid, row, column, plan, glyphs, standing, place, reach)


def _lay(
    grid: Grid,
    row: int,
    column: int,
    plan: Plan,
    glyphs: Glyphs,
    standing: Standing,
    place: str,
    reach: Piece | None,
) -> None:
    """Write what stands in one place into its cell."""
    if place in plan.cells:
        field = plan.cells[place]
        pieces = _square(place, standing, field.width, plan, glyphs, reach)
        at = plan.squares[place][0] - field.column
        shift = max(0, min(at, field.width - _width(pieces)))
        if _width(pieces) == 1:
            shift = at
        _put(grid, row, column, field, shift, pieces)
        return
    spot = plan.places.get(place)
    if spot is None:
        return
    if reach and reach[1] == "reach":
        for field, word in zip(spot.names, spot.words, strict=True):
            _put(grid, row, column, field, 0, [(word, reach[1])])
    pieces = _location(place, standing, spot.inside.width, reach)
    shift = spot.inside.width - _width(pieces) if spot.leans_right else 0
    _put(grid, row, column, spot.inside, shift, pieces)


def _put(
    grid: Grid, row: int, column: int, field: Field, shift: int, pieces: Sequence[Piece]
) -> None:
    if row + field.row >= grid.rows:
        return
    cells = grid.rows_of_cells[row + field.row]
    at = column + field.column + shift
    for text, style in pieces:
        styled = cells_of(style)
        for char in text:
            if 0 <= at < grid.columns:
                cells[at] = styled[char]
            at += 1


def viewer_sheet(view: View) -> InvestigatorView | None:
    """Return whose eyes the board is seen with: the one asked, one's own, or the active."""
    sheets = {sheet.id: sheet for sheet in view.investigators}
    decision = view.decision
    if decision is not None and decision.seat == view.seat and decision.investigator in sheets:
        return sheets[decision.investigator]
    mine = view.mine()
    for sheet in mine:
        if sheet.id == view.active:
            return sheet
    return mine[0] if mine else sheets.get(view.active or "")


def viewer_place(view: View) -> str | None:
    """Return where the map should be looked at from."""
    sheet = viewer_sheet(view)
    return _drawn_at(sheet.place) if sheet is not None else None


def row_on(plan: Plan, place: str | None) -> int | None:
    """Return the row of a plan on which a place is drawn, None where it is not."""
    if place is None:
        return None
    if place in plan.squares:
        return plan.squares[place][1]
    return plan.places[place].inside.row if place in plan.places else None


def plan_for(columns: int, rows: int, view: View | None = None, side: str = "") -> Plan:
    """Choose the plan for a room of so many cells.

    On narrow screens the town has two sides; the one where the viewer stands comes first, unless
    ``side`` ("west" or "east") asks for one.
    """
    if columns >= 132 and rows >= 26:
        return load_plan("town132")
    if columns >= 80 and rows >= 17:
        return load_plan("town80")
    if side not in ("west", "east"):
        west = load_plan("west40")
        place = viewer_place(view) if view is not None else None
        side = "west" if place is None or place in west.places or place in west.squares else "east"
        east = load_plan("east40")
        if place is not None and (place in east.places or place in east.squares):
            side = "east"
    return load_plan(f"{side}40")


def _narrowed(line: Line, columns: int) -> Line:
    """Keep a row off the last column, where a terminal would break it.

    Only a name at the right edge reaches so far; it closes up ("Hib's Roadhouse" on 132 columns).
    """
    if line.width <= columns:
        return line
    spans = list(line.spans)
    for number in range(len(spans) - 1, -1, -1):
        head, blank, tail = spans[number].text.rpartition(" ")
        if blank and head.strip() and tail.strip():
            spans[number] = Span(head + tail, spans[number].style)
            break
    return Line(*spans).cut(columns)


def map_lines(
    view: View,
    caps: Capabilities,
    reach: Sequence[str] = (),
    numbers: Mapping[str, int] | None = None,
    side: str = "",
    paid: frozenset[str] = frozenset(),
) -> list[Line]:
    """Return the map as lines, for the scrolling view and the ``map`` command.

    Args:
        reach: places that can be gone to, marked ``*``; with ``numbers`` each shows its number.
        side: "west" or "east" of a town drawn in two halves; "both" shows one after the other.
        paid: places that only a paid ride reaches, from ``paid_places``.
    """
    marked = dict.fromkeys(reach, 0) if numbers is None else dict(numbers)
    glyphs = glyphs_for(caps)
    wide = caps.columns >= 132 and caps.rows >= 38
    sides = ("west", "east") if side == "both" and caps.columns < 80 else (side,)
    lines: list[Line] = []
    for one in sides:
        plan = plan_for(132 if wide else caps.columns, 26 if wide else 17, view, one)
        grid = Grid(plan.columns, plan.rows)
        draw_town(grid, 0, 0, plan, glyphs, view, marked, paid)
        lines.extend(_narrowed(line, max(20, caps.columns - 1)) for line in grid.lines())
    if caps.columns < 80 and len(sides) == 1:
        other = "east" if plan.name == "west40" else "west"
        hint = Line.of(f"{plan.title}. Type map {other} for the other side.", "dim")
        lines.extend(hint.wrapped(max(20, caps.columns - 1)))
    return lines


def map_marks(view: View, caps: Capabilities) -> dict[str, str]:
    """Return the marks on the map that stand for one place, as they may be typed.

    These are the initials of investigators in town and the letters of known gates, in brackets.
    """
    plan_places = {**load_plan("town80").squares, **load_plan("town80").places}
    marks: dict[str, str] = {}
    for sheet in view.investigators:
        if sheet.place in plan_places:
            marks[initials(sheet.id)] = sheet.place
            marks[initials(sheet.id).casefold()] = sheet.place
    letters: dict[str, list[str]] = {}
    for gate in view.gates:
        if gate.world:
            letters.setdefault(gate_mark(gate), []).append(gate.place)
    for letter, places in letters.items():
        if len(places) == 1:
            marks[letter] = marks[letter.casefold()] = places[0]
    return marks
