"""Every event has a sentence with its names, dice and numbers, and no bare ids."""

from __future__ import annotations

import re
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from arkham_bbs.game import events as ev
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import TELLERS, sentence
from arkham_bbs.game.narration.causes import aim, cause

NAMES = ("Ann", "Bob")

# A value for each field name an event may have; the type hint decides for the rest.
SAMPLES: dict[str, Any] = {
    "who": "joe_diamond",
    "by": "gloria_goldberg",
    "partner": "harvey_walters",
    "fallen": "mandy_thompson",
    "lost": "jenny_barnes",
    "winner": "carolyn_fern",
    "auctioneer": "vincent_lee",
    "monster": "hound_of_tindalos_2",
    "monsters": ("ghoul_1", "ghoul_2", "cthulhu"),
    "place": "woods",
    "where": "plateau_of_leng/2",
    "start": "s26",
    "to": "silver_twilight_lodge",
    "path": ("s22", "s19"),
    "heading": ("s22",),
    "world": "great_hall_of_celeano",
    "card": "blue_watcher_of_the_pyramid",
    "item": "piccolo_of_leng",
    "spell": "dread_curse_of_azathoth",
    "items": ("shotgun", "shotgun"),
    "spells": ("find_gate",),
    "skills": ("skill_fast_talk",),
    "give": ("items.flute_of_the_outer_gods", "cash-3"),
    "take": ("spells.mists_of_rlyeh",),
    "target": "hound_of_tindalos_1",
    "character": "tom_big_mountain",
    "deck": "items",
    "pool": "strength",
    "skill": "fast_talk",
    "cause": "event:black_cave:3",
    "purpose": "event:black_cave:3",
    "what": "ruby_of_rlyeh",
    "with_what": "gate:plateau_of_leng",
    "category": "money",
    "condition": "lost-turns",
    "service": "treatment",
    "reason": "gates-closed",
    "first_citizen": ("joe_diamond",),
    "among": ("joe_diamond", "vincent_lee"),
    "face": "heads",
    "aim": "gate",
    "how": "walk",
    "rolls": ((0, 3, 4), (1, 2, 2)),
    "dice": (3, 4),
    "parts": (("fight", 5), ("shotgun", 6)),
    "commitment": "ab" * 32,
    "rules_version": "1",
    "options": ("printed",),
    "token": "strength",
    "seat": 1,
    "first": 0,
}


# Fields whose name means something else in one event.
SPECIAL: dict[tuple[str, str], Any] = {
    ("HitTaken", "by"): "self",
    ("TakenBack", "to"): 17,
    ("MonsterMoved", "target"): "joe_diamond",
    ("TurnSkipped", "cause"): "jail",
    ("NothingHappened", "cause"): "none",
}


def sample(kind: type[ev.Event], **values: Any) -> ev.Event:
    """Make an event of a kind, every field filled with something fitting."""
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(kind).items():
        if name in values:
            fields[name] = values[name]
        elif (kind.__name__, name) in SPECIAL:
            fields[name] = SPECIAL[kind.__name__, name]
        elif name in SAMPLES:
            fields[name] = SAMPLES[name]
        else:
            fields[name] = _of_type(hint)
    return kind(**fields)


def _of_type(hint: Any) -> Any:
    if get_origin(hint) is Union or type(hint).__name__ == "UnionType":
        hint = next(one for one in get_args(hint) if one is not type(None))
    return {bool: True, int: 3, str: "MOVE-1"}.get(hint, ())


ID = re.compile(r"[a-z0-9]+_[a-z0-9_]+")


@pytest.mark.parametrize("kind", ev.event_types().values(), ids=lambda kind: kind.__name__)
def test_every_event_type_is_told_in_clean_words(kind: type[ev.Event]) -> None:
    told = sentence(sample(kind), NAMES)
    assert told[0].isupper() or told[0] in "[." or told[0].isdigit()
    assert told[-1] in '.!"'
    assert "None" not in told
    assert ID.search(told) is None, told
    assert ".." not in told
    assert "  " not in told


