"""How the lobby makes and restores games: the one place that names the game's constructor.

Room: lobby. Imports game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from arkham_bbs.game.decisions import Answer, Decision, Option
from arkham_bbs.lobby.specs import TableSpec


class HostedGame(Protocol):
    """What a table uses of a game."""

    @property
    def decision(self) -> Decision | None: ...
    @property
    def checkpoint(self) -> bytes: ...
    @property
    def answers(self) -> Sequence[Answer]: ...
    @property
    def result(self) -> Any: ...
    @property
    def commitment(self) -> str: ...
    def decide(
        self, answer: str, *, seat: int | None = None, number: int | None = None
    ) -> tuple[Any, ...]: ...
    def interjections(self, seat: int) -> tuple[Option, ...]: ...
    def interject(self, seat: int, answer: str) -> tuple[Any, ...]: ...
    def view(self, seat: int | None) -> Any: ...


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

    def resume(self, checkpoint: bytes, answers: Iterable[Answer]) -> HostedGame: ...

    def narrate(self, event: Any) -> str:
        """The sentence of an event; empty when there is nothing to tell."""
        ...


def event_kind(event: Any) -> str:
    return type(event).__name__


def event_data(event: Any) -> str:
    """An event as JSON text."""
    return msgspec.json.encode(event).decode()
