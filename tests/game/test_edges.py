"""The edges of the board, each from a position built for it: the last gate, the empty deck, both
values at 0, everybody lost at once, somebody struck down in another's turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arkham_bbs.game import events as ev
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.events import Event
from arkham_bbs.game.game import Game
from arkham_bbs.game.invariants import violations
from arkham_bbs.game.options import Options
from arkham_bbs.game.state import State
from tests.game.positions import counter, game_at, person, position, step_over

JOE, GLORIA = "joe_diamond", "gloria_goldberg"
GUNS = ("shotgun", "dynamite")
LAST_DOOM: int = CONTENT.misc["lose"]["doom_track_last"]
# Pairs of dice for the Gate Appearance roll.
WOODS, LIGHTHOUSE, CAVE = (4, 5), (2, 2), (6, 6)


def drive(game: Game, *answers: str) -> list[Event]:
    """Give the answers; everything declined or single in between is answered by its default."""
    told = list(game.take_events())
    todo = list(answers)
    while game.decision is not None and todo:
        decision = game.decision
        if decision.offers(todo[0]):
            told += game.decide(todo.pop(0))
        elif decision.default is not None:
            told += game.decide(decision.default)
        else:
            raise AssertionError(f"{decision.kind} {decision.keys()} before {todo[0]}")
    assert not todo, f"never asked: {todo}"
    assert sound(game)
    return told


def sound(game: Game) -> bool:
    """Tell whether every card is in one place; a game halted between steps asks nothing."""
    return [text for text in violations(game) if not text.startswith("neither asked")] == []


def of(told: Sequence[Event], kind: type[Any]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]


def at_gate(doom: int, *, items: Sequence[str] = GUNS, **more: Any) -> State:
    joe = person(JOE, "woods", found_gate="woods", items=items, strength=7, sanity=7)
    return position(
        [joe, *more.pop("others", ())],
        step="encounter",
        active=JOE,
        gates=[("woods", "yuggoth", True), *more.pop("gates", ())],
        doom=doom,
        **more,
    )


# ---- the last gate ---------------------------------------------------------------------------


@pytest.mark.rule("WIN-1", "LOSE-5")
def test_the_last_gate_closed_while_doom_stands_on_13_wins() -> None:
    game = game_at(at_gate(LAST_DOOM), [6])
    told = drive(game, "attack", "dynamite")
    assert game.result is not None
    assert (game.result.victory, game.result.reason) == (True, "gates-closed")
    assert game.play.state.doom == LAST_DOOM
    assert of(told, ev.DoomMoved) == []


@pytest.mark.rule("WIN-1", "ITEM-ELDER-SIGN-2")
def test_the_last_gate_sealed_while_doom_stands_on_13_wins_with_doom_a_step_back() -> None:
    game = game_at(at_gate(LAST_DOOM, items=["elder_sign"]))
    drive(game, "use:elder_sign")
    assert game.result is not None
    assert game.result.victory
    assert game.play.state.doom == LAST_DOOM - 1


@pytest.mark.rule("WIN-1", "GATTACK-7", "HONOUR-1")
def test_the_gate_that_wins_strands_nobody() -> None:
    gloria = person(GLORIA, "yuggoth/1", seat=1, departed_gate="woods", trophies_gates=["abyss"])
    game = game_at(at_gate(5, others=[gloria]), [6])
    told = drive(game, "attack", "dynamite")
    assert game.result is not None
    assert game.result.victory
    assert of(told, ev.Stranded) == []
    assert game.play.investigator(GLORIA).status == "active"
    assert {line["who"] for line in game.result.honours} == {JOE, GLORIA}


@pytest.mark.rule("GATTACK-7", "GATTACK-8", "WIN-1")
def test_one_gate_short_of_winning_the_same_blow_strands_the_companion() -> None:
    gloria = person(GLORIA, "yuggoth/1", seat=1, departed_gate="woods")
    state = at_gate(5, others=[gloria], gates=[("lighthouse", "abyss", False)])
    game = game_at(state, [6, 2], stop=step_over("encounter"))
    told = drive(game, "attack", "dynamite")
    assert [event.who for event in of(told, ev.Stranded)] == [GLORIA]
    assert game.play.investigator(JOE).sanity == 5
    assert game.play.state.replacements == [1]


@pytest.mark.rule("GATTACK-6", "GATTACK-11")
def test_of_two_gates_to_one_world_the_other_keeps_the_way_home() -> None:
    gloria = person(GLORIA, "yuggoth/1", seat=1, departed_gate="woods")
    state = at_gate(
        5,
        others=[gloria],
        gates=[("lighthouse", "yuggoth", True)],
        monsters=[
            counter("migo_1", "lighthouse"),
            counter("dhole_1", "s26"),
            counter("ghoul_1", "s30"),
        ],
    )
    game = game_at(state, [6], stop=step_over("encounter"))
    told = drive(game, "attack", "dynamite")
    assert of(told, ev.Stranded) == []
    assert game.play.investigator(GLORIA).status == "active"
    assert [monster.id for monster in game.play.state.monsters] == ["ghoul_1"]
    # She walks out of the gate that is left.
    state = game.play.state
    state.step, state.active = "other_world", GLORIA
    later = game_at(state, [1, 1], stop=step_over("other_world", "movement"))
    drive(later, "stay")
    assert later.play.investigator(GLORIA).place == "lighthouse"
    assert later.play.investigator(GLORIA).found_gate == "lighthouse"


# ---- Doom, the limit and the empty gate deck ---------------------------------------------------


def mythos(gates: Sequence[tuple[str, str, bool]], *, doom: int = 3, **more: Any) -> State:
    people = more.pop("people", None) or [person(JOE, "train_station", strength=7, sanity=7)]
    return position(people, step="gate_roll", active=None, gates=gates, doom=doom, **more)


SEVEN = [
    ("lighthouse", "abyss", False),
    ("graveyard", "abyss", False),
    ("devils_beach", "rlyeh", False),
    ("founders_rock", "rlyeh", False),
    ("black_cave", "yuggoth", False),
    ("shunned_house", "yuggoth", False),
    ("darks_carnival", "plateau_of_leng", False),
]


@pytest.mark.rule("LOSE-7", "LOSE-5", "MYTHOS-3")
@pytest.mark.parametrize(("doom", "reason"), [(5, "too-many-gates"), (LAST_DOOM, "doom-of-arkham")])
def test_a_gate_that_reaches_the_limit_loses_at_once_and_doom_is_looked_at_first(
    doom: int, reason: str
) -> None:
    game = game_at(mythos(SEVEN, doom=doom), [*WOODS])
    told = list(game.take_events())
    assert game.result is not None
    assert game.result.reason == reason
    assert not game.result.victory
    # The game is over before a counter is drawn for the gate.
    assert of(told, ev.MonsterAppeared) == []
    assert game.decision is None


@pytest.mark.rule("LOSE-7", "ENC-2")
def test_a_gate_opened_by_a_location_reaches_the_limit_too_and_nobody_is_drawn_through() -> None:
    joe = person(JOE, "woods", strength=7, sanity=7)
    game = game_at(position([joe], step="encounter", active=JOE, gates=SEVEN), [6])
    told = list(game.take_events())
    assert game.result is not None
    assert game.result.reason == "too-many-gates"
    assert of(told, ev.Moved) == []
    assert game.play.investigator(JOE).place == "woods"


@pytest.mark.rule("GATE-5", "MYTHOS-3")
def test_with_all_16_gates_out_no_gate_opens_doom_stands_still_and_no_counter_comes() -> None:
    state = mythos(SEVEN[:2], empty=["gates"])
    assert len(state.investigators[JOE].trophies_gates) + len(state.gates) == 16
    game = game_at(state, [*WOODS], stop=step_over("gate_roll"))
    told = list(game.take_events())
    assert [event.cause for event in of(told, ev.NothingHappened)] == ["gate-deck-empty"]
    assert game.play.state.doom == 3
    assert of(told, ev.MonsterAppeared) == []
    assert sound(game)


@pytest.mark.rule("GATE-5", "ENC-2")
def test_with_all_16_gates_out_a_location_opens_none_and_the_visitor_stays() -> None:
    joe = person(JOE, "woods", strength=7, sanity=7)
    state = position([joe], step="encounter", active=JOE, gates=SEVEN[:1], empty=["gates"])
    game = game_at(state, [6], stop=step_over("encounter"))
    assert game.play.investigator(JOE).place == "woods"
    assert game.play.state.doom == 3


# ---- empty decks -------------------------------------------------------------------------------


@pytest.mark.rule("MYTHOS-9")
def test_an_empty_pile_leaves_a_new_gate_without_a_guardian() -> None:
    state = mythos([("lighthouse", "abyss", False)], empty=["monsters"])
    game = game_at(state, [*WOODS], stop=step_over("gate_roll"))
    told = list(game.take_events())
    assert "woods" in game.play.state.gates
    assert [event.cause for event in of(told, ev.NothingHappened)] == ["pile-empty"]
    assert sound(game)


@pytest.mark.rule("MYTHOS-9", "ENC-4")
def test_an_empty_pile_makes_an_event_with_a_monster_pass_quietly() -> None:
    joe = person(JOE, "woods", strength=7, sanity=7)
    state = position([joe], step="encounter", active=JOE, gates=SEVEN[:1], empty=["monsters"])
    game = game_at(state, [1], stop=step_over("encounter"))
    assert game.decision is None
    assert game.play.state.monsters == []


@pytest.mark.rule("DECK-1")
@pytest.mark.parametrize("deck", ["items", "spells"])
def test_an_empty_deck_takes_in_its_discards_and_gives_nothing_without_any(deck: str) -> None:
    """The Mission's charity draws two items, or one spell."""
    gloria = person(GLORIA, "s26", seat=1, money=40)
    joe = person(JOE, "dagon_mission")
    state = position([gloria, joe], step="encounter", active=JOE, gates=SEVEN[:1], empty=[deck])
    hand = getattr(gloria, deck)
    game = game_at(state, [], stop=step_over("encounter"))
    told = drive(game, deck)
    nothing = [e for e in of(told, ev.NothingHappened) if e.cause == "deck-empty"]
    assert len(nothing) == CONTENT.misc["charity"]["grants"][deck]
    assert sound(game)

    joe = person(JOE, "dagon_mission")
    gloria = person(GLORIA, "s26", seat=1, money=40)
    state = position([gloria, joe], step="encounter", active=JOE, gates=SEVEN[:1], empty=[deck])
    hand = getattr(gloria, deck)
    wanted = "rifle" if deck == "items" else "heal"
    hand.remove(next(card for card in hand if card.id == wanted))
    getattr(state.decks, f"{deck}_discard").append(wanted)
    game = game_at(state, [], stop=step_over("encounter"))
    told = drive(game, deck)
    assert [event.card for event in of(told, ev.CardDrawn)] == [wanted]
    assert getattr(state.decks, f"{deck}_discard") == []
    assert sound(game)


