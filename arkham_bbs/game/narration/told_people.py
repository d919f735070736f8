"""Sentences for the numbers, rolls and journeys of investigators, and for places.

Room: game. Imports events, content and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game import events as ev
from arkham_bbs.game.narration.causes import aim, cause, event_text, sold_thing
from arkham_bbs.game.narration.names import (
    at,
    counted,
    dice,
    money,
    person,
    place,
    pool,
    sentence_case,
    skill,
    the_monster,
    thing,
)
from arkham_bbs.game.narration.telling import Names, tells


def starred(faces: Sequence[int], hits: int | None) -> str:
    """Show a pool with its successes starred, whatever blessing or curse set the threshold."""
    for lowest in (5, 4, 6):
        if sum(face >= lowest for face in faces) == hits:
            return pool(faces, lowest)
    return dice(faces)


@tells(ev.PoolChanged)
def _pool(event: ev.PoolChanged, names: Names) -> str:
    who = person(event.who)
    is_money = event.pool == "money"
    amount = money(abs(event.change)) if is_money else f"{abs(event.change)} {event.pool}"
    now = money(event.now) if is_money else str(event.now)
    why = [cause(event.cause)] if event.cause else []
    if event.die is not None:
        why.append(f"die {dice((event.die,))}")
    if event.wanted is not None and abs(event.wanted) != abs(event.change):
        asked = money(abs(event.wanted)) if is_money else str(abs(event.wanted))
        why.append(f"{asked} due")
    reason = f" ({', '.join(why)})" if why else ""
    if not event.change:
        return f"{who} keeps {event.pool} at {now}{reason}."
    verb = "gains" if event.change > 0 else "loses"
    return f"{who} {verb} {amount}{reason} and now has {now}."


@tells(ev.SkillChecked)
def _checked(event: ev.SkillChecked, names: Names) -> str:
    end = "passes" if event.passed else "fails"
    what_for = aim(event.purpose, event.skill)
    if event.difficulty is not None:
        hits = event.hits or 0
        return (
            f"{person(event.who)} rolls {starred(event.dice, event.hits)} on"
            f" {skill(event.skill)}{what_for}: {counted(hits, 'success', 'successes')} of"
            f" {event.difficulty} needed, and {end}."
        )
    return (
        f"{person(event.who)} rolls {dice(event.dice)} against"
        f" {skill(event.skill)} {event.value}{what_for} and {end}."
    )


@tells(ev.ClueSpent)
def _clue(event: ev.ClueSpent, names: Names) -> str:
    face = f"[{event.die}*]" if event.success else f"[{event.die}]"
    what = "a success" if event.success else "no help"
    if event.hits is not None and event.difficulty is not None:
        what += f", {event.hits} of {event.difficulty} needed"
    return f"{person(event.who)} spends a clue: {face}, {what}; {counted(event.left, 'clue')} left."


@tells(ev.SanityChecked)
def _sanity(event: ev.SanityChecked, names: Names) -> str:
    who, what = person(event.who), the_monster(event.monster)
    if not event.dice and event.hits is None:
        return f"{who} looks upon {what} at no cost; no roll is needed."
    end = "passes" if event.passed else "fails"
    die = f" (die {dice((event.loss_die,))})" if event.loss_die is not None else ""
    cost = f"{event.loss} sanity{die}" if event.loss else "no sanity"
    # Some sights take their toll of whoever passes, too (SANITY-5).
    sight = "even so the sight" if event.passed and event.loss else "the sight"
    told = f"{end}; {sight} costs {cost}."
    if event.hits is not None:
        return f"{who} looks upon {what} and {told}"
    return (
        f"{who} looks upon {what}, rolls {dice(event.dice)} against sanity {event.value} and {told}"
    )


@tells(ev.CoinFlipped)
def _coin(event: ev.CoinFlipped, names: Names) -> str:
    what_for = aim(event.purpose)
    face = event.face if event.face in ("heads", "tails") else thing(event.face)
    if event.who:
        return f"{person(event.who)} flips a coin{what_for}: {face}."
    return f"A coin is flipped{what_for}: {face}."


@tells(ev.DieRolled)
def _die(event: ev.DieRolled, names: Names) -> str:
    what_for = aim(event.purpose)
    total = f" = {sum(event.dice)}" if len(event.dice) > 1 else ""
    if event.who:
        return f"{person(event.who)} rolls {dice(event.dice)}{total}{what_for}."
    return f"The roll{what_for}: {dice(event.dice)}{total}."


@tells(ev.MovementRolled)
def _movement(event: ev.MovementRolled, names: Names) -> str:
    bonus = ""
    if event.bonus:
        bonus = f" {'+' if event.bonus > 0 else '-'} {abs(event.bonus)}"
    return (
        f"{person(event.who)} rolls {dice(event.dice)}{bonus} for movement:"
        f" {counted(event.total, 'space')}."
    )


@tells(ev.Moved)
def _moved(event: ev.Moved, names: Names) -> str:
    who, to, start = person(event.who), place(event.to), place(event.start)
    steps = counted(len(event.path), "space")
    fare = f", for {money(event.fare)}" if event.fare else ""
    told = {
        "walk": f"{who} walks {steps} to {to}",
        "taxi": f"{who} takes a taxi to {to}{fare}",
        "whistle": f"{who} whistles up a taxi and rides to {to}{fare}",
        "automobile": f"{who} drives to {to}",
        "ride": f"{who} is given a ride to {to}",
        "sidewalk": f"{who} steps out to {to}",
        "sneak": f"{who} slips away to {to}",
        "gate": f"{who} passes through the gate at {start} into {to}",
        "return": f"{who} comes back from {start} to {to}",
        "key": f"{who} turns the Silver Key and stands in {to}",
        "carried": f"{who} is carried off to {to}",
        "knocked-out": f"{who} is taken to {to}",
        "jail": f"{who} is marched off to {to}",
        "event": f"{who} ends up at {to}",
        "thrown": f"{who} is thrown back into Arkham, at {to}",
        "find-gate": f"{who} finds the way home to {to}",
        "box": f"{who} goes on from {start} to {to}",
        "rescue": f"{who} is brought along to {to}",
        "placed": f"{who} stands ready at {to}",
        "lost-in-time": f"{who} falls out of the world, into {to}",
        "emerged": f"{who} steps out of nowhere, {at(event.to)}",
        "released": f"{who} is let out of {start} into {to}",
        "fallen": f"{who} is laid down {at(event.to)}",
    }.get(event.how, f"{who} goes from {start} to {to}")
    if event.wanted:
        told += f", halted short of {place(event.wanted)} by what blocks the road"
    return f"{told}."


@tells(ev.Stayed)
def _stayed(event: ev.Stayed, names: Names) -> str:
    return f"{person(event.who)} stays {at(event.place)}."


@tells(ev.EventRolled)
def _event(event: ev.EventRolled, names: Names) -> str:
    text = event_text(event.place, event.die)
    return f"{person(event.who)} rolls {dice((event.die,))} {at(event.place)}: {text}".rstrip()


@tells(ev.ServiceUsed)
def _service(event: ev.ServiceUsed, names: Names) -> str:
    who, where = person(event.who), place(event.place)
    return {
        "treatment": f"{who} puts on a gown at {where} and is treated.",
        "monograph": f"{who} offers a monograph for sale at {where}.",
        "charity": f"{who} asks for charity at {where}.",
        "sell": f"{who} opens a bag on the counter at {where}.",
        "event": f"{who} looks around at {where}.",
    }.get(event.service, f"{who} uses {where} for {event.service}.")


@tells(ev.Bought)
def _bought(event: ev.Bought, names: Names) -> str:
    return f"{person(event.who)} buys {sold_thing(event.what)} for {money(event.price)}."


@tells(ev.Declined)
def _declined(event: ev.Declined, names: Names) -> str:
    return f"{person(event.who)} declines {sold_thing(event.what)}."


@tells(ev.Bargained)
def _bargained(event: ev.Bargained, names: Names) -> str:
    end = "wins" if event.passed else "loses"
    return f"{person(event.who)} haggles and {end}: the price is {money(event.price)}."


# {for_whom} and {where} begin with a space when they say something.
NOTHING = {
    "none": "Nothing comes of it{for_whom}{where}",
    "elder-sign": "The Elder Sign holds: nothing appears{where}",
    "gate-deck-empty": "All gates are out already: none opens{where}",
    "pile-empty": "No monster is left in the pile: none appears{where}",
    "hound-barred": "A Hound of Tindalos finds no corner to come through{where}"
    " and goes back to the pile",
    "deck-empty": "The deck is empty: no card is drawn{for_whom}",
    "no-card": "No card of that kind is to be had{for_whom}",
    "on-retainer": "A retainer is held already, so nothing comes of it{for_whom}",
    "already-hired": "That is taken already, so nothing comes of it{for_whom}",
    "no-gate": "There is no gate to be carried through{for_whom}",
    "no-skill-left": "No skill card is left{for_whom}",
    "nothing-held": "There is nothing to lose{for_whom}",
    "nobody-unused": "No unused investigator is left to send: that place at the table stays empty",
}


@tells(ev.NothingHappened)
def _nothing(event: ev.NothingHappened, names: Names) -> str:
    where = f" {at(event.place)}" if event.place else ""
    for_whom = f" for {person(event.who)}" if event.who else ""
    told = NOTHING.get(event.cause)
    if told is None:
        return f"Nothing happens{for_whom}{where} ({cause(event.cause)})."
    return f"{told.format(for_whom=for_whom, where=where)}."


@tells(ev.ConditionSet)
def _condition(event: ev.ConditionSet, names: Names) -> str:
    who, amount = person(event.who), event.amount
    turns = counted(amount or 1, "turn")
    on = {
        "jailed": f"{who} is jailed for {turns}",
        "lost-turns": f"{who} will lose {turns}",
        "held": f"{who} is kept in this box and will roll here again next turn",
        "sneak-bonus": f"{who} has Sneak +{amount or 1} for the next encounter",
        "next-move-dice": f"{who} will roll {counted(amount or 1, 'die', 'dice')} to move next",
        "next-move-add": f"{who} will add {amount} to the next movement roll",
        "retainer": f"{who} is on retainer: $2 at the start of each turn",
        "must-leave": f"{who} has no more money for treatment and must leave",
        "delayed": f"{who} is delayed",
        "arrested": f"{who} is under arrest",
        "blessed": f"{who} is blessed",
        "cursed": f"{who} is cursed",
        "lost-in-time": f"{who} is lost in time and space",
        "standing": f"{who} is on both feet again",
    }
    off = {
        "jailed": f"{who} is let out of jail",
        "lost-turns": f"{who} has no more turns to lose",
        "held": f"{who} may leave this box",
        "sneak-bonus": f"{who} has used up the Sneak bonus",
        "next-move-dice": f"{who} moves as usual again",
        "next-move-add": f"{who} moves as usual again",
        "retainer": f"{who} is off the retainer",
        "must-leave": f"{who} may come in again",
        "delayed": f"{who} is no longer delayed",
        "arrested": f"{who} is no longer under arrest",
        "blessed": f"{who} is no longer blessed",
        "cursed": f"{who} is no longer cursed",
        "lost-in-time": f"{who} is back in time and space",
        "standing": f"{who} lies down",
    }
    words = (on if event.on else off).get(event.condition)
    if words is None:
        state = "now" if event.on else "no longer"
        words = f"{who} is {state} {event.condition.replace('-', ' ')}"
    return f"{sentence_case(words)}."


@tells(ev.KnockedOut)
def _knocked(event: ev.KnockedOut, names: Names) -> str:
    what = {
        "strength": "strength",
        "sanity": "sanity",
        "both": "strength and sanity",
    }.get(event.pool, event.pool)
    return f"{person(event.who)} has no {what} left, {at(event.where)}."


@tells(ev.InvestigatorLost)
def _lost(event: ev.InvestigatorLost, names: Names) -> str:
    if event.cause == "devoured":
        return f"{person(event.who)} is devoured {at(event.where)}, to the last button."
    why = {
        "zero": "beyond strength or reason",
        "event": "and no search will help",
        "stranded": "with the way home closed",
    }.get(event.cause.partition(":")[0], cause(event.cause))
    return f"{person(event.who)} is lost {at(event.where)}, {why}."


@tells(ev.InvestigatorWaits)
def _waits(event: ev.InvestigatorWaits, names: Names) -> str:
    return f"{person(event.who)} is lost {at(event.where)}, but waits for a rescue."


@tells(ev.Stranded)
def _stranded(event: ev.Stranded, names: Names) -> str:
    return (
        f"{person(event.who)} is stranded in {place(event.world)}:"
        f" {person(event.by)} closed the only way home."
    )


@tells(ev.Rescued)
def _rescued(event: ev.Rescued, names: Names) -> str:
    return f"{person(event.by)} has brought {person(event.who)} back among the living."


@tells(ev.CluesPlaced)
def _clues_placed(event: ev.CluesPlaced, names: Names) -> str:
    return f"A clue turns up {at(event.place)}: {event.now} there now."


@tells(ev.CluesTaken)
def _clues_taken(event: ev.CluesTaken, names: Names) -> str:
    return f"{person(event.who)} pockets {counted(event.amount, 'clue')} {at(event.place)}."


@tells(ev.CluesLost)
def _clues_lost(event: ev.CluesLost, names: Names) -> str:
    left = f"{event.left} left" if event.left else "none left"
    return f"{person(event.who)} loses {counted(event.amount, 'clue')}: {left}."


@tells(ev.CluesDestroyed)
def _clues_destroyed(event: ev.CluesDestroyed, names: Names) -> str:
    verb = "is" if event.amount == 1 else "are"
    return f"{counted(event.amount, 'clue')} {at(event.place)} {verb} destroyed by the gate."
