"""The runner itself: what it refuses, what it fails, and its exit status."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from arkham_bbs.game.scenario import Refused, main, parse_cases, run_case


def fight(**changes: Any) -> dict[str, Any]:
    """A maniac killed with a knife on the street, with some fields changed."""
    case: dict[str, Any] = {
        "name": "a-maniac-on-the-street",
        "rules": ["COMBAT-8"],
        "why": "sample",
        "options": {"preset": "sensible", "switches": [], "modules": []},
        "players": 1,
        "turn": 3,
        "phase": "encounter",
        "active": "joe_diamond",
        "investigators": {"joe_diamond": {"place": "s26", "items": ["knife"]}},
        "monsters": [{"id": "maniac_1", "place": "s26", "heading": "s28", "face_up": True}],
        "gates": [{"place": "lighthouse", "world": "yuggoth", "face_up": False}],
        "elder_signs": [],
        "doom": 3,
        "decks": {},
        "dice": [{"attack": 2}],
        "choices": [
            {"ask": "meet", "answer": "fight"},
            {"ask": "attack_items", "answer": ["knife"]},
        ],
        "must_offer": [],
        "must_not_offer": [],
        "until": "turn_over",
        "expect": {"monsters": {"maniac_1": {"at": "trophies", "of": "joe_diamond"}}},
    }
    case.update(changes)
    return case


def text_of(*cases: dict[str, Any]) -> str:
    return yaml.safe_dump({"cases": list(cases)})


def problems(**changes: Any) -> list[str]:
    (case,) = parse_cases(text_of(fight(**changes)))
    return run_case(case)


def refusal(**changes: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        parse_cases(text_of(fight(**changes)))
    return caught.value


@pytest.mark.parametrize("word", ["atack", "attak", "attcak", "attacks"])
@pytest.mark.parametrize("field", ["dice", "spare_dice"])
def test_a_slip_in_what_a_die_is_for_is_refused(word: str, field: str) -> None:
    found = refusal(**{field: [{word: 2}]})
    assert found.path == f"cases[0].{field}[0].{word}"
    assert "'attack'" in str(found)


@pytest.mark.parametrize("word", ["attack", "bell", "whatever-you-like"])
def test_what_a_die_is_for_may_be_said_in_any_other_word(word: str) -> None:
    assert problems(dice=[{word: 2}]) == []


def test_a_missing_die_is_named_by_its_number_and_its_moment() -> None:
    (told,) = problems(dice=[])
    assert told.startswith("dice[0]: the list is used up, and a die is wanted")
    assert "step encounter of joe_diamond" in told
    assert "1 of 2 choices given" in told
    (told,) = problems(dice=[{"attack": 1}])
    assert told.startswith("dice[1]: ")


def test_the_sample_passes() -> None:
    assert problems() == []


def test_a_die_left_over_fails_the_case_and_is_named() -> None:
    (line,) = problems(dice=[{"attack": 2}, {"extra": 5}])
    assert line.startswith("dice[1]: left over")


def test_a_spare_die_may_be_left_over() -> None:
    assert problems(spare_dice=[{"extra": 5}]) == []


def test_a_coin_where_a_die_is_wanted_fails_with_its_place() -> None:
    (line,) = problems(dice=[{"attack": "heads"}])
    assert line.startswith("dice[0]: ")


def test_a_decision_that_is_neither_answered_nor_declinable_fails() -> None:
    lines = problems(choices=[])
    assert any("meet" in line for line in lines)


def test_an_answer_that_is_not_on_offer_fails_with_its_path() -> None:
    lines = problems(
        choices=[
            {"ask": "meet", "answer": "fight"},
            {"ask": "attack_items", "answer": ["shotgun"]},
        ]
    )
    assert lines[0].startswith("cases[0].choices[1].answer: ")


def test_a_choice_that_is_never_asked_fails() -> None:
    lines = problems(choices=[*fight()["choices"], {"ask": "treat", "answer": "yes"}])
    assert any(line.startswith("cases[0].choices[2]: treat") for line in lines)


def test_an_unlisted_weapon_is_not_used() -> None:
    assert problems(choices=[{"ask": "meet", "answer": "fight"}], dice=[{"attack": 3}]) == []


def test_a_missing_offer_fails() -> None:
    lines = problems(must_offer=[{"at": 1, "ask": "attack_items", "options": [["knife", "knife"]]}])
    assert lines[0].startswith("cases[0].must_offer[0]: not on offer")


def test_an_offer_whose_question_never_comes_fails() -> None:
    lines = problems(must_offer=[{"at": 2, "ask": "treat", "options": ["yes"]}])
    assert lines == ["cases[0].must_offer[0]: treat was not asked then"]


def test_a_forbidden_offer_fails() -> None:
    lines = problems(must_not_offer=[{"at": 0, "ask": "meet", "options": ["sneak"]}])
    assert lines == ["cases[0].must_not_offer[0]: on offer: ['sneak']"]


def test_a_differing_fact_is_told_with_its_path() -> None:
    lines = problems(expect={"investigators": {"joe_diamond": {"strength": 4}}})
    assert lines == ["cases[0].expect.investigators.joe_diamond.strength: 5 instead of 4"]


def test_every_kind_of_fact_can_differ() -> None:
    expect = {
        "doom": 9,
        "turn": 9,
        "result": "victory",
        "gates": {"lighthouse": "none", "woods": {"world": "abyss"}},
        "monsters": {"maniac_1": {"at": "pile", "of": "nobody"}},
        "monsters_at": {"s26": 1},
        "elder_signs": ["woods"],
        "decks": {"items_discard": ["knife"]},
        "first_citizen": ["joe_diamond"],
        "investigators": {
            "joe_diamond": {
                "items": [],
                "spells": ["heal"],
                "bound": ["ghoul_1"],
                "trophies": {"gates": ["abyss"]},
                "absent": {"lost_turns": 1},
                "next_move": {"dice": 1},
                "found_gate": "woods",
            },
            "gloria_goldberg": {"money": 1},
        },
    }
    assert len(problems(expect=expect)) == 19


def test_drawing_a_card_that_is_not_named_fails() -> None:
    lines = problems(
        investigators={"joe_diamond": {"place": "woods"}},
        monsters=[],
        choices=[],
        dice=[{"event": 1}],
    )
    assert lines == ["decks.monsters: a card is drawn that the case does not name"]


def test_a_walk_is_taken_step_by_step() -> None:
    moving = {"phase": "movement", "dice": [{"move": 1}, {"move": 1}], "expect": {}}
    lines = problems(**moving, choices=[{"ask": "move", "answer": ["s28", "s34"]}])
    assert lines == ["cases[0].choices[0].answer: 's34' is not next to 's28'"]
    lines = problems(**moving, choices=[{"ask": "move", "answer": ["s28", "s26", "s28"]}])
    assert lines == ["cases[0].choices[0].answer: 3 spaces are more than the 2 rolled"]


def test_a_walk_does_not_pass_a_monster() -> None:
    lines = problems(
        phase="movement",
        investigators={"joe_diamond": {"place": "s22"}},
        dice=[{"move": 1}, {"move": 1}],
        choices=[{"ask": "move", "answer": ["s26", "s28"]}],
    )
    assert lines[0].startswith("cases[0].choices[0].answer: ")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"colour": "red"}, "cases[0].colour"),
        ({"monsters": [{"id": "maniac_1", "place": "s61"}]}, "cases[0].monsters[0].place"),
        ({"monsters": [{"id": "maniac_9", "place": "s26"}]}, "cases[0].monsters[0].id"),
        (
            {"monsters": [{"id": "maniac_1", "place": "s26"}, {"id": "maniac_1", "place": "s22"}]},
            "cases[0].monsters[1].id",
        ),
        (
            {"monsters": [{"id": "maniac_1", "place": "s26", "heading": "s33"}]},
            "cases[0].monsters[0].heading",
        ),
        (
            {"monsters": [{"id": "hound_of_tindalos_1", "place": "woods"}]},
            "cases[0].monsters[0].place",
        ),
        ({"gates": [{"place": "hospital", "world": "abyss"}]}, "cases[0].gates[0].place"),
        (
            {"gates": [{"place": "woods", "world": "abyss"}, {"place": "woods", "world": "abyss"}]},
            "cases[0].gates[1].place",
        ),
        (
            {
                "gates": [
                    {"place": "woods", "world": "abyss"},
                    {"place": "graveyard", "world": "abyss"},
                    {"place": "black_cave", "world": "abyss"},
                ]
            },
            "cases[0].gates[2].world",
        ),
        ({"elder_signs": ["lighthouse"]}, "cases[0].gates[0].place"),
        ({"doom": 14}, "cases[0].doom"),
        ({"active": "gloria_goldberg"}, "cases[0].active"),
        ({"phase": "gate_roll"}, "cases[0].active"),
        ({"phase": "lunch"}, "cases[0].phase"),
        ({"turn": 0}, "cases[0].turn"),
        ({"dice": [{"attack": 7}]}, "cases[0].dice[0].attack"),
        ({"options": {"switches": ["OPT-77"]}}, "cases[0].options"),
        ({"rules": ["nonsense"]}, "cases[0].rules[0]"),
        ({"until": "tea"}, "cases[0].until"),
        ({"choices": [{"ask": "sing", "answer": "yes"}]}, "cases[0].choices[0].ask"),
        ({"expect": {"investigators": {"joe_diamond": {"mood": 3}}}}, ""),
        ({"decks": {"items": ["knife", "knife", "knife", "knife"]}}, ""),
        ({"clues": {"woods": 1}}, "cases[0].clues.woods"),
    ],
)
def test_impossible_positions_and_unknown_fields_are_refused(
    changes: dict[str, Any], path: str
) -> None:
    error = refusal(**changes)
    assert error.path == path or (not path and error.path.startswith("cases[0]."))


@pytest.mark.parametrize(
    ("person", "field"),
    [
        ({"place": "s26", "strength": 8}, "strength"),
        ({"place": "s26", "hat": True}, "hat"),
        ({"place": "jail_cell"}, "place"),
        ({"place": "s26", "items": ["auction"]}, "items[0]"),
        ({"place": "s26", "found_gate": "lighthouse"}, "found_gate"),
        ({"place": "s26", "departed_gate": "lighthouse"}, "departed_gate"),
        ({"place": "s26", "key_mark": "s1"}, "key_mark"),
        ({"place": "s26", "held": True}, "held"),
        ({"place": "s26", "bound": [{"id": "cthulhu"}]}, "bound[0].id"),
    ],
)
def test_impossible_people_are_refused(person: dict[str, Any], field: str) -> None:
    error = refusal(investigators={"joe_diamond": person})
    assert error.path == f"cases[0].investigators.joe_diamond.{field}"


def test_a_key_given_twice_and_a_reference_are_refused() -> None:
    with pytest.raises(Refused):
        parse_cases("cases: []\ncases: []\n")
    with pytest.raises(Refused):
        parse_cases("cases: [&a 1, *a]\n")


def test_exit_status_and_a_line_for_each_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, broken = (tmp_path / name for name in ("good.yaml", "bad.yaml", "broken.yaml"))
    good.write_text(text_of(fight()))
    bad.write_text(text_of(fight(), fight(name="two", dice=[])))
    broken.write_text("cases: [\n")
    assert main(["run", str(good)]) == 0
    assert capsys.readouterr().out == "ok   a-maniac-on-the-street\n"
    assert main(["run", str(good), str(bad)]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert [line[:4] for line in shown if not line.startswith(" ")] == ["ok  ", "ok  ", "FAIL"]
    assert main(["run", str(bad), str(broken)]) == 2
    assert main(["run", str(tmp_path / "absent.yaml")]) == 2


def test_the_examples_of_the_page_pass() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    examples = [block.partition("```")[0] for block in page.split("```yaml\n")[1:]]
    assert len(examples) == 3
    for text in examples:
        (case,) = parse_cases(text)
        assert run_case(case) == []


def test_nothing_a_file_says_is_a_traceback() -> None:
    """Any single value of the worked cases may be nonsense: it is refused, or the case fails."""
    rng = random.Random(7)
    nonsense: list[Any] = [None, -1, 99, "x", "none", [], {}, True, [1], {"a": 1}, 3.5, ["s26"]]
    worked = [
        case
        for file in sorted((Path(__file__).parent / "worked").glob("*.yaml"))
        for case in yaml.safe_load(file.read_text(encoding="utf-8"))["cases"]
    ]
    for _ in range(250):
        case = copy.deepcopy(rng.choice(worked))
        spot = rng.choice([way for way in ways(case) if way])
        holder: Any = case
        for step in spot[:-1]:
            holder = holder[step]
        holder[spot[-1]] = rng.choice(nonsense)
        try:
            (read,) = parse_cases(text_of(case))
        except Refused:
            continue
        assert not any("the game stopped" in line for line in run_case(read)), spot


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Walk the ways to every value within a value."""
    yield way
    if isinstance(value, dict):
        for key in value:
            yield from ways(value[key], (*way, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from ways(entry, (*way, index))