def test_no_teller_is_left_over() -> None:
    assert set(TELLERS) == set(ev.event_types().values())


@pytest.mark.parametrize(
    ("kind", "field", "values"),
    [
        (
            ev.Moved,
            "how",
            "walk taxi whistle automobile ride sidewalk sneak gate return key carried knocked-out"
            " jail event thrown find-gate box rescue placed",
        ),
        (
            ev.NothingHappened,
            "cause",
            "none elder-sign gate-deck-empty pile-empty hound-barred deck-empty no-card on-retainer"
            " already-hired no-gate no-skill-left nothing-held",
        ),
        (
            ev.ConditionSet,
            "condition",
            "jailed lost-turns held sneak-bonus next-move-dice next-move-add retainer must-leave"
            " delayed arrested blessed cursed lost-in-time standing",
        ),
        (
            ev.CardGone,
            "how",
            "used lost sold dropped discarded robbed bid declined laid",
        ),
        (
            ev.MonsterGone,
            "how",
            "killed banished bound pile colour hound sneaked repaid gate freed",
        ),
        (ev.TurnSkipped, "cause", "jail lost-turn waiting arrested delayed lost-in-time"),
        (ev.GameOver, "reason", "gates-closed doom-of-arkham too-many-gates nobody-left"),
        (ev.HitTaken, "by", "self flesh_ward piccolo_of_leng tom_big_mountain"),
        (
            ev.GateDestroyed,
            "how",
            "attack elder_sign blue_watcher_of_the_pyramid dragons_eye",
        ),
        (ev.TradeClosed, "how", "accepted declined withdrawn lapsed"),
        (ev.InvestigatorLost, "cause", "zero event stranded devoured"),
        (ev.KnockedOut, "pool", "strength sanity both"),
    ],
)
def test_each_documented_word_is_told_differently(
    kind: type[ev.Event], field: str, values: str
) -> None:
    told = [sentence(sample(kind, **{field: value}), NAMES) for value in values.split()]
    assert len(set(told)) == len(told) or kind is ev.CardGone
    assert all(ID.search(one) is None for one in told), told


def test_conditions_are_told_when_they_end() -> None:
    for condition in ["jailed", "held", "blessed", "cursed", "delayed", "arrested", "must-leave"]:
        begun = sentence(sample(ev.ConditionSet, condition=condition, on=True), NAMES)
        ended = sentence(sample(ev.ConditionSet, condition=condition, on=False), NAMES)
        assert begun != ended


def test_dice_are_shown_with_what_they_were_rolled_against() -> None:
    rolled = ev.SkillChecked(
        who="joe_diamond", skill="fast_talk", purpose="event:city_hall:5", dice=(5,), value=4,
        passed=False,
    )  # fmt: skip
    assert sentence(rolled) == (
        "Joe Diamond rolls [5] against Fast Talk 4 for the event at City Hall and fails."
    )


def test_a_roll_named_for_its_skill_does_not_say_it_twice() -> None:
    rolled = ev.SkillChecked(
        who="joe_diamond", skill="sneak", purpose="sneak", dice=(2,), value=3, passed=True
    )
    assert sentence(rolled) == "Joe Diamond rolls [2] against Sneak 3 and passes."


def test_a_pool_marks_successes_by_more_than_colour() -> None:
    rolled = ev.SkillChecked(
        who="joe_diamond", skill="luck", purpose="bargain", dice=(5, 2, 6), value=3, passed=True,
        hits=2, difficulty=1,
    )  # fmt: skip
    assert "[5*][2][6*]" in sentence(rolled)
    assert "2 successes of 1 needed" in sentence(rolled)


