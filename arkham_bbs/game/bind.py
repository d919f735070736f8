"""Bind Monster: banish or carry, and setting a bound monster free.

Room: game. Imports events and neighbours here.
Source: RULES.md SPELL-BIND-1 to SPELL-BIND-10, OPEN-8, OPEN-19, OPEN-20, OPEN-21.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import bind, to_pile
from arkham_bbs.game.events import MonsterFreed, MonsterGone
from arkham_bbs.game.monsters import defeat, is_handed, point_arrow, strength_of
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.spells import BIND, cast
from arkham_bbs.game.state import Investigator, Monster


def cast_bind(play: Play, who: Investigator, target: Monster) -> Rule[bool]:
    """Cast Bind Monster instead of attacking; True when the target is dealt with.

    A failed Knowledge roll is no attack: the caster may still attack (OPEN-20).
    """
    if not (yield from cast(play, who, BIND, target.id)):
        return False
    answer = yield from play.ask_plain(
        "bind", who, ["banish", "capture"], rule="SPELL-BIND-2", facts={"monster": target.id}
    )
    if answer == "banish":
        yield from defeat(play, who, target, "banished", "SPELL-BIND-2")
        return True
    play.state.monsters.remove(target)
    play.emit(
        MonsterGone(
            monster=target.id, place=target.place, how="bound", by=who.id, rule="SPELL-BIND-2"
        )
    )
    yield from bind(play, who, target.id, strength_of(play, target))
    return True


def after_kill(play: Play, who: Investigator, used: list[str]) -> Rule[None]:
    """Free the bound monsters of an attack that killed (SPELL-BIND-7, SPELL-BIND-10)."""
    for name in used:
        held = next((b for b in who.bound if b.id == name), None)
        if held is None:
            continue
        places: tuple[str, ...] = ()
        if board.in_arkham(who.place):
            places = board.STREET.get(who.place) or board.ENTRANCES[who.place]
        if not places:
            who.bound.remove(held)
            to_pile(play, name)
            play.emit(
                MonsterGone(
                    monster=name, place=who.place, how="pile", by=who.id, rule="SPELL-BIND-10"
                )
            )
            continue
        answer = yield from play.ask_plain(
            "free_bound",
            who,
            [f"place:{place}" for place in places],
            rule="SPELL-BIND-7",
            facts={"monster": name},
        )
        who.bound.remove(held)
        place = answer.partition(":")[2]
        grown = held.strength if held.strength != play.content.monsters[name].sp else 0
        freed = Monster(id=name, place=place, strength=grown, placed_turn=play.state.turn)
        if is_handed(play, freed):
            freed.heading = board.headings(place)[0]
        play.state.monsters.append(freed)
        play.emit(MonsterFreed(monster=name, place=place, by=who.id, rule="SPELL-BIND-7"))
        yield from point_arrow(play, freed, who, "SPELL-BIND-9")


def after_gate(play: Play, who: Investigator, used: list[str]) -> None:
    """Turn bound monsters of an attack that destroyed a gate into trophies (SPELL-BIND-6)."""
    for name in used:
        who.bound = [b for b in who.bound if b.id != name]
        who.trophies_monsters.append(name)
        play.emit(
            MonsterGone(monster=name, place=who.place, how="killed", by=who.id, rule="SPELL-BIND-6")
        )
