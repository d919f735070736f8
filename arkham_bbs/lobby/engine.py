"""What the lobby asks of a game and of whatever makes games.

Room: lobby. Imports the game's decisions. ``arkham.py`` has the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from arkham_bbs.game.decisions import Answer, Decision, Option
from arkham_bbs.lobby.specs import TableSpec

TAKE_BACK = "takeback:"
"""How the key of a taking back begins; the number of the answer follows."""


class HostedGame(Protocol):
    """What a table uses of a game."""

    @property
    def decision(self) -> Decision | None: ...
    @property
    def checkpoint(self) -> bytes: ...
    @property
    def checkpoint_seq(self) -> int: ...
    @property
    def seq(self) -> int: ...
    @property
    def rerun(self) -> tuple[Any, ...]:
        """What restoring played again of the step it began: told before, not to be told anew."""
        ...

    @property
    def result(self) -> Any: ...
    @property
    def commitment(self) -> str: ...
    def decide(
        self, answer: str, *, seat: int | None = None, number: int | None = None
    ) -> tuple[Any, ...]: ...
    def interjections(self, seat: int) -> tuple[Option, ...]: ...
    def check_interjection(self, seat: int, answer: str) -> None: ...
    def take_back_point(self, seat: int) -> tuple[int, bool] | None: ...
    def interject(self, seat: int, answer: str) -> tuple[Any, ...]: ...
    def view(self, seat: int | None) -> Any: ...
    def snapshot(self) -> bytes: ...


class Engine(Protocol):
    """Makes games. The real one is ``ArkhamEngine``; tests may bring a tiny one."""

    rules_version: str

    def check(self, spec: TableSpec, seats: int) -> None:
        """Raise ``LobbyRefused("bad-spec")`` when the options do not exist or do not fit."""
        ...

    def commitment(self, seed: bytes) -> str: ...

    def setup(self, spec: TableSpec, names: Sequence[str]) -> dict[str, Any]:
        """The plain values ``begin`` reads."""
        ...

    def begin(self, setup: dict[str, Any], seed: bytes) -> tuple[HostedGame, tuple[Any, ...]]:
        """A new game and the events of its beginning."""
        ...

    def written_under(self, checkpoint: bytes) -> str:
        """The version of the rules of the program that wrote a checkpoint."""
        ...

    def mended_since(self, version: str) -> tuple[str, ...]:
        """What the rules mended after a version, in sentences."""
        ...

    def restore(self, checkpoint: bytes, *, step_only: bool = False) -> HostedGame:
        """A game as it stood at a checkpoint, or only where the step of the turn began.

        Raises:
            AnswerRefused: what the checkpoint holds does not fit the rules any more.
        """
        ...

    def turn(self, game: HostedGame) -> int:
        """The game turn; 0 while setting up."""
        ...

    def narrate(self, event: Any, names: Sequence[str]) -> str:
        """The sentence of an event; empty when there is nothing to tell."""
        ...


def take(game: HostedGame, answer: Answer) -> tuple[Any, ...]:
    """Play a recorded answer; return what happened. Raises AnswerRefused."""
    if answer.interjection:
        return game.interject(answer.seat, answer.key)
    return game.decide(answer.key, seat=answer.seat)


def event_kind(event: Any) -> str:
    return type(event).__name__


def event_data(event: Any) -> str:
    """An event as JSON text."""
    return msgspec.json.encode(event).decode()
