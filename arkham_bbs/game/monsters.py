"""Counters: drawing, placing, pointing, killing and putting back.

Room: game. Imports events and neighbours here.
Source: RULES.md MYTHOS-5, MYTHOS-9, HOUND-4, HOUND-5, MMOVE-11, MATTACK-2, COMBAT-8, COUNTER-10,
COUNTER-14, LOC-DAGON-4, ITEM-BANISH, ITEM-ELDER-SIGN-3, OPEN-15.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import to_pile
from arkham_bbs.game.drawing import draw_for
from arkham_bbs.game.events import (
    CharityRepaid,
    MonsterAppeared,
    MonsterGone,
    MonsterTurned,
    NothingHappened,
)
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.state import Investigator, Monster


def sealed(play: Play, place: str) -> bool:
    """Tell whether an Elder Sign or a power left behind bars new arrivals (HOUSE-3)."""
    return place in play.state.elder_signs or place in play.state.powers_left


def strength_of(play: Play, monster: Monster) -> int:
    """Return the strength on the counter, a vampire's growth included."""
    return monster.strength or play.content.monsters[monster.id].sp


def is_handed(play: Play, monster: Monster) -> bool:
    """Tell whether a counter patrols by an arrow (MMOVE-1)."""
    return play.content.monsters[monster.id].hand in ("L", "R")


def appear(play: Play, place: str, *, face_up: bool, rule: str) -> Monster | None:
    """Draw a counter and lay it at ``place``; None when nothing comes of it.

    Nothing comes to a sealed place, from an empty pile (MYTHOS-9), or when a Hound is drawn
    where Hounds cannot be (HOUND-5).
    """
    state = play.state
    if sealed(play, place):
        play.emit(NothingHappened(cause="elder-sign", place=place, rule="ITEM-ELDER-SIGN-3"))
        return None
    if not state.decks.monsters:
        play.emit(NothingHappened(cause="pile-empty", place=place, rule="MYTHOS-9"))
        return None
    drawn = state.decks.monsters.pop(0)
    card = play.content.monsters[drawn]
    if "tindalos" in card.special and not (board.is_building(place) or board.is_space(place)):
        to_pile(play, drawn)
        play.emit(NothingHappened(cause="hound-barred", place=place, rule="HOUND-5"))
        return None
    monster = Monster(id=drawn, place=place, face_up=face_up, placed_turn=state.turn)
    state.monsters.append(monster)
    play.emit(MonsterAppeared(monster=drawn, place=place, face_up=face_up, rule=rule))
    ways = board.headings(place)
    if ways and is_handed(play, monster):
        monster.heading = ways[play.dice.below(len(ways)) if play.has("OPT-7") else 0]
    return monster


def point_arrow(play: Play, monster: Monster, asker: Investigator, rule: str) -> Rule[None]:
    """Let somebody point a patrolling counter's arrow at will."""
    ways = board.headings(monster.place)
    if len(ways) < 2 or not is_handed(play, monster):
        return
    keys = ["keep", *("head:" + ":".join(way) for way in ways if way != monster.heading)]
    choices = plain(keys, rule)
    answer = yield from play.ask(
        "arrow",
        asker,
        lambda: choices,
        rule=rule,
        default="keep",
        facts={"monster": monster.id, "place": monster.place, "heading": monster.heading},
    )
    if answer != "keep":
        monster.heading = tuple(answer.split(":")[1:])
        play.emit(
            MonsterTurned(
                monster=monster.id, heading=monster.heading, face_up=monster.face_up, rule=rule
            )
        )


def point_new(play: Play, monster: Monster, asker: Investigator) -> Rule[None]:
    """Point the arrow of a newly placed counter (MMOVE-11), unless chance does (OPT-7)."""
    if not play.has("OPT-7"):
        yield from point_arrow(play, monster, asker, "MMOVE-11")


def survivors_settle(play: Play, met: list[Monster], asker: Investigator) -> Rule[None]:
    """Turn what outlived an encounter face down again and point it at will (MATTACK-2)."""
    for monster in met:
        if monster in play.state.monsters and board.in_arkham(monster.place):
            if monster.face_up:
                monster.face_up = False
                play.emit(
                    MonsterTurned(
                        monster=monster.id,
                        heading=monster.heading,
                        face_up=False,
                        rule="MATTACK-2",
                    )
                )
            yield from point_arrow(play, monster, asker, "MATTACK-2")


def return_to_pile(play: Play, monster: Monster, how: str, rule: str) -> None:
    """Take a counter off the board into the pile."""
    play.state.monsters.remove(monster)
    to_pile(play, monster.id)
    play.emit(MonsterGone(monster=monster.id, place=monster.place, how=how, rule=rule))


def clear_box(play: Play, place: str) -> None:
    """Put back what was met in an Other World box (WORLD-3)."""
    for monster in [m for m in play.state.monsters if m.place == place]:
        return_to_pile(play, monster, "pile", "WORLD-3")


def repay(play: Play, who: Investigator, what: str) -> bool:
    """Turn a repayment card back to CHARITY; True when there was one (LOC-DAGON-4)."""
    if "repay" not in who.charity:
        return False
    who.charity[who.charity.index("repay")] = "charity"
    play.emit(CharityRepaid(who=who.id, with_what=what, rule="LOC-DAGON-4"))
    return True


def defeat(play: Play, who: Investigator, monster: Monster, how: str, rule: str) -> Rule[None]:
    """Take a killed or banished counter off the board.

    It becomes a trophy, unless charity is owed (LOC-DAGON-4) or it is a Migo that was killed:
    that goes to the pile and leaves an item (COUNTER-10, COUNTER-14, OPEN-19).
    """
    state = play.state
    state.monsters.remove(monster)
    play.emit(MonsterGone(monster=monster.id, place=monster.place, how=how, by=who.id, rule=rule))
    is_migo = "migo" in play.content.monsters[monster.id].special and how == "killed"
    paid = repay(play, who, monster.id)
    if paid or is_migo:
        to_pile(play, monster.id)
    else:
        who.trophies_monsters.append(monster.id)
    if is_migo:
        yield from draw_for(play, who, "items", "COUNTER-10")
