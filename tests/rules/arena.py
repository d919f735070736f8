"""Small positions for rule tests, written as the scenario files write them.

`problems(...)` runs a case given as keyword fields and returns what is wrong with it.
"""

from __future__ import annotations

from typing import Any, TypeVar

import yaml

from arkham_bbs.game import Game
from arkham_bbs.game.play import Rule
from arkham_bbs.game.scenario import parse_cases, run_case
from arkham_bbs.game.scenario.running import Run

T = TypeVar("T")

SAMPLE: dict[str, Any] = {
    "name": "sample",
    "rules": [],
    "why": "sample",
    "phase": "encounter",
    "active": "joe_diamond",
    "investigators": {"joe_diamond": {"place": "s26"}},
    "until": "turn_over",
    "expect": {},
}


def problems(**fields: Any) -> list[str]:
    """Run a case and return what is wrong with it."""
    (case,) = parse_cases(yaml.safe_dump({"cases": [{**SAMPLE, **fields}]}, sort_keys=False))
    return run_case(case)


def reached(**fields: Any) -> Game:
    """Run a case that must pass, and return the game where it ended."""
    (case,) = parse_cases(yaml.safe_dump({"cases": [{**SAMPLE, **fields}]}, sort_keys=False))
    run = Run(case)
    assert run.go() == []
    assert run.game is not None
    return run.game


def driven(rule: Rule[T], *answers: str) -> tuple[list[str], T]:
    """Run a rule to its end with these answers; return the kinds it asked, and its result.

    Raises:
        AssertionError: it asks more than is answered, or less.
    """
    asked: list[str] = []
    left = list(answers)
    try:
        question = next(rule)
        while True:
            asked.append(question.kind)
            assert left, f"no answer left for {question.kind}"
            question = rule.send(left.pop(0))
    except StopIteration as ended:
        assert not left, f"never asked for {left}"
        return asked, ended.value
