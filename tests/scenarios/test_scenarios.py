"""Every scenario file of the project passes: the worked cases, and our own by rule id.

Cases that need a later rule module wait in PENDING_MODULES until that module is there; they
are named, counted and read like all others.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arkham_bbs.game.scenario import Case, load_cases, run_case

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
# The modules that the engine does not have yet. Empty this as they arrive.
PENDING_MODULES: frozenset[str] = frozenset()


@cache
def cases_of(file: Path) -> tuple[Case, ...]:
    return tuple(load_cases(file))


def _all() -> list[tuple[Path, str, bool]]:
    found = []
    for file in FILES:
        for case in cases_of(file):
            waits = not PENDING_MODULES.isdisjoint(case.options.modules)
            found.append((file, case.name, waits))
    return found


READY = [(file, name) for file, name, waits in _all() if not waits]
PENDING = [name for _, name, waits in _all() if waits]


@pytest.mark.parametrize(
    ("file", "name"), READY, ids=[f"{file.stem}:{name}" for file, name in READY]
)
def test_scenario(file: Path, name: str) -> None:
    (case,) = (case for case in load_cases(file) if case.name == name)
    assert run_case(case) == []


def test_the_cases_that_wait_for_a_module_are_those_of_the_worked_variants() -> None:
    if not PENDING_MODULES:
        assert PENDING == []
        return
    worked = {case.name for case in cases_of(HERE / "worked" / "variants.yaml")}
    assert worked.issuperset(PENDING)


def test_names_are_unique_over_all_files() -> None:
    names = [name for _, name, _ in _all()]
    assert len(names) == len(set(names))


def test_every_case_of_ours_says_how_a_wrong_engine_would_fail_it() -> None:
    for file in FILES:
        for case in cases_of(file):
            assert case.rules, f"{file.name}: {case.name} names no rule"
            assert case.why, f"{file.name}: {case.name} does not say why"
