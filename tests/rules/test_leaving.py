"""One who leaves a later module's game: every condition forgotten, every card back at its pile."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from arkham_bbs.game.policies.conditions_2005_places import forget_waiting
from arkham_bbs.game.policies.leaving import empty_hands, forget_conditions, give_back_trophies
from arkham_bbs.game.state import Bound, Card, Investigator, TradeOffer, Visit
from tests.rules.arena import reached


def burdened() -> Investigator:
    """Somebody in every condition at once."""
    return Investigator(
        id="joe_diamond",
        seat=0,
        place="s26",
        jail=1,
        lost_turns=2,
        next_add=3,
        sneak_bonus=1,
        next_dice=4,
        then=[{"gain": {"sanity": 1}}],
        checked=["ghoul_1"],
        visit=Visit("rlyeh", "abyss/1"),
        departed_gate="woods",
        key_mark="library",
        held=True,
        must_leave=True,
        mists=True,
        delayed=True,
        arrested=True,
        blessed=2,
        cursed=2,
        lost_stage=1,
    )


@pytest.mark.rule("D13-6")
def test_d13_6_no_condition_is_left_on_the_sheet() -> None:
    who = burdened()
    forget_conditions(who)
    assert asdict(who) == asdict(Investigator(id="joe_diamond", seat=0, place="s26"))


@pytest.mark.rule("C05-10")
def test_c05_10_turns_to_be_lost_and_what_follows_them_are_dropped() -> None:
    who = burdened()
    forget_waiting(who)
    assert (who.lost_turns, who.then) == (0, [])


@pytest.mark.rule("D13-6", "DECK-1")
def test_d13_6_everything_held_goes_back_and_nobody_waits() -> None:
    game = reached(
        active="carolyn_fern",
        investigators={"carolyn_fern": {"place": "s4"}, "joe_diamond": {"place": "s26"}},
    )
    play = game.play
    joe, decks = play.investigator("joe_diamond"), play.state.decks
    joe.items, joe.spells = [Card("knife")], [Card("heal")]
    joe.skills, joe.allies = ["skill_fight"], ["eric_colt"]
    joe.charity, joe.bound = ["charity"], [Bound("ghoul_1", 8)]
    joe.retainer = joe.automobile = True
    decks.allies[:], decks.automobile, decks.retainers = [], 0, 3
    charity, monsters = decks.charity, decks.monsters.count("ghoul_1")
    play.state.waiting = ["joe_diamond"]
    play.state.offers = [TradeOffer(1, "carolyn_fern", "joe_diamond", (), ("cash-1",))]
    empty_hands(play, joe)
    assert (decks.items_discard, decks.spells_discard) == (["knife"], ["heal"])
    assert "skill_fight" in decks.skills
    assert (decks.allies, decks.automobile, decks.retainers) == (["eric_colt"], 1, 4)
    assert decks.charity == charity + 1
    assert decks.monsters.count("ghoul_1") == monsters + 1
    assert (play.state.waiting, play.state.offers) == ([], [])
    assert asdict(joe) == asdict(
        Investigator(id="joe_diamond", seat=joe.seat, place="lost", money=0)
    )


@pytest.mark.rule("C05-10", "DECK-1")
def test_c05_10_trophies_go_back_to_the_pile_and_the_deck() -> None:
    game = reached(investigators={"joe_diamond": {"place": "s26"}})
    play, joe = game.play, game.play.investigator("joe_diamond")
    decks = play.state.decks
    gates, monsters = decks.gates.count("yuggoth"), decks.monsters.count("ghoul_1")
    joe.trophies_gates, joe.trophies_monsters = ["yuggoth"], ["ghoul_1"]
    give_back_trophies(play, joe)
    assert (decks.gates.count("yuggoth"), decks.monsters.count("ghoul_1")) == (
        gates + 1,
        monsters + 1,
    )
    assert (joe.trophies_gates, joe.trophies_monsters) == ([], [])
