"""Odds as they are read: honest at both ends, short beside options, words for screen readers."""

from __future__ import annotations

from fractions import Fraction

import pytest

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
