"""Going to a defeated investigator: the encounter, and taking over what is left.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module defeat_2013 (D13-9 to D13-11); RULES.md OPT-1.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import bind, take_item
from arkham_bbs.game.events import DefeatedMet
from arkham_bbs.game.gates import move_doom
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.policies.leaving import GONE
from arkham_bbs.game.pools import gain
from arkham_bbs.game.state import Investigator

# What is rolled for those whose strength or sanity ran out (D13-10).
ROLLS: dict[str, str] = {"strength": "strength", "sanity": "knowledge"}


def fallen_here(play: Play, who: Investigator) -> list[Investigator]:
    """Return the defeated in the same location, in the order of the table."""
    if not board.is_location(who.place):
        return []
    return [
        other
        for other in play.state.investigators.values()
        if other.status == "defeated" and other.place == who.place
    ]


def go_to_fallen(play: Play, who: Investigator) -> Rule[bool]:
    """Offer the encounter with a defeated investigator; True when it was had (D13-9)."""
    fallen = fallen_here(play, who)
    if not fallen:
        return False
    answer = yield from play.ask_plain(
        "encounter",
        who,
        [*(f"defeated:{other.id}" for other in fallen), "go_on"],
        rule="D13-9",
        default="go_on",
        facts={"place": who.place},
    )
    if answer == "go_on":
        return False
    other = play.investigator(answer.partition(":")[2])
    helped = yield from play.checks.test(play, who, ROLLS[other.token or "strength"], "fallen")
    play.emit(DefeatedMet(who=who.id, fallen=other.id, helped=helped, rule="D13-10"))
    yield from take_over(play, who, other)
    leave_game(other)
    if helped:
        move_doom(play, -1, "recovery", "D13-10")
    return True


def take_over(play: Play, who: Investigator, other: Investigator) -> Rule[None]:
    """Take all possessions; a carrying limit may make one drop others (D13-10, OPT-1)."""
    if other.money:
        amount, other.money = other.money, 0
        gain(play, who, "money", amount, "belongings", "D13-10")
    who.clues += other.clues
    other.clues = 0
    who.spells += other.spells
    who.allies += other.allies
    other.spells, other.allies = [], []
    if other.automobile:
        other.automobile, who.automobile = False, True
    while other.bound:
        held = other.bound.pop(0)
        yield from bind(play, who, held.id, held.strength)
    while other.items:
        card = other.items.pop(0)
        # In nobody's hand while it is decided whether it is carried.
        play.state.drawn.append(f"items:{card.id}")
        yield from take_item(play, who, card)


def leave_game(other: Investigator) -> None:
    """Take the defeated one out of the game for good (D13-11)."""
    other.status = "out"
    other.place = GONE
    other.token = None
