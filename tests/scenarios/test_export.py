"""An exported position, read back and run, stands where the game stood."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.game import AnswerRefused, Game, Options, Setup
from arkham_bbs.game.scenario import export_scenario, main, parse_cases
from arkham_bbs.game.scenario.people import FIELDS
from arkham_bbs.game.scenario.running import Run
from arkham_bbs.game.state import Card, Investigator, Monster, State
from tests.game.positions import stored_at

OPTIONS = (
    Options(),
    Options(switches=("HOUSE-1",)),
    Options(preset="printed", switches=("LOST", "HOUSE-3")),
    Options(switches=("OPT-1", "OPT-2", "HOUSE-4", "HOUSE-5")),
    Options(modules=("pool_checks",)),
    Options(modules=("conditions_2005",)),
    Options(modules=("defeat_2013",)),
    Options(modules=("pool_checks", "conditions_2005", "defeat_2013")),
)
SAME = ("place", "strength", "sanity", "money", "status", "skills", "charity", "allies", "retainer")
SAME += ("trophies_monsters", "trophies_gates", "found_gate", "departed_gate", "key_mark", "held")
SAME += (
    "lost_turns",
    "jail",
    "visit",
    "bound",
    "automobile",
    "next_dice",
    "next_add",
    "must_leave",
)


def at_random(game: Game, rng: random.Random) -> None:
    """Give one answer, or make or answer a trade."""
    decision = game.decision
    assert decision is not None
    if rng.random() < 0.2:
        for seat in range(len(game.play.state.seats)):
            keys = [o.key for o in game.interjections(seat) if not o.key.endswith("mark:")]
            if keys:
                key = rng.choice(keys)
                if "/trade:" in key:
                    key = f"{key}:cash-1:"
                    if not game.play.investigator(key.partition("/")[0]).money:
                        break
                with suppress(AnswerRefused):  # the lost lend and take nothing
                    game.interject(seat, key)
                    return
    game.decide(decision.options[rng.randrange(len(decision.options))].key)


def picture(state: State) -> dict[str, Any]:
    """Return what must be the same, seats aside (they are turned so that the first is 0)."""
    people = {}
    for who in state.investigators.values():
        people[who.id] = (
            [getattr(who, name) for name in SAME],
            sorted((card.id, card.used) for card in who.items),
            sorted((card.id, card.used) for card in who.spells),
            sorted(who.checked),
        )
    return {
        "people": people,
        "monsters": [(m.id, m.place, m.heading, m.face_up, m.strength) for m in state.monsters],
        "gates": {place: (gate.world, gate.face_up) for place, gate in state.gates.items()},
        "rest": (state.turn, state.step, state.active, state.doom, state.elder_signs),
        "discards": (state.decks.items_discard, state.decks.spells_discard),
        "waiting": state.waiting,
    }


@pytest.mark.parametrize("seed", range(12))
def test_random_games_stand_the_same_after_export_and_run(seed: int) -> None:
    rng = random.Random(seed)
    setup = Setup(
        seats=tuple(f"Seat {n}" for n in range(1 + seed % 4)), options=OPTIONS[seed % len(OPTIONS)]
    )
    game = Game.new(setup, bytes([seed]) * 16)
    for number in range(1, 130):
        if game.decision is None:
            break
        if number % 16 == 0:
            (case,) = parse_cases(export_scenario(game, whole_decks=True))
            run = Run(case)
            assert run.go() == []
            assert run.game is not None
            asked, again = game.decision, run.game.decision
            assert again is not None
            assert (asked.kind, asked.investigator) == (again.kind, again.investigator)
            assert sorted(asked.keys()) == sorted(again.keys())
            assert picture(game.play.state) == picture(run.game.play.state)
            (open_case,) = parse_cases(export_scenario(game))
            assert Run(open_case).go() == []
        at_random(game, rng)


def test_a_finished_game_is_exported_with_its_end() -> None:
    rng = random.Random(5)
    game = Game.new(Setup(seats=("Ann",)), b"finished" * 2)
    for _ in range(6000):
        if game.decision is None:
            break
        at_random(game, rng)
    assert game.result is not None
    (case,) = parse_cases(export_scenario(game))
    assert case.until == "game_over"
    assert Run(case).go() == []
    (kept,) = parse_cases(export_scenario(Game.restore(game.snapshot())))
    assert Run(kept).go() == []


def test_an_export_tells_no_card_that_nobody_has_seen() -> None:
    game = Game.new(Setup(seats=("Ann", "Bob", "Cid", "Dee")), b"no peeping please")
    rng = random.Random(1)
    while game.play.state.turn < 1:
        at_random(game, rng)
    (case,) = parse_cases(export_scenario(game))
    drawn_since = case.state.decks.items.known()  # type: ignore[attr-defined]
    assert drawn_since == []
    (whole,) = parse_cases(export_scenario(game, whole_decks=True))
    assert len(whole.state.decks.items.known()) > 10  # type: ignore[attr-defined]


def test_an_export_does_not_tell_the_worlds_of_gates_face_down() -> None:
    """Whatever world lies there, the text is the same."""
    texts = set()
    for world in ("rlyeh", "yuggoth", "abyss"):
        game = Game.new(Setup(seats=("Ann", "Bob", "Cid", "Dee")), b"no peeping please")
        rng = random.Random(1)
        while game.play.state.turn < 1:
            at_random(game, rng)
        state, _, _ = game.last_span()
        (place,) = state.gates
        decks = state.decks
        decks.gates.append(state.gates[place].world)
        decks.gates.remove(world)
        state.gates[place].world = world
        decks.gates.sort()
        texts.add(export_scenario(stored_at(state, game.options, game.seed)))
    assert len(texts) == 1


def test_the_command_writes_the_position_of_a_stored_game(tmp_path: Path) -> None:
    game = Game.new(Setup(seats=("Ann", "Bob")), b"stored games too")
    game.decide("pick:joe_diamond")
    stored, written = tmp_path / "game.bin", tmp_path / "case.yaml"
    stored.write_bytes(game.snapshot())
    assert main(["export", str(stored), "-o", str(written)]) == 0
    assert main(["run", str(written)]) == 0
    assert main(["export", str(tmp_path / "absent")]) == 2


def test_nothing_of_the_state_is_forgotten_in_the_format() -> None:
    """A new field of the state fails here until the files can hold it."""
    written_otherwise = {"id", "trophies_monsters", "trophies_gates", "jail", "lost_turns", "then"}
    written_otherwise |= {"next_dice", "next_add"}
    assert set(Investigator.__struct_fields__) - written_otherwise <= set(FIELDS)
    assert set(Card.__struct_fields__) == {"id", "used", "lender"}
    known = {"id", "place", "heading", "face_up", "strength", "placed_turn"}
    assert set(Monster.__struct_fields__) == known
    known = {"rules_version", "seats", "players", "turn", "step", "active", "first_seat", "lead"}
    known |= {"seats_left", "waiting", "investigators", "pool", "fallen", "replacements"}
    known |= {"monsters", "gates", "elder_signs", "powers_left", "clues", "doom", "decks", "drawn"}
    known |= {"offers", "offer_count", "over_limit_since", "notes", "dice_used", "answered"}
    assert set(State.__struct_fields__) == known | {"result"}
