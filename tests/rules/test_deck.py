"""Cards and counters: each exists once, goes where it belongs, and decks run out in good order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import pytest

from arkham_bbs.game import Game, Options
from arkham_bbs.game.cards import draw, take_out
from arkham_bbs.game.invariants import violations, whereabouts
from arkham_bbs.game.lost import give_back
from arkham_bbs.game.options import SWITCHES
from arkham_bbs.game.play import Play
from arkham_bbs.game.scenario.script import DieMissing
from arkham_bbs.game.setup import first_state, full_decks
from arkham_bbs.game.simulate import simulate
from arkham_bbs.game.state import Bound, Card, Investigator


class Backwards:
    """Dice that always shuffle a card to the front, and roll what they are told."""

    def __init__(self, rolls: Sequence[int] = ()) -> None:
        self.rolls = list(rolls)
        self.used = 0

    def d6(self) -> int:
        if not self.rolls:
            raise DieMissing("no die is left")
        return self.rolls.pop(0)

    def coin(self) -> bool:
        return True

    def pick(self, names: Sequence[str]) -> int:
        return 0

    def below(self, limit: int) -> int:
        return 0


def a_play(options: Options | None = None, rolls: Sequence[int] = ()) -> Play:
    state = first_state(("Ann", "Bob"), options or Options(), "1")
    game = Game.at(state, options or Options(), Backwards(rolls), stop=lambda play: True)
    play = game.play
    state.investigators["joe_diamond"] = Investigator(id="joe_diamond", seat=0, place="s26")
    state.turn = 3
    state.active = "joe_diamond"
    return play


def finish(rule: Generator[Any, str, Any], *answers: str) -> Any:
    """Run a rule to its end, giving these answers."""
    left = list(answers)
    try:
        next(rule)
        while True:
            rule.send(left.pop(0))
    except StopIteration as done:
        assert not left
        return done.value


@pytest.mark.rule("DECK-1")
def test_the_discard_pile_is_shuffled_before_it_becomes_the_deck() -> None:
    play = a_play()
    decks = play.state.decks
    decks.items = []
    decks.items_discard = ["knife", "rifle", "shotgun"]
    # Every card in turn changes places with the first one: knife, rifle, shotgun -> rifle, ...
    assert draw(play, "items") == "rifle"
    assert decks.items == ["shotgun", "knife"]
    assert decks.items_discard == []


@pytest.mark.rule("DECK-1")
def test_skills_have_no_discard_pile_and_empty_decks_give_nothing() -> None:
    play = a_play()
    decks = play.state.decks
    decks.skills = decks.items = decks.items_discard = []
    assert draw(play, "skills") is None
    assert draw(play, "items") is None
    assert play.state.drawn == []


@pytest.mark.rule("DECK-1", "LOST-8")
def test_what_a_lost_investigator_held_is_shuffled_into_its_decks() -> None:
    play = a_play()
    state = play.state
    state.decks.items.remove("knife")
    state.decks.spells.remove("heal")
    state.decks.skills.remove("skill_sneak")
    state.decks.gates.remove("abyss")
    for counter in ("ghoul_1", "maniac_1"):
        state.decks.monsters.remove(counter)
    state.decks.allies.remove("eric_colt")
    state.decks.charity -= 1
    state.decks.retainers -= 1
    state.decks.automobile -= 1
    who = state.investigators["joe_diamond"]
    who.items, who.spells, who.skills = [Card("knife")], [Card("heal")], ["skill_sneak"]
    who.trophies_gates, who.trophies_monsters = ["abyss"], ["maniac_1"]
    who.bound = [Bound("ghoul_1", 8)]
    who.allies, who.charity, who.retainer, who.automobile = ["eric_colt"], ["repay"], True, True
    give_back(play, who)
    decks = state.decks
    # Shuffled in, which these dice take for the front, and not laid on the discard piles.
    assert decks.items[0] == "knife"
    assert decks.spells[0] == "heal"
    assert decks.skills[0] == "skill_sneak"
    assert decks.gates[0] == "abyss"
    assert set(decks.monsters[:2]) == {"ghoul_1", "maniac_1"}
    assert decks.items_discard == decks.spells_discard == []
    full = full_decks()
    assert sorted(decks.allies) == sorted(full.allies)
    assert (decks.charity, decks.retainers, decks.automobile) == (8, 4, 1)


@pytest.mark.rule("LOST-6", "OPEN-24")
def test_one_gives_away_ones_own_used_copy_first() -> None:
    who = Investigator(id="joe_diamond", seat=0, place="s26")
    who.items = [Card("rifle", lender="jenny_barnes"), Card("rifle"), Card("rifle", used=3)]
    assert take_out(who, "items", "rifle") == Card("rifle", used=3)
    assert take_out(who, "items", "rifle") == Card("rifle")
    assert who.items == [Card("rifle", lender="jenny_barnes")]


@pytest.mark.rule("ITEM-AUCTION-2", "DECK-1")
def test_an_auction_with_nothing_to_draw_ends_at_once() -> None:
    from arkham_bbs.game.auction import hold_auction

    play = a_play()
    who = play.investigator("joe_diamond")
    decks = play.state.decks
    decks.items, decks.items_discard = [], []
    play.state.drawn = ["items:auction"]
    assert finish(hold_auction(play, who)) is None
    assert decks.items_discard == ["auction"]
    assert play.state.drawn == []


@pytest.mark.rule("ITEM-AUCTION-2")
def test_an_auction_with_only_auctions_left_comes_to_an_end() -> None:
    from arkham_bbs.game.auction import hold_auction

    play = a_play()
    who = play.investigator("joe_diamond")
    decks = play.state.decks
    decks.items, decks.items_discard = ["auction", "auction"], []
    play.state.drawn = ["items:auction"]
    assert finish(hold_auction(play, who)) is None
    assert sorted([*decks.items, *decks.items_discard]) == ["auction"] * 3


@pytest.mark.rule("ITEM-AUCTION-2")
def test_an_auction_with_one_item_left_has_one_lot() -> None:
    from arkham_bbs.game.auction import hold_auction

    play = a_play()
    who = play.investigator("joe_diamond")
    decks = play.state.decks
    decks.items, decks.items_discard = ["rifle"], []
    play.state.drawn = ["items:auction"]
    finish(hold_auction(play, who), "cash:1")
    assert [card.id for card in who.items] == ["rifle"]
    assert who.money == 12
    assert decks.items_discard == ["auction"]


@pytest.mark.rule("MYTHOS-9", "GATE-5")
@pytest.mark.parametrize("gates", [[], ["abyss"]])
def test_an_empty_pile_brings_no_monster(gates: list[str]) -> None:
    from arkham_bbs.game.mythos import gate_roll_step

    opened = len(gates)
    play = a_play(rolls=(3, 6))
    play.state.decks.monsters, play.state.decks.gates = [], gates
    assert finish(gate_roll_step(play)) == "monsters_move"
    assert play.state.monsters == []
    assert list(play.state.gates) == ["woods"][:opened]
    assert play.state.doom == 1 + opened


@pytest.mark.rule("DECK-1", "TRADE-1", "OPT-1", "LOST-6")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, Options()),
        (2, Options(preset="printed", switches=("LOST",))),
        (2, Options(switches=SWITCHES)),
        (5, Options(switches=("OPT-1", "HOUSE-3"))),
    ],
)
def test_random_play_keeps_every_card_and_counter(players: int, options: Options) -> None:
    report = simulate(1, players, 1926, options, aside=0.3)
    assert report.violations == []
    assert report.games == 1


def test_the_counting_itself_sees_a_card_go_astray() -> None:
    game = Game.new(_setup(), b"counting cards of the box")
    assert violations(game) == []
    game.play.state.decks.items.pop()
    assert any(line.startswith("items: missing") for line in violations(game))
    game.play.state.decks.monsters.append("cthulhu")
    assert any("too many" in line for line in violations(game))
    assert whereabouts(game.play)["monsters"].count("cthulhu") == 2


def _setup() -> Any:
    from arkham_bbs.game import Setup

    return Setup(seats=("Ann", "Bob"))
