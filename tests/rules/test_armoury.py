"""What may be used together in one attack, and what each piece and Fight are worth."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import pytest

from arkham_bbs.game import armoury
from arkham_bbs.game.armoury import AttackChoices
from arkham_bbs.game.assault import _pieces
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Bound, Investigator, Monster
from tests.rules.arena import reached


def armed(
    *items: str, monster: str = "maniac_1", more: dict[str, Any] | None = None, **fields: Any
) -> tuple[Play, Investigator, Monster]:
    """Joe with these items beside a monster; Carolyn, in the street elsewhere, has the turn."""
    people = {"carolyn_fern": {"place": "s4"}, **(more or {})}
    people["joe_diamond"] = {"place": "s26", "items": list(items)}
    game = reached(
        active="carolyn_fern",
        investigators=people,
        monsters=[{"id": monster, "place": "s26", "face_up": True}],
        **fields,
    )
    play = game.play
    (target,) = play.monsters_at("s26")
    return play, play.investigator("joe_diamond"), target


def every_set(hands: list[tuple[str, ...]], free: list[str]) -> list[str]:
    """Spell out the sets: each hand with each choice of what needs none."""
    picks = list(chain.from_iterable(combinations(free, n) for n in range(len(free) + 1)))
    return sorted("+".join((*hand, *pick)) or "none" for hand in hands for pick in picks)


@pytest.mark.rule("COMBAT-5")
def test_combat_5_every_hand_goes_with_every_choice_of_what_needs_none() -> None:
    hands: list[tuple[str, ...]] = [(), ("knife",), ("rifle",), ("knife", "lamp_of_alhazred")]
    free = ["holy_water", "holy_water", "ghoul_1"]
    choices = AttackChoices(hands, free)
    keys = [choice.key for choice in choices]
    assert sorted(keys) == every_set(hands, free)
    assert len(choices) == len(keys) == 32
    assert [choices[n].key for n in range(-32, 0)] == keys
    assert [choice.key for choice in choices[2:5]] == keys[2:5]
    for outside in (32, -33):
        with pytest.raises(IndexError):
            choices[outside]
    assert all(choices.offers(key) for key in keys)
    assert choices.offers("ghoul_1+knife")
    for not_allowed in (
        "knife+rifle",
        "knife+knife",
        "holy_water+holy_water+holy_water",
        "ghoul_1+ghoul_1",
        "dynamite",
    ):
        assert not choices.offers(not_allowed)


@pytest.mark.rule("ITEM-BULLET-1", "COUNTER-11")
@pytest.mark.parametrize(
    ("items", "monster", "offered"),
    [
        (("silver_bullet", "rifle"), "werewolf_1", True),
        (("silver_bullet", "knife"), "werewolf_1", False),
        (("silver_bullet", "rifle"), "maniac_1", False),
        (("rifle",), "werewolf_1", False),
    ],
)
def test_item_bullet_1_it_takes_a_bullet_a_gun_and_a_werewolf(
    items: tuple[str, ...], monster: str, offered: bool
) -> None:
    play, joe, target = armed(*items, monster=monster)
    keys = [choice.key for choice in armoury.attack_choices(play, joe, target)]
    assert any("silver_bullet" in key for key in keys) is offered


@pytest.mark.rule("ITEM-SPECTACLES-1")
@pytest.mark.parametrize(
    ("items", "pieces", "weapons"),
    [
        (("alien_spectacles", "knife"), ["knife"], ["knife"]),
        (("knife",), ["knife"], []),
        (("alien_spectacles", "rifle"), ["rifle"], []),
        (("alien_spectacles", "enchanted_knife"), ["enchanted_knife"], []),
        (("alien_spectacles", "knife", "revolver_38"), ["knife", "revolver_38"], None),
    ],
)
def test_item_spectacles_1_they_serve_their_holder_and_one_handed_weapons(
    items: tuple[str, ...], pieces: list[str], weapons: list[str] | None
) -> None:
    play, joe, _ = armed(*items)
    expected = pieces if weapons is None else weapons
    assert armoury.spectacle_weapons(play, joe, pieces) == expected


@pytest.mark.rule("OPT-2", "COUNTER-12", "COMBAT-4")
@pytest.mark.parametrize(
    ("monster", "alone", "together"),
    [("maniac_1", 5, 6), ("ghost_1", 0, 0), ("shoggoth_1", 1, 1)],
)
def test_opt_2_fight_is_one_higher_in_company_and_counter_12_makes_it_one(
    monster: str, alone: int, together: int
) -> None:
    options = {"switches": ["OPT-2"]}
    play, joe, target = armed(monster=monster, options=options)
    assert armoury.fight_part(play, joe, target) == alone
    company = {"jenny_barnes": {"place": "s26"}}
    play, joe, target = armed(monster=monster, options=options, more=company)
    assert armoury.fight_part(play, joe, target) == together
    assert armoury.fight_part(play, joe, None) == 5


@pytest.mark.rule("COMBAT-5")
def test_combat_5_the_pieces_to_pick_from_are_those_that_help_in_an_attack() -> None:
    more = {"jenny_barnes": {"place": "s28"}}
    play, joe, target = armed(
        "revolver_38", "holy_water", "ruby_of_rlyeh", "revolver_38", more=more
    )
    joe.bound.append(Bound("ghoul_1", 8))
    assert _pieces(play, joe, target) == ("revolver_38", "holy_water", "ghoul_1")
    assert _pieces(play, play.investigator("jenny_barnes"), target) == ()
