"""Lost investigators, their replacements, and rescues.

Room: game. Imports events and neighbours here.
Source: RULES.md LOST-1 to LOST-10, OPEN-12, COMBAT-14, SANITY-7.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.cards import to_pile
from arkham_bbs.game.events import InvestigatorLost, InvestigatorWaits, ReplacementDue, Rescued
from arkham_bbs.game.offers import lapse_offers
from arkham_bbs.game.places import end_loans, forget_gate, relocate
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.state import Investigator


def lose_investigator(play: Play, who: Investigator, cause: str) -> Rule[None]:
    """Take ``who`` out of the game, or let them wait for rescue (LOST-8, LOST-9)."""
    where = who.place
    play.emit(InvestigatorLost(who=who.id, where=where, cause=cause, rule="COMBAT-14"))
    if play.has("LOST") and board.is_box(where):
        answer = yield from play.ask_plain("wait_or_new", who, ["wait", "new"], rule="LOST-9")
        if answer == "wait":
            end_loans(play, who)
            who.status = "waiting"
            who.held = False
            who.visit = None
            play.emit(InvestigatorWaits(who=who.id, where=who.place, rule="LOST-9"))
            lapse_offers(play)
            return
    remove(play, who, "lost")
    play.state.replacements.append(who.seat)
    play.emit(ReplacementDue(seat=who.seat, lost=who.id, rule="LOST-8"))


def give_back(play: Play, who: Investigator) -> None:
    """Return cards to their decks, monsters to the pile and gates to the deck (LOST-8)."""
    decks = play.state.decks
    for card in who.items:
        play.shuffle_in(decks.items, card.id)
    for card in who.spells:
        play.shuffle_in(decks.spells, card.id)
    for skill in who.skills:
        play.shuffle_in(decks.skills, skill)
    for monster in [*who.trophies_monsters, *(bound.id for bound in who.bound)]:
        to_pile(play, monster)
    for world in who.trophies_gates:
        play.shuffle_in(decks.gates, world)
    decks.charity += len(who.charity)
    decks.retainers += who.retainer
    decks.automobile += who.automobile
    decks.allies.extend(who.allies)


def remove(play: Play, who: Investigator, status: str) -> None:
    """Empty the hands of ``who`` and set a final status."""
    end_loans(play, who)
    give_back(play, who)
    play.checks.left_game(play, who)
    forget_gate(play, who)
    who.items, who.spells, who.skills, who.charity, who.allies = [], [], [], [], []
    who.bound, who.trophies_monsters, who.trophies_gates = [], [], []
    who.retainer = who.automobile = who.held = False
    who.money = 0
    who.departed_gate = who.visit = who.key_mark = None
    who.place = "lost"
    who.status = status
    if who.id in play.state.waiting:
        play.state.waiting.remove(who.id)
    lapse_offers(play)


def here_to_carry(play: Play, who: Investigator) -> list[Investigator]:
    """Return those waiting for rescue in the same box (LOST-1)."""
    if not play.has("LOST"):
        return []
    return [
        other
        for other in play.state.investigators.values()
        if other.status == "waiting" and other.place == who.place
    ]


def choose_to_carry(play: Play, who: Investigator) -> Rule[Investigator | None]:
    """Ask whether to take a lost companion along, and roll for it (LOST-3)."""
    if not here_to_carry(play, who):
        return None
    answer = yield from play.ask(
        "carry",
        who,
        lambda: plain(["no", *(f"carry:{o.id}" for o in here_to_carry(play, who))], "LOST-3"),
        rule="LOST-3",
        default="no",
    )
    if answer == "no":
        return None
    if not (yield from play.checks.test(play, who, "strength", "carry")):
        return None
    lost_one = play.investigator(answer.partition(":")[2])
    play.state.notes.carried = lost_one.id
    return lost_one


def bring_along(play: Play, rescuer: Investigator, lost: Investigator) -> Rule[None]:
    """Move a lost companion with the rescuer; home in Arkham ends in a bed (LOST-3, LOST-7)."""
    relocate(play, lost, rescuer.place, "rescue", rule="LOST-3")
    play.state.notes.carried = None
    if not board.in_arkham(lost.place):
        return
    lost.status = "active"
    lost.departed_gate = None
    play.emit(Rescued(who=lost.id, by=rescuer.id, rule="LOST-3"))
    # Whoever waits has a value of 0; coming to the bed ends what was lent (LOST-6).
    bed = "hospital" if lost.strength <= 0 else "sanitarium"
    relocate(play, lost, bed, "rescue", rule="LOST-7")
    return
    yield  # pragma: no cover


def revive(play: Play, lost: Investigator, helper: Investigator) -> None:
    """End the waiting of one who was given strength or sanity (LOST-4)."""
    if lost.status == "waiting" and lost.strength > 0 and lost.sanity > 0:
        lost.status = "active"
        end_loans(play)
        play.emit(Rescued(who=lost.id, by=helper.id, rule="LOST-4"))
