"""Random games under every invariant, in all eight combinations of the later modules."""

from __future__ import annotations

from itertools import combinations

import pytest

from arkham_bbs.game import Options
from arkham_bbs.game.options import MODULES, SWITCHES
from arkham_bbs.game.simulate import simulate

COMBINATIONS = [mods for size in range(4) for mods in combinations(MODULES, size)]
IDS = ["+".join(mods) or "none" for mods in COMBINATIONS]
# What a random game may do that only a module asks for.
ASKED: dict[str, str] = {
    "pool_checks": "spend_clue",
    "conditions_2005": "emerge",
    "defeat_2013": "lead",
}


def assert_clean(games: int, players: int, options: Options, seed: int) -> dict[str, int]:
    report = simulate(games, players, seed, options, aside=0.2)
    assert report.violations == []
    assert report.games == games
    assert "unfinished" not in report.results
    return report.kinds


@pytest.mark.parametrize("modules", COMBINATIONS, ids=IDS)
def test_fifty_random_games_break_no_invariant(modules: tuple[str, ...]) -> None:
    kinds: dict[str, int] = {}
    for players, games in ((1, 12), (2, 14), (3, 14), (5, 6), (8, 4)):
        kinds |= assert_clean(games, players, Options(modules=modules), seed=players)
    for module, asked in ASKED.items():
        if asked != "emerge":
            assert (asked in kinds) == (module in modules)


@pytest.mark.parametrize("modules", COMBINATIONS, ids=IDS)
def test_with_every_option_and_house_rule_as_well(modules: tuple[str, ...]) -> None:
    for players, games in ((1, 6), (3, 6), (6, 4)):
        assert_clean(games, players, Options(modules=modules, switches=SWITCHES), seed=players)


@pytest.mark.nightly
@pytest.mark.parametrize("modules", COMBINATIONS, ids=IDS)
def test_two_thousand_random_games_break_no_invariant(modules: tuple[str, ...]) -> None:
    for players in range(1, 9):
        assert_clean(250, players, Options(modules=modules), seed=1000 + players)


@pytest.mark.nightly
@pytest.mark.parametrize("modules", COMBINATIONS, ids=IDS)
def test_a_thousand_with_every_option_and_house_rule(modules: tuple[str, ...]) -> None:
    for players in range(1, 9):
        options = Options(modules=modules, switches=SWITCHES)
        assert_clean(125, players, options, seed=2000 + players)
