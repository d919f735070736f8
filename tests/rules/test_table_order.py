"""Who is named in which order, how many gates are too many, and how deep a card is shuffled in."""

from __future__ import annotations

import pytest

from arkham_bbs.game import Game, Options
from arkham_bbs.game.dice import ScriptedDice
from arkham_bbs.game.setup import full_decks
from arkham_bbs.game.state import Gate, Investigator, State, TurnNotes
from tests.rules.arena import reached

NAMES = ("joe_diamond", "jenny_barnes", "vincent_lee", "mandy_thompson", "carolyn_fern")
MORE = (*NAMES, "monterey_jack", "harvey_walters", "gloria_goldberg")


def table(players: int, options: Options | None = None, first_seat: int = 0) -> Game:
    """Everybody on one street square, in Arkham's third turn."""
    decks = full_decks()
    decks.gates.remove("yuggoth")
    state = State(
        rules_version="1",
        seats=tuple(f"Player {seat}" for seat in range(players)),
        players=players,
        turn=3,
        step="turn_end",
        first_seat=first_seat,
        investigators={
            name: Investigator(id=name, seat=seat, place="s26")
            for seat, name in enumerate(MORE[:players])
        },
        gates={"lighthouse": Gate("yuggoth")},
        decks=decks,
    )
    return Game.at(state, options or Options(), ScriptedDice([]), stop=lambda play: True)


@pytest.mark.rule("TURN-1", "MATTACK-7")
def test_turn_1_those_in_one_place_are_named_clockwise_from_the_first_player() -> None:
    play = table(3, first_seat=1).play
    assert play.turn_order() == ["jenny_barnes", "vincent_lee", "joe_diamond"]
    assert [who.id for who in play.at("s26")] == play.turn_order()
    play.investigator("vincent_lee").place = "s28"
    assert [who.id for who in play.at("s26")] == ["jenny_barnes", "joe_diamond"]


@pytest.mark.rule("LOSE-1", "LOSE-2", "LOSE-3")
@pytest.mark.parametrize(
    ("players", "limit"), [(1, 8), (2, 8), (3, 7), (4, 7), (5, 6), (6, 6), (8, 6)]
)
def test_lose_1_to_3_the_gate_limit_by_players(players: int, limit: int) -> None:
    assert table(players).play.gate_limit() == limit


@pytest.mark.rule("OPT-5", "OPEN-38")
@pytest.mark.parametrize(("count", "limit"), [(1, 8), (3, 8), (4, 7), (5, 6), (8, 6)])
def test_opt_5_the_printed_limit_by_investigators_in_play(count: int, limit: int) -> None:
    play = table(count, Options(switches=("OPT-5",))).play
    assert play.gate_limit() == limit
    play.state.players = 1
    assert play.gate_limit() == limit


@pytest.mark.rule("DECK-1")
def test_deck_1_a_card_put_back_may_come_to_lie_at_any_depth() -> None:
    depths = []
    for roll in range(4):
        asked: list[int] = []
        play = table(1).play

        def below(limit: int, roll: int = roll, asked: list[int] = asked) -> int:
            asked.append(limit)
            return roll

        play.dice.below = below  # type: ignore[method-assign]
        deck = ["one", "two", "three"]
        play.shuffle_in(deck, "card")
        assert asked == [4]
        depths.append(deck.index("card"))
    assert depths == [0, 1, 2, 3]


@pytest.mark.rule("TURN-2")
def test_turn_2_what_was_noted_of_a_turn_is_forgotten_in_the_mythos_phase() -> None:
    game = reached(
        phase="movement",
        investigators={"joe_diamond": {"place": "s26"}},
        dice=[{"move": 1}, {"move": 1}],
        choices=[{"ask": "move", "answer": "stay"}],
        until="step_over",
        until_step="vampire",
    )
    assert game.play.state.notes == TurnNotes()
    assert game.play.in_mythos()
