"""Whole games played by chance, to prove the rules hold together and to count.

Room: game. Imports the standard library, msgspec and neighbours here.

The answers come from a generator of their own, seeded by the caller; the dice of each game from
the game's seed. The same arguments give the same report, times apart.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable

import msgspec
from msgspec import Struct

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import (
    CluesDestroyed,
    CluesLost,
    ClueSpent,
    CluesPlaced,
    CluesTaken,
    DoomMoved,
    ElderSignLaid,
    Event,
    GatePlaced,
)
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.invariants import violations
from arkham_bbs.game.options import PRESETS, BadOptions, Options
from arkham_bbs.game.trade import pieces_of

MAX_DECISIONS = 50_000


class Report(Struct):
    """What came of a run. ``results`` counts endings by reason; times are in seconds."""

    games: int = 0
    players: int = 0
    decisions: int = 0
    interjections: int = 0
    turns: int = 0
    results: dict[str, int] = msgspec.field(default_factory=dict)
    kinds: dict[str, int] = msgspec.field(default_factory=dict)
    violations: list[str] = msgspec.field(default_factory=list)
    seconds: float = 0.0

    @property
    def mean_turns(self) -> float:
        """Return the mean length of a game in game turns."""
        return self.turns / self.games if self.games else 0.0

    @property
    def decisions_per_second(self) -> float:
        """Return how many answers were given each second, checks included."""
        return self.decisions / self.seconds if self.seconds else 0.0


def seed_of(run: int, game: int) -> bytes:
    """Return the dice seed of one game of a run."""
    return run.to_bytes(8, "big", signed=True) + game.to_bytes(8, "big")


def pick_answer(rng: random.Random, decision: Decision) -> str:
    """Return a uniformly random legal answer."""
    return decision.options[rng.randrange(len(decision.options))].key


def random_interjection(rng: random.Random, game: Game) -> tuple[int, str] | None:
    """Return something a random seat may do out of turn, trades filled in at random."""
    seat = rng.randrange(len(game.play.state.seats))
    offers = game.interjections(seat)
    if not offers:
        return None
    key = offers[rng.randrange(len(offers))].key
    if "/trade:" in key:
        if game.play.investigator(key.rpartition(":")[2]).status == "waiting":
            lent = _random_pieces(rng, game, key, 2).split("+")
            wanted = "+".join(piece for piece in lent if piece.startswith("items."))
            return (seat, f"{key}::{wanted}") if wanted else None
        return (
            seat,
            f"{key}:{_random_pieces(rng, game, key, 1)}:{_random_pieces(rng, game, key, 2)}",
        )
    if key.endswith("/mark:"):
        places = [*game.play.content.spaces, *game.play.content.locations, "rlyeh/1"]
        return seat, key + places[rng.randrange(len(places))]
    return seat, key


def _random_pieces(rng: random.Random, game: Game, key: str, side: int) -> str:
    who = game.play.investigator(key.partition("/")[2].split(":")[side])
    pieces = pieces_of(game.play, who)
    chosen = rng.sample(pieces, min(len(pieces), rng.randrange(3)))
    cash = rng.randrange(min(who.money, 5) + 1)
    return "+".join([*chosen, f"cash-{cash}"])


class _Doom:
    """Follows the Doom marker by events, to compare it with the state."""

    def __init__(self, start: int) -> None:
        self.now = start
        self.setting_up = True
        self.wrong: list[str] = []

    def see(self, events: tuple[Event, ...], game: Game) -> None:
        for event in events:
            if isinstance(event, DoomMoved):
                self.now += event.change
                if event.now != self.now:
                    self.wrong.append(f"doom {event.now} told, {self.now} counted")
        if self.now != game.play.state.doom:
            self.wrong.append(f"doom {game.play.state.doom} stands, {self.now} counted")
        gates = sum(isinstance(event, GatePlaced) for event in events)
        signs = sum(isinstance(event, ElderSignLaid) for event in events)
        moves = sum(isinstance(event, DoomMoved) for event in events)
        if moves < gates - self.setting_up or (signs and not moves):
            self.wrong.append("a gate or a sign did not move Doom")
        self.setting_up = game.play.state.turn == 0


class _Clues:
    """Follows clue tokens by events: on the board, and on all sheets together."""

    def __init__(self) -> None:
        self.lying = 0
        self.held = 0
        self.wrong: list[str] = []

    def see(self, events: tuple[Event, ...], game: Game) -> None:
        for event in events:
            if isinstance(event, CluesPlaced):
                self.lying += 1
            elif isinstance(event, CluesDestroyed):
                self.lying -= event.amount
            elif isinstance(event, CluesTaken):
                self.lying -= event.amount
                self.held += event.amount
            elif isinstance(event, ClueSpent):
                self.held -= 1
            elif isinstance(event, CluesLost):
                self.held -= event.amount
        state = game.play.state
        lying = sum(state.clues.values())
        held = sum(who.clues for who in state.investigators.values())
        if (lying, held) != (self.lying, self.held):
            self.wrong.append(
                f"clues: {lying} lie and {held} are held; told {self.lying} and {self.held}"
            )


def play_one(
    game: Game,
    rng: random.Random,
    report: Report,
    *,
    aside: float = 0.0,
    watch: Callable[[Game], None] | None = None,
    check: bool = True,
) -> None:
    """Play a game to its end with random answers, adding to ``report``.

    Args:
        aside: chance that something is done out of turn before an answer, 0 to 1.
        watch: called before every answer.
        check: look for violations after every answer.
    """
    kinds: Counter[str] = Counter(report.kinds)
    doom = _Doom(game.play.state.doom)
    clues = _Clues()
    opening = game.take_events()
    clues.see(opening, game)
    doom.see(tuple(e for e in opening if not isinstance(e, DoomMoved)), game)
    for _ in range(MAX_DECISIONS):
        decision = game.decision
        if decision is None:
            break
        if watch is not None:
            watch(game)
        apart = random_interjection(rng, game) if aside and rng.random() < aside else None
        if apart is not None:
            events = game.interject(*apart)
            report.interjections += 1
        else:
            kinds[decision.kind] += 1
            report.decisions += 1
            events = game.decide(pick_answer(rng, decision))
        if check:
            wrong = violations(game)
            doom.see(events, game)
            clues.see(events, game)
            wrong += doom.wrong + clues.wrong
            if wrong:
                report.violations += [f"{decision.kind}: {text}" for text in wrong]
                break
    else:
        report.violations.append("a game did not end")
    report.kinds = dict(kinds)
    report.games += 1
    report.turns += game.play.state.turn
    reason = game.result.reason if game.result else "unfinished"
    report.results[reason] = report.results.get(reason, 0) + 1


def simulate(
    games: int,
    players: int,
    seed: int = 0,
    options: Options | None = None,
    *,
    aside: float = 0.0,
    check: bool = True,
) -> Report:
    """Play ``games`` complete games and report.

    Args:
        players: 1 to 8. seed: any whole number; chooses both dice and answers.
        aside: chance of an interjection before each answer.

    Raises:
        BadOptions: the options do not fit.
    """
    chosen = options or Options()
    report = Report(players=players)
    started = time.perf_counter()
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        names = tuple(f"Player {seat + 1}" for seat in range(players))
        game = Game.new(
            Setup(seats=names, options=chosen), seed_of(seed, number), keep_checkpoints=False
        )
        try:
            play_one(game, rng, report, aside=aside, check=check)
        except Exception as fault:
            # A simulation reports what it finds; a fault in the rules is what it is for.
            report.violations.append(f"game {number}: {type(fault).__name__}: {fault}")
    report.seconds = time.perf_counter() - started
    return report


def main(arguments: list[str]) -> int:
    """Run `arkham-bbs simulate`; exit status 1 when a violation was found, 2 for bad arguments."""
    parser = argparse.ArgumentParser(
        prog="arkham-bbs simulate",
        description="Play whole games with uniformly random legal answers and look for faults.",
    )
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--players", type=int, default=3, choices=range(1, 9), metavar="1-8")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--preset", default="sensible", choices=tuple(PRESETS))
    parser.add_argument("--switch", action="append", default=[], metavar="ID")
    parser.add_argument("--module", action="append", default=[], metavar="NAME")
    parser.add_argument(
        "--aside", type=float, default=0.1, help="chance of doing something out of turn, 0 to 1"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    options = Options(
        preset=chosen.preset, switches=tuple(chosen.switch), modules=tuple(chosen.module)
    )
    try:
        report = simulate(
            chosen.games, chosen.players, chosen.seed, options.checked(), aside=chosen.aside
        )
    except BadOptions as wrong:
        allowed = ", ".join(str(value) for value in wrong.allowed)
        print(f"{wrong}. Allowed: {allowed}", file=sys.stderr)
        return 2
    print(_as_json(report) if chosen.json else _as_text(report))
    return 1 if report.violations else 0


def _as_json(report: Report) -> str:
    plain = msgspec.to_builtins(report)
    plain["mean_turns"] = round(report.mean_turns, 2)
    plain["decisions_per_second"] = round(report.decisions_per_second)
    return msgspec.json.encode(plain).decode()


def _as_text(report: Report) -> str:
    lines = [
        f"{report.games} games with {report.players} players: {report.decisions} decisions and "
        f"{report.interjections} interjections in {report.seconds:.1f} s "
        f"({report.decisions_per_second:.0f} decisions a second, checks included)",
        f"mean length {report.mean_turns:.1f} turns",
        *(f"  {reason}: {count}" for reason, count in sorted(report.results.items())),
        f"{len(report.violations)} violations",
        *(f"  {text}" for text in report.violations[:20]),
    ]
    return "\n".join(lines)
