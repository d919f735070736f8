"""Every kind of decision has its question, labels, details and help, in clean words."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.content.rules import rule_titles
from arkham_bbs.game.decisions import KINDS, Decision, Option
from arkham_bbs.game.events import Event
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.narration import (
    help_text,
    interjection_label,
    label,
    option_label,
    piece,
    question,
    sentence,
    step_title,
)
from arkham_bbs.game.narration.help import helps, steps
from arkham_bbs.game.options import Options
from arkham_bbs.game.views import CardView
from tests.screens.sample import monster as on_board
from tests.screens.sample import position, sheet

ID = re.compile(r"[a-z0-9]+_[a-z0-9_]+|None|event:|\{|\}")

# For each kind the keys of its grammar, and facts as the rules give them.
SAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    "choose_investigator": ("pick:joe_diamond", {"seat": 0}),
    "split": ("split:6:4", {}),
    "extras": ("skill+spell item+spell", {}),
    "begin": ("begin", {}),
    "order": ("first:joe_diamond first:jenny_barnes", {}),
    "emerge": ("place:woods place:s26 wait", {}),
    "move": (
        "stay walk:woods walk:s20 taxi:police_station taxi:s20:woods whistle:woods"
        " whistle:s26:woods automobile:city_hall cast:mists_of_rlyeh key:earths_dreamlands/2",
        {"budget": 7, "from": "s26", "mists": False},
    ),
    "pass_monster": ("cast:mists_of_rlyeh stop", {"monster": "ghoul_1", "place": "s26"}),
    "halt": ("place:s26 place:s28", {"goal": "woods"}),
    "use": (
        "use:brazen_head use:flute_of_the_outer_gods:cthulhu use:dragons_eye:gate"
        " cast:bind_monster key:abyss/1 go_on",
        {},
    ),
    "gate": ("enter event attack meet", {"place": "woods"}),
    "service": ("monograph event", {"place": "miskatonic_university"}),
    "meet": ("fight sneak cast:mists_of_rlyeh", {"monsters": ("ghoul_1",), "place": "woods"}),
    "target": ("target:ghoul_1 target:deep_one_3", {}),
    "aim": ("place:s26 gate cast:mists_of_rlyeh", {"place": "woods"}),
    "sneak_spell": ("cast:mists_of_rlyeh roll", {}),
    "attack_spells": (
        "none cast:shrivelling use:piccolo_of_leng use:dragons_eye:ghoul_1 key:woods",
        {"target": "ghoul_1"},
    ),
    "attack_items": ("none knife+revolver_38 shotgun+ghoul_1 dynamite", {"target": "woods"}),
    "spectacles_on": ("weapon:revolver_38 none", {}),
    "bind": ("banish capture", {"monster": "dhole_1"}),
    "free_bound": ("place:s26 place:woods", {"monster": "dhole_1"}),
    "hit": ("take flesh_ward ally:tom_big_mountain", {"monster": "cthulhu"}),
    "fast_talk": ("try no", {"what": "shotgun", "price": 7}),
    "buy": ("yes no", {"what": "event:velmas_diner:5", "price": 1, "money": 3}),
    "pay": ("yes no", {"what": "event:library:6", "price": 4, "money": 9}),
    "treat": ("yes no", {"pool": "sanity", "fee": 3, "money": 5}),
    "choose": (
        "choice:0 choice:1",
        {"place": "boarding_house", "die": 6, "labels": ("lose 1 strength", "lose 1 sanity")},
    ),
    "ride": ("place:black_cave place:s26 decline", {}),
    "sidewalk": ("place:s43 place:s65", {}),
    "return_gate": ("place:woods place:graveyard", {}),
    "carry_gate": ("place:woods place:graveyard", {"monster": "nightgaunt_1"}),
    "lose_item": ("item:derringer_18 bound:ghoul_1", {}),
    "lose_spell": ("spell:power_of_ibn_ghazi", {}),
    "discard_item": ("item:holy_water bound:ghoul_1", {}),
    "discard_spell": ("spell:cloud_memory", {}),
    "discard_half": ("items.shotgun+spells.heal", {"count": 2}),
    "drop": ("item:holy_water bound:ghoul_1 leave", {"card": "elder_sign", "limit": 3}),
    "sell": ("item:sword_of_glory no", {"place": "hibs_roadhouse"}),
    "sell_for": ("item:knife", {"price": 10}),
    "charity": ("money items spells no", {}),
    "arrow": (
        "keep head:s26 head:s22:s26",
        {"monster": "ghoul_1", "place": "woods", "heading": ("s22", "s19")},
    ),
    "zero": ("strength sanity", {}),
    "wait_or_new": ("wait new", {}),
    "carry": ("carry:jenny_barnes no", {}),
    "leave_power": (
        "no leave:cthulhu:knife:heal",
        {"monster": "cthulhu", "place": "woods"},
    ),
    "bid": (
        "pass pledge:sword_of_glory cash:4",
        {"item": "elder_sign", "price": 3, "holder": "jenny_barnes", "pledged": ("knife",)},
    ),
    "buy_unsold": ("yes no", {"item": "elder_sign", "price": 5, "money": 9}),
    "fall": ("place:woods place:graveyard", {"token": "strength"}),
    "encounter": ("defeated:jenny_barnes go_on", {"place": "woods"}),
    "spend_clue": ("spend stop", {"dice": (5, 2), "hits": 1, "difficulty": 2, "clues": 1}),
    "lead": ("lead:jenny_barnes lead:joe_diamond", {}),
    "tie": ("pick:jenny_barnes pick:joe_diamond", {"monster": "ghoul_1"}),
}


def made(kind: str, facts: dict[str, Any] | None = None) -> Decision:
    keys, given = SAMPLES[kind]
    form = "set" if kind in ("extras", "attack_items", "discard_half") else "one"
    return Decision(
        number=3,
        kind=kind,
        seat=0,
        investigator="vincent_lee",
        options=tuple(Option(key, "MOVE-2") for key in keys.split()),
        form=form,
        rule="MOVE-1",
        facts=given if facts is None else facts,
    )


@pytest.fixture(scope="module")
def game() -> Game:
    """Return a game of one player somewhat past its set-up."""
    game = Game.new(Setup(seats=("Ann",), options=Options()), seed=b"n" * 32)
    dice = random.Random(7)
    for _ in range(60):
        assert game.decision is not None
        game.decide(dice.choice(list(game.decision.options)).key)
    return game


def test_every_kind_is_sampled_here() -> None:
    assert set(SAMPLES) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_words(kind: str, game: Game) -> None:
    view = game.view(0)
    tries: tuple[dict[str, Any] | None, ...] = (None, {})
    for facts in tries:
        decision = made(kind, facts)
        for seen in (None, view):
            asked = question(decision, seen)
            assert asked[0].isupper()
            assert "?" in asked or asked.endswith((".", '"'))
            assert ID.search(asked) is None, asked
            for option in decision.options:
                named = option_label(decision, option, seen)
                assert named != option.key
                assert named[0].isupper() or not named[0].isalpha()
                assert ID.search(named) is None, named


@pytest.mark.parametrize("kind", KINDS)
def test_labels_tell_the_options_of_a_kind_apart(kind: str) -> None:
    decision = made(kind)
    labels = [option_label(decision, option) for option in decision.options]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("kind", KINDS)
def test_help_says_what_is_asked_what_it_means_and_what_to_consider(kind: str) -> None:
    told = help_text(made(kind))
    asks, means, advice, rules = told.split("\n\n")
    assert asks[-1] == means[-1] == advice[-1] == "."
    assert advice.startswith("Worth a thought: ")
    assert rules == "Rules: MOVE-1 (The movement roll), MOVE-2 (Moving up to the roll)."


def test_bug_the_auctioneer_is_not_told_to_pay_themselves() -> None:
    def advice(auctioneer: str) -> str:
        facts = {"item": "elder_sign", "price": 3, "holder": None, "auctioneer": auctioneer}
        return help_text(Decision(1, "bid", 0, "joe_diamond", (Option("pass"),), facts=facts))

    assert "goes to the bank in full" in advice("joe_diamond")
    assert "goes to the auctioneer" not in advice("joe_diamond")
    assert "Half of what you pay goes to the auctioneer" in advice("jenny_barnes")


@pytest.mark.parametrize(("deck", "one"), [("spells", "a spell"), ("items", "an item")])
def test_bug_one_card_bought_unseen_is_one(deck: str, one: str) -> None:
    facts = {"what": deck, "price": 2, "money": 5}
    buy = Decision(1, "buy", 0, "gloria_goldberg", (Option("yes"),), facts=facts)
    assert question(buy) == f"Gloria Goldberg: buy {one} for $2? Gloria has $5."


def test_help_has_no_entry_left_over() -> None:
    assert set(helps()) == set(KINDS)


def test_questions_use_what_the_view_shows(game: Game) -> None:
    view = game.view(0)
    here = view.investigators[0]
    decision = Decision(1, "buy", 0, here.id, (Option("yes"),), facts={"what": "knife", "price": 2})
    assert (
        question(decision, view)
        == f"{here.name}: buy Knife for $2? {here.name.split()[0]} has ${here.money}."
    )


def test_an_event_that_asks_is_quoted() -> None:
    events = CONTENT.locations["library"].events
    assert events is not None
    assert f'"{events[6].text}"' in question(made("pay"))


def test_choices_are_named_by_the_table_when_the_facts_do_not() -> None:
    decision = made("choose", {"place": "boarding_house", "die": 6})
    assert option_label(decision, decision.options[0]) == "Lose 1 strength"


def test_pieces_of_a_set_say_what_they_are_worth() -> None:
    attack = made("attack_items")
    assert piece("shotgun", attack) == "Shotgun (+6 physical, two hands)"
    assert piece("holy_water", attack) == "Holy Water (+6 magical, one use)"
    assert piece("ghoul_1", attack) == "Bound Ghoul 1"
    assert piece("skill", made("extras")) == "A skill"
    assert label("knife+revolver_38", attack) == "Knife and .38 Revolver"
    assert label("none", attack) == "Bare hands"


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("joe_diamond/cast:heal:gloria_goldberg", "Joe: Cast Heal on Gloria Goldberg"),
        (
            "joe_diamond/use:healing_stone:joe_diamond",
            "Joe: Use Healing Stone on Joe Diamond",
        ),
        ("joe_diamond/mark:", "Joe: Shift the Silver Key's mark"),
        ("joe_diamond/mark:woods", "Joe: Lay the Silver Key's mark in the Woods"),
        (
            "joe_diamond/trade:joe_diamond:jenny_barnes",
            "Joe: Offer Jenny Barnes a trade from Joe Diamond",
        ),
        ("jenny_barnes/accept:4", "Jenny: Accept offer 4"),
        ("jenny_barnes/withdraw:4", "Jenny: Withdraw offer 4"),
    ],
)
def test_interjections_are_named(key: str, told: str) -> None:
    assert interjection_label(key) == told


def test_steps_of_the_turn_have_titles() -> None:
    assert step_title("gate_roll") == "Mythos Phase: gates"
    assert step_title("a_new_step") == "A new step"
    assert all(step.line.endswith(".") for step in steps().values())


@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_is_told_in_clean_words(seed: int) -> None:
    dice = random.Random(seed)
    options = Options(switches=("OPT-1", "HOUSE-3", "LOST")).checked()
    game = Game.new(Setup(seats=("Ann", "Bob"), options=options), seed=bytes([seed]) * 32)
    told: list[Event] = []
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        view = game.view(decision.seat)
        assert ID.search(question(decision, view)) is None
        assert help_text(decision)
        keys = list(decision.options)
        for option in keys[:12]:
            assert ID.search(option_label(decision, option, view)) is None
        told += game.decide(dice.choice(keys).key)
    for event in told:
        line = sentence(event, ("Ann", "Bob"))
        assert ID.search(line) is None, line
        assert not event.rule or event.rule in rule_titles(), event


@pytest.mark.parametrize("place", ["lighthouse", "woods"])
def test_gattack_10_who_may_attack_reads_that_staying_is_how_and_leaving_loses_it(
    place: str,
) -> None:
    sheet = SimpleNamespace(id="joe_diamond", name="Joe Diamond", place=place)
    sheet.found_gate = "lighthouse"
    view: Any = SimpleNamespace(investigators=(sheet,), seats=("Ann",))
    decision = Decision(4, "move", 0, "joe_diamond", (Option("stay"), Option("walk:s0")))
    is_there = place == "lighthouse"
    assert ("attack the gate" in label("stay", decision, view)) is is_there
    assert (
        "Stay to attack the gate; to leave gives that up" in question(decision, view)
    ) is is_there


@pytest.mark.parametrize(
    ("monster", "weapon", "glasses", "told"),
    [
        ("ghoul_1", "shotgun", False, "Shotgun (+6 physical, two hands)"),
        ("ghost_1", "shotgun", False, "Shotgun (physical, useless here, two hands)"),
        ("ghost_1", "sword_of_glory", False, "Sword of Glory (+6 magical, one hand)"),
        (
            "werewolf_1",
            "shotgun",
            False,
            "Shotgun (physical, useless here but for a Silver Bullet, two hands)",
        ),
        ("werewolf_1", "knife", False, "Knife (physical, useless here, one hand)"),
        ("shoggoth_1", "shotgun", False, "Shotgun (physical, only +1 here, two hands)"),
        (
            "ghost_1",
            "knife",
            True,
            "Knife (+1 physical, but only through the Alien Spectacles, one hand)",
        ),
    ],
)
def test_a_weapon_says_what_it_does_to_what_is_attacked(
    monster: str, weapon: str, glasses: bool, told: str
) -> None:
    items = (CardView("alien_spectacles"),) if glasses else ()
    view = position(
        monsters=(on_board(monster, "woods", met=True),),
        investigators=(sheet("vincent_lee", 0, "woods", items=items),),
    )
    decision = made("attack_items", {"target": monster})
    assert piece(weapon, decision, view) == told


def test_an_attack_says_that_its_total_is_meant_and_the_die_counts() -> None:
    view = position(monsters=(on_board("ghoul_1", "woods", met=True),))
    asked = question(made("attack_items", {"target": "ghoul_1"}), view)
    assert "It takes a total of 8 with the die." in asked
