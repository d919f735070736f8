"""What is asked: as many options as there is room for, and a mark at the one Enter takes.

Room: tests.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from arkham_bbs.game import narration
from arkham_bbs.session.screens import (
    Question,
    Scene,
    dashboard,
    option_pages,
    question_pages,
    question_panel,
)
from arkham_bbs.session.screens.newest import Told
from arkham_bbs.session.shown import numbers_in
from arkham_bbs.terminal import Line, Size
from tests.screens.sample import move_decision, position, sheet
from tests.screens.test_screens import LOG, Offer, caps, offers

PRICE = (
    'Joe Diamond: pay $1? "A hooded man offers to tell where the nearest gate leads, for $1 and a '
    'promise of silence." You have $7.'
)
NAMES = ("Vincent Lee", "Gloria Goldberg", "Joe Diamond", "Monterey Jack", "Harvey Walters")


def asked(*labels: str, text: str = "Who?", enter: int = 0) -> Question:
    return Question(text, [Offer(n, label) for n, label in enumerate(labels, 1)], enter=enter)


@pytest.mark.parametrize(("columns", "rows"), [(40, 24), (40, 25), (80, 24), (132, 43)])
@pytest.mark.parametrize("colour", ["none", "true"])
def test_what_enter_takes_is_marked_on_every_screen(columns: int, rows: int, colour: str) -> None:
    question = asked("Pay", "Do not pay", text=PRICE, enter=2)
    shape = caps(columns, rows, colour=colour)
    scene = Scene(view=position(), log=LOG, question=question, unread=4)
    text = dashboard(scene, shape, Size(columns=columns, rows=rows - 1)).lines()
    assert "2 Do not pay (Enter)" in "\n".join(line.text for line in text)


@pytest.mark.parametrize("rows", [24, 25])
def test_on_40_columns_the_options_have_room_before_the_log(rows: int) -> None:
    scene = Scene(view=position(), log=LOG * 3, question=asked(*NAMES), unread=12)
    size = Size(columns=40, rows=rows - 1)
    assert option_pages(scene, caps(40, rows), size) == 1
    lines = dashboard(scene, caps(40, rows), size).lines()
    assert {1, 2, 3, 4, 5} <= numbers_in(lines)
    assert any("more: type log" in line.text for line in lines)


def test_on_40_columns_a_question_is_wrapped_and_not_cut() -> None:
    scene = Scene(view=position(), log=LOG, question=asked("Pay", "Do not pay", text=PRICE))
    lines = dashboard(scene, caps(40, 25), Size(columns=40, rows=24)).lines()
    text = " ".join(" ".join(line.text for line in lines).split())
    assert "where the nearest gate leads" in text
    scene = replace(scene, question=asked("Pay", "Do not pay", text=PRICE[:90] + '." You have $7.'))
    lines = dashboard(scene, caps(40, 25), Size(columns=40, rows=24)).lines()
    text = " ".join(" ".join(line.text for line in lines).split())
    assert "type ?" not in text
    assert "You have $7." in text


def test_on_40_columns_the_log_makes_way_where_not_all_options_fit() -> None:
    question = asked(*NAMES, *NAMES[:3], text="Who will you be? " * 3)
    happened = [Told("Ann will play Joe Diamond.")] * 3
    size = Size(columns=40, rows=24)
    scene = Scene(view=position(), log=happened, unread=3, question=question)
    assert option_pages(scene, caps(40, 25), size) == 1
    assert numbers_in(dashboard(scene, caps(40, 25), size).lines()) >= set(range(1, 9))
    scene = replace(scene, log=[*happened, Line("Bob tells you: hello.")])
    assert "Bob tells you: hello." in dashboard(scene, caps(40, 25), size).text()
    scene = replace(scene, log=[Told("Joe Diamond is devoured.", weight=4), *happened], unread=4)
    assert "Joe Diamond is devoured." in dashboard(scene, caps(40, 25), size).text()


def test_on_40_columns_even_a_long_list_leaves_room_for_what_led_to_it() -> None:
    told = "Joe Diamond rolls [6] at City Hall: a dead assessor. Ride free to any location."
    question = asked(*(f"Curiositie Shoppe {n}" for n in range(26)), text="Where to?")
    scene = Scene(view=position(), log=[*LOG, Told(told)], unread=2, question=question)
    lines = dashboard(scene, caps(40, 25), Size(columns=40, rows=24)).lines()
    assert told in " ".join(" ".join(line.text for line in lines).split())
    assert numbers_in(lines) >= {1, 2, 3, 4}


def test_a_cut_option_keeps_the_mark_of_enter() -> None:
    question = asked("Attack now (" + "17% kill, " * 20 + ")", "Cast", text=PRICE, enter=1)
    panel = question_panel(question, 39, 5)
    assert panel[-1].text.startswith("1 Attack now")
    assert ".. (Enter)" in panel[-1].text
    assert all(line.width <= 39 for line in panel)


FIGHT = ("No more, attack now (17% kill, 56% hit (D6), 28% fall)", "Cast Shrivelling (58% kill)")
HEADS = tuple(f"Towards the street near the Silver Twilight Lodge (s{n})" for n in (11, 3, 18))


def test_long_options_are_cut_so_that_all_are_in_sight() -> None:
    panel = question_panel(asked(*FIGHT, *FIGHT[1:], "Go on", text=PRICE[:60], enter=1), 39, 5)
    assert numbers_in(panel) == {1, 2, 3, 4}
    assert panel[-3].text.startswith("1 No more, attack now")
    assert panel[-3].text.endswith(".. (Enter)")
    assert not any("more" in line.text for line in panel[-2:])


def test_options_that_differ_only_at_their_end_leave_out_what_they_share() -> None:
    question = asked("Leave it as it is", *HEADS, enter=1)
    panel = [line.text for line in question_panel(question, 39, 5)]
    assert panel[-2:] == ["  Twilight Lodge (s11)", "3 .. Lodge (s3)  4 .. Lodge (s18)"]
    way = "Out by the sidewalk of the Lighthouse (s60), then the sidewalk of the"
    ways = asked("Stay", f"{way} Historical Society (s66)", f"{way} Lighthouse (s60)")
    assert not any(line.text.endswith("of the..") for line in question_panel(ways, 79, 4))
    panel = [line.text for line in question_panel(ways, 79, 5)]
    assert "Historical Society (s66)" in " ".join(panel)
    assert panel[-1].endswith("3 .. the Lighthouse (s60)")


def test_options_that_differ_only_at_their_end_are_never_cut_alike() -> None:
    question = asked("Leave it as it is", *HEADS, enter=1)
    panel = question_panel(question, 39, 3)
    assert "more" in panel[-1].text
    seen = ""
    for page in range(question_pages(question, 39, 3)):
        turned = replace(question, page=page)
        seen += "".join(line.text for line in question_panel(turned, 39, 3))
    assert all(f"{n} Towards" in seen for n in (2, 3, 4))


ATTACK = "No more, attack now (67% kill, 22% hit (D6), 11% fall)"


def test_the_mark_of_enter_never_stands_alone_on_a_row() -> None:
    for columns in range(30, 80):
        for rows in range(2, 7):
            question = asked(ATTACK, "Cast Bind Monster (no roll)", enter=1)
            panel = [line.text.strip() for line in question_panel(question, columns, rows)]
            assert "(Enter)" not in panel


def test_what_counts_the_pages_takes_room_from_the_last_row_alone() -> None:
    others = (f"Cast the spell with the long name {n}, if you dare to" for n in range(5))
    question = asked(ATTACK, *others, enter=1)
    panel = [line.text for line in question_panel(question, 79, 4)]
    assert f"1 {ATTACK} (Enter)" in panel
    assert panel[-1].endswith("more: page 1 of 2")


def test_what_enter_takes_stands_on_the_first_page() -> None:
    question = asked(*(f"An item with a long name {n}" for n in range(30)), "Nothing", enter=31)
    panel = question_panel(question, 39, 5)
    assert Line(*panel[1].spans).text.startswith("31 Nothing (Enter)")
    assert numbers_in(panel) >= {31, 1, 2}


def test_nothing_is_marked_where_enter_takes_nothing() -> None:
    assert "(Enter)" not in "".join(line.text for line in question_panel(asked(*NAMES), 79, 5))


@pytest.mark.parametrize(("columns", "rows"), [(40, 24), (40, 25), (80, 24), (132, 43)])
def test_what_leaving_a_gate_gives_up_is_told_whole_where_the_way_is_chosen(
    columns: int, rows: int
) -> None:
    decision = changed(move_decision(), facts={"budget": 12, "mists": True})
    at_gate = sheet("gloria_goldberg", 0, "silver_twilight_lodge")
    at_gate = changed(at_gate, found_gate="silver_twilight_lodge")
    decision = changed(decision, investigator="gloria_goldberg")
    view = position(0, decision, investigators=(at_gate,))
    text = narration.question(decision, view)
    question = Question(text, offers(), on_map=True)
    scene = Scene(view=view, log=LOG * 3, unread=12, question=question)
    lines = dashboard(scene, caps(columns, rows), Size(columns=columns, rows=rows - 1)).lines()
    shown = " ".join(" ".join(line.text for line in lines).split())
    assert "Stay to attack the gate; to leave gives that up." in shown


def test_a_walk_uses_the_row_and_says_how_to_see_more() -> None:
    near = [Offer(1, "Stay here"), *(Offer(n, f"Walk to the street ({n})", "s1") for n in (2, 3))]
    far = [Offer(n, f"Walk to the Library by {n}", "s2") for n in range(4, 60)]
    said = "Joe Diamond is on the sidewalk of the Historical Society (s66). 7 spaces. Where to?"
    question = Question(said, [*near, *far], hint="Type a place. stay ends it here.", on_map=True)
    panel = [line.text for line in question_panel(question, 79, 3)]
    assert panel[1].startswith("  ")
    assert "59 ways: type a place, more, or options for all." in panel[1]
    assert panel[2].startswith("1 Stay here  2 Street (2)  3 Street (3)  4 Library by 4")
    wide = [line.text for line in question_panel(question, 131, 5)]
    assert wide[-1].startswith("59 ways in all: type more, or options for all.")
    assert wide[-1].endswith("Type a place. stay ends it here. Marks: map legend.")


@pytest.mark.parametrize("columns", [39, 79, 131])
def test_of_hundreds_of_ways_the_rides_are_counted_and_the_count_stays(columns: int) -> None:
    walks = [Offer(1, "Walk to the Woods", "woods"), Offer(2, "Stay here")]
    walks += [Offer(n, f"Walk to the street (s{n})", f"s{n}") for n in range(3, 40)]
    rides = [Offer(n, f"Taxi to the street (s{n - 39})", f"s{n - 39}", 1) for n in range(40, 150)]
    rides += [Offer(n, "Taxi to the Library", "library", 1) for n in range(150, 812)]
    question = Question("Where to?", [*walks, *rides], on_map=True)
    for rows in range(3, 12):
        said = set()
        listed: set[int] = set()
        for page in range(question_pages(question, columns, rows)):
            panel = question_panel(replace(question, page=page), columns, rows)
            assert len(panel) <= rows
            listed |= numbers_in(panel)
            text = "\n".join(line.text for line in panel)
            said |= {"..more"} if "..more" in text else {*re.findall(r"811 ways: .*", text)}
        assert listed == set(range(1, 40)), "all on foot, and no ride"
        assert len(said) == 1, said


def test_where_all_on_foot_are_in_sight_options_tells_of_the_rides() -> None:
    walks = [Offer(1, "Walk to the Woods", "woods"), Offer(2, "Stay here")]
    rides = [Offer(n, "Taxi to the Library", "library", 1) for n in range(3, 300)]
    question = Question("Where to?", [*walks, *rides], on_map=True)
    for rows in (3, 8):
        panel = "\n".join(line.text for line in question_panel(question, 79, rows))
        assert "299 ways: type a place, or options for all." in panel
    narrow = question_panel(question, 39, 2)
    assert [line.text for line in narrow] == ["Where to?", "1 Woods  2 Stay here ..options"]


def test_pages_without_number_are_not_counted() -> None:
    question = asked(*(f"Take the {n}th curious thing from the shelf" for n in range(95)))
    assert "more: 95 in all" in question_panel(question, 79, 2)[-1].text
    assert "95 in all: type a name, more, or options" in question_panel(question, 79, 6)[-1].text
    few = asked(*(f"Take the {n}th curious thing from the shelf" for n in range(9)))
    assert "more: page 1 of" in question_panel(few, 79, 3)[-1].text