@pytest.mark.rule("ITEM-AUCTION-2", "DECK-1")
def test_an_auction_with_nothing_to_draw_ends_without_a_lot() -> None:
    """Only Auctions are left: the first is drawn for charity, the others for its lots."""
    gloria = person(GLORIA, "s26", seat=1, money=40)
    joe = person(JOE, "dagon_mission")
    state = position([gloria, joe], step="encounter", active=JOE, gates=SEVEN[:1], empty=["items"])
    auctions = [card for card in gloria.items if card.id == "auction"]
    gloria.items = [card for card in gloria.items if card.id != "auction"]
    state.decks.items = [card.id for card in auctions]
    game = game_at(state, [], stop=step_over("encounter"))
    told = drive(game, "items")
    assert of(told, ev.AuctionOpened)
    assert of(told, ev.LotOffered) == []
    assert game.decision is None
    assert sound(game)


@pytest.mark.rule("HOUND-5", "MYTHOS-2")
@pytest.mark.parametrize(("dice", "stays"), [(WOODS, False), ((1, 1), True)])
def test_a_hound_drawn_where_there_is_no_building_goes_back(
    dice: tuple[int, int], stays: bool
) -> None:
    """2 names the Shunned House, which has corners enough; 9 the Woods, which have none."""
    state = mythos(
        [("lighthouse", "abyss", False)], top={"monsters": ["hound_of_tindalos_1", "ghoul_1"]}
    )
    game = game_at(state, [*dice], stop=step_over("gate_roll"))
    told = list(game.take_events())
    assert bool(game.play.state.monsters) == stays
    assert [e.cause for e in of(told, ev.NothingHappened)] == ([] if stays else ["hound-barred"])
    # No other counter is drawn in its stead.
    assert "ghoul_1" in game.play.state.decks.monsters
    assert sound(game)