@pytest.mark.parametrize(
    ("dice", "hits", "shown"),
    [((4, 5, 1), 2, "[4*][5*][1]"), ((5, 6), 1, "[5][6*]"), ((), 0, "no dice")],
)
def test_blessed_and_cursed_pools_star_what_counted(
    dice: tuple[int, ...], hits: int, shown: str
) -> None:
    rolled = ev.SkillChecked(
        who="joe_diamond", skill="will", purpose="", dice=dice, value=3, passed=True, hits=hits,
        difficulty=1,
    )  # fmt: skip
    assert shown in sentence(rolled)


def test_an_attack_shows_the_sum_and_the_strength() -> None:
    attack = ev.AttackRolled(
        who="joe_diamond", target="ghoul_1", parts=(("fight", 5), ("shotgun", 6)), dice=(4,),
        total=15, needed=8, success=True,
    )  # fmt: skip
    assert sentence(attack) == (
        "Joe Diamond attacks the Ghoul: [4] + Fight 5 + Shotgun 6 = 15 against 8, a kill."
    )


def test_an_attack_on_a_gate_names_the_place() -> None:
    attack = ev.AttackRolled(
        who="joe_diamond", target="woods", parts=(("fight", 5),), dice=(4,), total=9, needed=13,
        success=False,
    )  # fmt: skip
    assert "the gate in the Woods" in sentence(attack)


def test_a_change_says_what_changed_why_and_what_is_left() -> None:
    change = ev.PoolChanged(
        who="vincent_lee", pool="sanity", change=-2, now=3, cause="monster:migo_1", wanted=-2
    )
    assert sentence(change) == "Vincent Lee loses 2 sanity (the Migo) and now has 3."


def test_a_change_cut_by_a_limit_says_what_the_rule_asked() -> None:
    change = ev.PoolChanged(
        who="vincent_lee", pool="money", change=-1, now=0, cause="treatment", wanted=-3
    )
    assert sentence(change) == "Vincent Lee loses $1 (treatment, $3 due) and now has $0."


def test_an_event_is_told_in_the_words_of_its_table() -> None:
    for place in CONTENT.locations.values():
        for result, event in (place.events or {}).items():
            told = sentence(ev.EventRolled(who="joe_diamond", place=place.id, die=result))
            assert event.text in told
            assert f"[{result}]" in told
    for world in CONTENT.worlds.values():
        for result, event in world.events.items():
            told = sentence(ev.EventRolled(who="joe_diamond", place=f"{world.id}/2", die=result))
            assert event.text in told


def test_a_face_down_gate_does_not_tell_its_world() -> None:
    told = sentence(ev.GatePlaced(place="woods"))
    assert not any(world.name in told for world in CONTENT.worlds.values())


def test_an_unknown_cause_is_still_readable() -> None:
    assert cause("falling-masonry") == "falling masonry"
    assert aim("falling-masonry") == " for falling masonry"
    assert aim("cast:heal", "knowledge") == " to cast Heal"
    assert cause("bought:shotgun") == "paid for Shotgun"
    assert cause("event:woods:4") == "the event in the Woods"


@pytest.mark.parametrize(
    ("passed", "loss", "told"),
    [
        (True, 2, "and passes; even so the sight costs 2 sanity."),
        (True, 0, "and passes; the sight costs no sanity."),
        (False, 3, "and fails; the sight costs 3 sanity."),
    ],
)
def test_a_sanity_roll_says_why_it_costs(passed: bool, loss: int, told: str) -> None:
    rolled = sample(ev.SanityChecked, passed=passed, loss=loss, dice=(4,), loss_die=None, hits=None)
    assert sentence(rolled, NAMES).endswith(told)


def test_what_is_named_is_not_said_to_lie_face_down() -> None:
    """COUNTER-15: the kind is public; strength, sanity cost and powers are what is hidden."""
    for event in (
        sample(ev.MonsterAppeared, face_up=False),
        sample(ev.MonsterTurned, face_up=False),
        sample(ev.MonsterTurned, face_up=False, heading=()),
    ):
        told = sentence(event, NAMES)
        assert "face down" not in told
        assert "strength" in told
