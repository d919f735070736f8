"""Dice pools by their parts: names, sizes, faces, clue dice, and the six skills."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.events import AttackRolled, CluesDestroyed, CluesPlaced, SkillChecked
from arkham_bbs.game.policies.pool_checks import (
    INSTEAD_OF,
    POOL_SKILLS,
    Check,
    PoolChecks,
    combat_difficulty,
    successes,
)
from tests.modules.positions import position

POOLS = ("pool_checks",)
JOE = {"place": "s26"}


def run(rule: Generator[Any, str, Any], *answers: str) -> Any:
    """Run a rule by itself, giving answers to what it asks."""
    said = list(answers)
    try:
        ask = next(rule)
        while True:
            key = said.pop(0)
            assert key in {choice.key for choice in ask.options()}
            ask = rule.send(key)
    except StopIteration as done:
        assert not said, f"not asked for {said}"
        return done.value


def at(*dice: int, **joe: Any) -> Game:
    """Return a quiet position, with dice for what a test rolls by itself."""
    game = position(POOLS, phase="movement", dice=(1, 1), investigators={"joe_diamond": JOE | joe})
    game.play.dice.script += [("die", die) for die in dice]  # type: ignore[attr-defined]
    game.take_events()
    return game


def checks(game: Game) -> PoolChecks:
    assert isinstance(game.play.checks, PoolChecks)
    return game.play.checks


@pytest.mark.rule("P05-1")
def test_p05_1_a_check_is_written_with_modifier_and_difficulty() -> None:
    assert str(Check("sneak", -1, 2)) == "Sneak (-1) [2]"
    assert str(Check("lore", 2)) == "Lore (+2) [1]"
    plain = Check("will")
    assert (str(plain), plain.modifier, plain.difficulty) == ("Will (0) [1]", 0, 1)


@pytest.mark.rule("P05-1", "P05-2", "P05-3")
@pytest.mark.parametrize(("modifier", "count"), [(0, 5), (2, 7), (-3, 2)])
def test_p05_2_a_modifier_changes_the_number_of_dice_never_the_faces(
    modifier: int, count: int
) -> None:
    game = at(*[4] * (count - 1), 5)
    who = game.play.investigator("joe_diamond")
    roll = run(checks(game).check(game.play, who, Check("fight", modifier), "test", "P05-2"))
    assert (len(roll.dice), roll.hits, roll.passed) == (count, 1, True)
    assert not game.play.dice.left_over  # type: ignore[attr-defined]


@pytest.mark.rule("P05-1", "P05-3")
@pytest.mark.parametrize(("faces", "passed"), [((5, 6, 4, 4, 4), True), ((5, 4, 4, 4, 4), False)])
def test_p05_3_successes_must_reach_the_difficulty(faces: tuple[int, ...], passed: bool) -> None:
    game = at(*faces)
    who = game.play.investigator("joe_diamond")
    roll = run(checks(game).check(game.play, who, Check("fight", 0, 2), "test", "P05-3"))
    assert roll.passed is passed


@pytest.mark.rule("P05-3", "P05-13")
@pytest.mark.parametrize(("lowest", "count"), [(4, 3), (5, 2), (6, 1)])
def test_p05_13_the_lowest_success_counts_with_all_above_it(lowest: int, count: int) -> None:
    assert successes((1, 2, 3, 4, 5, 6), lowest) == count


@pytest.mark.rule("P05-4", "P05-5")
@pytest.mark.parametrize("modifier", [-5, -9])
def test_p05_5_a_clue_gives_its_whole_die_however_far_below_nothing_the_pool_is(
    modifier: int,
) -> None:
    game = at(5, clues=2)
    who = game.play.investigator("joe_diamond")
    rule = checks(game).check(game.play, who, Check("fight", modifier), "test", "P05-4")
    roll = run(rule, "spend", "stop")
    assert (roll.dice, roll.hits, roll.passed) == ((), 1, True)
    assert who.clues == 1


@pytest.mark.rule("P05-4")
def test_p05_4_without_dice_or_clues_the_check_fails() -> None:
    game = at()
    who = game.play.investigator("joe_diamond")
    roll = run(checks(game).check(game.play, who, Check("fight", -5), "test", "P05-4"))
    assert (roll.dice, roll.passed) == ((), False)


@pytest.mark.rule("P05-5")
def test_p05_5_the_question_shows_the_dice_so_far_and_ends_with_the_last_token() -> None:
    game = at(1, 1, 1, 1, 1, 3, 6, clues=2)
    who = game.play.investigator("joe_diamond")
    rule = checks(game).check(game.play, who, Check("fight"), "test", "P05-5")
    first = next(rule)
    assert first.kind == "spend_clue"
    assert first.default == "stop"
    assert (first.facts["dice"], first.facts["hits"]) == ((1, 1, 1, 1, 1), 0)
    second = rule.send("spend")
    assert second.facts["dice"] == (1, 1, 1, 1, 1, 3)
    with pytest.raises(StopIteration) as done:
        rule.send("spend")
    assert done.value.value.passed
    assert who.clues == 0


@pytest.mark.rule("P05-6")
def test_p05_6_special_checks_rest_on_their_skills() -> None:
    named = {name: Check(name).skill for name in ("evade", "horror", "combat", "spell", "luck")}
    assert named == {
        "evade": "sneak",
        "horror": "will",
        "combat": "fight",
        "spell": "lore",
        "luck": "luck",
    }


EXPECTED = {
    # speed, sneak, fight, will, lore, luck, worked out by hand from the 1987 cards
    "vincent_lee": (4, 4, 4, 4, 4, 1),
    "gloria_goldberg": (3, 2, 4, 4, 3, 5),
    "joe_diamond": (4, 3, 5, 4, 2, 4),
    "monterey_jack": (5, 5, 4, 4, 3, 2),
    "jenny_barnes": (4, 4, 3, 4, 4, 3),
    "mandy_thompson": (3, 3, 3, 4, 4, 4),
    "carolyn_fern": (4, 3, 4, 4, 3, 4),
}


@pytest.mark.rule("P05-7")
@pytest.mark.parametrize("name", EXPECTED)
def test_p05_7_six_skills_from_the_card(name: str) -> None:
    game = position(POOLS, phase="movement", active=name, dice=(1, 1), investigators={name: JOE})
    sheet = game.view(0).investigator(name)
    assert sheet.skills == dict(zip(POOL_SKILLS, EXPECTED[name], strict=True))


@pytest.mark.rule("P05-7")
def test_p05_7_a_card_adds_to_the_skill_it_names_alone() -> None:
    every = ["skill_fast_talk", "skill_fight", "skill_knowledge", "skill_sneak"]
    before = at().view(0).investigator("joe_diamond").skills
    after = at(skills=every).view(0).investigator("joe_diamond").skills
    grown = {name: after[name] - before[name] for name in POOL_SKILLS}
    assert grown == {"speed": 0, "sneak": 1, "fight": 1, "will": 0, "lore": 1, "luck": 1}


@pytest.mark.rule("P05-8")
@pytest.mark.parametrize(("skill", "instead"), list(INSTEAD_OF.items()))
def test_p05_8_every_1987_roll_becomes_a_check_of_difficulty_one(skill: str, instead: str) -> None:
    game = at(*[5] * 7)
    who = game.play.investigator("joe_diamond")
    assert run(checks(game).test(game.play, who, skill, "test"))
    (event,) = (e for e in game.take_events() if isinstance(e, SkillChecked))
    assert (event.skill, event.difficulty) == (instead, 1)
    assert len(event.dice) == checks(game).values(game.play, who)[instead]


@pytest.mark.rule("P05-10")
@pytest.mark.parametrize(
    ("strength", "difficulty"), [(6, 2), (8, 2), (9, 3), (12, 3), (13, 4), (16, 4), (30, 8)]
)
def test_p05_10_a_quarter_rounded_up(strength: int, difficulty: int) -> None:
    assert combat_difficulty(strength) == difficulty


@pytest.mark.rule("P05-10")
def test_p05_10_the_event_of_an_attack_shows_pool_hits_and_difficulty() -> None:
    game = position(
        POOLS,
        dice=(5, 5, 1, 1, 1),
        investigators={"joe_diamond": JOE},
        monsters=[{"id": "maniac_1", "place": "s26", "heading": "s28", "face_up": True}],
    )
    (attack,) = (e for e in game.decide("fight") if isinstance(e, AttackRolled))
    assert attack.dice == (5, 5, 1, 1, 1)
    assert (attack.hits, attack.difficulty, attack.success) == (2, 2, True)


@pytest.mark.rule("P05-12")
def test_p05_12_at_set_up_a_clue_lies_on_each_location_until_the_first_gate() -> None:
    game = Game.new(Setup(seats=("Ann",), options=Options(modules=POOLS)), b"clues" * 4)
    placed: list[str] = []
    destroyed: list[str] = []
    while game.play.state.turn == 0:
        decision = game.decision
        assert decision is not None
        for event in game.decide(decision.options[0].key):
            if isinstance(event, CluesPlaced):
                placed.append(event.place)
            if isinstance(event, CluesDestroyed):
                destroyed.append(event.place)
    assert sorted(placed) == sorted(CONTENT.appearance.values())
    assert len(placed) == 11
    assert destroyed == list(game.play.state.gates)
    assert sum(game.play.state.clues.values()) == 10


@pytest.mark.rule("P05-12")
def test_p05_12_a_lost_investigator_takes_clues_out_of_the_game() -> None:
    game = position(
        POOLS,
        phase="other_world",
        dice=(2, *[1] * 5),
        investigators={
            "joe_diamond": {"place": "abyss/2", "departed_gate": "woods", "clues": 3},
            "jenny_barnes": {"place": "s1"},
        },
        gates=[{"place": "woods", "world": "abyss", "face_up": True}],
    )
    game.decide("stop")
    assert game.play.investigator("joe_diamond").status == "lost"
    assert game.play.investigator("joe_diamond").clues == 0


@pytest.mark.rule("P05-12")
def test_p05_12_a_gate_where_no_clue_lies_destroys_none() -> None:
    game = at()
    game.play.checks.gate_placed(game.play, "woods")
    assert not [e for e in game.take_events() if isinstance(e, CluesDestroyed)]


@pytest.mark.rule("P05-9")
def test_p05_9_the_silver_key_calls_for_one_horror_check_and_tells_it_once() -> None:
    game = position(
        POOLS,
        phase="movement",
        dice=(1, 1, 4, 4, 4, 4, 1),
        investigators={
            "joe_diamond": {"place": "s26", "items": ["silver_key"], "key_mark": "s26"},
        },
        decks={"spells": ["heal"]},
    )
    told = [e for e in game.decide("key:earths_dreamlands/2") if isinstance(e, SkillChecked)]
    assert [(e.skill, e.purpose, e.passed) for e in told] == [("horror", "silver_key", False)]
    assert game.play.investigator("joe_diamond").sanity == 4
