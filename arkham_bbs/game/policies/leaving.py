"""How cards, tokens and conditions leave a sheet for their piles.

Room: game. Imports neighbours here.
Source: VARIANTS.md C05-10, D13-6, D13-11, D13-12; RULES.md DECK-1.
"""

from __future__ import annotations

from arkham_bbs.game.cards import put_away, to_pile
from arkham_bbs.game.offers import close_offer
from arkham_bbs.game.places import forget_gate
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Investigator

GONE = "lost"


def forget_conditions(who: Investigator) -> None:
    """Take every passing state off a sheet."""
    who.jail = who.lost_turns = who.next_add = who.sneak_bonus = 0
    who.next_dice = 2
    who.then = []
    who.checked = []
    who.visit = who.departed_gate = who.key_mark = None
    who.held = who.must_leave = who.mists = False
    who.delayed = who.arrested = False
    who.blessed = who.cursed = who.lost_stage = 0


def discard_status(play: Play, who: Investigator) -> None:
    """Give back skills, a retainer and charity cards, and forget all conditions (D13-6)."""
    decks = play.state.decks
    for skill in who.skills:
        play.shuffle_in(decks.skills, skill)
    who.skills = []
    decks.retainers += who.retainer
    who.retainer = False
    decks.charity += len(who.charity)
    who.charity = []
    forget_gate(play, who)
    forget_conditions(who)


def discard_possessions(play: Play, who: Investigator) -> None:
    """Put items, spells, characters, automobile, bound monsters, money and clues away."""
    decks = play.state.decks
    for card in who.items:
        put_away(play, "items", card.id)
    for card in who.spells:
        put_away(play, "spells", card.id)
    for held in who.bound:
        to_pile(play, held.id)
    decks.allies.extend(who.allies)
    decks.automobile += who.automobile
    who.items, who.spells, who.bound, who.allies = [], [], [], []
    who.automobile = False
    who.money = 0
    play.checks.left_game(play, who)


def give_back_trophies(play: Play, who: Investigator) -> None:
    """Put trophies back with the counters and the gate cards."""
    for monster in who.trophies_monsters:
        to_pile(play, monster)
    for world in who.trophies_gates:
        play.shuffle_in(play.state.decks.gates, world)
    who.trophies_monsters, who.trophies_gates = [], []


def out_of_turn(play: Play, who: Investigator) -> None:
    """Let nobody wait for ``who`` any more: not the turn, not a trade."""
    state = play.state
    if who.id in state.waiting:
        state.waiting.remove(who.id)
    for offer in list(state.offers):
        if who.id in (offer.who, offer.partner):
            close_offer(play, offer, "lapsed")


def empty_hands(play: Play, who: Investigator) -> None:
    """Discard everything but trophies and take the marker off the board."""
    discard_status(play, who)
    discard_possessions(play, who)
    who.place = GONE
    out_of_turn(play, who)
