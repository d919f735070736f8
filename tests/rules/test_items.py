"""The weapons: price, hands, points, magic and whether they are kept."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game.content import CONTENT
from tests.rules.arena import problems

# item, price, hands, points, magical, what it just kills with this die, and the Fight of Joe.
WEAPONS = [
    pytest.param("derringer_18", 3, 1, 2, False, marks=pytest.mark.rule("ITEM-DERRINGER-1")),
    pytest.param("revolver_38", 4, 1, 3, False, marks=pytest.mark.rule("ITEM-REVOLVER-1")),
    pytest.param("automatic_45", 5, 1, 4, False, marks=pytest.mark.rule("ITEM-AUTOMATIC-1")),
    pytest.param("cavalry_saber", 3, 1, 2, False, marks=pytest.mark.rule("ITEM-SABER-1")),
    pytest.param("knife", 2, 1, 1, False, marks=pytest.mark.rule("ITEM-KNIFE-1")),
    pytest.param("rifle", 5, 2, 5, False, marks=pytest.mark.rule("ITEM-RIFLE-1")),
    pytest.param("shotgun", 7, 2, 6, False, marks=pytest.mark.rule("ITEM-SHOTGUN-1")),
    pytest.param("submachine_gun", 13, 2, 7, False, marks=pytest.mark.rule("ITEM-SUBMACHINE-1")),
    pytest.param(
        "enchanted_knife", 6, 1, 4, True, marks=pytest.mark.rule("ITEM-ENCHANTED-KNIFE-1")
    ),
    pytest.param("lamp_of_alhazred", 5, 1, 3, True, marks=pytest.mark.rule("ITEM-LAMP-1")),
    pytest.param("sword_of_glory", 6, 1, 6, True, marks=pytest.mark.rule("ITEM-SWORD-1")),
]
JOES_FIGHT = 5
# What is attacked: strength, sanity die first or not. Elder Things 12, Gugs 17, Maniacs 8.
TARGETS = (("maniac_1", 8, False), ("elder_thing_1", 12, True), ("gug_1", 17, True))


def attack(item: str, monster: str, die: int, checked: bool, **more: Any) -> list[str]:
    dice = [{"sanity": 1}] if checked else []
    return problems(
        investigators={"joe_diamond": {"place": "s26", "items": [item]}},
        monsters=[{"id": monster, "place": "s26", "heading": "s28", "face_up": True}],
        dice=[*dice, {"attack": die}, *more.pop("dice", [])],
        choices=[
            {"ask": "meet", "answer": "fight"},
            {"ask": "attack_items", "answer": [item]},
        ],
        **more,
    )


@pytest.mark.parametrize(("item", "price", "hands", "points", "magical"), WEAPONS)
def test_a_weapon_adds_its_points_and_is_kept(
    item: str, price: int, hands: int, points: int, magical: bool
) -> None:
    """The monster falls with exactly the die wanted, and stands with one less."""
    monster, strength, checked = next(
        (name, sp, check)
        for name, sp, check in TARGETS
        if 2 <= sp - JOES_FIGHT - points <= 6 or (sp - JOES_FIGHT - points == 1)
    )
    die = strength - JOES_FIGHT - points
    kept = {"joe_diamond": {"items": [item], "strength": 5}}
    assert not attack(item, monster, die, checked, expect={"investigators": kept})
    if die > 1:
        stands = {"monsters": {monster: {"at": "s26"}}}
        assert not attack(
            item,
            monster,
            die - 1,
            checked,
            dice=[{"damage": 1}],
            until="decision",
            expect={**stands, "waiting_for": {"ask": "meet"}},
        )


@pytest.mark.parametrize(("item", "price", "hands", "points", "magical"), WEAPONS)
def test_only_magic_hurts_a_ghost(
    item: str, price: int, hands: int, points: int, magical: bool
) -> None:
    """A Ghost of 6 falls to the points of a magical weapon and the die, to no other."""
    die = 6 - points if magical and points < 6 else 1 if magical else 5
    if magical:
        expect: dict[str, Any] = {"monsters": {"ghost_1": {"at": "trophies"}}}
        assert not attack(item, "ghost_1", die, True, expect=expect)
        return
    expect = {"monsters": {"ghost_1": {"at": "s26"}}, "waiting_for": {"ask": "meet"}}
    assert not attack(
        item, "ghost_1", die, True, dice=[{"damage": 1}], until="decision", expect=expect
    )


@pytest.mark.parametrize(("item", "price", "hands", "points", "magical"), WEAPONS)
def test_hands_and_prices(item: str, price: int, hands: int, points: int, magical: bool) -> None:
    """Two of a one-handed weapon may be used at once, beside a two-handed one nothing."""
    assert CONTENT.items[item].cost == price
    other = "derringer_18" if item != "derringer_18" else "cavalry_saber"
    pair = [{"at": 1, "ask": "attack_items", "options": [[item, other]]}]
    assert not problems(
        investigators={"joe_diamond": {"place": "s26", "items": [item, other]}},
        monsters=[{"id": "maniac_1", "place": "s26", "heading": "s28", "face_up": True}],
        choices=[{"ask": "meet", "answer": "fight"}],
        until="decision",
        **{"must_offer" if hands == 1 else "must_not_offer": pair},
    )
