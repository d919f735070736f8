"""The conditions of 2005 where no scenario file looks: sheets, sets, newcomers, whole turns."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.game.events import BlessingRolled, InvestigatorChosen, SanityChecked
from arkham_bbs.game.narration import option_label, question, sentence
from arkham_bbs.game.policies.conditions_2005 import touch
from arkham_bbs.game.policies.conditions_2005_half import HalfChoices
from tests.modules.positions import position

MODULES = ("conditions_2005",)


@pytest.mark.rule("C05-1")
def test_c05_1_the_values_chosen_are_the_maxima() -> None:
    game = Game.new(Setup(seats=("Ann",), options=Options(modules=MODULES)), b"maxima" * 3)
    while game.decision is not None and game.decision.kind != "split":
        game.decide(game.decision.options[0].key)
    assert game.decision is not None
    name = game.decision.investigator
    game.decide("split:4:6")
    who = game.play.investigator(name)
    assert (who.strength, who.strength_max, who.sanity, who.sanity_max) == (4, 4, 6, 6)


@pytest.mark.rule("C05-2")
@pytest.mark.parametrize(
    ("cards", "wanted", "count"),
    [
        (["knife", "rifle", "heal"], 1, 3),
        (["knife", "rifle", "heal", "shotgun"], 2, 6),
        (["shotgun", "shotgun", "rifle"], 1, 2),
        (["shotgun", "shotgun", "dynamite", "dynamite"], 2, 3),
        ([f"card{n}" for n in range(40)], 20, 137846528820),
    ],
)
def test_c05_2_every_half_is_on_offer_once(cards: list[str], wanted: int, count: int) -> None:
    choices = HalfChoices(cards, wanted)
    assert len(choices) == count
    some = range(count) if count < 100 else (0, 1, count // 2, count - 1)
    keys = [choices[index].key for index in some]
    assert len(set(keys)) == len(keys)
    assert all(choices.offers(key) and len(key.split("+")) == wanted for key in keys)


@pytest.mark.rule("C05-2")
@pytest.mark.parametrize("key", ["knife", "knife+knife", "knife+rifle+heal", "knife+lamp", "none"])
def test_c05_2_other_than_half_is_refused(key: str) -> None:
    assert not HalfChoices(["knife", "rifle", "heal", "shotgun"], 2).offers(key)


def insane(**joe: object) -> Game:
    """Return a game in which Joe has just lost the last sanity at the Historical Society."""
    sheet = {"place": "historical_society", "sanity": 1, "strength_max": 5, "sanity_max": 5}
    return position(MODULES, dice=(5,), investigators={"joe_diamond": sheet | joe})


@pytest.mark.rule("C05-2", "C05-4")
def test_c05_2_the_owner_is_asked_for_the_pieces_and_nobody_heals_meanwhile() -> None:
    game = insane(items=["knife", "shotgun", "shotgun"], spells=["heal"])
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.form, decision.facts["count"]) == ("discard_half", "set", 2)
    assert decision.parts == ("knife", "shotgun", "heal")
    assert "2 cards" in question(decision, game.view(0))
    assert game.interjections(0) == ()
    with pytest.raises(AnswerRefused):
        game.decide("knife")
    game.decide("shotgun+shotgun")
    joe = game.play.investigator("joe_diamond")
    assert [card.id for card in joe.items] == ["knife"]
    assert joe.place == "sanitarium"


@pytest.mark.rule("C05-2", "C05-6", "C05-8")
def test_c05_2_turns_lost_elsewhere_are_forgotten() -> None:
    game = insane(absent={"lost_turns": 2})
    joe = game.play.investigator("joe_diamond")
    assert (joe.place, joe.lost_turns, joe.then) == ("sanitarium", 0, [])


@pytest.mark.rule("C05-3", "C05-11")
def test_c05_3_a_second_loss_in_one_breath_is_dealt_with_as_well() -> None:
    """A stone closes a gate: the remorse takes the last sanity, the concussion the strength."""
    game = position(
        MODULES,
        dice=(6, 6),
        investigators={
            "joe_diamond": {
                "place": "woods",
                "items": ["dragons_eye"],
                "strength_max": 5,
                "sanity_max": 5,
            },
            "jenny_barnes": {
                "place": "abyss/1",
                "departed_gate": "woods",
                "strength_max": 5,
                "sanity_max": 5,
            },
        },
        gates=[
            {"place": "woods", "world": "abyss", "face_up": True},
            {"place": "lighthouse", "world": "yuggoth", "face_up": False},
        ],
    )
    game.decide("use:dragons_eye:gate")
    joe = game.play.investigator("joe_diamond")
    assert (joe.sanity, joe.strength) == (1, 1)
    assert joe.place == "hospital"


@pytest.mark.rule("C05-10")
def test_c05_10_the_card_is_shuffled_back_and_a_new_one_drawn_with_the_trophies() -> None:
    names: set[str] = set()
    for seed in range(12):
        game = Game.new(
            Setup(seats=("Ann", "Bob"), options=Options(modules=MODULES)), bytes([seed]) * 16
        )
        while game.play.state.turn == 0:
            assert game.decision is not None
            game.decide(game.decision.options[0].key)
        play = game.play
        victim = next(iter(play.state.investigators.values()))
        victim.trophies_monsters.append(play.state.decks.monsters.pop())
        kept = list(victim.trophies_monsters)
        play.zero.devour(play, victim, "C05-10")  # type: ignore[attr-defined]
        assert victim.id in play.state.pool
        assert victim.trophies_monsters == kept
        rule = play.zero.turn_starts(play)
        play.events.clear()
        next(rule, None)
        (chosen,) = (e for e in play.events if isinstance(e, InvestigatorChosen))
        newcomer = play.investigator(chosen.who)
        assert newcomer.seat == victim.seat
        assert newcomer.trophies_monsters == kept
        assert newcomer.place == "train_station"
        names.add(chosen.who)
    assert len(names) > 2, "drawn at random, not taken from the top"


@pytest.mark.rule("C05-10")
def test_c05_10_a_skill_goes_back_into_its_deck_and_clue_tokens_are_gone() -> None:
    sheet = {"place": "s26", "skills": ["skill_fight"], "clues": 2}
    people = {"joe_diamond": sheet}
    game = position(
        (*MODULES, "pool_checks"), phase="movement", dice=(1,) * 9, investigators=people
    )
    victim = game.play.investigator("joe_diamond")
    assert game.play.state.decks.skills.count("skill_fight") == 1
    game.play.zero.devour(game.play, victim, "C05-10")  # type: ignore[attr-defined]
    assert game.play.state.decks.skills.count("skill_fight") == 2
    assert (victim.skills, victim.clues) == ([], 0)


@pytest.mark.rule("C05-16")
def test_c05_16_no_roll_in_the_turn_in_which_the_card_came() -> None:
    sheet = {"place": "s26", "strength_max": 5, "sanity_max": 5, "blessed": 3}
    game = position(MODULES, phase="upkeep", dice=(1, 1), investigators={"joe_diamond": sheet})
    assert not [e for e in game.take_events() if isinstance(e, BlessingRolled)]


@pytest.mark.rule("C05-17")
def test_c05_17_the_value_rolled_against_is_told_as_it_was() -> None:
    sheet = {"place": "s26", "sanity": 3, "strength_max": 5, "sanity_max": 5, "blessed": 2}
    game = position(
        MODULES,
        dice=(5, 6),
        investigators={"joe_diamond": sheet},
        monsters=[{"id": "ghoul_1", "place": "s26", "heading": "s28", "face_up": True}],
    )
    (check,) = (e for e in game.decide("fight") if isinstance(e, SanityChecked))
    assert (check.value, check.passed) == (4, False)
    assert "against sanity 4" in sentence(check)


@pytest.mark.rule("C05-18")
def test_c05_18_everybody_sees_every_condition() -> None:
    game = position(
        MODULES,
        phase="movement",
        dice=(1, 1),
        investigators={
            "joe_diamond": {"place": "s26", "strength_max": 4, "sanity_max": 6, "blessed": 2},
            "jenny_barnes": {
                "place": "jail_cell",
                "arrested": True,
                "delayed": True,
                "strength_max": 5,
                "sanity_max": 5,
            },
            "gloria_goldberg": {
                "place": "lost_in_time",
                "lost_stage": 2,
                "cursed": 1,
                "strength_max": 5,
                "sanity_max": 5,
            },
        },
    )
    for seat in (0, None):
        view = game.view(seat)
        joe = view.investigator("joe_diamond")
        assert (joe.strength_max, joe.sanity_max, joe.conditions) == (4, 6, ("blessed",))
        assert view.investigator("jenny_barnes").conditions == ("arrested", "delayed")
        assert view.investigator("jenny_barnes").place == "jail_cell"
        assert view.investigator("gloria_goldberg").conditions == ("lost-in-time", "cursed")


@pytest.mark.rule("C05-19")
def test_c05_19_nobody_waits_for_rescue() -> None:
    game = position(
        MODULES,
        switches=("LOST",),
        phase="other_world",
        dice=(2, 6),
        investigators={
            "joe_diamond": {
                "place": "abyss/2",
                "departed_gate": "woods",
                "strength_max": 5,
                "sanity_max": 5,
            },
            "jenny_barnes": {"place": "s1", "strength_max": 5, "sanity_max": 5},
        },
        gates=[{"place": "woods", "world": "abyss", "face_up": True}],
    )
    assert game.decision is None
    assert game.play.investigator("joe_diamond").status == "lost"


def test_emerging_is_asked_in_words() -> None:
    sheet = {"place": "lost_in_time", "lost_stage": 2, "strength_max": 5, "sanity_max": 5}
    game = position(MODULES, phase="upkeep", investigators={"joe_diamond": sheet})
    decision = game.decision
    assert decision is not None
    assert decision.kind == "emerge"
    assert len(decision.options) == 1 + len(game.play.content.spaces) + 26
    assert option_label(decision, decision.options[-1]) == "Wait outside time"


@pytest.mark.rule("C05-19")
@pytest.mark.parametrize(
    ("sheet", "spared"),
    [
        ({"place": "jail_cell", "arrested": True}, True),
        ({"place": "lost_in_time", "lost_stage": 2}, True),
        ({"place": "police_station"}, False),
    ],
)
def test_c05_19_nothing_attacks_in_the_cell_or_outside_time(
    sheet: dict[str, object], spared: bool
) -> None:
    full = {"strength_max": 5, "sanity_max": 5}
    game = position(
        MODULES,
        active="jenny_barnes",
        phase="movement",
        dice=(1, 1),
        investigators={"joe_diamond": sheet | full, "jenny_barnes": {"place": "s1", **full}},
    )
    joe = game.play.investigator("joe_diamond")
    assert game.play.conditions.untouchable(joe) is spared


@pytest.mark.rule("C05-15")
def test_c05_15_a_blessing_before_the_first_turn_counts_from_it() -> None:
    game = position(MODULES, phase="movement", dice=(1, 1))
    joe = game.play.investigator("joe_diamond")
    game.play.state.turn = 0
    touch(game.play, joe, "blessed")
    assert joe.blessed == 1


@pytest.mark.rule("C05-2", "C05-4")
def test_c05_2_automobile_and_retainer_go_back_to_their_stocks() -> None:
    game = insane(automobile=True, items=["knife"], retainer=True)
    decks = game.play.state.decks
    assert (decks.automobile, decks.retainers) == (0, 3)
    game.decide("automobile")
    assert (decks.automobile, decks.retainers) == (1, 4)


@pytest.mark.rule("C05-2")
def test_c05_2_the_list_of_halves_ends_where_it_says() -> None:
    choices = HalfChoices(["knife", "rifle", "heal"], 1)
    assert choices[-1].key == choices[2].key == "heal"
    assert [choice.key for choice in choices] == ["knife", "rifle", "heal"]
    for index in (3, -4):
        with pytest.raises(IndexError):
            choices[index]
