"""Chances in plain numbers: beside an option, behind a question, and over a whole game.

Room: session. Imports game (decisions, views, content). Uses only what the viewer may know.
Source: RULES.md TURN-3, COMBAT-3, COMBAT-4, SNEAK-4; USER_ASKS F10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, MonsterView, View


def d6_at_most(value: int) -> int:
    """Return in how many of 6 rolls a die shows ``value`` or less."""
    return max(0, min(6, value))


def d6_reaches(needed: int) -> int:
    """Return in how many of 6 rolls a die shows ``needed`` or more."""
    return max(0, min(6, 7 - needed))


def in_six(count: int) -> str:
    """Return a chance in words: ``4 in 6``, ``certain``, ``no chance``."""
    if count <= 0:
        return "no chance"
    if count >= 6:
        return "certain"
    return f"{count} in 6"


def _uses_pools(view: View) -> bool:
    return "pool_checks" in view.options


def fight_of(sheet: InvestigatorView, monster: MonsterView) -> int:
    """Return the Fight that counts against a monster (COMBAT-4)."""
    special = monster.special or ()
    immune = bool({"only_magic", "magic_and_silver"}.intersection(special))
    return 0 if immune else sheet.skills.get("fight", 0)


def option_note(key: str, decision: Decision, view: View) -> str:
    """Return the chance that belongs beside an option, or nothing when no die hangs on it."""
    if _uses_pools(view):
        return ""
    try:
        sheet = view.investigator(decision.investigator)
    except KeyError:
        return ""
    verb, _, rest = key.partition(":")
    if key == "sneak":
        return in_six(d6_at_most(sheet.skills.get("sneak", 0)))
    if key == "try" and decision.kind == "fast_talk":
        return in_six(d6_at_most(sheet.skills.get("fast_talk", 0)))
    if verb == "cast":
        if rest.startswith("mists") and decision.kind in ("aim", "meet"):
            return in_six(d6_at_most(sheet.skills.get("knowledge", 0)))
        return in_six(d6_at_most(sheet.skills.get("knowledge", 0)))
    if verb == "target":
        for monster in view.monsters:
            if monster.id == rest and monster.strength is not None:
                needed = monster.strength - fight_of(sheet, monster)
                return f"bare hands {in_six(d6_reaches(needed))}"
    return ""


def with_chances(labels: dict[str, str], decision: Decision, view: View) -> dict[str, str]:
    """Return the labels with the chance behind each option that rolls a die."""
    noted: dict[str, str] = {}
    for key, label in labels.items():
        note = option_note(key, decision, view)
        noted[key] = f"{label} ({note})" if note else label
    return noted


def odds_lines(decision: Decision, view: View) -> list[str]:
    """Return the chances behind a question, as sentences."""
    if _uses_pools(view):
        return ["With dice pools a die of 5 or 6 is a success; each die succeeds 1 time in 3."]
    try:
        sheet = view.investigator(decision.investigator)
    except KeyError:
        return []
    lines: list[str] = []
    if decision.kind in ("meet", "target", "attack_spells", "attack_items", "aim"):
        sneak = sheet.skills.get("sneak", 0)
        lines.append(
            f"Sneak {sneak}: a D6 of {min(sneak, 6)} or less, {in_six(d6_at_most(sneak))}."
        )
        for monster in view.monsters:
            if monster.place == sheet.place:
                lines.append(_fight_sentence(sheet, monster))
    if decision.kind == "fast_talk":
        value = sheet.skills.get("fast_talk", 0)
        lines.append(f"Fast Talk {value}: {in_six(d6_at_most(value))} for $1 off.")
    if any(option.key.startswith("cast:") for option in decision.options):
        value = sheet.skills.get("knowledge", 0)
        lines.append(
            f"Each spell needs a Knowledge roll of {value} or less: {in_six(d6_at_most(value))}."
        )
    if decision.kind == "gate" and decision.offers("attack"):
        for gate in view.gates:
            if gate.place == sheet.place and gate.world:
                strength = CONTENT.worlds[gate.world].gate_strength
                needed = strength - sheet.skills.get("fight", 0)
                lines.append(
                    f"The gate has strength {strength}; with bare hands "
                    f"{in_six(d6_reaches(needed))}, and weapons add to it."
                )
    return lines


def _fight_sentence(sheet: InvestigatorView, monster: MonsterView) -> str:
    name = names.numbered_monster(monster.id)
    if monster.strength is None:
        return f"{name}: its strength is not known yet."
    fight = fight_of(sheet, monster)
    needed = monster.strength - fight
    return (
        f"{name}, strength {monster.strength}: Fight {fight} and a D6 of {max(needed, 1)} or more "
        f"with bare hands, {in_six(d6_reaches(needed))}; each point of a weapon makes it "
        "one easier."
    )


def dice_statistics(entries: Iterable[tuple[str, str]]) -> list[str]:
    """Return how often each face fell, beside what chance would give.

    Args:
        entries: kind and JSON of every event of the game.
    """
    faces: Counter[int] = Counter()
    coins: Counter[str] = Counter()
    for kind, data in entries:
        event: dict[str, Any] = msgspec.json.decode(data)
        if kind == "CoinFlipped" and event.get("face") in ("heads", "tails"):
            coins[event["face"]] += 1
        for die in event.get("dice") or ():
            faces[int(die)] += 1
        for name in ("die", "loss_die"):
            if isinstance(event.get(name), int):
                faces[event[name]] += 1
        for roll in event.get("rolls") or ():
            faces.update(int(die) for die in roll[1:])
    total = sum(faces.values())
    if not total:
        return ["No die has been rolled yet."]
    fair = total / 6
    lines = [f"Dice rolled: {total}. Each face should come about {fair:.1f} times."]
    lines += [f"Face {face}: {faces[face]} ({faces[face] - fair:+.1f})." for face in range(1, 7)]
    mean = sum(face * count for face, count in faces.items()) / total
    lines.append(f"Mean: {mean:.2f}; fair dice give 3.50.")
    if coins:
        lines.append(f"Coins: {coins['heads']} heads, {coins['tails']} tails.")
    return lines
