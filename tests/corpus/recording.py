"""Writing the stored games of this version anew: ``python -m tests.corpus.recording [NAME ...]``.

Half of them are played by pure chance, half by a chooser that likes gates, fights and weapons,
so that Other Worlds and gate attacks are among them: of thirty bold games the one is kept in
which most different things happened. Some take answers back.
"""

from __future__ import annotations

import random
import sys

import msgspec

from arkham_bbs.game import RULES_VERSION, Game, Options, Setup
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import Event
from arkham_bbs.game.options import SWITCHES
from arkham_bbs.game.simulate import pick_answer, random_interjection
from tests.corpus.replaying import GAMES, Stored, replay

BOLD = ("attack", "enter", "fight", "gate", "place:gate", "take", "yes", "try", "wait", "banish")


def _setups() -> dict[str, tuple[int, Options, bool]]:
    """Return players, options and whether the chooser is bold, by name of the game."""
    found: dict[str, tuple[int, Options, bool]] = {}
    for players in range(1, 9):
        found[f"sensible-{players}"] = (players, Options(), players % 2 == 0)
    for players in (1, 3, 6):
        found[f"printed-{players}"] = (players, Options(preset="printed"), players == 3)
    for switches in (("LOST",), ("HOUSE-1", "HOUSE-2"), ("HOUSE-3", "OPT-3"), ("OPT-1", "OPT-2")):
        name = "-".join(switches).lower().replace("opt-", "opt").replace("house-", "house")
        found[name] = (2, Options(switches=switches), True)
    found["house4-house5"] = (3, Options(switches=("HOUSE-4", "HOUSE-5", "OPT-7")), False)
    found["three-each"] = (2, Options(per_player=3), True)
    for number in (1, 2, 3):
        found[f"everything-{number}"] = (number, Options(switches=SWITCHES), number > 1)
    return found


def _bold(rng: random.Random, decision: Decision) -> str:
    """Prefer what leads through gates and into fights, armed as well as may be."""
    if decision.kind == "attack_items":
        some = [decision.options[rng.randrange(len(decision.options))].key for _ in range(12)]
        return max(some, key=lambda key: (key != "none", key.count("+"), key))
    keys = [key for key in BOLD if decision.offers(key)]
    if keys and rng.random() < 0.85:
        return keys[0]
    return pick_answer(rng, decision)


def record(name: str, players: int, options: Options, bold: bool) -> Stored:
    """Play some games and return the richest."""
    tries = [_play(f"{name} {n}", players, options, bold) for n in range(30 if bold else 3)]
    return max(tries, key=lambda one: one[0])[1]


def _play(name: str, players: int, options: Options, bold: bool) -> tuple[int, Stored]:
    """Play one game; return how many different things happened in it, and the game."""
    rng = random.Random(f"corpus {name}")
    seen: set[tuple[str, str]] = set()
    seed = rng.randbytes(32)
    setup = Setup(seats=tuple(f"Player {seat + 1}" for seat in range(players)), options=options)
    game = Game.new(setup, seed)
    answers: list[tuple[int, str]] = []
    while (decision := game.decision) is not None:
        if rng.random() < 0.1 and (aside := random_interjection(rng, game)) is not None:
            seen.update(_kinds(game.interject(*aside)))
            answers.append(aside)
            continue
        if name.startswith("printed") and rng.random() < 0.03:
            seat = rng.randrange(players)
            point = game.take_back_point(seat)
            if point is not None:
                key = f"takeback:{point[0]}" + ("" if point[1] else ":voted")
                game.interject(seat, key)
                answers.append((seat, key))
                continue
        seat = decision.seat
        key = _bold(rng, decision) if bold else pick_answer(rng, decision)
        seen.update(_kinds(game.decide(key)))
        answers.append((seat, key))
    stored = Stored(setup=setup, seed=seed.hex(), answers=tuple(answers), rules=RULES_VERSION)
    return len(seen), stored


def _kinds(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    return [(type(event).__name__, event.rule) for event in events]


def main(names: list[str]) -> None:
    """Record the named games, or all of them."""
    folder = GAMES / RULES_VERSION
    folder.mkdir(exist_ok=True)
    for name, (players, options, bold) in _setups().items():
        if names and name not in names:
            continue
        stored = replay(record(name, players, options, bold))
        (folder / f"{name}.json").write_bytes(
            msgspec.json.format(msgspec.json.encode(stored), indent=0) + b"\n"
        )
        print(f"{name}: {len(stored.answers)} answers, {stored.reason}")


if __name__ == "__main__":
    main(sys.argv[1:])
