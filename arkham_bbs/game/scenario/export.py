"""Writing the present position of a game as a scenario file.

Room: game. Imports PyYAML and neighbours here. Source: docs/scenarios.md.

A position in the middle of a step cannot be rebuilt from the state alone: the file holds the
position at the last step boundary and the answers and dice since. Decks are named only as far
as they were drawn from, and gates that lie face down are given worlds nobody has seen elsewhere,
so that an export of a game in progress tells nothing that its players do not know.
"""

from __future__ import annotations

from typing import Any

import yaml

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.game import Game
from arkham_bbs.game.options import Options
from arkham_bbs.game.scenario.casebook import parse_cases
from arkham_bbs.game.scenario.model import PHASES
from arkham_bbs.game.scenario.people import AS_THEY_ARE
from arkham_bbs.game.scenario.recording import Recording, choices_of, record
from arkham_bbs.game.scenario.running import run_case
from arkham_bbs.game.state import Card, Investigator, State

STEPS: dict[str, str] = {step: phase for phase, step in PHASES.items()}


def export_scenario(
    game: Game,
    *,
    name: str = "exported",
    why: str = "written by an export; the facts are those of the game",
    whole_decks: bool = False,
) -> str:
    """Return the present position of a live or finished game as YAML.

    Args:
        game: one that keeps its step boundaries (any but those of scenario files).
        whole_decks: name every card of the decks and every gate, also what nobody has seen.
    """
    recording = record(game)
    case = _case(recording, whole_decks, name, why, game.options)
    if not whole_decks and game.decision is not None and hide_worlds(case, recording):
        text = _written(case)
        if not run_case(parse_cases(text)[0]):
            return text
        # A world nobody has seen decided something after all: only the truth runs.
        case = _case(recording, whole_decks, name, why, game.options)
    return _written(case)


def _written(case: dict[str, Any]) -> str:
    return yaml.safe_dump(
        {"cases": [case]}, sort_keys=False, default_flow_style=None, width=110, allow_unicode=True
    )


def hide_worlds(case: dict[str, Any], recording: Recording) -> bool:
    """Deal the worlds nobody has seen anew to the gates that lie face down; False when none do."""
    now = recording.game.play.state
    unseen = sorted(
        [gate.world for gate in now.gates.values() if not gate.face_up]
        + [str(world) for world in now.decks.gates]
    )
    laid = [place for place in now.gates if place not in recording.base.gates]
    drawn = case["decks"].get("gates", [])
    if len(laid) != len(drawn):
        return False
    is_hidden = False
    for told in case["gates"]:
        gate = now.gates.get(told["place"])
        if gate is not None and not gate.face_up:
            told["world"] = unseen.pop(0)
            case["expect"].get("gates", {}).get(told["place"], {}).pop("world", None)
            is_hidden = True
    for index, place in enumerate(laid):
        if not now.gates[place].face_up:
            drawn[index] = unseen.pop(0)
            case["expect"].get("gates", {}).get(place, {}).pop("world", None)
            is_hidden = True
    return is_hidden


def _case(
    recording: Recording, whole_decks: bool, name: str, why: str, options: Options
) -> dict[str, Any]:
    """Return the whole case as plain values."""
    case = _position(recording, whole_decks, name, why, options)
    case["dice"] = [{purpose: value} for purpose, value in recording.dice.given]
    case["choices"] = choices_of(recording)
    decision = recording.game.decision
    expect = _expected(recording.game.play.state)
    if decision is None:
        case["until"] = "game_over"
    else:
        case["until"] = "decision"
        waiting: dict[str, Any] = {"ask": decision.kind}
        if decision.investigator:
            waiting["of"] = decision.investigator
        waiting["options"] = len(decision.options)
        expect["waiting_for"] = waiting
    case["expect"] = expect
    return case


def _position(
    recording: Recording, whole_decks: bool, name: str, why: str, options: Options
) -> dict[str, Any]:
    base = recording.base
    case: dict[str, Any] = {
        "name": name,
        "rules": [],
        "why": why,
        "options": _options(options),
        "players": base.players,
        "turn": base.turn,
        "phase": STEPS[base.step],
        "active": "none",
    }
    if base.step != "setup":
        case["investigators"] = {
            who.id: _person(who, (who.seat - base.first_seat) % base.players)
            for who in base.investigators.values()
        }
    case["monsters"] = [_monster(monster) for monster in base.monsters]
    case["gates"] = [
        {"place": place, "world": gate.world, "face_up": gate.face_up}
        for place, gate in base.gates.items()
    ]
    case["elder_signs"] = list(base.elder_signs)
    case["doom"] = base.doom
    case["decks"] = _decks(recording, whole_decks)
    if base.clues:
        case["clues"] = dict(base.clues)
    if base.powers_left:
        case["powers"] = dict(base.powers_left)
    if base.over_limit_since:
        case["over_limit_since_turn"] = base.over_limit_since
    if base.step == "next":
        _order(case, base)
    _leftovers(case, base)
    return case


