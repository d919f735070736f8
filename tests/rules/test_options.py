"""What a host may choose, and how a choice that does not exist is refused."""

from __future__ import annotations

import msgspec
import pytest

from arkham_bbs.game import BadOptions, Options
from arkham_bbs.game.options import MODULES, PRESETS, SWITCHES


@pytest.mark.rule("OPT-8")
@pytest.mark.parametrize(
    ("options", "code", "value", "allowed"),
    [
        (Options(preset="brutal"), "preset-unknown", "brutal", tuple(PRESETS)),
        (Options(switches=("OPT-4", "OPT-8")), "switch-unknown", "OPT-8", SWITCHES),
        (Options(modules=("pool_checks", "dice")), "module-unknown", "dice", MODULES),
        (Options(per_player=4), "per-player", 4, (0, 1, 2, 3)),
        (Options(per_player=-1), "per-player", -1, (0, 1, 2, 3)),
        (Options(switches=("HOUSE-5",)), "house-5-needs-4", "HOUSE-5", ("HOUSE-4",)),
    ],
)
def test_a_choice_that_does_not_exist_is_refused_with_what_there_is(
    options: Options, code: str, value: object, allowed: tuple[object, ...]
) -> None:
    with pytest.raises(BadOptions) as refused:
        options.checked()
    assert (refused.value.code, refused.value.value, refused.value.allowed) == (
        code,
        value,
        allowed,
    )
    assert code in str(refused.value)
    assert repr(value) in str(refused.value)


@pytest.mark.rule("OPT-8")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_up_to_three_investigators_each_may_be_chosen(count: int) -> None:
    assert Options(per_player=count).checked().per_player == count


@pytest.mark.rule("HOUSE-5")
def test_choices_are_put_in_their_stated_order() -> None:
    chosen = Options(
        switches=("LOST", "HOUSE-5", "HOUSE-4", "OPT-1"), modules=("defeat_2013", "pool_checks")
    ).checked()
    assert chosen.switches == ("OPT-1", "HOUSE-4", "HOUSE-5", "LOST")
    assert chosen.modules == ("pool_checks", "defeat_2013")


def test_stored_choices_that_name_little_mean_the_default_game() -> None:
    assert msgspec.convert({}, Options) == Options()
    assert msgspec.convert({"preset": "printed", "per_player": 2}, Options) == Options(
        preset="printed", per_player=2
    )
