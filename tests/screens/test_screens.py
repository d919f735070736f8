"""Whole screens on a terminal in memory: 40, 80 and 132 columns, with and without colour."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pyte
import pytest
from msgspec.structs import replace as replace_struct

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View
from arkham_bbs.session.screens import (
    Question,
    Scene,
    dashboard,
    ending_screen,
    farewell_screen,
    gates_panel,
    legend_page,
    map_lines,
    map_marks,
    monsters_table,
    option_pages,
    sheet_lines,
    sheets_compact,
    table_page,
    welcome_screen,
    worlds_panel,
)
from arkham_bbs.session.screens.plan import GLYPHS, PLANS, load_plan
from arkham_bbs.session.screens.townmap import draw_town
from arkham_bbs.session.shown import numbers_in
from arkham_bbs.terminal import Capabilities, Grid, Line, Size, Terminal
from tests.screens.sample import MOVE_KEYS, monster, move_decision, position, sheet

GOLDEN = Path(__file__).parent / "golden"

MODERN = Capabilities(
    columns=80, rows=24, charset="utf-8", colour="true", addressing=True, frames="unicode"
)


def caps(columns: int, rows: int, **changes: object) -> Capabilities:
    return msgspec.structs.replace(MODERN, columns=columns, rows=rows, **changes)


@dataclass(frozen=True)
class Offer:
    number: int
    label: str
    to: str = ""
    cost: int = 0


def offers() -> list[Offer]:
    found = []
    for number, key in enumerate(MOVE_KEYS, 1):
        place = key.split(":")[-1]
        if key == "stay":
            found.append(Offer(number, "Stay here"))
        else:
            cost = 1 if key.startswith("taxi") else 0
            found.append(Offer(number, names.place_title(place), place, cost))
    return found


LOG = tuple(
    Line.of(text)
    for text in (
        "Mythos: a gate tears open at Founder's Rock. Doom is 5.",
        "A Ghoul lopes from the Sanitarium to the street near the Hospital.",
        "Monterey Jack rolls [4] against Sneak 5 and slips past the Zombie and the Deep One.",
        "Joe Diamond rolls [4][3]: 7 spaces.",
    )
)


def moving() -> Scene:
    return Scene(
        view=position(0, move_decision()),
        log=LOG,
        question=Question("Joe Diamond may walk 7 spaces. Where to?", offers(), on_map=True),
        waiting="you",
        clock="4:10",
        title="The Tuesday table",
    )


def fighting() -> Scene:
    words = ("Fight", "Sneak away", "Cast Mists of R'lyeh", "Flee into the gate")
    choices = [Offer(n, text) for n, text in enumerate(words, 1)]
    return replace(moving(), question=Question("A Ghoul bars the way. What now?", choices))


class Wire:
    """A transport that keeps what is sent."""

    def __init__(self) -> None:
        self.sent = bytearray()

    def send(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        """Nothing to close."""

    def pending(self) -> int:
        return 0


async def painted(scene: Scene, terminal_caps: Capabilities) -> tuple[pyte.Screen, bytes]:
    """Show a scene on a real Terminal and read the screen of a terminal emulator."""
    wire = Wire()
    terminal = Terminal(wire, terminal_caps)
    terminal.show(dashboard(scene, terminal_caps, terminal.dashboard_size))
    await terminal.drain()
    screen = pyte.Screen(terminal_caps.columns, terminal_caps.rows)
    pyte.ByteStream(screen).feed(bytes(wire.sent))
    return screen, bytes(wire.sent)


SIZES = ((40, 20), (40, 24), (40, 25), (60, 24), (80, 24), (80, 25), (80, 43), (100, 30))
WIDE = ((132, 24), (132, 43), (200, 60))


@pytest.mark.parametrize("size", SIZES + WIDE)
@pytest.mark.parametrize("colour", ["none", "16", "256", "true"])
async def test_what_the_emulator_shows_is_the_grid_and_the_input_row_stays_free(
    size: tuple[int, int], colour: str
) -> None:
    columns, rows = size
    terminal_caps = caps(columns, rows, colour=colour)
    screen, _sent = await painted(moving(), terminal_caps)
    grid = dashboard(moving(), terminal_caps, Size(columns, rows - 1))
    assert [row.rstrip() for row in screen.display[: rows - 1]] == [
        grid.row_text(row).rstrip() for row in range(rows - 1)
    ]
    assert not screen.display[rows - 1].strip()
    coloured = {screen.buffer[r][c].fg for r in range(rows) for c in range(columns)} - {"default"}
    assert bool(coloured) == (colour != "none")


async def test_a_cp437_terminal_is_sent_no_control_byte_as_a_picture() -> None:
    terminal_caps = caps(80, 24, charset="cp437", colour="16")
    wire = Wire()
    terminal = Terminal(wire, terminal_caps)
    terminal.show(dashboard(moving(), terminal_caps, terminal.dashboard_size))
    await terminal.drain()
    assert {byte for byte in wire.sent if byte < 0x20} <= {0x1B, 0x0D, 0x0A}
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(wire.sent.decode("cp437"))
    grid = dashboard(moving(), terminal_caps, Size(80, 23))
    assert [row.rstrip() for row in screen.display[:23]] == grid.text().split("\n")


async def test_a_commodore_gets_single_lines_and_an_empty_last_column() -> None:
    terminal_caps = caps(40, 25, charset="petscii40", colour="16")
    terminal = Terminal(Wire(), terminal_caps)
    assert terminal.dashboard_size == Size(39, 24)
    grid = dashboard(moving(), terminal_caps, terminal.dashboard_size)
    assert not set(grid.text()) & set("═║╔╗╚╝■→←↑↓")
    assert "@JD" in grid.text()


@pytest.mark.parametrize("size", SIZES + WIDE)
def test_every_dashboard_says_turn_doom_gates_and_who_is_waited_for(size: tuple[int, int]) -> None:
    grid = dashboard(moving(), caps(*size), Size(size[0], size[1] - 1))
    bar = grid.row_text(0)
    assert "6" in bar
    assert "Doom 5/13" in bar
    assert "Gates 4/7" in bar
    assert "you" in bar.casefold()
    assert "4:10" in bar


@pytest.mark.parametrize("size", SIZES + WIDE)
def test_the_question_and_its_first_option_are_always_on_the_screen(size: tuple[int, int]) -> None:
    for scene, words in ((moving(), "1 Stay here"), (fighting(), "1 Fight")):
        text = dashboard(scene, caps(*size), Size(size[0], size[1] - 1)).text()
        assert scene.question.text.split()[0] in text
        assert words in text or size[1] < 22


@pytest.mark.parametrize("size", [(60, 22), (63, 24), (70, 24), (79, 24), (79, 50)])
def test_between_40_and_80_columns_the_text_has_the_whole_width(size: tuple[int, int]) -> None:
    told = "The board closes in ten minutes for repairs, at eight o'clock sharp: 10:00 left."
    scene = replace(fighting(), log=(*LOG, Line.of(told)))
    rows = dashboard(scene, caps(*size), Size(size[0], size[1] - 1)).text().split("\n")
    asked = next(at for at, row in enumerate(rows) if row.startswith("A Ghoul bars"))
    below = rows[asked - 2 :]
    assert not any("\u2502" in row for row in below)
    shown = " ".join(" ".join(below).split())
    assert "A Ghoul bars the way. What now?" in shown
    assert "4 Flee into the gate" in shown or shown.endswith("..more")
    assert "eight o'clock sharp: 10:00 left." in shown
    assert "\u2502*@JD" in "\n".join(rows), "the panel stays beside the map"


@pytest.mark.parametrize("size", SIZES + WIDE)
def test_a_dashboard_draws_nothing_outside_its_room(size: tuple[int, int]) -> None:
    grid = dashboard(moving(), caps(*size), Size(size[0], size[1] - 1))
    assert len(grid.rows_of_cells) == size[1] - 1
    assert all(len(cells) == size[0] for cells in grid.rows_of_cells)


def test_the_map_is_the_same_with_and_without_colour() -> None:
    plain = dashboard(moving(), caps(80, 24, colour="none"), Size(80, 23)).text()
    assert plain == dashboard(moving(), caps(80, 24), Size(80, 23)).text()


def test_at_132_by_43_locations_have_their_full_names() -> None:
    text = dashboard(moving(), caps(132, 43), Size(132, 42)).text()
    for name in ("Silver Twilight Lodge", "Miskatonic University", "Police Station & Jail"):
        assert name in text


def test_on_40_columns_the_map_follows_the_viewer() -> None:
    scene = moving()
    west = dashboard(scene, caps(40, 25), Size(40, 24)).text()
    assert "@JD" in west
    assert "Graveyard" in west
    assert "Lighthouse" not in west
    east = "\n".join(line.text for line in map_lines(scene.view, caps(40, 25), side="east"))
    assert "Lighthouse" in east
    hers = replace(scene, view=position(1), question=Question("Waiting for Ann."))
    assert "@MJ" in dashboard(hers, caps(40, 25), Size(40, 24)).text()


def test_a_repaint_after_a_change_sends_only_a_little() -> None:
    """The grid of one changed monster differs in few cells."""
    before = dashboard(moving(), caps(80, 24), Size(80, 23))
    view = position(0, move_decision())
    view = msgspec.structs.replace(view, monsters=view.monsters[1:])
    after = dashboard(replace(moving(), view=view), caps(80, 24), Size(80, 23))
    changed = sum(
        a != b
        for one, other in zip(before.rows_of_cells, after.rows_of_cells, strict=True)
        for a, b in zip(one, other, strict=True)
    )
    assert 0 < changed < 10


@pytest.mark.parametrize("rows", [24, 25])
@pytest.mark.parametrize("place", ["s34", "woods", "s68", "s9", "lighthouse", "s14"])
def test_on_40_columns_one_reads_what_happened_what_is_asked_and_where_one_is(
    rows: int, place: str
) -> None:
    told = "Joe Diamond rolls [4][3] in the Historical Society: the old map shows a cellar door."
    mine = sheet("joe_diamond", 0, place)
    view = position(0, move_decision(), investigators=(mine,))
    for scene in (moving(), fighting()):
        # What is told of the roll stays whole beside the count of what has no room.
        shown = replace(scene, view=view, log=(*LOG * 3, Line.of(told)), unread=13)
        text = dashboard(shown, caps(40, rows), Size(40, rows - 1)).text()
        flat = " ".join(text.split())
        assert told in flat
        assert scene.question.text in flat
        assert "@JD" in flat.partition(f"*@JD St{mine.strength}")[0], "on the map"
        wanted = range(1, 5)
        offered = numbers_in(dashboard(shown, caps(40, rows), Size(40, rows - 1)).lines())
        assert offered >= set(wanted)


def test_on_40_columns_whoever_is_in_no_street_reads_sheets_instead_of_a_map() -> None:
    view = position(0, investigators=(sheet("joe_diamond", 0, "abyss/1"),))
    scene = replace(fighting(), view=view, unread=4)
    text = dashboard(scene, caps(40, 25), Size(40, 24)).text()
    assert "═" not in text
    assert "Abyss 1" in text
    assert all(line.text in " ".join(text.split()) for line in LOG)


def test_a_dashboard_takes_about_a_millisecond() -> None:
    """No timed assertion: the figure is printed, and only an absurd one fails."""
    scene, terminal_caps = moving(), caps(80, 24)
    dashboard(scene, terminal_caps, Size(80, 23))
    start = time.perf_counter()
    for _ in range(50):
        dashboard(scene, terminal_caps, Size(80, 23))
    each_ms = (time.perf_counter() - start) * 20
    print(f"dashboard 80x24: {each_ms:.2f} ms")
    assert each_ms < 200


# -- the layers of the map ------------------------------------------------------------------------
def town(view: object, plan_name: str = "town80", numbers: dict[str, int] | None = None) -> Grid:
    plan = load_plan(plan_name)
    grid = Grid(plan.columns, plan.rows)
    draw_town(grid, 0, 0, plan, GLYPHS["unicode"], view, numbers)  # type: ignore[arg-type]
    return grid


def cell_text(grid: Grid, place: str, plan_name: str = "town80") -> str:
    field = load_plan(plan_name).cells[place]
    return grid.row_text(field.row)[field.column : field.column + field.width]


def inside_text(grid: Grid, place: str, plan_name: str = "town80") -> str:
    field = load_plan(plan_name).places[place].inside
    return grid.row_text(field.row)[field.column : field.column + field.width].strip()


def test_a_monster_shows_letter_heading_and_movement_code() -> None:
    grid = town(position())
    assert "g←L6" in cell_text(grid, "s45")
    assert "u↑L2" in cell_text(grid, "s12")
    assert "m↗L5" in cell_text(grid, "s30")
    assert "nF6" in cell_text(grid, "s25")


def test_the_arrow_follows_the_street_even_where_it_turns() -> None:
    view = position(monsters=(monster("ghoul_1", "s40", ("s34",)),))
    assert "g→L6" in cell_text(town(view), "s40")


def test_own_investigators_are_marked_without_colour() -> None:
    grid = town(position(0))
    assert "@JD" in cell_text(grid, "s34")
    assert "@" not in cell_text(grid, "s62")
    assert cell_text(town(position(1)), "s62") == "@MJ+"


def test_a_crowd_is_counted_and_never_leaves_its_cell() -> None:
    crowd = tuple(sheet(key, 1, "s45") for key in ("jenny_barnes", "vincent_lee", "joe_diamond"))
    view = position(0, investigators=crowd, monsters=(monster("ghoul_1", "s45", ("s46",)),))
    grid = town(view)
    assert "4+" in cell_text(grid, "s45")
    assert cell_text(grid, "s46").strip("═■") == ""


def test_gates_show_their_letter_only_once_known_and_seals_their_star() -> None:
    grid = town(position())
    assert "(A)" in inside_text(grid, "woods")
    assert "(?)" in inside_text(grid, "black_cave")
    assert "[*]" in inside_text(grid, "graveyard")


def test_reachable_places_carry_their_numbers_and_paid_rides_a_mark() -> None:
    scene = moving()
    text = dashboard(scene, caps(80, 24), Size(80, 23))
    assert "15(A)s" in text.text()
    assert re.search(r"#\d\d", text.text())
    assert "$" not in "".join(text.row_text(row) for row in range(1, 18)), "no sum of money"
    walked = town(position(), numbers={"s28": 4, "library": 17})
    assert "4" in cell_text(walked, "s28")
    assert inside_text(walked, "library") == "17"


def test_a_ride_back_to_where_one_stands_is_not_marked() -> None:
    plan = load_plan("town80")
    for paid in (frozenset({"s34"}), frozenset[str]()):
        grid = Grid(plan.columns, plan.rows)
        view = position(0, move_decision())
        draw_town(grid, 0, 0, plan, GLYPHS["unicode"], view, {"s34": 9}, paid)
        assert cell_text(grid, "s34").strip("═■") == ("@JD" if paid else "9@JD")


def test_a_reachable_taxi_stand_still_shows_its_taxi() -> None:
    assert cell_text(town(position(), numbers={"s20": 18}), "s20").strip() == "T18"


@pytest.mark.parametrize("plan_name", PLANS)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "in company"])
def test_no_number_hides_ones_own_mark(plan_name: str, alone: bool) -> None:
    plan = load_plan(plan_name)
    for place in (*plan.cells, *plan.places):
        people = (sheet("joe_diamond", 0, place), sheet("jenny_barnes", 1, place))[: 2 - alone]
        beasts = () if alone else (monster("ghoul_1", place),)
        view = position(0, investigators=people, monsters=beasts)
        grid = Grid(plan.columns, plan.rows)
        draw_town(grid, 0, 0, plan, GLYPHS["ascii"], view, {place: 117}, frozenset({place}))
        field = plan.cells[place] if place in plan.cells else plan.places[place].inside
        shown = grid.row_text(field.row)[field.column : field.column + field.width]
        assert "@JD" in shown, (place, shown)


def test_the_scrolling_map_of_a_full_town_keeps_off_the_last_column() -> None:
    plan = load_plan("town80")
    everywhere = (*plan.squares, *plan.places)
    view = position(0, monsters=tuple(monster("ghoul_1", place) for place in everywhere))
    numbers = {place: number for number, place in enumerate(everywhere, 1)}
    for frames in ("unicode", "ascii"):
        lines = map_lines(view, caps(80, 24, frames=frames), numbers=numbers)
        assert max(line.width for line in lines) <= 79


@pytest.mark.parametrize("plan_name", PLANS)
def test_full_cells_and_fields_leave_every_name_and_every_line_standing(plan_name: str) -> None:
    """The worst case: everything everywhere at once."""
    plan = load_plan(plan_name)
    beasts = ("ghoul_1", "shoggoth_1", "deep_one_1", "migo_1")
    everywhere = (*plan.squares, *plan.places)
    view = position(
        0,
        monsters=tuple(monster(key, place) for place in everywhere for key in beasts),
        investigators=tuple(
            sheet("joe_diamond", index % 2, place) for index, place in enumerate(everywhere)
        ),
    )
    numbers = {place: 100 + index for index, place in enumerate(everywhere)}
    full, empty = town(view, plan_name, numbers), town(None, plan_name)
    allowed = {
        (f.row, f.column + at)
        for f in (*plan.cells.values(), *(p.inside for p in plan.places.values()))
        for at in range(f.width)
    }
    for row in range(plan.rows):
        for column in range(plan.columns):
            if (row, column) not in allowed:
                assert full.cell(row, column).char == empty.cell(row, column).char


def test_the_marks_of_the_map_can_be_typed() -> None:
    marks = map_marks(position(), MODERN)
    assert marks["JD"] == marks["jd"] == "s34"
    assert marks["(A)"] == "woods"


# -- panels and pages -----------------------------------------------------------------------------
@pytest.mark.parametrize("columns", [39, 79, 131])
def test_no_panel_is_wider_than_it_is_told(columns: int) -> None:
    view = position()
    terminal_caps = caps(columns + 1, 24)
    panels = [
        *gates_panel(view, columns),
        *monsters_table(view, columns),
        *worlds_panel(view, columns),
        *sheet_lines(view, "joe_diamond", terminal_caps),
        *legend_page(terminal_caps),
        *table_page(view, terminal_caps),
    ]
    assert max(line.width for line in panels) <= columns + 1


def test_many_options_come_in_pages_and_every_option_is_on_one() -> None:
    choices = [Offer(n, f"Take the {n}th curious thing from the shelf") for n in range(1, 41)]
    for size in ((40, 24), (80, 24), (132, 43)):
        scene = replace(moving(), question=Question("Which?", choices))
        terminal_caps = caps(*size)
        room = Size(size[0], size[1] - 1)
        seen = ""
        pages = option_pages(scene, terminal_caps, room)
        for page in range(pages):
            turned = replace(scene, question=replace(scene.question, page=page))
            seen += dashboard(turned, terminal_caps, room).text()
        assert all(f"{n} Take" in seen for n in range(1, 41))
        assert pages > 1 or size[0] > 80


@pytest.mark.parametrize("size", [(40, 24), (70, 24), (80, 24), (80, 43)])
def test_of_a_walk_the_places_come_first_by_number_and_more_shows_the_rest(
    size: tuple[int, int],
) -> None:
    walks = [Offer(1, "Graveyard", "graveyard"), Offer(2, "Woods", "woods"), Offer(3, "Stay here")]
    streets = [Offer(n, f"Street s{n}", f"s{n}") for n in range(4, 40)]
    rides = [Offer(40, "Taxi to the Library", "library", 1)]
    question = Question("Where to?", [*walks, *streets, *rides], on_map=True)
    scene = replace(moving(), question=question)
    room = Size(size[0], size[1] - 1)
    first = dashboard(scene, caps(*size), room).text().partition("Where to?")[2]
    assert first.index("1 Graveyard") < first.index("2 Woods") < first.index("3 Stay here")
    assert size == (80, 43) or "40 ways: type a place, more, " in first
    rest = "".join(
        dashboard(replace(scene, question=replace(question, page=page)), caps(*size), room).text()
        for page in range(option_pages(scene, caps(*size), room))
    )
    assert "39 Street s39" in rest
    assert "40 Taxi to the Library" in rest


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("charset", ["utf-8", "cp437", "ascii", "petscii40", "atascii"])
def test_pictures_fit_and_can_be_shown_in_every_charset(columns: int, charset: str) -> None:
    terminal_caps = caps(columns, 24, charset=charset)
    for lines in (
        welcome_screen(terminal_caps),
        farewell_screen(terminal_caps, "Ann"),
        ending_screen(terminal_caps, victory=True),
        ending_screen(terminal_caps, victory=False),
    ):
        assert 3 < len(lines) <= 17
        assert max(line.width for line in lines) < columns


def test_a_screen_reader_is_told_the_pictures_in_one_sentence() -> None:
    reader = caps(80, 24, linear=True, colour="none", addressing=False)
    assert len(welcome_screen(reader)) == 1
    assert "Arkham" in welcome_screen(reader)[0].text
    assert len(ending_screen(reader, victory=False)) == 1


def test_linear_sheets_have_labels_before_values_and_no_frames() -> None:
    reader = caps(80, 24, linear=True, colour="none", addressing=False)
    lines = [line.text for line in sheet_lines(position(), "joe_diamond", reader)]
    assert all(": " in line and line.endswith(".") for line in lines)
    assert all(line.isascii() for line in lines)
    assert "Strength: 6 of 7." in lines


def test_the_scrolling_map_without_colour_is_plain_ascii_of_at_most_80_columns() -> None:
    plain = caps(80, 24, charset="ascii", colour="none", frames="ascii", addressing=False)
    lines = [line.text for line in map_lines(position(), plain, reach=("s28",))]
    assert len(lines) == 17
    assert all(line.isascii() and len(line) <= 80 for line in lines)


def test_hidden_strength_stays_a_question_mark_until_met() -> None:
    text = "\n".join(line.text for line in monsters_table(position(), 79))
    ghouls = [line for line in text.split("\n") if "Ghoul" in line]
    assert " 8 0/1" in ghouls[0]
    assert "?" in ghouls[1]


# -- golden maps ----------------------------------------------------------------------------------
@pytest.mark.parametrize("plan_name", PLANS)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii", "single"])
@pytest.mark.parametrize("what", ["empty", "game"])
def test_the_map_looks_as_it_was_approved(plan_name: str, glyphs: str, what: str) -> None:
    """Compare with the text kept in golden; write it anew with UPDATE_GOLDEN=1 and look at it."""
    plan = load_plan(plan_name)
    grid = Grid(plan.columns, plan.rows)
    numbers = {o.to: o.number for o in offers() if o.to and not o.cost} if what == "game" else {}
    view = position(0, move_decision()) if what == "game" else None
    draw_town(grid, 0, 0, plan, GLYPHS[glyphs], view, numbers)
    file = GOLDEN / f"{plan_name}-{glyphs}-{what}.txt"
    text = grid.text() + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("status", ["lost", "out"])
def test_a_reader_hears_of_a_lost_investigator_once(status: str) -> None:
    view = position()
    joe = msgspec.structs.replace(view.investigator("joe_diamond"), status=status, place=status)
    people = tuple(joe if one.id == joe.id else one for one in view.investigators)
    reader = caps(80, 25, linear=True)
    told = sheet_lines(msgspec.structs.replace(view, investigators=people), "joe_diamond", reader)
    lines = [line.text for line in told]
    assert any(line.startswith("State: ") for line in lines)
    assert not any(line.startswith(("Place: ", "Kept: ")) for line in lines)


@pytest.mark.parametrize("columns", [40, 80])
def test_the_legend_explains_every_kind_of_mark_uncut(columns: int) -> None:
    lines = [line.text for line in legend_page(caps(columns, 24))]
    signs = "@JD JD gez + 3+ (A) (?) [*] ! k T 12 #12 12g St5 Sa5"
    for sign in signs.split():
        told = [line for line in lines if line.split()[0] == sign]
        assert told, sign
        assert not any(line.endswith("..") for line in told)


# -- before all is decided ------------------------------------------------------------------------
def choosing(kind: str, who: str, turn: int) -> View:
    """Return the made-up position at the question of a newcomer."""
    asked = replace_struct(move_decision(), kind=kind, investigator=who)
    return position(0, asked, turn=turn)


@pytest.mark.parametrize(
    ("kind", "who", "turn", "unshared"),
    [
        ("choose_investigator", "", 0, 6),
        ("split", "joe_diamond", 0, 6),
        ("split", "jenny_barnes", 0, 3),
        ("split", "harvey_walters", 0, 1),
        ("split", "jenny_barnes", 9, 1),
        ("choose_investigator", "", 9, 0),
        ("move", "joe_diamond", 0, 0),
    ],
)
def test_bug_strength_and_sanity_are_not_shown_before_they_are_shared_out(
    kind: str, who: str, turn: int, unshared: int
) -> None:
    view = choosing(kind, who, turn)
    for columns in (30, 40, 80, 131):
        rows = [line.text for line in sheets_compact(view, columns)]
        assert sum("St? Sa?" in row for row in rows) == unshared
        assert sum(bool(re.search(r"St\d Sa\d", row)) for row in rows) == 6 - unshared
    for shape in (caps(80, 24), caps(40, 25), caps(80, 24, linear=True)):
        text = " ".join(line.text for line in sheet_lines(view, "harvey_walters", shape))
        last = unshared and not (kind == "split" and who != "harvey_walters" and turn)
        assert ("Strength, sanity: not shared out yet" in text) == bool(last)
        assert ("/7" in text or "of 7" in text) != bool(last)


@pytest.mark.parametrize("name", [plan.name for plan in map(load_plan, PLANS)])
@pytest.mark.parametrize("number", [7, 37, 137])
def test_bug_no_number_covers_a_monster_without_a_sign_of_it(name: str, number: int) -> None:
    plan = load_plan(name)
    for place in (*plan.cells, *plan.places):
        drawn = []
        for there in ((monster("ghoul_1", place), monster("zombie_1", place)), ()):
            view = position(0, monsters=there, investigators=(), gates=())
            grid = Grid(plan.columns, plan.rows)
            draw_town(grid, 0, 0, plan, GLYPHS["unicode"], view, {place: number})
            drawn.append(grid.text())
        assert drawn[0] != drawn[1], place


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (132, 43)])
def test_bug_names_on_the_map_keep_their_blanks_however_full_it_is(columns: int, rows: int) -> None:
    full = [(place, m) for place in load_plan("town80").places for m in ("ghoul_1", "maniac_1")]
    there = tuple(monster(name, place) for place, name in full)
    view = position(0, monsters=there, investigators=())
    numbers = dict.fromkeys(load_plan("town80").places, 117)
    lines = [line.text for line in map_lines(view, caps(columns, rows), numbers=numbers)]
    names_shown = ("S.T. Lodge", "Dark's Carnival", "Devil's Beach", "Lake Misk", "Boarding H")
    if columns == 132:
        names_shown = ("Silver Twilight Lodge", "Dark's Carnival", "Lake Miskatonic", "Lighthouse")
    assert all(name in "\n".join(lines) for name in names_shown)
    assert max(map(len, lines)) < columns


@pytest.mark.parametrize("step", ["movement", "other_worlds", "monsters_attack"])
@pytest.mark.parametrize("waiting", ["you", "Bartholomew the Third (Harvey)"])
@pytest.mark.parametrize("clock", ["", "4:10"])
def test_at_80_columns_the_bar_says_how_ones_own_investigator_is(
    step: str, waiting: str, clock: str
) -> None:
    for active, mark in (("joe_diamond", ""), ("carolyn_fern", "@JD "), (None, "@JD ")):
        view = position(0, None, turn=12, step=step, active=active)
        scene = replace(moving(), view=view, waiting=waiting, clock=clock)
        bar = dashboard(scene, caps(80, 24), Size(80, 23)).row_text(0)
        assert f"{mark}St6 Sa3 $13" in bar
        assert "Doom 5/13" in bar
        assert "Gates 4/7" in bar
        assert clock in bar
        assert "you" in bar.casefold() or "Bartholomew" in bar


def test_the_bar_says_no_values_that_stand_elsewhere_on_the_screen() -> None:
    for size in ((40, 25), (60, 24), (132, 24)):
        grid = dashboard(moving(), caps(*size), Size(size[0], size[1] - 1))
        assert "St6" not in grid.row_text(0)
        assert "St6 Sa3" in grid.text()


@pytest.mark.parametrize("size", SIZES + WIDE)
@pytest.mark.parametrize("step", ["movement", "monsters_attack", "next_investigator"])
def test_a_game_that_is_put_away_says_so_in_the_bar(size: tuple[int, int], step: str) -> None:
    view = position(0, None, turn=12, step=step, active=None)
    scene = replace(moving(), view=view, waiting="Bob", clock="", halted="Paused")
    bar = dashboard(scene, caps(*size), Size(size[0], size[1] - 1)).row_text(0)
    assert "Paused" in bar
    assert "Bob" not in bar
    assert "T12" in bar or "Turn 12" in bar


def test_every_monster_met_has_a_blank_between_its_sanity_and_its_place() -> None:
    met = tuple(monster(key, "silver_twilight_lodge", met=True) for key in CONTENT.monsters)
    rows = [line.text for line in monsters_table(position(monsters=met), 79)]
    at = rows[0].index("Place")
    places = [row for row in rows[1:] if not row.startswith("    ")]
    assert len(places) == len(met)
    assert all(row[at - 1] == " " and row[at:].startswith("Silver") for row in places)


def test_people_and_what_stands_with_them_are_kept_apart_where_there_is_room() -> None:
    two = (sheet("gloria_goldberg", 0, "woods"), sheet("monterey_jack", 1, "woods"))
    there = next(key for key, spot in load_plan("town80").places.items() if spot.inside.width >= 8)
    two = tuple(replace_struct(one, place=there) for one in two)
    view = position(0, investigators=two, monsters=(), gates=())
    assert inside_text(town(view), there) == "@GG MJ"
    ghoul = (monster("ghoul_1", there),)
    view = position(0, investigators=two[:1], monsters=ghoul, gates=())
    assert inside_text(town(view), there).startswith("@GG g")
