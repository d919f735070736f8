"""A game played over the wire and followed here with the same seed, answer by answer.

Who follows knows which keys are on offer, what the next question says, and so whether a client
has seen the effect of an answer. Nothing here looks into the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from arkham_bbs.game import Game, Options, Setup
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import Event
from arkham_bbs.game.narration import sentence
from arkham_bbs.session.told import asked_name, question_of
from tests.wire.callers import LineCaller, squeezed

PAID = "Go? [Y/n]"


def expected_question(game: Game, seat: int, handles: Sequence[str] = ()) -> str:
    """Return what the caller of ``seat`` reads last: the question, or who is waited for.

    ``handles`` are those who sit there now, when that is not who began the game.
    """
    decision = game.decision
    view = game.view(seat)
    if handles:
        view = msgspec.structs.replace(view, seats=tuple(handles))
    if decision is None:
        return "Type honour for the roll of honour"
    question = question_of(decision, view)
    if decision.seat == seat:
        return squeezed(question)
    return f"Waiting for {asked_name(decision, view)}"


class Followed:
    """The game as it must stand on the server, and the callers who play it."""

    def __init__(self, handles: Sequence[str], seed: bytes, options: Options | None = None) -> None:
        self.handles = tuple(handles)
        self.game = Game.new(Setup(self.handles, (options or Options()).checked()), seed)
        self.callers: list[LineCaller] = []

    @classmethod
    def standing(cls, handles: Sequence[str], snapshot: bytes) -> Followed:
        """Follow a game that did not begin here, from where it stands."""
        followed = cls.__new__(cls)
        followed.handles = tuple(handles)
        followed.game = Game.restore(snapshot)
        followed.callers = []
        return followed

    def question(self, seat: int) -> str:
        """Return what the caller of a seat reads last."""
        return expected_question(self.game, seat, self.handles)

    @property
    def decision(self) -> Decision | None:
        return self.game.decision

    async def all_see(self) -> None:
        """Wait until every caller reads what is asked now."""
        for seat, caller in enumerate(self.callers):
            await caller.sees(self.question(seat))

    async def answer(self, key: str) -> tuple[Event, ...]:
        """Let the one who is asked type a key.

        Every caller must then read what came of it, and the next question.
        """
        decision = self.game.decision
        assert decision is not None
        assert decision.offers(key), (decision.kind, key)
        for caller in self.callers:
            caller.forget()
        asked = self.callers[decision.seat]
        events = self.game.decide(key)
        asked.send(key)
        await self.confirm(asked, self.question(decision.seat))
        for caller in self.callers:
            await caller.sees(*self.told(events))
        await self.all_see()
        return events

    async def say(self, seat: int, line: str, key: str) -> tuple[Event, ...]:
        """Let a player do something out of turn; every caller must read what came of it."""
        for caller in self.callers:
            caller.forget()
        events = self.game.interject(seat, key)
        self.callers[seat].send(line)
        for caller in self.callers:
            await caller.sees(*self.told(events))
        return events

    def told(self, events: Sequence[Event]) -> list[str]:
        """Return what is read about events, as one long line each."""
        return [squeezed(sentence(event, self.handles)) for event in events]

    async def confirm(self, caller: LineCaller, wanted: str) -> None:
        """Wait for a text; say yes where the board asks whether the fare shall be paid."""
        async with asyncio.timeout(30):
            while wanted not in squeezed(caller.text):
                if squeezed(caller.text).endswith(PAID):
                    caller.send("yes")
                await caller.read_some()
