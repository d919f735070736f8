"""What a mover is offered, step by step, and what is told of a walk that ends in a ride."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.events import Moved
from arkham_bbs.game.movement import MoveOptions, move, movement_step
from arkham_bbs.game.play import Play
from arkham_bbs.game.spells import MISTS
from arkham_bbs.game.state import Investigator, Monster
from tests.rules.arena import driven, reached


def mover(monsters: dict[str, str] | None = None, **fields: Any) -> tuple[Play, Investigator]:
    """Joe about to move; monsters by their places."""
    game = reached(
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": "s26", **fields}},
    )
    play = game.play
    play.asks_all = False
    play.events.clear()
    play.state.active = "joe_diamond"
    play.state.monsters = [Monster(name, place) for place, name in (monsters or {}).items()]
    return play, play.investigator("joe_diamond")


def offered(play: Play, who: Investigator, budget: int, *answers: str) -> list[str]:
    """Give these answers to a move and return what is offered next."""
    rule = move(play, who, budget)
    question = next(rule)
    for answer in answers:
        question = rule.send(answer)
    return [option.key for option in question.options()]


@pytest.mark.rule("MOVE-3", "MOVE-4")
def test_move_3_walks_come_first_and_every_ride_by_its_stand() -> None:
    options = MoveOptions(
        ["stay", "walk:s28"],
        [("taxi", ["s1", "s2"], "MOVE-3"), ("whistle:s28", ["library"], "MOVE-26")],
    )
    keys = ["stay", "walk:s28", "taxi:s1", "taxi:s2", "whistle:s28:library"]
    rules = ["MOVE-2", "MOVE-2", "MOVE-3", "MOVE-3", "MOVE-26"]
    assert [(one.key, one.rule) for one in options] == list(zip(keys, rules, strict=True))
    assert [options[n].key for n in range(-5, 0)] == keys
    assert options.keys() == tuple(keys)
    assert [one.key for one in options[1:3]] == keys[1:3]
    for outside in (5, -6):
        with pytest.raises(IndexError):
            options[outside]
    assert all(options.offers(key) for key in keys)
    for key in ("walk:s1", "taxi:library", "whistle:s28:s1", "taxi:", "automobile:s1"):
        assert not options.offers(key)


@pytest.mark.rule("LOC-CARE-3", "OPEN-35")
def test_open_35_who_had_to_leave_has_left() -> None:
    play, joe = mover(place="hospital", must_leave=True, money=0)
    play.dice = ScriptedDice([1, 1])
    assert driven(movement_step(play), "walk:s46") == (["move"], "encounter")
    assert (joe.place, joe.must_leave) == ("s46", False)


@pytest.mark.rule("MOVE-22")
@pytest.mark.parametrize("owns", [True, False])
def test_move_22_only_its_owner_drives_the_automobile(owns: bool) -> None:
    play, joe = mover(automobile=owns)
    assert any(key.startswith("automobile:") for key in offered(play, joe, 3)) is owns


@pytest.mark.rule("MOVE-22", "OPEN-4", "SPELL-MISTS-2")
def test_move_22_after_walking_past_a_monster_nobody_drives() -> None:
    play, joe = mover({"s28": "maniac_1"}, automobile=True, spells=[MISTS])
    play.dice = ScriptedDice([1])
    keys = offered(play, joe, 3, "walk:s28", f"cast:{MISTS}")
    assert "walk:s33" in keys
    assert not any(key.startswith(("automobile:", "cast:")) for key in keys)


@pytest.mark.rule("OPEN-4", "MOVE-7")
@pytest.mark.parametrize(
    ("monster", "budget", "spells", "asked"),
    [
        ("s28", 2, [MISTS], ["move", "pass_monster"]),
        ("s28", 1, [MISTS], ["move"]),
        ("s28", 2, [], ["move"]),
        ("s22", 2, [MISTS], ["move"]),
    ],
)
def test_open_4_mists_are_offered_on_a_monster_with_some_way_left_to_go(
    monster: str, budget: int, spells: list[str], asked: list[str]
) -> None:
    play, joe = mover({monster: "maniac_1"}, spells=spells)
    answers = ["walk:s28", "stop"][: len(asked)]
    assert driven(move(play, joe, budget), *answers) == (asked, None)
    assert joe.place == "s28"


@pytest.mark.rule("OPEN-4", "MOVE-17")
def test_open_4_nobody_passes_a_monster_inside_a_location() -> None:
    play, joe = mover({"woods": "maniac_1"}, place="s22", spells=[MISTS])
    assert driven(move(play, joe, 3), "walk:woods") == (["move"], None)


@pytest.mark.rule("OPEN-4")
def test_open_4_a_failed_casting_ends_the_walk() -> None:
    play, joe = mover({"s28": "maniac_1"}, spells=[MISTS])
    play.dice = ScriptedDice([6])
    asked, _ = driven(move(play, joe, 3), "walk:s28", f"cast:{MISTS}")
    assert asked == ["move", "pass_monster"]
    assert joe.place == "s28"


@pytest.mark.rule("MOVE-3", "MOVE-22", "MOVE-26")
@pytest.mark.parametrize(
    ("fields", "answer", "told"),
    [
        (
            {"place": "s27"},
            "taxi:s20:library",
            [("s27", "s20", "walk", 0), ("s20", "library", "taxi", 1)],
        ),
        ({"automobile": True}, "automobile:library", [("s26", "library", "automobile", 0)]),
    ],
)
def test_move_26_the_walk_to_a_ride_and_the_fare_are_told(
    fields: dict[str, Any], answer: str, told: list[tuple[str, str, str, int]]
) -> None:
    play, joe = mover(**fields)
    driven(move(play, joe, 3), answer)
    moves = [event for event in play.events if isinstance(event, Moved)]
    assert [(event.start, event.to, event.how, event.fare) for event in moves] == told
    assert joe.money == 13 - told[-1][3]
