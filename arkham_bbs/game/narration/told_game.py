"""Sentences for the frame of the game: set-up, turns, the end, take-backs.

Room: game. Imports events and its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.game import events as ev
from arkham_bbs.game.content.rules import option_name
from arkham_bbs.game.narration.causes import cause
from arkham_bbs.game.narration.names import (
    at,
    cards,
    counted,
    dice,
    listed,
    person,
    seat_name,
)
from arkham_bbs.game.narration.telling import Names, tells

SKIPPED = {
    "jail": "sits in jail",
    "lost-turn": "loses the turn",
    "waiting": "waits to be rescued",
    "arrested": "sits out the turn under arrest",
    "delayed": "is delayed",
    "lost-in-time": "has no turn, lost in time and space",
}

ENDINGS = {
    "gates-closed": "The last gate is shut. Arkham sleeps, and will never know what it owes whom.",
    "doom-of-arkham": "The Doom marker has reached its end, and Arkham goes out like a lamp.",
    "too-many-gates": "Too many gates stand open at once, and what was outside is inside.",
    "nobody-left": "No investigator is left to stand in the way.",
}


@tells(ev.GameStarted)
def _game_started(event: ev.GameStarted, names: Names) -> str:
    words = [option_name(name) for name in event.options]
    options = f" {'; '.join(words)}." if words else ""
    return (
        f"Arkham, 1926: the game begins.{options} Rules version {event.rules_version}."
        f" The dice are sealed as {event.commitment}."
    )


@tells(ev.FirstPlayerRolled)
def _first_player(event: ev.FirstPlayerRolled, names: Names) -> str:
    rolls = listed(
        f"{seat_name(seat, names)} {dice((one, two))} = {one + two}"
        for seat, one, two in event.rolls
    )
    if event.first is None:
        return f"The roll for first player: {rolls}. A tie; the tied roll again."
    return f"The roll for first player: {rolls}. {seat_name(event.first, names)} goes first."


@tells(ev.InvestigatorChosen)
def _chosen(event: ev.InvestigatorChosen, names: Names) -> str:
    return f"{seat_name(event.seat, names)} will play {person(event.who)}."


@tells(ev.PointsShared)
def _shared(event: ev.PointsShared, names: Names) -> str:
    return f"{person(event.who)} begins with strength {event.strength} and sanity {event.sanity}."


@tells(ev.CardsDealt)
def _dealt(event: ev.CardsDealt, names: Names) -> str:
    hand = (*event.items, *event.spells, *event.skills)
    if not hand:
        return f"{person(event.who)} is dealt no cards."
    return f"{person(event.who)} is dealt {cards(hand)}."


@tells(ev.TurnBegan)
def _turn(event: ev.TurnBegan, names: Names) -> str:
    return f"Turn {event.turn} begins."


@tells(ev.InvestigatorTurnBegan)
def _own_turn(event: ev.InvestigatorTurnBegan, names: Names) -> str:
    return f"{person(event.who)} takes turn {event.turn}."


@tells(ev.MythosBegan)
def _mythos(event: ev.MythosBegan, names: Names) -> str:
    return f"The Mythos Phase of turn {event.turn}: Arkham holds its breath."


@tells(ev.GameOver)
def _over(event: ev.GameOver, names: Names) -> str:
    told = ENDINGS.get(event.reason, f"The game ends: {event.reason.replace('-', ' ')}.")
    won = "won" if event.victory else "lost"
    honour = ""
    if event.first_citizen:
        title = "First Citizen" if len(event.first_citizen) == 1 else "First Citizens"
        honour = f" {title} of Arkham: {listed(person(who) for who in event.first_citizen)}."
    return f"{told} The game is {won} in turn {event.turn}.{honour}"


@tells(ev.TurnSkipped)
def _skipped(event: ev.TurnSkipped, names: Names) -> str:
    what = SKIPPED.get(event.cause, f"does nothing ({cause(event.cause)})")
    left = f", with {counted(event.left, 'more turn')} to go" if event.left else ""
    return f"{person(event.who)} {what}{left}."


@tells(ev.ReplacementDue)
def _replacement(event: ev.ReplacementDue, names: Names) -> str:
    return (
        f"{seat_name(event.seat, names)} will bring a new investigator in place of"
        f" {person(event.lost)}."
    )


@tells(ev.TakenBack)
def _taken_back(event: ev.TakenBack, names: Names) -> str:
    who = seat_name(event.seat, names)
    if not event.voted:
        return f"{who} takes back an answer; nothing had been rolled or shown since."
    return (
        f"{who} goes back to an earlier question. The dice are new ones: they go on in the"
        " promised order, so that nothing rolled before comes again."
    )


@tells(ev.LeadPassed)
def _lead(event: ev.LeadPassed, names: Names) -> str:
    return f"{person(event.who)} now leads the investigation."


@tells(ev.Defeated)
def _defeated(event: ev.Defeated, names: Names) -> str:
    if event.place is None:
        return f"{person(event.who)} is devoured, and leaves nothing to bury."
    state = "crippled" if event.token == "strength" else "insane"
    return f"{person(event.who)} is defeated and lies {state} {at(event.place)}."


@tells(ev.DefeatedMet)
def _defeated_met(event: ev.DefeatedMet, names: Names) -> str:
    if event.helped:
        end = "is in time, takes charge of the belongings and gets the fallen one to safety"
    else:
        end = "comes too late for more than the belongings"
    return f"{person(event.who)} kneels by {person(event.fallen)} and {end}."


@tells(ev.BlessingRolled)
def _blessing(event: ev.BlessingRolled, names: Names) -> str:
    what = "blessing" if event.card == "blessed" else "curse"
    end = "stays" if event.kept else "passes"
    return f"{person(event.who)} rolls {dice((event.die,))} for the {what} (a 1 ends it): it {end}."
