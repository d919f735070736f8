"""The town plans: everything has its own cell, streets join neighbours, nothing overlaps."""

from __future__ import annotations

import pytest

from arkham_bbs.game.content import CONTENT
from arkham_bbs.session.screens.plan import (
    GLYPHS,
    PLANS,
    Field,
    Plan,
    PlanError,
    load_plan,
    read_plan,
)

WHOLE = ("town80", "town132")
SIDES = ("west40", "east40")


def cells_of(field: Field) -> set[tuple[int, int]]:
    return {(field.column + i, field.row) for i in range(field.width)}


def streets_of(plan: Plan) -> list[tuple[str, str]]:
    return [pair for pair in CONTENT.streets if set(pair) <= set(plan.squares)]


@pytest.mark.parametrize("name", WHOLE)
def test_every_square_and_every_location_is_on_a_whole_plan(name: str) -> None:
    plan = load_plan(name)
    assert set(plan.squares) == set(CONTENT.spaces)
    assert set(plan.places) == set(CONTENT.locations)
    assert plan.stands == {space.id for space in CONTENT.spaces.values() if space.taxi}


def test_the_two_sides_hold_everything_exactly_once() -> None:
    west, east = (load_plan(name) for name in SIDES)
    assert not set(west.squares) & set(east.squares)
    assert not set(west.places) & set(east.places)
    assert set(west.squares) | set(east.squares) == set(CONTENT.spaces)
    assert set(west.places) | set(east.places) == set(CONTENT.locations)


def test_every_street_between_the_sides_leaves_both_and_enters_the_other_on_the_same_row() -> None:
    west, east = (load_plan(name) for name in SIDES)
    crossing = {
        pair
        for pair in CONTENT.streets
        if not any(set(pair) <= set(p.squares) for p in (west, east))
    }
    assert {tuple(sorted(pair)) for pair in west.beyond} == {tuple(sorted(p)) for p in crossing}
    assert {tuple(sorted(pair)) for pair in east.beyond} == {tuple(sorted(p)) for p in crossing}
    for (here, there), path in west.beyond.items():
        back = east.beyond[there, here]
        assert path[-1][0] == west.columns - 1
        assert back[-1][0] == 0
        assert path[-1][1] == back[-1][1]


@pytest.mark.parametrize("name", PLANS)
def test_the_entrances_are_those_of_the_board(name: str) -> None:
    plan = load_plan(name)
    for place in plan.places:
        drawn = {square for square, location in plan.doors if location == place}
        assert drawn == set(CONTENT.locations[place].entrances)


@pytest.mark.parametrize("name", PLANS)
def test_everything_fits_and_but_for_one_name_the_last_column_is_never_needed(name: str) -> None:
    plan = load_plan(name)
    for glyphs in GLYPHS.values():
        for mark in plan.draw(glyphs):
            assert 0 <= mark.column < plan.columns
            assert 0 <= mark.row < plan.rows
    for field in (*plan.cells.values(), *(p.inside for p in plan.places.values())):
        assert field.column >= 0
        assert field.column + field.width <= plan.columns
    if name == "town132":
        reach = [f for p in plan.places.values() for f in (*p.names, p.inside)]
        reach += plan.cells.values()
        assert [f for f in reach if f.column + f.width > 131] == [
            *plan.places["hibs_roadhouse"].names
        ]
    assert plan.rows <= {"town80": 17, "town132": 26}.get(name, 17)
    assert plan.columns <= {"town80": 79, "town132": 132}.get(name, 39)


@pytest.mark.parametrize("name", PLANS)
def test_squares_and_fields_and_names_never_overlap(name: str) -> None:
    plan = load_plan(name)
    owner: dict[tuple[int, int], str] = {}
    named = [(f"cell {key}", field) for key, field in plan.cells.items()]
    named += [(f"inside {key}", place.inside) for key, place in plan.places.items()]
    named += [(f"name {k}", f) for k, place in plan.places.items() for f in place.names]
    named += [(f"scenery {x},{y}", Field(x, y, len(text))) for x, y, text, _ in plan.scenery]
    for who, field in named:
        for cell in cells_of(field):
            assert cell not in owner, f"{who} and {owner.get(cell)} share {cell}"
            owner[cell] = who