# ---- losses ------------------------------------------------------------------------------------


@pytest.mark.rule("LOST-8", "WORLD-1", "ENC-15", "MYTHOS-2")
def test_everybody_lost_in_one_turn_is_replaced_after_a_mythos_phase_without_people() -> None:
    joe = person(JOE, "abyss/2", departed_gate="lighthouse", items=["rifle"])
    gloria = person(GLORIA, "abyss/2", seat=1, departed_gate="lighthouse", spells=["heal"])
    state = position(
        [joe, gloria],
        step="other_world",
        active=JOE,
        to_act=[1],
        gates=[("lighthouse", "abyss", True)],
        monsters=[counter("ghoul_1", "s26", heading=("s25",))] if "s25" in CONTENT.spaces else [],
    )
    lost = next(
        face
        for face, event in CONTENT.worlds["abyss"].events.items()
        if any("lost" in str(effect) for effect in event.effects)
    )
    # Each rolls the event and fails the Fight roll; then the gate roll, and nobody to point.
    game = game_at(state, [lost, 6, lost, 6, *WOODS, *([1] * 40)])
    told = list(game.take_events())
    assert [event.who for event in of(told, ev.InvestigatorLost)] == [JOE, GLORIA]
    assert "woods" in game.play.state.gates
    assert game.decision is not None
    assert game.decision.kind == "choose_investigator"
    assert game.play.state.turn == 4
    assert sound(game)
    answered = 0
    while game.decision is not None and game.decision.kind != "move":
        keys = game.decision.keys()
        game.decide("split:5:5" if "split:5:5" in keys else game.decision.default or keys[0])
        answered += 1
        assert answered < 50
        assert sound(game)
    assert len([w for w in game.play.state.investigators.values() if w.status == "active"]) == 2


