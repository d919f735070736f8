"""Odds of everything that is no fight: bargains, cures, cards, tables, rescues, clue tokens.

Room: game. Imports the standard library, the content, decisions, views and neighbours here.
Source: RULES.md TURN-3, ENC-1, ENC-7, LOC-CARE-2, LOC-UNIV-1, ITEM-WATCHER, ITEM-EYE, ITEM-HEAD,
ITEM-ELDER-SIGN, ITEM-STONE-1, ITEM-KEY-3, OPEN-6, LOST-3, HOUSE-2; VARIANTS.md D13-10, P05-5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.odds import nerve
from arkham_bbs.game.odds.fighting import damage_spread
from arkham_bbs.game.odds.meeting import monsters_here, unknown, with_clues, works_or_not
from arkham_bbs.game.odds.outcomes import (
    NONE,
    ONE,
    SIXTH,
    OptionOdds,
    Spread,
    either,
    packed,
    spread_of,
)
from arkham_bbs.game.odds.rolls import pool_chance, rolls_of
from arkham_bbs.game.views import InvestigatorView, View

WARDS = {"hospital": "strength", "sanitarium": "sanity"}
SIGN_COST = 2


def tested(
    view: View, sheet: InvestigatorView, key: str, skill: str, good: str, bad: str
) -> OptionOdds:
    """Return the odds of one skill roll."""
    rolls = rolls_of(view, sheet)
    clues = with_clues(sheet, view)
    return OptionOdds(
        key,
        packed(either(good, rolls.test(skill), bad)),
        steps=((skill, rolls.test(skill)),),
        clues=packed(either(good, rolls.test(skill, clues), bad)) if clues else (),
    )


def fast_talk(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Bargain: $1 off, or $1 more (ENC-7), or no change (OPT-6)."""
    if key != "try":
        return OptionOdds(key)
    worse = "same" if "OPT-6" in view.options else "dearer"
    return tested(view, sheet, key, "fast_talk", "cheaper", worse)


