"""Laying gates and moving the Doom marker.

Room: game. Imports events and neighbours here.
Source: RULES.md MYTHOS-2 to MYTHOS-5, GATE-2, GATE-5, LOSE-1 to LOSE-7, SETUP-10.
"""

from __future__ import annotations

from arkham_bbs.game.events import DoomMoved, GatePlaced, GateTurnedUp
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Gate
from arkham_bbs.game.victory import finish, test_gate_limit


def move_doom(play: Play, change: int, cause: str, rule: str) -> None:
    """Move the Doom marker, never below 0 (ITEM-ELDER-SIGN-5).

    Raises:
        Finished: the marker reached the Doom of Arkham (LOSE-5, LOSE-6).
    """
    state = play.state
    now = max(play.content.misc["lose"]["doom_floor"], state.doom + change)
    moved = now - state.doom
    state.doom = now
    play.emit(DoomMoved(now=now, change=moved, cause=cause, rule=rule))
    if now >= play.content.misc["lose"]["doom_of_arkham"]:
        finish(play, False, "doom-of-arkham", "LOSE-5")


def lay_gate(play: Play, place: str, *, counts: bool, rule: str) -> bool:
    """Lay the first gate card of the deck face down; False when the deck is empty (GATE-5).

    ``counts`` is False at set-up, when Doom does not move. The gate limit is tested at once
    (LOSE-7), after Doom.

    Raises:
        Finished: the game is lost by it.
    """
    state = play.state
    if not state.decks.gates:
        return False
    state.gates[place] = Gate(state.decks.gates.pop(0))
    play.emit(GatePlaced(place=place, rule=rule))
    play.checks.gate_placed(play, place)
    if counts:
        move_doom(play, 1, "gate", "MYTHOS-3")
        test_gate_limit(play)
    return True


def turn_up_gate(play: Play, place: str, rule: str) -> None:
    """Turn a gate face up; it stays so (GATE-2)."""
    gate = play.state.gates[place]
    if not gate.face_up:
        gate.face_up = True
        play.emit(GateTurnedUp(place=place, world=gate.world, rule=rule))
