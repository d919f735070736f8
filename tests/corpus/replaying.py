"""Stored games: playing one again and taking its fingerprints on the way.

A stored game is a JSON file with the setup, the seed, every answer, and what came of them:
digests of all that happened and was asked, one for every hundred answers, and of the last
position. They lie in a folder for each version of the rules. A version that has been released is
never recorded anew: a rule that is mended on purpose makes a new version (game/versions.py), for
which ``python -m tests.corpus.recording`` writes a folder of its own.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from arkham_bbs.game import Game, Setup
from arkham_bbs.game.events import Event

GAMES = Path(__file__).parent / "games"
SPAN = 100


class Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game as it was played. ``answers`` are (seat, key); a key with a slash, or a
    take-back, came out of turn. ``rules`` is the version of the rules it was played by."""

    setup: Setup
    seed: str
    answers: tuple[tuple[int, str], ...]
    rules: str = "1"
    digests: tuple[str, ...] = ()
    last: str = ""
    reason: str = ""


class Ledger:
    """Takes in what happens and what is asked, and gives a digest of it when wanted."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def note(self, events: tuple[Event, ...], game: Game) -> None:
        self._hash.update(msgspec.json.encode(events))
        asked = game.decision
        if asked is not None:
            keys = "|".join(asked.keys()) if len(asked.options) < 200 else len(asked.options)
            self._hash.update(f"{asked.kind} {asked.seat} {asked.investigator} {keys}".encode())

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:16]


def position_digest(game: Game) -> str:
    """Return a digest of the position; fields at rest do not count, so that new ones may come."""
    state: dict[str, Any] = msgspec.to_builtins(game.play.state)
    told = {name: value for name, value in sorted(state.items()) if value}
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:32]


def is_aside(key: str) -> bool:
    """Tell whether an answer came out of turn."""
    return "/" in key.partition(":")[0] or key.startswith("takeback:")


def replay(stored: Stored) -> Stored:
    """Play a stored game again and return it with the digests that came out."""
    game = Game.new(stored.setup, bytes.fromhex(stored.seed), began_under=stored.rules)
    ledger = Ledger()
    ledger.note(game.take_events(), game)
    digests = []
    for number, (seat, key) in enumerate(stored.answers, start=1):
        events = game.interject(seat, key) if is_aside(key) else game.decide(key, seat=seat)
        ledger.note(events, game)
        if number % SPAN == 0 or number == len(stored.answers):
            digests.append(ledger.digest)
    return msgspec.structs.replace(
        stored,
        digests=tuple(digests),
        last=position_digest(game),
        reason=game.result.reason if game.result else "unfinished",
    )


def load(path: Path) -> Stored:
    """Read one stored game."""
    return msgspec.json.decode(path.read_bytes(), type=Stored)
