"""A line of detail about an option: what a player would look up before choosing.

Room: game. Imports decisions, content and its neighbours here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.narration.names import listed, money, sentence_case
from arkham_bbs.game.narration.words import counter, sheet, sheet_of, who_and_what_at

if TYPE_CHECKING:
    from arkham_bbs.game.views import View


def option_detail(decision: Decision, option: Option, view: View | None = None) -> str:
    """Say in one line what a player would look up before choosing; "" when nothing is to say."""
    verb, *args = option.key.split(":")
    if decision.kind == "attack_items":
        return _attack_detail(option.key)
    if decision.kind == "choose_investigator" and args:
        return _investigator_detail(args[0])
    if verb in ("walk", "place", "automobile") and args:
        return _place_detail(decision, args[-1], view)
    if verb in ("taxi", "whistle") and args:
        seen = _place_detail(decision, args[-1], view)
        return f"$1; {seen}" if seen else "$1"
    if verb == "stay":
        found = sheet_of(decision, view)
        return _place_detail(decision, found.place, view) if found else ""
    if verb == "target" and args:
        return monster_detail(args[0], view)
    if verb in ("cast", "spell") and args:
        return _spell_detail(decision, args[0], view)
    if verb in ("use", "item", "weapon", "pledge") and args:
        return _item_detail(args[0])
    if verb == "flesh_ward":
        return _spell_detail(decision, "flesh_ward", view)
    if verb in ("ally", "carry", "defeated"):
        return CONTENT.small_cards[args[0]].rule if args[0] in CONTENT.small_cards else ""
    return _bare_detail(decision, verb, view)


def _bare_detail(decision: Decision, verb: str, view: View | None) -> str:
    found = sheet_of(decision, view)
    if found is None:
        return ""
    if verb == "sneak":
        return f"Sneak {found.skills.get('sneak', '?')}, then one sanity check"
    if verb == "try":
        skill = found.skills.get("fast_talk", found.skills.get("luck", "?"))
        return f"Fast Talk {skill}: $1 off, or $1 on"
    if verb in ("yes", "try") and decision.kind in ("buy", "pay"):
        price = decision.facts.get("price", decision.facts.get("amount"))
        return f"leaves {money(found.money - price)}" if isinstance(price, int) else ""
    if verb == "take":
        return f"lose a die of strength; you have {found.strength}"
    return ""


def _place_detail(decision: Decision, place_id: str, view: View | None) -> str:
    parts = []
    seen = who_and_what_at(place_id, view, but=decision.investigator)
    if seen:
        parts.append(seen)
    costs = decision.facts.get("costs") or decision.facts.get("distance")
    if isinstance(costs, dict) and isinstance(costs.get(place_id), int):
        parts.insert(0, f"{costs[place_id]} of your movement")
    location = CONTENT.locations.get(place_id)
    if location is not None and not seen and decision.kind in ("move", "ride", "aim"):
        parts.append("roll on its table" if location.events else "its service")
    return ", ".join(parts)


def _attack_detail(key: str) -> str:
    if key == "none":
        return "the die and your Fight alone"
    points = 0
    spent = []
    for piece in key.split("+"):
        item = CONTENT.items.get(piece)
        if item is None:
            continue
        points += item.attack
        if item.discard == "one_use":
            spent.append(item.name)
    used = f"; uses up {listed(spent)}" if spent else ""
    return f"+{points} at most{used}" if points or not used else used.removeprefix("; ")


def _investigator_detail(who: str) -> str:
    one = CONTENT.investigators.get(who)
    if one is None:
        return ""
    return (
        f"Fast Talk {one.fast_talk}, Fight {one.fight}, Knowledge {one.knowledge},"
        f" Sneak {one.sneak}. {one.biography}"
    )


def _spell_detail(decision: Decision, spell_id: str, view: View | None) -> str:
    spell = CONTENT.spells.get(spell_id)
    if spell is None:
        return ""
    found = sheet(decision.investigator, view)
    odds = ""
    if found is not None:
        value = found.skills.get("knowledge", found.skills.get("lore"))
        odds = f" (Knowledge {value})" if "knowledge" in found.skills else f" (Lore {value})"
    cost = f"{spell.sanity_cost} sanity{odds}. " if spell.sanity_cost else f"free{odds}. "
    return f"{sentence_case(cost)}{spell.rule}"


def _item_detail(card_id: str) -> str:
    if card_id in CONTENT.items:
        return CONTENT.items[card_id].rule
    if card_id in CONTENT.small_cards:
        return CONTENT.small_cards[card_id].rule
    return ""


def monster_detail(monster: str, view: View | None) -> str:
    """Say what the reader may know about a counter: its numbers once met, its front before."""
    seen = counter(monster, view)
    kind = CONTENT.monsters.get(monster)
    if kind is None:
        return ""
    if seen is None or seen.strength is None:
        return "face down: strength and sanity cost not yet known"
    extra = " + D6" if kind.sp_bonus_d6 else ""
    passed, failed = seen.sanity or (str(kind.sanity_pass), str(kind.sanity_fail))
    words = CONTENT.species[kind.species].rule
    return f"Strength {seen.strength}{extra}, sanity {passed}/{failed}. {words}"
