"""Where the Silver Key's card may be laid, and by whom."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game
from arkham_bbs.game.decisions import AnswerRefused
from tests.rules.arena import reached


def table() -> Game:
    return reached(
        players=2,
        turn=3,
        phase="movement",
        investigators={
            "joe_diamond": {"place": "s26"},
            "gloria_goldberg": {"place": "abyss/2", "items": ["silver_key"]},
        },
        dice=[{"move": 1}, {"move": 1}],
        until="decision",
        expect={},
    )


@pytest.mark.rule("ITEM-KEY-1")
@pytest.mark.parametrize("place", ["s1", "woods", "hospital", "earths_dreamlands/2", "yuggoth/1"])
def test_any_location_space_or_box_may_be_marked_at_any_time(place: str) -> None:
    game = table()
    game.interject(1, f"gloria_goldberg/mark:{place}")
    assert game.play.investigator("gloria_goldberg").key_mark == place
    game.interject(1, "gloria_goldberg/mark:s2")
    assert game.play.investigator("gloria_goldberg").key_mark == "s2"


@pytest.mark.rule("ITEM-KEY-1")
@pytest.mark.parametrize(
    "place", ["", "s61", "yuggoth/3", "yuggoth", "boston/1", "lost", "woods/2"]
)
def test_no_mark_where_there_is_no_place(place: str) -> None:
    game = table()
    with pytest.raises(AnswerRefused):
        game.interject(1, f"gloria_goldberg/mark:{place}")
    assert game.play.investigator("gloria_goldberg").key_mark is None


@pytest.mark.rule("ITEM-KEY-1")
def test_only_the_owner_shifts_the_mark() -> None:
    game = table()
    for seat, name in ((0, "joe_diamond"), (0, "gloria_goldberg")):
        with pytest.raises(AnswerRefused):
            game.interject(seat, f"{name}/mark:s1")
