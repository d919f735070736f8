"""How the lobby makes and restores games: the one place that names the game's constructor.

Room: lobby. Imports game and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.game.dice import commitment
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.narration import sentence
from arkham_bbs.game.options import BadOptions, Options, investigators_per_player
from arkham_bbs.game.stored import ReplayMismatch, written_under
from arkham_bbs.game.versions import RULES_VERSION, mended_since
from arkham_bbs.lobby.engine import HostedGame
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import TableSpec


class ArkhamEngine:
    """The 1987 game and its modules."""

    rules_version = RULES_VERSION

    def check(self, spec: TableSpec, seats: int) -> None:
        try:
            options = options_of(spec).checked()
            investigators_per_player(options, seats)
        except BadOptions as error:
            raise LobbyRefused(
                "bad-spec", field=error.code, value=error.value, allowed=error.allowed
            ) from error

    def commitment(self, seed: bytes) -> str:
        return commitment(seed)

    def setup(self, spec: TableSpec, names: Sequence[str]) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(Setup(tuple(names), options_of(spec).checked()))
        return plain

    def begin(self, setup: dict[str, Any], seed: bytes) -> tuple[HostedGame, tuple[Any, ...]]:
        game = Game.new(msgspec.convert(setup, Setup), seed)
        return game, game.take_events()

    def written_under(self, checkpoint: bytes) -> str:
        return written_under(checkpoint)

    def mended_since(self, version: str) -> tuple[str, ...]:
        return tuple(one.text for one in mended_since(version))

    def restore(self, checkpoint: bytes, *, step_only: bool = False) -> HostedGame:
        try:
            return Game.restore(checkpoint, step_only=step_only)
        except ReplayMismatch as error:
            raise AnswerRefused("not-on-offer", answer=error.key, seq=error.seq) from error

    def turn(self, game: HostedGame) -> int:
        return game.play.state.turn if isinstance(game, Game) else 0

    def narrate(self, event: Any, names: Sequence[str]) -> str:
        return sentence(event, names)


def options_of(spec: TableSpec) -> Options:
    return Options(
        preset=spec.preset,
        switches=tuple(name for name, on in spec.switches.items() if on),
        modules=spec.modules,
        per_player=spec.investigators_each,
    )
