"""What finds no room is broken over rows or ends in a mark; nothing stops in mid-word unmarked.

Room: session.
"""

from __future__ import annotations

import pytest

from arkham_bbs.session.asked import Choice
from arkham_bbs.session.screens import (
    Question,
    doom_lines,
    gates_panel,
    glyphs_for,
    monsters_table,
    question_panel,
    sheets_compact,
    status_line,
    worlds_panel,
)
from arkham_bbs.terminal import CUT, Capabilities, Line
from tests.screens.sample import position

LONG = "Out by the sidewalk of Harney Jones' Shack (s9), then the street near Harney Jones' Shack"
CHOICES = tuple(
    Choice(f"head:{n}", n, label, ()) for n, label in enumerate(("Stay", LONG, "Go on"), 1)
)


def flat(lines: list[Line]) -> str:
    return " ".join(" ".join(line.text for line in lines).split())


@pytest.mark.parametrize("columns", [39, 79])
def test_an_option_wider_than_the_panel_is_broken_not_cut(columns: int) -> None:
    lines = question_panel(Question("Where to?", CHOICES), columns, 7)
    assert f"2 {LONG}" in flat(lines)
    assert all(line.width <= columns for line in lines)


@pytest.mark.parametrize("page", [0, 1, 2])
def test_with_one_row_for_options_a_long_one_ends_in_a_mark(page: int) -> None:
    shown = question_panel(Question("Where to?", CHOICES, page=page), 60, 2)
    assert len(shown) == 2
    option = shown[1].text.removesuffix(f"  more: page {page + 1} of 3")
    assert option != shown[1].text
    assert option.endswith(("1 Stay", CUT, "3 Go on"))
    assert shown[1].width <= 60


def test_a_question_that_is_cut_says_how_to_read_it_whole() -> None:
    said = "Waiting for Ann (Harvey): " + "which of your cards are lost on the way home? " * 4
    shown = question_panel(Question(said), 40, 3)
    assert len(shown) == 3
    assert shown[-1].text.endswith(".. type ?")
    assert not question_panel(Question("Waiting for Ann."), 40, 3)[-1].text.endswith("?")


def test_the_status_bar_leaves_out_the_investigator_before_it_cuts_a_name() -> None:
    view = position()
    assert " Ann 3:37" in status_line(view, 40, waiting="Ann (Harvey)", clock="3:37").text
    bar = status_line(view, 40, waiting="Bartholomew the Third", clock="3:37").text
    assert ".. 3:37" in bar


@pytest.mark.parametrize("columns", [19, 20, 24, 32])
def test_a_narrow_column_beside_the_map_keeps_figures_and_sentences_whole(columns: int) -> None:
    view, glyphs = position(), glyphs_for(Capabilities())
    doom = doom_lines(view, columns, glyphs)
    assert f"{view.doom}/{view.doom_last}" in doom[0].text
    assert f"{len(view.gates)}/{view.gate_limit}" in doom[1].text
    monsters = flat(monsters_table(view, columns))
    for monster in view.monsters:
        name = monster.species
        assert name in monsters or f"{name[:12]}{CUT}" in monsters
    worlds = worlds_panel(view, columns)
    assert any(line.text.endswith(("of Celeano", CUT)) for line in worlds)
    for panel in (doom, worlds, gates_panel(view, columns), sheets_compact(view, columns)):
        assert all(line.width <= columns for line in panel)


def test_a_marked_cut_is_no_wider_than_asked_and_keeps_its_role() -> None:
    line = Line.of("Great Hall of Celeano", "gate")
    assert line.cut(40, ellipsis=CUT).text == line.text
    short = line.cut(12, ellipsis=CUT)
    assert short.text == "Great Hall.."
    assert short.spans[-1].style == "gate"
    assert line.cut(2, ellipsis=CUT).width <= 2


def test_the_other_worlds_are_a_table_on_forty_columns() -> None:
    view = position()
    lines = [line.text for line in worlds_panel(view, 38)]
    assert len(lines) == len({line[0] for line in lines})
    assert all(" 2: " in line and " 1: " in line for line in lines)
    assert max(map(len, lines)) <= 38
