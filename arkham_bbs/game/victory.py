"""Winning, losing and honours.

Room: game. Imports events and neighbours here.
Source: RULES.md WIN-1 to WIN-3, LOSE-1 to LOSE-3, LOSE-7, OPT-3, OPT-5, HONOUR-1.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.game.events import GameOver
from arkham_bbs.game.play import Finished, Play
from arkham_bbs.game.state import Investigator, Result


def finish(play: Play, victory: bool, reason: str, rule: str) -> None:
    """End the game.

    Raises:
        Finished: always; the game stops where it stands.
    """
    citizens = first_citizen(play) if victory else ()
    play.state.result = Result(
        victory=victory,
        reason=reason,
        turn=play.state.turn,
        first_citizen=citizens,
        honours=roll_of_honour(play),
    )
    play.emit(
        GameOver(
            victory=victory,
            reason=reason,
            turn=play.state.turn,
            first_citizen=citizens,
            rule=rule,
        )
    )
    raise Finished


def test_win(play: Play) -> None:
    """Win when no gate is left, from game turn 2 on (WIN-1 to WIN-3).

    Raises:
        Finished: the players have won.
    """
    if play.state.turn >= play.content.misc["win"]["first_turn"] and not play.state.gates:
        finish(play, True, "gates-closed", "WIN-1")


def test_gate_limit(play: Play) -> None:
    """Lose as soon as too many gates stand (LOSE-7); OPT-5 tests at the end of turns instead.

    Raises:
        Finished: the players have lost.
    """
    if not play.has("OPT-5") and len(play.state.gates) >= play.gate_limit():
        finish(play, False, "too-many-gates", "LOSE-7")


def test_standing_limit(play: Play) -> None:
    """Lose when the gate limit stands at two ends of turn running (OPT-5).

    Raises:
        Finished: the players have lost.
    """
    state = play.state
    if not play.has("OPT-5"):
        return
    if len(state.gates) < play.gate_limit():
        state.over_limit_since = 0
    elif state.over_limit_since:
        finish(play, False, "too-many-gates", "OPT-5")
    else:
        state.over_limit_since = state.turn


def monster_strength(play: Play, who: Investigator) -> int:
    """Return the total printed strength of monster trophies."""
    return sum(play.content.monsters[name].sp for name in who.trophies_monsters)


def gate_strength(play: Play, who: Investigator) -> int:
    """Return the total strength of gate trophies."""
    return sum(play.content.worlds[world].gate_strength for world in who.trophies_gates)


def _rank(play: Play, who: Investigator) -> tuple[int, int]:
    gates = gate_strength(play, who) if play.has("OPT-3") else len(who.trophies_gates)
    return gates, monster_strength(play, who)


def first_citizen(play: Play) -> tuple[str, ...]:
    """Return the First Citizen, or all who share the honour, in turn order (HONOUR-1)."""
    survivors = [play.investigator(name) for name in play.turn_order()]
    survivors = [who for who in survivors if who.status == "active"]
    if not survivors:
        return ()
    best = max(_rank(play, who) for who in survivors)
    return tuple(who.id for who in survivors if _rank(play, who) == best)


def roll_of_honour(play: Play) -> tuple[dict[str, Any], ...]:
    """Return one line for everybody who ever played, best first."""
    everybody = list(play.state.investigators.values())
    everybody.sort(key=lambda who: (who.status == "active", _rank(play, who)), reverse=True)
    return tuple(
        {
            "who": who.id,
            "seat": who.seat,
            "status": who.status,
            "gates": len(who.trophies_gates),
            "gate_strength": gate_strength(play, who),
            "monsters": len(who.trophies_monsters),
            "monster_strength": monster_strength(play, who),
        }
        for who in everybody
    )
