"""Casting: the Knowledge roll, the cost, and turning the card face down.

Room: game. Imports events and neighbours here.
Source: RULES.md SPELL-1 to SPELL-9, SPELL-MISTS, SPELL-HEAL, SPELL-CLOUD, OPEN-24.
"""

from __future__ import annotations

from arkham_bbs.game.cards import distinct, drop
from arkham_bbs.game.events import SpellCast, SpellsTurnedUp
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.pools import gain, lower
from arkham_bbs.game.state import Investigator

MISTS = "mists_of_rlyeh"
FIND_GATE = "find_gate"
BIND = "bind_monster"
WARD = "flesh_ward"
AID: dict[str, str] = {"heal": "strength", "cloud_memory": "sanity"}


def castable(play: Play, who: Investigator, spell: str) -> bool:
    """Tell whether a copy lies face up and its cost would leave some sanity (SPELL-1, SPELL-7)."""
    if who.sanity <= play.content.spells[spell].sanity_cost or who.status != "active":
        return False
    return any(card.id == spell and not card.used for card in who.spells)


def attack_spells(play: Play, who: Investigator) -> list[str]:
    """Return the castable spells that add to an attack, once each, in hand order."""
    names = distinct([card.id for card in who.spells])
    return [
        name for name in names if play.content.spells[name].attack and castable(play, who, name)
    ]


def cast(play: Play, who: Investigator, spell: str, target: str | None = None) -> Rule[bool]:
    """Cast a spell: roll, pay its cost if it works, and turn it face down (SPELL-5 to SPELL-7).

    Bind Monster goes back to the spell pile when it works (SPELL-BIND-8).
    """
    card = play.content.spells[spell]
    held = next(c for c in who.spells if c.id == spell and not c.used)
    held.used = max(play.state.turn, 1)
    worked = yield from play.checks.cast(play, who, spell)
    cost = card.sanity_cost if worked else 0
    play.emit(
        SpellCast(who=who.id, spell=spell, worked=worked, cost=cost, target=target, rule="SPELL-6")
    )
    if cost:
        lower(play, who, "sanity", cost, f"spell:{spell}", "SPELL-6")
    if worked and card.discard == "on_success":
        drop(play, who, "spells", spell, "used", "SPELL-BIND-8")
    return worked


def turn_up(play: Play, who: Investigator) -> None:
    """Turn up the spells used in earlier game turns, and refresh items with them (SPELL-7)."""
    turn = play.state.turn
    shown = []
    for card in who.spells:
        if card.used and card.used < turn:
            card.used = 0
            shown.append(card.id)
    for card in who.items:
        if card.used and card.used < turn:
            card.used = 0
    if shown:
        play.emit(SpellsTurnedUp(who=who.id, spells=tuple(shown), rule="SPELL-7"))


def give_aid(play: Play, who: Investigator, spell: str, target: Investigator) -> Rule[None]:
    """Cast Heal or Cloud Memory on somebody in the same place (SPELL-HEAL-1, SPELL-CLOUD-1)."""
    worked = yield from cast(play, who, spell, target.id)
    if worked:
        rule = "SPELL-HEAL-1" if spell == "heal" else "SPELL-CLOUD-1"
        gain(play, target, AID[spell], 2, f"spell:{spell}", rule)
