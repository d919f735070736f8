"""Comparing what came out with what a case expects, field by field.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from arkham_bbs.game import board
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.game import Game
from arkham_bbs.game.scenario.model import ASKABLE, STEPS
from arkham_bbs.game.scenario.people import FIELDS as PERSON_FIELDS
from arkham_bbs.game.scenario.people import STATUSES
from arkham_bbs.game.scenario.reading import Node
from arkham_bbs.game.scenario.script import CaseDeck
from arkham_bbs.game.scenario.speech import asks_of
from arkham_bbs.game.state import Investigator, State

EXPECTATIONS: tuple[str, ...] = (
    "investigators",
    "monsters",
    "monsters_at",
    "gates",
    "elder_signs",
    "clues",
    "doom",
    "decks",
    "powers",
    "result",
    "reason",
    "turn",
    "phase",
    "active",
    "lead",
    "first_citizen",
    "waiting_for",
)
MONSTER_FIELDS: tuple[str, ...] = ("at", "of", "face_up", "heading", "strength")
DECK_FIELDS: tuple[str, ...] = (
    "items",
    "items_discard",
    "spells",
    "spells_discard",
    "skills",
    "gates",
    "monsters",
)
# What there is to be named, so that a slip of the pen is no fact that always holds.
KNOWN: dict[str, Collection[str]] = {
    "investigators": CONTENT.investigators,
    "monsters": CONTENT.monsters,
    "monsters_at": frozenset(board.PLACES)
    | {f"{world}/{box}" for world in CONTENT.worlds for box in (1, 2)},
    "gates": CONTENT.locations,
    "clues": CONTENT.locations,
}
# Two words for one who has left the game for good.
GONE: frozenset[str] = frozenset({"lost", "out"})
# What a case calls an attack about to be made, whichever part of it is asked first.
ATTACK: frozenset[str] = frozenset({"attack_spells", "attack_items"})


def check_expectations(expect: Node) -> None:
    """Refuse expectations of things that do not exist.

    Raises:
        Refused: with the path of the field.
    """
    given = expect.fields(EXPECTATIONS)
    for name, known in KNOWN.items():
        if name in given:
            for thing, node in given[name].fields().items():
                if thing not in known:
                    raise node.refuse(f"no such thing {thing!r}")
    for name, allowed in (
        ("investigators", PERSON_FIELDS),
        ("monsters", MONSTER_FIELDS),
    ):
        if name in given:
            for node in given[name].fields().values():
                node.fields(allowed)
    if "gates" in given:
        for node in given["gates"].fields().values():
            if node.value not in (None, "none"):
                node.fields(("world", "face_up"))
    if "decks" in given:
        for node in given["decks"].fields(DECK_FIELDS).values():
            node.texts()
    for name in ("monsters_at", "clues"):
        if name in given:
            for node in given[name].fields().values():
                node.number(0, 99)
    if "doom" in given:
        given["doom"].number(0, 99)
    if "waiting_for" in given:
        waiting = given["waiting_for"].fields(("ask", "of", "options"))
        if "ask" in waiting:
            waiting["ask"].among(ASKABLE | {"attack"}, "question")
        if "of" in waiting and waiting["of"].value is not None:
            waiting["of"].among(CONTENT.investigators, "investigator")
    for node in given["investigators"].fields().values() if "investigators" in given else ():
        _check_person(node)
    if "result" in given and given["result"].value is not None:
        given["result"].among(("none", "victory", "defeat"), "result")


def _check_person(node: Node) -> None:
    """Refuse expectations of a shape that cannot be compared."""
    for name, field in node.fields(PERSON_FIELDS).items():
        if name == "bound" and field.value not in (None, "none"):
            for entry in field.each():
                if isinstance(entry.value, dict):
                    entry.fields(("id", "strength"))
                    entry.at("id").text()
                else:
                    entry.text()
        elif name == "status":
            field.among(STATUSES, "status")
        elif name == "trophies":
            for pile in field.fields(("monsters", "gates")).values():
                pile.texts()


def differences(game: Game, expect: Node) -> list[str]:
    """Return a sentence for each fact that differs, with its path."""
    found: list[str] = []
    state = game.play.state
    for name, node in expect.fields().items():
        found += _COMPARERS[name](game, state, node)
    return found


def waits_for(game: Game, wanted: dict[str, Any]) -> bool:
    """Tell whether the pending decision is the one a case waits for."""
    decision = game.decision
    if decision is None:
        return False
    ask = wanted.get("ask")
    kinds = set(asks_of(decision)) | ({"attack"} if decision.kind in ATTACK else set())
    if ask is not None and ask not in kinds:
        return False
    if "options" in wanted and wanted["options"] != len(decision.options):
        return False
    return ask == "lot" or wanted.get("of") in (None, decision.investigator)


def _none(value: Any) -> Any:
    return None if value == "none" else value


def _same(node: Node, found: Any) -> list[str]:
    wanted = _none(node.value)
    if wanted == _none(found) and isinstance(wanted, bool) == isinstance(found, bool):
        return []
    return [f"{node.path}: {_told(found)} instead of {_told(node.value)}"]


def _told(value: Any) -> str:
    return "none" if value is None else str(value)


def _unordered(node: Node, found: list[str]) -> list[str]:
    value = _none(node.value)
    wanted = value if isinstance(value, list) else [] if value is None else [value]
    if Counter(map(str, wanted)) == Counter(found):
        return []
    return [f"{node.path}: {found} instead of {wanted}"]


def _person(node: Node, who: Investigator) -> list[str]:
    found: list[str] = []
    for name, wanted in node.fields(PERSON_FIELDS).items():
        found += _person_field(name, wanted, who)
    return found


def _person_field(name: str, node: Node, who: Investigator) -> list[str]:
    if name == "items":
        return _unordered(node, [card.id for card in who.items])
    if name in ("spells", "spells_down"):
        down = name == "spells_down"
        return _unordered(node, [card.id for card in who.spells if bool(card.used) == down])
    if name in ("skills", "charity", "allies", "checked"):
        return _unordered(node, list(getattr(who, name)))
    if name == "bound":
        return _bound(node, who)
    if name == "trophies":
        kinds = {"monsters": who.trophies_monsters, "gates": who.trophies_gates}
        fields = node.fields(tuple(kinds))
        return [line for kind, n in fields.items() for line in _unordered(n, kinds[kind])]
    if name == "absent":
        turns = {"lost_turns": who.lost_turns, "jail": who.jail}
        if isinstance(node.value, dict) and "jail" not in node.value:
            # Turns to be lost are turns to be lost, in jail or not, when no jail is named.
            turns["lost_turns"] += turns.pop("jail")
        return _numbers(node, turns)
    if name == "next_move":
        if isinstance(node.value, int):
            return _same(node, who.next_add)
        found = {"dice": who.next_dice, "add": who.next_add}
        return _numbers(node, found, {"dice": 2, "add": 0})
    if name in ("blessed", "cursed"):
        value = getattr(who, name)
        return _same(node, bool(value) if isinstance(node.value, bool) else value)
    if name == "visit":
        home = who.visit.home if who.visit else None
        wanted = node.value.get("home") if isinstance(node.value, dict) else _none(node.value)
        return [] if wanted == home else [f"{node.path}: {_told(home)} instead of {wanted}"]
    if name == "status" and {node.value, who.status} <= GONE:
        return []
    return _same(node, getattr(who, name))


def _numbers(node: Node, found: dict[str, int], rest: dict[str, int] | None = None) -> list[str]:
    """Compare a mapping of numbers; none means that all stand at rest."""
    rest = rest or dict.fromkeys(found, 0)
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        total = sum(found.values())
        return [] if total == node.value else [f"{node.path}: {total} instead of {node.value}"]
    if not isinstance(node.value, dict) or not node.value:
        return [] if found == rest else [f"{node.path}: {found} instead of none"]
    return [
        line for name, wanted in node.fields().items() for line in _same(wanted, found.get(name))
    ]


def _bound(node: Node, who: Investigator) -> list[str]:
    wanted = []
    strengths = {held.id: held.strength for held in who.bound}
    lines = []
    for entry in node.each() if node.value not in (None, "none") else ():
        if isinstance(entry.value, dict):
            entry.fields(("id", "strength"))
            name = entry.at("id").text()
            given = entry.at("strength")
            if given.value is not None and strengths.get(name, given.value) != given.value:
                lines.append(f"{given.path}: {strengths[name]} instead of {given.value}")
        else:
            name = entry.text()
        wanted.append(name)
    if Counter(wanted) != Counter(list(strengths)):
        lines.append(f"{node.path}: {list(strengths)} instead of {wanted}")
    return lines


def _investigators(game: Game, state: State, node: Node) -> list[str]:
    lines = []
    for name, wanted in node.fields().items():
        who = state.investigators.get(name)
        lines += [f"{wanted.path}: not in the game"] if who is None else _person(wanted, who)
    return lines


def where_is(state: State, counter: str) -> tuple[str, str | None]:
    """Return (place, owner): a place of the board, pile, trophies, bound, or nowhere."""
    for monster in state.monsters:
        if monster.id == counter:
            return monster.place, None
    for who in state.investigators.values():
        if counter in who.trophies_monsters:
            return "trophies", who.id
        if any(held.id == counter for held in who.bound):
            return "bound", who.id
    for place, power in state.powers_left.items():
        if power == counter:
            return place, None
    return ("pile" if counter in state.decks.monsters else "nowhere"), None


def _monsters(game: Game, state: State, node: Node) -> list[str]:
    lines = []
    for name, wanted in node.fields().items():
        place, owner = where_is(state, name)
        counter = next((m for m in state.monsters if m.id == name), None)
        for field, value in wanted.fields(MONSTER_FIELDS).items():
            if field == "at":
                lines += _same(value, place)
            elif field == "of":
                lines += _same(value, owner)
            elif counter is None:
                lines.append(f"{value.path}: {name} is not on the board")
            elif field == "face_up":
                lines += _same(value, counter.face_up)
            elif field == "strength":
                printed = game.play.content.monsters[name].sp
                lines += _same(value, counter.strength or printed)
            else:
                way = value.value if isinstance(value.value, list) else [value.value]
                if tuple(way) != counter.heading:
                    lines.append(f"{value.path}: {list(counter.heading)} instead of {way}")
    return lines


def _monsters_at(game: Game, state: State, node: Node) -> list[str]:
    lines = []
    for place, wanted in node.fields().items():
        lines += _same(wanted, sum(monster.place == place for monster in state.monsters))
    return lines


def _gates(game: Game, state: State, node: Node) -> list[str]:
    lines = []
    for place, wanted in node.fields().items():
        gate = state.gates.get(place)
        if wanted.value in (None, "none"):
            lines += [f"{wanted.path}: {gate.world} instead of none"] if gate else []
        elif gate is None:
            lines.append(f"{wanted.path}: none instead of {wanted.value}")
        else:
            for field, value in wanted.fields(("world", "face_up")).items():
                lines += _same(value, getattr(gate, field))
    return lines


def _decks(game: Game, state: State, node: Node) -> list[str]:
    lines = []
    for name, wanted in node.fields(DECK_FIELDS).items():
        deck = getattr(state.decks, name)
        found = deck.known() if isinstance(deck, CaseDeck) else list(deck)
        cards = wanted.texts()
        if name.endswith("_discard"):
            lines += _unordered(wanted, found)
        elif found[: len(cards)] != cards or (not cards and found):
            lines.append(f"{wanted.path}: {found} instead of {cards}")
    return lines


def _clues(game: Game, state: State, node: Node) -> list[str]:
    return [
        line
        for place, wanted in node.fields().items()
        for line in _same(wanted, state.clues.get(place, 0))
    ]


def _result(game: Game, state: State, node: Node) -> list[str]:
    result = state.result
    return _same(node, ("victory" if result.victory else "defeat") if result else None)


def _first_citizen(game: Game, state: State, node: Node) -> list[str]:
    return _unordered(node, list(state.result.first_citizen) if state.result else [])


def _waiting_for(game: Game, state: State, node: Node) -> list[str]:
    if waits_for(game, node.value):
        return []
    decision = game.decision
    found = f"{decision.kind} of {decision.investigator}" if decision else "nothing"
    return [f"{node.path}: {found} is open instead of {node.value}"]


_COMPARERS: dict[str, Callable[[Game, State, Node], list[str]]] = {
    "investigators": _investigators,
    "monsters": _monsters,
    "monsters_at": _monsters_at,
    "gates": _gates,
    "elder_signs": lambda game, state, node: _unordered(node, list(state.elder_signs)),
    "clues": _clues,
    "doom": lambda game, state, node: _same(node, state.doom),
    "decks": _decks,
    "powers": lambda game, state, node: _same(node, dict(state.powers_left)),
    "result": _result,
    "reason": lambda game, state, node: _same(node, state.result.reason if state.result else None),
    "turn": lambda game, state, node: _same(node, state.turn),
    "phase": lambda game, state, node: _same(node, STEPS[state.step]),
    "active": lambda game, state, node: _same(node, state.active),
    "lead": lambda game, state, node: _same(node, state.lead),
    "first_citizen": _first_citizen,
    "waiting_for": _waiting_for,
}
