"""Every scenario file of the project passes: the worked cases, and our own by rule id."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arkham_bbs.game.scenario import Case, load_cases, run_case
from arkham_bbs.game.scenario.casebook import read_case
from arkham_bbs.game.scenario.reading import Node, read_file

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))


@cache
def cases_of(file: Path) -> tuple[Case, ...]:
    return tuple(load_cases(file))


@cache
def written(file: Path) -> Node:
    return read_file(file)


ALL = [(file, case.name) for file in FILES for case in cases_of(file)]


@pytest.mark.parametrize(("file", "name"), ALL, ids=[f"{file.stem}:{name}" for file, name in ALL])
def test_scenario(file: Path, name: str) -> None:
    (node,) = (node for node in written(file).at("cases").each() if node.value["name"] == name)
    assert run_case(read_case(node)) == []


def test_all_worked_cases_are_here() -> None:
    assert len([name for file, name in ALL if file.parent.name == "worked"]) == 102


def test_names_are_unique_over_all_files() -> None:
    names = [name for _, name in ALL]
    assert len(names) == len(set(names))


def test_every_case_of_ours_says_how_a_wrong_engine_would_fail_it() -> None:
    for file in FILES:
        for case in cases_of(file):
            assert case.rules, f"{file.name}: {case.name} names no rule"
            assert case.why, f"{file.name}: {case.name} does not say why"