def treat(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Be treated: D6 up to the limit, or all at once (HOUSE-2)."""
    if key != "yes":
        return OptionOdds(key)
    pool = WARDS[sheet.place]
    now: int = getattr(sheet, pool)
    room: int = getattr(sheet, f"{pool}_max") - now
    if "HOUSE-2" in view.options:
        return OptionOdds(key, (("full", ONE),), losses=((pool, ((-room, ONE),)),))
    gained: Spread = {}
    for face in range(1, 7):
        got = min(face, room)
        gained[-got] = gained.get(-got, NONE) + SIXTH
    full = gained.get(-room, NONE)
    return OptionOdds(
        key, packed(either("full", full, "better")), losses=((pool, spread_of(gained)),)
    )


def carry(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Take a lost companion along: a strength roll (LOST-3)."""
    if key == "no":
        return OptionOdds(key)
    return tested(view, sheet, key, "strength", "together", "alone")


def encounter(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Go to a defeated investigator (D13-10)."""
    verb, _, name = key.partition(":")
    if verb != "defeated":
        return OptionOdds(key)
    skill = "strength" if view.investigator(name).token == "strength" else "knowledge"
    return tested(view, sheet, key, skill, "helped", "gathered")


def spend_clue(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Spend one token, or all that are left, on a roll under way (P05-5)."""
    facts = decision.facts
    hits, wanted = facts.get("hits"), facts.get("difficulty")
    if not isinstance(hits, int) or not isinstance(wanted, int):
        return OptionOdds(key)
    lowest = int(facts.get("success_from", 5))
    left = int(facts.get("clues", sheet.clues))
    if key == "stop":
        return OptionOdds(key, (("pass" if hits >= wanted else "fail", ONE),))
    one = pool_chance(1, wanted - hits, lowest)
    every = pool_chance(left, wanted - hits, lowest)
    return OptionOdds(
        key,
        packed(either("pass", one, "fail")),
        clues=packed(either("pass", every, "fail")),
    )


# ---- cards -------------------------------------------------------------------------------------


def key_passage(view: View, sheet: InvestigatorView, key: str) -> OptionOdds:
    """Pass by the Silver Key: a check for each monster, or one that costs 1 (OPEN-6)."""
    here = monsters_here(view, sheet.place)
    if not nerve.known(here):
        return unknown(key)
    rolls = rolls_of(view, sheet)
    if here:
        left = nerve.after_checks(rolls, here, sheet.sanity)
    else:
        passed = rolls.horror(sheet.sanity)
        left = {sheet.sanity: passed}
        left[sheet.sanity - 1] = ONE - passed
    lost = nerve.lost_by(left, sheet.sanity)
    return OptionOdds(
        key,
        packed(either("through", ONE - nerve.mad(left), "mad")),
        losses=(("sanity", spread_of(lost)),),
    )


def use_item(view: View, sheet: InvestigatorView, key: str) -> OptionOdds:
    """Use an item outside the attack total."""
    _, item, *rest = key.split(":")
    if item == "elder_sign":
        return _seal(view, sheet, key)
    if item == "brazen_head":
        five = Fraction(5, 6)
        return OptionOdds(
            key,
            (
                ("two-spells", five * five),
                ("spell-and-monster", 2 * five * SIXTH),
                ("two-monsters", SIXTH * SIXTH),
            ),
        )
    if item in ("blue_watcher_of_the_pyramid", "dragons_eye"):
        lost = damage_spread(sheet.strength)
        falls = lost.get(sheet.strength, NONE)
        done = "destroy" if rest == ["gate"] else "banish"
        return OptionOdds(
            key,
            packed({done: ONE - falls, f"{done}-and-fall": falls}),
            losses=(("strength", spread_of(lost)),),
        )
    return OptionOdds(key)


def _seal(view: View, sheet: InvestigatorView, key: str) -> OptionOdds:
    """Lay an Elder Sign: the guardians' checks first, then its price (OPEN-27)."""
    due = nerve.due_at_gate(sheet, monsters_here(view, sheet.place))
    if not nerve.known(due):
        return unknown(key)
    left = nerve.after_checks(rolls_of(view, sheet), due, sheet.sanity)
    sealed = sum((share for now, share in left.items() if now > SIGN_COST), NONE)
    shaken = ONE - sealed - nerve.mad(left)
    lost = nerve.lost_by(left, sheet.sanity)
    return OptionOdds(
        key,
        packed({"seal": sealed, "shaken": shaken, "mad": nerve.mad(left)}),
        losses=(("sanity", spread_of(lost)),) if set(lost) != {0} else (),
    )


def use(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Use an item, cast Find Gate or Mists, or pass by the key."""
    verb, _, _ = key.partition(":")
    if verb == "cast":
        return works_or_not(view, sheet, key)
    if verb == "key":
        return key_passage(view, sheet, key)
    if verb == "use":
        return use_item(view, sheet, key)
    return OptionOdds(key)


def aid(view: View, sheet: InvestigatorView, key: str) -> OptionOdds:
    """Help somebody out of turn: ``cast:SPELL:WHO`` or ``use:healing_stone:WHO``."""
    verb, _, rest = key.partition(":")
    card, _, patient = rest.partition(":")
    if verb == "cast":
        return works_or_not(view, sheet, key)
    if verb != "use" or card != "healing_stone":
        return OptionOdds(key)
    healed = view.investigator(patient)
    roller = sheet if healed.status == "waiting" else healed
    passed = rolls_of(view, roller).test("strength")
    room = healed.strength_max - healed.strength
    gained: Spread = {0: ONE - passed}
    for face in range(1, 7):
        got = min(face, room)
        gained[-got] = gained.get(-got, NONE) + passed * SIXTH
    return OptionOdds(
        key, packed(either("works", passed, "fails")), losses=(("strength", spread_of(gained)),)
    )


# ---- tables ------------------------------------------------------------------------------------


def table(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Roll on a table: a location's, or behind a gate whose world is known."""
    if key == "monograph":
        payout = CONTENT.misc["monograph"]["payout"]
        earned: Spread = {}
        for face in range(1, 7):
            amount = -int(payout[face])
            earned[amount] = earned.get(amount, NONE) + SIXTH
        return OptionOdds(key, (("paid", ONE),), losses=(("money", spread_of(earned)),))
    place = sheet.place
    if key == "enter":
        world = next((g.world for g in view.gates if g.place == place), None)
        if world is None:
            return unknown(key)
        place = f"{world}/2"
    elif key != "event":
        return OptionOdds(key)
    return OptionOdds(key, tuple((str(face), SIXTH) for face in range(1, 7)), note=f"table:{place}")


def table_tests(view: View, sheet: InvestigatorView, place: str) -> list[tuple[int, str, Fraction]]:
    """Return (result, skill, chance to pass) for each result of a table that asks for a roll."""
    world, _, box = place.partition("/")
    events = CONTENT.worlds[world].events if box else CONTENT.locations[place].events
    found = []
    for face, event in (events or {}).items():
        for skill in tests_in(list(event.effects)):
            found.append((face, skill, rolls_of(view, sheet).test(skill)))
    return found


def tests_in(effects: list[dict[str, Any]]) -> list[str]:
    """Return the skills rolled by effects as they stand, branches left out."""
    return [str(effect["test"]["skill"]) for effect in effects if "test" in effect]


def choose(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Choose within an event: the roll the choice leads to, if it leads to one."""
    facts = decision.facts
    effects = _choice(str(facts.get("place", "")), facts.get("die"), key)
    for effect in effects:
        if "test" in effect:
            return tested(view, sheet, key, str(effect["test"]["skill"]), "pass", "fail")
        if "gamble" in effect:
            half = Fraction(1, 2)
            return OptionOdds(key, packed(either("win", half, "lose")))
    return OptionOdds(key)


def _choice(place: str, result: object, key: str) -> list[dict[str, Any]]:
    """Return the effects of a choice, wherever in its event it stands."""
    world, _, box = place.partition("/")
    if box and world in CONTENT.worlds:
        events = CONTENT.worlds[world].events
    elif place in CONTENT.locations:
        events = CONTENT.locations[place].events or {}
    else:
        return []
    if not isinstance(result, int) or result not in events:
        return []
    number = int(key.partition(":")[2])
    for choices in _choices_in(list(events[result].effects)):
        if number < len(choices):
            return list(choices[number]["effects"])
    return []


def _choices_in(effects: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = []
    for effect in effects:
        for verb, body in effect.items():
            if verb == "choose":
                found.append(list(body))
                for choice in body:
                    found += _choices_in(list(choice["effects"]))
            elif isinstance(body, dict):
                for branch in body.values():
                    if isinstance(branch, list):
                        found += _choices_in([e for e in branch if isinstance(e, dict)])
    return found
