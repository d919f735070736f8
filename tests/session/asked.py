"""Games of two that stand at each kind of question: found by play, or built where play is slow.

The list of hints only saves time. When the rules have moved on and a hint leads nowhere, the
search goes on from the first game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from msgspec.msgpack import encode as pack

from arkham_bbs.game.decisions import KINDS
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.options import MODULES, SWITCHES, Options
from arkham_bbs.game.stored import Snapshot
from arkham_bbs.session.asked import lay_out, numbered_keys
from arkham_bbs.session.option_list import answer_hint
from arkham_bbs.session.table_room import TableRoom
from arkham_bbs.session.told import labels_of
from tests.game.positions import person, position

PLAYERS = ("Ann", "Bob")
LONGEST = 900
MOST_GAMES = 700

WAYS = (
    Options(),
    Options(switches=tuple(name for name in SWITCHES if name != "HOUSE-1")),
    Options(modules=("pool_checks",)),
    Options(modules=("conditions_2005",)),
    Options(modules=("defeat_2013",)),
    Options(modules=MODULES),
    Options(switches=("HOUSE-1", "OPT-1", "LOST", "HOUSE-3")),
)
"""Rules that take turns: game number N is played by ``WAYS[N % 7]``."""

HINTS: dict[str, int] = {
    "discard_spell": 647,
    "sell_for": 157,
    "buy_unsold": 83,
    "halt": 52,
    "carry": 50,
    "sidewalk": 48,
    "leave_power": 27,
    "tie": 26,
    "discard_item": 24,
}


def _play(number: int) -> Iterator[Game]:
    """Play one random game and yield it before every answer."""
    choice = random.Random(number)
    game = Game.new(Setup(PLAYERS, WAYS[number % len(WAYS)]), b"kinds %d" % number)
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None:
            return
        yield game
        game.decide(choice.choice(decision.keys()[:200]), seat=decision.seat)


def _both_at_nothing() -> bytes | None:
    """Build the one question that random play hardly meets: two values at 0 (D13-13)."""
    for used in range(200):
        state = position(
            [
                person("joe_diamond", "historical_society", strength=0, sanity=1),
                person("jenny_barnes", "s1", seat=1, strength=5, sanity=5),
            ],
            step="encounter",
            active="joe_diamond",
            to_act=(1,),
            gates=[("lighthouse", "yuggoth", False)],
        )
        state.seats, state.dice_used = PLAYERS, used
        options = Options(modules=("defeat_2013",)).checked()
        stored = Snapshot("1", options, b"both at nothing", pack(state), 0, 0, (), used)
        game = Game.restore(pack(stored))
        if game.decision is not None and game.decision.kind == "zero":
            return pack(stored)
    return None


_FOUND: dict[str, bytes] = {}


@cache
def standing_at(kind: str) -> bytes:
    """Return the snapshot of a game at a question of this kind.

    Raises:
        AssertionError: no game comes to it.
    """
    if kind == "zero":
        built = _both_at_nothing()
        assert built is not None
        return built
    numbers = [HINTS[kind]] if kind in HINTS else []
    for number in (*numbers, *range(MOST_GAMES)):
        if kind in _FOUND:
            break
        for game in _play(number):
            asked = game.decision
            if asked is not None and asked.kind not in _FOUND:
                _FOUND[asked.kind] = game.snapshot()
    assert kind in _FOUND, f"no game of {MOST_GAMES} asked {kind}"
    return _FOUND[kind]


def asked_at_a_table(kind: str) -> TableRoom:
    """Return what stands in for the room of somebody who is asked this kind of question."""
    game = Game.restore(standing_at(kind))
    decision = game.decision
    assert decision is not None
    view = game.view(decision.seat)
    stand_in: Any = SimpleNamespace(
        view=view,
        decision=decision,
        asked=lay_out(decision, labels_of(decision, view, numbered_keys(decision))),
        watching=False,
        seat=decision.seat,
        is_mine=True,
        table=SimpleNamespace(is_started=True),
        hint=answer_hint,
    )
    return cast(TableRoom, stand_in)


def all_kinds() -> tuple[str, ...]:
    """Return every kind the game and its modules can ask."""
    return KINDS
