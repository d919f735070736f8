"""Attacking gates.

Room: game. Imports neighbours here.
Source: RULES.md GATTACK-1 to GATTACK-3, GATTACK-13 to GATTACK-15, OPEN-40, SPELL-BIND-6.
"""

from __future__ import annotations

from arkham_bbs.game.assault import arm, prepare, strike_gate
from arkham_bbs.game.bind import after_gate
from arkham_bbs.game.gate_closing import destroy_gate, guardians
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.sanity import Encounter, check_each
from arkham_bbs.game.state import Investigator


def attack_gate(play: Play, who: Investigator, encounter: Encounter) -> Rule[bool]:
    """Attack the gate where ``who`` stands, after the guardians' checks (GATTACK-2, -3).

    Returns: True when it was destroyed, which ends the turn (GATTACK-13).

    Raises:
        CarriedOff: a check took the last sanity.
    """
    play.state.notes.gate_attacked = True
    yield from check_each(play, who, guardians(play, who.place), encounter)
    assault = yield from prepare(play, who, None, encounter)
    assert assault is not None
    yield from arm(play, who, None, encounter, assault)
    if not (yield from strike_gate(play, who, assault)):
        return False
    place = who.place
    after_gate(play, who, assault.bound)
    yield from destroy_gate(play, who, place, "attack")
    return True
