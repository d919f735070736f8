"""Sentences for gates, seals and the Doom marker.

Room: game. Imports events and its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game import events as ev
from arkham_bbs.game.narration.causes import cause
from arkham_bbs.game.narration.names import at, card, dice, person, place, the_monster
from arkham_bbs.game.narration.telling import Names, tells


@tells(ev.GateRolled)
def _rolled(event: ev.GateRolled, names: Names) -> str:
    what = {
        "mythos": "The gate roll",
        "setup": "The first gate",
        "thrown": "The landing place",
    }.get(event.purpose, "The gate roll")
    return f"{what}: {dice(event.dice)} = {sum(event.dice)}, {place(event.place)}."


@tells(ev.GatePlaced)
def _placed(event: ev.GatePlaced, names: Names) -> str:
    if event.world:
        return f"A gate to {place(event.world)} opens {at(event.place)}."
    return f"A gate opens {at(event.place)}; nobody knows where it leads."


@tells(ev.GateTurnedUp)
def _turned(event: ev.GateTurnedUp, names: Names) -> str:
    return f"The gate {at(event.place)} is turned up: it leads to {place(event.world)}."


@tells(ev.GateDestroyed)
def _destroyed(event: ev.GateDestroyed, names: Names) -> str:
    gate = f"the gate {at(event.place)} to {place(event.world)}"
    if event.how == "attack":
        return f"{person(event.by)} brings down {gate}."
    if event.how == "elder_sign":
        return f"{person(event.by)} shuts {gate} with the Elder Sign."
    return f"{person(event.by)} closes {gate} with the {card(event.how)}."


@tells(ev.GateAttackWon)
def _won(event: ev.GateAttackWon, names: Names) -> str:
    return f"{person(event.who)} has beaten the gate {at(event.place)}."


@tells(ev.GateKnown)
def _known(event: ev.GateKnown, names: Names) -> str:
    if event.on:
        return (
            f"{person(event.who)} knows both sides of the gate {at(event.place)} and may attack it "
            "by staying there."
        )
    return f"{person(event.who)} gives up the right to attack the gate {at(event.place)}."


@tells(ev.ElderSignLaid)
def _sign(event: ev.ElderSignLaid, names: Names) -> str:
    return (
        f"{person(event.who)} leaves an Elder Sign {at(event.place)}:"
        " no gate or monster will appear there again."
    )


@tells(ev.PowerLeft)
def _power(event: ev.PowerLeft, names: Names) -> str:
    return (
        f"{person(event.who)} leaves {the_monster(event.monster)} lying across"
        f" {place(event.place)}: no gate or monster will appear there again."
    )


@tells(ev.DoomMoved)
def _doom(event: ev.DoomMoved, names: Names) -> str:
    way = "advances" if event.change > 0 else "falls back"
    why = f" ({cause(event.cause)})" if event.cause else ""
    return f"The Doom of Arkham {way} to {event.now} of 13{why}."
