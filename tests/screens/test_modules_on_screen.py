"""What the later rule modules put on the screen, at 40, 80 and 132 columns and for ears."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.events import AttackRolled, ClueSpent, SkillChecked
from arkham_bbs.game.narration import question, sentence
from arkham_bbs.game.views import View
from arkham_bbs.session.board_words import place_sentences, whereabouts, world_sentences
from arkham_bbs.session.screens import (
    Question,
    Scene,
    dashboard,
    legend_page,
    map_lines,
    sheet_lines,
    table_page,
    worlds_panel,
)
from arkham_bbs.terminal import Capabilities, Line, Size
from tests.screens.sample import position, sheet

WIDE = Capabilities(
    columns=132, rows=50, charset="utf-8", colour="true", addressing=True, frames="unicode"
)
SIZES = ((40, 25), (80, 24), (132, 50))
MODULES = ("pool_checks", "conditions_2005", "defeat_2013")
POOL = {"speed": 4, "sneak": 3, "fight": 5, "will": 4, "lore": 2, "luck": 4}


def caps(columns: int, rows: int, **changes: Any) -> Capabilities:
    return msgspec.structs.replace(WIDE, columns=columns, rows=rows, **changes)


def befallen() -> View:
    """Return a position with everything the modules bring."""
    full = {"strength_max": 5, "sanity_max": 5, "skills": POOL}
    return position(
        options=("sensible", *MODULES),
        lead="joe_diamond",
        clues={"graveyard": 1, "shunned_house": 2},
        investigators=(
            sheet("joe_diamond", 0, "hospital", clues=2, conditions=("blessed",), **full),
            sheet(
                "gloria_goldberg", 0, "lost_in_time", conditions=("lost-in-time", "delayed"), **full
            ),
            sheet("monterey_jack", 1, "jail_cell", conditions=("arrested", "delayed"), **full),
            sheet(
                "jenny_barnes",
                1,
                "train_station",
                status="defeated",
                token="sanity",
                sanity=0,
                **full,
            ),
            sheet("carolyn_fern", 2, "library", conditions=("cursed",), **full),
        ),
    )


def text_of(lines: list[Line]) -> str:
    return "\n".join(line.text for line in lines)


def screen(columns: int, rows: int) -> str:
    scene = Scene(view=befallen(), question=Question(text="Where to?"), log=())
    grid = dashboard(scene, caps(columns, rows), Size(columns=columns, rows=rows))
    return "\n".join("".join(cell.char for cell in row) for row in grid.rows_of_cells)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_map_shows_clues_and_the_fallen(columns: int, rows: int) -> None:
    town = text_of(map_lines(befallen(), caps(columns, rows)))
    assert "!" in town
    assert "xJB" in town


@pytest.mark.parametrize("columns", [40, 80, 132])
def test_the_table_page_marks_lead_clues_and_conditions_by_more_than_colour(columns: int) -> None:
    told = text_of(table_page(befallen(), caps(columns, 25, colour="none", addressing=False)))
    joe = next(row for row in told.splitlines() if "@JD Joe" in row)
    jenny = next(row for row in told.splitlines() if "JB Jenny" in row)
    if columns < 100:
        assert "LB!2" in joe
    else:
        assert "leads, blessed, 2 clues" in joe
    assert "insane: Tra" in jenny
    assert all(len(row) <= columns for row in told.splitlines())


def test_a_game_without_the_modules_shows_none_of_it() -> None:
    town = text_of(table_page(position(), caps(80, 25)))
    assert "leads" not in town
    assert "Lost in Time" not in text_of(worlds_panel(position(), 80))
    assert "lead" not in text_of(legend_page(caps(80, 24), position()))


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("columns", [40, 80, 132])
def test_the_sheet_tells_clues_skills_conditions_and_the_lead(columns: int, linear: bool) -> None:
    terminal = caps(columns, 25, linear=linear)
    joe = " ".join(text_of(sheet_lines(befallen(), "joe_diamond", terminal)).split())
    for wanted in ("Lead: goes first", "Clues: 2", "State: blessed", "Speed 4", "Will 4", "Luck 4"):
        assert wanted in joe
    jack = " ".join(text_of(sheet_lines(befallen(), "monterey_jack", terminal)).split())
    assert "State: under arrest, delayed" in jack
    jenny = " ".join(text_of(sheet_lines(befallen(), "jenny_barnes", terminal)).split())
    assert "nsane: Train Station" in jenny


@pytest.mark.parametrize("columns", [39, 79, 131])
def test_the_worlds_list_who_is_lost_in_time_and_space(columns: int) -> None:
    last = worlds_panel(befallen(), columns)[-1].text
    assert last.startswith("- Lost in Time and Space")
    assert last.endswith("@GG")


def test_ears_hear_all_of_it() -> None:
    view = befallen()
    told = whereabouts(view)
    assert "Joe Diamond (Ann): the Hospital, leads, blessed, 2 clues." in told
    assert "Gloria Goldberg (Ann): Lost in Time and Space, delayed." in told
    assert "Monterey Jack (Bob): the jail cell, delayed." in told
    assert "Jenny Barnes (Bob): the Train Station, defeated and insane." in told
    assert world_sentences(view)[-1] == "Lost in Time and Space: there: Gloria Goldberg."
    assert "Clues: 2." in place_sentences(view, "shunned_house")
    assert "People: Jenny Barnes (Bob), lying insane." in place_sentences(view, "train_station")


@pytest.mark.parametrize("linear", [False, True])
def test_the_legend_explains_the_marks_of_the_modules_in_play(linear: bool) -> None:
    told = text_of(legend_page(caps(80, 24, linear=linear), befallen()))
    for wanted in ("xJD", "leads the investigation", "delayed, blessed, cursed", "clues held"):
        assert wanted in told


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_dashboard_holds_together(columns: int, rows: int) -> None:
    shown = screen(columns, rows)
    # Forty columns show the streets round Joe Diamond; where she lies is told by map.
    assert ("xJB" if columns >= 80 else "@JD") in shown
    assert all(len(row) == columns for row in shown.splitlines())


def test_successes_are_marked_in_the_log_and_in_the_question() -> None:
    check = SkillChecked(
        who="joe_diamond",
        skill="luck",
        purpose="bargain",
        dice=(5, 2, 6),
        value=3,
        passed=True,
        hits=2,
        difficulty=1,
    )
    assert "[5*][2][6*]" in sentence(check)
    blessed = msgspec.structs.replace(check, dice=(4, 2, 5), hits=2)
    assert "[4*][2][5*]" in sentence(blessed)
    cursed = msgspec.structs.replace(check, dice=(4, 5, 6), hits=1)
    assert "[4][5][6*]" in sentence(cursed)
    attack = AttackRolled(
        who="joe_diamond",
        target="maniac_1",
        parts=(("fight", 3),),
        dice=(5, 5, 1),
        total=2,
        needed=8,
        success=True,
        hits=2,
        difficulty=2,
    )
    assert "[5*][5*][1], 2 successes of 2 needed" in sentence(attack)
    clue = ClueSpent(who="joe_diamond", die=5, success=True, left=1, hits=2, difficulty=2)
    assert "[5*], a success, 2 of 2 needed; 1 clue left" in sentence(clue)
    decision = Decision(
        number=1,
        kind="spend_clue",
        seat=0,
        investigator="joe_diamond",
        options=(Option("spend"), Option("stop")),
        facts={"dice": (5, 2), "hits": 1, "difficulty": 2, "clues": 1},
    )
    assert "[5*][2]" in question(decision)
