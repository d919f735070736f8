"""Odds as they are read: honest at both ends, short beside options, words for screen readers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arkham_bbs.game.game import Game
from arkham_bbs.game.odds.outcomes import OptionOdds
from arkham_bbs.game.odds.words import lines_for, option_note, percent, short, spoken
from arkham_bbs.game.options import Options
from tests.game.positions import counter, game_at, person, position

JOE = "joe_diamond"


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 1000), "<1%"),
        (Fraction(999, 1000), ">99%"),
        (Fraction(5, 6), "83%"),
        (Fraction(1, 2), "50%"),
    ],
)
def test_a_percentage_never_promises_what_can_fail(chance: Fraction, shown: str) -> None:
    assert percent(chance) == shown


def test_spoken_chances_are_fractions_of_few_parts_or_hundredths() -> None:
    assert spoken(Fraction(5, 6)) == "5 in 6"
    assert spoken(Fraction(1)) == "certain"
    assert spoken(Fraction(0)) == "no chance"
    assert spoken(Fraction(1, 1296)).endswith("1 in 100")


def test_short_odds_stand_beside_an_option() -> None:
    odds = OptionOdds("x", (("kill", Fraction(5, 6)), ("hit", Fraction(1, 6))))
    assert short(odds) == "83% kill, 17% hit (D6)"
    assert short(odds, linear=True) == "kill 5 in 6; hit (D6) 1 in 6"
    assert short(OptionOdds("x")) == ""
    assert short(OptionOdds("x", note="unknown"))


def test_an_attack_that_cannot_succeed_says_so_and_clues_may_help() -> None:
    odds = OptionOdds(
        "x",
        (("hit", Fraction(1)),),
        steps=(("attack", Fraction(0)),),
        clues=(("kill", Fraction(1, 9)), ("hit", Fraction(8, 9))),
    )
    assert short(odds) == "0% kill, 100% hit (D6); with clues 11%"
    gate = OptionOdds("x", (("miss", Fraction(1)),), steps=(("attack", Fraction(0)),))
    assert short(gate).startswith("0% closed")


@pytest.mark.parametrize("modules", [(), ("pool_checks",)])
def test_every_question_of_a_fight_has_sentences(modules: tuple[str, ...]) -> None:
    joe = person(
        JOE,
        "woods",
        items=["shotgun", "piccolo_of_leng"],
        clues=1 if modules else 0,
        spells=["power_drain", "dread_curse_of_azathoth", "bind_monster"],
    )
    state = position(
        [joe],
        step="monsters",
        active=JOE,
        monsters=[counter("ghoul_1", "woods")],
        gates=[("woods", "abyss", True)],
    )
    game = game_at(state, [2] * 40, Options(modules=modules))
    seen = []
    while game.decision is not None and len(seen) < 8:
        decision = game.decision
        seen.append(decision.kind)
        lines = lines_for(game.view(0), decision)
        if decision.kind in ("meet", "attack_spells", "attack_items"):
            assert lines
            assert any("%" in line for line in lines)
            assert any(option_note(game.view(0), decision, o.key) for o in decision.options)
        if decision.kind == "attack_spells":
            # Four plans: neither spell, one of two, both.
            assert sum(line.startswith("  ") and "dies" in line for line in lines) >= 4
        if decision.kind == "attack_items":
            break
        game.decide({"meet": "fight", "attack_spells": "none", "spend_clue": "stop"}[decision.kind])
    assert {"meet", "attack_spells", "attack_items"} <= set(seen)


def before(*monsters: str, spells: tuple[str, ...] = ("mists_of_rlyeh",)) -> Game:
    """Return a game in which Joe faces monsters in the street."""
    here = [counter(name, "s62") for name in monsters]
    joe = person(JOE, "s62", spells=spells)
    return game_at(position([joe], step="encounter", active=JOE, monsters=here), [2] * 40)


@pytest.mark.parametrize("linear", [False, True])
def test_before_several_monsters_it_is_said_that_the_odds_follow(linear: bool) -> None:
    game = before("ghoul_1", "zombie_1")
    assert game.decision
    view, decision = game.view(0), game.decision
    said = "odds follow when you choose which"
    assert option_note(view, decision, "fight", linear=linear) == said
    assert lines_for(view, decision)[0] == f"Fight: the {said}."
    alone = before("ghoul_1")
    assert alone.decision
    assert "kill" in option_note(alone.view(0), alone.decision, "fight", linear=linear)
    assert not any("follow" in line for line in lines_for(alone.view(0), alone.decision))


def test_beside_the_mists_it_is_said_what_their_chance_is_of() -> None:
    game = before("ghoul_1")
    assert game.decision
    view, decision = game.view(0), game.decision
    assert option_note(view, decision, "sneak") == "50% away, 50% caught"
    note = option_note(view, decision, "cast:mists_of_rlyeh")
    assert note == "33% works: Sneak is sure; 67% fails: choose again"
    spoken_note = option_note(view, decision, "cast:mists_of_rlyeh", linear=True)
    assert spoken_note == "works 1 in 3: Sneak is sure; fails 2 in 3: choose again"
    lines = lines_for(view, decision)
    assert "  If it works, then Sneak cannot fail." in lines
    assert "  If it fails, then you choose again." in lines


def test_a_spell_cast_in_the_middle_of_sneaking_has_the_chance_of_getting_away() -> None:
    game = before("ghoul_1")
    for answer in ("sneak", "place:s59"):
        assert game.decision
        if game.decision.kind == "aim":
            answer = next(o.key for o in game.decision.options if o.key.startswith("place:"))
            note = option_note(game.view(0), game.decision, "cast:mists_of_rlyeh")
            assert note == "33% works: no roll; 67% fails: the roll"
        game.decide(answer)
    assert game.decision
    assert game.decision.kind == "sneak_spell"
    note = option_note(game.view(0), game.decision, "cast:mists_of_rlyeh")
    assert note == "67% away, 33% caught"