def _options(options: Options) -> dict[str, Any]:
    told: dict[str, Any] = {
        "preset": options.preset,
        "switches": list(options.switches),
        "modules": list(options.modules),
    }
    if options.per_player:
        told["per_player"] = options.per_player
    return told


def _order(case: dict[str, Any], base: State) -> None:
    """Say who still acts in this game turn, and whose seat is in turn."""
    left = list(base.waiting)
    for seat in base.seats_left:
        left += [
            who.id
            for who in base.investigators.values()
            if who.seat == seat and who.status in ("active", "waiting")
        ]
    case["to_act"] = left
    if base.waiting:
        seat = base.investigators[base.waiting[0]].seat
        case["waiting_seat"] = (seat - base.first_seat) % base.players


def _leftovers(case: dict[str, Any], base: State) -> None:
    notes = base.notes
    told = {
        name: getattr(notes, name)
        for name in ("moved", "gate_attacked", "gate_roll", "placed", "survived_event", "barred")
        if getattr(notes, name)
    }
    if told:
        case["notes"] = told
    if base.offers:
        case["offers"] = [
            {"of": o.who, "with": o.partner, "give": list(o.give), "take": list(o.take)}
            for o in base.offers
        ]
    if base.replacements:
        case["replacements"] = [(s - base.first_seat) % base.players for s in base.replacements]
    unused = set(base.pool)
    if any((name in unused) == (name in base.investigators) for name in _everyone()):
        case["pool"] = list(base.pool)
    if base.lead is not None:
        case["lead"] = base.lead
    if base.result is not None:
        case["ended"] = "victory" if base.result.victory else "defeat"


def _everyone() -> list[str]:
    return list(CONTENT.investigators)


def _decks(recording: Recording, whole: bool) -> dict[str, list[str]]:
    told = {}
    for name, deck in recording.decks.items():
        cards = deck.told(whole)
        if cards is not None:
            told[name] = cards
    for name in ("items_discard", "spells_discard"):
        cards = list(getattr(recording.base.decks, name))
        if cards:
            told[name] = cards
    return told


def _monster(monster: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"id": monster.id, "place": monster.place}
    if monster.heading:
        way = list(monster.heading)
        told["heading"] = way[0] if len(way) == 1 else way
    told["face_up"] = monster.face_up
    if monster.strength:
        told["strength"] = monster.strength
    return told


def _card(card: Card) -> str | dict[str, Any]:
    told: dict[str, Any] = {"id": card.id}
    if card.used:
        told["turn"] = card.used
    if card.lender:
        told["lender"] = card.lender
    return told if len(told) > 1 else card.id


def _person(who: Investigator, seat: int) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if who.place != "lost":
        told["place"] = who.place
    told.update(seat=seat, strength=who.strength, sanity=who.sanity, money=who.money)
    for pool in ("strength_max", "sanity_max"):
        if getattr(who, pool) != 7:
            told[pool] = getattr(who, pool)
    if who.status != "active":
        told["status"] = who.status
    told["items"] = [_card(card) for card in who.items]
    told["spells"] = [card.id for card in who.spells if not card.used]
    down = [_card(card) for card in who.spells if card.used]
    if down:
        told["spells_down"] = down
    told["skills"] = list(who.skills)
    told["charity"] = list(who.charity)
    for name in ("allies", "checked"):
        if getattr(who, name):
            told[name] = list(getattr(who, name))
    for name in AS_THEY_ARE:
        if getattr(who, name):
            told[name] = getattr(who, name)
    if who.bound:
        told["bound"] = [{"id": held.id, "strength": held.strength} for held in who.bound]
    if who.trophies_monsters or who.trophies_gates:
        told["trophies"] = {
            "monsters": list(who.trophies_monsters),
            "gates": list(who.trophies_gates),
        }
    if who.visit is not None:
        told["visit"] = {"world": who.visit.world, "home": who.visit.home}
    absent: dict[str, Any] = {}
    if who.lost_turns:
        absent["lost_turns"] = who.lost_turns
    if who.jail:
        absent["jail"] = who.jail
    if who.then:
        absent["then"] = list(who.then)
    if absent:
        told["absent"] = absent
    if who.next_dice != 2 or who.next_add:
        told["next_move"] = {"dice": who.next_dice, "add": who.next_add}
    return told


def _expected(state: State) -> dict[str, Any]:
    """Return the facts of the position reached."""
    expect: dict[str, Any] = {"turn": state.turn}
    if state.result is not None:
        expect["result"] = "victory" if state.result.victory else "defeat"
        return expect
    expect["result"] = "none"
    expect["doom"] = state.doom
    expect["investigators"] = {
        who.id: {
            "place": who.place,
            "strength": who.strength,
            "sanity": who.sanity,
            "money": who.money,
            "items": [card.id for card in who.items],
        }
        for who in state.investigators.values()
        if who.status == "active"
    }
    expect["gates"] = {
        place: {"world": gate.world, "face_up": gate.face_up} for place, gate in state.gates.items()
    }
    expect["monsters"] = {m.id: {"at": m.place, "face_up": m.face_up} for m in state.monsters}
    return expect
