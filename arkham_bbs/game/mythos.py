"""The Mythos Phase: vampires, the gate roll and the extra monsters.

Room: game. Imports events and neighbours here.
Source: RULES.md COUNTER-4, MYTHOS-1 to MYTHOS-9, OPT-4, OPEN-39, MMOVE-11, GATE-5.
"""

from __future__ import annotations

from arkham_bbs.game.events import GateRolled, MythosBegan, NothingHappened, VampireGrew
from arkham_bbs.game.gates import lay_gate
from arkham_bbs.game.monsters import appear, point_new, sealed
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import TurnNotes


def vampire_step(play: Play) -> Rule[str]:
    """Step 2a: each vampire in play grows by 1 (COUNTER-4)."""
    state = play.state
    state.notes = TurnNotes()
    play.emit(MythosBegan(turn=state.turn, rule="TURN-2"))
    if play.has("OPT-9"):
        for who in state.investigators.values():
            who.checked = []
    for monster in state.monsters:
        card = play.content.monsters[monster.id]
        if card.cls == "vampire":
            monster.strength = (monster.strength or card.sp) + 1
            play.emit(
                VampireGrew(
                    monster=monster.id,
                    face_up=monster.face_up,
                    strength=monster.strength if monster.face_up else None,
                    rule="COUNTER-4",
                )
            )
    return "gate_roll"
    yield  # pragma: no cover


def gate_roll_step(play: Play) -> Rule[str]:
    """Step 2b: roll for a gate and a monster (MYTHOS-1 to MYTHOS-9).

    Raises:
        Finished: the gate laid loses the game.
    """
    state = play.state
    dice = (play.d6(), play.d6())
    total = sum(dice)
    state.notes.gate_roll = total
    place = play.content.appearance[total]
    play.emit(GateRolled(dice=dice, place=place, rule="MYTHOS-1"))
    gated = [gate for gate in state.gates if gate != place]
    is_sealed = sealed(play, place)
    if is_sealed:
        play.emit(NothingHappened(cause="elder-sign", place=place, rule="MYTHOS-5"))
    elif place in state.gates or lay_gate(play, place, counts=True, rule="MYTHOS-2"):
        yield from place_counter(play, place)
    else:
        play.emit(NothingHappened(cause="gate-deck-empty", place=place, rule="GATE-5"))
    extra = play.content.misc["extra_monsters"]
    results = extra["printed_board" if play.has("OPT-4") else "rules_sheet"]
    if total in results and not is_sealed:
        for gate in gated:
            yield from place_counter(play, gate)
    return "monsters_move"


def place_counter(play: Play, place: str) -> Rule[None]:
    """Draw a counter face down for a gate; the first player points it (MYTHOS-2, MMOVE-11)."""
    monster = appear(play, place, face_up=False, rule="MYTHOS-2")
    if monster is not None:
        play.state.notes.placed.append(monster.id)
        names = play.turn_order()
        if names:
            yield from point_new(play, monster, play.investigator(names[0]))
