"""Random games under every invariant, in every number of players and with every option."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Options
from arkham_bbs.game.options import PRESETS, SWITCHES
from arkham_bbs.game.simulate import simulate


def assert_clean(games: int, players: int, options: Options, seed: int = 7) -> None:
    report = simulate(games, players, seed, options, aside=0.2)
    assert report.violations == []
    assert report.games == games
    assert "unfinished" not in report.results


@pytest.mark.parametrize("players", range(1, 9))
def test_random_games_break_no_invariant(players: int) -> None:
    assert_clean(13, players, Options())


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_both_presets_hold(preset: str) -> None:
    assert_clean(10, 3, Options(preset=preset))


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_option_alone_holds(switch: str) -> None:
    needed = ("HOUSE-4", "HOUSE-5") if switch == "HOUSE-5" else (switch,)
    assert_clean(4, 3, Options(switches=needed))


def test_every_option_together_holds() -> None:
    assert_clean(10, 3, Options(switches=SWITCHES))


@pytest.mark.nightly
def test_two_thousand_games() -> None:
    assert_clean(2000, 3, Options())


@pytest.mark.nightly
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_ten_thousand_games_of_each_preset(preset: str) -> None:
    for players in range(1, 9):
        assert_clean(1250, players, Options(preset=preset), seed=players)
