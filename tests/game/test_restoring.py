"""A game restored anywhere stands the same to the byte, whatever the process."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys

import pytest

from arkham_bbs.game import (
    RULES_VERSION,
    Answer,
    AnswerRefused,
    Game,
    Options,
    ReplayMismatch,
    Setup,
)
from arkham_bbs.game.simulate import pick_answer, random_interjection
from arkham_bbs.game.stored import SNAPSHOT, written_under
from tests.game.positions import person, position, stored_at

SETUP = Setup(seats=("Ann", "Bob", "Cyd"))


def play(game: Game, rng: random.Random) -> Answer | None:
    """Give one random answer; return it as the store would keep it, None when the game is over."""
    if game.decision is None:
        return None
    seq = game.seq
    aside = random_interjection(rng, game) if rng.random() < 0.2 else None
    if aside is not None:
        game.interject(*aside)
        return Answer(seq, *aside, interjection=True)
    seat, key = game.decision.seat, pick_answer(rng, game.decision)
    game.decide(key)
    return Answer(seq, seat, key)


@pytest.mark.parametrize("number", range(10))
def test_snapshot_and_checkpoint_rebuild_every_position(number: int) -> None:
    rng = random.Random(number)
    game = Game.new(SETUP, number.to_bytes(16, "big"))
    taken: list[Answer] = []
    stored, stored_seq = game.checkpoint, game.checkpoint_seq
    while (answer := play(game, rng)) is not None:
        taken.append(answer)
        if game.checkpoint_seq != stored_seq:
            stored, stored_seq = game.checkpoint, game.checkpoint_seq
        here = game.fingerprint()
        assert Game.restore(game.snapshot()).fingerprint() == here
        later = [a for a in taken if a.seq >= stored_seq]
        assert [a.key for a in later] == [a.key for a in game.answers]
        assert Game.resume(stored, later).fingerprint() == here


def test_a_trade_before_the_store_is_read_again_leaves_no_option_behind() -> None:
    vincent, carolyn = "vincent_lee", "carolyn_fern"
    people = [
        person(vincent, "hospital", items=["brazen_head"]),
        person(carolyn, "hospital", seat=1, spells=["bind_monster"]),
    ]
    state = position(
        people, step="encounter", active=vincent, gates=[("lighthouse", "yuggoth", True)]
    )
    game = stored_at(state)
    assert game.decision is not None
    assert game.decision.offers("use:brazen_head")
    offer = f"{vincent}/trade:{vincent}:{carolyn}:items.brazen_head:spells.bind_monster"
    game.interject(0, offer)
    game.interject(1, f"{carolyn}/accept:1")
    restored = Game.restore(game.snapshot())
    assert restored.decision is not None
    assert restored.decision.keys() == game.decision.keys() == ("go_on",)


SCRIPT = """
import hashlib, random, sys
sys.path.insert(0, "tests/game")
from test_restoring import fingerprints
print(hashlib.sha256(b"".join(fingerprints(int(sys.argv[1])))).hexdigest())
"""


def fingerprints(games: int) -> list[bytes]:
    """Return the fingerprint of every decision of some games, each position restored first."""
    found = []
    for number in range(games):
        rng = random.Random(number)
        game = Game.new(SETUP, number.to_bytes(16, "little"))
        while play(game, rng) is not None:
            found.append(Game.restore(game.snapshot()).fingerprint())
    return found


def test_another_process_with_another_hash_seed_restores_the_same_bytes() -> None:
    games = 50
    mine = hashlib.sha256(b"".join(fingerprints(games))).hexdigest()
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    other = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(games)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == mine


def test_an_answer_that_no_longer_fits_is_named() -> None:
    game = Game.new(SETUP, bytes(16))
    with pytest.raises(ReplayMismatch) as caught:
        Game.resume(game.checkpoint, [Answer(0, 0, "pick:nobody")])
    assert caught.value.seq == 0


def test_of_a_checkpoint_behind_a_taking_back_the_bare_step_can_be_had() -> None:
    """What was answered before in that step stays out, and the dice do not fall again the same."""
    game = Game.new(SETUP, bytes(16))
    rng = random.Random(3)
    while (point := game.take_back_point(0)) is None or not game.last_span()[2][:-1]:
        play(game, rng)
    entries = game.last_span()[2]
    game.interject(0, f"takeback:{point[0]}" + ("" if point[1] else ":voted"))
    stored = game.checkpoint
    whole, bare = Game.restore(stored), Game.restore(stored, step_only=True)
    assert whole.fingerprint() == game.fingerprint()
    assert SNAPSHOT.decode(stored).entries
    assert bare.decision is not None
    assert bare.decision.offers(entries[0].key)
    assert bare.seq == game.seq
    assert bare.play.dice.used == game.play.dice.used
    assert bare.rerun == ()


def test_what_a_step_began_with_is_played_again_as_it_was_told() -> None:
    """Checkpoints lie before the step's own dice: those fall again, and the same way."""
    game = Game.new(SETUP, bytes(16))
    rng = random.Random(3)
    seen = 0
    while game.decision is not None:
        events = game.decide(pick_answer(rng, game.decision))
        if game.checkpoint_seq == game.seq:
            again = Game.restore(game.checkpoint).rerun
            assert events[len(events) - len(again) :] == again
            seen += bool(again)
    assert seen > 20


def test_who_wrote_a_stored_game_can_be_read_without_the_rest() -> None:
    assert written_under(Game.new(SETUP, bytes(16)).checkpoint) == RULES_VERSION


@pytest.mark.parametrize(
    ("seat", "number", "answer", "code"),
    [
        (1, None, "pick:joe_diamond", "wrong-seat"),
        (0, 99, "pick:joe_diamond", "stale"),
        (0, None, "pick:nobody", "not-on-offer"),
        (0, None, "", "not-on-offer"),
        (0, None, "\x00;drop", "not-on-offer"),
    ],
)
def test_a_refused_answer_changes_nothing(
    seat: int, number: int | None, answer: str, code: str
) -> None:
    game = Game.new(SETUP, bytes(16))
    before = game.fingerprint()
    with pytest.raises(AnswerRefused) as caught:
        game.decide(answer, seat=seat, number=number)
    assert caught.value.code == code
    assert game.fingerprint() == before


@pytest.mark.parametrize(
    "answer",
    ["nobody/accept:1", "accept:1", "joe_diamond/trade:a:b", "/", "takeback:x", "takeback:9"],
)
def test_a_refused_interjection_changes_nothing(answer: str) -> None:
    game = Game.new(SETUP, bytes(16))
    before = game.fingerprint()
    with pytest.raises(AnswerRefused):
        game.interject(0, answer)
    assert game.fingerprint() == before


def test_stored_games_stay_small_and_restore_flat() -> None:
    rng = random.Random(3)
    game = Game.new(SETUP, bytes(16))
    sizes = []
    while play(game, rng) is not None:
        sizes.append(len(game.snapshot()))
    assert max(sizes) < 20_000


def test_options_are_kept_with_the_game() -> None:
    options = Options(preset="printed", switches=("OPT-1",))
    game = Game.new(Setup(seats=("Ann",), options=options), bytes(16))
    assert Game.restore(game.snapshot()).options == game.options
