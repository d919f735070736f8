"""The register of tellers: one small function for each event type.

Room: game. Imports the events.

A teller takes the event and the display names of the seats and returns one
sentence. The modules named ``told_*`` fill the register.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from arkham_bbs.game.events import Event

Names = Sequence[str]
Teller = Callable[[Any, Names], str]
E = TypeVar("E", bound=Event)

TELLERS: dict[type[Event], Teller] = {}


def tells(
    kind: type[E],
) -> Callable[[Callable[[E, Names], str]], Callable[[E, Names], str]]:
    """Register the decorated function as the teller of ``kind``."""

    def register(teller: Callable[[E, Names], str]) -> Callable[[E, Names], str]:
        if kind in TELLERS:
            raise ValueError(f"{kind.__name__} has a teller already")
        TELLERS[kind] = teller
        return teller

    return register


def sentence(event: Event, names: Names = ()) -> str:
    """Tell an event in one sentence, with its names, dice and numbers.

    Args:
        names: the display names of the seats, by seat number.
    """
    return TELLERS[type(event)](event, names)
