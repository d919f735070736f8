"""What a value of 0 does in the 1987 rules, and what marks the sheet of one kept from acting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.state import Investigator
from tests.rules.arena import reached


def somebody(**fields: Any) -> tuple[Play, Investigator]:
    game = reached(
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": fields},
        gates=[{"place": "woods", "world": "abyss", "face_up": True}],
    )
    return game.play, game.play.investigator("joe_diamond")


def carried_off(rule: Rule[None], answers: Sequence[str]) -> list[str]:
    """Run a rule that carries somebody off, and name what it asked."""
    asked = []
    given = iter(answers)
    try:
        question = next(rule)
        while True:
            asked.append(question.kind)
            question = rule.send(next(given))
    except CarriedOff:
        return asked
    except StopIteration:
        pytest.fail("nobody was carried off")


@pytest.mark.rule("COMBAT-19")
@pytest.mark.parametrize(
    ("pools", "answers", "bed"),
    [
        (("strength",), [], "hospital"),
        (("sanity",), [], "sanitarium"),
        (("strength", "sanity"), ["strength"], "hospital"),
        (("strength", "sanity"), ["sanity"], "sanitarium"),
    ],
)
def test_combat_19_the_owner_chooses_when_both_values_are_gone_at_once(
    pools: tuple[str, ...], answers: list[str], bed: str
) -> None:
    play, joe = somebody(place="s26")
    play.asks_all = True
    asked = carried_off(play.zero.reached(play, joe, pools), answers)
    assert asked == ["zero"] * len(answers)
    assert joe.place == bed


@pytest.mark.rule("ENC-15", "COMBAT-13", "LOC-JAIL-1")
def test_enc_15_who_is_carried_to_a_bed_is_in_jail_no_more_and_has_nothing_in_store() -> None:
    play, joe = somebody(place="police_station", absent={"jail": 2})
    joe.then = [{"gain": {"sanity": 1}}]
    carried_off(play.zero.reached(play, joe, ("strength",)), [])
    assert (joe.place, joe.jail, joe.then) == ("hospital", 0, [])


@pytest.mark.rule("COMBAT-14", "ENC-15")
def test_enc_15_losing_somebody_by_an_event_ends_the_event() -> None:
    play, joe = somebody(place="abyss/2", departed_gate="woods")
    carried_off(play.zero.lost(play, joe, "event"), [])
    assert (joe.place, joe.status) == ("lost", "lost")


@pytest.mark.rule("TURN-5", "LOC-JAIL-1", "LOC-CARE-3")
@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({}, ()),
        ({"jail": 1}, ("jailed",)),
        ({"lost_turns": 1}, ("losing-turns",)),
        ({"must_leave": True}, ("must-leave",)),
        ({"jail": 1, "lost_turns": 2}, ("jailed", "losing-turns")),
    ],
)
def test_turn_5_the_sheet_shows_what_keeps_somebody_from_acting(
    fields: dict[str, Any], shown: tuple[str, ...]
) -> None:
    play, joe = somebody(place="s26")
    for name, value in fields.items():
        setattr(joe, name, value)
    assert play.conditions.shown(joe) == shown
