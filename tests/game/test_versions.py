"""What two versions of the rules tell of the same answer, held against each other."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.content.rules import pages, rule_titles
from arkham_bbs.game.versions import MENDED, RULES_VERSION, difference, mended_since

DIE = {"type": "DieRolled", "dice": [4]}
MOVED = {"type": "Moved", "to": "woods"}


@pytest.mark.parametrize(
    ("told", "happened", "exact", "where"),
    [
        ([], [], True, None),
        ([DIE, MOVED], [DIE, MOVED], True, None),
        ([DIE, MOVED], [DIE, MOVED | {"to": "s1"}], False, 1),
        ([DIE, MOVED], [DIE, MOVED | {"to": "s1"}], True, 1),
        ([DIE, MOVED], [DIE], False, 1),
        ([DIE], [DIE, MOVED], True, 1),
        ([DIE | {"gone": 1}], [DIE], False, None),
        ([DIE], [DIE | {"new": 1}], False, None),
        ([DIE | {"gone": 1}], [DIE], True, 0),
        ([DIE], [DIE | {"new": 1}], True, 0),
        ([DIE | {"gone": 1}], [DIE | {"dice": [5]}], False, 0),
    ],
)
def test_the_first_event_that_differs_is_found(
    told: list[dict[str, Any]], happened: list[dict[str, Any]], exact: bool, where: int | None
) -> None:
    assert difference(told, happened, exact=exact) == where


def test_what_was_mended_names_rules_there_are_and_stands_in_the_reference() -> None:
    assert mended_since("0") == mended_since("a word") == MENDED
    assert mended_since(str(int(RULES_VERSION) + 1)) == ()
    assert {rule for one in MENDED for rule in one.rules} <= rule_titles().keys()
    page = pages()["mended"]
    assert [point.rules for point in page.points] == [one.rules for one in MENDED]
    assert RULES_VERSION in page.intro
