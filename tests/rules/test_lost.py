"""What is given back, forgotten and lapses when somebody is lost."""

from __future__ import annotations

from typing import Any

import pytest

from arkham_bbs.game import Game
from arkham_bbs.game.lost import bring_along, lose_investigator, remove
from arkham_bbs.game.places import relocate
from arkham_bbs.game.state import TradeOffer
from tests.rules.arena import driven, reached


def box(**jenny: Any) -> Game:
    """Joe and Jenny in the Abyss, Carolyn in the street; the table plays with rescues."""
    return reached(
        options={"switches": ["LOST"]},
        active="carolyn_fern",
        investigators={
            "carolyn_fern": {"place": "s4"},
            "joe_diamond": {"place": "abyss/2", "departed_gate": "woods"},
            "jenny_barnes": {"place": "abyss/2", "departed_gate": "woods", **jenny},
        },
        gates=[{"place": "woods", "world": "abyss", "face_up": True}],
    )


def lend(game: Game, lender: str, holder: str) -> None:
    """Let the first item of one be borrowed by another."""
    people = game.play.state.investigators
    card = people[lender].items.pop(0)
    card.lender = lender
    people[holder].items.append(card)


@pytest.mark.rule("LOST-8", "COMBAT-14")
def test_lost_8_gates_go_back_to_their_deck_and_the_gate_found_is_forgotten() -> None:
    game = box()
    play = game.play
    jenny = play.investigator("jenny_barnes")
    jenny.trophies_gates = ["yuggoth"]
    jenny.found_gate = "woods"
    before = play.state.decks.gates.count("yuggoth")
    play.state.waiting = ["jenny_barnes"]
    remove(play, jenny, "lost")
    assert play.state.decks.gates.count("yuggoth") == before + 1
    assert jenny.trophies_gates == []
    assert jenny.found_gate is None
    assert play.state.waiting == []
    assert (jenny.place, jenny.status) == ("lost", "lost")


@pytest.mark.rule("LOST-8", "LOST-6")
def test_lost_8_what_was_borrowed_goes_to_its_owner_and_not_to_the_deck() -> None:
    game = box(strength=0, status="waiting", items=["shotgun"])
    play = game.play
    lend(game, "jenny_barnes", "joe_diamond")
    before = play.state.decks.items.count("shotgun")
    remove(play, play.investigator("joe_diamond"), "lost")
    assert [card.id for card in play.investigator("jenny_barnes").items] == ["shotgun"]
    assert play.state.decks.items.count("shotgun") == before


@pytest.mark.rule("TRADE-1", "LOST-9")
@pytest.mark.parametrize("answer", ["wait", "new"])
def test_trade_1_offers_of_one_who_is_lost_lapse(answer: str) -> None:
    game = box()
    play = game.play
    play.state.offers = [TradeOffer(1, "joe_diamond", "jenny_barnes", ("money:1",), ())]
    driven(lose_investigator(play, play.investigator("jenny_barnes"), "zero"), answer)
    assert play.investigator("jenny_barnes").status == ("waiting" if answer == "wait" else "lost")
    assert play.state.offers == []


@pytest.mark.rule("LOST-6", "LOST-3")
def test_lost_6_a_loan_ends_when_the_rescuer_goes_on_alone_after_carrying() -> None:
    game = box(strength=0, status="waiting", items=["shotgun"])
    play = game.play
    joe, jenny = play.investigator("joe_diamond"), play.investigator("jenny_barnes")
    lend(game, "jenny_barnes", "joe_diamond")
    play.state.notes.carried = "jenny_barnes"
    relocate(play, joe, "abyss/1", "box", rule="WORLD-1")
    assert [card.id for card in joe.items] == ["shotgun"]
    driven(bring_along(play, joe, jenny))
    assert (jenny.place, [card.id for card in joe.items]) == ("abyss/1", ["shotgun"])
    relocate(play, joe, "woods", "carried", rule="GAUNT-4")
    assert (joe.items, [card.id for card in jenny.items]) == ([], ["shotgun"])
