"""Every way the dice can fall, played through the real engine and counted exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from unittest.mock import patch

import msgspec

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import (
    Event,
    GateDestroyed,
    HitTaken,
    KnockedOut,
    MonsterGone,
    PoolChanged,
    SneakTried,
)
from arkham_bbs.game.game import Game
from arkham_bbs.game.options import Options
from arkham_bbs.game.play import Play
from arkham_bbs.game.policies.pool_checks import PoolChecks, PoolRoll
from arkham_bbs.game.state import Investigator, State
from tests.game.positions import game_at

Policy = Callable[[Game, Decision], str | None]
Judge = Callable[[Sequence[Event]], str | None]


class MoreWanted(Exception):
    """A die or coin is wanted beyond those decided so far."""

    def __init__(self, faces: Sequence[tuple[object, Fraction]]) -> None:
        super().__init__("more")
        self.faces = faces


SIX = tuple((face, Fraction(1, 6)) for face in range(1, 7))
HALF = ((True, Fraction(1, 2)), (False, Fraction(1, 2)))


class TreeDice:
    """Dice that follow a branch and ask for the next fork."""

    def __init__(self, branch: Sequence[object]) -> None:
        self.branch = list(branch)
        self.used = 0

    def _next(self, faces: Sequence[tuple[object, Fraction]]) -> object:
        if self.used == len(self.branch):
            raise MoreWanted(faces)
        self.used += 1
        return self.branch[self.used - 1]

    def d6(self) -> int:
        return int(str(self._next(SIX)))

    def coin(self) -> bool:
        return bool(self._next(HALF))

    def pick(self, names: Sequence[str]) -> int:
        return int(str(self._next([(n, Fraction(1, len(names))) for n in range(len(names))])))

    def hits(self, size: int, lowest: int) -> int:
        """Return how many dice of a pool succeed: one fork for each count, not for each die."""
        return self._fork(self.shares(size, lowest))

    @staticmethod
    def shares(size: int, lowest: int) -> list[Fraction]:
        """Return the chance of each number of successes, worked out die by die."""
        shares = [Fraction(1)]
        for _ in range(size):
            good = Fraction(7 - lowest, 6)
            shares = [
                (shares[n] * (1 - good) if n < len(shares) else 0)
                + (shares[n - 1] * good if n else 0)
                for n in range(len(shares) + 1)
            ]
        return shares

    def _fork(self, shares: Sequence[Fraction]) -> int:
        return int(str(self._next([(n, s) for n, s in enumerate(shares) if s])))

    def succeeds(self, size: int, lowest: int, difficulty: int) -> bool:
        """Return whether a pool succeeds: two forks, where no clue can be spent on it."""
        shares = self.shares(size, lowest)
        good = sum(shares[difficulty:], Fraction(0))
        return bool(self._fork((1 - good, good)))

    def below(self, limit: int) -> int:
        return limit - 1


def first_question(state: State, options: Options) -> Game:
    """Return a game at the first question of a copy of a position, before any die falls."""
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    return game_at(copy, TreeDice(()), options)


def counted_roll(
    self: PoolChecks, play: Play, who: Investigator, size: int, difficulty: int
) -> PoolRoll:
    """Roll a pool as its number of successes; dice of 6 and 1 stand for them."""
    size = max(0, size)
    lowest = play.conditions.success_from(who)
    dice = play.dice
    hits = 0
    if isinstance(dice, TreeDice) and size and who.clues:
        hits = dice.hits(size, lowest)
    elif isinstance(dice, TreeDice) and difficulty <= size:
        hits = difficulty if dice.succeeds(size, lowest, difficulty) else 0
    return PoolRoll(dice=(6,) * hits + (1,) * (size - hits), hits=hits, difficulty=difficulty)


def enumerate_odds(
    state: State,
    options: Options,
    policy: Policy,
    judge: Judge,
) -> dict[str, Fraction]:
    """Return the exact chance of every ending the judge names.

    ``policy`` gives the answer to each decision, None to stop there (an ending the judge has to
    name by what happened so far). Dice after the ending is known are not rolled.
    """
    with patch.object(PoolChecks, "_roll", counted_roll):
        return _enumerate(state, options, policy, judge)


def _enumerate(state: State, options: Options, policy: Policy, judge: Judge) -> dict[str, Fraction]:
    packed = msgspec.msgpack.encode(state)
    found: dict[str, Fraction] = {}
    todo: list[tuple[tuple[object, ...], Fraction]] = [((), Fraction(1))]
    step = state.step

    def stop(play: Play) -> bool:
        return play.state.step != step

    while todo:
        branch, share = todo.pop()
        happened: list[Event] = []
        game: Game | None = None
        try:
            game = Game.at(
                msgspec.msgpack.decode(packed, type=State),
                options,
                TreeDice(branch),
                stop=stop,
            )
            happened += game.take_events()
            while game.decision is not None and judge(happened) is None:
                answer = policy(game, game.decision)
                if answer is None:
                    break
                happened += game.decide(answer)
        except MoreWanted as more:
            if game is not None:
                happened += game.play.events
            if judge(happened) is None:
                todo += [((*branch, face), share * part) for face, part in more.faces]
                continue
        verdict = judge(happened) or "nothing"
        found[verdict] = found.get(verdict, Fraction(0)) + share
    return found


def fight_judge(events: Sequence[Event]) -> str | None:
    """Name how a round ended, as the odds name it."""
    hit = False
    for event in events:
        if isinstance(event, MonsterGone) and event.how == "killed":
            return "kill"
        if isinstance(event, MonsterGone) and event.how in ("banished", "bound"):
            return "works"
        if isinstance(event, PoolChanged) and event.pool == "sanity" and event.now == 0:
            return "mad"
        if isinstance(event, HitTaken):
            if event.by == "piccolo_of_leng":
                return "miss"
            if event.by == "flesh_ward":
                return "sheltered"
            hit = event.by == "self"
            if hit and event.monster.startswith("nightgaunt"):
                return "carried"
        if hit and isinstance(event, PoolChanged) and event.pool == "strength":
            return "fall" if event.now == 0 else "hit"
        if isinstance(event, KnockedOut) and event.pool == "sanity":
            return "mad"
    return None


def gate_judge(events: Sequence[Event]) -> str | None:
    """Name how an attack on a gate ended."""
    for event in events:
        if isinstance(event, GateDestroyed):
            return "destroy"
        if isinstance(event, PoolChanged) and event.pool == "sanity" and event.now == 0:
            return "mad"
    return None


def sneak_judge(events: Sequence[Event]) -> str | None:
    """Name how a Sneak ended: checks first, then the way out."""
    passed: bool | None = None
    aim = ""
    for event in events:
        if isinstance(event, SneakTried):
            passed, aim = event.passed, event.aim
            if not passed and aim != "gate":
                return "caught"
        if isinstance(event, PoolChanged) and event.pool == "sanity" and event.now == 0:
            return "mad"
        if passed is False and isinstance(event, PoolChanged) and event.pool == "strength":
            return "fall" if event.now == 0 else "hit"
        if passed and type(event).__name__ == "Moved":
            return "away"
        if passed and isinstance(event, MonsterGone):
            return "away"
    return None
