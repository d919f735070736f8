"""The cases of the later rule modules pass, each by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from arkham_bbs.game.scenario import Case, load_cases, run_case

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
CASES = [(file, case) for file in FILES for case in load_cases(file)]


# Each case is run once: a run plays on from the position it was read into.
@pytest.mark.parametrize(
    "case",
    [case for _, case in CASES],
    ids=[f"{file.stem}:{case.name}" for file, case in CASES],
)
def test_case(case: Case) -> None:
    assert run_case(case) == []


def test_every_case_says_how_a_wrong_engine_would_fail_it() -> None:
    def told(case: Case) -> bool:
        return bool(case.rules and case.why and case.options.modules)

    assert [case.name for _, case in CASES if not told(case)] == []


def test_names_are_unique() -> None:
    names = [case.name for _, case in CASES]
    assert len(names) == len(set(names))