@pytest.mark.rule("COMBAT-19", "OPEN-40", "GATTACK-8", "ITEM-WATCHER-2", "LOC-CARE-4")
def test_sanity_and_strength_reach_0_in_one_encounter_and_the_first_decides_the_bed() -> None:
    """The Watcher closes a gate: a companion is left behind (sanity), then the concussion."""
    joe = person(
        JOE,
        "woods",
        items=["blue_watcher_of_the_pyramid", "rifle"],
        spells=["heal"],
        strength=2,
        sanity=2,
        money=10,
    )
    gloria = person(GLORIA, "yuggoth/1", seat=1, departed_gate="woods")
    state = position(
        [joe, gloria],
        step="encounter",
        active=JOE,
        gates=[("woods", "yuggoth", True), ("lighthouse", "abyss", False)],
    )
    game = game_at(state, [6, 6], stop=step_over("encounter"))
    drive(game, "use:blue_watcher_of_the_pyramid:gate")
    joe = game.play.investigator(JOE)
    assert (joe.strength, joe.sanity, joe.place) == (0, 0, "sanitarium")
    assert [card.id for card in joe.items] == ["rifle"]
    assert joe.spells == []
    # Next turn's treatment lifts the value that put him there, and the other one to 1.
    state = game.play.state
    state.step, state.active = "absence", JOE
    later = game_at(state, [4], stop=step_over("absence"))
    joe = later.play.investigator(JOE)
    assert (joe.strength, joe.sanity, joe.money) == (1, 4, 7)


