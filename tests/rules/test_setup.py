"""Before the first turn: seats, points, deals, the first gate and who begins."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.options import BadOptions, investigators_per_player
from arkham_bbs.game.setup import first_state, full_decks
from arkham_bbs.game.victory import roll_of_honour
from tests.rules.arena import reached


def begun(players: int, options: Options | None = None, seed: int = 1) -> Game:
    """A game set up with the first answer to everything, just before play begins."""
    names = tuple(f"Player {number + 1}" for number in range(players))
    game = Game.new(Setup(seats=names, options=options or Options()), seed.to_bytes(32, "big"))
    while game.decision is not None and game.play.state.turn == 0:
        if game.decision.kind == "begin":
            return game
        default = game.decision.default
        game.decide(default or game.decision.options[0].key)
    return game


@pytest.mark.rule("SETUP-2", "OPT-8", "HOUSE-1")
@pytest.mark.parametrize(
    ("players", "options", "each"),
    [
        (1, Options(), 2),
        (2, Options(), 2),
        (3, Options(), 2),
        (4, Options(), 1),
        (8, Options(), 1),
        (1, Options(switches=("HOUSE-1",)), 1),
        (3, Options(switches=("HOUSE-1",)), 1),
        (4, Options(switches=("HOUSE-1",)), 1),
        (1, Options(per_player=3), 3),
        (2, Options(per_player=3), 3),
        (4, Options(per_player=2), 2),
        (3, Options(per_player=1), 1),
    ],
)
def test_how_many_investigators_each_player_runs(players: int, options: Options, each: int) -> None:
    assert investigators_per_player(options, players) == each
    seats = tuple(f"Player {number}" for number in range(players))
    state = first_state(seats, options, "1")
    assert state.replacements == [seat for seat in range(players) for _ in range(each)]
    assert state.players == players


@pytest.mark.rule("OPT-8")
@pytest.mark.parametrize(("players", "each"), [(3, 3), (5, 2), (8, 2)])
def test_never_more_than_eight_in_all(players: int, each: int) -> None:
    with pytest.raises(BadOptions) as refused:
        investigators_per_player(Options(per_player=each), players)
    assert refused.value.code == "too-many-investigators"


@pytest.mark.rule("SETUP-3", "SETUP-4", "SETUP-5", "SETUP-6", "SETUP-9")
@pytest.mark.parametrize(("players", "items"), [(1, 3), (3, 3), (4, 3), (5, 2), (8, 2)])
def test_what_everybody_begins_with(players: int, items: int) -> None:
    game = begun(players)
    people = list(game.play.state.investigators.values())
    assert len(people) == (2 * players if players <= 3 else players)
    auctions = 0
    for who in people:
        # An Auction that was dealt has been held and everybody passed (ITEM-AUCTION-7).
        auctions += items - len(who.items)
        assert (len(who.skills), len(who.spells)) == (1, 1)
        assert who.money == 13
        assert who.charity == ["charity"]
        assert who.place == "train_station"
        assert who.strength + who.sanity == 10
    assert 0 <= auctions <= 3
    assert game.play.state.decks.items_discard.count("auction") <= 3


@pytest.mark.rule("SETUP-7", "SETUP-8")
def test_ten_points_are_shared_and_each_value_is_three_to_seven() -> None:
    game = Game.new(Setup(seats=("Ann",)), b"sharing out ten points")
    while game.decision is not None and game.decision.kind != "split":
        game.decide(game.decision.options[0].key)
    assert game.decision is not None
    assert game.decision.keys() == ("split:3:7", "split:4:6", "split:5:5", "split:6:4", "split:7:3")


@pytest.mark.rule("SETUP-1")
def test_nobody_picks_who_was_picked_already() -> None:
    game = Game.new(Setup(seats=("Ann", "Bob")), b"one token each and no two")
    seen = []
    while game.decision is not None and game.decision.kind == "choose_investigator":
        offered = set(game.decision.keys())
        assert offered.isdisjoint(seen)
        assert len(offered) + len(seen) == 8
        seen.append(game.decision.options[0].key)
        game.decide(seen[-1])
    assert len(seen) == 4
    seats = [who.seat for who in game.play.state.investigators.values()]
    assert seats == [0, 0, 1, 1]


@pytest.mark.rule("SETUP-10", "SETUP-11", "SETUP-12", "SETUP-14")
@pytest.mark.parametrize("seed", range(12))
def test_one_gate_face_down_and_three_counters_face_up(seed: int) -> None:
    state = begun(4, seed=seed).play.state
    assert state.doom == 1
    ((place, gate),) = state.gates.items()
    assert place in CONTENT.appearance.values()
    assert gate.face_up is False
    assert all(monster.place == place and monster.face_up for monster in state.monsters)
    # Three, less the Hounds that cannot appear outdoors (HOUND-5).
    assert 0 <= 3 - len(state.monsters) <= 3
    if CONTENT.locations[place].building:
        assert len(state.monsters) == 3


@pytest.mark.rule("SETUP-4", "DECK-1")
def test_decks_are_shuffled_and_not_alike_in_two_games() -> None:
    one, other = begun(2, seed=5).play.state.decks, begun(2, seed=6).play.state.decks
    full = full_decks()
    for name in ("items", "spells", "skills", "gates", "monsters"):
        cards, second, fresh = (getattr(decks, name) for decks in (one, other, full))
        assert cards != second
        assert cards != [card for card in fresh if card in cards][: len(cards)]


@pytest.mark.rule("SETUP-13", "SETUP-14")
def test_the_first_player_is_not_always_the_same() -> None:
    assert {begun(3, seed=seed).play.state.first_seat for seed in range(12)} == {0, 1, 2}
    assert {begun(2, seed=seed).play.state.first_seat for seed in range(12)} == {0, 1}


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize(("players", "asked"), [(1, 1), (3, 3), (4, 0)])
def test_extras_are_for_three_players_or_fewer(players: int, asked: int) -> None:
    names = tuple(f"Player {number}" for number in range(players))
    game = Game.new(
        Setup(seats=names, options=Options(switches=("HOUSE-1",))), b"extras for a small table"
    )
    extras = 0
    while game.decision is not None and game.play.state.turn == 0:
        kind = game.decision.kind
        if kind == "extras":
            extras += 1
            assert set(game.decision.keys()) == {"skill+spell", "skill+item", "spell+item"}
            before = game.play.investigator(game.decision.investigator)
            held = len(before.spells), len(before.skills)
            game.decide("skill+spell")
            assert (len(before.spells), len(before.skills)) == (held[0] + 1, held[1] + 1)
            continue
        if kind == "begin":
            break
        game.decide(game.decision.default or game.decision.options[0].key)
    assert extras == asked


@pytest.mark.rule("HOUSE-1", "ITEM-AUCTION-7", "ITEM-AUCTION-9")
@pytest.mark.parametrize("players", [1, 3])
def test_an_auction_drawn_as_an_extra_is_held_when_all_have_theirs(players: int) -> None:
    people = ["joe_diamond", "gloria_goldberg", "jenny_barnes"][:players]
    game = reached(
        players=players,
        turn=0,
        phase="setup",
        active="joe_diamond",
        options={"switches": ["HOUSE-1"]},
        investigators={name: {"place": "train_station"} for name in people},
        decks={
            "items": ["auction", *["shotgun", "rifle"][: players - 1], "knife", "dynamite"],
            "spells": ["heal", "heal", "find_gate"][:players],
        },
        choices=[
            *({"ask": "extras", "answer": ["spell", "item"], "of": name} for name in people),
            {"ask": "lot", "answer": {"item": "knife", "bids": [{"of": people[-1], "cash": 3}]}},
            {"ask": "lot", "answer": {"item": "dynamite", "bids": []}},
        ],
        until="decision",
        expect={},
    )
    last = game.play.investigator(people[-1])
    assert last.money == 10
    assert "knife" in [card.id for card in last.items]


@pytest.mark.rule("HOUSE-1", "OPT-1")
def test_an_extra_item_has_to_be_carried_too() -> None:
    game = reached(
        players=1,
        turn=0,
        phase="setup",
        active="joe_diamond",
        options={"switches": ["HOUSE-1", "OPT-1"]},
        investigators={
            "joe_diamond": {
                "place": "train_station",
                "strength": 3,
                "items": ["knife", "rifle", "dynamite"],
            }
        },
        decks={"items": ["shotgun"], "spells": ["heal"]},
        choices=[
            {"ask": "extras", "answer": ["spell", "item"]},
            {"ask": "drop", "answer": "knife"},
        ],
        until="decision",
        dice=[{"move": 1}, {"move": 1}],
        expect={
            "investigators": {
                "joe_diamond": {"items": ["rifle", "dynamite", "shotgun"], "spells": ["heal"]}
            }
        },
    )
    assert game.play.state.decks.items_discard == ["knife"]


@pytest.mark.rule("HONOUR-1")
def test_the_roll_of_honour_lists_survivors_first_and_the_best_on_top() -> None:
    game = reached(
        turn=3,
        phase="movement",
        investigators={
            "joe_diamond": {"place": "s1", "trophies": {"monsters": ["gug_1"]}},
            "jenny_barnes": {"status": "lost"},
            "gloria_goldberg": {"place": "s1", "trophies": {"gates": ["abyss"]}},
            "vincent_lee": {"place": "s1", "trophies": {"monsters": ["dhole_1"]}},
        },
        dice=[{"move": 1}, {"move": 1}],
        until="decision",
        expect={},
    )
    told = roll_of_honour(game.play)
    assert [line["who"] for line in told] == [
        "gloria_goldberg",
        "vincent_lee",
        "joe_diamond",
        "jenny_barnes",
    ]
    assert (told[0]["gates"], told[0]["gate_strength"]) == (1, 13)
    assert (told[1]["monsters"], told[1]["monster_strength"]) == (1, 19)