@pytest.mark.parametrize("name", PLANS)
def test_streets_and_doors_run_clear_of_names_fields_and_other_lines(name: str) -> None:
    plan = load_plan(name)
    taken: dict[tuple[int, int], str] = {}
    for key, place in plan.places.items():
        for field in (place.inside, *place.names):
            taken.update(dict.fromkeys(cells_of(field), key))
    for x, y, text, _style in plan.scenery:
        taken.update(dict.fromkeys(cells_of(Field(x, y, len(text))), "scenery"))
    lines: dict[tuple[int, int], tuple[str, str]] = {}
    paths = [(pair, plan.streets[pair][1:-1]) for pair in streets_of(plan)]
    paths += [(pair, path[1:]) for pair, path in plan.beyond.items()]
    paths += [(pair, path) for pair, path in plan.doors.items()]
    for pair, path in paths:
        for point in path:
            assert point not in taken, f"{pair} runs through {taken.get(point)} at {point}"
            assert point not in lines, f"{pair} and {lines.get(point)} share {point}"
            lines[point] = pair
    for square, point in plan.squares.items():
        assert point not in lines, f"a line runs over {square}"
        assert point in cells_of(plan.cells[square])


@pytest.mark.parametrize("name", PLANS)
def test_a_line_stays_visible_between_neighbours_when_both_cells_are_full(name: str) -> None:
    plan = load_plan(name)
    full = {cell for field in plan.cells.values() for cell in cells_of(field)}
    for pair in streets_of(plan):
        inner = plan.streets[pair][1:-1]
        assert [p for p in inner if p not in full], f"street {pair} disappears"
    for key, path in plan.doors.items():
        assert [p for p in path if p not in full], f"door {key} disappears"


SIDES_OF = {"═": "EW", "║": "NS", "╔": "ES", "╗": "SW", "╚": "NE", "╝": "NW"}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def follow(
    drawn: dict[tuple[int, int], str],
    ends: set[tuple[int, int]],
    start: tuple[int, int],
    step: tuple[int, int],
) -> tuple[int, int] | None:
    """Follow a drawn line by its characters alone from a square; None where no line begins."""
    point = start
    while True:
        point = (point[0] + step[0], point[1] + step[1])
        if point in ends:
            return point
        char = drawn.get(point, " ")
        if step[0] and step[1]:
            if char != ("/" if step[0] * step[1] < 0 else "\\"):
                return None
            continue
        came = next(side for side, way in STEPS.items() if way == (-step[0], -step[1]))
        sides = SIDES_OF.get(char, "")
        if came not in sides:
            return None
        step = STEPS[sides.replace(came, "")]


@pytest.mark.parametrize("name", PLANS)
def test_following_the_drawn_lines_from_a_square_reaches_exactly_its_neighbours(name: str) -> None:
    plan = load_plan(name)
    drawn = {(m.column, m.row): m.char for m in plan.draw(GLYPHS["unicode"]) if m.style == "street"}
    at = {point: square for square, point in plan.squares.items()}
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for square, start in plan.squares.items():
        found = {follow(drawn, set(at), start, step) for step in around} - {None}
        expected = {b if a == square else a for a, b in CONTENT.streets if square in (a, b)}
        assert {at[point] for point in found if point} == expected & set(plan.squares)


@pytest.mark.parametrize("name", PLANS)
def test_every_way_out_of_a_square_begins_in_its_own_direction(name: str) -> None:
    plan = load_plan(name)
    for square in plan.squares:
        ways = [b for a, b in (*plan.streets, *plan.beyond) if a == square]
        directions = [plan.direction(square, way) for way in ways]
        assert None not in directions
        assert len(set(directions)) == len(directions)


@pytest.mark.parametrize("name", PLANS)
def test_the_ascii_plan_is_ascii_and_the_cp437_plan_is_in_cp437(name: str) -> None:
    plan = load_plan(name)
    assert all(mark.char.isascii() for mark in plan.draw(GLYPHS["ascii"]))
    for mark in plan.draw(GLYPHS["cp437"]):
        assert mark.char.encode("cp437")[0] >= 0x20


@pytest.mark.parametrize("name", PLANS)
def test_doors_end_beside_the_name_or_the_field_of_their_location(name: str) -> None:
    plan = load_plan(name)
    for (square, location), path in plan.doors.items():
        place = plan.places[location]
        own = {c for f in (place.inside, *place.names) for c in cells_of(f)}
        x, y = path[-1]
        around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert around & own, f"the door {square} of {location} ends nowhere"


def test_a_street_that_turns_without_a_corner_is_refused() -> None:
    text = (
        "columns = 9\nrows = 9\ncell = [0, 1]\n[spaces]\ns0 = [1, 1]\ns1 = [4, 6]\n"
        "[turns]\n[locations]\n"
    )
    with pytest.raises(PlanError, match="no straight line"):
        read_plan("bad", text, (("s0", "s1"),), frozenset())


def test_an_unknown_field_in_a_plan_is_refused_by_name() -> None:
    with pytest.raises(PlanError, match="coluns"):
        read_plan("bad", "coluns = 9\n", (), frozenset())
