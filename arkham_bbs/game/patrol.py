"""How monsters move: patrols by arrow and hand, flyers and Hounds after people.

Room: game. Imports events and neighbours here.
Source: RULES.md MMOVE-1 to MMOVE-16, HOUND-7, HOUND-8, HOUND-11, HOUSE-4, HOUSE-5, OPEN-42.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.events import MonsterMoved
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Investigator, Monster


def monsters_move_step(play: Play) -> Rule[str]:
    """Step 2c: every counter moves, in the order they came onto the board (MMOVE-16)."""
    movers = who_moves(play)
    for monster in list(play.state.monsters):
        if monster.id not in movers or not board.in_arkham(monster.place):
            continue
        card = play.content.monsters[monster.id]
        if "tindalos" in card.special:
            yield from hunt(play, monster, card.speed, indoors=True)
        elif stands_with_people(play, monster):
            continue
        elif card.hand in ("L", "R"):
            patrol(play, monster, card.speed, card.hand)
        else:
            yield from hunt(play, monster, card.speed, indoors=False)
    return "monsters_attack"


def who_moves(play: Play) -> set[str]:
    """Return the counters that move this phase (MMOVE-13; HOUSE-4, HOUSE-5, OPEN-42).

    Used for membership only, never walked.
    """
    cards = play.content.monsters
    monsters = [m.id for m in play.state.monsters if cards[m.id].speed]
    if not play.has("HOUSE-4"):
        return set(monsters)
    notes = play.state.notes
    if notes.gate_roll == 7 and play.has("HOUSE-5"):
        return set(monsters)
    colours = {cards[name].world for name in notes.placed}
    return {name for name in monsters if cards[name].cls == "flyer" or cards[name].world in colours}


def met_at(play: Play, place: str) -> list[Investigator]:
    """Return the people a monster would stop for at a place."""
    return [who for who in play.at(place) if not play.conditions.untouchable(who)]


def stands_with_people(play: Play, monster: Monster) -> bool:
    """Tell whether a monster keeps its place to fight there (MMOVE-8)."""
    return bool(met_at(play, monster.place))


def patrol(play: Play, monster: Monster, speed: int, hand: str) -> None:
    """Move along the arrow, turning by hand at intersections (MMOVE-2, -3, -7, -10, -14)."""
    path: list[str] = []
    place = monster.place
    heading = monster.heading or board.headings(place)[0]
    start = place
    # Nobody moves while a monster does.
    people = frozenset(who.place for who in play.active() if not play.conditions.untouchable(who))
    if board.is_location(place):
        door, beyond = heading
        path.append(door)
        place, following = door, beyond
    else:
        following = heading[0]
    while len(path) < speed and not (path and place in people):
        came_from = place
        place = following
        path.append(place)
        following = board.onward(place, came_from, hand)
    monster.place = place
    monster.heading = (following,)
    play.emit(MonsterMoved(monster=monster.id, start=start, path=tuple(path), rule="MMOVE-2"))


def quarry(play: Play, monster: Monster, *, indoors: bool) -> Rule[Investigator | None]:
    """Choose whom a flyer hunts: the nearest, then the higher Fight, then a coin (MMOVE-4, -5).

    Hounds hunt those inside buildings (HOUND-7), others those on the street (MMOVE-12).
    """
    people = [
        who
        for who in (play.investigator(name) for name in play.turn_order())
        if who.status == "active"
        and not play.conditions.untouchable(who)
        and (
            board.in_arkham(who.place) and board.is_building(who.place)
            if indoors
            else board.is_space(who.place)
        )
    ]
    if not people:
        return None
    nearest = min(board.distance(monster.place, who.place) for who in people)
    people = [who for who in people if board.distance(monster.place, who.place) == nearest]
    best = max(play.checks.skill_value(play, who, "fight") for who in people)
    rivals = [who.id for who in people if play.checks.skill_value(play, who, "fight") == best]
    name = yield from play.zero.pick(play, rivals, f"hunt:{monster.id}", "MMOVE-5")
    return play.investigator(name)


def hunt(play: Play, monster: Monster, speed: int, *, indoors: bool) -> Rule[None]:
    """Fly by a shortest way towards the quarry; a coin picks between equal ways (MMOVE-15)."""
    if indoors and board.is_building(monster.place) and stands_with_people(play, monster):
        return
    target = yield from quarry(play, monster, indoors=indoors)
    if target is None:
        return
    start = monster.place
    path: list[str] = []
    # Whoever stood on a shortest way would be nearer, and so the quarry.
    while len(path) < speed and monster.place != target.place:
        steps = board.next_steps(monster.place, target.place)
        monster.place = play.pick(steps, f"route:{monster.id}", "MMOVE-15")
        path.append(monster.place)
    play.emit(
        MonsterMoved(
            monster=monster.id,
            start=start,
            path=tuple(path),
            target=target.id,
            rule="HOUND-7" if indoors else "MMOVE-4",
        )
    )
