"""The question a decision asks, in one or two lines.

Room: game. Imports decisions and its neighbours here.

A question names the investigator it is for, because one player may run
several and everybody at the table reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration.causes import event_of, event_text, sold_thing
from arkham_bbs.game.narration.names import (
    card,
    counted,
    listed,
    money,
    person,
    place,
    seat_name,
    sentence_case,
    short_name,
    the_monster,
    thing,
)
from arkham_bbs.game.narration.told_people import starred
from arkham_bbs.game.narration.words import Words, counter, may_attack_here, sheet_of

if TYPE_CHECKING:
    from arkham_bbs.game.views import View

HIRED = ("tom_big_mountain", "eric_colt", "retainer")

PLAIN = {
    "split": "{who}: how do you share 10 points between strength and sanity?",
    "extras": "{who}: which two extra cards do you start with?",
    "begin": "Ready to begin? Skill cards may be traded now, and never again.",
    "order": "Which of your investigators acts next?",
    "emerge": "{who}: where in Arkham do you come back from outside time, or do you wait?",
    "pass_monster": "{who} walks into {monster} {at}. Call up the Mists and walk on?",
    "halt": "{who}: the road to {goal} is blocked. Where does the ride stop?",
    "use": "{who}: use a card before the encounter {at} goes on?",
    "service": "{who}: use {here}, or look around and roll on its table?",
    "aim": "{who}: where do you sneak to from {here}?",
    "sneak_spell": "{who}: sneak in the Mists of R'lyeh, or trust the die?",
    "spectacles_on": "{who}: which weapon do the Alien Spectacles make magical?",
    "bind": "{who} has {monster} by its name. Banish it, or keep it?",
    "free_bound": "{who}: where is {monster} set free?",
    "ride": "{who}: where does the ride take you from {here}?",
    "sidewalk": "{who}: by which door do you leave {here}?",
    "return_gate": "{who}: through which gate do you come home?",
    "carry_gate": "{who}: through which of the nearest gates does the Nightgaunt carry you?",
    "lose_item": "{who} is carried to the Hospital. Which item is lost on the way?",
    "lose_spell": "{who} is led to the Sanitarium. Which spell is lost on the way?",
    "discard_item": "{who}: which item do you discard?",
    "discard_spell": "{who}: which spell do you discard?",
    "sell": "{who}: sell an item {at}, at half its price?",
    "zero": "{who} has neither strength nor sanity left. Which of the two decides?",
    "fall": "{who} is defeated. At which of the nearest locations do they lay the body down?",
    "wait_or_new": "{who} is lost. Wait for a rescue, or begin with somebody new?",
    "leave_power": "{who}: leave {monster} lying across {place} as a seal, for 1 item and 1 spell?",
    "lead": "{who}: who leads the investigation now?",
}


def question(decision: Decision, view: View | None = None) -> str:
    """Ask what a decision asks, naming the investigator, the things and the numbers.

    Args:
        view: what the reader may know; makes the question fuller.
    """
    special = SPECIAL.get(decision.kind)
    if special is not None:
        return special(decision, view)
    return PLAIN[decision.kind].format_map(Words(decision, view))


def _choose_investigator(decision: Decision, view: View | None) -> str:
    number = decision.facts.get("seat", decision.seat)
    seat = seat_name(number, view.seats if view else ())
    mine = [sheet for sheet in view.investigators if sheet.seat == number] if view else []
    gone = [sheet.name for sheet in mine if sheet.status not in ("active", "waiting")]
    if gone:
        return f"{seat}: who will you be in place of {gone[-1]}?"
    if mine:
        names = listed(sheet.name for sheet in mine)
        return f"{seat}: beside {names}, who else will you be?"
    return f"{seat}: who will you be?"


def _move(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    facts = decision.facts
    reach = facts.get("budget")
    far = f" {counted(reach, 'space')} to go." if isinstance(reach, int) else ""
    if facts.get("mists"):
        far += " The Mists hide you from monsters."
    # First of all, so that no narrow screen cuts it off.
    gate = " Stay to attack the gate; to leave gives that up."
    warning = gate if may_attack_here(decision, view) else ""
    return f"{words['who']} is {words['at']}.{warning}{far} Where to?"


def _gate(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    found = sheet_of(decision, view)
    where = decision.facts.get("place") or (found.place if found else None)
    leads = ""
    if view is not None and where:
        gate = next((one for one in view.gates if one.place == where), None)
        if gate is not None and gate.world:
            world = CONTENT.worlds[gate.world]
            leads = f" It leads to {place(gate.world)}, gate strength {world.gate_strength}."
        elif gate is not None:
            leads = " It lies face down: nobody knows where it leads."
    return f"{words['who']} stands at the gate {words['at']}.{leads} What now?"


def _meet(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    facing = words["monsters"] or "a monster"
    return f"{words['who']} faces {facing} {words['at']}. Sneak or fight?"


def _target(decision: Decision, view: View | None) -> str:
    return f"{Words(decision, view)['who']}: which monster do you attack?"


def _needed(decision: Decision, view: View | None) -> str:
    """Say what an attack needs, as far as the reader may know it."""
    needed = decision.facts.get("needed")
    target = decision.facts.get("target")
    if not isinstance(needed, int) and isinstance(target, str):
        seen = counter(target, view)
        if seen is not None:
            needed = seen.strength
        elif view is not None:
            gate = next((one for one in view.gates if one.place == target), None)
            if gate is not None and gate.world:
                needed = CONTENT.worlds[gate.world].gate_strength
    so_far = decision.facts.get("total", decision.facts.get("bonus"))
    have = f", {so_far} so far" if isinstance(so_far, int) else ""
    if not isinstance(needed, int):
        return ""
    return f" It takes a total of {needed} with the die{have}.{_counts(target, view)}"


def _counts(target: object, view: View | None) -> str:
    """Say which attacks count against a counter whose special power is known."""
    seen = counter(target, view) if isinstance(target, str) else None
    special = seen.special if seen else None
    if not special:
        return ""
    if "weapons_do_1" in special:
        return " Fight and each ordinary weapon count only 1."
    if "only_magic" in special or "magic_and_silver" in special:
        return " Only magic and the die count."
    return ""


def _attack_spells(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    need = _needed(decision, view)
    return f"{words['who']} attacks {words['target']}.{need} Any spell or card first?"


def _attack_items(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    need = _needed(decision, view)
    return f"{words['who']} attacks {words['target']}.{need} With what?"


def _hit(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    return f"{sentence_case(words['monster'])} strikes at {words['who']}. Who takes the blow?"


def _thing_for_sale(decision: Decision) -> str:
    for name in ("what", "card", "item", "spell", "character"):
        value = decision.facts.get(name)
        if isinstance(value, str):
            return "it" if event_of(value) else sold_thing(value)
    return "it"


def _fast_talk(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    what = _thing_for_sale(decision)
    offer = "the price is" if what == "it" else f"{what} for"
    event = _event(decision)
    said = f"{event} {sentence_case(offer)}" if event else f" {offer}"
    return f"{words['who']}:{said} {words['price']}. Argue about the price?"


def _buy(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    what = _thing_for_sale(decision)
    verb = "hire" if decision.facts.get("what") in HIRED else "buy"
    return (
        f"{words['who']}: {verb} {what} for {words['price']}?{_event(decision)}"
        f"{_purse(decision, view)}"
    )


def _purse(decision: Decision, view: View | None) -> str:
    """Say how much is in the purse, and whose: others read the question as well."""
    held = decision.facts.get("money")
    if not isinstance(held, int):
        found = sheet_of(decision, view)
        held = found.money if found else None
    return (
        f" {short_name(decision.investigator)} has {money(held)}." if isinstance(held, int) else ""
    )


def _pay(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    sum_asked = decision.facts.get("amount", decision.facts.get("price"))
    price = money(sum_asked) if isinstance(sum_asked, int) else "the sum"
    return f"{words['who']}: pay {price}?{_event(decision)}{_purse(decision, view)}"


def _event(decision: Decision) -> str:
    """Quote the line of the table that asks, when the facts name it."""
    event = event_of(decision.facts.get("what"))
    if event is None:
        where = decision.facts.get("place")
        die = decision.facts.get("die", decision.facts.get("result"))
        event = (where, die) if isinstance(where, str) and isinstance(die, int) else None
    text = event_text(*event) if event else ""
    return f' "{text}"' if text else ""


def _treat(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    found = sheet_of(decision, view)
    pool = decision.facts.get("pool")
    if pool is None and found is not None:
        pool = "strength" if found.place == "hospital" else "sanity"
    state = ""
    if found is not None:
        state = (
            f" {short_name(found.id)} has {money(found.money)}, strength {found.strength},"
            f" sanity {found.sanity}."
        )
    return f"{words['who']}: stay {words['at']} for a die of {pool or 'health'}, $3?{state}"


def _choose(decision: Decision, view: View | None) -> str:
    return f"{Words(decision, view)['who']} must choose.{_event(decision)}"


def _discard_half(decision: Decision, view: View | None) -> str:
    count = decision.facts.get("count", decision.facts.get("amount"))
    what = counted(count, "card") if isinstance(count, int) else "half of your cards"
    return f"{Words(decision, view)['who']}: which of your cards are lost? Choose {what}."


def _drop(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    limit = decision.facts.get("limit")
    load = counted(limit, "item") if isinstance(limit, int) else "so many items"
    if "card" in decision.facts:
        return f"{words['who']} can carry {load}. What makes room for {words['card']}?"
    return f"{words['who']} can carry only {load} now. What is dropped?"


def _sell_for(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    return f"{words['who']}: which item do you sell for {words['price']}?"


def _charity(decision: Decision, view: View | None) -> str:
    return (
        f"{Words(decision, view)['who']}: what do you ask of the Order of Dagon?"
        " Your next trophy will be theirs."
    )


def _arrow(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    heading = decision.facts.get("heading") or ()
    now = f" It heads for {place(heading[-1])}." if heading else ""
    where = f" at {words['place']}" if "place" in decision.facts else ""
    return f"{words['who']}: which way does {words['monster']}{where} point?{now}"


def _carry(decision: Decision, view: View | None) -> str:
    return f"{Words(decision, view)['who']}: take the lost one along? It wants a strength roll."


def _bid(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    high = decision.facts.get("price")
    holder = decision.facts.get("holder")
    stands = " No bid yet."
    if isinstance(high, int) and high:
        by = f" by {thing(holder)}" if isinstance(holder, str) else ""
        stands = f" The bid stands at {money(high)}{by}."
    pledged = decision.facts.get("pledged") or ()
    put_up = f" Pledged so far: {listed(card(one) for one in pledged)}." if pledged else ""
    item = decision.facts.get("item")
    name = card(item) if isinstance(item, str) else "the lot"
    return f"{words['who']}: your bid for {name}?{stands}{put_up}{_purse(decision, view)}"


def _buy_unsold(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    return (
        f"{words['who']}: nobody bid for {_thing_for_sale(decision)}. Take it for {words['price']}?"
    )


def _encounter(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    fallen = [choice.key.partition(":")[2] for choice in decision.options if ":" in choice.key]
    lie = "lies" if len(fallen) == 1 else "lie"
    there = listed(person(name) for name in fallen)
    return f"{words['who']}: {there} {lie} fallen {words['at']}. Is that your encounter?"


def _spend_clue(decision: Decision, view: View | None) -> str:
    words = Words(decision, view)
    facts = decision.facts
    rolled = facts.get("dice")
    hits = facts.get("hits")
    shown = ""
    if isinstance(rolled, tuple | list):
        shown = f" {starred(rolled, hits if isinstance(hits, int) else None)}:"
    need = ""
    if isinstance(hits, int) and isinstance(facts.get("difficulty"), int):
        need = f" {counted(hits, 'success', 'successes')} of {facts['difficulty']} needed."
    left = facts.get("clues", facts.get("left"))
    name = short_name(decision.investigator)
    clues = f" {name} has {counted(left, 'clue')}." if isinstance(left, int) else ""
    return f"{words['who']}:{shown}{need} Spend a clue on another die?{clues}"


def _tie(decision: Decision, view: View | None) -> str:
    who = Words(decision, view)["who"]
    what = decision.facts.get("monster")
    if isinstance(what, str):
        return f"{who} leads: whom does {the_monster(what)} hunt?"
    if decision.facts.get("purpose") == "attacked":
        return f"{who} leads: who bears the attack first?"
    return f"{who} leads: whom does it fall upon?"


SPECIAL: dict[str, Callable[[Decision, View | None], str]] = {
    "choose_investigator": _choose_investigator,
    "move": _move,
    "gate": _gate,
    "meet": _meet,
    "target": _target,
    "attack_spells": _attack_spells,
    "attack_items": _attack_items,
    "hit": _hit,
    "fast_talk": _fast_talk,
    "buy": _buy,
    "pay": _pay,
    "treat": _treat,
    "choose": _choose,
    "discard_half": _discard_half,
    "drop": _drop,
    "sell_for": _sell_for,
    "charity": _charity,
    "arrow": _arrow,
    "carry": _carry,
    "bid": _bid,
    "buy_unsold": _buy_unsold,
    "encounter": _encounter,
    "spend_clue": _spend_clue,
    "tie": _tie,
}
