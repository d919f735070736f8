"""Positions that the rules in force rule out, and names in expectations that mean nothing."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from arkham_bbs.game.scenario import Refused, parse_cases, run_case

FACTS: dict[str, Any] = {"investigators": {"joe_diamond": {"place": "s26"}}}


def text(**changes: Any) -> str:
    case: dict[str, Any] = {
        "name": "sample",
        "turn": 3,
        "phase": "movement",
        "active": "joe_diamond",
        "investigators": {"joe_diamond": {"place": "s26"}},
        "gates": [{"place": "lighthouse", "world": "yuggoth"}],
        "dice": [{"move": 1}, {"move": 1}],
        "until": "decision",
        "expect": FACTS,
    }
    case.update(changes)
    return yaml.safe_dump({"cases": [case]})


def refused(**changes: Any) -> str:
    with pytest.raises(Refused) as caught:
        parse_cases(text(**changes))
    return caught.value.path.removeprefix("cases[0].")


def problems(**changes: Any) -> list[str]:
    (case,) = parse_cases(text(**changes))
    return run_case(case)


def test_the_sample_passes() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("person", "field"),
    [
        ({"place": "s26", "strength": 0}, "strength"),
        ({"place": "s26", "sanity": 0}, "sanity"),
        ({"place": "abyss/2", "sanity": 0}, "sanity"),
        ({"place": "s26", "blessed": True}, "blessed"),
        ({"place": "s26", "cursed": True}, "cursed"),
        ({"place": "s26", "delayed": True}, "delayed"),
        ({"place": "s26", "arrested": True}, "arrested"),
        ({"place": "s26", "clues": 1}, "clues"),
        ({"place": "abyss/1", "strength": 0, "status": "waiting"}, "status"),
        ({"place": "s1", "status": "defeated", "token": "strength"}, "status"),
        ({"place": "abyss/2", "departed_gate": "library"}, "departed_gate"),
    ],
)
def test_people_whom_the_rules_in_force_rule_out(person: dict[str, Any], field: str) -> None:
    people = {"joe_diamond": {"place": "s26"}, "gloria_goldberg": person}
    assert refused(investigators=people) == f"investigators.gloria_goldberg.{field}"


def test_a_value_of_0_lies_in_bed_or_waits() -> None:
    people = {
        "joe_diamond": {"place": "s26"},
        "gloria_goldberg": {"place": "sanitarium", "sanity": 0},
        "vincent_lee": {"place": "abyss/1", "strength": 0, "status": "waiting"},
    }
    assert problems(investigators=people, options={"switches": ["LOST"]}) == []


def test_the_lost_wait_in_an_other_world_only() -> None:
    people = {"joe_diamond": {"place": "s26"}, "vincent_lee": {"place": "s1", "status": "waiting"}}
    where = refused(investigators=people, options={"switches": ["LOST"]})
    assert where == "investigators.vincent_lee.place"


def test_nobody_is_blessed_and_cursed() -> None:
    people = {"joe_diamond": {"place": "s26", "blessed": True, "cursed": True}}
    where = refused(investigators=people, options={"modules": ["conditions_2005"]})
    assert where == "investigators.joe_diamond.cursed"


def test_nobody_acts_who_is_not_in_play() -> None:
    people = {"joe_diamond": {"status": "lost"}, "gloria_goldberg": {"place": "s1"}}
    assert refused(investigators=people) == "active"


def test_nobody_rolls_for_movement_in_an_other_world() -> None:
    assert refused(investigators={"joe_diamond": {"place": "abyss/2"}}) == "phase"


def test_a_counter_in_a_box_is_there_only_while_it_is_met() -> None:
    monsters = [{"id": "maniac_1", "place": "abyss/2"}]
    assert refused(monsters=monsters) == "monsters[0].place"


def test_a_vampire_is_never_weaker_than_printed() -> None:
    monsters = [{"id": "vampire_1", "place": "s1", "heading": "s4", "strength": 7}]
    assert refused(monsters=monsters) == "monsters[0].strength"


def test_the_facts_are_not_read_before_the_case_begins() -> None:
    assert refused(until_turn=2) == "until_turn"


@pytest.mark.parametrize(
    ("expect", "path"),
    [
        ({"investigators": {"joe_dimond": {"money": 1}}}, "investigators.joe_dimond"),
        ({"monsters": {"maniac": {"at": "s1"}}}, "monsters.maniac"),
        ({"monsters_at": {"s61": 0}}, "monsters_at.s61"),
        ({"gates": {"wood": "none"}}, "gates.wood"),
        ({"clues": {"wood": 0}}, "clues.wood"),
        (
            {"investigators": {"joe_diamond": {"status": ["lost"]}}},
            "investigators.joe_diamond.status",
        ),
        ({"waiting_for": {"ask": "sing"}}, "waiting_for.ask"),
        ({"waiting_for": {"ask": "move", "of": "nobody"}}, "waiting_for.of"),
    ],
)
def test_a_slip_of_the_pen_in_a_fact_is_refused(expect: dict[str, Any], path: str) -> None:
    assert refused(expect=expect) == f"expect.{path}"


def test_one_word_where_a_list_is_meant_is_that_list() -> None:
    facts = {"investigators": {"joe_diamond": {"items": "knife"}}}
    assert problems(expect=facts)
    people = {"joe_diamond": {"place": "s26", "items": ["knife"]}}
    assert problems(investigators=people, expect=facts) == []


def test_the_step_is_told_by_its_name_in_files() -> None:
    assert problems(expect={"phase": "movement", "active": "joe_diamond", "turn": 3}) == []
    setting_up = {"turn": 0, "phase": "setup", "dice": [], "options": {"switches": ["HOUSE-1"]}}
    assert problems(**setting_up, expect={"phase": "setup"}) == []


def test_turns_and_movement_may_be_given_as_plain_numbers() -> None:
    people = {"joe_diamond": {"place": "s26", "next_move": 2}}
    look = [{"at": 0, "ask": "move", "options": ["s40"]}]
    assert problems(investigators=people, must_offer=look) == []
    people = {"joe_diamond": {"place": "s26", "absent": 2}}
    facts = {"investigators": {"joe_diamond": {"absent": 1}}}
    away = {"phase": "upkeep", "until": "turn_over", "dice": []}
    assert problems(**away, investigators=people, expect=facts) == []


def test_a_lot_is_looked_at_and_waited_for_by_its_name() -> None:
    people = {"joe_diamond": {"place": "velmas_diner"}, "gloria_goldberg": {"place": "s1"}}
    lot = {
        "phase": "encounter",
        "investigators": people,
        "dice": [{"event": 2}],
        "decks": {"items": ["auction", "knife", "rifle"]},
        "must_offer": [{"at": 0, "ask": "lot", "options": [{"item": "knife"}]}],
        "must_not_offer": [{"at": 0, "ask": "lot", "options": [{"item": "rifle"}]}],
        "expect": {"waiting_for": {"ask": "lot"}},
    }
    assert problems(**lot) == []


def test_a_proof_is_for_the_reader() -> None:
    assert problems(proof=["in plain words", 3]) == []
