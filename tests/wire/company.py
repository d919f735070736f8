"""Four people who trade, bid and go after their lost, and the search for a game with all of it.

The choices look at the game as it stands, which no player could; what is typed for them are the
words and keys any player has. A game is the same for the same seed and the same dice of choice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game import events as happened
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import Event
from arkham_bbs.game.narration import names
from arkham_bbs.session.trading import read_offer_number, read_trade

HANDLES = ("Ann", "Bob", "Cora", "Dan")
OPTIONS = Options(switches=("LOST",), per_player=1)
WANTED = ("trade", "auction", "rescue")


@dataclass(frozen=True)
class Step:
    """One line of one player: what is typed, and the key it stands for."""

    seat: int
    line: str
    key: str
    interjection: bool = False


@dataclass
class Found:
    """What has happened in a game so far."""

    trades: int = 0
    lots_sold: int = 0
    rescues: int = 0

    def see(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, happened.TradeClosed) and event.how == "accepted":
                self.trades += 1
            elif isinstance(event, happened.LotClosed) and event.winner is not None:
                self.lots_sold += 1
            elif isinstance(event, happened.Rescued):
                self.rescues += 1

    @property
    def is_rich(self) -> bool:
        return bool(self.trades and self.lots_sold and self.rescues)


class Company:
    """Chooses what is typed next."""

    def __init__(self, game: Game, choice: int) -> None:
        self.game = game
        self.dice = random.Random(choice)

    def steps(self) -> Iterator[Step]:
        """Return what is typed, line by line; the caller applies each before the next."""
        while (decision := self.game.decision) is not None:
            if self.dice.random() < 0.2:
                yield from self._trade()
                if self.game.decision != decision:
                    continue
            yield self._answer(decision)

    # -- trading ----------------------------------------------------------------------------------
    def _trade(self) -> Iterator[Step]:
        """Offer a thing for a dollar to somebody in the same place, who takes it."""
        for seat in range(len(HANDLES)):
            options = self.game.interjections(seat)
            view = self.game.view(seat)
            pairs = [o.key.split("/")[1].split(":") for o in options if "/trade:" in o.key]
            for _, offerer, partner in pairs:
                mine, other = view.investigator(offerer), view.investigator(partner)
                if not mine.items or other.money < 1 or other.place != mine.place:
                    continue
                if self.game.play.investigator(partner).status != "active":
                    continue
                words = f"{names.person(partner)} give {names.card(mine.items[0].id)} for $1"
                offer = read_trade(words, view, options)
                if not offer.key:
                    continue
                yield Step(seat, f"trade {words}", offer.key, True)
                taker = other.seat
                key, problem = read_offer_number(
                    "", self.game.view(taker), "accept", self.game.interjections(taker)
                )
                if not problem:
                    yield Step(taker, "accept", key, True)
                return

    # -- answering --------------------------------------------------------------------------------
    def _answer(self, decision: Decision) -> Step:
        return Step(decision.seat, key := self._key(decision), key)

    def _key(self, decision: Decision) -> str:
        keys = [option.key for option in decision.options]
        if decision.kind == "wait_or_new" and self.dice.random() < 0.9:
            return "wait"
        if decision.kind == "carry":
            return keys[-1] if keys[0] == "no" else keys[0]
        if decision.kind == "gate" and "enter" in keys:
            return "enter"
        if decision.kind == "bid":
            cash = [key for key in keys if key.startswith("cash:")]
            if cash and self.dice.random() < 0.5:
                return cash[0]
            return "pass"
        if decision.kind == "move":
            return self._walk(decision, keys)
        return self.dice.choice(keys)

    def _walk(self, decision: Decision, keys: list[str]) -> str:
        """Go where a gate leads to somebody lost; else to a gate; else anywhere."""
        state = self.game.play.state
        worlds = {
            who.place.partition("/")[0]
            for who in state.investigators.values()
            if who.status == "waiting"
        }
        if not worlds and self.dice.random() < 0.5:
            return self.dice.choice(keys)
        gates = {place: gate.world for place, gate in state.gates.items()}
        ways = [key for key in keys if key.rpartition(":")[2] in gates]
        fetching = [key for key in ways if gates[key.rpartition(":")[2]] in worlds]
        here = state.investigators[decision.investigator].place
        if fetching:
            return fetching[0]
        if gates.get(here) in worlds and "stay" in keys:
            return "stay"
        return self.dice.choice(ways or keys)


def new_game(seed: bytes) -> Game:
    return Game.new(Setup(HANDLES, OPTIONS.checked()), seed)


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def play_through(number: int) -> tuple[Found, Game]:
    """Play one game here, by the choices of the company."""
    game = new_game(seed_of(number))
    found = Found()
    company = Company(game, number)
    for step in company.steps():
        if step.interjection:
            found.see(game.interject(step.seat, step.key))
        else:
            found.see(game.decide(step.key, seat=step.seat))
    return found, game


def rich_game(first: int, most: int = 4_000) -> int:
    """Return the number of the first game with a trade, a lot sold and a rescue."""
    for number in range(first, first + most):
        found, _ = play_through(number)
        if found.is_rich:
            return number
    raise AssertionError(f"none of {most} games has {WANTED}")