@pytest.mark.rule("COMBAT-13", "MATTACK-1", "TURN-2")
def test_one_struck_down_in_the_mythos_phase_chooses_what_is_lost_though_nobody_is_active() -> None:
    """Seat 0 began the turn; it is seat 1 whose investigator falls and who is asked."""
    joe = person(JOE, "train_station")
    gloria = person(GLORIA, "s26", seat=1, strength=1, items=["rifle", "knife"])
    state = position(
        [joe, gloria],
        step="monsters_attack",
        active=None,
        gates=SEVEN[:1],
        monsters=[counter("maniac_1", "s26", heading=("s25",) if "s25" in CONTENT.spaces else ())],
    )
    game = game_at(state, [1, 3, *([1] * 4)])
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("attack_items", 1)
    game.decide("none")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("lose_item", 1)
    assert game.play.state.active is None
    assert game.interjections(0) == ()
    game.decide("item:knife", seat=1)
    gloria = game.play.investigator(GLORIA)
    assert (gloria.place, gloria.strength) == ("hospital", 0)
    assert [card.id for card in gloria.items] == ["rifle"]
    assert sound(game)


@pytest.mark.rule("TRADE-1", "TURN-7", "MATTACK-3", "OPT-2")
def test_a_seat_may_trade_between_its_two_investigators_in_one_place() -> None:
    """Both sides are one person, so that the offer needs no second word."""
    joe = person(JOE, "s26", items=["rifle"], money=5)
    gloria = person(GLORIA, "s26", money=1)
    state = position([joe, gloria], step="next", active=None, gates=SEVEN[:1], to_act=[0])
    game = game_at(state, [1, 1, 1, 1])
    assert game.decision is not None
    assert set(game.decision.keys()) == {f"first:{JOE}", f"first:{GLORIA}"}
    offer = f"{JOE}/trade:{JOE}:{GLORIA}"
    assert offer in {choice.key for choice in game.interjections(0)}
    game.interject(0, f"{offer}:items.rifle:cash-1")
    assert [card.id for card in game.play.investigator(GLORIA).items] == ["rifle"]
    assert game.play.investigator(JOE).money == 6
    assert game.decision.kind == "order"
    assert sound(game)


@pytest.mark.rule("MATTACK-3", "OPEN-22")
def test_of_two_investigators_of_one_seat_the_better_fighter_is_attacked_first() -> None:
    fights = {name: CONTENT.investigators[name].fight for name in CONTENT.investigators}
    weak = min(fights, key=lambda name: fights[name])
    strong = max(fights, key=lambda name: fights[name])
    people = [person(weak, "s26"), person(strong, "s26")]
    state = position(
        people,
        step="monsters_attack",
        active=None,
        gates=SEVEN[:1],
        monsters=[counter("maniac_1", "s26")],
    )
    game = game_at(state, [6, *([1] * 8)], Options(switches=("OPT-2",)))
    told = list(game.take_events())
    if game.decision is not None and game.decision.kind == "attack_items":
        told += game.decide("none")
    assert next(event.who for event in of(told, ev.MonsterAttacks)) == strong
    (attack,) = of(told, ev.AttackRolled)[:1]
    # OPT-2: company of one's own seat is company too.
    assert dict(attack.parts)["fight"] == fights[strong] + 1
